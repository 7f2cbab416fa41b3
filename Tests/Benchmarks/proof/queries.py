"""Group queries: a query's rows and all facets beside it, beside SQLite with indexes and DuckDB, of the same table."""
import pathlib
import sqlite3
import statistics
import time
import urllib.parse

from . import pictures
from .common import Context, seconds
from .server import Server, program

fields = ["camera", "iso", "aperture", "rating", "taken", "weight", "span", "label", "focal", "title"]
bars = {"taken": 31_557_600, "weight": 200_000}

# Deterministic, and alike for all: DuckDB's own hash of the row's number, several times over.
table = """
    SELECT 'a.jpg' AS path, 'Maker' || (c % 9) || ' Model ' || c AS camera, 100 * (1 << i) AS iso,
        ([1.4, 2, 2.8, 4, 5.6, 8, 11][a + 1])::DOUBLE AS aperture, r AS rating, t AS taken, b AS weight, w AS span,
        'label ' || l AS label, f AS focal, 'word' || n AS title
    FROM (SELECT (hash(row) % 40)::INT AS c, (hash(row + 1000000007) % 7)::INT AS i, (hash(row + 2000000011) % 7)::INT AS a,
        (hash(row + 3000000019) % 6)::INT AS r, (1100000000 + row * 500000000 // {rows})::BIGINT AS t,
        (500000 + hash(row + 4000000007) % 9000000)::BIGINT AS b, (1000 + hash(row + 5000000029) % 50 * 100)::INT AS w,
        (hash(row + 6000000001) % 8)::INT AS l, (10 + hash(row + 7000000001) % 90)::INT AS f,
        (hash(row + 8000000011) % 100000)::INT AS n FROM range({rows}) AS source(row))
"""

# Our text, and the conditions of each field in SQL. A number differs in each run, so that no answer is remembered.
queries = {
    "three fields": ("iso:>=1600 camera:maker3 focal:>={0}", [("iso", "iso >= 1600"), ("camera", "camera LIKE 'Maker3 %'"), ("focal", "focal >= {0}")]),
    "broad ranges": ("rating:>=1 span:<3000 weight:>={0}", [("rating", "rating >= 1"), ("span", "span < 3000"), ("weight", "weight >= {0}")]),
    "one word of 100,000": ("title:=word{0}", [("title", "title = 'word{0}'")]),
}
starts = {"three fields": 20, "broad ranges": 1_000_000, "one word of 100,000": 4711}


sqlite = "SQLite, an index on each column"


def what(kind: str) -> str:
    return "the rows of a query and the first screen" if kind == "rows" else f"counts of {len(fields)} fields beside a query"


def milliseconds(work) -> tuple[float, int]:
    begin = time.perf_counter()
    result = work()
    return (time.perf_counter() - begin) * 1000, result


class Peer:
    """SQL for both peers. Facets are counted without the conditions on their own field, as we count them."""

    def __init__(self, execute):
        self.execute = execute

    def rows(self, conditions, number) -> int:
        where = " AND ".join(text.format(number) for _, text in conditions)
        return self.execute(f"SELECT count(*) FROM facts WHERE {where}")[0][0]

    def facets(self, conditions, number) -> int:
        for field in fields:
            rest = " AND ".join(text.format(number) for owner, text in conditions if owner != field) or "true"
            value = f"{field} / {bars[field]}" if field in bars else field
            self.execute(f"SELECT {value}, count(*) FROM facts WHERE {rest} GROUP BY 1 ORDER BY 2 DESC LIMIT 64")
        return self.rows(conditions, number)


class Ours:
    def __init__(self, server: Server, collection: str):
        self.server, self.base = server, f"/api/collections/{collection}"

    def ask(self, target: str, text: str, number) -> dict:
        return self.server.json(f"{self.base}/{target}&q={urllib.parse.quote(text.format(number))}")

    def rows(self, text, number) -> int:
        """A plan of the first screen of what is found, with how many there are."""
        return self.ask("plan?width=1280&height=800", text, number)["count"]

    def facets(self, text, number) -> int:
        return self.ask("facets?limit=64", text, number)["count"]


