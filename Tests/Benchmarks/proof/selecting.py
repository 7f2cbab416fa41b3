"""Group selecting: select all and rate, from the key to the painted bar in Chromium, and to the server's answer, which is stored."""
import os
import pathlib

from .browser import Chromium
from .common import Context
from .server import program

picture = '<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20"><rect width="30" height="20" fill="teal"/></svg>'
in_folder = 1000

# A key as a reader presses it, until the bar has its text and a frame has painted it; and until the answer, which is on the disk.
select = """
    const [all, done] = arguments, bar = document.getElementById("selection"), begin = performance.now();
    const look = () => !bar.hidden && scrollServer.choosing.count === all && document.getElementById("selection-count").textContent.includes(" of ")
      ? requestAnimationFrame(() => setTimeout(() => done(performance.now() - begin))) : requestAnimationFrame(look);
    document.getElementById("view").dispatchEvent(new KeyboardEvent("keydown", { key: "a", ctrlKey: true, bubbles: true, cancelable: true }));
    look();
"""
rate = """
    const [rating, done] = arguments, { links } = scrollServer.shown.entry, begin = performance.now();
    fetch(links.annotations, { method: "PATCH", body: JSON.stringify({ selected: true, rating }) })
      .then(answer => answer.json()).then(() => done(performance.now() - begin));
"""


def make(folder: pathlib.Path, count: int):
    """Folders of 1,000 links to one picture each: a file system limits the links of one file."""
    for number in range(0, count, in_folder):
        place = folder / f"{number // in_folder:04}"
        place.mkdir(parents=True)
        (place / "000.svg").write_text(picture)
        for other in range(1, min(in_folder, count - number)):
            os.link(place / "000.svg", place / f"{other:03}.svg")


def ask(browser: Chromium, script: str, value):
    return browser.post("/execute/async", script=script, args=[value])


def run(context: Context):
    for count in (100_000, 1_000_000) if not context.quick else (2_000,):
        folder = context.scratch / f"selecting-{count}"
        make(folder, count)
        with program(context, "--cache-limit", "0", folder) as server, Chromium() as browser:
            server.complete()
            browser.go(f"{server.address}/#layout=grid")
            if not browser.until(f"return window.scrollServer?.shown.plan?.count === {count} && !scrollServer.session.busy", 120):
                raise RuntimeError(f"the page does not show {count} pictures")
            painted, stored = [], []
            for turn in range(context.runs):
                browser.run("scrollServer.choosing.none()")
                browser.until("return document.getElementById('selection').hidden && scrollServer.choosing.count === 0")
                painted.append(ask(browser, select, count))
                stored.append(ask(browser, rate, turn % 5 + 1))
        context.add_all(f"select all of {count:,}, to the painted bar", "ms", "lower", {"ours": painted}, note="goal of a million: 100 ms")
        context.add_all(f"rate all of {count:,}, until it is stored", "ms", "lower", {"ours": stored}, note="goal of a million: 1,000 ms")
