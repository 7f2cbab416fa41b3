#!/usr/bin/env python3
"""Asks SQLite (indexes and FTS5) and DuckDB what Tests/Benchmarks/FactBenchmark.swift asks, of the same table.

  pip install duckdb numpy;  facts.py [ROWS]
Prints medians of five: the rows of a query, then all facets (each counted without the conditions on its own field).
"""
import sqlite3
import statistics
import sys
import time

import numpy as np

ROWS = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000_000
FIELDS = ["folder", "taken", "camera", "iso", "aperture", "rating", "bytes", "width", "label", "focal"]
BARS = {"taken": 31_557_600, "bytes": 200_000}
QUERIES = {
    "word4711": [(None, "title = 'word4711'")],
    "iso:>=1600 taken:2012..2014 camera:maker3": [
        ("iso", "iso >= 1600"), ("taken", "taken >= 1325376000 AND taken < 1420070400"),
        ("camera", "camera LIKE 'Maker3 %'")],
    "rating:>=1 width:<3000 iso:100..800": [
        ("rating", "rating >= 1"), ("width", "width < 3000"), ("iso", "iso BETWEEN 100 AND 800")],
}


def columns():
    """The same numbers as the Swift benchmark: SplitMix64 from state 1, nine draws a row and one for the time."""
    draws = 10
    with np.errstate(over="ignore"):
        state = np.uint64(1) + np.arange(1, ROWS * draws + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
        state = (state ^ (state >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        state = (state ^ (state >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        noise = (state ^ (state >> np.uint64(31))).reshape(ROWS, draws)
    row = np.arange(ROWS, dtype=np.int64)
    below = lambda place, limit: (noise[:, place] % np.uint64(limit)).astype(np.int64)
    cameras = np.array([f"Maker{n % 9} Model {n}" for n in range(40)])
    return {
        "id": row,
        "name": np.char.add(np.char.add("IMG_", row.astype("U8")), ".jpg"),
        "folder": np.char.add(np.char.add((2005 + row * 18 // ROWS).astype("U4"), "/trip"), (row // 500 % 1000).astype("U4")),
        "taken": 1_100_000_000 + row * 500_000_000 // ROWS + below(0, 1000),
        "camera": cameras[below(1, 40)],
        "iso": 100 << below(2, 7),
        "aperture": np.array([1.4, 2, 2.8, 4, 5.6, 8, 11])[below(3, 7)],
        "rating": below(4, 6),
        "title": np.char.add("word", below(5, 100_000).astype("U6")),
        "bytes": 500_000 + below(6, 9_000_000),
        "width": 1000 + below(7, 50) * 100,
        "label": np.char.add("label ", below(8, 8).astype("U1")),
        "focal": 10 + below(9, 90),
    }


def median(name, body):
    times = []
    for _ in range(5):
        start = time.perf_counter()
        result = body()
        times.append((time.perf_counter() - start) * 1e3)
    print(f"facts │ {name:66} │ {statistics.median(times):9.1f} ms │ {result}", flush=True)


def ask(kind, execute):
    for name, conditions in QUERIES.items():
        where = " AND ".join(text for _, text in conditions)
        median(f"{kind}: rows of {name}", lambda: execute(f"SELECT count(*) FROM facts WHERE {where}")[0][0])

        def facets():
            for field in FIELDS:
                rest = " AND ".join(text for owner, text in conditions if owner != field) or "true"
                value = f"{field} / {BARS[field]}" if field in BARS else field
                execute(f"SELECT {value}, count(*) FROM facts WHERE {rest} GROUP BY 1 ORDER BY 2 DESC LIMIT 64")
            return len(FIELDS)

        median(f"{kind}: facets of {name}", facets)


def main():
    table = columns()
    lite = sqlite3.connect(":memory:")
    lite.execute(f"CREATE TABLE facts ({', '.join(table)})")
    lists = [values.tolist() for values in table.values()]
    lite.executemany(f"INSERT INTO facts VALUES ({','.join('?' * len(table))})", zip(*lists))
    del lists
    for field in FIELDS + ["title"]:
        lite.execute(f"CREATE INDEX by_{field} ON facts ({field})")
    lite.execute("CREATE VIRTUAL TABLE words USING fts5(name, title, content='')")
    lite.execute("INSERT INTO words (rowid, name, title) SELECT id + 1, name, title FROM facts")
    lite.execute("ANALYZE")
    for word in ["word4711", "1234567"]:
        query = f"SELECT count(*) FROM words WHERE words MATCH '{word}*'"
        median(f"SQLite FTS5: rows of {word}", lambda: lite.execute(query).fetchone()[0])
    ask("SQLite", lambda query: lite.execute(query).fetchall())
    lite.close()
    import duckdb
    import pandas

    frame = pandas.DataFrame(table)
    duck = duckdb.connect()
    duck.execute("CREATE TABLE facts AS SELECT * FROM frame")
    del frame
    ask("DuckDB", lambda query: duck.execute(query).fetchall())


main()
