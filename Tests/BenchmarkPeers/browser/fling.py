#!/usr/bin/env python3
"""A fling of ten seconds through a million pictures, in the page and in a plain one of as many as that can bear.

    Tests/BenchmarkPeers/browser/fling.py [runs] [screens a second]

The plain page is a grid of <img loading="lazy"> of the same size, with the same tiles from the same server; it is made
larger until it takes more than 20 s to load, or fails. Each run is a fresh browser; the two take turns in who is first;
each run begins elsewhere. Headless Chromium draws by the CPU: the two columns can be compared, the figures alone cannot.
"""
import pathlib
import shutil
import sys
import tempfile
import time

import requests

from session import watch as closely
from setting import Chromium, height, median, package, plain, program, width

runs = int(sys.argv[1]) if len(sys.argv) > 1 else 5
rate = float(sys.argv[2]) if len(sys.argv) > 2 else 20
seconds = 10
distance = int(rate * height * seconds)

# Frames by their time stamps, and in every fourth what is painted at 16 × 10 points: a picture; a tiny one of a contact
# sheet, where there is none; or a place without either.
watch = closely + """
window.watched = { times: [], painted: 0, tiny: 0, waiting: 0, points: 0 };
const isTiny = (x, y) => {
  const canvas = document.elementsFromPoint(x, y).find(one => one.matches("#bands canvas"));
  return Boolean(canvas) && patch(canvas, x, y) === "tiny";
};
const sample = () => {
  for (let row = 0; row < 10; row++) {
    for (let column = 0; column < 16; column++) {
      const at = [(column + 0.5) * innerWidth / 16, (row + 0.5) * innerHeight / 10];
      watched.points += 1;
      const all = document.elementsFromPoint(...at);
      const images = all.filter(one => one.tagName === "IMG" || one.matches(".slot"));
      const isThere = one => one.matches(".slot.shown") || (one.complete && one.naturalWidth);
      if (images.some(isThere)) watched.painted += 1;
      else if (isTiny(...at)) watched.tiny += 1;
      else if (images.length) watched.waiting += 1;
    }
  }
};
const look = time => {
  watched.times.push(time);
  if (watched.times.length % 4 === 0) sample();
  if (!watched.stops) requestAnimationFrame(look);
};
window.rest = () => { watched = { times: [], painted: 0, tiny: 0, waiting: 0, points: 0, stops: true }; sample(); return watched.painted; };
window.start = () => { watched = { times: [], painted: 0, tiny: 0, waiting: 0, points: 0 }; requestAnimationFrame(look); };
"""


def figures(browser, place, set_off):
    browser.run(watch)
    set_off()
    time.sleep(2)
    # Between the pictures there is a little ground: what is painted at rest is all.
    whole = browser.run("return rest()")
    before = place()
    browser.run("start()")
    browser.fling(distance, distance / seconds)
    after = place()
    seen = browser.run("watched.stops = true; return watched")
    gaps = [two - one for one, two in zip(seen["times"], seen["times"][1:])]
    looks = seen["points"] / 160
    return {
        "screens": (after - before) / height, "frames": len(gaps),
        "late": sum(gap > 18 for gap in gaps), "later": sum(gap > 34.5 for gap in gaps), "longest": max(gaps),
        "painted": 100 * seen["painted"] / looks / whole, "tiny": 100 * seen["tiny"] / looks / whole,
        "unpainted": 100 * max(0, 1 - (seen["painted"] + seen["tiny"]) / looks / whole), "waiting": 100 * seen["waiting"] / looks / whole,
    }


def ours(address, fraction):
    with Chromium() as browser:
        browser.go(address + "/#layout=grid")
        time.sleep(1.5)

        def set_off():
            browser.run(f"const {{scroller}} = scrollServer; scroller.jump({{x: 0, y: scroller.range.maxY * {fraction}}});")

        return figures(browser, lambda: browser.run("return scrollServer.scroller.offset.y"), set_off)


def theirs(address, fraction):
    with Chromium() as browser:
        browser.go(address)

        def set_off():
            browser.run(f"scrollTo(0, document.documentElement.scrollHeight * {fraction})")

        return figures(browser, lambda: browser.run("return scrollY"), set_off)


