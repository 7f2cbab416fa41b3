#!/usr/bin/env python3
"""Shows the program small pictures whose headers claim huge ones, each to a program of its own, and tells what each costs.

    Tests/Soak/hostile.py [--program .build/release/ScrollServer] [--corpus ../shared/corpus]

For each kind of JPEG, PNG, WebP, TIFF, BMP and GIF that is decoded, a small file gets other sizes in its header. The smallest tile and one at full size
are asked for: none may take more than five seconds, nor memory rise by more than 64 MB.
"""
import argparse, http.client, json, os, shutil, subprocess, sys, tempfile, time, urllib.parse, zlib

parser = argparse.ArgumentParser()
parser.add_argument("--program", default=".build/release/ScrollServer")
parser.add_argument("--corpus", default=os.environ.get("SCROLLSERVER_CORPUS", "../shared/corpus"))
options = parser.parse_args()
work = tempfile.mkdtemp(prefix="scrollserver-hostile-")
FRAMES = {0xC0: "baseline", 0xC1: "extended", 0xC2: "progressive", 0xC3: "lossless", 0xC9: "arithmetic",
          0xCA: "arithmetic progressive"}


def frame(data):
    """The marker and place of a JPEG's frame header; None where there is none."""
    place = 2
    while place + 9 < len(data) and data[place] == 0xFF:
        if data[place + 1] in FRAMES:
            return data[place + 1], place
        place += 2 + int.from_bytes(data[place + 2:place + 4])
    return None


def jpeg(data, width, height):
    _, place = frame(data)
    return data[:place + 5] + height.to_bytes(2) + width.to_bytes(2) + data[place + 9:]


def png(data, width, height):
    head = b"IHDR" + width.to_bytes(4) + height.to_bytes(4) + data[24:29]
    return data[:12] + head + zlib.crc32(head).to_bytes(4) + data[33:]


def chunk(kind, body):
    return len(body).to_bytes(4) + kind + body + zlib.crc32(kind + body).to_bytes(4)


def made(width, height, color, interlaced, byte_count):
    """A PNG of so many zeros."""
    head = width.to_bytes(4) + height.to_bytes(4) + bytes([8, color, 0, 0, interlaced])
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(bytes(byte_count), 9))
            + chunk(b"IEND", b""))


found = {}
for place, _, names in sorted(os.walk(options.corpus)):
    for name in sorted(names):
        path = f"{place}/{name}"
        if name.lower().endswith((".jpg", ".jpeg")) and 2000 < os.path.getsize(path) < 200_000:
            with open(path, "rb") as file:
                data = file.read()
            there = frame(data) if data[:2] == b"\xff\xd8" else None
            if there:
                kind = FRAMES[there[0]] + f", {data[there[1] + 9]} components, {data[there[1] + 4]} bits"
                # The largest of its kind holds most rows.
                if len(data) > len(found.get(kind, b"")):
                    found[kind] = data
files = {}
for kind, data in sorted(found.items()):
    for width, height in [(65535, 65535), (65535, 64), (1, 65535)]:
        files[f"JPEG, {kind}, {width} x {height}"] = ("jpg", jpeg(data, width, height))
for width, height in [(1, 2**31 - 1), (2**31 - 1, 1), (2**31 - 1, 2**31 - 1), (60_000, 60_000)]:
    files[f"PNG of {width} x {height} without data"] = ("png", made(width, height, 2, 0, 4))
for width, height, interlaced in [(60_000, 5000, 0), (22_000_000, 1, 0), (60_000, 3000, 1), (9000, 9000, 1), (20_000, 20_000, 1)]:
    claim = (3 * width + 1) * height
    files[f"PNG of {width} x {height}, {'interlaced' if interlaced else 'in rows'}, all zeros"] = (
        "png", made(width, height, 2, interlaced, claim + (7 * height if interlaced else 0)))


