#!/usr/bin/env python3
"""Shows the program mutated pictures, and checks that none ends it, holds it up or fills its memory.

    Tests/Soak/mutants.py [--files 1000000] [--program .build/release/ScrollServer] [--corpus ../shared/corpus] [--seed N]
        [--largest 16000] [--work DIR]

Others' pictures (of all formats that are read, HEIC, AVIF and small videos as well, where the corpus has some) are changed in one to twenty places: bytes,
numbers, cuts, repeats, parts of other files; seven of ten PNGs get right checksums again. They come in batches, each a folder of
its own that appears at once, while another process makes the next one; each is measured, and of each the smallest tile and one
at full size are asked for, by eight connections, on each of which up to eight requests are under way. No answer may come more
than five seconds after its request was sent, with the seven before it on its connection; and memory, of which the server is
given 256 MB, may not rise by more than 200 MB. A file that breaks one of these is kept, and named.

DIR is where the pictures and the cache lie: in memory (/dev/shm) where there is such a place, as disks are slower than this.
"""
import argparse, collections, io, json, multiprocessing, os, random, shutil, socket, subprocess, sys, tempfile, threading, time
import urllib.parse, zlib

CONNECTIONS, UNDER_WAY, LONGEST, RISE = 8, 8, 5, 200

parser = argparse.ArgumentParser()
parser.add_argument("--files", type=int, default=1_000_000)
parser.add_argument("--batch", type=int, default=2000)
parser.add_argument("--largest", type=int, default=16_000, help="bytes of the largest picture that is changed")
parser.add_argument("--program", default=".build/release/ScrollServer")
parser.add_argument("--corpus", default=os.environ.get("SCROLLSERVER_CORPUS", "../shared/corpus"))
parser.add_argument("--seed", type=int, default=int(time.time()))
parser.add_argument("--work", default="/dev/shm" if os.path.isdir("/dev/shm") else None)
options = parser.parse_args()
noise = random.Random(options.seed)
seeds = []
for place, _, names in sorted(os.walk(options.corpus)):
    for name in sorted(names):
        path = f"{place}/{name}"
        is_known = name.lower().endswith((
            ".jpg", ".jpeg", ".png", ".webp", ".tif", ".tiff", ".bmp", ".gif", ".heic", ".heif", ".avif", ".mp4", ".mov", ".mkv",
            ".webm", ".avi", ".tga", ".qoi", ".ico", ".ppm", ".pgm", ".pbm", ".pam", ".psd", ".psb", ".pcx", ".hdr", ".pfm",
            ".wbmp", ".dds", ".icns", ".ani", ".ptr", ".svgz", ".hif"))
        if is_known and 0 < os.path.getsize(path) <= options.largest:
            with open(path, "rb") as file:
                seeds.append((os.path.splitext(name)[1].lower(), file.read()))
if not seeds:
    # Without other people's pictures, those that Pillow writes.
    from PIL import Image

    for count in range(24):
        for kind in ("PNG", "JPEG", "GIF", "TIFF", "BMP", "WebP", "ICO", "TGA", "PPM", "PCX", "DDS"):
            picture = Image.effect_noise((16 + 3 * count, 9 + 2 * count), 40 + count).convert("L" if count % 3 == 0 else "RGB")
            file = io.BytesIO()
            picture.save(file, kind, **({"compression": "tiff_lzw"} if kind == "TIFF" and count % 2 else {}))
            seeds.append(("." + kind.lower().replace("jpeg", "jpg").replace("tiff", "tif"), file.getvalue()))
    print(f"without the corpus: {len(seeds)} pictures of Pillow's are changed", flush=True)


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
        # Headers are hit more often than data, but not so often that few files have a picture left.
        place = noise.randrange(min(len(data), noise.choice([64, 600, 1 << 30, 1 << 30, 1 << 30, 1 << 30])) or 1)
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
    if kind == ".png" and noise.random() < 0.7:
        data = with_checksums(bytes(data))
    return kind, bytes(data)


def make(folder, first, count):
    """Writes so many mutants; their names are their numbers."""
    os.makedirs(folder)
    for number in range(first, first + count):
        kind, data = mutant()
        with open(f"{folder}/{number}{kind}", "wb") as file:
            file.write(data)


def make_batches(work, ready, wanted):
    done = 0
    while done < options.files and wanted.get():
        count = min(options.batch, options.files - done)
        make(f"{work}/next/{done}", done, count)
        ready.put((done, count))
        done += count


class Connection:
    """Asks several things at a time of a server, in order."""

    def __init__(self, url):
        self.url = url
        self.open()

    def open(self):
        self.socket = socket.create_connection((self.url.hostname, self.url.port), timeout=30)
        self.file = self.socket.makefile("rb", 1 << 16)

    def ask(self, targets):
        """The status and body of each answer, and how long after the first request it came; status 0 where none came."""
        begin, answers = time.monotonic(), []
        try:
            self.socket.sendall(b"".join(
                b"GET %s HTTP/1.1\r\nHost: %s\r\n\r\n" % (target.encode(), self.url.netloc.encode()) for target in targets))
            for _ in targets:
                status = int(self.file.readline().split(b" ", 2)[1])
                length = 0
                while (line := self.file.readline()) not in (b"\r\n", b""):
                    if line[:15].lower() == b"content-length:":
                        length = int(line[15:])
                answers.append((status, self.file.read(length), time.monotonic() - begin))
        except (OSError, ValueError, IndexError):
            self.socket.close()
            if server.poll() is None:
                self.open()
        return answers + [(0, b"", time.monotonic() - begin)] * (len(targets) - len(answers))


