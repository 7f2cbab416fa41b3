#!/usr/bin/env python3
"""What the browser tests ask of Chromium, asked of other engines: Tests/Engines/checks.py [Firefox] [WebKit] [Chromium]

Needs a release build, requests and websockets (PyPI), firefox-esr; for WebKit webkit2gtk-driver, xvfb and xdotool. The
program may be named by SCROLLSERVER. Prints a line per check; the status is the number of those that fail.
"""
import os
import sys
import time

import drivers
from page import Failure, Page, ask, server

width, height = 1000, 700


def screens(page, layout):
    """A hundred screens there and back by wheel; every frame is looked at."""
    page.open(f"?runway=20000#layout={layout}")
    page.jump(0.5)
    before = page.offset["y"]
    page.browser.wheel(500, 350, 100, 1)
    page.still()
    notch = page.offset["y"] - before
    page.browser.wheel(500, 350, -100, 1)
    page.still()
    ask(notch > 10, f"a notch moves by {notch}")
    start = page.offset["y"]
    page.do("probe.watch(); probe.sources.clear()")
    count = int(100 * height / notch / 10) + 1
    went = []
    for direction in (1, -1):
        for _ in range(10):
            page.browser.wheel(500, 350, 100 * direction, count)
        page.still()
        went.append(page.offset["y"] - start)
    slips, frames, origins = page.value("[probe.slips, probe.frames, probe.origins.size]")
    most = page.value("Math.max(...probe.sources.values())")
    ask(not slips, f"slips: {slips[:5]} of {len(slips)} in {frames} frames")
    short = ""
    if page.value("CSS.supports('overflow-anchor', 'auto')"):
        ask(abs(went[0] - 10 * count * notch) <= 1, f"{10 * count} notches of {notch} went {went[0]}")
        ask(abs(went[1]) <= 1, f"and came back to {went[1]}")
    else:
        # What it was yet to scroll is lost where the runway is moved.
        short = f", {100 - went[0] / count / notch * 10:.0f} % of the way lost where the runway was moved"
    ask(origins >= 7, f"the runway was moved {origins - 1} times only")
    ask(page.value("probe.plans.most") == 1, "more than one plan under way")
    return f"{went[0] / height:.0f} screens each way, {frames} frames, the runway moved {origins - 1} times, a notch {notch:g} px{short}, an image asked for {most} times at most"


def keys(page, layout, key="ArrowDown", back="ArrowUp", times=(5, 20, 60), runway=8000, pause=5):
    """n presses are n equal steps, also where the runway is moved on the way."""
    page.open(f"?runway={runway}#layout={layout}")
    page.jump(0.25)
    axis = "x" if layout == "strip" else "y"
    start = page.offset[axis]
    page.browser.press(key)
    page.still()
    step = page.offset[axis] - start
    ask(step > 5, f"a press moves by {step}")
    done = 1
    page.do("probe.watch()")
    # What comes too fast some engines leave out, also in a plain page.
    pause = max(pause, page.browser.key_pause * (5 if "Page" in key else 1))
    if pause > 100:
        times = (5, 20)
    for count in times:
        page.browser.press(key, count, pause)
        page.still()
        done += count
        went = page.offset[axis] - start
        ask(abs(went - done * step) <= 1, f"{done} presses of {step:g} px went {went:g}, which is {went / step:.2f} steps")
    page.browser.press(back, done, pause)
    page.still()
    left = page.offset[axis] - start
    ask(abs(left) <= 1, f"as many back end {left:g} px from the start")
    slips, origins = page.value("[probe.slips, probe.origins.size]")
    ask(layout == "strip" or not slips, f"slips: {slips[:3]}")
    return f"a step is {step:g} px; {done} there and back, the runway moved {origins - 1} times"


def pages_by_key(page):
    """Page Down and Page Up, a hundred screens."""
    # As often as a key that is held down repeats, on a runway that holds as many screens as it usually does pages of keys.
    return keys(page, "grid", "PageDown", "PageUp", (3, 20, 80), 40000, 33)


