"""Chromium without a window, driven through chromedriver and the DevTools protocol; and the memory of its renderer."""
import contextlib
import functools
import http.client
import http.server
import json
import pathlib
import socket
import subprocess
import threading
import time

from .common import descendants

width, height = 1280, 800


class Chromium:
    """A fresh browser with a fresh profile. It draws by the processor."""

    def __init__(self):
        with socket.socket() as one:
            one.bind(("127.0.0.1", 0))
            self.port = one.getsockname()[1]
        self.process = subprocess.Popen(["chromedriver", f"--port={self.port}"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.base = ""
        for _ in range(200):
            with contextlib.suppress(OSError):
                self.send("GET", "/status")
                break
            time.sleep(0.1)
        arguments = ["--headless", "--no-sandbox", f"--window-size={width},{height}"]
        session = self.post("/session", capabilities={"alwaysMatch": {"goog:chromeOptions": {"args": arguments}}})
        self.base = "/session/" + session["sessionId"]
        self.post("/timeouts", script=120000, pageLoad=120000)
        self.tool("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def send(self, method: str, path: str, body: str | None = None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=240)
        try:
            connection.request(method, self.base + path, body)
            return json.loads(connection.getresponse().read())["value"]
        finally:
            connection.close()

    def post(self, path: str, **body):
        answer = self.send("POST", path, json.dumps(body))
        if isinstance(answer, dict) and "error" in answer:
            raise RuntimeError(f"{path}: {answer['message'][:300]}")
        return answer

    def tool(self, command: str, **parameters):
        return self.post("/goog/cdp/execute", cmd=command, params=parameters)

    def go(self, url: str):
        self.post("/url", url=url)

    def run(self, script: str):
        return self.post("/execute/sync", script=script, args=[])

    def until(self, script: str, limit: float = 30) -> bool:
        """Waits until a condition holds."""
        end = time.monotonic() + limit
        while time.monotonic() < end:
            if self.run(script):
                return True
            time.sleep(0.05)
        return False

    def wheel(self, speed: float, seconds: int):
        """Turns a wheel evenly, in CSS pixels a second, as real input."""
        for _ in range(seconds):  # The browser gives up longer gestures.
            self.tool("Input.synthesizeScrollGesture", x=width // 2, y=height // 2, yDistance=-int(speed), speed=int(speed),
                      gestureSourceType="mouse", preventFling=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        with contextlib.suppress(OSError):
            self.send("DELETE", "")
        self.process.terminate()
        self.process.wait(20)


class RendererMemory:
    """Looks five times a second at the largest renderer's proportional set size (PSS), in MB, until it is stopped."""

    def __init__(self, browser: Chromium):
        self.root, self.peak, self.stops = browser.process.pid, 0.0, False
        self.thread = threading.Thread(target=self.watch, daemon=True)

    def watch(self):
        while not self.stops:
            self.peak = max(self.peak, self.look())
            time.sleep(0.2)

    def look(self) -> float:
        most = 0.0
        for one in descendants(self.root):
            with contextlib.suppress(OSError):
                if b"--type=renderer" not in pathlib.Path(f"/proc/{one}/cmdline").read_bytes():
                    continue
                for line in pathlib.Path(f"/proc/{one}/smaps_rollup").read_text().splitlines():
                    if line.startswith("Pss:"):
                        most = max(most, int(line.split()[1]) / 1024)
        return most

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.stops = True
        self.thread.join()


class Files(http.server.SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass


@contextlib.contextmanager
def plain(folder: pathlib.Path):
    """A plain server of a folder, in this process: its address."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Files, directory=str(folder)))
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
