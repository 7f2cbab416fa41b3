"""Group memory: what the browser's renderer takes over a blank tab while photographs are scrolled through."""
import pathlib
import time

from . import pictures
from .browser import Chromium, RendererMemory, plain
from .common import Context
from .server import program

size = (2400, 1600)


def peak(url: str, blank: str, extent: str, seconds: int) -> float:
    """MB at the peak over the blank tab in the same browser, while the page is scrolled from end to end."""
    with Chromium() as browser:
        browser.go(blank)
        time.sleep(1.5)
        base = RendererMemory(browser).look()
        with RendererMemory(browser) as renderer:
            browser.go(url)
            time.sleep(2)
            # What fits in the view has an offset below 0, for the bar above it.
            browser.wheel(max(0, browser.run(f"return {extent}")) / seconds + 1, seconds)
            time.sleep(1)
        return max(0.1, renderer.peak - base)


def run(context: Context):
    for count in (10, 50, 500, 5000)[:context.size(4, 2)]:
        seconds = {10: 3, 50: 6, 500: 10}.get(count, 20) if not context.quick else 2
        root = context.scratch / f"memory-{count}"
        pictures.links(pictures.distinct(context, "JPEG", *size), root / "all", count)
        (root / "blank.html").write_text("<!doctype html><title>blank</title>")
        for loading in ("eager", "lazy"):
            write_page(root / f"{loading}.html", sorted((root / "all").iterdir()), loading)
        with plain(root) as address, program(context, root / "all") as server:
            server.complete()
            whole = "document.documentElement.scrollHeight"
            page = lambda name: lambda _: peak(f"{address}/{name}.html", f"{address}/blank.html", whole, seconds)
            context.compare(f"renderer's peak over a blank tab, {count:,} photographs of 2400 × 1600, each as wide as the view",
                            "MB", "lower", {
                "all in a page": page("eager"), "loading=lazy": page("lazy"),
                "ours": lambda _: peak(f"{server.address}/#layout=stack", f"{address}/blank.html", "scrollServer.scroller.range.maxY", seconds),
            })
            context.say(f"the server's peak: {server.peak_megabytes():.0f} MB")


def write_page(path: pathlib.Path, files: list[pathlib.Path], loading: str):
    width, height = size
    with open(path, "w") as out:
        out.write("<!doctype html><style>body{margin:0}img{display:block;width:100%;height:auto}</style>\n")
        for file in files:
            out.write(f'<img loading="{loading}" alt="" width="{width}" height="{height}" src="all/{file.name}">\n')
