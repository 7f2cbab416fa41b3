"""Group plans: plans of 10^3 to 10^9 items, and insertions among 10^6 and 10^7."""
import random
import re

from .common import Context, seconds, swift_benchmark
from .server import program
from .serving import others as other_places
from .serving import wrk


def run(context: Context):
    plans(context)
    insertions(context)


def plans(context: Context):
    """Asks for another place each time on one connection; a collection of a thousand is what the larger ones are compared with."""
    duration = context.size(3, 1)
    counts = (1000, 1_000_000, 1_000_000_000)
    for layout, query in (("a grid", "layout=grid&columns=8"), ("justified rows", "layout=justified"), ("a stack", "layout=stack")):
        servers, scripts = {}, {}
        managers = [program(context, "--demo", str(count)) for count in counts]
        try:
            for count, manager in zip(counts, managers):
                server = servers[count] = manager.__enter__()
                tall = server.json(f"/api/collections/demo/plan?width=1280&height=1000&{query}")["contentSize"]["height"]
                script = context.scratch / f"plans-{count}.lua"
                # A generator that is the same for all; places are spread over the whole.
                scale = max(1, int(tall - 1000) // 2_000_000)
                text = other_places.format(extent=min(2_000_000, int(tall - 1000)))
                script.write_text(text.replace('"&y=" .. place', f'"&y=" .. {scale} * (place').replace(")\nend", "))\nend"))
                scripts[count] = script

            def latency(count: int) -> float:
                url = f"{servers[count].address}/api/collections/demo/plan?width=1280&height=1000&{query}"
                return 1e6 / wrk(url, 1, duration, scripts[count])["rate"]

            values, others = context.interleave({str(count): (lambda _, count=count: latency(count)) for count in counts})
            for count in counts[1:]:
                context.add_all(f"a plan of {count:,} items in {layout}, over HTTP on one connection", "µs", "lower",
                                {"ours": values[str(count)], "ours with 1,000 items": values["1000"]}, others)
        finally:
            for manager, _ in zip(managers, servers):
                manager.__exit__(None, None, None)


def array_insertion(count: int) -> float:
    """Microseconds of an insertion at a random place of a plain array of pointers, which Python's list is."""
    values, noise = list(range(count)), random.Random(1)
    places = [noise.randrange(count) for _ in range(2000)]

    def work():
        for place in places:
            values.insert(place, 0)

    return seconds(work) * 1e6 / len(places)


def insertions(context: Context):
    if not context.has_tests:
        context.skip("insertions among 10^6 and 10^7 items", "the Swift benchmarks are not built where --program is given")
        return

    def ours(_) -> dict[str, float]:
        text = swift_benchmark(context, "ChangeBenchmark/order|PlanBenchmark/extents")
        found = {}
        for count in (1_000_000, 10_000_000):
            order = text[text.index(f"order of {count}: build"):]
            found[f"order {count}"] = float(re.search(r"  insert +│ ([\d.]+) µs", order)[1])
            found[f"extents {count}"] = float(re.search(rf"{count} lengths: insert ([\d.]+) µs", text)[1])
        return found

    values, others = context.interleave({
        "ours": ours,
        "array": lambda _: {count: array_insertion(count) for count in (1_000_000, 10_000_000)},
    })
    for count in (1_000_000, 10_000_000):
        theirs = [one[count] for one in values["array"]]
        for key, what in (("order", "an order"), ("extents", "the lengths of a layout")):
            context.add_all(f"an insertion into {what} of {count:,} items", "µs", "lower",
                            {"ours": [one[f"{key} {count}"] for one in values["ours"]], "a plain array (Python's list)": theirs}, others)
