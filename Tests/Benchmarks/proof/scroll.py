"""Group scroll: frames, what is not painted, and jumps, beside a lazy page and one made with Quasar's virtual scroller."""
import os
import pathlib
import random
import shutil
import subprocess
import sys
import zipfile

from . import pictures
from .browser import Chromium, height, width
from .common import Context, package
from .server import Server, program

vendored = {"vue.js": "nicegui/static/vue.esm-browser.prod.js", "quasar.js": "nicegui/static/quasar.umd.prod.js"}


def quasar(context: Context, public: pathlib.Path) -> bool:
    """Takes Vue and Quasar out of the wheel of NiceGUI; false where it cannot be had."""
    wheels = context.scratch / "wheels"
    command = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "-d", str(wheels), "nicegui"]
    if subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode != 0:
        return False
    with zipfile.ZipFile(next(wheels.glob("*.whl"))) as wheel:
        for name, path in vendored.items():
            if path not in wheel.namelist():
                return False
            (public / name).write_bytes(wheel.read(path))
    return True


def write_pages(public: pathlib.Path, urls: list[str], columns: int, row: float):
    """Writes lazy.html and virtual.html, grids of the same tiles in cells of the same size."""
    side = (width - 4 * (columns - 1)) / columns
    style = (f"body{{margin:0}}.grid{{display:grid;grid-template-columns:repeat({columns},1fr);column-gap:4px}}"
             f".grid{{row-gap:{max(0, row - side):.3f}px}}.line{{height:{row:.3f}px}}"
             f"img{{width:100%;height:{min(row, side):.3f}px;object-fit:cover}}#view{{height:100vh;overflow-y:auto}}")
    images = "".join(f'<img loading="lazy" alt="" src="{url}">\n' for url in urls)
    (public / "lazy.html").write_text(f'<!doctype html><meta charset=utf-8><style>{style}</style><div class="grid">\n{images}</div>')
    (public / "virtual.html").write_text(
        f'<!doctype html><meta charset=utf-8><style>{style}</style><div id="app"></div><script type="module">'
        'import * as Vue from "./vue.js"; window.Vue = Vue; await import("./quasar.js");'
        'const urls = await (await fetch("./tiles.json")).json(), rows = [];'
        f'for (let at = 0; at < urls.length; at += {columns}) rows.push(urls.slice(at, at + {columns}));'
        'const { createApp, h, markRaw } = Vue; markRaw(rows);'
        'const line = ({ item, index }) => h("div", { key: index, class: "grid line" }, item.map(src => h("img", { src, alt: "", key: src })));'
        'const app = createApp({ render: () => h(Quasar.QVirtualScroll, { id: "view", items: rows, '
        f'virtualScrollItemSize: {row:.3f} }}, {{ default: line }}) }});'
        'app.use(Quasar); app.mount("#app"); window.isReady = true;</script>')


def places(collection_height: float, count: int) -> list[float]:
    noise = random.Random(7)
    return [noise.random() * (collection_height - height) for _ in range(count)]


# Each page: its path, how one gets to an offset, and what is scrolled.
pages = {
    "ours": ("/#layout=grid", "scrollServer.scroller.jump({ x: 0, y })", "window.scrollServer?.shown.plan"),
    "loading=lazy": ("/lazy.html", "scrollTo(0, y)", "document.readyState === 'complete'"),
    "virtual scroller (Quasar)": ("/virtual.html", "document.getElementById('view').scrollTop = y", "window.isReady"),
}


