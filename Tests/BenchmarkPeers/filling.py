#!/usr/bin/env python3
"""Tiny pictures of a folder, beside what Tests/Benchmarks/FillingBenchmark.swift measures.

    filling.py make DIR     three folders of hard links to a 12-megapixel photograph: as it is, progressive, and with an
                            EXIF thumbnail
    filling.py DIR          Pillow's draft mode at 1/8 and vipsthumbnail over each of them, on all processors

Needs Pillow, vipsthumbnail (libvips-tools) and the corpus beside the package, or at SCROLLSERVER_CORPUS.
"""
import io
import multiprocessing
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

from PIL import Image

package = pathlib.Path(__file__).resolve().parent.parent.parent
corpus = pathlib.Path(os.environ.get("SCROLLSERVER_CORPUS", package.parent / "shared/corpus"))
counts = {"baseline": 200, "progressive": 400, "thumbnails": 2000}


def with_thumbnail(file):
    """The file with an EXIF thumbnail of 160 x 120 pixels, as cameras write it."""
    small = io.BytesIO()
    image = Image.open(io.BytesIO(file))
    image.draft("RGB", (640, 480))
    image.resize((160, round(160 * image.height / image.width))).save(small, "JPEG", quality=85)
    thumbnail = small.getvalue()

    def entry(tag, kind, value):
        return tag.to_bytes(2, "big") + kind.to_bytes(2, "big") + (1).to_bytes(4, "big") + value

    first = (1).to_bytes(2, "big") + entry(0x112, 3, b"\0\1\0\0") + (26).to_bytes(4, "big")
    second = (2).to_bytes(2, "big") + entry(0x201, 4, (56).to_bytes(4, "big"))
    second += entry(0x202, 4, len(thumbnail).to_bytes(4, "big")) + bytes(4)
    block = b"Exif\0\0MM\0*" + (8).to_bytes(4, "big") + first + second + thumbnail
    return file[:2] + b"\xff\xe1" + (len(block) + 2).to_bytes(2, "big") + block + file[2:]


def make(folder):
    baseline = (corpus / "perf/photo-12mp-q88-420.jpg").read_bytes()
    files = {
        "baseline": baseline,
        "progressive": (corpus / "perf/photo-12mp-q88-420-prog.jpg").read_bytes(),
        "thumbnails": with_thumbnail(baseline),
    }
    for name, file in files.items():
        (folder / name).mkdir(parents=True)
        first = folder / name / "0.jpg"
        first.write_bytes(file)
        for number in range(1, counts[name]):
            os.link(first, folder / name / f"{number}.jpg")


def draft(path):
    with Image.open(path) as image:
        image.draft("RGB", (image.width // 8, image.height // 8))
        side = min(image.width, image.height)
        left, top = (image.width - side) // 2, (image.height - side) // 2
        image.crop((left, top, left + side, top + side)).resize((16, 16), Image.BOX).tobytes()


def rate(name, paths, work):
    rates = []
    for _ in range(5):
        start = time.perf_counter()
        work(paths)
        rates.append(len(paths) / (time.perf_counter() - start))
    print(f"peer: {name}: median {statistics.median(rates):.0f} items/s", flush=True)


def vips(paths):
    with tempfile.TemporaryDirectory() as scratch:
        parts = [paths[place::os.cpu_count()] for place in range(os.cpu_count())]
        running = [
            subprocess.Popen(
                ["vipsthumbnail", "--size", "16x16", "--smartcrop", "centre", "-o", f"{scratch}/%s-{place}.png", *part],
                env={**os.environ, "VIPS_CONCURRENCY": "1"})
            for place, part in enumerate(parts)]
        for process in running:
            process.wait()


if __name__ == "__main__":
    if sys.argv[1] == "make":
        make(pathlib.Path(sys.argv[2]))
        sys.exit()
    with multiprocessing.Pool() as pool:
        for name in counts:
            paths = sorted(map(str, (pathlib.Path(sys.argv[1]) / name).iterdir()))[:200]
            rate(f"Pillow, draft at 1/8, {name}", paths, lambda paths: pool.map(draft, paths, chunksize=4))
            if shutil.which("vipsthumbnail"):
                rate(f"vipsthumbnail, {name}", paths, vips)