def zoom(page, layout):
    page.open(f"#layout={layout}")
    page.jump(0.6)
    worst = 0
    for x, y, delta, notches in ((510, 360, -20, 4), (300, 500, -20, 5), (640, 300, 20, 3), (300, 200, 20, 3)):
        start = page.spot(x, y)
        before = page.value("JSON.stringify(scrollServer.shown.view)")
        page.browser.wheel(x, y, delta, notches, control=True)
        page.settle(f"probe.isSharp() && JSON.stringify(scrollServer.shown.view) !== {before!r}")
        if page.value("scrollServer.shown.view.layout") != layout:
            break
        # In a grid, as far down the cell: pictures are centred in their cells.
        worst = max(worst, page.slip(start, x, y, "v" if layout == "grid" else "uv"))
    ask(worst <= 0.5, f"the point under the pointer went {worst:.2f} px away")
    return f"at most {worst:.3f} px from the pointer"


def pixels(page):
    """From the grid into a picture's pixels, and out again."""
    page.open("#layout=grid")
    page.jump(0.4)
    start = page.spot(500, 350)
    for _ in range(60):
        page.browser.wheel(500, 350, -25, 1, control=True)
        if page.value("scrollServer.shown.view.layout") == "item" and page.value("scrollServer.shown.plan.zoomScale") == 8:
            break
    page.settle("probe.isSharp() && scrollServer.shown.view.layout === 'item'")
    ask(page.spot(500, 350)["index"] == start["index"], "another picture")
    ask(page.value("scrollServer.shown.plan.zoomScale * devicePixelRatio") == 8, "not the pixels")
    for _ in range(60):
        page.browser.wheel(500, 350, 25, 1, control=True)
        if page.value("scrollServer.shown.view.layout") == "grid":
            break
    page.settle("probe.isSharp() && scrollServer.shown.view.layout === 'grid'")
    ask(page.spot(500, 350)["index"] == start["index"], "another picture when out again")
    return "in to 800 %, out to the same picture"


def opening(page):
    page.open("#layout=grid")
    page.jump(0.3)
    before = page.value("probe.painted()")
    offset = page.offset["y"]
    start = page.spot(500, 350)
    page.browser.click(500, 350)
    page.settle("probe.isSharp() && scrollServer.shown.view.layout === 'pages'")
    ask(page.spot(500, 350)["index"] == start["index"], "another picture was opened")
    page.browser.press("ArrowRight")
    page.settle(f"probe.isSharp() && scrollServer.shown.plan.anchor.index === {start['index'] + 1}")
    page.browser.press("ArrowLeft")
    page.settle(f"probe.isSharp() && scrollServer.shown.plan.anchor.index === {start['index']}")
    # A wheel turns one page in a quarter of a second.
    time.sleep(0.4)
    page.browser.wheel(500, 350, 100, 1)
    page.settle(f"probe.isSharp() && scrollServer.shown.plan.anchor.index === {start['index'] + 1}")
    time.sleep(0.4)
    page.browser.wheel(500, 350, -100, 1)
    page.settle(f"probe.isSharp() && scrollServer.shown.plan.anchor.index === {start['index']}")
    page.browser.press("Escape")
    page.settle("probe.isSharp() && scrollServer.shown.view.layout === 'grid'")
    ask(abs(page.offset["y"] - offset) < 0.01, f"back at {page.offset['y']}, left at {offset}")
    ask(page.value("probe.painted()") == before, "not painted as before")
    return "opened, turned by keys and by wheel, back to the same pixel"


