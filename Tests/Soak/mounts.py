#!/usr/bin/env python3
"""Mounts and unmounts media inside a followed folder and under it, and checks what the program shows.

    Tests/Soak/mounts.py [--program .build/release/ScrollServer]

Runs itself in a mount namespace of its own (unshare), so that nothing is left behind. Needs Pillow.
"""
import argparse, http.client, io, json, os, shutil, signal, subprocess, sys, tempfile, time, urllib.parse

parser = argparse.ArgumentParser()
parser.add_argument("--program", default=".build/release/ScrollServer")
options = parser.parse_args()
if "SCROLLSERVER_MOUNTS" not in os.environ:
    unshare = next((words for words in (["unshare", "-m"], ["unshare", "-Urm"])
                    if subprocess.run([*words, "true"], stderr=subprocess.DEVNULL).returncode == 0), None)
    if not unshare:
        sys.exit("mounts are not tested: this machine allows no mount namespace (unshare -m)")
    os.environ["SCROLLSERVER_MOUNTS"] = "1"
    os.execvp("unshare", [*unshare, sys.executable, *sys.argv])

from PIL import Image

work = tempfile.mkdtemp(prefix="scrollserver-mounts-")
failures = []


def mount(path):
    os.makedirs(path, exist_ok=True)
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=20m", "tmpfs", path], check=True)


def unmount(path):
    """Without force: fails where something is kept open. What is read at this moment, for its tiny picture, is soon let go of."""
    for _ in range(20):
        done = subprocess.run(["umount", path], capture_output=True, text=True)
        if not done.returncode:
            return
        time.sleep(0.1)
    failures.append(f"{path} cannot be unmounted: {done.stderr.strip()}")
    subprocess.run(["umount", "-l", path], check=False)


def picture(path, colour):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    Image.new("RGB", (300, 200), colour).save(path)


class Server:
    def __init__(self, folder):
        self.process = subprocess.Popen(
            [options.program, "--port", "0", "--no-token", "--cache", f"{work}/cache", "--state", f"{work}/state",
             "--log-level", "warning", folder], stdout=subprocess.PIPE, text=True, cwd="/")
        url = urllib.parse.urlsplit(self.process.stdout.readline().strip())
        self.connection = http.client.HTTPConnection(url.hostname, url.port, timeout=30)
        self.base = next(one["links"]["self"] for one in self.get("/api/collections")["collections"]
                         if one["kind"] == "folder")

    def get(self, target):
        self.connection.request("GET", target)
        answer = self.connection.getresponse()
        body = answer.read()
        return json.loads(body) if "json" in answer.headers["Content-Type"] else body

    def items(self):
        return {item["name"]: item.get("error") for item in self.get(f"{self.base}/items?limit=500")["items"]}

    def tiles(self):
        """Asks for all tiles, so that their files are read."""
        plan = self.get(f"{self.base}/plan?width=900&height=900")
        return [len(self.get(tile["url"])) for tile in plan["tiles"] if "url" in tile]

    def waits(self, what, wanted, seconds=8):
        end = time.time() + seconds
        while time.time() < end:
            items = self.items()
            if wanted(items):
                print(f"{what}: after {seconds - (end - time.time()):.1f} s")
                return
            time.sleep(0.05)
        failures.append(f"{what}: {items}")

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(20)


folder = f"{work}/pictures"
picture(f"{folder}/own.png", "red")
os.makedirs(f"{folder}/stick/below")
server = Server(folder)
server.waits("the folder's own picture", lambda items: items == {"own.png": None})

mount(f"{folder}/stick")
picture(f"{folder}/stick/one.png", "blue")
picture(f"{folder}/stick/DCIM/100/two.jpg", "green")
three = {"own.png": None, "stick/one.png": None, "stick/DCIM/100/two.jpg": None}
server.waits("a medium inside the folder", lambda items: items == three)
picture(f"{folder}/stick/three.png", "white")
server.waits("a new file on it", lambda items: "stick/three.png" in items)
os.remove(f"{folder}/stick/three.png")
server.waits("a file that goes from it", lambda items: items == three)
server.tiles()

unmount(f"{folder}/stick")
server.waits("why its pictures cannot be shown", lambda items: len(items) == 3 and items["own.png"] is None and all(
    "medium" in (items[name] or "") for name in items if name != "own.png"))
plan = server.get(f"{server.base}/plan?width=900&height=900")
answers = [server.get(tile["url"]) for tile in plan["tiles"]]
if sum("medium" in answer["detail"] for answer in answers if isinstance(answer, dict)) != 2:
    failures.append(f"tiles do not say why: {answers}")
server.waits("its pictures go", lambda items: items == {"own.png": None}, 15)

mount(f"{folder}/stick")
picture(f"{folder}/stick/later.png", "blue")
server.waits("another medium at the same place", lambda items: items == {"own.png": None, "stick/later.png": None})
unmount(f"{folder}/stick")
server.waits("its picture is grey", lambda items: items.get("stick/later.png"))
mount(f"{folder}/stick")
picture(f"{folder}/stick/later.png", "blue")
server.waits("it comes back soon", lambda items: items == {"own.png": None, "stick/later.png": None})
unmount(f"{folder}/stick")
server.stop()

# The root itself.
card = f"{work}/a card\\with\ttabs"
mount(card)
picture(f"{card}/first.png", "red")
server = Server(card)
server.waits("a medium as the folder", lambda items: items == {"first.png": None})
server.tiles()
unmount(card)
server.waits("why its picture cannot be shown", lambda items: "medium" in (items.get("first.png") or ""))
server.waits("it goes", lambda items: items == {}, 15)
mount(card)
picture(f"{card}/second.png", "red")
server.waits("another one at the same place", lambda items: items == {"second.png": None})
picture(f"{card}/third.png", "red")
server.waits("it is followed", lambda items: items == {"second.png": None, "third.png": None})
unmount(card)
server.waits("grey", lambda items: items.get("second.png"))
mount(card)
picture(f"{card}/second.png", "red")
server.waits("back soon", lambda items: items == {"second.png": None})
server.stop()
unmount(card)
shutil.rmtree(work)
print("failed: " + "; ".join(failures) if failures else "all as promised")
sys.exit(1 if failures else 0)
