#!/usr/bin/python3
"""Measures the import of lists by `sleeves import` beside the least that one can cost, in one run.

    lists.py [--lines N]… [--folder DIR] [--sleeves PROGRAM] [--json FILE]

The floor writes the same rows into the same tables in one transaction, and reads no list. Sleeves must be built with
`swift build -c release --product sleeves`.
"""

import argparse
import json
import os
import shutil
import sqlite3
import subprocess
import sys

sys.dont_write_bytecode = True
from compare import HERE, PACKAGE, run  # noqa: E402

# What an import of a list writes for each album.
TABLES = {name: "*" for name in ("album", "trackList", "albumText", "playingTime", "change", "changedAlbum", "list", "listedAlbum")}
TABLES["trackSearch"] = "rowid, titles"
LISTS = {"table": ["--table"], "JSON": []}
MEMORY = 80
SECONDS = 6


def make_list(folder: str, kind: str, lines: int) -> str:
    path = os.path.join(folder, f"list-{lines}." + ("csv" if kind == "table" else "jsonl"))
    if not os.path.exists(path):
        with open(path + ".part", "w") as file:
            subprocess.run([sys.executable, os.path.join(HERE, "make-list"), str(lines)] + LISTS[kind], stdout=file, check=True)
        os.rename(path + ".part", path)
    return path


def write_floor(source: str, target: str):
    """Copies the rows of a library into another one with the same tables, row by row, in one transaction."""
    rows = sqlite3.connect(source)
    library = sqlite3.connect(target, isolation_level=None)
    for pragma in ("journal_mode = WAL", "synchronous = NORMAL", "cache_size = -16384", "temp_store = MEMORY"):
        library.execute("PRAGMA " + pragma)
    library.execute("BEGIN IMMEDIATE")
    for table in reversed(TABLES):
        library.execute(f"DELETE FROM {table}")
    for table, columns in TABLES.items():
        found = rows.execute(f"SELECT {columns} FROM {table}")
        marks = ", ".join("?" for _ in found.description)
        into = table if columns == "*" else f"{table} ({columns})"
        library.executemany(f"INSERT INTO {into} VALUES ({marks})", found)
    library.execute("COMMIT")


def measure(sleeves: str, folder: str, kind: str, lines: int) -> dict:
    """Returns what each contender took."""
    path = make_list(folder, kind, lines)
    scratch = os.path.join(folder, "scratch")
    shutil.rmtree(scratch, ignore_errors=True)
    library, floor = os.path.join(scratch, "library"), os.path.join(scratch, "floor")
    os.makedirs(scratch)
    with open(path) as file, open(os.path.join(scratch, os.path.basename(path)), "w") as short:
        short.writelines([next(file), next(file)])
    # The tables.
    run(sleeves, "import", "--library", floor, short.name)
    command = [sleeves, "import", "--json", "--library", library, path]
    first, report = run(*command)
    new = json.loads(report)["albums"]
    again, report = run(*command)
    same = json.loads(report)["albums"]
    assert new["new"] == same["unchanged"] > lines * 0.9, (new, same)
    least, _ = run(sys.executable, os.path.abspath(__file__), "--floor", library + "/library.sqlite", floor + "/library.sqlite")
    undone, _ = run(sleeves, "undo", "--library", library)
    assert count(library) == 0
    redone, _ = run(sleeves, "redo", "--library", library)
    assert count(library) == new["new"]
    shutil.rmtree(scratch)
    return {"the floor": least, "import": first, "again, nothing changed": again, "undo": undone, "redo": redone}


def count(library: str) -> int:
    return sqlite3.connect(library + "/library.sqlite").execute("SELECT count(*) FROM album").fetchone()[0]


def show(kind: str, lines: int, rows: dict):
    print(f"\n{kind}, {lines} lines\n")
    print(f"{'':28} {'wall s':>8} {'CPU s':>8} {'× floor':>8} {'peak MiB':>9}")
    floor = rows["the floor"]
    for name, measured in rows.items():
        print(f"{name:28} {measured.wall:8.2f} {measured.cpu:8.2f} {measured.cpu / floor.cpu:8.2f} {measured.peak:9.0f}")
    peak = max(measured.peak for name, measured in rows.items() if name != "the floor")
    requirements = [(f"peak at most {MEMORY} MiB", peak <= MEMORY)]
    if kind == "table" and lines <= 100_000:
        requirements.append((f"import: at most {SECONDS} s of processor time", rows["import"].cpu <= SECONDS))
    for words, is_met in requirements:
        print(f"{'met' if is_met else 'NOT met':>8}  {words}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--lines", type=int, action="append", help="how many lines (default: 100000); may be given again")
    parser.add_argument("--kind", choices=LISTS, action="append", help="the kind of list (default: all); may be given again")
    parser.add_argument("--folder", default=os.path.join(PACKAGE, ".build", "benchmarks"), help="where the lists lie")
    parser.add_argument("--sleeves", default=os.path.join(PACKAGE, ".build", "release", "sleeves"), help="the program to measure")
    parser.add_argument("--json", metavar="FILE", help="write the measurements to FILE")
    parser.add_argument("--floor", nargs=2, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.floor:
        return write_floor(*options.floor)
    os.makedirs(options.folder, exist_ok=True)
    results = {}
    for lines in options.lines or [100_000]:
        for kind in options.kind or LISTS:
            rows = measure(options.sleeves, options.folder, kind, lines)
            show(kind, lines, rows)
            results[f"{kind}, {lines}"] = {name: vars(measured) for name, measured in rows.items()}
    if options.json:
        with open(options.json, "w") as file:
            json.dump(results, file, indent=1)


if __name__ == "__main__":
    main()
