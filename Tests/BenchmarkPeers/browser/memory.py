#!/usr/bin/env python3
"""Peak memory of the browser over a blank tab while photographs are scrolled through from end to end.

    Tests/BenchmarkPeers/browser/memory.py CORPUS [runs] [count …]

The same JPEGs and PNGs, as often as it takes: in one page of <img>, eager and lazy, and in ours. Memory is the sum of the
proportional set sizes (PSS) of all processes of a fresh browser, looked at five times a second; the server's is its peak
resident set. Needs Linux.
"""
import pathlib
import sys
import tempfile
import threading
import time

import requests
from PIL import Image

from setting import Chromium, comes, height, links, median, plain, program, width


def processes(root):
    parents = {}
    for entry in pathlib.Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                parents[int(entry.name)] = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            except OSError:
                pass
    found = {root}
    while True:
        more = {one for one, parent in parents.items() if parent in found} - found
        if not more:
            return found - {root}
        found |= more


class Watch:
    """Sums of PSS in MB, by process and at their highest together."""

    def __init__(self, root):
        self.root, self.peak, self.stops = root, 0, False
        self.now = 0
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def run(self):
        while not self.stops:
            self.now = self.look()
            self.peak = max(self.peak, self.now)
            time.sleep(0.2)

    def look(self):
        total = 0
        for one in processes(self.root):
            try:
                for line in pathlib.Path(f"/proc/{one}/smaps_rollup").read_text().splitlines():
                    if line.startswith("Pss:"):
                        total += int(line.split()[1]) / 1024
            except OSError:
                pass
        return total


def photographs(corpus):
    """Files that browsers show, 300 px wide and more: [(path, width, height)]."""
    found = []
    for path in sorted(pathlib.Path(corpus).rglob("*")):
        if path.suffix.lower() not in (".jpg", ".jpeg", ".png") or not path.is_file():
            continue
        try:
            with Image.open(path) as image:
                if image.format in ("JPEG", "PNG") and image.width >= 300 and image.height >= 200 and image.width * image.height < 3e7:
                    size = image.size
                    image.draft("RGB", (64, 64))
                    image.load()
                    found.append((path, *size))
        except Exception:
            pass
    return found


def measure(url, blank, extent, seconds):
    """MB over the blank tab, at most, and how many screens were scrolled through."""
    with Chromium() as browser:
        browser.go(blank)
        time.sleep(2)
        watch = Watch(browser.process.pid)
        comes(lambda: watch.now, 5)
        time.sleep(1)
        base = watch.look()
        watch.peak = 0
        browser.go(url)
        time.sleep(2)
        # What fits in the view has an offset of less than 0, for the bar above it.
        total = max(0, browser.run(f"return {extent}"))
        # A gesture that is too long is given up by the browser's watchdog: a second each.
        for _ in range(seconds):
            browser.fling(total / seconds + 1, total / seconds + 1)
        browser.fling(2 * height, 4000)
        time.sleep(1)
        watch.stops = True
        watch.thread.join()
        return watch.peak - base, base, total / height


def main():
    corpus = sys.argv[1]
    runs = int(sys.argv[2]) if len(sys.argv) > 2 else 3
    counts = [int(count) for count in sys.argv[3:]] or [10, 50, 500, 5000]
    pictures = photographs(corpus)
    sizes = {path: size for path, *size in pictures}
    print(f"{len(pictures)} photographs, each as often as it takes; MB over a blank tab, medians of {runs} runs")
    print(f"{'pictures':>9} {'<img>':>8} {'lazy':>8} {'ours: stack':>12} {'ours: grid':>12} {'server, peak':>13}", flush=True)
    for count in counts:
        seconds = {50: 8, 500: 12}.get(count, 30)
        with tempfile.TemporaryDirectory() as scratch:
            scratch = pathlib.Path(scratch)
            links(list(sizes), scratch / "all", count)
            names = sorted((scratch / "all").iterdir())
            (scratch / "blank.html").write_text("<!doctype html><title>blank</title>")
            for kind in ("eager", "lazy"):
                with open(scratch / f"{kind}.html", "w") as out:
                    out.write("<!doctype html><style>body{margin:0}img{display:block;width:100%;height:auto}</style>\n")
                    for place, name in enumerate(names):
                        w, h = sizes[list(sizes)[place % len(sizes)]]
                        out.write(f'<img loading="{kind}" alt="" width="{w}" height="{h}" src="all/{name.name}">\n')
            row, servers = {}, []
            with plain(scratch) as address:
                for _ in range(runs):
                    for kind in ("eager", "lazy"):
                        row.setdefault(kind, []).append(
                            measure(f"{address}/{kind}.html", f"{address}/blank.html", "document.documentElement.scrollHeight", seconds))
                    with program(str(scratch / "all")) as (own, process):
                        comes(lambda: requests.get(own + "/api/collections").json()["collections"][0]["complete"], 60)
                        for layout in ("stack", "grid"):
                            row.setdefault(layout, []).append(
                                measure(f"{own}/#layout={layout}", f"{address}/blank.html", "scrollServer.scroller.range.maxY", seconds))
                        status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
                        servers.append(int(status.split("VmHWM:")[1].split()[0]) / 1024)
            for kind, results in row.items():
                print(f"  {kind}: over {[round(one[0]) for one in results]}, blank {[round(one[1]) for one in results]}, "
                      f"screens {round(results[0][2])}", file=sys.stderr, flush=True)
            over = {kind: median([one[0] for one in results]) for kind, results in row.items()}
            print(f"{count:9,} {over['eager']:8.0f} {over['lazy']:8.0f} {over['stack']:12.0f} {over['grid']:12.0f} {median(servers):13.0f}", flush=True)


if __name__ == "__main__":
    main()
