"""The page of a server of its own, watched by the browser tests' probe, in any of the browsers of `drivers`."""
import contextlib
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import time

import drivers

package = pathlib.Path(__file__).resolve().parent.parent.parent
probe = re.search(r'#"""\n(.*?)"""#', (package / "Tests/BrowserTests/Page+Probe.swift").read_text(), re.S)[1]


class Failure(Exception):
    pass


def ask(holds, what):
    if not holds:
        raise Failure(what)


@contextlib.contextmanager
def server(*arguments):
    """The program with a copy of the page that is watched by the probe."""
    folder = pathlib.Path(tempfile.mkdtemp())
    public = folder / "public"
    shutil.copytree(package / "Public", public)
    page = (public / "index.html").read_text()
    (public / "index.html").write_text(page.replace('<script type="module"', '<script src="probe.js"></script>\n<script type="module"'))
    (public / "probe.js").write_text(probe)
    program = os.environ.get("SCROLLSERVER", str(package / ".build/release/ScrollServer"))
    process = subprocess.Popen(
        [program, "--port", os.environ.get("PORT", "0"), "--cache", folder / "cache", "--state", folder / "state", "--public", public, *arguments],
        stdout=subprocess.PIPE, text=True)
    try:
        yield process.stdout.readline().strip()
    finally:
        process.terminate()
        process.wait(20)
        shutil.rmtree(folder)


class Page:
    def __init__(self, browser, address):
        self.browser, self.address = browser, address

    def open(self, query):
        self.browser.go("about:blank")
        self.browser.go(self.address + query)
        self.settle()

    def value(self, expression):
        return self.browser.run(expression)

    def do(self, statement):
        self.browser.run(f"(() => {{ {statement} }})()")

    def until(self, condition, limit=20):
        outcome = self.value(f"probe.until(() => ({condition}), {limit * 1000})")
        ask(outcome["holds"], f"never came true: {condition}; {outcome['state'][:600]}")

    def settle(self, condition="true"):
        # Firefox says that it has loaded a page again before the page's scripts have begun.
        drivers.comes(lambda: self.value("typeof probe === 'object' && Boolean(window.scrollServer)"))
        self.until(f"({condition}) && probe.isSettled()")

    def still(self):
        """As `settle`, after whatever an action has begun has had time to begin."""
        time.sleep(0.4)
        self.settle()

    @property
    def offset(self):
        return self.value("scrollServer.scroller.offset")

    def jump(self, fraction):
        self.do(f"""const {{ minX, minY, maxX, maxY }} = scrollServer.scroller.range;
            const along = (min, max) => Math.round(min + {fraction} * (max - min));
            const isAcross = scrollServer.shown.view.layout === "strip";
            scrollServer.scroller.jump(isAcross ? {{ x: along(minX, maxX), y: minY }} : {{ x: minX, y: along(minY, maxY) }});""")
        self.settle()

    def spot(self, x, y):
        found = self.value(f"probe.under({x}, {y})")
        ask(found, f"nothing at {x}, {y}")
        return found

    def slip(self, start, x, y, axes="uv"):
        now = self.spot(x, y)
        ask(now["index"] == start["index"], f"picture {now['index']} is under the pointer, {start['index']} was")
        sides = {"u": "width", "v": "height"}
        return max(abs(now[axis] - start[axis]) * now[sides[axis]] for axis in axes)
