#!/usr/bin/env python3
"""A fling of ten seconds through photographs: the live session, the same page over HTTP, and a plain page of <img>.

    Tests/BenchmarkPeers/browser/session.py FOLDER [runs] [screens a second …] [--only session,http,plain] [--warmth cold,warm]

Cold: each run has a program of its own whose caches are empty (the operating system still has the files). Warm: every
tile of the way has been made before, by one program for all runs of a row. Each run is a fresh browser; the columns take
turns in who is first. What is seen is looked at in every fourth frame, at 16 × 10 points: a picture, a placeholder (the
picture's colour or a tiny one of it), an empty cell, or nothing. Headless Chromium draws by the CPU: the columns can be
compared, the figures alone cannot.

A last run with a session, which is not timed, has the page write down what comes to it: a tile that left the window more
than 300 ms ago must not come any more.
"""
import argparse
import concurrent.futures
import contextlib
import json
import pathlib
import re
import shutil
import sys
import tempfile
import threading
import time

import requests

from setting import Chromium, comes, height, median, package, program, width

seconds = 10

watch = """
// What a band shows at a point: a tiny picture, a picture's colour, the place of one whose colour is not known, or the ground.
window.patch = (canvas, x, y) => {
  const { band } = [...scrollServer.bands.shown.values()].find(one => one.canvas === canvas);
  const { left, top, width, height } = canvas.getBoundingClientRect();
  const [column, row] = [(x - left) / width * band.columns, (y - top) / height * band.rows];
  const { patches, runs = [] } = band;
  const sheets = [];
  for (let at = 0; at < runs.length; at += 3) for (let cell = 0; cell < runs[at + 2]; cell++) sheets.push(runs[at]);
  for (let at = 0; at < patches.length; at += 5) {
    const isIn = (value, start, length) => start <= value && value < start + length;
    if (!isIn(column, patches[at], patches[at + 2]) || !isIn(row, patches[at + 1], patches[at + 3])) continue;
    if (canvas.sheets?.has(sheets[at / 5])) return "tiny";
    return patches[at + 4] < 0 ? "cell" : "colour";
  }
  return null;
};
window.look = () => {
  const seen = { picture: 0, tiny: 0, colour: 0, cell: 0, none: 0 };
  for (let row = 0; row < 10; row++) {
    for (let column = 0; column < 16; column++) {
      let best = "none";
      for (const one of document.elementsFromPoint((column + 0.5) * innerWidth / 16, (row + 0.5) * innerHeight / 10)) {
        if (one.matches(".slot.shown, .slot:has(> .sign)")) { best = "picture"; break; }
        if (one.matches(".slot")) {
          best = "cell";
        } else if (one.matches("#bands canvas")) {
          best = patch(one, (column + 0.5) * innerWidth / 16, (row + 0.5) * innerHeight / 10) ?? best;
          if (best === "colour" || best === "tiny") break;
        } else if (one.parentNode === document.body && one.tagName === "IMG") {
          if (one.complete && one.naturalWidth) { best = "picture"; break; }
          best = "cell";
        }
      }
      seen[best] += 1;
    }
  }
  return seen;
};
window.start = () => {
  window.watched = { times: [], picture: 0, tiny: 0, colour: 0, cell: 0, none: 0, looks: 0, complete: null };
  let last = performance.now(), place = NaN;
  const view = document.getElementById("view") ?? document.documentElement;
  const frame = time => {
    const now = view.scrollTop;
    if (now !== place) { place = now; last = performance.now(); }
    if (!watched.ended) {
      watched.times.push(time);
      if (watched.times.length % 4 === 0) {
        const seen = look();
        for (const [name, count] of Object.entries(seen)) watched[name] += count;
        watched.looks += 1;
      }
    } else if (performance.now() - last > 0) {
      const seen = look();
      // What is between the pictures is ground, also when all is there.
      if (!seen.cell && !seen.colour && !seen.tiny && seen.picture >= 0.85 * 160) {
        watched.complete = Math.max(0, performance.now() - last);
        return;
      }
    }
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
};
"""

# A list of what came for nothing: made before the page's own scripts run.
audit = """
window.audited = { tiles: 0, late: [], ahead: 0 };
const numbers = new Map(), slots = new Map(), left = new Map();
const Plain = WebSocket;
window.WebSocket = class extends Plain {
  constructor(...all) {
    super(...all);
    this.addEventListener("message", ({ data }) => {
      const now = performance.now();
      if (typeof data === "string") {
        const message = JSON.parse(data);
        if (!message.place) return;
        for (const slot of message.free) { left.set(slots.get(slot), now); slots.delete(slot); }
        for (const { slot, number } of message.show) {
          if (slots.has(slot)) left.set(slots.get(slot), now);
          slots.set(slot, number);
          left.delete(number);
        }
        return;
      }
      const view = new DataView(data);
      let at = 8;
      for (let count = view.getUint32(4); count > 0; count -= 1) {
        const number = view.getUint32(at + 4);
        audited.tiles += 1;
        if (left.has(number)) audited.late.push(now - left.get(number));
        at += 16 + view.getUint32(at + 8);
      }
    });
  }
};
"""


