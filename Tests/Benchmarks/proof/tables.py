"""Group charts: reading a CSV of measurements and showing all of it, beside DuckDB and pandas."""
import json
import pathlib
import shutil
import subprocess
import sys
import time

from .common import Context, seconds
from .server import Server, program

view = "width=1280&height=800"

# What a peer does in a process of its own, timed inside after its modules are there.
peers = {
    "pandas": ("import pandas", "frame = pandas.read_csv(path, parse_dates=['time'])"),
    "DuckDB": ("import duckdb; duck = duckdb.connect(); duck.execute('SET enable_progress_bar = false')", "duck.execute('CREATE TABLE t AS SELECT * FROM read_csv(?)', [path])"),
}


def write(path: pathlib.Path, rows: int):
    """A row every second: a time and three values."""
    import duckdb

    duckdb.execute(f"""COPY (SELECT strftime(to_timestamp(1000000000 + row), '%Y-%m-%dT%H:%M:%SZ') AS time,
        round(20 * sin(row / 30000) + hash(row) % 300 / 100, 2) AS temperature, hash(row + 1000003) % 90 + 10 AS humidity,
        round(1000 + hash(row + 2000003) % 300 / 10, 1) AS pressure FROM range({rows}) AS source(row)) TO '{path}' (HEADER)""")


def peer_reads(name: str, path: pathlib.Path) -> float:
    prepare, work = peers[name]
    script = f"import sys, time\n{prepare}\npath = sys.argv[1]\nbegin = time.perf_counter()\n{work}\nprint(time.perf_counter() - begin)"
    text = subprocess.run([sys.executable, "-c", script, str(path)], check=True, capture_output=True, text=True).stdout
    return float(text.splitlines()[-1])  # DuckDB writes its progress before.


def paint(server: Server) -> dict:
    """A plan of the whole chart, and the bytes of all tiles that are seen."""
    collection = server.collection()["id"]
    plan = server.json(f"/api/collections/{collection}/plan?{view}&zoomTo=item")
    for tile in plan["tiles"]:
        if tile["x"] < 1280 and tile["x"] + tile["width"] > 0:
            server.get(tile["url"])
    return plan


def kept(server: Server, cache: pathlib.Path):
    """Waits until the disk has all of it: whoever is stopped before that reads again."""
    for _ in range(2000):
        if any(cache.rglob("*.series")):
            return
        time.sleep(0.01)


def run(context: Context):
    rows = context.size(10_000_000, 100_000)
    path = context.scratch / "table.csv"
    write(path, rows)
    size = path.stat().st_size / 1e6
    what = f"a CSV of {rows:,} rows, a time and three values, {size:,.0f} MB"
    caches = [context.scratch / f"chart-cache-{run}" for run in range(context.runs)]
    firsts: list[float] = []

    def reads(run: int) -> float:
        with program(context, path, cache=caches[run]) as server:
            # The first points, on the way.
            while not server.json("/api/collections")["collections"][0].get("count"):
                time.sleep(0.002)
            firsts.append(time.perf_counter() - server.started)
            server.complete()
            result = time.perf_counter() - server.started
            kept(server, caches[run])
            return result

    context.compare(f"{what}: read whole", "s", "lower",
                    {"ours": reads, **{name: (lambda _, name=name: peer_reads(name, path)) for name in peers}},
                    note="ours with the program's start")
    whole = next(row for row in context.rows if row.group == "charts" and row.peer == "pandas")
    context.add_all(f"{what}: until the first points can be seen", "s", "lower",
                    {"ours": firsts, "pandas, which reads it whole": whole.theirs}, whole.others)

    def again(run: int) -> float:
        with program(context, path, cache=caches[run]) as server:
            server.complete()
            paint(server)
            return time.perf_counter() - server.started

    context.compare(f"{what}: opened a second time and painted whole", "s", "lower",
                    {"ours": again, "DuckDB's own file": lambda _: duck_again(path)}, note="ours with the program's start")
    looks(context, path, caches[0], rows)
    for cache in caches:
        shutil.rmtree(cache, ignore_errors=True)


# The least and the greatest of each of three columns for each of 1,280 pixels.
spans = "epoch_us(time) * 1280 // (SELECT max(epoch_us(time)) - min(epoch_us(time)) + 1 FROM t)"
extremes = f"""SELECT {spans} AS pixel, min(temperature), max(temperature), min(humidity), max(humidity), min(pressure), max(pressure)
    FROM t GROUP BY 1 ORDER BY 1"""


def duck_again(path: pathlib.Path) -> float:
    import duckdb

    file = path.with_suffix(".duckdb")
    if not file.exists():
        with duckdb.connect(str(file)) as duck:
            duck.execute("CREATE TABLE t AS SELECT * FROM read_csv(?)", [str(path)])

    def work():
        with duckdb.connect(str(file), read_only=True) as duck:
            duck.execute(extremes).fetchall()

    return seconds(work)


def looks(context: Context, path: pathlib.Path, cache: pathlib.Path, rows: int):
    """What a look at all of it costs, once it is in memory."""
    import duckdb
    import pandas

    frame = pandas.read_csv(path, parse_dates=["time"])
    pixels = (frame.index.to_numpy() * 1280 // rows)
    duck = duckdb.connect()
    duck.execute("CREATE TABLE t AS SELECT * FROM read_csv(?)", [str(path)])
    with program(context, path, cache=cache) as server:
        collection = server.complete()["id"]
        gap = json.loads(server.get(f"/api/collections/{collection}/plan?{view}&zoomTo=item"))["chart"]["lineGap"]

        def ours(run: int) -> float:
            # Another scale each time, for answers are remembered.
            target = f"/api/collections/{collection}/plan?{view}&lineGap={gap * (1 + 0.001 * (run + 1))!r}"

            def work():
                for tile in server.json(target)["tiles"]:
                    if tile["x"] < 1280 and tile["x"] + tile["width"] > 0:
                        server.get(tile["url"])

            return 1000 * seconds(work)

        context.compare(f"a look at all {rows:,} points of three lines: extremes of each pixel", "ms", "lower", {
            "ours": ours,
            "DuckDB": lambda _: 1000 * seconds(lambda: duck.execute(extremes).fetchall()),
            "pandas": lambda _: 1000 * seconds(lambda: frame.groupby(pixels)[["temperature", "humidity", "pressure"]].agg(["min", "max"])),
        }, note="ours with drawing and encoding, over HTTP; the peers compute only")