def run(context: Context):
    import duckdb

    for rows in (1_000_000, 10_000_000) if not context.quick else (20_000,):
        folder = context.scratch / f"facts-{rows}"
        folder.mkdir()
        next(pictures.originals(context, 1, 300, 200)).save(folder / "a.jpg")
        duck = duckdb.connect()
        duck.execute("SET enable_progress_bar = false")
        duck.execute(f"CREATE TABLE facts AS {table.format(rows=rows)}")
        # Dates are read from texts; the peers keep seconds, which is quicker for them.
        duck.execute(f"COPY (SELECT * REPLACE (strftime(to_timestamp(taken), '%Y-%m-%dT%H:%M:%SZ') AS taken) FROM facts) "
                     f"TO '{folder / 'facts.csv'}' (HEADER)")
        context.say(f"{rows:,} rows: {(folder / 'facts.csv').stat().st_size / 1e6:.0f} MB")
        lite = sqlite3.connect(":memory:")
        names = [one[0] for one in duck.execute("DESCRIBE facts").fetchall()]
        lite.execute(f"CREATE TABLE facts ({', '.join(names)})")
        cursor = duck.execute("SELECT * FROM facts")
        while batch := cursor.fetchmany(100_000):
            lite.executemany(f"INSERT INTO facts VALUES ({','.join('?' * len(names))})", batch)
        for field in fields:
            lite.execute(f"CREATE INDEX by_{field} ON facts ({field})")
        lite.execute("ANALYZE")
        peers = {sqlite: Peer(lambda text: lite.execute(text).fetchall()),
                 "DuckDB": Peer(lambda text: duck.execute(text).fetchall())}
        reading(context, rows, folder)
        with program(context, folder / "facts.csv") as server:
            collection = server.complete()["id"]
            context.say(f"{rows:,} rows: {server.peak_megabytes():.0f} MB at the peak")
            compare(context, rows, Ours(server, collection), peers)
        lite.close()
        duck.close()


def reading(context: Context, rows: int, folder: pathlib.Path):
    """How long the table takes to be read, as a list of pictures with facts."""
    import duckdb

    def ours(_) -> float:
        with program(context, folder / "facts.csv") as server:
            server.complete()
            return time.perf_counter() - server.started

    def duck(_) -> float:
        with duckdb.connect() as one:
            one.execute("SET enable_progress_bar = false")
            return seconds(lambda: one.execute("CREATE TABLE t AS SELECT * FROM read_csv(?)", [str(folder / "facts.csv")]))

    size = (folder / "facts.csv").stat().st_size / 1e6
    context.compare(f"a list of {rows:,} paths with {len(fields)} columns read, {size:,.0f} MB", "s", "lower",
                    {"ours": ours, "DuckDB": duck}, note="ours looks at each file")


def compare(context: Context, rows: int, ours: Ours, peers: dict[str, Peer]):
    for title, (text, conditions) in queries.items():
        for kind in ("rows", "facets"):
            number = lambda run, kind=kind: starts[title] + run + (10 if kind == "facets" else 0)
            measures = {name: (lambda run, peer=peer: milliseconds(lambda: getattr(peer, kind)(conditions, number(run))))
                        for name, peer in peers.items()}
            if kind == "facets" and rows > 1_000_000 and title != "one word of 100,000":
                del measures[sqlite]
                context.skip(f"SQLite's {what(kind)}, {title}, {rows:,} rows", "one run takes minutes")
            measures["ours"] = lambda run: milliseconds(lambda: getattr(ours, kind)(text, number(run)))
            results, others = context.interleave(measures)
            counts = {name: [one[1] for one in found] for name, found in results.items()}
            if any(found != counts["ours"] for found in counts.values()):
                raise RuntimeError(f"{title}: the answers differ: {counts}")
            context.add_all(f"{what(kind)}, {title}, {rows:,} rows", "ms", "lower",
                            {name: [one[0] for one in found] for name, found in results.items()}, others,
                            note=f"{statistics.median(counts['ours']):,.0f} found; ours over HTTP")
