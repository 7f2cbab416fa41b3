#!/usr/bin/env python3
"""Pillow and vips on what Tests/Benchmarks/TileBenchmark.swift measures: medians of nine runs.

Needs Pillow, vips (libvips-tools) and the corpus beside the package, or at SCROLLSERVER_CORPUS.
"""
import io
import os
import pathlib
import shutil
import statistics
import subprocess
import tempfile
import time

from PIL import Image

package = pathlib.Path(__file__).resolve().parent.parent.parent
corpus = pathlib.Path(os.environ.get("SCROLLSERVER_CORPUS", package.parent / "shared/corpus"))


def report(name, work):
    times = []
    for _ in range(9):
        start = time.perf_counter()
        work()
        times.append((time.perf_counter() - start) * 1000)
    print(f"peer: {name}: median {statistics.median(times):.2f} ms", flush=True)


def thumbnail(path):
    with Image.open(path) as image:
        image.draft("RGB", (256, 256))
        image.thumbnail((256, 256), Image.LANCZOS, reducing_gap=2)
        image.save(io.BytesIO(), "JPEG", quality=85)


for name in ["photo-12mp-q88-420.jpg", "photo-12mp-q88-420-prog.jpg", "mosaic-24mp-q85-420.jpg"]:
    report(f"Pillow, {name} to a 256 px JPEG", lambda: thumbnail(corpus / "perf" / name))

scratch = tempfile.mkdtemp()


def pyramid(size):
    shutil.rmtree(scratch)
    os.mkdir(scratch)
    subprocess.run(
        ["vips", "dzsave", corpus / "perf/photo-12mp-q88-420.jpg", scratch + "/out", "--tile-size", str(size),
         "--overlap", "0", "--suffix", ".jpg[Q=85]"],
        env={**os.environ, "VIPS_CONCURRENCY": "1"}, check=True)


report("vips dzsave, 512 px", lambda: pyramid(512))
report("vips dzsave, 256 px", lambda: pyramid(256))
shutil.rmtree(scratch)
