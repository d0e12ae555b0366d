"""Makes a large library quickly: a few sounds and covers, copied and tagged anew for each album."""

import os
import random
import tempfile
from dataclasses import replace

from . import artwork, encoding, tagging
from .albums import ALBUMS
from .model import EXTENSIONS, safe_name
from .synthesis import INSTRUMENTS, phrase

COVER_SHARE = 0.85
COVER_SIZE = 600
SOUNDS_PER_FORMAT = 3

FORMATS = ("mp3-2.4", "mp3-2.3", "flac", "ogg", "opus", "m4a")
GENRES = ("Jazz", "Rock", "Ambient", "Folk", "Electronic", "Classical", "Soul", "Pop", "Metal", "Dub")

FIRST = (
    "Amber", "Brass", "Cedar", "Distant", "Electric", "Folded", "Gentle", "Hollow", "Indigo", "Jasmine", "Kinetic", "Lunar", "Marble",
    "Northern", "Opal", "Paper", "Quiet", "Rusted", "Silver", "Tidal", "Umber", "Violet", "Woven", "Yonder", "Zinc",
    "Ébène", "Über", "Żółty",
)
SECOND = (
    "Almanac", "Boulevard", "Cartographers", "Dynamo", "Envelopes", "Ferries", "Gardens", "Harbour", "Islands", "Junction", "Kites",
    "Lanterns", "Meridian", "Neighbours", "Orchard", "Parade", "Quartet", "Radiators", "Signals", "Telegraph", "Umbrellas", "Verandas",
    "Windmills",
    "灯塔", "電車", "기차", "Трамвай", "Θάλασσα",
)
TRACKS = (
    "Opening", "Small Hours", "Crossing", "Interval", "Weather Report", "Letters", "Low Tide", "Turnstile", "Afterglow", "Closing Time",
    "Undertow", "Coda",
)


class BulkLibrary:
    """The makings of a large library: what is copied, and the numbers that choose."""

    def __init__(self, albums: int, out: str):
        self.albums = albums
        self.out = out
        self.random = random.Random(f"bulk/{albums}")
        self.sounds = {}
        self.covers = []

    def make(self) -> list:
        """Writes the albums; returns what a library should show."""
        with tempfile.TemporaryDirectory() as folder:
            self._make_sounds(folder)
        self._make_covers()
        expected = []
        for number in range(self.albums):
            expected.append(self._make_album(number))
            if (number + 1) % 100 == 0 or number + 1 == self.albums:
                print(f"{number + 1} of {self.albums} albums", flush=True)
        return expected

    def _make_sounds(self, folder: str):
        phrases = [phrase(f"bulk/{i}", sorted(INSTRUMENTS)[i], 1.0) for i in range(SOUNDS_PER_FORMAT)]
        for extension in sorted(set(EXTENSIONS.values())):
            self.sounds[extension] = []
            for i, samples in enumerate(phrases):
                path = os.path.join(folder, f"{i}.{extension}")
                encoding.encode(samples, path)
                with open(path, "rb") as file:
                    self.sounds[extension].append(file.read())

    def _make_covers(self):
        sleeves = [album.sleeve for album in ALBUMS if album.sleeve]
        # Drawing one takes longer than writing an album.
        for i in range(min(self.albums // 4 + 1, len(sleeves) * 2)):
            sleeve = sleeves[i % len(sleeves)]
            self.covers.append(artwork.jpeg(artwork.draw(replace(sleeve, layout="none"), f"bulk/{i}", size=COVER_SIZE), limit=48_000))

    def _make_album(self, number: int) -> dict:
        chance = self.random
        artist = _artist(chance.randrange(max(1, self.albums // 3)))
        title = f"{chance.choice(FIRST)} {chance.choice(SECOND)} {number + 1}"
        year = str(chance.randrange(1955, 2025)) if chance.random() < 0.94 else None
        genre = chance.choice(GENRES) if chance.random() < 0.94 else None
        format = chance.choice(FORMATS)
        count = chance.randrange(8, 13)
        folder = os.path.join(self.out, safe_name(artist), safe_name(f"{year} - {title}" if year else title))
        os.makedirs(folder)

        kind, cover = "none", None
        if chance.random() < COVER_SHARE:
            cover = marked(chance.choice(self.covers), f"album {number + 1}")
            kind = chance.choice(("embedded", "embedded", "embedded", "cover.jpg"))
        if kind == "cover.jpg":
            _write(os.path.join(folder, kind), cover)
        for i in range(count):
            extension = EXTENSIONS[format]
            name = TRACKS[i % len(TRACKS)]
            path = os.path.join(folder, f"{i + 1:02} {name}.{extension}")
            _write(path, chance.choice(self.sounds[extension]))
            tagging.write(path, format, tagging.Tags(
                title=name, artist=artist, album=title, year=year, genre=genre, track=i + 1, tracks=count,
                # In every file, as taggers write it.
                cover=cover if kind == "embedded" else None, cover_size=COVER_SIZE,
            ))
        return {"artist": artist, "title": title, "year": int(year) if year else None, "genre": genre, "trackCount": count,
                "cover": kind != "none", "format": format, "coverKind": kind, "folder": os.path.relpath(folder, self.out)}


def _artist(number: int) -> str:
    article = "The " if number % 4 == 0 else ""
    return f"{article}{FIRST[number % len(FIRST)]} {SECOND[number // len(FIRST) % len(SECOND)]}"


def marked(jpeg: bytes, text: str) -> bytes:
    """The JPEG with a comment of its own, so that no two albums share the bytes of a cover."""
    comment = text.encode("ascii")
    return jpeg[:2] + b"\xff\xfe" + (len(comment) + 2).to_bytes(2, "big") + comment + jpeg[2:]


def _write(path: str, data: bytes):
    with open(path, "wb") as file:
        file.write(data)
