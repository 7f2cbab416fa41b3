#!/usr/bin/env python3
"""Figures of live sessions: reports answered per second, bytes on the wire beside HTTP, memory of idle sessions.

    Tests/BenchmarkPeers/sessions.py [PROGRAM]

Starts the program (.build/release/ScrollServer unless given) on a demo of a million pictures. Nothing but Python's
standard library; the client shares the machine, and with many sessions it is what is slow.
"""
import http.client
import json
import os
import selectors
import socket
import struct
import subprocess
import sys
import tempfile
import time

SECONDS = 2
PLAN = "width=1280&height=1000&columns=8"


def text_frame(text):
    data = text.encode()
    # A key of zeros masks nothing; the server unmasks all the same.
    head = bytes([0x81, 0x80 | len(data)]) if len(data) < 126 else struct.pack("!BBH", 0x81, 0xFE, len(data))
    return head + bytes(4) + data


class Session:
    def __init__(self, port, counts=False):
        """`counts` has plans read whole, which takes the client longer: how many tiles they need and show from what is held."""
        self.counts, self.held = counts, set()
        self.stream = socket.create_connection(("127.0.0.1", port))
        self.stream.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.stream.sendall(
            b"GET /api/collections/demo/session HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
            b"Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n")
        head = b""
        while not head.endswith(b"\r\n\r\n"):
            head += self.stream.recv(1)
        self.buffer = b""
        self.received = self.sent = self.number = self.tiles = self.planned = self.wanted = 0
        self.ahead = self.content = self.shown = 0
        self.texts = []

    def report(self, y):
        self.number += 1
        self.asked = time.perf_counter()
        self.send(f'{{"report":{self.number},"plan":"{PLAN}&y={y}","bands":true}}')

    def send(self, text):
        frame = text_frame(text)
        self.sent += len(frame)
        self.stream.sendall(frame)

    def read(self):
        """Takes what has come, acknowledges it; whether the newest report has its plan."""
        data = self.stream.recv(1 << 20)
        assert data, "the session ended"
        self.received += len(data)
        self.buffer += data
        acknowledged = None
        while len(self.buffer) >= 2:
            count, start = self.buffer[1], 2
            if count == 126:
                start = 4
            elif count == 127:
                start = 10
            if len(self.buffer) < start:
                break
            if start > 2:
                count = int.from_bytes(self.buffer[2:start], "big")
            if len(self.buffer) < start + count:
                break
            opcode, payload = self.buffer[0] & 15, self.buffer[start:start + count]
            self.buffer = self.buffer[start + count:]
            if opcode == 2:
                acknowledged, tiles = struct.unpack("!II", payload[:8])
                at = 8
                for _ in range(tiles):
                    slot, number, length = struct.unpack("!III", payload[at:at + 12])
                    self.held.add(number)
                    # What comes ahead of need has no slot yet.
                    self.tiles += slot != 0xFFFFFFFF
                    self.ahead += slot == 0xFFFFFFFF
                    self.content += length
                    at += 16 + length
            elif opcode == 1 and payload.startswith(b'{"report":') and b'"place":' in payload[:60]:
                self.planned = int(payload[10:].split(b",", 1)[0])
                for shown in json.loads(payload)["show"] if self.counts else []:
                    if shown["sent"] and shown["number"] in self.held:
                        self.shown += 1
                    elif shown["sent"]:
                        self.wanted += 1
            elif opcode == 1 and b'"drop":' in payload:
                self.held.difference_update(json.loads(payload)["drop"])
        if acknowledged is not None:
            self.send(f'{{"acknowledged":{acknowledged}}}')
        return self.planned == self.number


