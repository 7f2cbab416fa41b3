#!/usr/bin/env python3
"""Runs the program under load and faults for a while, and checks what it promises.

    Tests/Soak/soak.py [--minutes 60] [--program .build/release/ScrollServer] [--memory-limit 500M]

Live sessions fling, HTTP clients ask for plans and tiles, files come, go and are rewritten, and one read in ten thousand
fails. At the end: memory is within its limit and, in runs of five minutes and more, flat; no descriptor is left over,
and every tile is the one that a fresh server makes of the same version. Needs gcc, Pillow and websocket-client.
"""
import argparse, collections, ctypes, hashlib, http.client, io, json, mmap, os, random, signal, struct, subprocess
import sys, tempfile, threading, time, urllib.parse

from PIL import Image
import websocket

parser = argparse.ArgumentParser()
parser.add_argument("--minutes", type=float, default=60)
parser.add_argument("--program", default=".build/release/ScrollServer")
parser.add_argument("--memory-limit", default="500M")
parser.add_argument("--sessions", type=int, default=8)
parser.add_argument("--clients", type=int, default=64)
parser.add_argument("--fault", type=int, default=10_000, help="one read in so many fails; 0 for none")
parser.add_argument("--seed", type=int, default=int(time.time()))
options = parser.parse_args()
print(f"seed {options.seed}")
tests = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
work = tempfile.mkdtemp(prefix="scrollserver-soak-")
folder = f"{work}/pictures"
os.makedirs(folder)


def picture(name, seed):
    noise = random.Random(seed)
    small = Image.effect_noise((noise.randint(40, 90), noise.randint(40, 90)), 90).convert("RGB")
    image = small.resize((noise.randint(300, 1600), noise.randint(300, 1600)), Image.BICUBIC)
    path, target = f"{folder}/.new-{threading.get_ident()}", f"{folder}/{name}"
    image.save(path, "PNG" if name.endswith("png") else "JPEG")
    os.rename(path, target)


for number in range(400):
    picture(f"{number}.{'png' if number % 4 == 0 else 'jpg'}", number)

# Faults, by the same library as in the tests.
subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", f"{work}/faults.so", f"{tests}/Faults/faults.c", "-ldl"], check=True)
with open(f"{work}/control", "wb") as file:
    file.write(struct.pack("=Qiiiiiiii", 0, -1, 0, 0, 0, options.fault, 0, 0, 0))
control = mmap.mmap(os.open(f"{work}/control", os.O_RDWR), 40)
faulty = dict(os.environ, LD_PRELOAD=f"{work}/faults.so", FAULTS=f"{work}/control", FAULTS_FOLDER=os.path.realpath(folder))


def start(name, environment, *more):
    process = subprocess.Popen(
        [options.program, "--port", "0", "--no-token", "--cache", f"{work}/{name}", "--state", f"{work}/{name}-state",
         "--log-level", "warning", *more, folder], stdout=subprocess.PIPE, text=True, env=environment)
    url = urllib.parse.urlsplit(process.stdout.readline().strip())
    return process, url.hostname, url.port


server, host, port = start("cache", faulty, "--memory-limit", options.memory_limit)
end = time.time() + options.minutes * 60
counts, seen, lock = collections.Counter(), {}, threading.Lock()


def ask(connection, target):
    connection.request("GET", target)
    answer = connection.getresponse()
    # What is asked for by a version that has passed is answered with the new one, and may not be kept.
    return answer.status, answer.read(), "immutable" in (answer.getheader("Cache-Control") or "")


def base(connection):
    return json.loads(ask(connection, "/api/collections")[1])["collections"][0]["links"]["self"]


def note(target, body):
    digest = hashlib.sha256(body).hexdigest()
    with lock:
        known = seen.setdefault(target, digest)
        if known != digest:
            counts["changed under one address"] += 1


def client(number):
    noise = random.Random(options.seed + number)
    connection = http.client.HTTPConnection(host, port, timeout=60)
    start = base(connection)
    while time.time() < end:
        try:
            y = noise.randint(0, 40000)
            status, body, _ = ask(connection, f"{start}/plan?width=1200&height=800&columns={noise.randint(2, 9)}&y={y}")
            counts[f"plan {status}"] += 1
            if status != 200:
                continue
            for tile in noise.sample(json.loads(body)["tiles"], 3):
                status, body, lasts = ask(connection, tile["url"])
                counts[f"tile {status}"] += 1
                if status == 200 and lasts:
                    note(tile["url"], body)
        except (OSError, http.client.HTTPException):
            counts["connections lost"] += 1
            connection.close()
        except ValueError:
            pass