def reload(page, layout):
    page.open(f"#layout={layout}")
    page.jump(0.7)
    page.browser.wheel(500, 350, 100, 3)
    page.still()
    page.until("probe.hashAgrees()")
    before, offset = page.value("probe.painted()"), page.offset
    # Firefox says that it has loaded a page again while the old one is still there.
    page.do("window.isOld = true")
    page.browser.reload()
    drivers.comes(lambda: page.value("!window.isOld"))
    page.settle()
    after = page.offset
    off = max(abs(after[axis] - offset[axis]) for axis in "xy")
    ask(off < 0.51, f"{off} px away")
    ask([tile["url"] for tile in page.value("probe.painted()")] == [tile["url"] for tile in before], "other tiles")
    # And from what the server has kept, without an address.
    time.sleep(0.6)
    page.browser.go("about:blank")
    page.browser.go(page.address)
    page.settle()
    after = page.offset
    ask(max(abs(after[axis] - offset[axis]) for axis in "xy") < 0.51, f"without an address at {after}, left at {offset}")
    return "by its address and by the server's memory"


def strip(page):
    page.open("?runway=20000#layout=strip")
    page.jump(0.5)
    page.do("scrollServer.scroller.jump({x: scrollServer.scroller.range.maxX / 2, y: scrollServer.scroller.range.minY})")
    page.settle()
    before = page.offset["x"]
    page.browser.wheel(500, 350, 100, 10)
    page.still()
    went = page.offset["x"] - before
    ask(went > 100, f"a wheel goes {went}")
    page.browser.press("ArrowRight", 3, 30)
    page.still()
    arrows = page.offset["x"] - before - went
    ask(arrows > 30, f"arrows go {arrows}")
    page.browser.press("ArrowDown", 5, 30)
    page.still()
    glides = page.offset["x"] - before - went - arrows
    ask(abs(glides - 200) <= 1, f"five glides go {glides}")
    page.browser.press("ArrowLeft", 3, 30)
    page.still()
    left = page.offset["x"] - before - went - glides
    ask(abs(left) <= 1, f"a native step after a glide: {left:g} px off")
    return f"wheel {went:g} px for 10 notches, 3 arrows {arrows:g} px, 5 glides {glides:g} px"


def ends(page):
    page.open("#layout=grid")
    page.browser.press("End")
    page.settle("scrollServer.scroller.offset.y > 1e6")
    last = page.value("scrollServer.shown.plan.visible.last")
    ask(last == 999_999_999, f"the last is {last}")
    page.browser.press("Home")
    page.settle("scrollServer.scroller.offset.y <= 0")
    ask(page.value("scrollServer.shown.plan.visible.first") == 0, "not the first")
    return "first and last of 10⁹"


def among(page):
    """Tab goes into the pictures; arrows go from one to the next, and the focus survives."""
    page.open("#layout=grid")
    page.jump(0.5)
    page.do("document.getElementById('view').focus()")
    page.browser.press("Tab")
    page.until("document.activeElement.matches('.slot a')")
    first = page.value("Number(document.activeElement.closest('.slot').dataset.index)")
    columns = page.value("scrollServer.shown.plan.columns")
    for _ in range(12):
        page.browser.press("ArrowDown")
        page.settle()
    now = page.value("Number(document.activeElement.closest('.slot').dataset.index)")
    ask(now == first + 12 * columns, f"from {first} by 12 rows of {columns} to {now}")
    return f"12 rows on, with the focus"


def scrubbing(page):
    page.open("#layout=grid")
    x = page.value("document.getElementById('thumb').getBoundingClientRect().x + 2")
    y = page.value("document.getElementById('thumb').getBoundingClientRect().y + 20")
    page.browser.perform([{"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": [
        {"type": "pointerMove", "x": round(x), "y": round(y), "duration": 0}, {"type": "pointerDown", "button": 0},
        *[{"type": "pointerMove", "x": round(x), "y": round(y) + 12 * step, "duration": 20} for step in range(1, 26)],
    ]}])
    page.settle()
    label = page.value("document.getElementById('bubble').value")
    page.browser.perform([{"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": [
        {"type": "pointerUp", "button": 0}]}])
    page.still()
    position = page.value("document.getElementById('position').value")
    ask(position.split(" ")[0] != "1" and label.startswith(position), f"{label} was named, {position} is there")
    return label


