#!/usr/bin/env python3
"""Tables to read, and how fast wc, pandas and polars read them; Tests/Benchmarks/SeriesBenchmark.swift reads the same.

  series.py make FOLDER [MILLIONS OF ROWS]    writes times.csv, numbers.csv, quoted.csv and lines.jsonl
  series.py FOLDER                            medians of five, in MB/s   (pip install pandas polars)
"""
import os
import random
import resource
import subprocess
import sys
import time

FOLDER = sys.argv[-1] if sys.argv[1] != "make" else sys.argv[2]
NAMES = ["times.csv", "numbers.csv", "quoted.csv", "lines.jsonl"]


def make(rows):
    noise = random.Random(1)
    # A thousand values over and over: writing is not what is measured.
    few = [(noise.gauss(10, 8), noise.randrange(10, 100), noise.gauss(1013, 9), repr(noise.gauss(0, 1))) for _ in range(9973)]
    day = [f"{s // 3600:02}:{s // 60 % 60:02}:{s % 60:02}" for s in range(86400)]
    import datetime
    start = datetime.date(2000, 1, 1)
    files = [open(os.path.join(FOLDER, name), "w") for name in NAMES]
    files[0].write("time,temperature,humidity,pressure\n")
    files[1].write("x,y\n")
    files[2].write('"time","a","note"\n')
    for i in range(rows):
        t, h, p, full = few[i % 9973]
        if i % 86400 == 0:
            date = (start + datetime.timedelta(days=i // 86400)).isoformat()
        files[0].write(f"{date}T{day[i % 86400]},{t:.2f},{h},{p:.1f}\n")
        files[1].write(f"{i},{full}\n")
        files[2].write(f'"{1700000000 + i}","{t:.3f}","hello, ""you"""\n')
        files[3].write(f'{{"time": {1700000000 + i}, "a": {t:.3f}, "b": {h}}}\n')
    for file in files:
        file.close()


def median(work):
    times, cpu = [], []
    for _ in range(5):
        begin, spent = time.perf_counter(), resource.getrusage(resource.RUSAGE_SELF)
        work()
        times.append(time.perf_counter() - begin)
        now = resource.getrusage(resource.RUSAGE_SELF)
        cpu.append(now.ru_utime + now.ru_stime - spent.ru_utime - spent.ru_stime)
    return sorted(times)[2], sorted(cpu)[2]


def measure():
    import pandas
    import polars
    for name in NAMES:
        path = os.path.join(FOLDER, name)
        size = os.path.getsize(path) / 1e6
        dates = ["time"] if name == "times.csv" else []
        if name.endswith(".jsonl"):
            peers = {"pandas": lambda: pandas.read_json(path, lines=True), "polars": lambda: polars.read_ndjson(path)}
        else:
            peers = {
                "pandas": lambda: pandas.read_csv(path, engine="c", parse_dates=dates),
                "polars": lambda: polars.read_csv(path, try_parse_dates=True),
            }
        peers["wc -l"] = lambda: subprocess.run(["wc", "-l", path], stdout=subprocess.DEVNULL, check=True)
        for peer, work in peers.items():
            wall, cpu = median(work)
            print(f"{name:12} {size:7.0f} MB │ {peer:8} │ {size / wall:6.0f} MB/s" +
                  (f" │ {size / cpu:6.0f} MB/s of CPU" if peer != "wc -l" else ""))


if sys.argv[1] == "make":
    make(int(float(sys.argv[3]) * 1e6) if len(sys.argv) > 3 else 3_000_000)
else:
    measure()
