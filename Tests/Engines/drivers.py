"""Browsers that are driven from outside: Firefox by WebDriver BiDi itself, the others through their W3C drivers.

Each driver has the same few verbs: go, run (a JavaScript expression, awaited, as JSON), perform (W3C action sequences,
https://www.w3.org/TR/webdriver2/#actions), mistakes, quit. Everything else is built upon those in `Browser`.
"""
import json
import os
import shutil
import socket
import subprocess
import tempfile
import time

import requests

KEYS = {"ArrowDown": "\ue015", "ArrowUp": "\ue013", "ArrowLeft": "\ue012", "ArrowRight": "\ue014", "Escape": "\ue00c",
        "PageDown": "\ue00f", "PageUp": "\ue00e", "Home": "\ue011", "End": "\ue010", "Control": "\ue009", "Tab": "\ue004",
        "Enter": "\ue007"}


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def comes(condition, limit=30):
    """Waits for something to be so."""
    end = time.monotonic() + limit
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.05)
    return False


class Browser:
    """Verbs that are the same for all of them."""
    has_touch = True
    """Whether its driver's fingers reach the browser's own scrolling, too, and not only the page."""
    has_pan = True
    """Between two presses of a key, in ms, so that each is one step in a plain page."""
    key_pause = 0

    def wheel(self, x, y, delta, notches=1, control=False, pause=16):
        rest = [{"type": "pause", "duration": pause}]
        turns = sum([[{"type": "scroll", "x": x, "y": y, "deltaX": 0, "deltaY": delta, "duration": 0}] + rest
                     for _ in range(notches)], [])
        actions = [{"type": "wheel", "id": "wheel", "actions": turns}]
        if control:
            held = [{"type": "keyDown", "value": KEYS["Control"]}] + rest * (len(turns) - 2) + [
                {"type": "keyUp", "value": KEYS["Control"]}]
            turns[:0] = rest
            held[len(held) - 1:len(held) - 1] = rest * 2
            actions.insert(0, {"type": "key", "id": "keys", "actions": held})
        self.perform(actions)

    def press(self, key, times=1, pause=0):
        key = KEYS.get(key, key)
        stroke = [{"type": "keyDown", "value": key}, {"type": "keyUp", "value": key}]
        if pause:
            stroke.append({"type": "pause", "duration": pause})
        self.perform([{"type": "key", "id": "keys", "actions": stroke * times}])

    def click(self, x, y):
        self.perform([{"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": [
            {"type": "pointerMove", "x": x, "y": y, "duration": 0}, {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0}]}])

    def fingers(self, *paths, steps=12, pause=16):
        """Fingers that go along straight lines: ((from x, y), (to x, y)) each."""
        sources = []
        for place, ((ax, ay), (bx, by)) in enumerate(paths):
            moves = [{"type": "pointerMove", "x": round(ax + (bx - ax) * step / steps),
                      "y": round(ay + (by - ay) * step / steps), "duration": pause} for step in range(1, steps + 1)]
            sources.append({"type": "pointer", "id": f"finger{place}", "parameters": {"pointerType": "touch"}, "actions": [
                {"type": "pointerMove", "x": ax, "y": ay, "duration": 0}, {"type": "pointerDown", "button": 0}, *moves,
                {"type": "pointerUp", "button": 0}]})
        self.perform(sources)


