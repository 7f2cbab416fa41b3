#!/usr/bin/env python3
"""A zoom from the whole of a collection to one of its pictures and back, in the page: its frames, and what a step takes.

    Tests/BenchmarkPeers/browser/zoom.py PATH [runs]

PATH may be `--demo=COUNT`. A wheel and Control, evenly over five seconds, once a frame (the page makes the events: what drives
the browser sends twenty a second at most); then steps of the `+` key from the whole on, each until the page has drawn the tiles
of where it leads. Each run is a fresh browser over one server, whose tiny pictures are all there before. Headless Chromium draws
by the CPU.
"""
import sys
import time

import requests

from setting import Chromium, comes, median, program

runs = int(sys.argv[2]) if len(sys.argv) > 2 else 5
seconds = 5

watch = """
window.watched = { times: [], stops: false };
const look = time => { watched.times.push(time); if (!watched.stops) requestAnimationFrame(look); };
window.begin = () => { watched = { times: [], stops: false }; requestAnimationFrame(look); };
Object.assign(window, scrollServer);
window.isSharp = () => zoom.isPlain && slots.shown.size > 0
  && [...slots.shown.values()].every(slot => slot.isDrawn || !slot.area || slot.failure !== null);
window.step = key => new Promise(done => {
  const start = performance.now(), from = shown.plan;
  document.getElementById("view").dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  const look = () => {
    if (shown.plan !== from && isSharp()) return done([performance.now() - start, shown.plan.mosaic?.cell ?? 0]);
    if (performance.now() - start > 5000) return done(null);
    setTimeout(look, 2);
  };
  look();
});
window.turn = (whole, duration) => new Promise(done => {
  let start = 0, turned = 0;
  const tick = time => {
    start ||= time;
    // There and back.
    const part = Math.min(1, (time - start) / duration), target = whole * (1 - Math.abs(1 - 2 * part));
    const at = { clientX: innerWidth / 2, clientY: innerHeight / 2, ctrlKey: true, bubbles: true, cancelable: true };
    document.getElementById("view").dispatchEvent(new WheelEvent("wheel", { deltaY: turned - target, ...at }));
    turned = target;
    deepest = Math.max(deepest, shown.plan.mosaic?.cell ?? 1280 / (shown.plan.columns ?? 1));
    part < 1 ? requestAnimationFrame(tick) : done();
  };
  let deepest = 0;
  window.deepest = () => deepest;
  requestAnimationFrame(tick);
});
"""


def press(browser, key):
    browser.run(f"document.getElementById('view').dispatchEvent(new KeyboardEvent('keydown', {{ key: '{key}', bubbles: true, cancelable: true }}))")


def run(address):
    with Chromium() as browser:
        browser.go(address + "/#layout=grid")
        time.sleep(1)
        browser.run(watch)
        whole = "return Boolean(shown.plan.mosaic?.isAll) && isSharp()"
        press(browser, "0")
        if not comes(lambda: browser.run(whole), 10):
            raise RuntimeError("the whole is not shown")
        time.sleep(1)
        browser.run("begin()")
        browser.run(f"return turn({depth}, {1000 * seconds})")
        seen = browser.run("watched.stops = true; return { times: watched.times, deepest: deepest() }")
        gaps = [two - one for one, two in zip(seen["times"], seen["times"][1:])]
        if not comes(lambda: browser.run("return isSharp()"), 10):
            raise RuntimeError("the page does not come to rest")
        if not browser.run(whole):
            press(browser, "0")
            comes(lambda: browser.run(whole), 10)
        steps = []
        for _ in range(8):
            # What was before has come to rest: pictures that were made ahead, and what the browser puts off.
            time.sleep(0.5)
            steps.append(browser.run("return step('+')"))
        return {"deepest": round(seen["deepest"]), "frames": len(gaps), "median": median(gaps),
                "99th": sorted(gaps)[int(len(gaps) * 0.99)], "missed": sum(gap > 18 for gap in gaps), "late": sum(gap > 34.5 for gap in gaps), "longest": max(gaps),
                "steps": [step and (round(step[0]), round(step[1], 2)) for step in steps]}


path = sys.argv[1]
with program(path) as (address, process):
    def is_ready():
        entry = requests.get(address + "/api/collections").json()["collections"][0]
        if not entry["complete"]:
            return False
        atlas = requests.get(f"{address}/api/collections/{entry['id']}").json().get("atlas")
        return not atlas or atlas["done"] >= atlas["total"]
    start = time.monotonic()
    print("ready" if comes(is_ready, 240) else "not ready", f"after {time.monotonic() - start:.0f} s")
    # Wheel's pixels from the whole to single pictures.
    depth = 700 if len(sys.argv) < 4 else float(sys.argv[3])
    results = []
    for _ in range(runs):
        results.append(run(address))
        print(results[-1], flush=True)
    for name, label in [("frames", "frames"), ("median", "median, ms"), ("99th", "99th, ms"), ("missed", "over 16.7 ms"),
                        ("late", "over 33.3 ms"), ("longest", "longest, ms")]:
        print(f"{label:14} {median([result[name] for result in results]):8.1f}")
    print(f"a step         {median([step[0] for result in results for step in result['steps'] if step]):8.1f} ms at the median, "
          f"{max(step[0] for result in results for step in result['steps'] if step)} at most")
