#!/usr/bin/env python3
"""Shows the program small pictures whose headers claim huge ones, each to a program of its own, and tells what each costs.

    Tests/Soak/hostile.py [--program .build/release/ScrollServer] [--corpus ../shared/corpus] [--only TIFF,ICO]

For each kind of JPEG, PNG, WebP, TIFF, BMP, GIF and ICO that is decoded, a small file gets other sizes in its header; HEIC pictures and
videos get other sizes, counts and lengths in their boxes. The smallest tile, one at full size and what the file carries of itself
are asked for: none may take more than five seconds, nor memory rise by more than 64 MB, nor may the program end.
"""
import argparse, http.client, json, os, shutil, subprocess, sys, tempfile, time, urllib.parse, zlib

parser = argparse.ArgumentParser()
parser.add_argument("--program", default=".build/release/ScrollServer")
parser.add_argument("--corpus", default=os.environ.get("SCROLLSERVER_CORPUS", "../shared/corpus"))
parser.add_argument("--only", default="", help="the names with which the kinds begin, with commas between them")
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


def icon(count, side, bits, data):
    """An icon of so many entries, which all lead to one picture: [MS-ICO], a directory of 16 bytes an entry."""
    place = 6 + 16 * count
    entry = bytes([side, side, 0, 0, 1, 0]) + bits.to_bytes(2, "little") + len(data).to_bytes(4, "little") + place.to_bytes(4, "little")
    return b"\0\0\1\0" + count.to_bytes(2, "little") + count * entry + data


def bitmap(width, height, bits, compression=0, byte_count=64):
    """A bitmap as icons have it: without a file header, twice as high, for the mask."""
    head = (40).to_bytes(4, "little") + width.to_bytes(4, "little") + height.to_bytes(4, "little") + b"\1\0"
    return head + bits.to_bytes(2, "little") + compression.to_bytes(4, "little") + bytes(20 + byte_count)


