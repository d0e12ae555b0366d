#!/usr/bin/env python3
"""Measures sharing between the libraries of a release build, with a server on this machine. See README.md beside this file."""

import argparse
import socket
import sqlite3
import subprocess
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path

from window import SLEEVES, Display, percentile

JOINING, LATENCY = 2.0, 10.0


@contextmanager
def server(folder):
    """A server that stores what is shared, as its address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    settings = folder / "server.conf"
    settings.write_text(f'listen: "127.0.0.1:{port}"\njetstream {{ store_dir: "{folder}/store" }}\n')
    process = subprocess.Popen(["nats-server", "--config", settings], stderr=subprocess.DEVNULL)
    try:
        while True:
            try:
                socket.create_connection(("127.0.0.1", port)).close()
                break
            except ConnectionRefusedError:
                time.sleep(0.01)
        yield f"nats://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait()


def share(program, library, name, address):
    """Shares a library until everything is exchanged: returns how long that took."""
    start = time.monotonic()
    subprocess.run([program, "share", address, "--name", name, "--library", library], check=True, stdout=subprocess.DEVNULL)
    return time.monotonic() - start


class Library:
    """A library that a window shows, seen from outside."""

    def __init__(self, path):
        self.path = path
        self.database = sqlite3.connect(f"file:{path}/library.sqlite?mode=ro", uri=True)

    @property
    def count(self):
        return self.database.execute("SELECT count(*) FROM album").fetchone()[0]

    def wait(self, count, seconds=60, required=True):
        """Waits for a number of albums: returns when it was there."""
        end = time.monotonic() + seconds
        while self.count != count:
            if time.monotonic() > end:
                if not required:
                    return None
                raise TimeoutError(f"{self.path} has {self.count} albums, not {count}")
            # Without a pause, this would take one of the cores on which the windows run.
            time.sleep(0.0002)
        return time.monotonic_ns()


def latencies(program, folder, desk, sofa, rounds):
    """Removes an album in a window and puts it back: from its library to that of another window, in milliseconds."""
    display = Display(folder, 1)
    windows = []
    try:
        # The second one takes the keys.
        for path in (sofa, desk):
            window = subprocess.Popen([program, "open", "--library", path], env=display.environment, stderr=subprocess.DEVNULL)
            windows.append(window)
            found = display.input("search", "--sync", "--onlyvisible", "--pid", str(window.pid), "--name", "^Sleeves$").split()
        display.input("windowfocus", "--sync", found[0])
        here, there = Library(desk), Library(sofa)
        count = here.count
        there.wait(count)
        times = []
        # The first round is not measured: the windows connect.
        for _ in range(rounds + 1):
            for key, expected in (("Delete", count - 1), ("ctrl+z", count)):
                # The library has changed a little before the window knows what it can undo.
                time.sleep(0.5)
                start = None
                # The window may not take keys yet, or not know yet what it can undo.
                while start is None:
                    display.input("key", key)
                    start = here.wait(expected, 4, required=False)
                times.append((there.wait(expected) - start) / 1e6)
        return times[2:]
    finally:
        for window in windows:
            window.terminate()
            window.wait()
        display.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--albums", type=int, default=10_000, help="how many albums of ten tracks each (default: 10,000)")
    parser.add_argument("--rounds", type=int, default=50, help="how often an album is removed and put back (default: 50)")
    parser.add_argument("--program", default=SLEEVES, help="another build of sleeves")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="sleeves-sharing-") as name:
        folder = Path(name)
        lines, desk = folder / "albums.jsonl", folder / "desk"
        with open(lines, "w") as file:
            subprocess.run([Path(__file__).parent / "make-list", str(options.albums)], check=True, stdout=file)
        subprocess.run([options.program, "import", "--library", desk, lines], check=True, stdout=subprocess.DEVNULL)
        with server(folder) as address:
            print(f"\nsharing {options.albums:,} albums with ten tracks each")
            print(f"  sending them all                 {share(options.program, desk, 'desk', address):8.2f} s")
            joined = [share(options.program, folder / f"sofa {number}", "sofa", address) for number in range(5)]
            met = "met" if max(joined) <= JOINING else "MISSED"
            print(f"  joining, the worst of five       {max(joined):8.2f} s    required {JOINING}: {met}")
            times = latencies(options.program, folder, desk, folder / "sofa 4", options.rounds)
            last = percentile(times, 0.99)
            met = "met" if last <= LATENCY else "MISSED"
            print(f"  a change in the other window     {percentile(times, 0.5):8.2f} ms   the median of {len(times)}")
            print(f"  the same, 99th percentile        {last:8.2f} ms   required {LATENCY}: {met}")


if __name__ == "__main__":
    main()
