"""What an album of the collection is, before any file is made."""

from dataclasses import dataclass
from typing import Optional

VARIOUS_ARTISTS = "Various Artists"

# How a format is kept in a file, and the extension such files carry.
EXTENSIONS = {
    "mp3-2.3": "mp3",
    "mp3-2.4": "mp3",
    "mp3-1": "mp3",
    "flac": "flac",
    "ogg": "ogg",
    "opus": "opus",
    "m4a": "m4a",
}


@dataclass
class Track:
    """One audio file."""

    title: str
    artist: Optional[str] = None  # only where it differs from the album's
    disc: int = 1
    album: Optional[str] = None  # only where its tag spells the title another way


@dataclass
class Sleeve:
    """How a cover is drawn."""

    composition: str
    palette: str  # hexadecimal colours, background first
    layout: str = "none"
    font: str = "sans"
    ink: Optional[str] = None
    variant: int = 0
    grain: float = 0.1  # less where fine edges already make the file large


@dataclass
class Album:
    """One album: its tags, its folder and its cover."""

    artist: str
    title: Optional[str]
    year: Optional[str]
    genre: Optional[str]
    format: str
    tracks: list
    sleeve: Optional[Sleeve] = None
    cover: str = "embedded"  # "embedded", a file name beside the tracks, or "none"
    timbre: str = "pluck"
    folder: Optional[str] = None
    album_artist: Optional[str] = None
    compilation: bool = False
    release_id: Optional[str] = None
    sort_artist: Optional[str] = None

    @property
    def extension(self) -> str:
        return EXTENSIONS[self.format]

    @property
    def disc_count(self) -> int:
        return max(track.disc for track in self.tracks)

    @property
    def grouped_artist(self) -> str:
        """The artist under whom a library files the album."""
        if self.album_artist:
            return self.album_artist
        artists = {track.artist or self.artist for track in self.tracks}
        return VARIOUS_ARTISTS if self.compilation or len(artists) > 1 else self.artist

    @property
    def folder_path(self) -> str:
        """The folder of the album, below the music folder."""
        if self.folder:
            return self.folder
        name = safe_name(self.title)
        return f"{safe_name(self.grouped_artist)}/{self.year[:4]} - {name}" if self.year else f"{safe_name(self.grouped_artist)}/{name}"

    def expected(self) -> dict:
        """What a library should show for the album."""
        return {
            "artist": self.grouped_artist,
            "title": self.title or self.folder.split("/")[-1],
            "year": int(self.year[:4]) if self.year else None,
            "genre": self.genre,
            "trackCount": len(self.tracks),
            "cover": self.cover != "none",
            "format": self.format,
            "coverKind": self.cover,
            "folder": self.folder_path,
        }


def safe_name(text: str) -> str:
    """The text as a file name that every common file system takes."""
    for character in '/\\:*?"<>|':
        text = text.replace(character, "_")
    return text.strip().rstrip(".")[:80].rstrip()
