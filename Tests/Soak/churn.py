#!/usr/bin/env python3
"""Changes a folder in every way in which programs save, and checks that what is shown is what is there.

    Tests/Soak/churn.py [--operations 50000] [--program .build/release/ScrollServer] [--seed N]

Three sessions look on, in three orders, layouts and groupings: what they see must not move for changes elsewhere, and
their tiles must be those that HTTP gives. At the end every order and grouping must be, to the byte, what a server says
that starts then. Needs Pillow and websocket-client; rsync, unzip and zip take part where they are installed.
"""
import argparse, collections, hashlib, http.client, io, itertools, json, mmap, os, random, re, shlex, shutil, signal
import subprocess, sys, tempfile, threading, time, urllib.parse, zipfile

from PIL import Image
import websocket

parser = argparse.ArgumentParser()
parser.add_argument("--operations", type=int, default=50_000)
parser.add_argument("--program", default=".build/release/ScrollServer")
parser.add_argument("--seed", type=int, default=int(time.time()))
parser.add_argument("--rate", type=float, default=400, help="most operations a second")
parser.add_argument("--patience", type=float, default=60, help="seconds within which the last change must be seen")
options = parser.parse_args()
print(f"seed {options.seed}", flush=True)
noise = random.Random(options.seed)
work = tempfile.mkdtemp(prefix="scrollserver-churn-")
folder, other = f"{work}/pictures", f"{work}/elsewhere"
os.makedirs(folder)
os.makedirs(other)
counts, failures = collections.Counter(), []
running = True


def encoded(number):
    """A small picture, so that each has one tile, of a size that few others have."""
    random_ = random.Random(number)
    image = Image.new("RGB", (random_.randint(40, 300), random_.randint(40, 300)), tuple(random_.randbytes(3)))
    image.paste(tuple(random_.randbytes(3)), (10, 10, 30, 30))
    file = io.BytesIO()
    image.save(file, "PNG" if number % 3 == 0 else "JPEG")
    return file.getvalue()


pool = [encoded(number) for number in range(90)]


# MARK: Ways of saving. Each makes or replaces the file at `path`.

def in_place(path, data):
    with open(path, "wb") as file:
        file.write(data)