def session(number):
    noise = random.Random(options.seed * 7 + number)
    while time.time() < end:
        try:
            start = base(http.client.HTTPConnection(host, port, timeout=60))
            line = websocket.create_connection(f"ws://{host}:{port}{start}/session", timeout=30)
            y, received = 0, 0
            for report in range(1, 400):
                y = (y + noise.randint(-2000, 6000)) % 40000
                line.send(json.dumps({
                    "report": report, "plan": f"width=1200&height=800&columns=6&y={y}&velocityY=6000", "room": 1 << 22,
                    "acknowledged": received, "budget": 1 << 24}))
                line.settimeout(0.05)
                try:
                    while True:
                        message = line.recv()
                        if isinstance(message, bytes):
                            received += 1
                            counts["session tiles"] += 1
                except websocket.WebSocketTimeoutException:
                    pass
                if time.time() >= end:
                    break
            line.close()
            counts["sessions"] += 1
        except (OSError, websocket.WebSocketException, ValueError) as problem:
            counts[f"session: {type(problem).__name__}"] += 1


def churn():
    noise = random.Random(options.seed * 31)
    while time.time() < end:
        number = noise.randint(0, 500)
        name = f"{number}.{'png' if number % 4 == 0 else 'jpg'}"
        if noise.random() < 0.3 and os.path.exists(f"{folder}/{name}"):
            os.remove(f"{folder}/{name}")
        else:
            picture(name, noise.random())
        counts["files changed"] += 1
        time.sleep(0.3)


def memory():
    for line in open(f"/proc/{server.pid}/status"):
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1000


def descriptors():
    return len(os.listdir(f"/proc/{server.pid}/fd"))


time.sleep(2)
quiet = descriptors()
threads = [threading.Thread(target=churn, daemon=True)]
threads += [threading.Thread(target=client, args=(number,), daemon=True) for number in range(options.clients)]
threads += [threading.Thread(target=session, args=(number,), daemon=True) for number in range(options.sessions)]
begin = time.time()
for thread in threads:
    thread.start()
samples = []
while time.time() < end and server.poll() is None:
    time.sleep(max(1, options.minutes * 60 / 60))
    samples.append((time.time() - begin, memory()))
    print(f"{samples[-1][0]:7.0f} s  {samples[-1][1]:6.1f} MB  {descriptors()} descriptors", flush=True)
for thread in threads:
    thread.join(60)
failures = []
if server.poll() is not None:
    failures.append(f"the program ended with {server.returncode}")
else:
    control[24:28] = struct.pack("=i", 0)
    time.sleep(6)
    left = descriptors()
    if left > quiet + 4:
        failures.append(f"{left - quiet} descriptors are left")
    settled = [value for when, value in samples if when > (end - begin) / 12]
    half = len(settled) // 2
    if half:
        first, second = (sum(part) / len(part) for part in (settled[:half], settled[half:]))
        print(f"memory, mean of the first and of the second half after the start: {first:.1f} MB, {second:.1f} MB")
        # In a short run the caches are still filling.
        if options.minutes >= 5 and second > first * 1.1 + 5:
            failures.append("memory grows")
    units = {"K": 1e3, "M": 1e6, "G": 1e9}
    limit = float(options.memory_limit[:-1]) * units[options.memory_limit[-1]] / 1e6
    highest = max(value for _, value in samples)
    print(f"memory, highest: {highest:.1f} MB of {limit:.0f}")
    if highest > limit:
        failures.append("more memory than its limit")
    # Each tile whose version is still there, beside a fresh server's.
    fresh, other, other_port = start("fresh", dict(os.environ))
    time.sleep(5)
    connection = http.client.HTTPConnection(other, other_port, timeout=60)
    compared = wrong = 0
    for target, digest in random.sample(sorted(seen.items()), min(len(seen), 3000)):
        connection.request("GET", target)
        answer = connection.getresponse()
        body = answer.read()
        if answer.status == 200 and "immutable" in (answer.getheader("Cache-Control") or ""):
            compared += 1
            wrong += hashlib.sha256(body).hexdigest() != digest
    print(f"{compared} tiles compared with a fresh server's, {wrong} wrong")
    if wrong or not compared or counts["changed under one address"]:
        failures.append("wrong tiles")
    fresh.send_signal(signal.SIGTERM)
    server.send_signal(signal.SIGTERM)
    if server.wait(20) != 0:
        failures.append("no clean stop")
print(dict(sorted(counts.items())), "faults:", struct.unpack("=i", control[36:40])[0])
print("failed: " + ", ".join(failures) if failures else "all as promised")
sys.exit(1 if failures else 0)
