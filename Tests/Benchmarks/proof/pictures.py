"""Photographs to measure with: made of those of SCROLLSERVER_CORPUS, or else of noise with a photograph's spectrum."""
import os
import pathlib
import shutil

from .common import Context

extensions = {"JPEG": "jpg", "WebP": "webp", "TIFF": "tif"}


def source(context: Context) -> str:
    """Says in the table where the pictures are from."""
    return "photographs of SCROLLSERVER_CORPUS" if context.corpus else "made pictures with a photograph's spectrum"


def made(number: int, width: int, height: int):
    """A picture whose spectrum falls like a photograph's: noise of every size, the coarser the stronger."""
    import numpy
    from PIL import Image

    noise = numpy.random.default_rng(number)
    total = numpy.zeros((height, width, 3), numpy.float32)
    cell = 2048
    while cell >= 1:
        shape = (max(2, height // cell + 1), max(2, width // cell + 1))
        # One pattern of light for all channels, and a weaker one of colour.
        light = noise.normal(0, 1, shape)[..., None] + 0.3 * noise.normal(0, 1, (*shape, 3))
        for channel in range(3):
            layer = Image.fromarray(light[..., channel].astype(numpy.float32)).resize((width, height), Image.BICUBIC)
            total[..., channel] += numpy.asarray(layer) * cell ** 0.5
        cell //= 2
    total = 128 + total * (50 / total.std())
    return Image.fromarray(total.clip(0, 255).astype(numpy.uint8))


def originals(context: Context, count: int, width: int, height: int):
    """Yields so many different pictures of this size."""
    from PIL import Image, ImageOps

    files = sorted((context.corpus / "perf").glob("photo-*[0-9].jpg")) if context.corpus else []
    for number in range(count):
        if not files:
            yield made(number, width, height)
            continue
        with Image.open(max(files, key=lambda file: file.stat().st_size)) as image:
            image = image.convert("RGB")
        # Each a part of its own, mirrored or not.
        share = 1 - 0.03 * number
        left, top = int((1 - share) * image.width), int((1 - share) * image.height)
        image = image.crop((left, top, image.width, image.height))
        image = ImageOps.mirror(image) if number % 2 else image
        yield ImageOps.fit(image, (width, height), Image.LANCZOS)


def distinct(context: Context, kind: str, width: int, height: int, count: int = 8) -> list[pathlib.Path]:
    """Returns different files of this kind and size, made once."""
    folder = context.scratch / f"originals-{kind}-{width}"
    if not folder.exists():
        folder.mkdir()
        options = {"JPEG": {"quality": 88}, "WebP": {"quality": 80}, "TIFF": {}}[kind]
        for number, image in enumerate(originals(context, count, width, height)):
            image.save(folder / f"{number}.{extensions[kind]}", kind, **options)
    return sorted(folder.iterdir())


def links(files: list[pathlib.Path], folder: pathlib.Path, count: int):
    """Makes so many hard links to these files, in turn. File systems allow some 65,000 links to a file."""
    folder.mkdir(parents=True)
    current = {}
    for place in range(count):
        original = files[place % len(files)]
        target = folder / f"IMG_{place:07}{original.suffix}"
        if place // len(files) % 30_000 == 0:
            shutil.copyfile(original, target)
            current[original] = target
        else:
            os.link(current[original], target)


def folder(context: Context, kind: str, width: int, height: int, count: int) -> pathlib.Path:
    """Returns a folder of so many pictures, made once."""
    path = context.scratch / f"pictures-{kind}-{width}-{count}"
    if not path.exists():
        links(distinct(context, kind, width, height), path, count)
    return path