for count in (1, 65_535):
    for bits in (1, 8, 32):
        for width, height in [(256, 512), (65_535, 131_070), (1, (1 << 31) - 1), ((1 << 31) - 1, 2)]:
            files[f"ICO, {count} entries, {bits} bits, {width} x {height}"] = ("ico", icon(count, 0, bits, bitmap(width, height, bits)))
    files[f"ICO, {count} entries, PNG of 60000 x 60000"] = ("ico", icon(count, 0, 32, made(60_000, 60_000, 2, 0, 4)))
    files[f"ICO, {count} entries, PNG of 20000 x 20000, interlaced"] = (
        "ico", icon(count, 0, 32, made(20_000, 20_000, 2, 1, 61_000 * 20_000 // 8)))


def long_strips(count, byte_count):
    """A TIFF of one column with so many strips of a row, which all are said to be in the same place: TIFF 6.0, section 8."""
    tags = [(256, 4, 1, 1), (257, 4, 1, count), (258, 3, 1, 8), (259, 3, 1, 1), (262, 3, 1, 1), (273, 4, count, 200),
            (277, 3, 1, 1), (278, 4, 1, 1), (279, 4, count, 200)]
    body = b"".join(tag.to_bytes(2, "little") + kind.to_bytes(2, "little") + number.to_bytes(4, "little") + value.to_bytes(4, "little")
                    for tag, kind, number, value in tags)
    return b"II*\0" + (8).to_bytes(4, "little") + len(tags).to_bytes(2, "little") + body + bytes(4) + bytes(byte_count)


for count in (1 << 20, 1 << 24, (1 << 32) - 1):
    files[f"TIFF of {count} strips that are not there"] = ("tif", long_strips(count, 100))
files["TIFF of 1048576 strips in one place"] = ("tif", long_strips(1 << 20, 4 << 20))


def numbers(data, kind, skip, values):
    """A file with other numbers of four bytes in the first box of a kind."""
    place = data.find(kind)
    if place < 0:
        return None
    place += 4 + skip
    return data[:place] + b"".join(value.to_bytes(4) for value in values) + data[place + 4 * len(values):]


def box(kind, body):
    return (len(body) + 8).to_bytes(4) + kind + body


def still(properties, more=b""):
    """A HEIC with one item up to its metadata."""
    order = bytes([0, 0, 0, 1, 0, 1, len(properties)]) + bytes(range(1, len(properties) + 1))
    own = box(b"iprp", box(b"ipco", b"".join(properties)) + box(b"ipma", bytes(4) + order))
    return box(b"ftyp", b"heic" + bytes(4) + b"heic") + box(b"meta", bytes(4) + box(b"pitm", bytes(5) + b"\1") + own + more)


def extent(width, height):
    return box(b"ispe", bytes(4) + width.to_bytes(4) + height.to_bytes(4))


most = (1 << 32) - 1
for width, height in [(most, most), (1, most), (65_535, 65_535)]:
    files[f"HEIC of {width} x {height}"] = ("heic", still([extent(width, height)]))
for crop in [8 * [most], 8 * [(1 << 31) - 1], [1 << 31, 1, 1 << 31, 1, 1 << 31, 1, 1 << 31, 1], [1, 0, 1, 0, 1, 0, 1, 0]]:
    files[f"HEIC cropped to {crop}"] = ("heic", still([extent(most, most), box(b"clap", b"".join(one.to_bytes(4) for one in crop))]))
files["HEIC of 127 crops"] = ("heic", still([extent(800, 600)] + 126 * [box(b"clap", b"".join(one.to_bytes(4) for one in 4 * [9, 1]))]))
entry = box(b"infe", bytes([2, 0, 0, 0, 0, 2, 0, 0]) + b"Exif\0")
for count in (1, 60_000):
    places = bytes([1, 0, 0, 0, 0x44, 0]) + (65_535).to_bytes(2) + 60_000 * (bytes([0, 3, 0, 0, 0, 0, 255, 255]))
    files[f"HEIC of {count} items and places without end"] = (
        "heic", still([extent(800, 600)], box(b"iinf", bytes(4) + (65_535).to_bytes(2) + count * entry) + box(b"iloc", places)))
files["HEIC of empty boxes"] = ("heic", still([extent(800, 600)], 200_000 * box(b"free", b"")))

with tempfile.TemporaryDirectory() as folder:
    for name, arguments in [("a.mp4", ["-c:v", "mpeg4"]), ("a.mov", ["-c:v", "mpeg4"]), ("a.mkv", ["-c:v", "mpeg4"]), ("a.webm", ["-c:v", "libvpx"]),
                            ("a.avi", ["-c:v", "mpeg4"]), ("a.mpg", ["-c:v", "mpeg2video"]), ("a.wmv", ["-c:v", "wmv2"])]:
        subprocess.run(["ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc=size=64x48:rate=25:duration=1", *arguments, f"{folder}/{name}"],
                       check=True, stdin=subprocess.DEVNULL)
        with open(f"{folder}/{name}", "rb") as file:
            data = file.read()
        ending = name[2:]
        files[f"video, {ending}"] = (ending, data)
        for kind, skip in [(b"mvhd", 12), (b"tkhd", 76), (b"mdhd", 12), (b"stsz", 4), (b"stts", 4), (b"stco", 4), (b"meta", -8), (b"moov", -8),
                           (b"udta", -8), (b"avih", 0), (b"strh", 20), (b"idx1", 0), (b"LIST", 0)]:
            for values in [(most, most), (0, 0), (1 << 31, 1)]:
                changed = numbers(data, kind, skip, values)
                if changed:
                    files[f"video, {ending}, {kind.decode()} {values}"] = (ending, changed)
        # Lengths of Matroska's elements: RFC 8794, section 6.
        for kind, called in [(b"\x18\x53\x80\x67", "Segment"), (b"\x15\x49\xa9\x66", "Info"), (b"\x16\x54\xae\x6b", "Tracks"), (b"\x11\x4d\x9b\x74", "SeekHead")]:
            for length in [b"\x01" + 7 * b"\xff", b"\x01\x00" + 6 * b"\xff", b"\x80", b"\x00"]:
                place = data.find(kind)
                if ending in ("mkv", "webm") and place >= 0:
                    files[f"video, {ending}, {called} of {length.hex()}"] = (ending, data[:place + 4] + length + data[place + 4 + len(length):])
    # In the picture that a video carries: one that claims to be huge.
    cover = made(60_000, 60_000, 2, 0, 4)
    names = box(b"ilst", box(b"covr", box(b"data", bytes(8) + cover)))
    movie = box(b"moov", box(b"mvhd", bytes(100)) + box(b"udta", box(b"meta", bytes(4) + names)))
    files["video with a cover of 60000 x 60000"] = ("mp4", box(b"ftyp", b"isom" + bytes(4) + b"isom") + movie)


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
        answers.append(ask(connection, f"{base}/items/{items[0]['id']}/thumbnail"))
        return [answer[0] for answer in answers], max(answer[2] for answer in answers), memory("VmHWM:") - rest
    finally:
        server.terminate()
        server.wait(20)


failed = 0
for name, (kind, data) in files.items():
    if not name.startswith(tuple(options.only.split(","))):
        continue
    try:
        statuses, seconds, rise = measure(kind, data)
    except (OSError, http.client.HTTPException) as error:
        statuses, seconds, rise = f"no answer: {error!r}", 0, 0
    wrong = seconds > 5 or rise > 64 or isinstance(statuses, str)
    failed += wrong
    print(f"{'FAILED: ' if wrong else ''}{name}, {len(data)} bytes: {statuses}, {seconds:.2f} s, {rise:.0f} MB", flush=True)
shutil.rmtree(work, ignore_errors=True)
sys.exit(failed > 0)
