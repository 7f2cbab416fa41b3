"""Group heic: HEICs like phones' beside libheif: the whole picture, one tile, cells, thumbnails of a folder, and memory."""
import os
import pathlib
import shutil
import subprocess

from . import heic_grid, pictures
from .common import Context, output, seconds
from .server import program
from .thumbnails import vips

cores = os.cpu_count() or 1
width, height = 4096, 3072


def at(url: str, level: int | str, column: int = 0, row: int = 0) -> str:
    """The address of another tile of the same item."""
    path, _, query = url.partition("?")
    return "/".join(path.split("/")[:-3]) + f"/{level}/{column}/{row}?{query}"


def ours(context: Context, folder: pathlib.Path, level: int | str, column: int = 0, row: int = 0, on: str | None = None) -> float:
    """Milliseconds of one tile by a program that has just been started and has read the folder."""
    with program(context, folder, cores=on) as server:
        collection = server.complete()["id"]
        [url] = server.tiles(collection, 1, "layout=stack")[0]
        return 1000 * seconds(lambda: server.get(at(url, level, column, row)))


def decode(path: pathlib.Path, on: str | None = None) -> float:
    """Milliseconds of decoding by pillow-heif, to RGB and no file, in a process of its own."""
    code = ("import pillow_heif, sys, time\nbegin = time.perf_counter()\npillow_heif.open_heif(sys.argv[1], convert_hdr_to_8bit=False)"
            ".data[:1]\nprint(1000 * (time.perf_counter() - begin))")
    pinned = ["taskset", "-c", on] if on else []
    return float(output(*pinned, "python3", "-c", code, path))


def convert(path: pathlib.Path, target: pathlib.Path, on: str | None = None) -> float:
    """Milliseconds of heif-convert, which also writes a JPEG."""
    pinned = ["taskset", "-c", on] if on else []
    return 1000 * seconds(lambda: output(*pinned, "heif-convert", "-q", "85", path, target))


def thumbnailer(paths: list[pathlib.Path], target: pathlib.Path, side: int) -> float:
    script = f'for path; do heif-thumbnailer -s {side} "$path" "{target}/$(basename "$path").png" || exit 1; done'

    def work():
        running = [subprocess.Popen(["sh", "-c", script, "sh", *map(str, paths[part::cores])]) for part in range(cores)]
        if any([process.wait() for process in running]):
            raise RuntimeError("heif-thumbnailer failed")

    return seconds(work)


def thumbnails(context: Context, folder: pathlib.Path, count: int) -> float:
    """Seconds of a tile of 256 pixels of every picture, by a program that has just been started."""
    with program(context, folder) as server:
        urls, _ = server.tiles(server.complete()["id"], count, "layout=grid&columns=5")
        assert len(urls) == count, f"{len(urls)} tiles of {count} pictures"
        return seconds(lambda: server.fetch([at(url, 4) for url in urls], 4 * cores))


def run(context: Context):
    try:
        heic_grid.libheif()
    except ImportError:
        return context.skip("HEIC", "pillow-heif, which writes the files, is not installed")
    count = context.size(8, 2)
    one, many = context.scratch / "heic-one", context.scratch / "heic-many"
    originals = context.scratch / "heic-originals"
    for folder in (one, originals):
        folder.mkdir()
    for number, picture in enumerate(pictures.originals(context, count, width, height)):
        heic_grid.write(picture, originals / f"{number}.heic")
    path = pathlib.Path(shutil.copy(originals / "0.heic", one))
    target = context.scratch / "heic.jpg"
    # At level 3 the picture is 512 × 384, more than its thumbnail has: all 48 tiles are decoded, and one JPEG is written.
    for on, name, goal in (("0", "one core", 1.5), (None, f"{cores} cores", 1.0)):
        context.compare(f"a HEIC of {width} × {height}, 48 tiles, decoded whole on {name}", "ms", "lower", {
            "libheif and libde265 (pillow-heif), to RGB": lambda _, on=on: decode(path, on),
            "heif-convert, with its JPEG": lambda _, on=on: convert(path, target, on),
            "ours": lambda _, on=on: ours(context, one, 3, on=on),
        }, {"heif-convert, with its JPEG": goal, "libheif and libde265 (pillow-heif), to RGB": goal}, "ours over HTTP, scaled to 512 × 384")
    context.compare("a tile of 512 pixels in its middle, over HTTP, cold", "ms", "lower", {"ours": lambda _: ours(context, one, 0, 3, 2)},
                    note="goal: 60 ms")
    context.compare("a cell of 256 × 192 from its thumbnail, over HTTP, cold", "ms", "lower", {"ours": lambda _: ours(context, one, 4)},
                    note="goal: 8 ms")
    context.compare("a cell of 320 × 240, its thumbnail as it is, over HTTP, cold", "ms", "lower", {"ours": lambda _: ours(context, one, "copy")},
                    note="goal: 8 ms")
    files = context.size(1000, 20)
    pictures.links(sorted(originals.iterdir()), many, files)
    paths, small = sorted(many.iterdir()), context.scratch / "heic-small"

    def into(work):
        small.mkdir()
        try:
            return work(paths, small, 256)
        finally:
            shutil.rmtree(small)

    peers = {"vipsthumbnail": lambda _: into(vips), "ours": lambda _: thumbnails(context, many, files)}
    if shutil.which("heif-thumbnailer"):
        peers["heif-thumbnailer"] = lambda _: into(thumbnailer)
    else:
        context.skip("thumbnails by heif-thumbnailer", "it is not installed")
    context.compare(f"{files:,} HEICs of {width} × {height} to thumbnails of 256 px, cold, on {cores} cores", "s", "lower", peers)
    large = context.scratch / "heic-large"
    large.mkdir()
    heic_grid.write(next(iter(pictures.originals(context, 1, 2 * width, 2 * height))), large / "48.heic")
    with program(context, large) as server:
        collection = server.complete()["id"]
        before = server.peak_megabytes()
        urls, _ = server.tiles(collection, 1, "layout=stack&zoom=6")
        server.get(at(urls[0], 4))
        context.add_all(f"the server's peak for a HEIC of {2 * width} × {2 * height}, decoded whole, over its peak before", "MB", "lower",
                        {"ours": [server.peak_megabytes() - before]}, note="goal: 64 MB")
