"""Pillow's times for what PNGBenchmark.swift and ResamplerBenchmark.swift measure: resize_peer.py PICTURE.png"""

import io
import statistics
import sys
import time

from PIL import Image


def measure(name, pixel_count, work):
    times = []
    for _ in range(9):
        start = time.perf_counter()
        work()
        times.append((time.perf_counter() - start) * 1e3)
    median = statistics.median(times)
    print(f"Pillow: {name}: median {median:.2f} ms, {pixel_count / median / 1e3:.0f} MP/s", file=sys.stderr)


image = Image.open(sys.argv[1]).convert("RGB")
count = image.width * image.height
target = (256, max(1, round(256 * image.height / image.width)))
measure("to 256 px, Lanczos, reducing_gap=2", count, lambda: image.resize(target, Image.LANCZOS, reducing_gap=2))
measure("2 x 2 boxes, RGB", count, lambda: image.reduce(2))
gray, alpha = image.convert("L"), image.convert("RGBA")
measure("2 x 2 boxes, gray", count, lambda: gray.reduce(2))
measure("2 x 2 boxes, RGBA", count, lambda: alpha.reduce(2))
tile = image.crop((image.width // 3, image.height // 3, image.width // 3 + 256, image.height // 3 + 256))
measure("PNG of a 256 px photo tile, level 1", 65536, lambda: tile.save(io.BytesIO(), "PNG", compress_level=1))