def counters(address):
    text = requests.get(address + "/metrics").text
    found = re.findall(r"^scrollserver_([a-z_]+?)(?:_total)? ([0-9.e+-]+)$", text, re.MULTILINE)
    return {name: float(value) for name, value in found}


class Watch(threading.Thread):
    """Looks at the counters while something runs: decodes at once, and the longest queue."""

    def __init__(self, address):
        super().__init__(daemon=True)
        self.address, self.most, self.deepest, self.ends = address, 0, 0, threading.Event()

    def run(self):
        while not self.ends.wait(0.1):
            now = counters(self.address)
            running = now["pipeline_decodes_started"] - now["pipeline_decodes_failed"] - now["pipeline_decode_seconds_count"]
            self.most, self.deepest = max(self.most, running), max(self.deepest, now["pipeline_queue_depth"])

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.ends.set()
        self.join()


def fling(browser, rate):
    distance = rate * height * seconds
    browser.fling(int(distance), distance / seconds)


def measure(kind, address, fraction, rate):
    """One run: `kind` is session, http or plain."""
    with Chromium() as browser:
        page = {"session": "/#layout=grid", "http": "/?live=0#layout=grid", "plain": "/plain.html"}[kind]
        browser.go(address + page)
        time.sleep(1.5)
        if kind == "plain":
            browser.run(f"scrollTo(0, document.documentElement.scrollHeight * {fraction[0]})")
        else:
            browser.run(f"const {{scroller}} = scrollServer; scroller.jump({{x: 0, y: scroller.range.maxY * {fraction[1]}}})")
        browser.run(watch)
        comes(lambda: browser.run("const {cell, colour, tiny} = look(); return cell + colour + tiny === 0"), 20)
        place = "return scrollY" if kind == "plain" else "return scrollServer.scroller.offset.y"
        before, old = browser.run(place), counters(address)
        with Watch(address) as found:
            browser.run("start()")
            fling(browser, rate)
            browser.run("watched.ended = true")
            comes(lambda: browser.run("return watched.complete") is not None, 30)
        after, new = browser.run(place), counters(address)
        seen = browser.run("return watched")
        reports = browser.run("return window.scrollServer?.session.count ?? 0")
    gaps = [two - one for one, two in zip(seen["times"], seen["times"][1:])]
    points = seen["looks"] * 160
    # Between the pictures there is a little ground.
    ground = 0 if points == 0 else ground_share * points
    delta = {name: value - old.get(name, 0) for name, value in new.items()}
    share = lambda name: 100 * seen[name] / (points - ground)
    return {
        "screens": (after - before) / height, "frames": len(gaps),
        "late": sum(gap > 18 for gap in gaps), "later": sum(gap > 34.5 for gap in gaps), "longest": max(gaps),
        "picture": share("picture"), "tiny": share("tiny"), "colour": share("colour"), "cell": share("cell"),
        "none": max(0, 100 - share("picture") - share("tiny") - share("colour") - share("cell")),
        "complete": seen["complete"] if seen["complete"] is not None else float("inf"), "reports": reports,
        "decodes": delta["pipeline_decodes_started"], "cancelled": delta["pipeline_decodes_cancelled"],
        "withdrawn": delta["session_tiles_cancelled"], "dropped": delta["session_tiles_dropped"],
        "sent": delta["session_tiles_sent"], "ahead": delta["session_tiles_sent_ahead"],
        "most": found.most, "deepest": found.deepest,
    }


ground_share = 0.0

labels = [
    ("screens", "screens travelled"), ("frames", "frames"), ("late", "over 16.7 ms"), ("later", "over 33.3 ms"),
    ("longest", "longest, ms"), ("picture", "picture, % of the viewport"), ("tiny", "a tiny one, %"), ("colour", "its colour, %"),
    ("cell", "an empty cell, %"), ("none", "nothing, %"), ("complete", "from the end to all of it, ms"), ("reports", "plans asked"),
    ("decodes", "decodes started"), ("cancelled", "decodes cancelled in the queue"), ("most", "decodes at once"),
    ("deepest", "longest queue"), ("withdrawn", "tiles cancelled"), ("dropped", "tiles dropped before sending"),
    ("sent", "tiles sent"), ("ahead", "of these ahead"),
]


def table(title, results):
    print(f"\n{title}\n{'':34}" + "".join(f"{kind:>10}" for kind in results))
    for name, label in labels:
        values = [median([run[name] for run in runs]) for runs in results.values()]
        print(f"{label:34}" + "".join(f"{value:10.1f}" for value in values), flush=True)


