#!/usr/bin/env python3
"""Shows the program mutated pictures, and checks that none ends it, holds it up or fills its memory.

    Tests/Soak/mutants.py [--files 1000000] [--program .build/release/ScrollServer] [--corpus ../shared/corpus] [--seed N]

Others' pictures (JPEG and PNG, those with EXIF thumbnails and profiles among them) are changed in one to twenty places: bytes,
numbers, cuts, repeats, parts of other files; every second PNG gets right checksums again. They come into a folder in batches;
each is measured, and of each the smallest tile and one at full size are asked for, eight at a time. No answer may take more
than five seconds, and memory, of which the server is given 256 MB, may not rise by more than 200 MB. A file that breaks one
of these is kept, and named.
"""
import argparse, collections, concurrent.futures, http.client, json, os, random, shutil, subprocess, sys, tempfile
import threading, time, urllib.parse, zlib

parser = argparse.ArgumentParser()
parser.add_argument("--files", type=int, default=1_000_000)
parser.add_argument("--batch", type=int, default=1000)
parser.add_argument("--program", default=".build/release/ScrollServer")
parser.add_argument("--corpus", default=os.environ.get("SCROLLSERVER_CORPUS", "../shared/corpus"))
parser.add_argument("--seed", type=int, default=int(time.time()))
options = parser.parse_args()
print(f"seed {options.seed}", flush=True)
noise = random.Random(options.seed)
work = tempfile.mkdtemp(prefix="scrollserver-mutants-")
folder = f"{work}/pictures"
os.makedirs(folder)

seeds = []
for place, _, names in sorted(os.walk(options.corpus)):
    for name in sorted(names):
        path = f"{place}/{name}"
        if name.lower().endswith((".jpg", ".jpeg", ".png")) and 0 < os.path.getsize(path) < 60_000:
            with open(path, "rb") as file:
                seeds.append((os.path.splitext(name)[1].lower(), file.read()))
print(f"{len(seeds)} pictures to change", flush=True)


def with_checksums(data):
    """The chunks of a PNG as they are, each with the checksum of what it holds now."""
    result, place = bytearray(data[:8]), 8
    while place + 12 <= len(data):
        count = int.from_bytes(data[place:place + 4])
        body = data[place + 4:place + 8 + count]
        if len(body) < count + 4:
            break
        result += data[place:place + 4] + body + zlib.crc32(body).to_bytes(4)
        place += 12 + count
    return bytes(result + data[place:])


def mutant():
    kind, data = noise.choice(seeds)
    data = bytearray(data)
    for _ in range(noise.choice([1, 1, 2, 3, 5, 20])):
        # Headers are hit as often as data.
        place = noise.randrange(min(len(data), noise.choice([64, 600, 1 << 30])) or 1)
        match noise.randrange(7):
            case 0: data[place:place + 1] = bytes([noise.randrange(256)])
            case 1: data[place:place + 1] = bytes([noise.choice([0, 1, 0x7F, 0x80, 0xD9, 0xDA, 0xC2, 0xC9, 0xFE, 0xFF])])
            case 2: data[place:place + 2] = noise.choice([0, 1, 255, 256, 32767, 65500, 65535]).to_bytes(2)
            case 3: data[place:place + 4] = noise.choice([0, 1, 65536, 2**31 - 1, 2**31, 2**32 - 1]).to_bytes(4)
            case 4: del data[place:place + noise.choice([1, 2, 50, 1 << 30])]
            case 5: data[place:place] = data[place:place + noise.choice([1, 4, 100, 2000])]
            case 6:
                other = noise.choice(seeds)[1]
                start = noise.randrange(len(other))
                data[place:place + noise.choice([0, 16, 400])] = other[start:start + noise.choice([1, 16, 400])]
        if not data:
            break
    if kind == ".png" and noise.random() < 0.5:
        data = with_checksums(bytes(data))
    return kind, bytes(data)


