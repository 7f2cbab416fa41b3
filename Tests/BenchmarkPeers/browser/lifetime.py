#!/usr/bin/env python3
"""How much the page's renderer takes over a blank tab while it scrolls, how even its frames are, and what is seen meanwhile.

    Tests/BenchmarkPeers/browser/lifetime.py [CORPUS] [--runs N] [--speeds px/s,…] [--ratios 1,2] [--counts 50,500,5000]
        [--layouts stack,grid,…] [--pictures demo,photographs]

For each number of photographs of the corpus and for the demo's million: ten seconds of scrolling by wheel in each layout,
in a fresh browser without a window, which draws by the CPU. Memory is the proportional set size (PSS) of the tab's
renderer, looked at five times a second, over that of a blank tab in the same browser. `item` looks into one picture at full size and
goes about in it. Frames are by their time stamps. What is seen is looked at over the same way once more, in every eighth frame,
at 16 × 10 points: to look is work, too, and what it leaves behind would count as the page's memory. Runs take turns;
medians are printed. Needs Linux, a release build, chromium and chromium-driver, requests and Pillow (PyPI).
"""
import argparse
import pathlib
import sys
import tempfile
import time

import requests

from session import watch as closely
from setting import Chromium, Watch, comes, height, links, median, photographs, plain, processes, program, width

seconds = 10
stamps = closely.replace("times.length % 4 ", "times.length < 0 ")
looks = closely.replace("times.length % 4 ", "times.length % 8 ")


class Renderer(Watch):
    """The same, of a tab's renderer alone: of the largest one. A browser keeps others for the page before and the next one."""

    def look(self):
        most = 0
        for one in processes(self.root):
            try:
                if b"--type=renderer" not in pathlib.Path(f"/proc/{one}/cmdline").read_bytes():
                    continue
                for line in pathlib.Path(f"/proc/{one}/smaps_rollup").read_text().splitlines():
                    if line.startswith("Pss:"):
                        most = max(most, int(line.split()[1]) / 1024)
            except OSError:
                pass
        return most


def scroll(browser, speed):
    """On from where the view is, for ten seconds. A way that ends is gone back."""
    # A gesture that is too long is given up by the browser's watchdog: a second each.
    extent = max(1, browser.run("return scrollServer.scroller.range.maxY - scrollServer.scroller.offset.y"))
    gone, sign = 0, 1
    for _ in range(seconds):
        if gone + speed > extent and gone > 0:
            gone, sign = 0, -sign
        browser.fling(sign * min(speed, extent), speed)
        gone += min(speed, extent)


def measure(url, blank, layout, speed, ratio):
    with Chromium() as browser:
        browser.tool("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=ratio, mobile=False)
        browser.go(blank)
        time.sleep(1.5)
        renderer = Renderer(browser.process.pid)
        comes(lambda: renderer.now, 5)
        time.sleep(0.5)
        base = renderer.look()
        renderer.peak = 0
        browser.go(url)
        comes(lambda: browser.run("return Boolean(window.scrollServer?.shown.plan)"), 20)
        time.sleep(1.5)
        browser.run(stamps)
        browser.run("start()")
        scroll(browser, speed)
        times = browser.run("watched.ended = true; return watched.times")
        time.sleep(0.5)
        renderer.stops = True
        renderer.thread.join()
        browser.go(blank)
        browser.go(url)
        comes(lambda: browser.run("return Boolean(window.scrollServer?.shown.plan)"), 20)
        browser.run("scrollServer.scroller.jump({ x: 0, y: scrollServer.scroller.range.minY })")
        time.sleep(1.5)
        browser.run(looks)
        browser.run("start()")
        scroll(browser, speed)
        seen = browser.run("watched.ended = true; return watched")
    gaps = sorted(two - one for one, two in zip(times, times[1:]))
    points = max(1, seen["looks"] * 160)
    return {
        "over": renderer.peak - base, "blank": base, "frames": len(gaps), "median": median(gaps),
        "p99": gaps[int(len(gaps) * 0.99)], "later": sum(gap > 33.4 for gap in gaps), "longest": gaps[-1],
        "picture": 100 * seen["picture"] / points, "tiny": 100 * seen["tiny"] / points, "colour": 100 * seen["colour"] / points,
        "empty": 100 * seen["none"] / points, "cell": 100 * seen["cell"] / points,
    }


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("corpus", nargs="?")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--speeds", default="4000")
    parser.add_argument("--ratios", default="1")
    parser.add_argument("--counts", default="50,500,5000")
    parser.add_argument("--layouts", default="stack,grid,justified,item")
    parser.add_argument("--pictures", default="demo,photographs")
    given = parser.parse_args()
    sets = [("demo, 1,000,000", None)] if "demo" in given.pictures else []
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        (scratch / "blank.html").write_text("<!doctype html><title>blank</title>")
        if given.corpus and "photographs" in given.pictures:
            names = [path for path, *_ in photographs(given.corpus)]
            for count in map(int, given.counts.split(",")):
                links(names, scratch / f"photographs-{count}", count)
                sets.append((f"photographs, {count:,}", str(scratch / f"photographs-{count}")))
        cases = [(title, folder, layout, int(speed), float(ratio)) for title, folder in sets for layout in given.layouts.split(",")
                 for speed in given.speeds.split(",") for ratio in given.ratios.split(",")]
        results = {case: [] for case in cases}
        with plain(scratch) as files:
            for run in range(given.runs):
                for case in cases if run % 2 == 0 else cases[::-1]:
                    title, folder, layout, speed, ratio = case
                    with program(*([folder] if folder else ["--demo", "1000000"])) as (own, _):
                        entry = lambda: requests.get(own + "/api/collections").json()["collections"][0]
                        comes(lambda: entry()["complete"], 60)
                        place = f"layout={layout}"
                        if layout == "item":
                            first = requests.get(f"{own}/api/collections/{entry()['id']}/items?limit=1").json()["items"][0]
                            place += f"&item={first['id']}&zoom=1"
                        results[case].append(measure(f"{own}/#{place}", f"{files}/blank.html", layout, speed, ratio))
                    print(f"  {case[0]}, {layout}: {results[case][-1]}", file=sys.stderr, flush=True)
    print(f"MB over a blank tab at the peak; medians of {given.runs} runs of {seconds} s")
    print(f"{'':22} {'layout':10} {'px/s':>6} {'ratio':>5} {'over, MB':>9} {'(least–most)':>13} {'median, ms':>10} {'99th':>6} "
          f"{'> 33.3':>9} {'longest':>8} {'pictures, %':>11} {'tiny':>6} {'colours':>8} {'empty':>6}")
    for (title, _, layout, speed, ratio), runs in results.items():
        of = lambda name: median([one[name] for one in runs])
        least, most = min(one["over"] for one in runs), max(one["over"] for one in runs)
        print(f"{title:22} {layout:10} {speed:6} {ratio:5g} {of('over'):9.0f} {f'{least:.0f}–{most:.0f}':>13} {of('median'):10.1f} "
              f"{of('p99'):6.1f} {of('later'):4.0f}/{of('frames'):4.0f} {of('longest'):8.0f} {of('picture'):11.1f} {of('tiny'):6.1f} "
              f"{of('colour') + of('cell'):8.1f} {of('empty'):6.1f}")


if __name__ == "__main__":
    main()
