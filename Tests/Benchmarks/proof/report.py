"""The machine's description, the Markdown table, and the JSON."""
import json
import math
import os
import pathlib
import platform
import re
import statistics
import subprocess
import time

from .common import Context, Row, package

# Above this, a row is marked: other processes took so many cores meanwhile.
disturbed = 0.25


def machine(context: Context, load: tuple[float, float, float]) -> dict:
    def text(path: str, pattern: str) -> str:
        found = re.search(pattern, pathlib.Path(path).read_text(), re.MULTILINE)
        return found[1].strip().strip('"') if found else "?"

    def git(*arguments: str) -> str:
        return subprocess.run(["git", *arguments], cwd=package, capture_output=True, text=True).stdout.strip()

    from . import pictures

    return {
        "date": time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime()),
        "commit": git("rev-parse", "--short=10", "HEAD") or "?",
        "changed": bool(git("status", "--porcelain")),
        "program": subprocess.run([context.program, "--version"], capture_output=True, text=True).stdout.strip(),
        "cores": os.cpu_count(),
        "processor": text("/proc/cpuinfo", r"^model name\s*: (.*)$"),
        "memoryGB": round(int(text("/proc/meminfo", r"^MemTotal:\s*(\d+)")) / 1e6, 1),
        "kernel": platform.release(),
        "system": text("/etc/os-release", r"^PRETTY_NAME=(.*)$"),
        "load": load,
        "nice": os.nice(0),
        "pictures": pictures.source(context),
    }


def figure(value: float) -> str:
    """Three significant digits, with commas between thousands."""
    if value == 0 or not math.isfinite(value):
        return f"{value:g}"
    digits = max(0, 2 - math.floor(math.log10(abs(value))))
    return f"{value:,.{digits}f}"


def cells(row: Row) -> list[str]:
    value = lambda values: f"{figure(statistics.median(values))} {row.unit}".strip() if values else "–"
    ratio = figure(row.ratio) if row.ratio is not None else "–"
    sign = {"lower": "≤", "higher": "≥"}[row.better]
    goal = f"{sign} {row.goal:g}" if row.goal is not None else ""
    if row.goal is not None and row.ratio is not None:
        met = row.ratio <= row.goal if row.better == "lower" else row.ratio >= row.goal
        goal += " ✓" if met else " ✗"
    mark = " †" if row.others > disturbed else ""
    what = row.what + (f" ({row.note})" if row.note else "")
    return [f"**{ratio}**{mark}", row.better, row.group, what, value(row.ours), value(row.theirs), row.peer, str(len(row.ours)), goal]


def table(context: Context, about: dict) -> str:
    heads = ["ours / peer", "better", "group", "what is measured", "ours", "peer", "the peer", "runs", "goal"]
    lines = [
        f"{about['cores']} cores ({about['processor']}), {about['memoryGB']} GB, {about['system']}, kernel {about['kernel']}; "
        f"{about['date']}; commit {about['commit']}{' with changes' if about['changed'] else ''}; {about['program']}; "
        f"load at the start {' '.join(f'{one:.2f}' for one in about['load'])}"
        f"{', at a lower priority (nice ' + str(about['nice']) + ')' if about['nice'] else ''}; {about['pictures']}.",
        "",
        "Medians of interleaved runs. The ratio is ours divided by the peer's; `better` says which direction is better. "
        f"† Other processes used more than {disturbed:g} of a core in the mean while this row was measured.",
        "", "| " + " | ".join(heads) + " |", "|" + " --- |" * len(heads)]
    lines += ["| " + " | ".join(cells(row)) + " |" for row in context.rows]
    if context.skipped:
        lines += ["", "Not run here:", ""] + [f"- {what}, because {why}" for what, why in context.skipped]
    return "\n".join(lines)


def write_json(context: Context, about: dict, path: str):
    skipped = [{"what": what, "because": why} for what, why in context.skipped]
    document = {"machine": about, "rows": [row.as_json() for row in context.rows], "notRun": skipped}
    pathlib.Path(path).write_text(json.dumps(document, indent=1, ensure_ascii=False) + "\n")
