#!/usr/bin/python3
"""Makes files of music with tags that TagLib reads only in part, and streams that it doesn't know: music.py FOLDER"""

import os
import struct
import sys


def frame(name, content):
    return name.encode() + struct.pack(">I", len(content)) + b"\0\0" + content


def tag(*frames):
    body = b"".join(frames) + b"\0" * 32
    size = len(body)
    return b"ID3\3\0\0" + bytes(size >> shift & 127 for shift in (21, 14, 7, 0)) + body


def chunk(name, content):
    return name + struct.pack("<I", len(content)) + content + b"\0" * (len(content) & 1)


def wide(text):
    return b"\1" + text.encode("utf-16-le")


def main(folder):
    silence = (b"\xff\xfb\x90\0" + b"\0" * 413) * 4
    picture = frame("APIC", b"\0image/jpeg\0\3\0" + b"\xff\xd8\xff" + b"\7" * 200)
    stream = (b"\xff\xf1\x50\x80\x0c\x9f\xfc" + b"\x21" * 93) * 8
    empty = tag(frame("TIT2", b"\0Title"), frame("MCDI", b""), frame("TPE1", b"\0Artist"), picture)
    unmarked = tag(frame("TIT2", wide("Title")), frame("TXXX", wide("Name\0Value")), frame("TALB", b"\0\xff\xfeA\0"), frame("x y ", b"z"))
    samples = {
        "empty.mp3": empty + silence, "unmarked.mp3": unmarked + silence, "stream.aac": stream, "tagged.aac": unmarked + stream,
        "late.aac": stream[57:], "unrated.aac": stream[:50] + (b"\x56\xe0\x40" + b"\x21" * 64) * 40 + b"TAG" + b"a" * 125,
        "one.aac": empty + (b"\xff\xff\xc0\0" + b"\0" * 412) * 8,
        "info.wav": b"RIFF" + struct.pack("<I", 4000) + b"WAVE" + chunk(b"fmt ", struct.pack("<HHIIHH", 1, 1, 8000, 8000, 1, 8))
        + chunk(b"LIST", b"INFO" + chunk(b"INAM", b"Gr\xf6\xdfe\0") + chunk(b"ITRK", b"7\0")) + chunk(b"id3 ", empty) + chunk(b"data", b"\x80" * 64),
    }
    for name, content in samples.items():
        with open(os.path.join(folder, name), "wb") as file:
            file.write(content)


if __name__ == "__main__":
    main(sys.argv[1])