def webp(data, width, height):
    """A simple WebP with another size: RFC 6386 9.1 of a lossy one, RFC 9649 3.4 of a lossless one."""
    if data[12:16] == b"VP8 ":
        return data[:26] + width.to_bytes(2, "little") + height.to_bytes(2, "little") + data[30:]
    alpha = int.from_bytes(data[21:25], "little") >> 28
    return data[:21] + (width - 1 | height - 1 << 14 | alpha << 28).to_bytes(4, "little") + data[25:]


def one_colour():
    """A lossless WebP in which all prefix codes have one symbol, so that any number of pixels takes no bits."""
    bits = "000" + 5 * "1000"
    body = bytes(int(bits[at:at + 8][::-1], 2) for at in range(0, len(bits), 8))
    chunk = b"\x2f" + bytes(4) + body + bytes(4)
    chunk += bytes(len(chunk) % 2)
    body = b"WEBPVP8L" + len(chunk).to_bytes(4, "little") + chunk
    return b"RIFF" + len(body).to_bytes(4, "little") + body


pictures = {"one colour": one_colour()}
for place, _, names in sorted(os.walk(options.corpus)):
    for name in sorted(names):
        if name.lower().endswith(".webp") and os.path.getsize(f"{place}/{name}") < 200_000:
            with open(f"{place}/{name}", "rb") as file:
                data = file.read()
            kind = {b"VP8 ": "lossy", b"VP8L": "lossless"}.get(data[12:16])
            if kind and len(data) > len(pictures.get(kind, b"")):
                pictures[kind] = data
for kind, data in pictures.items():
    for width, height in [(16_383, 16_383), (16_383, 64), (1, 16_383)]:
        files[f"WebP, {kind}, {width} x {height}"] = ("webp", webp(data, width, height))


def tiff(data, width, height):
    """A TIFF with another size, and strips as high as that, in the fields that are there; none where they are too short."""
    order = "little" if data[:2] == b"II" else "big"
    place = int.from_bytes(data[4:8], order)
    result = bytearray(data)
    for entry in range(place + 2, place + 2 + 12 * int.from_bytes(data[place:place + 2], order), 12):
        tag = int.from_bytes(data[entry:entry + 2], order)
        if tag in (256, 257, 278):
            result[entry + 2:entry + 4] = (4).to_bytes(2, order)
            result[entry + 8:entry + 12] = (width if tag == 256 else height).to_bytes(4, order)
    return bytes(result)


def tiff_kind(data):
    """Compression, samples, and strips or tiles of a classic TIFF; None of another."""
    order = {b"II*\0": "little", b"MM\0*": "big"}.get(data[:4])
    if not order:
        return None
    place = int.from_bytes(data[4:8], order)
    tags = {}
    for entry in range(place + 2, place + 2 + 12 * int.from_bytes(data[place:place + 2], order), 12):
        short = int.from_bytes(data[entry + 2:entry + 4], order) == 3
        tags[int.from_bytes(data[entry:entry + 2], order)] = int.from_bytes(data[entry + 8:entry + (10 if short else 12)], order)
    return f"compression {tags.get(259, 1)}, colours {tags.get(262)}, {'tiles' if 322 in tags else 'strips'}"


pictures = {}
for place, _, names in sorted(os.walk(options.corpus)):
    for name in sorted(names):
        if name.lower().endswith((".tif", ".tiff")) and os.path.getsize(f"{place}/{name}") < 200_000:
            with open(f"{place}/{name}", "rb") as file:
                data = file.read()
            kind = tiff_kind(data)
            if kind and len(data) > len(pictures.get(kind, b"")):
                pictures[kind] = data
for kind, data in pictures.items():
    for width, height in [(65_535, 65_535), (2_000_000, 4_000_000), (1, 4_000_000_000)]:
        files[f"TIFF, {kind}, {width} x {height}"] = ("tif", tiff(data, width, height))

pictures = {}
for place, _, names in sorted(os.walk(options.corpus)):
    for name in sorted(names):
        if name.lower().endswith(".bmp") and os.path.getsize(f"{place}/{name}") < 200_000:
            with open(f"{place}/{name}", "rb") as file:
                data = file.read()
            kind = f"{int.from_bytes(data[28:30], 'little')} bits, compression {int.from_bytes(data[30:34], 'little')}"
            if data[14] == 40 and len(data) > len(pictures.get(kind, b"")):
                pictures[kind] = data
