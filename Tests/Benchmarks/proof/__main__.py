"""Runs groups of measurements and prints one Markdown table; Tests/Benchmarks/run starts it."""
import argparse
import importlib
import os
import pathlib
import subprocess
import sys
import traceback

from . import report
from .common import Context, optimised, optimised_tests, package

groups = ["memory", "scroll", "http", "thumbnails", "heic", "plans", "queries", "charts", "selecting", "alike", "scan", "export", "size"]
# Modules whose names would hide the standard library's.
modules = {"http": "serving", "charts": "tables"}


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="Tests/Benchmarks/run", description="Measures the program beside its peers.")
    parser.add_argument("--rows", default=",".join(groups), help=f"groups to run, with commas between: {', '.join(groups)}")
    parser.add_argument("--quick", action="store_true", help="one run of small sizes: checks that everything works")
    parser.add_argument("--runs", type=int, default=5, help="interleaved runs of each row (5)")
    parser.add_argument("--program", help="use this built program; nothing is built, and Swift benchmarks are left out")
    parser.add_argument("--tests-are-built", action="store_true", help="with --program: run the Swift benchmarks, too, as they were built")
    parser.add_argument("--json", metavar="FILE", help="write all values to this file, too")
    parser.add_argument("--photographs", type=int, default=2000, help="photographs of which thumbnails are made (2000)")
    parser.add_argument("--wait", type=float, default=60, metavar="SECONDS", help="wait so long for an idle machine before each group (60)")
    parser.add_argument("--scratch", help="where files are made (the temporary folder); up to 10 GB")
    given = parser.parse_args()
    given.rows = [one for one in given.rows.split(",") if one]
    if unknown := [one for one in given.rows if one not in groups]:
        parser.error(f"there is no group {', '.join(unknown)}; groups are {', '.join(groups)}")
    if given.quick:
        given.wait = 0
    return given


def build(given: argparse.Namespace) -> tuple[pathlib.Path, bool]:
    """Returns the program, and whether the Swift benchmarks can be run."""
    if given.program:
        return pathlib.Path(given.program).resolve(), given.tests_are_built
    subprocess.run(["swift", "build", "-c", "release"], cwd=package, check=True, stdout=sys.stderr)
    subprocess.run(["swift", "build", "--build-tests", *optimised_tests], cwd=package, check=True, stdout=sys.stderr, env=optimised)
    return package / ".build/release/ScrollServer", True


def main():
    given = options()
    load = os.getloadavg()
    context = Context(given, *build(given))
    about = report.machine(context, load)
    for group in given.rows:
        context.group = group
        context.wait_for_idle()
        try:
            importlib.import_module(f".{modules.get(group, group)}", __package__).run(context)
        except Exception as error:  # The other groups are run all the same.
            traceback.print_exc()
            context.skip("the rest of the group", f"it failed: {type(error).__name__}: {str(error)[:200]}")
        if given.json:
            report.write_json(context, about, given.json)
    print(report.table(context, about))
    context.folder.cleanup()


if __name__ == "__main__":
    main()