server = subprocess.Popen(
    [options.program, "--port", "0", "--no-token", "--cache", f"{work}/cache", "--cache-limit", "200M", "--state",
     f"{work}/state", "--memory-limit", "256M", "--log-level", "error", folder], stdout=subprocess.PIPE, text=True)
url = urllib.parse.urlsplit(server.stdout.readline().strip())
counts, kept, local = collections.Counter(), set(), threading.local()


def ask(target):
    begin = time.time()
    for attempt in (1, 2):
        if not hasattr(local, "connection"):
            local.connection = http.client.HTTPConnection(url.hostname, url.port, timeout=30)
        try:
            local.connection.request("GET", target)
            answer = local.connection.getresponse()
            body = answer.read()
            return answer.status, body, time.time() - begin
        except (OSError, http.client.HTTPException):
            local.connection.close()
            # A connection that was kept may have been closed meanwhile.
            if attempt == 2:
                return 0, b"", time.time() - begin


def memory():
    with open(f"/proc/{server.pid}/status") as file:
        return next(int(line.split()[1]) / 1000 for line in file if line.startswith("VmRSS:"))


def keep(name, why):
    print(f"FAILED: {name}: {why}", flush=True)
    if len(kept) < 50:
        kept.add(name)
        os.makedirs(f"{work}/kept", exist_ok=True)
        shutil.copy(f"{folder}/{name}", f"{work}/kept/{name}")


def look(item):
    for target in [f"{base}/items/{item['id']}"] + item["tiles"]:
        status, _, seconds = ask(target)
        counts[status] += 1
        if seconds > 5 or status == 0 or status == 500:
            keep(item["name"], f"{target} took {seconds:.1f} s, {status}")


base = json.loads(ask("/api/collections")[1])["collections"][0]["links"]["self"]
rest, highest, done, failed = memory(), 0, 0, False
while done < options.files and not kept and server.poll() is None:
    for name in os.listdir(folder):
        os.remove(f"{folder}/{name}")
    size = min(options.batch, options.files - done)
    for number in range(size):
        kind, data = mutant()
        with open(f"{folder}/{done + number}{kind}", "wb") as file:
            file.write(data)
    # Some are no pictures any more: so it is waited until the number stays.
    last, items, since = -1, [], time.time()
    while time.time() - since < 1.5:
        items, cursor = [], ""
        while True:
            status, body, _ = ask(f"{base}/items?limit=1000{cursor}")
            page = json.loads(body) if status == 200 else {"items": []}
            items += [item for item in page["items"] if int(item["name"].split(".")[0]) >= done]
            if not page.get("nextCursor"):
                break
            cursor = f"&after={page['nextCursor']}"
        if len(items) != last:
            last, since = len(items), time.time()
        time.sleep(0.3)
    counts["listed"] += len(items)
    for item in items:
        item["tiles"] = []
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        # The first look measures; then it is known which tiles there are.
        list(pool.map(look, items))

        def tiles(item):
            status, body, _ = ask(f"{base}/items/{item['id']}")
            if status != 200:
                return
            details = json.loads(body)
            width, height = details.get("width") or 0, details.get("height") or 0
            top = max(0, (max(width, height, 1) - 1).bit_length())
            version = urllib.parse.quote(str(details.get("version", "")))
            item["tiles"] = [
                f"{base}/tiles/{item['id']}/{level}/0/0?v={version}" for level in (min(top, 5), 0)] if width else []

        list(pool.map(tiles, items))
        list(pool.map(look, items))
    highest = max(highest, memory() if server.poll() is None else 0)
    done += size
    if done % 10_000 < size or done >= options.files:
        print(f"{done} files, {dict(counts)}, memory {rest:.0f} MB at rest, {highest:.0f} at most", flush=True)
if server.poll() is not None:
    print(f"FAILED: the program ended with {server.returncode}; the files are in {folder}")
    failed = True
if highest > rest + 200:
    print(f"FAILED: memory rose by {highest - rest:.0f} MB")
    failed = True
server.terminate()
server.wait(20)
if not failed and not kept:
    shutil.rmtree(work)
sys.exit(failed or bool(kept))