for kind, data in pictures.items():
    for width, height in [(8192, 8192), (2_000_000, 32), (2_000_000, 2_000_000), (1, (1 << 31) - 1)]:
        size = width.to_bytes(4, "little") + height.to_bytes(4, "little")
        files[f"BMP, {kind}, {width} x {height}"] = ("bmp", data[:18] + size + data[26:])


def gif_image(data):
    """Where a GIF's first image is, if nothing is before it."""
    return 13 + (3 << (data[10] & 7) + 1 if data[10] & 0x80 else 0)


def gif(data, width, height):
    """A GIF with a screen and a first image of this size."""
    image = gif_image(data)
    size = width.to_bytes(2, "little") + height.to_bytes(2, "little")
    return data[:6] + size + data[10:image + 1] + bytes(4) + size + data[image + 9:]


pictures = {}
for place, _, names in sorted(os.walk(options.corpus)):
    for name in sorted(names):
        if name.lower().endswith(".gif") and 1000 < os.path.getsize(f"{place}/{name}") < 200_000:
            with open(f"{place}/{name}", "rb") as file:
                data = file.read()
            if data[gif_image(data)] == 0x2C:
                pictures["interlaced" if data[gif_image(data) + 9] & 0x40 else "plain"] = data
for kind, data in pictures.items():
    for width, height in [(8192, 8192), (65_535, 65_535), (1, 65_535), (65_535, 1)]:
        files[f"GIF, {kind}, {width} x {height}"] = ("gif", gif(data, width, height))


def ask(connection, target):
    begin = time.monotonic()
    connection.request("GET", target)
    answer = connection.getresponse()
    body = answer.read()
    return answer.status, body, time.monotonic() - begin


def measure(kind, data):
    """The statuses, the longest answer in seconds, and by how many MB memory rose."""
    shutil.rmtree(work, ignore_errors=True)
    os.makedirs(f"{work}/pictures")
    with open(f"{work}/pictures/a.{kind}", "wb") as file:
        file.write(data)
    server = subprocess.Popen(
        [options.program, "--port", "0", "--no-token", "--cache", f"{work}/cache", "--state", f"{work}/state", "--log-level",
         "error", f"{work}/pictures"], stdout=subprocess.PIPE, text=True)
    try:
        url = urllib.parse.urlsplit(server.stdout.readline().strip())
        connection = http.client.HTTPConnection(url.hostname, url.port, timeout=60)
        base = json.loads(ask(connection, "/api/collections")[1])["collections"][0]["links"]["self"]
        until = time.monotonic() + 5
        items = []
        while time.monotonic() < until and not (items and (items[0]["measured"] or "error" in items[0])):
            items = json.loads(ask(connection, f"{base}/items?limit=10")[1])["items"]
            time.sleep(0.05)

        def memory(name):
            with open(f"/proc/{server.pid}/status") as file:
                return next(int(line.split()[1]) / 1000 for line in file if line.startswith(name))

        rest, answers = memory("VmRSS:"), []
        width, height = items[0]["width"] or 1, items[0]["height"] or 1
        top = 0
        while max(width, height) > 512 << top:
            top += 1
        for level in [top, 0]:
            row = (min(height, 600) - 1) // 512 if level == 0 else 0
            answers.append(ask(connection, f"{base}/tiles/{items[0]['id']}/{level}/0/{row}"))
        return [answer[0] for answer in answers], max(answer[2] for answer in answers), memory("VmHWM:") - rest
    finally:
        server.terminate()
        server.wait(20)


failed = 0
for name, (kind, data) in files.items():
    statuses, seconds, rise = measure(kind, data)
    wrong = seconds > 5 or rise > 64
    failed += wrong
    print(f"{'FAILED: ' if wrong else ''}{name}, {len(data)} bytes: {statuses}, {seconds:.2f} s, {rise:.0f} MB", flush=True)
shutil.rmtree(work, ignore_errors=True)
sys.exit(failed > 0)
