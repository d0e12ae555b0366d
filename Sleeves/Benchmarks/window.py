#!/usr/bin/env python3
"""Measures the window of a release build: start, quiet, memory, frames, search, with covers and without. See README.md beside this file."""

import argparse
import json
import os
import re
import shutil
import signal
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

SLEEVES = Path(__file__).resolve().parent.parent / ".build/release/sleeves"
GENERATE = Path(__file__).resolve().parent.parent / "Samples/generate.py"
# How many albums, and whether they have covers.
LIBRARIES = ((1_000, True), (1_000, False), (100_000, False))
LAYOUTS = ("wall", "strip")

# What is required: seconds, MiB, milliseconds.
SMALL = {"albums": 0.3, "quiet": 1.0, "memory": 120, "memory scrolled": 120, "frame": 8, "search": 30, "wake-ups": 0}
LARGE = {"albums": 0.4, "quiet": 1.0, "memory": 160, "memory scrolled": 160, "frame": 8, "search": 30, "wake-ups": 0}
TITLES = {
    "window": ("process start to the first painted frame", "s"),
    "albums": ("process start to the first frame with albums", "s"),
    "processor": ("processor time by then", "s"),
    "quiet": ("quiet after that", "s"),
    "memory": ("own share of memory then (RssAnon)", "MiB"),
    "memory scrolled": ("own share of memory after all the scrolling", "MiB"),
    "frame median": ("main-thread work of a frame while scrolling, median", "ms"),
    "frame": ("the same, 99th percentile", "ms"),
    "frame worst": ("the same, worst", "ms"),
    "search": ("keystroke to result, worst", "ms"),
    "wake-ups": ("wake-ups of all threads in ten idle seconds", ""),
}


def make_library(count, has_covers, folder):
    """A library of invented albums, the same each time: from music files with covers, or from a list, which has none."""
    if has_covers:
        subprocess.run([GENERATE, "--albums", str(count), "--out", folder / "music"], check=True, stdout=subprocess.DEVNULL)
        subprocess.run([SLEEVES, "import", "--library", folder / "library", folder / "music"], check=True, stdout=subprocess.DEVNULL)
        return folder / "library"
    lines = folder / "albums.jsonl"
    with open(lines, "w") as file:
        subprocess.run([Path(__file__).parent / "make-list", str(count), "--copies", "1.5"], check=True, stdout=file)
    subprocess.run([SLEEVES, "import", "--library", folder / "library", lines], check=True, stdout=subprocess.DEVNULL)
    return folder / "library"


