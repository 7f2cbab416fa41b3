"""Group scan: reading folders of 10^5 and 10^6 files, beside `ls -f` and `exiftool -fast2`."""
import shutil
import subprocess
import time

from . import pictures
from .common import Context, seconds
from .server import program

sample = 2000


def run(context: Context):
    files = pictures.distinct(context, "JPEG", 600, 400)
    for count in (100_000, 1_000_000) if not context.quick else (5000,):
        folder = context.scratch / f"scan-{count}"
        pictures.links(files, folder, count)

        def ours(_) -> float:
            with program(context, folder) as server:
                collection = server.complete()["id"]
                found = server.json(f"/api/collections/{collection}/facets?limit=1")
                complete = time.perf_counter() - server.started
                # The pictures' headers are read, too.
                width = next(one for one in found["fields"] if one["name"] == "width")
                assert (width["present"], width["missing"]) == (count, 0), width
                return complete

        def first(_) -> float:
            with program(context, folder) as server:
                while not server.collection()["count"]:
                    pass
                server.get(f"/api/collections/{server.collection()['id']}/plan?width=1280&height=800")
                return time.perf_counter() - server.started

        def ls(_) -> float:
            with open("/dev/null", "w") as out:
                return seconds(lambda: subprocess.run(["ls", "-f", folder], stdout=out, check=True))

        def exiftool(_) -> float:
            """Of some of them; its time grows with their number."""
            some = min(count, sample)
            names = "\n".join(f"{folder}/IMG_{place:07}.jpg" for place in range(some))
            time = seconds(lambda: subprocess.run(["exiftool", "-fast2", "-ImageSize", "-DateTimeOriginal", "-T", "-@", "-"],
                                                  input=names, text=True, stdout=subprocess.DEVNULL, check=True))
            return time * count / some

        context.compare(f"a folder of {count:,} JPEGs read whole", "s", "lower", {
            "ours": ours, "ls -f, names only": ls, f"exiftool -fast2, from {sample:,} of them": exiftool,
        }, note="ours with the program's start, every picture's size, and counts of all fields")
        context.compare(f"a folder of {count:,} JPEGs: until the first screen is planned", "s", "lower",
                        {"ours": first, "ls -f, names only": ls}, note="ours with the program's start")
        shutil.rmtree(folder)