def visit(server: Server, name: str, tall: float, run: int, quick: bool) -> dict[str, float]:
    """One browser: a slow way, a fast one, and jumps."""
    path, jump, ready = pages[name]
    script = (pathlib.Path(__file__).parent / "scroll.js").read_text()
    seconds = 2 if quick else 5
    figures = {}
    with Chromium() as browser:
        browser.go(server.address + path)
        if not browser.until(f"return Boolean({ready})", 60):
            raise RuntimeError(f"{name} is not ready after a minute")
        browser.run(f"{script}; window.jump = y => {{ {jump} }}")
        for speed, fraction in ((4000, 0.05 + 0.1 * run), (48000, 0.02 + 0.05 * run)):
            browser.run(f"jump({fraction % 0.5 * tall})")
            browser.until("return look().picture > 0 && isWhole()", 5)
            # The ground between pictures is never painted.
            whole = max(1, browser.run("return look().picture"))
            browser.run("watch()")
            browser.wheel(speed, seconds)
            seen = browser.run("watched.ends = true; return watched")
            gaps = [two - one for one, two in zip(seen["times"], seen["times"][1:])] or [0]
            points = max(1, seen["looks"]) * whole
            figures[f"late {speed}"] = 100 * sum(gap > 34.5 for gap in gaps) / len(gaps)
            figures[f"longest {speed}"] = max(gaps)
            figures[f"unpainted {speed}"] = max(0, 100 * (1 - (seen["picture"] + seen["tiny"]) / points))
            figures[f"not sharp {speed}"] = max(0, 100 * (1 - seen["picture"] / points))
        offsets = places(tall, 4 if quick else 20)
        results = browser.run(f"return measureJumps({offsets}, {whole})")
        figures["sharp"] = sorted(one["sharp"] for one in results)[len(results) // 2]
        figures["seen"] = sorted(one["seen"] for one in results)[len(results) // 2]
        figures["unpainted at 100 ms"] = sum(one["unpainted"] for one in results) / len(results)
    return figures


labels = [
    ("late 4000", "wheel at 4,000 px/s: frames over 33.3 ms", "%"), ("late 48000", "wheel at 48,000 px/s: frames over 33.3 ms", "%"),
    ("longest 48000", "wheel at 48,000 px/s: the longest frame", "ms"),
    ("unpainted 4000", "wheel at 4,000 px/s: view without a picture or a small version of it", "%"),
    ("unpainted 48000", "wheel at 48,000 px/s: view without a picture or a small version of it", "%"),
    ("not sharp 4000", "wheel at 4,000 px/s: view without the sharp picture", "%"),
    ("not sharp 48000", "wheel at 48,000 px/s: view without the sharp picture", "%"),
    ("seen", "a jump to another place, until every picture or a small version of it is there", "ms"),
    ("sharp", "a jump to another place, until every sharp picture is there", "ms"),
    ("unpainted at 100 ms", "a jump to another place: view without a picture or a small version after 100 ms", "%"),
]


def run(context: Context):
    count = context.size(20_000, 3000)
    folder = pictures.folder(context, "JPEG", 2400, 1600, count)
    public = context.scratch / "public"
    shutil.copytree(package / "Public", public)
    names = list(pages)
    if not quasar(context, public):
        context.skip("a page with a virtual scroller", "the wheel of NiceGUI, which brings Quasar along, cannot be had")
        names.remove("virtual scroller (Quasar)")
    with program(context, folder, "--public", public) as server:
        collection = server.complete()["id"]
        server.settle(collection)
        urls, plan = server.tiles(collection, count, "layout=grid")
        # All three have the same tiles, which were made before.
        server.fetch(urls, 2 * (os.cpu_count() or 1))
        tall, columns = plan["contentSize"]["height"], plan["columns"]
        row = tall / -(-count // columns)
        write_pages(public, urls, columns, row)
        (public / "tiles.json").write_text("[" + ",".join(f'"{url}"' for url in urls) + "]")
        values, others = context.interleave({
            name: (lambda run, name=name: visit(server, name, tall, run, context.quick)) for name in names})
    for key, label, unit in labels:
        context.add_all(f"{label}; {count:,} photographs, tiles made before", unit, "lower",
                        {name: [one[key] for one in results] for name, results in values.items()}, others)
