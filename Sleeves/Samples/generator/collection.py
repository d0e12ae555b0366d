"""Makes the sample collection: every album of the table, in the folders people have."""

import json
import os
import shutil

from . import artwork, encoding, tagging
from .albums import ALBUMS
from .model import Album, safe_name


def make(out: str) -> list:
    """Writes the collection below `out`, an empty folder; returns what a library should show, album by album."""
    for album in ALBUMS:
        _make_album(album, out)
    return [album.expected() for album in ALBUMS]


def replace(out: str) -> list:
    """The same, in place of what was there."""
    fresh = f"{out}.new"
    shutil.rmtree(fresh, ignore_errors=True)
    expected = make(fresh)
    shutil.rmtree(out, ignore_errors=True)
    os.rename(fresh, out)
    return expected


def write_expected(expected: list, path: str):
    lines = ",\n".join("  " + json.dumps(album, ensure_ascii=False) for album in expected)
    with open(path, "w", encoding="utf-8") as file:
        file.write(f"[\n{lines}\n]\n")


def _make_album(album: Album, out: str):
    folder = os.path.join(out, *album.folder_path.split("/"))
    cover = None
    if album.cover != "none":
        packed = artwork.packed_for("cover.jpg" if album.cover == "embedded" else album.cover, artwork.draw_for(album))
        if album.cover == "embedded":
            cover = packed
        else:
            os.makedirs(folder, exist_ok=True)
            with open(os.path.join(folder, album.cover), "wb") as file:
                file.write(packed)
    numbers = {}
    for index, track in enumerate(album.tracks):
        numbers[track.disc] = numbers.get(track.disc, 0) + 1
        _make_track(album, index, numbers[track.disc], folder, cover if index == 0 else None)
    print(f"{album.folder_path}: {len(album.tracks)} × {album.extension}, cover: {album.cover}")


def _make_track(album: Album, index: int, number: int, folder: str, cover):
    track = album.tracks[index]
    several_discs = album.disc_count > 1
    if several_discs:
        folder = os.path.join(folder, f"CD{track.disc}")
    os.makedirs(folder, exist_ok=True)
    artist = track.artist or album.artist
    name = safe_name(f"{artist} - {track.title}" if not album.artist else track.title)
    path = os.path.join(folder, f"{number:02} {name}.{album.extension}")
    seconds = 1.5 if album.format == "flac" else 2.2 + index * 0.3
    encoding.encode_phrase(f"{album.artist}/{album.title}/{album.year}/{index}", album.timbre, seconds, path)
    tagging.write(path, album.format, tagging.Tags(
        title=track.title, artist=artist, album=track.album or album.title, album_artist=album.album_artist,
        sort_artist=album.sort_artist, year=album.year, genre=album.genre,
        track=number, tracks=sum(1 for other in album.tracks if other.disc == track.disc),
        disc=track.disc if several_discs else None, discs=album.disc_count if several_discs else None,
        compilation=album.compilation, release_id=album.release_id, cover=cover,
    ))