def walk(address, collection, start, length):
    """Tiles from a place on, a list for each item in order, as the page's own plans have them; and a plan's figures."""
    urls, y = {}, start
    while True:
        query = f"width={width}&height={10 * height}&layout=grid&y={y}&overscan=0&inset=44,0,0,0&backdrop=true"
        plan = requests.get(f"{address}/api/collections/{collection}/plan?{query}").json()
        for tile in plan["tiles"]:
            urls.setdefault(tile["index"], {})[tile["url"]] = True
        y += 10 * height
        if y > start + length or y > plan["contentSize"]["height"]:
            return [list(urls[index]) for index in sorted(urls)], plan


def warm(address, urls):
    local = threading.local()

    def get(url):
        if not hasattr(local, "session"):
            local.session = requests.Session()
        return local.session.get(address + url).status_code

    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        return sum(status == 200 for status in pool.map(get, urls))


def plain_page(file, urls, columns, row):
    side = (width - 4 * (columns - 1)) / columns
    with open(file, "w") as out:
        out.write(f"<!doctype html><meta charset=utf-8><style>body{{margin:0;display:grid;"
                  f"grid-template-columns:repeat({columns},1fr);column-gap:4px;row-gap:{max(0, row - side):.3f}px}}"
                  f"img{{width:100%;height:{min(row, side):.3f}px;object-fit:cover}}</style>\n")
        out.writelines(f'<img loading="lazy" alt="" src="{url}">\n' for url in urls)


@contextlib.contextmanager
def ready(folder, public):
    with program(folder, public=public) as (address, _):
        def known():
            found = requests.get(address + "/api/collections").json()["collections"]
            return found and found[0]["complete"] and found[0]["id"]

        if not comes(known, 120):
            raise RuntimeError("the folder is not read in two minutes")
        yield address, known()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder")
    parser.add_argument("runs", nargs="?", type=int, default=3)
    parser.add_argument("rates", nargs="*", type=float, default=[20, 5])
    parser.add_argument("--only", default="session,http,plain")
    parser.add_argument("--warmth", default="cold,warm")
    given = parser.parse_args()
    kinds = given.only.split(",")
    with tempfile.TemporaryDirectory() as scratch:
        public = pathlib.Path(scratch) / "public"
        shutil.copytree(package / "Public", public)
        with ready(given.folder, public) as (address, collection):
            most = max(given.rates) * height * seconds
            # As far as the way of the fastest fling, and some.
            urls, plan = walk(address, collection, 0, int(1.3 * most))
            tall, columns, total = plan["contentSize"]["height"], plan["columns"], plan["count"]
        row = tall / -(-total // columns)
        side = (width - 4 * (columns - 1)) / columns
        global ground_share
        # Of 160 points, in the mean over all offsets.
        ground_share = 1 - side / (side + 4) * min(row, side) / row
        # A tile each: the coarsest, where there are several.
        plain_page(public / "plain.html", [all[0] for all in urls], columns, row)
        print(f"{total:,} pictures, {columns} columns; {len(urls):,} in the plain page", flush=True)
        for rate in given.rates:
            for warmth in given.warmth.split(","):
                results = {kind: [] for kind in kinds}
                way = sum(urls[:int((rate * height * seconds * 1.1 + 2 * height) / row) * columns], [])
                with contextlib.ExitStack() as stack:
                    if warmth == "warm":
                        address, _ = stack.enter_context(ready(given.folder, public))
                        begin = time.monotonic()
                        print(f"  {warm(address, way):,} tiles made in {time.monotonic() - begin:.0f} s", flush=True)
                    for run in range(given.runs):
                        for kind in kinds if run % 2 == 0 else kinds[::-1]:
                            with contextlib.ExitStack() as own:
                                if warmth == "cold":
                                    address, _ = own.enter_context(ready(given.folder, public))
                                results[kind].append(measure(kind, address, (0.0, 0.0), rate))
                                print(f"  {kind}: {results[kind][-1]}", file=sys.stderr, flush=True)
                table(f"{warmth}, {rate:g} screens a second for {seconds} s; medians of {given.runs} runs", results)
        with ready(given.folder, public) as (address, _), Chromium() as browser:
            browser.tool("Page.addScriptToEvaluateOnNewDocument", source=audit)
            browser.go(address + "/#layout=grid")
            time.sleep(1.5)
            fling(browser, given.rates[0])
            # At rest, what is behind is fetched again: the reader may turn round.
            found = browser.run("return audited")
            late = sorted(found["late"])
            print(f"\n{found['tiles']:,} tiles came, {len(late)} of them out of the window"
                  + (f", for {late[-1]:.0f} ms at most" if late else "") + f"; {sum(one > 300 for one in late)} after 300 ms")


if __name__ == "__main__":
    main()
