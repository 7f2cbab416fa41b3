#!/usr/bin/env python3
"""A set of pictures with known copies, and how well copies are found, beside imagededup's perceptual hash.

    alike.py make DIR [CUT] about 2,000 pictures of the corpus and five copies of each, as tiny pictures: resized to
                            50 %, JPEG of quality 40, cropped by 3 %, turned by 90 degrees, greyed. CUT is the side of
                            cuts in pixels, 176 unless given. The limits were tuned with 176; another side gives
                            pictures that they have not seen.
    alike.py measure DIR    builds the program's own pure files with swiftc, and prints the table

Photographs are few, so that pictures are cut from those of enough pixels, without overlap. Left out are pictures
nearly without contrast, and those that show the same as an earlier one: their 32 x 32 pixels correlate by 0.8 or more
in one of eight positions. Needs Pillow, numpy, scipy, PyWavelets, and imagededup without its dependencies (pip install --no-deps); the
corpus is beside the package, or at SCROLLSERVER_CORPUS.
"""
import io
import os
import pathlib
import struct
import subprocess
import sys
import tempfile
import types
import warnings

import numpy
from PIL import Image, ImageOps

warnings.simplefilter("ignore")
package = pathlib.Path(__file__).resolve().parent.parent.parent
corpus = pathlib.Path(os.environ.get("SCROLLSERVER_CORPUS", package.parent / "shared/corpus"))
SIDE = 16
FINE = 32
CUT = 176
MOST = 2000
kinds = ["original", "resized 50 %", "JPEG quality 40", "cropped 3 %", "turned 90°", "greyed"]


def perceptual_hash():
    """imagededup's PHash; the modules that need torch or matplotlib are left out."""
    for name, member in [("utils.plotter", "plot_duplicates"), ("utils.models", "CustomModel"), ("methods.cnn", "CNN"),
                         ("handlers.search.retrieval", "HashEval")]:
        module = types.ModuleType("imagededup." + name)
        setattr(module, member, None)
        sys.modules[module.__name__] = module
    from imagededup.methods import PHash
    coder = PHash(verbose=False)
    return lambda image: int(coder.encode_image(image_array=numpy.asarray(image)), 16)


def weights(count, side):
    """How much each of `count` pixels counts in each of the 16 of the central `side` pixels."""
    step, start = side / SIDE, (count - side) / 2
    edges = start + step * numpy.arange(SIDE + 1)
    pixels = numpy.arange(count)
    covered = numpy.minimum(edges[1:, None], pixels + 1) - numpy.maximum(edges[:-1, None], pixels)
    return numpy.clip(covered, 0, None) / step


def tiny(image):
    """The central square in 16 x 16 pixels, averaged as TinyPictureMaker does."""
    samples = numpy.asarray(image.convert("RGB"), float)
    side = min(image.size)
    mean = numpy.einsum("yr,rcx,zc->yzx", weights(image.height, side), samples, weights(image.width, side), optimize=True)
    return numpy.clip(numpy.rint(mean), 0, 255).astype(numpy.uint8)


def square(image):
    """The central square in 32 x 32 grey pixels with a mean of 0 and a length of 1; None nearly without contrast."""
    side = min(image.size)
    left, top = (image.width - side) // 2, (image.height - side) // 2
    grey = image.convert("L").resize((FINE, FINE), Image.BOX, (left, top, left + side, top + side))
    light = numpy.asarray(grey, numpy.float32)
    light -= light.mean()
    return light / numpy.linalg.norm(light) if light.std() >= 8 else None


def copies(image):
    width, height = image.size
    jpeg = io.BytesIO()
    image.save(jpeg, "JPEG", quality=40)
    return [
        image, image.resize((max(1, width // 2), max(1, height // 2)), Image.BICUBIC), Image.open(jpeg).convert("RGB"),
        image.crop((round(width * 0.03), round(height * 0.03), width, height)), image.transpose(Image.ROTATE_90),
        ImageOps.grayscale(image).convert("RGB"),
    ]


def pictures(cut):
    """Whole pictures first, then cuts of the largest; only cuts of another side than the one that limits were tuned with."""
    large = []
    for file in sorted(corpus.rglob("*")):
        if file.suffix.lower() not in (".jpg", ".jpeg", ".png", ".webp", ".tif", ".tiff", ".avif", ".ppm"): continue
        try:
            image = Image.open(file)
            if min(image.size) < 200 or image.width * image.height > 40_000_000 or image.mode == "1": continue
            image = ImageOps.exif_transpose(image).convert("RGB")
        except Exception:
            continue
        if cut == CUT: yield image
        if min(image.size) >= 2 * cut: large.append(file)
    for file in large:
        image = ImageOps.exif_transpose(Image.open(file)).convert("RGB")
        for top in range(0, image.height - cut + 1, cut):
            for left in range(0, image.width - cut + 1, cut):
                # Sides differ, as those of photographs do.
                width, height = ((cut, cut * 2 // 3), (cut * 3 // 4, cut), (cut, cut))[(left + top) // cut % 3]
                yield image.crop((left, top, left + width, top + height))


def make(folder, cut=CUT):
    folder.mkdir(parents=True, exist_ok=True)
    hash_of = perceptual_hash()
    known = numpy.zeros((MOST, FINE * FINE), numpy.float32)
    count = 0
    with open(folder / "set.bin", "wb") as out:
        for image in pictures(cut):
            if count == MOST: break
            first = square(image)
            if first is None: continue
            turned = [numpy.rot90(side, turn).ravel() for side in (first, first[:, ::-1]) for turn in range(4)]
            if any((known[:count] @ one > 0.8).any() for one in turned): continue
            known[count] = first.ravel()
            for kind, copy in enumerate(copies(image)):
                # Number of the picture, kind of the copy, imagededup's hash, 768 bytes.
                out.write(struct.pack("<IIQ", count, kind, hash_of(copy)) + tiny(copy).tobytes())
            count += 1
    print(f"{count} pictures, {count * len(kinds)} with copies")


def measure(folder):
    catalog = package / "Sources/ScrollServer/Catalog"
    files = [package / "Tests/BenchmarkPeers/alike/main.swift", catalog / "Facts/Columns/RowChunk.swift"]
    with tempfile.TemporaryDirectory() as build:
        program = pathlib.Path(build) / "alike"
        subprocess.run(["swiftc", "-O", "-package-name", "alike", "-o", program, *files,
                        *sorted((catalog / "Alike").glob("Look*.swift")), catalog / "Alike/AlikeFinder.swift"],
                       check=True)
        subprocess.run([program, folder / "set.bin"], check=True)


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["make", path]: make(pathlib.Path(path))
        case ["make", path, cut] if cut.isdigit() and int(cut) > 0: make(pathlib.Path(path), int(cut))
        case ["measure", path]: measure(pathlib.Path(path))
        case _: sys.exit(__doc__)
