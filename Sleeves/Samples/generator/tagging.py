"""Writes tags and embedded covers, each format in its own way."""

import base64
from dataclasses import dataclass
from typing import Optional

from mutagen import id3
from mutagen.flac import FLAC, Picture
from mutagen.mp4 import MP4, AtomDataType, MP4Cover, MP4FreeForm
from mutagen.oggopus import OggOpus
from mutagen.oggvorbis import OggVorbis

# Winamp's and the original numbers, as far as the samples need them.
ID3V1_GENRES = {"Blues": 0, "Country": 2, "Jazz": 8, "Pop": 13, "Rock": 17}

FRONT_COVER = 3


@dataclass
class Tags:
    """What one file says about itself."""

    title: str
    artist: str
    album: Optional[str] = None
    album_artist: Optional[str] = None
    sort_artist: Optional[str] = None
    year: Optional[str] = None
    genre: Optional[str] = None
    track: int = 1
    tracks: int = 1
    disc: Optional[int] = None
    discs: Optional[int] = None
    compilation: bool = False
    release_id: Optional[str] = None
    cover: Optional[bytes] = None  # JPEG
    cover_size: int = 500


def no_padding(_) -> int:
    return 0


def write(path: str, format: str, tags: Tags):
    """Writes the tags into an untagged file."""
    {"mp3-2.3": _id3v23, "mp3-2.4": _id3v24, "mp3-1": _id3v1, "flac": _flac, "ogg": _ogg, "opus": _opus, "m4a": _mp4}[format](path, tags)


def _id3v24(path: str, tags: Tags):
    _id3(tags, id3.Encoding.UTF8).save(path, v1=0, v2_version=4, padding=no_padding)


def _id3v23(path: str, tags: Tags):
    frames = _id3(tags, id3.Encoding.UTF16)
    frames.update_to_v23()
    frames.save(path, v1=0, v2_version=3, padding=no_padding)


def _id3(tags: Tags, encoding) -> id3.ID3:
    frames = id3.ID3()
    texts = [
        (id3.TIT2, tags.title), (id3.TPE1, tags.artist), (id3.TALB, tags.album), (id3.TPE2, tags.album_artist),
        (id3.TSOP, tags.sort_artist), (id3.TDRC, tags.year), (id3.TCON, tags.genre), (id3.TRCK, f"{tags.track}/{tags.tracks}"),
        (id3.TPOS, f"{tags.disc}/{tags.discs}" if tags.disc else None), (id3.TCMP, "1" if tags.compilation else None),
    ]
    for frame, text in texts:
        if text:
            frames.add(frame(encoding=encoding, text=[text]))
    if tags.release_id:
        frames.add(id3.TXXX(encoding=encoding, desc="MusicBrainz Album Id", text=[tags.release_id]))
    if tags.cover:
        frames.add(id3.APIC(encoding=id3.Encoding.LATIN1, mime="image/jpeg", type=FRONT_COVER, desc="", data=tags.cover))
    return frames


def _id3v1(path: str, tags: Tags):
    """The 128 bytes of ID3v1.1 at the end of the file: https://id3.org/ID3v1"""
    def field(text, size):
        return (text or "").encode("latin-1", "replace")[:size].ljust(size, b"\0")

    block = b"TAG" + field(tags.title, 30) + field(tags.artist, 30) + field(tags.album, 30) + field(tags.year, 4)
    block += field("", 28) + bytes([0, tags.track, ID3V1_GENRES.get(tags.genre, 255)])
    with open(path, "ab") as file:
        file.write(block)


def _comments(tags: Tags) -> dict:
    """The names that Vorbis comments use, in FLAC, Ogg Vorbis and Opus alike."""
    comments = {
        "title": tags.title, "artist": tags.artist, "album": tags.album, "albumartist": tags.album_artist, "artistsort": tags.sort_artist,
        "date": tags.year, "genre": tags.genre, "tracknumber": str(tags.track), "tracktotal": str(tags.tracks),
        "discnumber": str(tags.disc) if tags.disc else None, "disctotal": str(tags.discs) if tags.disc else None,
        "compilation": "1" if tags.compilation else None, "musicbrainz_albumid": tags.release_id,
    }
    return {name: text for name, text in comments.items() if text}


def _picture(tags: Tags) -> Picture:
    picture = Picture()
    picture.type, picture.mime, picture.data = FRONT_COVER, "image/jpeg", tags.cover
    picture.width = picture.height = tags.cover_size
    picture.depth = 24
    return picture


def _flac(path: str, tags: Tags):
    file = FLAC(path)
    file.update(_comments(tags))
    if tags.cover:
        file.add_picture(_picture(tags))
    file.save(padding=no_padding)


def _ogg(path: str, tags: Tags):
    _ogg_container(OggVorbis(path), tags)


def _opus(path: str, tags: Tags):
    _ogg_container(OggOpus(path), tags)


def _ogg_container(file, tags: Tags):
    file.update(_comments(tags))
    if tags.cover:
        file["metadata_block_picture"] = base64.b64encode(_picture(tags).write()).decode("ascii")
    file.save(padding=no_padding)


def _mp4(path: str, tags: Tags):
    file = MP4(path)
    if file.tags is None:
        file.add_tags()
    file.tags.clear()
    texts = {"\xa9nam": tags.title, "\xa9ART": tags.artist, "\xa9alb": tags.album, "aART": tags.album_artist, "soar": tags.sort_artist,
             "\xa9day": tags.year, "\xa9gen": tags.genre}
    file.tags.update({name: [text] for name, text in texts.items() if text})
    file.tags["trkn"] = [(tags.track, tags.tracks)]
    if tags.disc:
        file.tags["disk"] = [(tags.disc, tags.discs)]
    if tags.compilation:
        file.tags["cpil"] = True
    if tags.release_id:
        identifier = MP4FreeForm(tags.release_id.encode(), dataformat=AtomDataType.UTF8)
        file.tags["----:com.apple.iTunes:MusicBrainz Album Id"] = [identifier]
    if tags.cover:
        file.tags["covr"] = [MP4Cover(tags.cover, imageformat=MP4Cover.FORMAT_JPEG)]
    file.save(padding=no_padding)
