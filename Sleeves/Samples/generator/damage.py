"""Puts into a library what goes wrong in twenty years: files that are broken in every way, and names that lead nowhere.

Nothing of it changes which albums a library should show. What is still readable stays in its album; what is not lies in folders of its own.
"""

import os
import random

FOLDER = "Damaged"


def add(out: str) -> int:
    """Damages the library in the folder `out`. Returns how many files an import should name."""
    chance = random.Random("damage")
    files = sorted(
        os.path.join(folder, name) for folder, _, names in os.walk(out) for name in names if name.rsplit(".", 1)[-1] in
        ("mp3", "flac", "ogg", "opus", "m4a"))
    named = _unreadable(files, os.path.join(out, FOLDER), chance)
    for path in chance.sample(files, max(1, len(files) // 100)):
        _cut_end(path)
    _links(out)
    return named


def _unreadable(files: list, folder: str, chance: random.Random) -> int:
    os.makedirs(folder)
    named = 0

    def write(name: str, data: bytes):
        nonlocal named
        with open(os.path.join(os.fsencode(folder), name.encode("utf-8", "surrogateescape")), "wb") as file:
            file.write(data)
        named += 1

    write("empty.mp3", b"")
    write("text.flac", b"Dear diary, today I renamed a text.\n" * 20)
    write("noise.ogg", bytes(chance.randrange(256) for _ in range(4096)))
    write("picture.m4a", b"\x89PNG\r\n\x1a\n" + bytes(200))
    write("caf\udce9.mp3", b"a name that is not UTF-8")
    # Cut within what says who they are, at every class of offset, for every format.
    examples = {path.rsplit(".", 1)[-1]: path for path in files}
    for ending, path in sorted(examples.items()):
        with open(path, "rb") as file:
            head = file.read(64)
        for count in (1, 2, 3, 4, 5, 7, 8, 10, 12, 16, 20, 27, 32):
            write(f"cut at {count}.{ending}", head[:count])
    # The header of a tag of 100 MiB, and as many bytes that nobody has written.
    write("large tag.mp3", b"ID3\x04\x00\x00\x32\x00\x00\x00")
    os.truncate(os.path.join(folder, "large tag.mp3"), 101 << 20)
    os.mkfifo(os.path.join(folder, "pipe.mp3"))
    os.symlink("nowhere.mp3", os.path.join(folder, "dangling.mp3"))
    os.symlink("circle.mp3", os.path.join(folder, "circle.mp3"))
    return named + 3


def _cut_end(path: str):
    """Cuts off the end of the sound, and leaves what comes before it; only where the tags stand at the beginning."""
    if path.endswith((".mp3", ".flac")):
        with open(path, "rb") as file:
            is_tagged_first = file.read(3) in (b"ID3", b"fLa")
        if is_tagged_first:
            os.truncate(path, os.path.getsize(path) - 200)


def _links(out: str):
    """Links to the library itself, which lead in a circle, and to an album that is there already."""
    os.symlink(".", os.path.join(out, "again"))
    os.symlink(os.path.abspath(out), os.path.join(out, FOLDER, "up"))