def memory():
    with open(f"/proc/{server.pid}/status") as file:
        return next(int(line.split()[1]) / 1000 for line in file if line.startswith("VmRSS:"))


def keep(name, why):
    print(f"FAILED: {name}: {why}", flush=True)
    if len(kept) < 50:
        kept.add(name)
        os.makedirs(f"{work}/kept", exist_ok=True)
        if os.path.isfile(f"{folder}/{name}"):
            shutil.copy(f"{folder}/{name}", f"{work}/kept/{os.path.basename(name)}")


def listed(batch, count):
    """The items of a batch, once all are there; or, of those that are no pictures any more, as many as there come."""
    last, since = -1, time.monotonic()
    while True:
        items, cursor = [], ""
        while cursor is not None:
            (status, body, seconds), = connections[0].ask([f"{base}/items?limit=1000{cursor}"])
            page = json.loads(body) if status == 200 else {}
            if seconds > LONGEST or status != 200:
                keep(batch, f"the list took {seconds:.1f} s, {status}")
            items += [item for item in page.get("items", []) if item["name"].startswith(f"{batch}/")]
            cursor = f"&after={page['nextCursor']}" if page.get("nextCursor") else None
        if len(items) != last:
            last, since = len(items), time.monotonic()
        waits = any(not item["measured"] and "error" not in item for item in items)
        if len(items) >= count and not waits or time.monotonic() - since > 3 or server.poll() is not None or kept:
            return items
        time.sleep(0.05)


def look(connection, items):
    """Asks for two tiles of each item."""
    targets = []
    for item in items:
        top = max(0, (max(item["width"] or 0, item["height"] or 0, 1) - 1).bit_length())
        targets += [(item["name"], f"{base}/tiles/{item['id']}/{level}/0/0") for level in (min(top, 5), 0)]
        if item["format"] in ("heic", "mp4", "quicktime", "matroska"):
            targets.append((item["name"], f"{base}/items/{item['id']}/thumbnail"))
    for place in range(0, len(targets), UNDER_WAY):
        group = targets[place:place + UNDER_WAY]
        for (name, target), (status, _, seconds) in zip(group, connection.ask([target for _, target in group])):
            with lock:
                counts[status] += 1
                if seconds > LONGEST or status in (0, 500):
                    keep(name, f"{target} took {seconds:.1f} s, {status}")


work = tempfile.mkdtemp(prefix="scrollserver-mutants-", dir=options.work)
folder = f"{work}/pictures"
os.makedirs(folder)
os.makedirs(f"{work}/next")
print(f"seed {options.seed}, {len(seeds)} pictures to change, in {work}", flush=True)
ready, wanted = multiprocessing.Queue(), multiprocessing.Queue()
for _ in range(2):
    wanted.put(True)
multiprocessing.Process(target=make_batches, args=(work, ready, wanted), daemon=True).start()
server = subprocess.Popen(
    [options.program, "--port", "0", "--no-token", "--cache", f"{work}/cache", "--cache-limit", "200M", "--state",
     f"{work}/state", "--memory-limit", "256M", "--log-level", "error", folder], stdout=subprocess.PIPE, text=True)
url = urllib.parse.urlsplit(server.stdout.readline().strip())
counts, kept, lock = collections.Counter(), set(), threading.Lock()
connections = [Connection(url) for _ in range(CONNECTIONS)]
base = json.loads(connections[0].ask(["/api/collections"])[0][1])["collections"][0]["links"]["self"]
rest, highest, done, failed, before, begin = memory(), 0, 0, False, None, time.monotonic()
waited = collections.Counter()
while done < options.files and not kept and server.poll() is None:
    clock = time.monotonic()
    first, count = ready.get()
    wanted.put(True)
    waited["for files"] += time.monotonic() - clock
    clock = time.monotonic()
    os.rename(f"{work}/next/{first}", f"{folder}/{first}")
    if before is not None:
        shutil.rmtree(f"{folder}/{before}")
    before = first
    items = listed(first, count)
    counts["listed"] += len(items)
    waited["for the list"] += time.monotonic() - clock
    clock = time.monotonic()
    threads = [
        threading.Thread(target=look, args=(connection, items[number::CONNECTIONS]))
        for number, connection in enumerate(connections)]
    for thread in threads:
        thread.start()
    while any(thread.is_alive() for thread in threads):
        highest = max(highest, memory() if server.poll() is None else 0)
        threads[0].join(0.2)
        if not threads[0].is_alive():
            for thread in threads:
                thread.join(0.2)
    waited["for tiles"] += time.monotonic() - clock
    if highest > rest + RISE:
        keep(str(first), f"memory rose by {highest - rest:.0f} MB")
        shutil.copytree(f"{folder}/{first}", f"{work}/kept/{first}", dirs_exist_ok=True)
    done += count
    if done % 10_000 < count or done >= options.files:
        seconds = time.monotonic() - begin
        print(
            f"{done} files, {done / seconds:.0f} a second, {dict(counts)}, memory {rest:.0f} MB at rest, {highest:.0f} at "
            f"most; seconds waited {', '.join(f'{name} {value:.0f}' for name, value in waited.items())}", flush=True)
if server.poll() is not None:
    print(f"FAILED: the program ended with {server.returncode}; the files are in {folder}")
    failed = True
server.terminate()
server.wait(20)
if not failed and not kept:
    shutil.rmtree(work)
sys.exit(failed or bool(kept))
