#!/usr/bin/env python3
"""Measures the memory of the window of a release build while its peers are hostile: web servers, a NATS server, a browser, its readers.

See README.md beside this file.
"""

import argparse
import json
import os
import re
import shutil
import signal
import socket
import struct
import subprocess
import tempfile
import threading
import time
import zlib
from pathlib import Path

from window import SLEEVES, Display

GENERATE = Path(__file__).resolve().parent.parent / "Samples/generate.py"
REQUIRED = 150
INFORMATION = b'INFO {"server_id":"x","version":"2.10.0","proto":1,"max_payload":67108864,"headers":true'
FILLER = b"a" * 65_536


class Hostile:
    """A server that calls a function with each connection, on a thread of its own."""

    def __init__(self, misbehave):
        self.listener = socket.create_server(("", 0), backlog=64)
        self.port = self.listener.getsockname()[1]
        self.connections = 0
        self.misbehave = misbehave
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                connection, _ = self.listener.accept()
            except OSError:
                return
            self.connections += 1
            threading.Thread(target=self.serve, args=[connection], daemon=True).start()

    def serve(self, connection):
        try:
            with connection:
                self.misbehave(connection)
        except OSError:
            pass

    def close(self):
        self.listener.close()


def forever(connection, bytes):
    while True:
        connection.sendall(bytes)


def read_until(connection, end):
    text = b""
    while end not in text:
        piece = connection.recv(4_096)
        if not piece:
            raise OSError("the end")
        text += piece


def png_bomb(side=30_000):
    """A PNG of very many black pixels."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    packer = zlib.compressobj(9)
    row = bytes(1 + side * 3)
    data = b"".join(packer.compress(row) for _ in range(side)) + packer.flush()
    header = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", data) + chunk(b"IEND", b"")


# What web servers do.
BOMB = png_bomb()
HTTP = {
    "a body without an end": lambda c: (c.sendall(b"HTTP/1.1 200 OK\r\n\r\n"), forever(c, FILLER)),
    "a header without an end": lambda c: (c.sendall(b"HTTP/1.1 200 OK\r\nX-Long: "), forever(c, FILLER)),
    "headers without an end": lambda c: (c.sendall(b"HTTP/1.1 200 OK\r\n"), forever(c, b"X-A: b\r\n" * 8_000)),
    "chunks without an end": lambda c: (
        c.sendall(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"), forever(c, b"10000\r\n" + FILLER + b"\r\n")),
    "pictures of 30 MB": lambda c: c.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 31000000\r\n\r\n" + BOMB[:30] + bytes(30_999_970)),
    "a picture of 900 million pixels": lambda c: c.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % len(BOMB) + BOMB),
}


# What a NATS server does after the handshake, or in it.
def after_handshake(act):
    def misbehave(connection):
        connection.sendall(INFORMATION + b"}\r\n")
        read_until(connection, b"PING\r\n")
        connection.sendall(b"PONG\r\n")
        read_until(connection, b"SUB ")
        act(connection)
    return misbehave


NATS = {
    "a greeting without an end": lambda c: (c.sendall(INFORMATION + b',"cluster":"'), forever(c, FILLER)),
    "a message without an end": after_handshake(lambda c: (c.sendall(b"MSG a 1 2000000000\r\n"), forever(c, FILLER))),
    "a line without an end": after_handshake(lambda c: (c.sendall(b"MSG a"), forever(c, FILLER))),
    "errors without an end": after_handshake(lambda c: forever(c, b"-ERR 'Permissions Violation for Publish to \"b\"'\r\n" * 1_000)),
    "small messages without an end": after_handshake(lambda c: forever(c, b"MSG a 1 2\r\nhi\r\n" * 4_000)),
    "large messages without an end": after_handshake(lambda c: forever(c, b"MSG a 1 4000000\r\n" + b"a" * 4_000_000 + b"\r\n")),
}

# A reader that sends what is no answer, in place of each reader of the program.
FALSE_READER = """
#include <stdio.h>
#include <string.h>
#include <unistd.h>

