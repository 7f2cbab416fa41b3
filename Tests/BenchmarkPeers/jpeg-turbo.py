#!/usr/bin/env python3
"""Rates of libjpeg-turbo (TurboJPEG, through ctypes) on what Tests/Benchmarks/JPEGBenchmark.swift measures.

Needs libturbojpeg and the corpus beside the package, or at SCROLLSERVER_CORPUS. Accurate DCT and triangle upsampling,
RGB out, buffers reused: 9 runs after one that is not counted; minimum and median.
"""
import ctypes
import ctypes.util
import os
import pathlib
import statistics
import time

TJPF_RGB, TJSAMP_420, TJFLAG_ACCURATEDCT = 0, 2, 4096

turbo = ctypes.CDLL(ctypes.util.find_library("turbojpeg") or "libturbojpeg.so.0")
turbo.tjInitDecompress.restype = turbo.tjInitCompress.restype = ctypes.c_void_p
package = pathlib.Path(__file__).resolve().parent.parent.parent
corpus = pathlib.Path(os.environ.get("SCROLLSERVER_CORPUS", package.parent / "shared/corpus"))


def times(work):
    work()
    result = []
    for _ in range(9):
        start = time.perf_counter()
        work()
        result.append((time.perf_counter() - start) * 1000)
    return min(result), statistics.median(result)


def report(name, megapixels, result):
    rates = [megapixels * 1000 / value for value in result]
    print(f"{name}: {result[0]:.2f} / {result[1]:.2f} ms, {rates[0]:.0f} / {rates[1]:.0f} MP/s", flush=True)


def size(handle, data):
    width, height, sampling, space = (ctypes.c_int() for _ in range(4))
    turbo.tjDecompressHeader3(
        ctypes.c_void_p(handle), data, ctypes.c_ulong(len(data)),
        *(ctypes.byref(value) for value in (width, height, sampling, space)))
    return width.value, height.value


def decode(name, denominator):
    data = (corpus / "perf" / f"{name}.jpg").read_bytes()
    handle = turbo.tjInitDecompress()
    width, height = size(handle, data)
    scaled = -(-width // denominator), -(-height // denominator)
    buffer = ctypes.create_string_buffer(scaled[0] * scaled[1] * 3)

    def work():
        status = turbo.tjDecompress2(
            ctypes.c_void_p(handle), data, ctypes.c_ulong(len(data)), buffer, scaled[0], 0, scaled[1], TJPF_RGB,
            TJFLAG_ACCURATEDCT)
        assert status == 0

    report(f"{name} 1/{denominator}", width * height / 1e6, times(work))
    turbo.tjDestroy(ctypes.c_void_p(handle))
    return buffer.raw, scaled


for name, denominators in [
    ("photo-2mp-q85-420", [1]), ("photo-12mp-q88-420", [1, 2, 4, 8]), ("mosaic-24mp-q85-420", [1, 8]),
    ("photo-12mp-q88-420-prog", [1, 2, 8]),
]:
    for denominator in denominators:
        decode(name, denominator)

pixels, (width, _) = decode("photo-2mp-q85-420", 1)
tile = b"".join(pixels[(y * width + 700) * 3:][:256 * 3] for y in range(500, 756))
handle = turbo.tjInitCompress()
output = ctypes.c_void_p(None)
length = ctypes.c_ulong(0)


def encode():
    for _ in range(100):
        turbo.tjCompress2(
            ctypes.c_void_p(handle), tile, 256, 0, 256, TJPF_RGB, ctypes.byref(output), ctypes.byref(length),
            TJSAMP_420, 85, TJFLAG_ACCURATEDCT)


report("encode 256 × 256 4:2:0 q85, 100 times", 6.5536, times(encode))