class Display:
    """A virtual display with a session bus."""

    def __init__(self, folder, scale):
        reading, writing = os.pipe()
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1280x900x24", "-nolisten", "tcp"],
            pass_fds=[writing], stderr=subprocess.DEVNULL,
        )
        number = os.read(reading, 16).decode().strip()
        self.bus = subprocess.Popen(
            ["dbus-daemon", "--session", "--nofork", "--print-address"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        address = self.bus.stdout.readline().strip()
        home = folder / "home"
        home.mkdir(exist_ok=True)
        self.environment = {
            "PATH": os.environ["PATH"], "HOME": str(home), "LANG": "C.UTF-8", "DISPLAY": f":{number}", "GSK_RENDERER": "cairo",
            "DBUS_SESSION_BUS_ADDRESS": address, "GSETTINGS_BACKEND": "memory", "GTK_A11Y": "none", "XDG_RUNTIME_DIR": str(home),
            "GDK_SCALE": str(scale), "SLEEVES_FETCH_COVERS": "1",
        }

    def input(self, *words):
        return subprocess.run(["xdotool", *words], env=self.environment, capture_output=True, text=True, check=False).stdout

    def close(self):
        for process in (self.bus, self.server):
            process.terminate()
            process.wait()


def make_recorder(folder):
    """Compiles frames.c into what the program is started with, so that each frame is recorded."""
    flags = subprocess.run(["pkg-config", "--cflags", "libadwaita-1"], check=True, capture_output=True, text=True).stdout.split()
    source = Path(__file__).parent / "frames.c"
    subprocess.run(["gcc", "-shared", "-fPIC", "-O2", "-Wl,-z,lazy", source, "-o", folder / "frames.so", *flags], check=True)


class Window:
    """A running program, from its start to the record that it leaves."""

    def __init__(self, display, library, folder):
        self.display = display
        self.record = folder / "frames"
        self.started = time.monotonic_ns()
        self.process = subprocess.Popen(
            [SLEEVES, "open", "--library", library],
            env={**display.environment, "LD_PRELOAD": str(folder / "frames.so"), "SLEEVES_FRAME_RECORD": str(self.record)},
            stderr=subprocess.DEVNULL,
        )
        self.quiet_at = self.wait_for_quiet()
        found = display.input("search", "--sync", "--onlyvisible", "--pid", str(self.process.pid), "--name", "^Sleeves$").split()
        display.input("windowfocus", "--sync", found[0])

    def cpu_ticks(self):
        return sum(int(field) for field in Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()[11:13])

    def wait_for_quiet(self):
        """When the program last did anything, before half a second in which it did nothing."""
        last, since = self.cpu_ticks(), time.monotonic_ns()
        while time.monotonic_ns() - since < 500_000_000 or last == 0:
            time.sleep(0.01)
            now = self.cpu_ticks()
            if now != last:
                last, since = now, time.monotonic_ns()
        return since

    def own_memory(self):
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"RssAnon:\s+(\d+) kB", status)[1]) / 1024

    def wake_ups(self):
        """How often any thread wakes up in ten seconds, once the threads that had work and the readers, which wait a minute, have ended."""
        time.sleep(75)
        before = self.switches()
        time.sleep(10)
        return self.switches() - before

    def switches(self):
        threads = Path(f"/proc/{self.process.pid}/task").glob("*/status")
        return sum(int(count) for thread in threads for count in re.findall(r"ctxt_switches:\s+(\d+)", thread.read_text()))

    def end(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait()
        return [line.split() for line in self.record.read_text().splitlines()]


def set_layout(library, layout):
    """The window's layout and size at its next start."""
    state = {"layout": layout, "windowWidth": 960, "windowHeight": 680}
    (library / "state.json").write_text(json.dumps(state))


def scroll_wall(window, pages):
    """The wheel as fast as it goes, a held key, pages from one end on, and both ends: returns when it began and ended."""
    display = window.display
    start = time.monotonic_ns()
    display.input("mousemove", "300", "400")
    for button in ("5", "4"):
        display.input("click", "--delay", "8", "--repeat", "300", button)
        time.sleep(0.4)
    for key, count in (("Down", 60), ("Page_Down", pages), ("End", 1), ("Up", 60), ("Page_Up", 40), ("Home", 1)):
        display.input("key", "--delay", "33", "--repeat", str(count), key)
        time.sleep(0.4)
    return start, time.monotonic_ns()


def scroll_strip(window, pages):
    """Flicks, a held key, pages from one end on, and both ends: returns when it began and ended."""
    display = window.display
    start = time.monotonic_ns()
    for _ in range(6):
        display.input("mousemove", "1000", "180", "mousedown", "1")
        for x in range(1000, 100, -100):
            display.input("mousemove", str(x), "180")
        display.input("mouseup", "1")
    for key, count in (("Right", 60), ("Page_Down", pages), ("End", 1), ("Left", 60), ("Page_Up", 40), ("Home", 1)):
        display.input("key", "--delay", "33", "--repeat", str(count), key)
        time.sleep(0.4)
    return start, time.monotonic_ns()


def search(window, words):
    """Types words into the search, letter by letter."""
    window.display.input("key", "ctrl+f")
    time.sleep(0.5)
    for word in words:
        window.display.input("type", "--delay", "120", word)
        time.sleep(0.3)
        window.display.input("key", "ctrl+a", "BackSpace")
        time.sleep(0.3)
    window.display.input("key", "Escape")
    time.sleep(0.5)


def frame_after(record, mark=None):
    """The first frame, or the first one after a mark."""
    marked = mark is None
    for line in record:
        if marked and line[0] == "frame":
            return line
        marked = marked or line[:2] == ["mark", mark]
    raise ValueError(f"no frame after {mark}")


def percentile(values, share):
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def measure(library, layout, pages, scale, folder):
    results = {}
    display = Display(folder, scale)
    try:
        starts = []
        for _ in range(5):
            set_layout(library, layout)
            window = Window(display, library, folder)
            memory = window.own_memory()
            record = window.end()
            first = int(frame_after(record)[1])
            filled = frame_after(record, "found")
            starts.append({
                "window": (first - window.started) / 1e9, "albums": (int(filled[1]) - window.started) / 1e9,
                "processor": int(filled[3]) / 1e9, "quiet": max(0, window.quiet_at - first) / 1e9, "memory": memory,
            })
        for name in starts[0]:
            results[name] = statistics.median(start[name] for start in starts)

        set_layout(library, layout)
        window = Window(display, library, folder)
        begin, end = (scroll_wall if layout == "wall" else scroll_strip)(window, pages)
        results["memory scrolled"] = window.own_memory()
        search(window, ["the blue night", "love", "1971", "jazz", "zzz"])
        results["wake-ups"] = window.wake_ups()
        record = window.end()
        costs = [int(line[2]) / 1e6 for line in record if line[0] == "frame" and begin < int(line[1]) < end]
        results["frames"] = len(costs)
        results["frame median"] = statistics.median(costs)
        results["frame"] = percentile(costs, 0.99)
        results["frame worst"] = max(costs)
        results |= search_times(record)
    finally:
        display.close()
    return results


def search_times(record):
    """From each change of the words to the next result that was shown, in milliseconds."""
    times, asked = [], None
    for line in record:
        if line[0] == "mark" and line[1] == "asked":
            asked = int(line[2])
        elif line[0] == "mark" and line[1] == "found" and asked is not None:
            times.append((int(line[2]) - asked) / 1e6)
            asked = None
    return {"search": max(times), "keystrokes": len(times)} if times else {}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--albums", type=int, help="how many albums (default: 1,000 with covers and without, 100,000 without)")
    parser.add_argument("--covers", action="store_true", help="with --albums: the albums have covers")
    parser.add_argument("--layout", choices=LAYOUTS, help="one layout only (default: both)")
    parser.add_argument("--scale", type=int, default=1, choices=(1, 2), help="the screen's scale; covers have twice the pixels at 2")
    options = parser.parse_args()
    for count, has_covers in [(options.albums, options.covers)] if options.albums else LIBRARIES:
        folder = Path(tempfile.mkdtemp(prefix="sleeves-window-"))
        try:
            library = make_library(count, has_covers, folder)
            make_recorder(folder)
            # A page of the strip is six albums, less on a screen of scale 2: with covers, all of them are looked at.
            pages = count * options.scale // 5 if has_covers else 40
            for layout in [options.layout] if options.layout else LAYOUTS:
                print_results(count, has_covers, options.scale, layout, measure(library, layout, pages, options.scale, folder))
        finally:
            shutil.rmtree(folder)


def print_results(count, has_covers, scale, layout, results):
    kind = f"{layout} of {count:,} albums with{'' if has_covers else 'out'} covers, scale {scale}"
    print(f"\n{kind}; {results.pop('frames')} frames, {results.pop('keystrokes', 0)} keystrokes")
    for name, value in results.items():
        title, unit = TITLES[name]
        limit = (SMALL if count <= 1_000 else LARGE).get(name)
        share = f"{value / limit:.2f} × " if limit else ""
        note = "" if limit is None else f"   required {limit}: {share}{'met' if value <= limit else 'MISSED'}"
        print(f"  {title:<56} {value:8.2f} {unit:<4}{note}")


if __name__ == "__main__":
    main()