class Firefox(Browser):
    name = "Firefox"
    has_pan = False

    def __init__(self, width, height):
        from websockets.sync.client import connect
        self.folder = tempfile.mkdtemp()
        with open(os.path.join(self.folder, "user.js"), "w") as prefs:
            prefs.write('user_pref("browser.shell.checkDefaultBrowser", false);\n'
                        'user_pref("datareporting.policy.dataSubmissionEnabled", false);\n'
                        'user_pref("app.normandy.enabled", false);\n'
                        # A window that is not in front moves the focus without a word to the page.
                        'user_pref("focusmanager.testmode", true);\n'
                        'user_pref("dom.w3c_touch_events.enabled", 1);\n'
                        'user_pref("remote.active-protocols", 1);\n')
        port = free_port()
        self.log = open(os.path.join(self.folder, "log"), "w")
        self.process = subprocess.Popen(
            ["firefox-esr", "--headless", "--no-remote", "--remote-debugging-port", str(port), "--profile", self.folder,
             "about:blank"], stdout=self.log, stderr=self.log)
        self.socket = None

        def opens():
            try:
                self.socket = connect(f"ws://127.0.0.1:{port}/session", max_size=None, compression=None)
                return True
            except OSError:
                return False

        if not comes(opens):
            raise RuntimeError("Firefox does not answer")
        self.number = 0
        self.entries = []
        self.version = self.ask("session.new", capabilities={})["capabilities"]["browserVersion"]
        self.context = self.ask("browsingContext.getTree")["contexts"][0]["context"]
        self.ask("session.subscribe", events=["log.entryAdded"])
        self.size(width, height)

    def ask(self, method, **params):
        self.number += 1
        self.socket.send(json.dumps({"id": self.number, "method": method, "params": params}))
        while True:
            answer = json.loads(self.socket.recv(timeout=120))
            if answer.get("method") == "log.entryAdded":
                self.entries.append(answer["params"])
            elif answer.get("id") == self.number:
                if answer["type"] == "error":
                    raise RuntimeError(f"{method}: {answer['message']}")
                return answer["result"]

    def size(self, width, height, ratio=None):
        more = {"devicePixelRatio": ratio} if ratio else {}
        self.ask("browsingContext.setViewport", context=self.context, viewport={"width": width, "height": height}, **more)

    def go(self, url):
        self.ask("browsingContext.navigate", context=self.context, url=url, wait="complete")

    def reload(self):
        self.ask("browsingContext.reload", context=self.context, wait="complete")

    def run(self, expression):
        answer = self.ask("script.evaluate", expression=f"(async () => JSON.stringify(await ({expression})) ?? 'null')()",
                          target={"context": self.context}, awaitPromise=True)
        if answer["type"] == "exception":
            raise RuntimeError(answer["exceptionDetails"]["text"])
        return json.loads(answer["result"]["value"])

    def perform(self, actions):
        self.ask("input.performActions", context=self.context, actions=actions)

    def mistakes(self):
        self.run("1")
        entries, self.entries = self.entries, []
        # Firefox says so of an image that was given up on the way.
        return [entry["text"] for entry in entries
                if entry["level"] in ("error", "warn") and entry["text"] != "Image corrupt or truncated."]

    def quit(self):
        try:
            self.socket.close()
        finally:
            self.process.terminate()
            self.process.wait(20)
            self.log.close()
            shutil.rmtree(self.folder, ignore_errors=True)


