"""Turns samples into audio files without tags."""

import subprocess

from .synthesis import RATE, phrase

CODECS = {
    "mp3": ["-c:a", "libmp3lame", "-b:a", "40k", "-id3v2_version", "0", "-write_id3v1", "0"],
    "flac": ["-c:a", "flac", "-compression_level", "8"],
    "ogg": ["-c:a", "libvorbis", "-q:a", "1"],
    "opus": ["-c:a", "libopus", "-b:a", "32k"],
    "m4a": ["-c:a", "aac", "-b:a", "48k", "-movflags", "+faststart"],
}


class EncodingError(Exception):
    """ffmpeg could not make a file."""


def encode(samples: bytes, path: str):
    """Writes the samples in the format that the path's extension names; no dates, no random serial numbers."""
    codec = CODECS[path.rsplit(".", 1)[-1]]
    command = ["ffmpeg", "-hide_banner", "-loglevel", "error", "-y", "-f", "s16le", "-ar", str(RATE), "-ac", "1", "-i", "pipe:0",
               "-map_metadata", "-1", *codec, "-threads", "1", "-fflags", "+bitexact", "-flags:a", "+bitexact", f"file:{path}"]
    run = subprocess.run(command, input=samples, capture_output=True)
    if run.returncode != 0:
        raise EncodingError(f"ffmpeg could not write {path}: {run.stderr.decode(errors='replace').strip()}")


def encode_phrase(seed: str, timbre: str, seconds: float, path: str):
    encode(phrase(seed, timbre, seconds), path)