def tiles(address, collection, count):
    """A tile for each of the first pictures, and the size of a cell: from the plans the page would get."""
    urls = {}
    y, plan = 0, None
    while len(urls) < count:
        query = f"width={width}&height={20 * height}&layout=grid&y={y}&overscan=0"
        plan = requests.get(f"{address}/api/collections/{collection}/plan?{query}").json()
        known = len(urls)
        for tile in plan["tiles"]:
            if tile["row"] == 0 and tile["column"] == 0:
                urls.setdefault(tile["index"], tile["url"])
        y += 20 * height
        if len(urls) == known or y > plan["contentSize"]["height"]:
            break
    return [urls[index] for index in sorted(urls)], plan["columns"], plan["contentSize"]["height"], plan["count"]


def page(folder, urls, count, columns, row):
    """A plain page of so many images; beyond those there are tiles for, they begin again with another address."""
    side = (width - 4 * (columns - 1)) / columns
    with open(folder / "plain.html", "w") as out:
        out.write(f"<!doctype html><meta charset=utf-8><style>body{{margin:0;display:grid;"
                  f"grid-template-columns:repeat({columns},1fr);column-gap:4px;row-gap:{max(0, row - side):.3f}px}}"
                  f"img{{width:100%;height:{min(row, side):.3f}px;object-fit:cover}}</style>\n")
        for place in range(count):
            lap, at = divmod(place, len(urls))
            out.write(f'<img loading="lazy" alt="" src="{urls[at]}{f"&lap={lap}" if lap else ""}">\n')


def loads(address):
    """Seconds until a plain page is there and answers, or None."""
    try:
        with Chromium() as browser:
            begin = time.monotonic()
            browser.go(address)
            browser.run("return document.documentElement.scrollHeight")
            browser.run("scrollTo(0, document.documentElement.scrollHeight)")
            return time.monotonic() - begin
    except (RuntimeError, requests.RequestException) as error:
        print(f"  it fails: {str(error)[:100]}")
        return None


def table(title, own, plainly):
    print(f"\n{title}; medians of {runs} runs")
    print(f"{'':34} {'ours':>10} {'plain':>10}")
    for name, label in [("screens", "screens travelled"), ("frames", "frames"), ("late", "over 16.7 ms"), ("later", "over 33.3 ms"),
                        ("longest", "longest, ms"), ("painted", "pictures, % of the viewport"),
                        ("tiny", "tiny pictures, %"), ("unpainted", "neither, %"), ("waiting", "of that a placeholder, %")]:
        print(f"{label:34} {median([run[name] for run in own]):10.1f} {median([run[name] for run in plainly]):10.1f}")


def compare(title, arguments, collection, most):
    with tempfile.TemporaryDirectory() as scratch:
        public = pathlib.Path(scratch) / "public"
        shutil.copytree(package / "Public", public)
        with program(*arguments, public=public) as (address, _):
            collection = collection or requests.get(address + "/api/collections").json()["collections"][0]["id"]
            while not requests.get(address + "/api/collections").json()["collections"][0]["complete"]:
                time.sleep(0.1)
            urls, columns, tall, total = tiles(address, collection, 50_000)
            row = tall / -(-total // columns)
            bearable = 0
            for count in [number for number in (20_000, 50_000, 100_000, 200_000, 500_000, 1_000_000) if number <= most]:
                page(public, urls, count, columns, row)
                took = loads(address + "/plain.html")
                print(f"a plain page of {count:,}: {f'{took:.1f} s' if took else 'none'}", flush=True)
                if took is None or took > 20:
                    break
                bearable = count
            page(public, urls, bearable, columns, row)
            results = ([], [])
            # Where both have the same pictures.
            part = min(len(urls), bearable) * 0.8 / runs
            for run in range(runs):
                index = run * part
                turns = [(ours, address, index / total, results[0]), (theirs, address + "/plain.html", index / bearable, results[1])]
                for measure, where, fraction, into in turns if run % 2 == 0 else turns[::-1]:
                    into.append(measure(where, fraction))
                    print(f"  {measure.__name__}: {into[-1]}", file=sys.stderr, flush=True)
            table(f"{title}, {columns} columns, {rate:g} screens a second for {seconds} s; {total:,} pictures in ours, {bearable:,} in the plain page", *results)


if __name__ == "__main__":
    compare("demo", ["--demo", "1000000"], "demo", 1_000_000)
    folder = sys.argv[3] if len(sys.argv) > 3 else None
    if folder:
        compare("photographs", [folder], None, 20_000)
