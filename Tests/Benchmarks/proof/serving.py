"""Group http: plans and cached tiles beside nginx, which serves the same bytes from files."""
import contextlib
import pathlib
import re
import socket
import statistics
import subprocess
import time

from .common import Context, output
from .server import Server, program

configuration = """
worker_processes 2; daemon off; pid {work}/nginx.pid; error_log {work}/error.log;
events {{ worker_connections 2048; }}
http {{
    types {{ application/json json; image/jpeg jpg; }}
    access_log off; sendfile on; tcp_nopush on; tcp_nodelay on; keepalive_requests 100000000; open_file_cache max=100;
    client_body_temp_path {work}; proxy_temp_path {work}; fastcgi_temp_path {work}; uwsgi_temp_path {work}; scgi_temp_path {work};
    server {{ listen 127.0.0.1:{port} backlog=1024; root {work}/files; }}
}}
"""

# Asks for another place each time.
others = """
local place = 0
request = function()
    place = (place * 1103515245 + 12345) % 2147483648
    return wrk.format("GET", wrk.path .. "&y=" .. place % {extent})
end
"""


@contextlib.contextmanager
def nginx(work: pathlib.Path):
    """Runs nginx over the folder `files`; yields its address."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port = one.getsockname()[1]
    # Its workers are another account's.
    for folder in (*work.parents[:1], work, work / "files"):
        folder.chmod(0o755)
    (work / "nginx.conf").write_text(configuration.format(work=work, port=port))
    process = subprocess.Popen(["nginx", "-c", str(work / "nginx.conf")], stderr=subprocess.DEVNULL)
    try:
        for _ in range(100):
            with contextlib.suppress(OSError):
                socket.create_connection(("127.0.0.1", port), 1).close()
                break
            time.sleep(0.05)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(20)


def wrk(url: str, connections: int, seconds: int, script: pathlib.Path | None = None) -> dict[str, float]:
    """Requests a second and percentiles of latency in milliseconds."""
    more = ["-s", str(script)] if script else []
    text = output("wrk", "-t", min(2, connections), "-c", connections, "-d", f"{seconds}s", "--latency", *more, url)
    if failed := re.search(r"Non-2xx.*|Socket errors.*[1-9].*", text):
        raise RuntimeError(f"{url}: {failed[0]}")

    def latency(percent: str) -> float:
        found = re.search(rf"^\s+{percent}%\s+([0-9.]+)(us|ms|s)$", text, re.MULTILINE)
        if not found:
            raise RuntimeError(f"wrk tells no latency of {percent} %: {text}")
        value, unit = found.groups()
        return float(value) * {"us": 0.001, "ms": 1, "s": 1000}[unit]

    return {"rate": float(re.search(r"Requests/sec:\s+([0-9.]+)", text)[1]), "p50": latency("50"), "p99": latency("99")}


def run(context: Context):
    from . import pictures

    seconds = context.size(3, 1)
    work = context.scratch / "nginx"
    (work / "files").mkdir(parents=True)
    folder = pictures.folder(context, "JPEG", 2400, 1600, context.size(2000, 200))
    with program(context, folder) as server, program(context, "--demo", "1000000") as demo, nginx(work) as peer:
        cases = cases_of(server, work, "photographs") + cases_of(demo, work, "demo of 1,000,000")[:2]
        for connections in (6, 64, 512):
            for case in cases:
                measure(context, peer, case, connections, seconds)


def cases_of(server: Server, work: pathlib.Path, name: str) -> list[tuple]:
    """Returns what is measured of a collection: what it is, the address, nginx's file, and a script."""
    collection = server.complete()["id"]
    server.settle(collection)
    plan = f"/api/collections/{collection}/plan?width=1280&height=1000&columns=8"
    urls, last = server.tiles(collection, 10, "layout=grid&columns=8")
    key = name.split()[0]
    (work / f"files/{key}-plan.json").write_bytes(server.get(plan))
    (work / f"files/{key}-tile.jpg").write_bytes(server.get(urls[0]))
    script = work / f"{key}.lua"
    script.write_text(others.format(extent=min(20_000_000, int(last["contentSize"]["height"]) - 1000)))
    size = {kind: (work / f"files/{key}-{kind}").stat().st_size for kind in ("plan.json", "tile.jpg")}
    return [
        (f"{name}: the same plan again, {size['plan.json']:,} bytes", server.address + plan, f"{key}-plan.json", None),
        (f"{name}: another plan each time", server.address + plan, f"{key}-plan.json", script),
        (f"{name}: a cached tile, {size['tile.jpg']:,} bytes", server.address + urls[0], f"{key}-tile.jpg", None),
    ]


def measure(context: Context, peer: str, case: tuple, connections: int, seconds: int):
    what, url, file, script = case
    values, others = context.interleave({
        "nginx": lambda _: wrk(f"{peer}/{file}", connections, seconds),
        "ours": lambda _: wrk(url, connections, seconds, script),
    })
    median = lambda name, key: statistics.median([one[key] for one in values[name]])
    note = f"p50 {median('ours', 'p50'):.2f} and {median('nginx', 'p50'):.2f} ms"
    of = lambda key: {name: [one[key] for one in results] for name, results in values.items()}
    context.add_all(f"{what}: {connections} connections", "/s", "higher", of("rate"), others, {"nginx": 1.0}, note)
    context.add_all(f"{what}: {connections} connections, 99th percentile", "ms", "lower", of("p99"), others)