def rate(port, count):
    """Reports answered per second by `count` sessions, each sending the next one when its plan has come."""
    sessions = [Session(port) for _ in range(count)]
    selector = selectors.DefaultSelector()
    for place, session in enumerate(sessions):
        selector.register(session.stream, selectors.EVENT_READ, session)
        session.y = place * 1000
        session.report(session.y)
    latencies, start = [], time.perf_counter()
    while time.perf_counter() - start < SECONDS:
        for key, _ in selector.select(1):
            session = key.data
            if session.read() and session.asked:
                latencies.append(time.perf_counter() - session.asked)
                session.y = session.y + 40 if session.number % 50 else session.y - 1960
                session.report(session.y)
    elapsed = time.perf_counter() - start
    for session in sessions:
        session.stream.close()
    latencies.sort()
    return len(latencies) / elapsed, latencies[len(latencies) // 2] * 1e3, latencies[len(latencies) * 99 // 100] * 1e3


def wire(port):
    """Bytes on the wire for scrolling through a thousand pictures, on a session and over HTTP."""
    session = Session(port, counts=True)
    ys = list(range(0, 20_000, 500))
    for y in ys:
        session.report(y)
        while not session.read() or session.tiles < session.wanted:
            pass
    session.stream.close()
    connection = http.client.HTTPConnection("127.0.0.1", port)
    seen, sent, received, content = set(), 0, 0, 0

    def get(target):
        nonlocal sent, received
        # What a browser sends at least.
        fields = {"User-Agent": "Mozilla/5.0", "Accept": "*/*", "Referer": f"http://127.0.0.1:{port}/"}
        connection.request("GET", target, headers=fields)
        answer = connection.getresponse()
        body = answer.read()
        sent += len(f"GET {target} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAccept-Encoding: identity\r\n\r\n")
        sent += sum(len(name) + len(value) + 4 for name, value in fields.items())
        received += len(body) + 19 + sum(len(name) + len(value) + 4 for name, value in answer.getheaders())
        return body

    for y in ys:
        for tile in json.loads(get(f"/api/collections/demo/plan?{PLAN}&y={y}"))["tiles"]:
            if tile["url"] not in seen:
                seen.add(tile["url"])
                content += len(get(tile["url"]))
    assert len(seen) == session.tiles + session.shown, (len(seen), session.tiles, session.shown)
    count = len(seen)
    print(f"{session.shown} of {session.ahead} tiles sent ahead of need were shown, of {count}")
    print(f"{count} tiles of {content / count:.0f} bytes on average; beside them, per tile, plans and all:")
    sent_tiles = session.tiles + session.ahead
    print(
        f"    session  {(session.received - session.content) / sent_tiles:6.0f} received "
        f"{session.sent / sent_tiles:6.0f} sent")
    print(f"    HTTP     {(received - content) / count:6.0f} received {sent / count:6.0f} sent")


def resident(process):
    with open(f"/proc/{process}/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def memory(port, process, count):
    """Bytes for each session that shows fifty pictures and is idle."""
    def session():
        session = Session(port)
        session.report(1000)
        # Until nothing comes any more, also of what is ahead of need: a page that does not read is not idle.
        session.stream.settimeout(0.2)
        try:
            while True:
                session.read()
        except TimeoutError:
            return session

    warm = [session() for _ in range(20)]
    before = resident(process)
    sessions = [session() for _ in range(count)]
    after = resident(process)
    for each in warm + sessions:
        each.stream.close()
    return (after - before) / count


program = sys.argv[1] if len(sys.argv) > 1 else ".build/release/ScrollServer"
with tempfile.TemporaryDirectory() as cache:
    server = subprocess.Popen(
        [program, "--port", "0", "--cache", cache, "--demo", "1000000"], stdout=subprocess.PIPE, text=True)
    try:
        port = int(server.stdout.readline().strip().rstrip("/").rsplit(":", 1)[1])
        wire(port)
        print(f"memory per idle session, 200 of them: {memory(port, server.pid, 200) / 1024:.1f} KB")
        print(f"{'sessions':>8} {'reports/s':>10} {'median ms':>10} {'99 % ms':>10}")
        for count in [1, 10, 100]:
            print("{:8} {:10.0f} {:10.2f} {:10.2f}".format(count, *rate(port, count)))
    finally:
        server.terminate()
        server.wait()
