#!/usr/bin/python3
"""Measures `sleeves import` beside the least that an import can cost, and beside MPD, in one run.

    compare.py [--albums N]… [--rounds N] [--folder DIR] [--json FILE] [--without-mpd]

The libraries are made once and stay in the folder. Each round runs every contender once, one after another; the table shows the least of
each. Sleeves must be built with `swift build -c release --product sleeves`.
"""

import argparse
import glob
import hashlib
import json
import os
import shutil
import socket
import subprocess
import sys
import time

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
PACKAGE = os.path.dirname(HERE)
AUDIO = (".mp3", ".flac", ".ogg", ".opus", ".m4a")


class Measured:
    """What a command took: seconds on the clock, seconds of the processors, MiB at its largest."""

    def __init__(self, wall: float, cpu: float, peak: float):
        self.wall, self.cpu, self.peak = wall, cpu, peak

    def least(self, other):
        return Measured(min(self.wall, other.wall), min(self.cpu, other.cpu), max(self.peak, other.peak))


def run(*arguments: str) -> tuple:
    """Runs a command to its end. Returns what it took and what it printed."""
    start = time.monotonic()
    process = subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    output = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.monotonic() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise SystemExit(f"{arguments[0]} ended with status {process.returncode}")
    return Measured(wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024), output


def digest_of_generator() -> str:
    digest = hashlib.sha256()
    for path in sorted(glob.glob(os.path.join(PACKAGE, "Samples", "generator", "*.py"))):
        with open(path, "rb") as file:
            digest.update(file.read())
    return digest.hexdigest()[:8]


class Library:
    """A generated library, and where its measurements go."""

    def __init__(self, albums: int, folder: str):
        self.music = os.path.join(folder, f"library-{albums}-{digest_of_generator()}")
        self.expected_path = self.music + ".json"
        self.results = os.path.join(folder, "scratch")
        self.scratch = self.results
        if not os.path.exists(self.expected_path):
            # What an earlier generator made is of no use any more.
            for old in glob.glob(os.path.join(folder, f"library-{albums}*")):
                shutil.rmtree(old) if os.path.isdir(old) else os.remove(old)
            generate = os.path.join(PACKAGE, "Samples", "generate.py")
            subprocess.run(
                [sys.executable, generate, "--albums", str(albums), "--damage", "--out", self.music, "--expected", self.expected_path],
                check=True, stdout=subprocess.DEVNULL)
        with open(self.expected_path) as file:
            self.expected = json.load(file)

    def begin_round(self, number: int):
        """A folder of its own for each round: for some seconds after many files were deleted, new ones are slow to make."""
        self.scratch = os.path.join(self.results, str(number))
        os.makedirs(self.scratch)

    def clear(self):
        shutil.rmtree(self.results, ignore_errors=True)

    def files(self) -> list:
        found = []
        for folder, _, names in os.walk(self.music):
            if os.path.basename(folder) != "Damaged":
                found += [os.path.join(folder, name) for name in names if name.endswith(AUDIO)]
        return sorted(found)

    def warm(self):
        """Reads everything once, so that no contender pays for the disk."""
        for path in self.files():
            with open(path, "rb") as file:
                while file.read(1 << 20):
                    pass


class Sleeves:
    def __init__(self, command: str):
        self.command = command

    def measure(self, library: Library) -> dict:
        where = os.path.join(library.scratch, "sleeves")
        first, _ = run(self.command, "import", "--json", "--library", where, library.music)
        self._check(where, library)
        # What was written this very moment is read once more, so the first time again does not count.
        run(self.command, "import", "--json", "--library", where, library.music)
        again, report = run(self.command, "import", "--json", "--library", where, library.music)
        assert json.loads(report)["files"]["unchanged"] == json.loads(report)["files"]["found"]
        self._change(library.files()[::100])
        changed, report = run(self.command, "import", "--json", "--library", where, library.music)
        assert json.loads(report)["files"]["changed"] >= len(library.files()[::100])
        return {"first import": first, "again, nothing changed": again, "again, 1 % changed": changed}

    def _check(self, where: str, library: Library):
        _, output = run(self.command, "list", "--library", where, "--format", "json")
        keys = ("artist", "title", "year", "genre", "trackCount", "cover")
        found = sorted(str([album[key] if key != "cover" else album[key] == "present" for key in keys]) for album in json.loads(output))
        expected = sorted(str([album[key] for key in keys]) for album in library.expected)
        if found != expected:
            raise SystemExit(f"{len(set(found) ^ set(expected))} albums are not as expected in {library.music}")

    @staticmethod
    def _change(paths: list):
        import mutagen
        for path in paths:
            file = mutagen.File(path, easy=True)
            file["title"] = [str(time.monotonic_ns())]
            file.save()


