"""Group size: lines of code, the binary, what the page loads first, and the time of clean builds."""
import os
import shutil
import subprocess
import time

from .browser import Chromium
from .common import Context, output, package, seconds
from .server import program

measure = """
const all = [performance.getEntriesByType("navigation")[0], ...performance.getEntriesByType("resource")];
const own = all.filter(one => !one.name.includes("/api/"));
return { bytes: own.reduce((sum, one) => sum + one.transferSize, 0), requests: own.length };
"""


def lines(folder: str, *endings: str) -> int:
    """Lines that are neither empty nor a comment alone."""
    total = 0
    for path in (package / folder).rglob("*"):
        if path.suffix in endings and path.is_file():
            total += sum(1 for line in path.read_text(errors="replace").splitlines() if line.strip() and not line.strip().startswith("//"))
    return total


def run(context: Context):
    add = lambda what, value, unit: context.add_all(what, unit, "lower", {"ours": [value]})
    add("lines of Swift in Sources, without comments", lines("Sources", ".swift"), "lines")
    add("lines of the page (JavaScript, CSS, HTML), without comments", lines("Public", ".js", ".css", ".html"), "lines")
    add("lines of tests in Swift and Python, without comments", lines("Tests", ".swift", ".py"), "lines")
    add("the program's file", context.program.stat().st_size / 1e6, "MB")
    if shutil.which("strip"):
        stripped = context.scratch / "stripped"
        output("strip", "-o", stripped, context.program)
        add("the program's file without symbols", stripped.stat().st_size / 1e6, "MB")
    with program(context, "--demo", "1000") as server, Chromium() as browser:
        browser.go(server.address + "/")
        browser.until("return Boolean(window.scrollServer?.shown.plan)")
        found = browser.run(measure)
        add(f"the page on first load, {found['requests']} requests, without pictures", found["bytes"] / 1000, "kB")
        time.sleep(2)
        add("the server's memory with a demo of 1,000 and one page", server.peak_megabytes(), "MB")
    builds(context)


def builds(context: Context):
    if context.options.program or context.quick:
        context.skip("time of clean builds", "nothing is built with --program or --quick")
        return
    copy = context.scratch / "checkout"
    output("git", "clone", "-q", package, copy)
    for configuration in ("release", "debug"):
        times = []
        for _ in range(1 if configuration == "debug" else 2):
            shutil.rmtree(copy / ".build", ignore_errors=True)
            command = ["swift", "build", "-c", configuration, "--product", "ScrollServer"]
            times.append(seconds(lambda: subprocess.run(command, cwd=copy, check=True, stdout=subprocess.DEVNULL)) / 60)
        context.add_all(f"a clean {configuration} build on {os.cpu_count()} cores", "min", "lower", {"ours": times})