class WebDriver(Browser):
    """Through a driver of its own."""

    def __init__(self, command, capabilities, width, height, environment=None):
        port = free_port()
        self.process = subprocess.Popen([*command, f"--port={port}"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                        env=environment)
        self.base = f"http://127.0.0.1:{port}"

        def opens():
            try:
                return requests.get(self.base + "/status", timeout=2).json()["value"]["ready"]
            except requests.RequestException:
                return False

        if not comes(opens):
            raise RuntimeError(f"{command[0]} does not answer")
        self.base += "/session"
        answer = self.post("", capabilities={"alwaysMatch": capabilities})
        self.base += "/" + answer["sessionId"]
        self.version = answer["capabilities"].get("browserVersion")
        self.post("/timeouts", script=120000)
        self.size(width, height)

    def post(self, path, **body):
        answer = requests.post(self.base + path, json=body, timeout=180).json()["value"]
        if isinstance(answer, dict) and "error" in answer:
            raise RuntimeError(f"{path}: {answer['error']}: {answer['message'][:300]}")
        return answer

    def size(self, width, height):
        self.post("/window/rect", width=width, height=height)
        # The window has a frame and bars of its own.
        inner = self.run("[innerWidth, innerHeight]")
        self.post("/window/rect", width=2 * width - inner[0], height=2 * height - inner[1])

    def go(self, url):
        self.post("/url", url=url)

    def reload(self):
        self.post("/refresh")

    def run(self, expression):
        script = ("const done = arguments[0]; (async () => JSON.stringify(await (" + expression + ")) ?? 'null')()"
                  ".then(value => done({value}), error => done({error: String(error)}))")
        answer = self.post("/execute/async", script=script, args=[])
        if "error" in answer:
            raise RuntimeError(answer["error"])
        return json.loads(answer["value"])

    def perform(self, actions):
        for source in actions:
            for action in source["actions"]:
                if action["type"] in ("scroll", "pointerMove"):
                    action.setdefault("origin", "viewport")
        self.post("/actions", actions=actions)

    def mistakes(self):
        return []

    def quit(self):
        try:
            requests.delete(self.base, timeout=20)
        finally:
            self.process.terminate()
            self.process.wait(20)


class Chromium(WebDriver):
    name = "Chromium"

    def __init__(self, width, height):
        options = {"args": ["--headless", "--no-sandbox", "--touch-events=enabled"]}
        super().__init__(["chromedriver"], {"goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL"}}, width, height)

    def mistakes(self):
        return [entry["message"] for entry in self.post("/se/log", type="browser") if entry["level"] != "INFO"]


class WebKit(WebDriver):
    """WebKitGTK's small browser, on a screen of memory (Xvfb) when there is no other."""
    name = "WebKitGTK"
    has_touch = False
    key_pause = 120
    corner = None

    def __init__(self, width, height):
        environment = dict(os.environ)
        self.screen = None
        if not environment.get("DISPLAY"):
            read, write = os.pipe()
            self.screen = subprocess.Popen(["Xvfb", "-displayfd", str(write), "-screen", "0", "2560x1600x24", "-nolisten", "tcp"],
                                           pass_fds=[write], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            os.close(write)
            environment["DISPLAY"] = ":" + os.fdopen(read).readline().strip()
        environment["WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS"] = "1"
        self.environment = environment
        super().__init__(["WebKitWebDriver"], {}, width, height, environment)

    def wheel(self, x, y, delta, notches=1, control=False, pause=16):
        """Notches of a mouse's wheel from outside: WebKitWebDriver turns each `scroll` back, and knows no held keys with it."""
        if control:
            # The small browser keeps ctrl + wheel to itself: the page is given the event by script.
            for _ in range(notches):
                self.run(f"document.elementFromPoint({x}, {y}).dispatchEvent(new WheelEvent('wheel', {{ deltaY: {delta}, "
                         f"ctrlKey: true, clientX: {x}, clientY: {y}, bubbles: true, cancelable: true }}))")
                time.sleep(pause / 1000)
            return
        if not self.corner:
            # Where the page begins on the screen.
            self.run("addEventListener('mousemove', event => { window.at = [event.clientX, event.clientY]; }, true)")
            self.tool("mousemove", 400, 400)
            self.tool("mousemove", 401, 401)
            if not comes(lambda: self.run("window.at ?? null"), 5):
                raise RuntimeError("the mouse does not reach the page")
            time.sleep(0.3)
            self.corner = [401 - at for at in self.run("window.at")]
        self.tool("mousemove", self.corner[0] + x, self.corner[1] + y)
        self.tool("click", "--repeat", notches, "--delay", max(pause, 1), 5 if delta > 0 else 4)

    def tool(self, *words):
        subprocess.run(["xdotool", *map(str, words)], env=self.environment, check=True)

    def quit(self):
        try:
            super().quit()
        finally:
            if self.screen:
                self.screen.terminate()
                self.screen.wait(10)
