"""Group thumbnails: photographs to cold thumbnails beside vipsthumbnail and Pillow; decoding and encoding beside C libraries."""
import multiprocessing
import os
import pathlib
import shutil
import subprocess

from . import codecs_beside, pictures
from .common import Context, seconds
from .server import Server, program

cores = os.cpu_count() or 1


def small(task: tuple[str, str, int]):
    """Pillow's way: the decoder scales where it can, then Lanczos."""
    from PIL import Image

    path, target, side = task
    with Image.open(path) as image:
        image.draft("RGB", (side, side))
        image.thumbnail((side, side), Image.LANCZOS, reducing_gap=2)
        image.save(target, "JPEG", quality=85)


def pillow(paths: list[pathlib.Path], target: pathlib.Path, side: int) -> float:
    with multiprocessing.Pool(cores) as pool:
        tasks = [(str(path), f"{target}/{path.stem}.jpg", side) for path in paths]
        return seconds(lambda: pool.map(small, tasks, chunksize=4))


def vips(paths: list[pathlib.Path], target: pathlib.Path, side: int) -> float:
    """A process for each core: vipsthumbnail's own threads help it less."""
    command = ["vipsthumbnail", "--size", f"{side}x{side}", "-o", f"{target}/%s.jpg[Q=85]"]

    def work():
        running = [subprocess.Popen([*command, *map(str, paths[part::cores])], env={**os.environ, "VIPS_CONCURRENCY": "1"})
                   for part in range(cores)]
        if any([process.wait() for process in running]):
            raise RuntimeError("vipsthumbnail failed")

    return seconds(work)


def ours(context: Context, folder: pathlib.Path, count: int) -> float:
    """From the first request to the last byte of a tile of every picture; the program has just been started."""
    with program(context, folder) as server:
        urls, _ = tiles(server, count)
        assert len(urls) == count, f"{len(urls)} tiles of {count} pictures"
        time = seconds(lambda: server.fetch(urls, 4 * cores))
        made = server.metric("scrollserver_pipeline_decodes_started_total")
        assert made >= count, f"only {made} decodes for {count} pictures"
        return time


def tiles(server: Server, count: int) -> tuple[list[str], dict]:
    return server.tiles(server.complete()["id"], count, "layout=grid&columns=5")


def run(context: Context):
    for width, height in ((4000, 3000), (2400, 1600)):
        for kind in ("JPEG", "WebP", "TIFF"):
            count = context.size(context.options.photographs, 24)
            folder = pictures.folder(context, kind, width, height, count)
            paths = sorted(folder.iterdir())
            target = context.scratch / "thumbnails"
            # The peers make what our tiles are: the picture at a power of two.
            with program(context, folder) as server:
                urls, _ = tiles(server, 1)
            level = int(urls[0].split("?")[0].split("/")[-3])
            side = -(-width // 2 ** level)

            def into(work, paths=paths, side=side):
                target.mkdir()
                try:
                    return work(paths, target, side)
                finally:
                    shutil.rmtree(target)

            context.compare(f"{count:,} {kind} photographs of {width} × {height} to thumbnails of {side} px, cold, both sides on {cores} cores",
                            "s", "lower", {
                "vipsthumbnail": lambda _: into(vips),
                "ours": lambda _, folder=folder, count=count: ours(context, folder, count),
                "Pillow": lambda _: into(pillow),
            }, {"vipsthumbnail": 1.0}, "ours over HTTP, with its caches written")
            shutil.rmtree(folder)
    codecs_beside.run(context)
