"""Group alike: how long after the atlas is filled all alike pictures are found, and the memory of each."""
import pathlib
import random
import shutil
import struct
import time
import zlib

from .common import Context
from .server import Server, program

in_folder = 1000
# Each of so many pictures comes once more, with noise that nobody sees.
copied = 10
# The groups are complete once their number has been the same for so many seconds.
patience = 60


def chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def png(areas: list[bytes]) -> bytes:
    """A picture of 16 × 16 pixels with 4 × 4 areas of three bytes."""
    rows = b"".join((b"\0" + b"".join(area * 4 for area in areas[first:first + 4])) * 4 for first in range(0, 16, 4))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 16, 16, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows, 1)) + chunk(b"IEND", b""))


def make(folder: pathlib.Path, count: int):
    """Different pictures of all tones and contrasts; links to one file would be read as often, but be alike all."""
    chance = random.Random(7)
    areas: list[bytes] = []
    for number in range(count):
        if number % in_folder == 0:
            place = folder / f"{number // in_folder:04}"
            place.mkdir(parents=True)
        if number % copied == copied - 1:
            areas = [bytes(min(255, max(0, value + chance.randint(-1, 1))) for value in area) for area in areas]
        else:
            mean, contrast = chance.randint(40, 215), chance.randint(8, 90)
            areas = [bytes(min(255, max(0, mean + chance.randint(-contrast, contrast))) for _ in range(3)) for _ in range(16)]
        (place / f"{number % in_folder:03}.png").write_bytes(png(areas))


def kilobytes(server: Server) -> int:
    """What the program has in memory besides files, which the system can take back."""
    status = pathlib.Path(f"/proc/{server.process.pid}/status").read_text()
    return int(status.split("RssAnon:")[1].split()[0])


def found(server: Server, collection: str) -> int:
    return server.json(f"/api/collections/{collection}/plan?width=200&height=200&q=has:alike")["count"]


def measure(server: Server, count: int) -> tuple[float, int]:
    """Returns the seconds from the filled atlas to the last change of the groups, and how many pictures are in one."""
    collection = server.complete()["id"]
    server.settle(collection, 3600)
    begin = time.monotonic()
    last, changed = -1, begin
    while time.monotonic() - changed < patience:
        if (now := found(server, collection)) != last:
            last, changed = now, time.monotonic()
        time.sleep(0.5)
    if last < 2 * count // copied * 0.95:
        raise RuntimeError(f"of {2 * count // copied} pictures with a copy, only {last} are found")
    return changed - begin, last


def run(context: Context):
    for count in (100_000, 1_000_000) if not context.quick else (2_000,):
        folder = context.scratch / f"alike-{count}"
        make(folder, count)
        times, bytes_each = [], []
        for turn in range(min(context.runs, 2)):
            cache = context.scratch / f"alike-cache-{turn}"
            with program(context, folder, cache=cache) as server:
                seconds, members = measure(server, count)
                times.append(seconds)
            # The atlas is filled already: what is more than without alike pictures is theirs.
            with program(context, folder, cache=cache) as server:
                before = server.complete() and kilobytes(server)
                measure(server, count)
                bytes_each.append(1024 * (kilobytes(server) - before) / count)
            shutil.rmtree(cache, ignore_errors=True)
        context.add_all(f"alike pictures of {count:,}, from the filled atlas to the last group", "s", "lower", {"ours": times},
                        note=f"{members:,} are in a group; goal of a million: 60 s")
        context.add_all(f"memory of alike pictures, of {count:,}", "bytes an item", "lower", {"ours": bytes_each},
                        note="all that came after the folder was read; goal: 40 bytes")
        shutil.rmtree(folder)
