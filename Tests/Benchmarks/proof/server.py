"""Starts the program with caches of its own, and asks it over HTTP."""
import contextlib
import http.client
import json
import pathlib
import re
import shutil
import subprocess
import tempfile
import time
import urllib.request

from .common import Context


class Server:
    """The running program. `started` is when it was started, by the monotonic clock."""

    def __init__(self, context: Context, *arguments, cache: pathlib.Path | None = None, cores: str | None = None):
        """`cores` are the processors that it may use, as taskset names them; by default all."""
        self.folder = pathlib.Path(tempfile.mkdtemp(dir=context.scratch))
        command = [*(["taskset", "-c", cores] if cores else []), context.program, "--port", "0", "--cache", cache or self.folder / "cache", "--state", self.folder / "state",
                   "--log-level", "error", "--no-token", *arguments]
        self.started = time.perf_counter()
        self.process = subprocess.Popen([str(one) for one in command], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.address = self.process.stdout.readline().strip().rstrip("/")
        if not self.address:
            raise RuntimeError(f"the program ends at once: {' '.join(map(str, command))}")
        self.connection = http.client.HTTPConnection(self.address.removeprefix("http://"), timeout=600)

    def get(self, target: str) -> bytes:
        self.connection.request("GET", target)
        answer = self.connection.getresponse()
        body = answer.read()
        if answer.status != 200:
            raise RuntimeError(f"{target}: {answer.status} {body[:300]!r}")
        return body

    def json(self, target: str) -> dict:
        return json.loads(self.get(target))

    def collection(self) -> dict:
        return self.json("/api/collections")["collections"][0]

    def complete(self, limit: float = 1200) -> dict:
        """Waits until the first collection has been read whole, and returns it."""
        end = time.monotonic() + limit
        while time.monotonic() < end:
            found = self.json("/api/collections")["collections"]
            if found and found[0]["complete"] and not found[0].get("pending"):
                return found[0]
            time.sleep(0.005)
        raise RuntimeError(f"not complete after {limit} s")

    def settle(self, collection: str, limit: float = 600):
        """Waits until the tiny pictures of a collection are made, and nothing is done in the background."""
        end = time.monotonic() + limit
        while time.monotonic() < end:
            atlas = self.json(f"/api/collections/{collection}").get("atlas")
            if not atlas or atlas["done"] >= atlas["total"]:
                return
            time.sleep(0.1)

    def tiles(self, collection: str, count: int, query: str) -> tuple[list[str], dict]:
        """Returns the addresses of the first tiles of so many items, and the last plan. The plans load nothing."""
        urls: dict[int, str] = {}
        y = 0
        while True:
            plan = self.json(f"/api/collections/{collection}/plan?width=1280&height=16000&overscan=0&y={y}&{query}")
            for tile in plan["tiles"]:
                urls.setdefault(tile["index"], tile["url"])
            y += 16000
            if len(urls) >= count or y > plan["contentSize"]["height"]:
                return [urls[index] for index in sorted(urls)][:count], plan

    def metric(self, name: str) -> float:
        found = re.search(rf"^{name}(?:{{[^}}]*}})? ([0-9.e+-]+)$", self.get("/metrics").decode(), re.MULTILINE)
        return float(found[1]) if found else 0

    def fetch(self, urls: list[str], connections: int):
        """Fetches addresses by curl with so many connections; throws where one fails."""
        file = self.folder / "urls"
        file.write_text("".join(f'url="{self.address}{url}"\noutput=/dev/null\n' for url in urls))
        subprocess.run(["curl", "-sSf", "-Z", "--parallel-max", str(connections), "-K", str(file)], check=True,
                       stderr=subprocess.DEVNULL)

    def peak_megabytes(self) -> float:
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(status.split("VmHWM:")[1].split()[0]) / 1024

    def stop(self):
        self.connection.close()
        self.process.terminate()
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process.stdout.close()
        shutil.rmtree(self.folder, ignore_errors=True)


@contextlib.contextmanager
def program(context: Context, *arguments, cache: pathlib.Path | None = None, cores: str | None = None):
    server = Server(context, *arguments, cache=cache, cores=cores)
    try:
        yield server
    finally:
        server.stop()


def fetch_bytes(url: str) -> bytes:
    with urllib.request.urlopen(url, timeout=60) as answer:
        return answer.read()
