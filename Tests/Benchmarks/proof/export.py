"""Group export: pictures to Deep Zoom's files beside `vips dzsave`, with the time and the memory that it takes."""
import os
import pathlib
import shutil
import sys

from . import pictures
from .common import Context, output, seconds

cores = os.cpu_count() or 1


# A process keeps the memory of the one that started it as its greatest, so a small one starts what is measured.
starter = """
import resource, subprocess, sys
status = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
sys.exit(status)
"""


def peak(*command, **options) -> float:
    """Runs a command and returns the greatest memory of any of its processes in MB; throws where it fails."""
    return int(output(sys.executable, "-S", "-c", starter, *command, **options)) / 1024


def ours(context: Context, source: pathlib.Path, target: pathlib.Path) -> float:
    # Without what earlier runs have kept. The default quality of vips.
    return peak(context.program, "export", source, "--output", target, "--format", "dzi", "--quality", 75, "--cache-limit", 0)


def vips(source: pathlib.Path, target: pathlib.Path) -> float:
    """A folder in a process for each core, each a picture at a time, since vips takes no more."""
    target.mkdir()
    if source.is_file():
        return peak("vips", "dzsave", source, target / source.stem, "--suffix", ".jpg[Q=75]")
    one = f'vips dzsave "$1" "{target}/$(basename "$1" .jpg)" --suffix ".jpg[Q=75]"'
    files = "\n".join(map(str, source.iterdir()))
    return cores * peak("xargs", "-P", cores, "-I{}", "sh", "-c", one, "sh", "{}", input=files, env={**os.environ, "VIPS_CONCURRENCY": "1"})


def run(context: Context):
    count = context.size(min(1000, context.options.photographs), 8)
    folder = pictures.folder(context, "JPEG", 2400, 1600, count)
    across = context.size(8, 2)
    sheet, large = context.scratch / "sheet.v", context.scratch / "large.jpg"
    output("vips", "replicate", min(folder.iterdir()), sheet, across, across * 3 // 2)
    output("vips", "copy", sheet, f"{large}[Q=88]")
    sheet.unlink()
    target = context.scratch / "exported"
    for source, what in ((folder, f"{count:,} JPEG photographs of 2400 × 1600"),
                         (large, f"a JPEG of {across * 2400:,} × {across * 3 // 2 * 1600:,}")):

        def measure(export, source=source):
            memory: list[float] = []
            time = seconds(lambda: memory.append(export(source, target)))
            # Said in the table: neither may have left anything out.
            tiles = sum(1 for _ in target.rglob("*.jpg"))
            shutil.rmtree(target)
            return time, memory[0], tiles

        values, others = context.interleave({
            "vips dzsave": lambda _: measure(vips),
            "ours": lambda _: measure(lambda source, target: ours(context, source, target)),
        })
        made = {name: {one[2] for one in runs} for name, runs in values.items()}
        note = "; ".join(f"{name}: {'/'.join(map(str, sorted(counts)))} JPEGs" for name, counts in made.items())
        for place, unit, said in ((0, "s", "time"), (1, "MB", "memory")):
            context.add_all(f"{what} exported for Deep Zoom, quality 75, {said}", unit, "lower",
                            {name: [one[place] for one in runs] for name, runs in values.items()}, others, {"vips dzsave": 1.0}, note)
    shutil.rmtree(folder)
    large.unlink()
