#!/usr/bin/env python3
"""Charts from outside: time to the first paint of a table of a gigabyte, first and second start, with the memory that
takes; and how many looks at it a second are answered.

    Tests/BenchmarkPeers/charts.py [PROGRAM [GIGABYTES]]

Starts the program (.build/release/ScrollServer unless given). The table is written first, in a temporary folder; nothing
but Python's standard library. A paint is a plan with tiles and the bytes of those that are seen. Medians of three.
"""
import http.client
import json
import os
import subprocess
import sys
import tempfile
import time

PROGRAM = sys.argv[1] if len(sys.argv) > 1 else ".build/release/ScrollServer"
GIGABYTES = float(sys.argv[2]) if len(sys.argv) > 2 else 1
VIEW = "width=1280&height=800"


def write(path, size):
    """Three values every second, from a thousand rows over and over: writing is not what is measured."""
    import math
    import random
    noise = random.Random(1)
    few = [f",{20 * math.sin(i / 300) + noise.gauss(0, 1):.2f},{noise.randrange(10, 100)},{noise.gauss(1013, 9):.1f}\n"
           for i in range(9973)]
    with open(path, "w") as file:
        file.write("time,temperature,humidity,pressure\n")
        count = 0
        while file.tell() < size:
            file.write("".join(f"{1000000000 + i}{few[i % 9973]}" for i in range(count, count + 100_000)))
            count += 100_000
    return count


class Server:
    def __init__(self, table, cache):
        self.cache = cache
        self.start = time.perf_counter()
        self.process = subprocess.Popen(
            [PROGRAM, "--port", "0", "--cache", cache, table], stdout=subprocess.PIPE, text=True)
        self.port = int(self.process.stdout.readline().strip().rstrip("/").rsplit(":", 1)[1])
        self.connection = http.client.HTTPConnection("127.0.0.1", self.port)

    def get(self, target):
        self.connection.request("GET", target)
        answer = self.connection.getresponse()
        body = answer.read()
        assert answer.status == 200, (target, answer.status, body[:200])
        return body

    def plan(self, query):
        return json.loads(self.get(f"/api/collections/table/plan?{VIEW}&{query}"))

    def paint(self, query):
        """Seconds since the start when a plan with points has come, and when its tiles have; what was planned."""
        while True:
            plan = self.plan(query)
            if plan["chart"]["points"] > 0:
                break
        planned = time.perf_counter() - self.start
        for tile in plan["tiles"]:
            if tile["x"] < 1280 and tile["x"] + tile["width"] > 0:
                self.get(tile["url"])
        return planned, time.perf_counter() - self.start, plan

    def wait(self):
        while not self.get("/api/collections/table") or not json.loads(
                self.get("/api/collections/table"))["complete"]:
            time.sleep(0.01)
        return time.perf_counter() - self.start

    def resident(self):
        """Megabytes: in all, and of it what is no mapped file; and the most there ever was."""
        with open(f"/proc/{self.process.pid}/status") as file:
            status = {line.split(":")[0]: line.split()[1] for line in file if line.startswith(("VmRSS", "RssAnon", "VmHWM"))}
        return [int(status[name]) / 1000 for name in ("VmRSS", "RssAnon", "VmHWM")]

    def stop(self):
        # Who is stopped before the disk has everything reads it again.
        while not any(file.endswith(".series") for _, _, files in os.walk(self.cache) for file in files):
            time.sleep(0.01)
        self.process.terminate()
        self.process.wait()


def median(rows):
    return [sorted(column)[len(column) // 2] for column in zip(*rows)]


def row(name, values, names):
    print(f"{name:38}" + "  ".join(f"{text} {value:.1f}" for text, value in zip(names, values)), flush=True)


with tempfile.TemporaryDirectory() as folder:
    table = os.path.join(folder, "table.csv")
    count = write(table, GIGABYTES * 1e9)
    size = os.path.getsize(table)
    print(f"{size / 1e9:.2f} GB, {count} points of 3 lines")
    first, second, memory = [], [], []
    for run in range(3):
        cache = os.path.join(folder, f"cache-{run}")
        for times in (first, second):
            server = Server(table, cache)
            started = time.perf_counter() - server.start
            planned, painted, _ = server.paint("start=end")
            complete = server.wait()
            begin = time.perf_counter()
            server.start = begin
            _, whole, _ = server.paint("zoomTo=item")
            times.append([value * 1e3 for value in (started, planned, painted, complete, whole)])
            memory.append((times is first, server.resident()))
            server.stop()
    names = ["address", "plan", "tiles", "all read", "then all of it painted"]
    row("first start, ms:", median(first), names)
    row("second start, ms:", median(second), names)
    for isFirst, name in ((True, "first start, MB resident:"), (False, "second start, MB resident:")):
        row(name, median([m for f, m in memory if f == isFirst]), ["in all", "anonymous", "most"])
    print(f"{sum(os.path.getsize(os.path.join(path, file)) for path, _, files in os.walk(cache) for file in files) / count:.2f}"
          " bytes a point in the cache")
    server = Server(table, cache)
    server.wait()
    whole = server.plan("zoomTo=item")
    for name, gap in (("all of it", whole["chart"]["lineGap"]), ("a point on each pixel", 86400.0), ("16 px a point", 16 * 86400.0)):
        rates, number = [], 0
        for _ in range(5):
            done, begin = 0, time.perf_counter()
            while time.perf_counter() - begin < 1:
                # No two alike: an answer that was given lately is remembered.
                x = number * 0.75
                number += 1
                server.get(f"/api/collections/table/plan?{VIEW}&lineGap={gap!r}&x={x}&pointerX=500")
                done += 1
            rates.append(done / (time.perf_counter() - begin))
        print(f"plans a second on one connection, {name}: {sorted(rates)[2]:.0f}", flush=True)
    server.stop()
