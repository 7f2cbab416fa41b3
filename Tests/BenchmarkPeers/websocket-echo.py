#!/usr/bin/env python3
"""An outside client, and the echo's figures beside the `websockets` package's server (PyPI).

    Tests/BenchmarkPeers/websocket-server.sh Tests/BenchmarkPeers/websocket-echo.py

Prints messages per second with one message under way and with many, for both servers, and our memory per idle session.
The load comes from plain sockets with frames made in advance, so that the client is not what is measured.
"""
import asyncio
import multiprocessing
import os
import socket
import struct
import time

import websockets

OUR_PORT = int(os.environ["SCROLLSERVER_PORT"])
OUR_PROCESS = int(os.environ["SCROLLSERVER_PID"])
SECONDS = 2
RUNS = 3


async def converse(port):
    """What a well-behaved library does, done."""
    url = f"ws://127.0.0.1:{port}/"
    async with websockets.connect(url, max_size=None, compression="deflate") as client:
        assert not client.protocol.extensions, client.protocol.extensions
        for text in ["", "a", "Grüße, 世界 🌍", "x" * 70_000]:
            await client.send(text)
            assert await client.recv() == text
        for count in [0, 1, 125, 126, 65_535, 65_536, 1_000_000]:
            data = os.urandom(count)
            await client.send(data)
            assert await client.recv() == data
        await client.send(["frag", "men", "ted"])
        assert await client.recv() == "fragmented"
        await (await client.ping(b"still there?"))
        await client.close(4000, "enough")
        assert client.close_code == 4000, client.close_code
    for origin, accepted in [(f"http://127.0.0.1:{port}", True), ("http://evil.example", False)]:
        try:
            async with websockets.connect(url, origin=origin):
                assert accepted, origin
        except websockets.InvalidStatus as error:
            assert not accepted and error.response.status_code == 403, error


def connect(port):
    stream = socket.create_connection(("127.0.0.1", port))
    stream.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    stream.sendall(
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n")
    head = b""
    while not head.endswith(b"\r\n\r\n"):
        head += stream.recv(1)
    return stream


def frame(size):
    head = bytes([0x82, 0x80 | size]) if size < 126 else struct.pack("!BBH", 0x82, 0x80 | 126, size)
    key = b"\x37\xfa\x21\x3d"
    return head + key + bytes((index ^ key[index % 4]) & 0xFF for index in range(size))


def rate(port, size, depth):
    """Echoes per second on one connection, `depth` of them under way."""
    stream = connect(port)
    batch = frame(size) * depth
    expected = (size + (2 if size < 126 else 4)) * depth
    count, start = 0, time.perf_counter()
    while time.perf_counter() - start < SECONDS:
        stream.sendall(batch)
        missing = expected
        while missing:
            missing -= len(stream.recv(missing))
        count += depth
    elapsed = time.perf_counter() - start
    stream.close()
    return count / elapsed


def serve(queue):
    async def echo(connection):
        try:
            async for message in connection:
                await connection.send(message)
        except websockets.ConnectionClosed:
            pass

    async def main():
        async with websockets.serve(echo, "127.0.0.1", 0, compression=None) as server:
            queue.put(server.sockets[0].getsockname()[1])
            await asyncio.get_running_loop().create_future()

    asyncio.run(main())


def resident(process):
    with open(f"/proc/{process}/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def idle_memory(count):
    """Bytes of the server's memory for each of many sessions that have said something once."""
    def session():
        stream = connect(OUR_PORT)
        stream.sendall(frame(1000))
        missing = 1004
        while missing:
            missing -= len(stream.recv(missing))
        return stream

    warm = [session() for _ in range(20)]
    before = resident(OUR_PROCESS)
    streams = [session() for _ in range(count)]
    after = resident(OUR_PROCESS)
    for stream in streams + warm:
        stream.close()
    return (after - before) / count


asyncio.run(converse(OUR_PORT))
print(f"websockets {websockets.__version__} as a client: everything it sent came back")
print(f"memory per idle session, 900 of them: {idle_memory(900) / 1024:.1f} KB")
queue = multiprocessing.Queue()
peer = multiprocessing.Process(target=serve, args=(queue,), daemon=True)
peer.start()
peer_port = queue.get()
print(f"{'bytes':>6} {'under way':>9} {'websockets':>12} {'ours':>12} {'ratio':>7}   echoes per second, one connection")
for size, depth in [(32, 1), (32, 64), (1000, 64), (20000, 8)]:
    theirs, ours = [], []
    for _ in range(RUNS):
        theirs.append(rate(peer_port, size, depth))
        ours.append(rate(OUR_PORT, size, depth))
    theirs, ours = sorted(theirs)[RUNS // 2], sorted(ours)[RUNS // 2]
    print(f"{size:6} {depth:9} {theirs:12.0f} {ours:12.0f} {ours / theirs:7.1f}")
peer.terminate()