class Floor:
    def __init__(self, folder: str):
        self.command = os.path.join(folder, "floor")
        source = os.path.join(HERE, "floor.cpp")
        if not os.path.exists(self.command) or os.path.getmtime(self.command) < os.path.getmtime(source):
            subprocess.run(["g++", "-O2", "-std=c++17", source, "-o", self.command, "-ltag", "-ljpeg", "-lsqlite3", "-lpthread"], check=True)

    def measure(self, library: Library) -> dict:
        where = os.path.join(library.scratch, "floor")
        os.makedirs(where)
        measured, _ = run(self.command, library.music, where + "/database", where + "/thumbnails", "2", "200")
        return {"the floor, two threads": measured}


class MPD:
    """The Music Player Daemon's database, without covers: it makes none."""

    def measure(self, library: Library) -> dict:
        where = os.path.join(library.scratch, "mpd")
        os.makedirs(where)
        address = where + "/socket"
        with open(where + "/configuration", "w") as file:
            file.write(f'music_directory "{library.music}"\ndb_file "{where}/database"\nlog_file "/dev/null"\nbind_to_address "{address}"\n'
                       'audio_output {\n type "null"\n name "none"\n}\n')
        process = subprocess.Popen(["mpd", "--no-daemon", where + "/configuration"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            connection = self._connect(address)
            start = time.monotonic()
            self._ask(connection, "update")
            while "updating_db" in self._ask(connection, "status"):
                time.sleep(0.02)
            wall = time.monotonic() - start
        finally:
            process.terminate()
            _, _, usage = os.wait4(process.pid, 0)
            process.returncode = 0
        return {"MPD, first, no covers": Measured(wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)}

    @staticmethod
    def _connect(address: str):
        for _ in range(500):
            try:
                connection = socket.socket(socket.AF_UNIX)
                connection.connect(address)
                connection.recv(100)
                return connection
            except OSError:
                time.sleep(0.02)
        raise SystemExit("MPD does not answer")

    @staticmethod
    def _ask(connection, command: str) -> str:
        connection.sendall(command.encode() + b"\n")
        answer = b""
        while not answer.endswith(b"OK\n") and b"ACK" not in answer:
            answer += connection.recv(4096)
        return answer.decode()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--albums", type=int, action="append", help="how many albums (default: 1000); may be given again")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--folder", default=os.path.join(PACKAGE, ".build", "benchmarks"), help="where the libraries lie")
    parser.add_argument("--sleeves", default=os.path.join(PACKAGE, ".build", "release", "sleeves"), help="the program to measure")
    parser.add_argument("--json", metavar="FILE", help="write the measurements to FILE")
    parser.add_argument("--without-mpd", action="store_true")
    options = parser.parse_args()
    os.makedirs(options.folder, exist_ok=True)
    contenders = [Floor(options.folder), Sleeves(options.sleeves)] + ([] if options.without_mpd else [MPD()])
    results = {}
    for albums in options.albums or [1000]:
        library = Library(albums, options.folder)
        rows = {}
        library.clear()
        for number in range(options.rounds):
            library.begin_round(number)
            for contender in contenders:
                # The system may have let go of the files meanwhile.
                library.warm()
                for name, measured in contender.measure(library).items():
                    rows[name] = rows[name].least(measured) if name in rows else measured
        library.clear()
        show(albums, library, rows)
        results[albums] = {name: vars(measured) for name, measured in rows.items()}
    if options.json:
        with open(options.json, "w") as file:
            json.dump(results, file, indent=1)


def show(albums: int, library: Library, rows: dict):
    floor = rows["the floor, two threads"]
    print(f"\n{albums} albums, {len(library.files())} files; every album as expected\n")
    print(f"{'':28} {'wall s':>8} {'× floor':>8} {'CPU s':>8} {'peak MiB':>9}")
    for name, measured in rows.items():
        print(f"{name:28} {measured.wall:8.2f} {measured.wall / floor.wall:8.2f} {measured.cpu:8.2f} {measured.peak:9.0f}")
    first, again, changed = (rows[name] for name in ("first import", "again, nothing changed", "again, 1 % changed"))
    requirements = [
        ("first import at most 1.25 × the floor", first.wall <= 1.25 * floor.wall),
        ("again, nothing changed: at most 0.3 s", again.wall <= 0.3 or albums > 1000),
        ("again, 1 % changed: at most 1 s", changed.wall <= 1 or albums > 1000),
        ("peak at most 80 MiB", max(first.peak, again.peak, changed.peak) <= 80),
    ]
    if "MPD, first, no covers" in rows:
        requirements.append(("first import faster than MPD", first.wall < rows["MPD, first, no covers"].wall))
    for words, isMet in requirements:
        print(f"{'met' if isMet else 'NOT met':>8}  {words}")


if __name__ == "__main__":
    main()
