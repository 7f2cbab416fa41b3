"""What both measurements in the browser need: Chromium, the program, a server of plain pages, and medians."""
import contextlib
import os
import pathlib
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time

import requests
from PIL import Image

package = pathlib.Path(__file__).resolve().parent.parent.parent.parent
sys.path.insert(0, str(package / "Tests/Benchmarks"))
from proof.browser import plain  # noqa: E402, F401
width, height = 1280, 800


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def comes(condition, limit):
    end = time.monotonic() + limit
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.05)
    return False


class Chromium:
    """A fresh browser with a fresh profile, without a window, driven through chromedriver and the DevTools protocol."""

    def __init__(self):
        port = free_port()
        self.process = subprocess.Popen(["chromedriver", f"--port={port}"], stdout=subprocess.DEVNULL)
        self.base = f"http://127.0.0.1:{port}"

        def opens():
            try:
                return requests.get(self.base + "/status", timeout=2).ok
            except requests.RequestException:
                return False

        if not comes(opens, 20):
            raise RuntimeError("chromedriver does not answer")
        options = {"args": ["--headless", "--no-sandbox", f"--window-size={width},{height}"]}
        answer = self.post("/session", capabilities={"alwaysMatch": {"goog:chromeOptions": options}})
        self.base += "/session/" + answer["sessionId"]
        self.post("/timeouts", script=60000, pageLoad=120000)
        self.tool("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def post(self, path, **body):
        answer = requests.post(self.base + path, json=body, timeout=180).json()["value"]
        if isinstance(answer, dict) and "error" in answer:
            raise RuntimeError(f"{path}: {answer['message'][:300]}")
        return answer

    def tool(self, command, **parameters):
        return self.post("/goog/cdp/execute", cmd=command, params=parameters)

    def go(self, url):
        self.post("/url", url=url)

    def run(self, script):
        return self.post("/execute/sync", script=script, args=[])

    def fling(self, distance, speed):
        """A wheel that turns evenly, as real input: px and px a second."""
        self.tool("Input.synthesizeScrollGesture", x=width // 2, y=height // 2, yDistance=-distance, speed=int(speed),
                  gestureSourceType="mouse", preventFling=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        try:
            requests.delete(self.base, timeout=20)
        except requests.RequestException:
            pass
        self.process.terminate()
        self.process.wait(20)


@contextlib.contextmanager
def program(*arguments, public=None):
    """The program with caches of its own: (its address, its process)."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.environ.get("SCROLLSERVER", str(package / ".build/release/ScrollServer"))
        more = ["--public", public] if public else []
        process = subprocess.Popen([path, "--port", "0", "--cache", folder + "/cache", "--state", folder + "/state", *more, *arguments],
                                   stdout=subprocess.PIPE, text=True)
        try:
            yield process.stdout.readline().strip().rstrip("/"), process
        finally:
            process.terminate()
            process.wait(30)


def median(values):
    return statistics.median(values)


def links(names, folder, count):
    """So many hard links to these files, in turn; copies where there can be none."""
    folder.mkdir(parents=True)
    for place in range(count):
        source = names[place % len(names)]
        target = folder / f"{place:06}{source.suffix.lower()}"
        try:
            os.link(source, target)
        except OSError:
            shutil.copy(source, target)


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