def in_pieces(path, data):
    """As a slow copy: other programs see the file before it is whole."""
    with open(path, "wb") as file:
        for start in range(0, len(data), max(1, len(data) // 3)):
            file.write(data[start:start + max(1, len(data) // 3)])
            file.flush()
            time.sleep(0.003)


def appended(path, data):
    """Closed half-way, and written on later."""
    in_place(path, data[:len(data) // 2])
    time.sleep(noise.choice([0, 0.1]))
    with open(path, "ab") as file:
        file.write(data[len(data) // 2:])


def renamed_over(path, data):
    hidden = f"{os.path.dirname(path)}/.save-{noise.getrandbits(40):x}"
    in_place(hidden, data)
    os.rename(hidden, path)


def moved_in(path, data):
    in_place(f"{other}/moving", data)
    os.rename(f"{other}/moving", path)


def linked(path, data):
    """A new name for a file that was written under another one; the other is removed."""
    hidden = f"{os.path.dirname(path)}/.link-{noise.getrandbits(40):x}"
    in_place(hidden, data)
    if os.path.lexists(path):
        os.remove(path)
    os.link(hidden, path)
    os.remove(hidden)


def unnamed(path, data):
    """O_TMPFILE and linkat, as QSaveFile does."""
    try:
        file = os.open(os.path.dirname(path), os.O_TMPFILE | os.O_RDWR, 0o644)
    except OSError:
        return renamed_over(path, data)
    os.write(file, data)
    if os.path.lexists(path):
        os.remove(path)
    os.link(f"/proc/self/fd/{file}", path, follow_symlinks=True)
    os.close(file)


def mapped(path, data):
    file = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
    os.ftruncate(file, len(data))
    memory = mmap.mmap(file, len(data))
    os.close(file)
    memory[:] = data
    memory.close()


def with_backup(path, data):
    """As editors do: the old file becomes name~."""
    if os.path.lexists(path):
        os.rename(path, path + "~")
    in_place(path, data)
    if noise.random() < 0.5 and os.path.lexists(path + "~"):
        os.remove(path + "~")


def synchronised(path, data):
    """As Syncthing does: a hidden file gets the time of the original, then the name."""
    hidden = f"{os.path.dirname(path)}/.syncthing.{os.path.basename(path)}.tmp"
    in_place(hidden, data)
    os.utime(hidden, (0, noise.randint(900_000_000, 1_700_000_000)))
    os.rename(hidden, path)


def downloaded(path, data):
    """As Firefox does: an empty file holds the name while NAME.part grows."""
    if not os.path.lexists(path):
        in_place(path, b"")
    in_pieces(path + ".part", data)
    os.rename(path + ".part", path)


def downloaded_by_chromium(path, data):
    partial = f"{os.path.dirname(path)}/Unconfirmed {noise.randint(1, 999_999)}.crdownload"
    in_pieces(partial, data)
    os.rename(partial, path)


def imported(path, data):
    """As from a camera: written, then given the time of the shot, then made read-only and back."""
    in_place(path, data)
    os.utime(path, (0, noise.randint(900_000_000, 1_700_000_000)))
    os.chmod(path, 0o444)
    os.chmod(path, 0o644)


def programs():
    """Other programs' ways, by the file `{source}` to `{target}`."""
    known = ["cp {source} {target}", "cp -p {source} {target}", "cp --reflink=auto {source} {target}",
             "cp --remove-destination {source} {target}", "mv {source} {target}", "install -m 644 {source} {target}",
             "dd if={source} of={target} status=none", "rsync {source} {target}", "rsync --inplace {source} {target}",
             "tar -C {other} -cf - moving | tar -C {directory} -xf - --transform {rule}",
             "cd {other} && zip -q - moving > a.zip && unzip -qp a.zip moving > {target}"]
    return [line for line in known if all(shutil.which(word) for word in ("rsync", "zip", "unzip") if word in line)]


known_programs = programs()


def by_a_program(path, data):
    in_place(f"{other}/moving", data)
    line = noise.choice(known_programs)
    subprocess.run(["sh", "-c", line.format(
        source=f"{other}/moving", target=shlex.quote(path), other=other, directory=shlex.quote(os.path.dirname(path)),
        rule=shlex.quote(f"s/moving/{os.path.basename(path)}/"))], check=False, stderr=subprocess.DEVNULL, cwd=other)
    counts[line.split()[0] if "zip" not in line else "unzip"] += 1


ways = [in_place, in_pieces, appended, renamed_over, moved_in, linked, unnamed, mapped, with_backup, synchronised,
        downloaded, downloaded_by_chromium, imported]


# MARK: Operations

def directories():
    return [folder] + [path for path, _, _ in os.walk(folder) if path != folder]


def files():
    return [f"{path}/{name}" for path, _, names in os.walk(folder) for name in names]


known_files, known_directories = [], []


def operate(step):
    global known_files, known_directories
    # A walk for every operation would take longer than the operation.
    if step % 20 == 0:
        known_files, known_directories = files(), directories()
    home = noise.choice(known_directories)
    path = f"{home}/{noise.choice(['IMG_', 'scan', 'Äpfel ', 'x'])}{noise.randint(0, 400)}.{noise.choice(['jpg', 'png', 'JPG'])}"
    chance = noise.random()
    few = len(known_files) < 300
    try:
        if chance < (0.75 if few else 0.50):
            if known_files and noise.random() < 0.4:
                path = noise.choice(known_files)
            if os.path.islink(path):
                os.remove(path)
            way = by_a_program if noise.random() < 0.04 else noise.choice(ways)
            way(path, noise.choice(pool))
            counts[way.__name__] += 1
        elif chance < 0.80:
            os.remove(noise.choice(known_files))
            counts["removed"] += 1
        elif chance < 0.88:
            os.rename(noise.choice(known_files), path)
            counts["moved"] += 1
        elif chance < 0.90:
            os.utime(noise.choice(known_files), (0, noise.randint(900_000_000, 1_700_000_000)))
            counts["touched"] += 1
        elif chance < 0.92:
            target = noise.choice(known_files)
            os.symlink(os.path.relpath(target, os.path.dirname(path)), path)
            counts["symbolic links"] += 1
        elif chance < 0.94:
            os.link(noise.choice(known_files), path, follow_symlinks=False)
            counts["second names"] += 1
        elif chance < 0.95:
            in_place(path, noise.choice([b"", b"no picture", noise.choice(pool)[:60]]))
            counts["no pictures"] += 1
        elif chance < 0.965:
            if len(known_directories) < 14:
                os.mkdir(f"{home}/folder {noise.randint(0, 30)}")
                counts["folders made"] += 1
        elif chance < 0.98:
            if len(known_directories) > 1:
                os.rename(noise.choice(known_directories[1:]), f"{home}/moved {noise.randint(0, 30)}")
                counts["folders moved"] += 1
        elif chance < 0.985:
            if len(known_directories) > 4:
                gone = f"{other}/gone-{step}"
                os.rename(noise.choice(known_directories[1:]), gone)
                if noise.random() < 0.5:
                    os.rename(gone, f"{home}/back {noise.randint(0, 30)}")
                shutil.rmtree(gone, ignore_errors=True)
                counts["folders removed"] += 1
        else:
            source = noise.choice(known_directories[1:] or [other])
            if not f"{home}/".startswith(f"{source}/"):
                shutil.copytree(source, f"{home}/copy {noise.randint(0, 30)}", symlinks=True)
                counts["folders copied"] += 1
    except (OSError, shutil.Error):
        counts["not possible"] += 1
    # Copies of folders add up.
    if step % 20 == 0 and len(known_files) > 1200:
        for gone in noise.sample(known_files, 300):
            if os.path.lexists(gone):
                os.remove(gone)
    if step % 20 == 0 and len(known_directories) > 60:
        for gone in noise.sample(known_directories[1:], 30):
            shutil.rmtree(gone, ignore_errors=True)


# MARK: The server

def start(name):
    process = subprocess.Popen(
        [options.program, "--port", "0", "--no-token", "--cache", f"{work}/{name}", "--state", f"{work}/{name}-state",
         "--log-level", "warning", folder], stdout=subprocess.PIPE, text=True)
    url = urllib.parse.urlsplit(process.stdout.readline().strip())
    return process, Client(url.hostname, url.port)


class Client:
    def __init__(self, host, port):
        self.host, self.port = host, port
        self.connection = http.client.HTTPConnection(host, port, timeout=60)
        self.base = None

    def get(self, target):
        for attempt in (1, 2):
            try:
                self.connection.request("GET", target)
                answer = self.connection.getresponse()
                return answer.status, answer.read(), answer.headers
            except (http.client.HTTPException, ConnectionError):
                self.connection.close()
                if attempt == 2:
                    raise

    def text(self, target):
        status, body, _ = self.get(f"{self.base}/{target}" if target else self.base)
        if status != 200:
            raise AssertionError(f"{target}: {status} {body[:300]}")
        return body.decode()

    def find(self):
        self.base = next(one["links"]["self"] for one in json.loads(self.get("/api/collections")[1])["collections"]
                         if one["kind"] == "folder")

    def pages(self, query):
        """All items of an order, as the server writes them."""
        text, cursor = [], ""
        while True:
            page = self.text(f"items?limit=500&{query}{cursor}")
            document = json.loads(page)
            text.append(bare(page))
            if not document["hasNextPage"]:
                return "\n".join(text)
            cursor = "&after=" + urllib.parse.quote(document["nextCursor"])


def bare(text):
    """Without what names a run or a revision, and without colours: they are known of what has been looked at."""
    text = re.sub(r',"colour":"#[0-9a-f]{6}"', "", text)
    return re.sub(r'"(revision|nextCursor|previousCursor)":("[^"]*"|\d+|null)', r'"\1"', text)


# MARK: Sessions

def rows_of(items):
    """The pictures of the row that each picture is in: (item, version, x, …) in their order, from left to right."""
    rows = []
    for item in items:
        if rows and item[2] > rows[-1][-1][2]:
            rows[-1].append(item)
        else:
            rows.append([item])
    return {item[0]: tuple(one[0] for one in row) for row in rows for item in row}


class Reader(threading.Thread):
    """One who looks at a place, scrolls now and then, and notes where everything is."""

    def __init__(self, client, query, seed):
        super().__init__(daemon=True)
        self.client, self.query, self.noise = Client(client.host, client.port), query, random.Random(seed)
        self.client.base = client.base
        self.slots, self.held, self.names, self.url_bytes = {}, {}, {}, {}
        self.offset = (0.0, 0.0)
        self.report = 0
        self.seen = None
        self.checked = self.moved = 0
        self.wrong = []

    def say(self, dy):
        self.report += 1
        place = f"&x={self.offset[0]}&y={max(0, self.offset[1] + dy)}"
        self.line.send(json.dumps({
            "report": self.report, "plan": self.query + place, "room": 1 << 24, "budget": 1 << 26}))

    def run(self):
        try:
            self.line = websocket.create_connection(
                f"ws://{self.client.host}:{self.client.port}{self.client.base}/session", timeout=0.2)
            self.say(2000)
            next_move = time.time() + 1
            while running:
                if time.time() > next_move:
                    self.say(self.noise.choice([-900, -60, 60, 300, 1500]))
                    next_move = time.time() + self.noise.uniform(0.5, 3)
                try:
                    message = self.line.recv()
                except websocket.WebSocketTimeoutException:
                    continue
                if isinstance(message, bytes):
                    self.take_tiles(message)
                else:
                    self.take(json.loads(message))
            self.line.close()
        except (OSError, websocket.WebSocketException) as problem:
            self.wrong.append(f"the session ended: {problem!r}")

    def take_tiles(self, data):
        number, tiles = int.from_bytes(data[:4], "big"), int.from_bytes(data[4:8], "big")
        at = 8
        for _ in range(tiles):
            name, length = int.from_bytes(data[at + 4:at + 8], "big"), int.from_bytes(data[at + 8:at + 12], "big")
            self.held[name] = hashlib.sha256(data[at + 16:at + 16 + length]).hexdigest()
            if name in self.names:
                self.url_bytes[self.names[name]] = self.held[name]
            at += 16 + length
            counts["tiles on sessions"] += 1
        self.line.send(json.dumps({"acknowledged": number}))

    def take(self, message):
        if "problem" in message:
            self.wrong.append(str(message["problem"])[:200])
        if "place" not in message:
            return
        counts["plans on sessions"] += 1
        place = message["place"]
        self.offset = (place["contentOffset"]["x"], place["contentOffset"]["y"])
        if message["fresh"]:
            self.slots = {}
        for slot in message["free"]:
            self.slots.pop(slot, None)
        for shown in message["show"]:
            tile = shown["tile"]
            self.names[shown["number"]] = tile["url"]
            if shown["number"] in self.held:
                self.url_bytes[tile["url"]] = self.held[shown["number"]]
            self.slots[shown["slot"]] = dict(tile, x=tile["x"] + self.offset[0], y=tile["y"] + self.offset[1])
        for moved in message["move"]:
            self.slots[moved["slot"]].update(
                index=moved["index"], x=moved["x"] + self.offset[0], y=moved["y"] + self.offset[1],
                width=moved["width"], height=moved["height"])
        first, last = place["visible"]["first"], place["visible"]["last"]
        if first is None:
            self.seen = None
            return
        items = sorted((tile["index"], tile["item"], tile["url"].split("?v=")[1],
                        round(tile["x"] - self.offset[0], 1), round(tile["y"] - self.offset[1], 1),
                        round(tile["width"], 1), tile["index"]) for tile in self.slots.values() if first <= tile["index"] <= last)
        now = [item[1:] for item in items]
        # Where the content has become too short, its end moves into view.
        is_at_end = self.offset[1] >= place["offsetRange"]["maxY"] - 0.5
        if self.seen and self.seen[0] == message["report"] and not is_at_end:
            self.compare(self.seen[1], now)
        self.seen = (message["report"], now)

    def compare(self, before, now):
        """What stands before the first change in view must be where it was; or what stands behind the change, where only
        the edge of a row is seen before it."""
        places = {item[0]: item for item in now}
        common = [(item, places[item[0]]) for item in before if item[0] in places]
        common = [(old, new) for old, new in common if old[1] == new[1] and old[4] == new[4]]
        if "layout=justified" in self.query:
            # A row that gets or loses a picture is laid out anew. Most of its pictures get another width; a small one, which
            # is not enlarged to the row's height, keeps it and lies elsewhere in its place.
            rows = [rows_of(before), rows_of(now)]
            common = [(old, new) for old, new in common if rows[0][old[0]] == rows[1][new[0]]]
        stays = [abs(old[2] - new[2]) <= 0.15 and abs(old[3] - new[3]) <= 0.15 for old, new in common]
        if len(before) < 2 or len(common) < 2 or common[0][0] is not before[0] or common[1][0] is not before[1]:
            return
        # Those before the first change still stand one behind the other; an item may move in the order by itself.
        shift = common[0][1][5] - common[0][0][5]
        count = next((place for place, (item, (old, new)) in enumerate(zip(before, common))
                      if item is not old or new[5] - old[5] != shift), len(common))
        self.checked += count
        if not all(stays[:count]) and not any(stays[count:count + 2]):
            self.moved += 1
            self.wrong.append(f"{self.query}:\n  before {before[:12]}\n  now    {now[:12]}")


# MARK: The run

for number in range(300):
    home = f"{folder}/folder {number % 6}" if number % 3 else folder
    os.makedirs(home, exist_ok=True)
    in_place(f"{home}/IMG_{number}.jpg", noise.choice(pool))
server, client = start("cache")
client.find()
time.sleep(1)
size = "width=900&height=700&overscan=100&"
readers = [Reader(client, size + query, options.seed + number) for number, query in enumerate(
    ["layout=grid&columns=5&group=folder", "layout=justified&order=-date&group=month", "layout=grid&columns=4&order=size"])]
for reader in readers:
    reader.start()
begin = time.time()
for step in range(options.operations):
    operate(step)
    ahead = begin + step / options.rate - time.time()
    if ahead > 0:
        time.sleep(ahead)
    if step % 5000 == 4999:
        print(f"{step + 1} operations in {time.time() - begin:.0f} s, {len(files())} files", flush=True)
    if server.poll() is not None:
        break
ended = time.time()
if server.poll() is not None:
    print(f"failed: the program ended with {server.returncode}")
    sys.exit(1)

# Fresh servers, one after the other, since what is there is only known to those who look at it now.
fresh, second = start("fresh")
second.find()
orders = [f"order={sign}{order}" for order in ("name", "date", "size") for sign in ("", "-")]
lists = orders
grouped = ["order=name", "order=name&group=folder", "order=-name&group=folder", "order=date", "order=date&group=month",
           "order=-date&group=month", "order=size", "order=-size"]
# Justified rows depend on what was there before where they have been looked at; no one has at this width.
shapes = ["layout=grid&columns=5", "layout=stack", "layout=strip", "layout=pages", "layout=justified"]


def plans(query, shape):
    if shape in ("layout=stack", "layout=strip", "layout=pages") and "group" in query:
        return []
    return [f"plan?width=777&height=600&overscan=100&{shape}&{query}&y={y}" for y in (0, 3000, 20000)]


def differences():
    found = []
    for query in lists:
        a, b = client.pages(query), second.pages(query)
        if a != b:
            found.append((f"items?{query}", a, b))
    if found:
        return found
    for query, shape in itertools.product(grouped, shapes):
        for target in plans(query, shape):
            a, b = (bare(one.text(target)) for one in (client, second))
            counts["plans compared"] += 1
            if a != b:
                found.append((target, a, b))
    return found


def settled(one):
    """Whether the server says that nothing is left to be read, and all that can be measured has been."""
    document = json.loads(one.text(""))
    text = one.pages("order=name")
    return document["complete"] and '"measured":false,' not in re.sub(
        r'\{[^{}]*"error":[^{}]*(\{[^{}]*\})?[^{}]*\}', "", text)


found = None
while time.time() < ended + options.patience:
    try:
        if settled(client) and settled(second):
            found = differences()
            if not found:
                break
    except AssertionError as problem:
        found = [(str(problem), "", "")]
    time.sleep(0.5)
print(f"equal to a fresh server's {time.time() - ended:.1f} s after the last change" if found == [] else "not equal")
if found != []:
    failures.append("not what is there")
    for target, a, b in (found or [])[:4]:
        print(target)
        ours, theirs = re.split(r'(?=\{"index")', a), re.split(r'(?=\{"index")', b)
        for one, two in [pair for pair in zip(ours, theirs) if pair[0] != pair[1]][:2]:
            print("  followed:", one[:400])
            print("  fresh:   ", two[:400])
        print(f"  {len(ours)} and {len(theirs)} items")
running = False
for reader in readers:
    reader.join(20)
    if reader.moved or not reader.checked:
        failures.append(f"{reader.moved} of {reader.checked} pictures moved: {reader.query}")
    if reader.wrong:
        failures.append(reader.wrong[0])
print("pictures whose place was compared:", sum(reader.checked for reader in readers),
      "moved:", sum(reader.moved for reader in readers))
compared = wrong = 0
for target, digest in sorted({pair for reader in readers for pair in reader.url_bytes.items()}):
    status, body, headers = second.get(target)
    # A tile of a version that has passed is answered with the new one, and may not be kept.
    if status == 200 and "immutable" in (headers["Cache-Control"] or ""):
        compared += 1
        wrong += hashlib.sha256(body).hexdigest() != digest
print(f"{compared} tiles of sessions compared with a fresh server's, {wrong} wrong")
if wrong or not compared:
    failures.append("wrong tiles")
for one in (server, fresh):
    one.send_signal(signal.SIGTERM)
    if one.wait(20) != 0:
        failures.append("no clean stop")
print(dict(sorted(counts.items())))
shutil.rmtree(work)
print("failed: " + "; ".join(failures) if failures else "all as promised")
sys.exit(1 if failures else 0)