def touch(page):
    page.open("?runway=20000#layout=stack")
    page.jump(0.5)
    page.do("probe.watch()")
    start = page.offset["y"]
    for _ in range(3):
        page.browser.fingers(((500, 600), (500, 200)), steps=30)
        page.still()
    went = page.offset["y"] - start
    # Momentum of the browser's own comes on top, and a slop in the beginning goes away.
    ask(went > 3 * 350, f"three drags of 400 px went {went}")
    slips = page.value("probe.slips")
    ask(not slips, f"slips: {slips[:3]}")
    ask(page.value("scrollServer.shown.view.layout") == "stack", "a drag opened a picture")
    return f"three drags of 400 px went {went:g}"


def pinch(page, layout):
    page.open(f"#layout={layout}")
    page.jump(0.6)
    # Not in the middle, where there may be the ground between two columns.
    x, y = 470, 350
    worst = 0
    for near, far in ((50, 120), (120, 70)):
        start = page.spot(x, y)
        before = page.value("JSON.stringify(scrollServer.shown.view)")
        page.browser.fingers(((x, y - near), (x, y - far)), ((x, y + near), (x, y + far)), steps=20)
        page.settle(f"probe.isSharp() && JSON.stringify(scrollServer.shown.view) !== {before!r}")
        worst = max(worst, page.slip(start, x, y, "v" if layout == "grid" else "uv"))
    ask(worst <= 0.5, f"the point between the fingers went {worst:.2f} px away")
    return f"at most {worst:.3f} px from the fingers"


def theme_and_help(page):
    page.open("#layout=grid")
    page.browser.press("?")
    page.until("document.getElementById('help').open")
    page.browser.press("Escape")
    page.until("!document.getElementById('help').open")
    page.browser.press("3")
    page.settle("scrollServer.shown.view.layout === 'stack'")
    page.browser.press("+")
    page.settle("probe.isSharp() && scrollServer.shown.plan.zoomScale > 1.3")
    page.browser.press("0")
    page.settle("probe.isSharp() && scrollServer.shown.plan.zoomScale === 1")
    return "help, layout, larger, all of it"


checks = [
    ("wheel, grid", screens, ["grid"]), ("wheel, stack", screens, ["stack"]),
    ("arrows, grid", keys, ["grid"]), ("arrows, stack", keys, ["stack"]), ("Page Down", pages_by_key, []),
    ("ctrl + wheel, grid", zoom, ["grid"]), ("ctrl + wheel, stack", zoom, ["stack"]), ("ctrl + wheel, strip", zoom, ["strip"]),
    ("to the pixels", pixels, []), ("open and back", opening, []),
    ("reload, grid", reload, ["grid"]), ("reload, stack", reload, ["stack"]),
    ("strip", strip, []), ("Home and End", ends, []), ("Tab and arrows", among, []), ("scrubber", scrubbing, []),
    ("a finger", touch, []), ("two fingers, grid", pinch, ["grid"]), ("two fingers, stack", pinch, ["stack"]),
    ("other keys", theme_and_help, []),
]


def main(names):
    only = os.environ.get("ONLY", "")
    failed = 0
    for name in names:
        browser = getattr(drivers, name)(width, height)
        try:
            with server("--demo", "1000000000") as address:
                page = Page(browser, address)
                print(f"{browser.name} {browser.version}", flush=True)
                for title, check, arguments in checks:
                    if only not in title:
                        continue
                    if (not browser.has_touch and "finger" in title) or (not browser.has_pan and check is touch):
                        print(f"  {title:20} left out: its driver's fingers do not get there")
                        continue
                    browser.mistakes()
                    try:
                        said = check(page, *arguments)
                        mistakes = page.value("probe.mistakes") + browser.mistakes()
                        ask(not mistakes, f"errors: {mistakes[:3]}")
                        print(f"  {title:20} {said}", flush=True)
                    except (Failure, RuntimeError) as failure:
                        failed += 1
                        print(f"  {title:20} FAILS: {failure}", flush=True)
        finally:
            browser.quit()
    return failed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or ["Firefox", "WebKit"]))
