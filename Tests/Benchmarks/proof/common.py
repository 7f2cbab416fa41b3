"""What all groups share: the options, interleaved runs, medians, rows, and what other processes did meanwhile."""
import contextlib
import ctypes
import dataclasses
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time
import typing

package = pathlib.Path(__file__).resolve().parents[3]
# Tests see what a module keeps to itself only where it was built for that, which is not the program that is measured.
optimised_tests = ["--scratch-path", ".build/optimised"]
optimised = {**os.environ, "SCROLLSERVER_OPTIMISED": "1"}


@dataclasses.dataclass
class Row:
    """One comparison: values of every run, ours and a peer's."""

    group: str
    what: str
    unit: str
    better: str  # "lower" or "higher"
    ours: list[float]
    theirs: list[float]
    peer: str
    goal: float | None = None  # the ratio we want, at most or at least
    note: str = ""
    others: float = 0  # processor cores that other processes used meanwhile

    @property
    def ratio(self) -> float | None:
        if not self.theirs or statistics.median(self.theirs) == 0:
            return None
        return statistics.median(self.ours) / statistics.median(self.theirs)

    def as_json(self) -> dict:
        medians = {"median": statistics.median(self.ours), "peerMedian": statistics.median(self.theirs) if self.theirs else None}
        return {**dataclasses.asdict(self), "ratio": self.ratio, **medians}


class Others:
    """Measures the processor time of everything but this process and its descendants, in cores."""

    def __init__(self):
        self.start = self.now()

    @staticmethod
    def now() -> tuple[float, float, float]:
        tick = os.sysconf("SC_CLK_TCK")
        fields = [int(one) for one in pathlib.Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:9]]
        # Neither idle nor waiting for a disk.
        busy = (sum(fields) - fields[3] - fields[4]) / tick
        own = sum(os.times()[:4])
        for process in descendants(os.getpid()):
            with contextlib.suppress(OSError):
                stat = pathlib.Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
                own += sum(int(one) for one in stat[11:15]) / tick
        return time.monotonic(), busy, own

    def cores(self) -> float:
        """Cores in the mean since the start."""
        end = self.now()
        seconds = max(0.01, end[0] - self.start[0])
        return max(0.0, (end[1] - self.start[1] - (end[2] - self.start[2])) / seconds)


def descendants(root: int) -> set[int]:
    """Returns the processes below a process."""
    parents = {}
    for entry in pathlib.Path("/proc").iterdir():
        if entry.name.isdigit():
            with contextlib.suppress(OSError):
                parents[int(entry.name)] = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
    found = {root}
    while more := {one for one, parent in parents.items() if parent in found} - found:
        found |= more
    return found - {root}


class Context:
    """The options of a run, its rows, and what could not be run."""

    def __init__(self, options, program: pathlib.Path, tests: bool):
        # What a browser leaves behind when it ends comes to this process, so that its time does not count as others'.
        set_child_subreaper = 36  # linux/prctl.h
        ctypes.CDLL(None).prctl(set_child_subreaper, 1, 0, 0, 0)
        self.options = options
        self.quick: bool = options.quick
        self.runs: int = 1 if options.quick else options.runs
        self.program = program
        self.has_tests = tests  # the Swift benchmarks are built
        self.rows: list[Row] = []
        self.skipped: list[tuple[str, str]] = []
        self.group = ""
        self.folder = tempfile.TemporaryDirectory(prefix="proof-", dir=options.scratch)
        self.scratch = pathlib.Path(self.folder.name)
        found = os.environ.get("SCROLLSERVER_CORPUS")
        self.corpus = pathlib.Path(found) if found and pathlib.Path(found, "perf").is_dir() else None

    def size(self, full: int, quick: int) -> int:
        return quick if self.quick else full

    def say(self, text: str):
        print(f"{time.strftime('%H:%M:%S')} {self.group}: {text}", file=sys.stderr, flush=True)

    def skip(self, what: str, why: str):
        self.say(f"not run: {what}, because {why}")
        self.skipped.append((f"{self.group}: {what}", why))

    def add(self, row: Row):
        self.rows.append(row)
        theirs = f"{statistics.median(row.theirs):.4g}" if row.theirs else "–"
        ratio = f"{row.ratio:.3f}" if row.ratio is not None else "–"
        self.say(f"{row.what}: {ratio} ({statistics.median(row.ours):.4g} / {theirs} {row.unit}, {row.peer}, others {row.others:.2f})")

    def interleave(self, measures: dict[str, typing.Callable[[int], typing.Any]]) -> tuple[dict[str, list], float]:
        """Calls every measure once a run, in turns; the order is turned round each run. Returns values and others' cores."""
        values: dict[str, list] = {name: [] for name in measures}
        others = Others()
        for run in range(self.runs):
            names = list(measures)
            for name in names if run % 2 == 0 else names[::-1]:
                values[name].append(measures[name](run))
        return values, others.cores()

    def compare(self, what: str, unit: str, better: str, measures: dict[str, typing.Callable[[int], float]],
                goals: dict[str, float] | None = None, note: str = ""):
        """Interleaves measures, of which one is named "ours", and adds a row for each of the others."""
        values, others = self.interleave(measures)
        self.add_all(what, unit, better, values, others, goals, note)

    def add_all(self, what: str, unit: str, better: str, values: dict[str, list[float]], others: float = 0,
                goals: dict[str, float] | None = None, note: str = ""):
        ours = values["ours"]
        peers = {name: one for name, one in values.items() if name != "ours"} or {"–": []}
        for name, theirs in peers.items():
            self.add(Row(self.group, what, unit, better, ours, theirs, name, (goals or {}).get(name), note, others))

    def wait_for_idle(self):
        """Waits until other processes use less than a fifth of a core, as long as the options say."""
        end = time.monotonic() + self.options.wait
        while time.monotonic() < end:
            others = Others()
            time.sleep(min(5, self.options.wait))
            if others.cores() < 0.2:
                return


def seconds(work: typing.Callable[[], typing.Any]) -> float:
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


def output(*command, **options) -> str:
    """Runs a command and returns what it prints; throws where it fails."""
    return subprocess.run([str(one) for one in command], check=True, capture_output=True, text=True, **options).stdout


def swift_benchmark(context: Context, name: str, **environment: str) -> str:
    """Runs one of the Swift benchmarks, which were built before, and returns what it prints."""
    return output("swift", "test", *optimised_tests, "--skip-build", "--no-parallel", "--filter", name, cwd=package,
                  env={**optimised, "SCROLLSERVER_BENCHMARK": "1", **environment})