__attribute__((constructor)) static void begin(void)
{
    char line[256] = {0};
    FILE *file = fopen("/proc/self/cmdline", "r");
    const size_t count = file ? fread(line, 1, sizeof line - 1, file) : 0;
    if (file) fclose(file);
    if (!memmem(line, count, "answer-as-reader", 16)) return;
    const unsigned char hello[] = {2, 0, 0, 0, 1, 3};
    char noise[4096];
    write(3, hello, sizeof hello);
    memset(noise, SIZE, sizeof noise);
    // The answer's size is among these, too.
    while (read(3, line, 4) > 0) for (;;) if (write(3, noise, sizeof noise) <= 0) _exit(0);
    _exit(0);
}
"""


class Window:
    """A running program, and the most memory that it has had since a moment."""

    def __init__(self, library, environment, *options):
        self.process = subprocess.Popen(
            [SLEEVES, "open", "--library", library, *options], env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)

    def value(self, name):
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(name + r":\s+(\d+) kB", status)[1]) / 1024

    def begin(self):
        """Waits until the program rests, and measures from then on."""
        last, since = None, time.monotonic()
        while time.monotonic() - since < 2:
            time.sleep(0.05)
            now = Path(f"/proc/{self.process.pid}/stat").read_text().split()[13:15]
            if now != last:
                last, since = now, time.monotonic()
        Path(f"/proc/{self.process.pid}/clear_refs").write_text("5")
        self.rest = self.value("VmRSS")

    def grown(self, seconds):
        time.sleep(seconds)
        if self.process.poll() is not None:
            raise SystemExit(f"FAILED: the window ended with {self.process.returncode}")
        return self.value("VmHWM") - self.rest

    def end(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait()


def make_library(folder, entries=()):
    library = folder / "library"
    shutil.rmtree(library, ignore_errors=True)
    lines = folder / "albums.jsonl"
    lines.write_text("\n".join(json.dumps(entry) for entry in entries) + "\n")
    subprocess.run([SLEEVES, "import", "--library", library, lines], check=True, stdout=subprocess.DEVNULL)
    return library


def albums(count=40):
    return [{"title": f"Album {number}", "artist": "Somebody"} for number in range(count)]


def measure_http(display, folder, seconds):
    for name, misbehave in HTTP.items():
        server = Hostile(lambda c: (read_until(c, b"\r\n\r\n"), misbehave(c)))
        # The window rests without the network, and then asks.
        library = make_library(folder, albums())
        alone = {"SLEEVES_LOCAL_NETWORK": "1", "SLEEVES_MUSICBRAINZ": "none", "SLEEVES_COVER_ARCHIVE": "none"}
        window = Window(library, {**display.environment, **alone})
        window.begin()
        lines = folder / "more.jsonl"
        # Each is another host.
        entries = [{**album, "coverURL": f"http://127.0.0.{number + 1}:{server.port}/"} for number, album in enumerate(albums())]
        lines.write_text("\n".join(json.dumps(entry) for entry in entries) + "\n")
        subprocess.run([SLEEVES, "import", "--library", library, lines], check=True, stdout=subprocess.DEVNULL)
        yield "HTTP", name, window.grown(seconds), server.connections
        window.end()
        server.close()


def measure_nats(display, folder, seconds):
    for name, misbehave in NATS.items():
        library = make_library(folder, albums())
        window = Window(library, display.environment)
        window.begin()
        server = Hostile(misbehave)
        sharing = subprocess.Popen(
            [SLEEVES, "share", f"nats://127.0.0.1:{server.port}", "--library", library], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        grown = window.grown(seconds)
        sharing.kill()
        sharing.wait()
        yield "NATS", name, grown, server.connections
        window.end()
        server.close()


def browser_socket(address):
    """A connection of a page's socket."""
    port, token = re.search(r"127\.0\.0\.1:(\d+)/(\w+)/", address).groups()
    connection = socket.create_connection(("127.0.0.1", int(port)))
    host = f"127.0.0.1:{port}"
    connection.sendall(
        f"GET /{token}/socket HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode())
    return connection


def event(kind, *numbers):
    payload = struct.pack(">III", kind, 0, 0) + b"".join(struct.pack(">I", number & 0xFFFFFFFF) for number in numbers)
    return bytes([0x82, 0x80 | len(payload), 0, 0, 0, 0]) + payload


def start(act):
    def run():
        try:
            act()
        except OSError:
            pass
    threading.Thread(target=run, daemon=True).start()


def measure_browser(folder, seconds):
    def flood(bytes):
        def act(address):
            connection = browser_socket(address)
            start(lambda: forever(connection, bytes))
            # The pictures are read, so that the window goes on drawing.
            while connection.recv(65_536):
                pass
        return act

    def deaf(address):
        connection = browser_socket(address)
        pointer = b"".join(event(0, number % 500, number % 400, 0, 0, 0, 0, 0) for number in range(500))
        forever(connection, pointer)

    def heads(address):
        port = int(re.search(r":(\d+)/", address)[1])
        forever(socket.create_connection(("127.0.0.1", port)), FILLER)

    attacks = {
        "a request without an end": heads,
        "keys without an end": flood(b"".join(event(8, number * 7 % 4_000, number * 13 % 4_000) for number in range(500))),
        "sizes without an end": flood(b"".join(event(12, 1 + number * 7 % 4_000, 1 + number * 13 % 4_000, 1) for number in range(500))),
        "frames of invented lengths": flood(bytes([0x82, 0xFF]) + b"\xff" * 8 + FILLER),
        "events without reading a picture": deaf,
    }
    for name, attack in attacks.items():
        library = make_library(folder, albums())
        environment = {"PATH": os.environ["PATH"], "HOME": str(folder / "home"), "LANG": "C.UTF-8", "XDG_RUNTIME_DIR": str(folder / "home"),
                       "GSETTINGS_BACKEND": "memory", "GTK_A11Y": "none", "SLEEVES_FETCH_COVERS": "0"}
        window = Window(library, environment)
        address = ""
        while "http://" not in address:
            address = window.process.stdout.readline()
        page = browser_socket(address)
        page.settimeout(2)
        window.begin()
        page.close()
        for _ in range(3):
            start(lambda: attack(address))
        yield "browser", name, window.grown(seconds), 3
        window.end()


def measure_reader(display, folder, seconds):
    for name, size in {"an answer of 4 GB": 0xFF, "an answer of 16 MB, again and again": 0x01}.items():
        source, preload = folder / "reader.c", folder / "reader.so"
        source.write_text("#define _GNU_SOURCE\n" + FALSE_READER.replace("SIZE", str(size)))
        subprocess.run(["gcc", "-shared", "-fPIC", "-O2", "-w", source, "-o", preload], check=True)
        music = folder / "music"
        if not music.exists():
            subprocess.run([GENERATE, "--albums", "20", "--out", music], check=True, stdout=subprocess.DEVNULL)
        library = make_library(folder, albums())
        window = Window(library, {**display.environment, "LD_PRELOAD": str(preload)})
        window.begin()
        # The window imports what is given to it.
        subprocess.run([SLEEVES, "open", "--library", library, music], env={**display.environment, "LD_PRELOAD": str(preload)},
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=60, check=False)
        yield "reader", name, window.grown(seconds), ""
        window.end()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=10, help="how long each peer misbehaves (10)")
    parser.add_argument("--only", help="HTTP, NATS, browser or reader")
    parser.add_argument("--program", type=Path, default=SLEEVES, help="another build of Sleeves than the release")
    options = parser.parse_args()
    globals()["SLEEVES"] = options.program.resolve()
    folder = Path(tempfile.mkdtemp(prefix="sleeves-hostile-"))
    (folder / "home").mkdir()
    display = Display(folder, 1)
    worst = 0
    measures = {
        "HTTP": lambda: measure_http(display, folder, options.seconds), "NATS": lambda: measure_nats(display, folder, options.seconds),
        "browser": lambda: measure_browser(folder, options.seconds), "reader": lambda: measure_reader(display, folder, options.seconds),
    }
    try:
        print("| peer | what it sends | memory over rest, at most | connections |\n|---|---|---|---|")
        for kind, measure in measures.items():
            if options.only not in (None, kind):
                continue
            for peer, name, grown, connections in measure():
                print(f"| {peer} | {name} | {grown:.0f} MiB | {connections} |", flush=True)
                worst = max(worst, grown)
    finally:
        display.close()
        shutil.rmtree(folder, ignore_errors=True)
    print(f"\nThe worst: {worst:.0f} MiB (required: {REQUIRED})")
    if worst > REQUIRED:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
