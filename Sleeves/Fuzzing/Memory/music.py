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


def comments(*texts):
    return struct.pack("<II", 0, len(texts)) + b"".join(struct.pack("<I", len(text)) + text for text in texts)


def block(kind, content, length=None):
    return bytes([kind]) + struct.pack(">I", len(content) if length is None else length)[1:] + content


def flac():
    """Blocks in another order, of wrong sizes, and without a last one."""
    texts = comments(b"TITLE=Gr\xf6\xdfe", b"METADATA_BLOCK_PICTURE=AAAAAw\nAAAA")
    picture = struct.pack(">II", 3, 10) + b"image/jpeg" + bytes(20) + struct.pack(">I", 203) + b"\xff\xd8\xff" + b"\7" * 200
    blocks = block(1, bytes(9)) + block(0, bytes(34)) + block(4, texts, len(texts) - 4) + block(6, picture, 99) + block(4, comments(b"ALBUM=A"))
    return b"fLaC" + blocks + b"\xff\xf8\xc9\x18" + bytes(60)


def page(kind, stream, packet):
    return b"OggS\0" + bytes([kind]) + bytes(8) + struct.pack("<III", stream, 0, 0) + bytes([1, len(packet)]) + packet


def skeleton():
    opus = b"OpusHead\1\1" + bytes(9)
    return page(2, 1, b"fishead\0" + bytes(56)) + page(2, 2, opus) + page(4, 1, b"x") + page(0, 2, b"OpusTags" + comments(b"TITLE=\xff")) + page(4, 2, b"x")


def box(kind):
    return struct.pack(">I", 8) + kind


def main(folder):
    silence = (b"\xff\xfb\x90\0" + b"\0" * 413) * 4
    picture = frame("APIC", b"\0image/jpeg\0\3\0" + b"\xff\xd8\xff" + b"\7" * 200)
    stream = (b"\xff\xf1\x50\x80\x0c\x9f\xfc" + b"\x21" * 93) * 8
    empty = tag(frame("TIT2", b"\0Title"), frame("MCDI", b""), frame("TPE1", b"\0Artist"), picture)
    unmarked = tag(frame("TIT2", wide("Title")), frame("TXXX", wide("Name\0Value")), frame("TALB", b"\0\xff\xfeA\0"), frame("x y ", b"z"))
    description = tag(frame("TIT2", b"\0Title"), frame("TCON", b"\0(Sub) Pop"), frame("APIC", b"\0image/jpeg\0\3" + b"\xff\xd8\xff" + b"\7" * 200))
    lists = chunk(b"LIST", b"INFO" + chunk(b"ISFT", b"Lavf\0")) + chunk(b"\0n\0i", b"") + chunk(b"LIST", b"INFO" + chunk(b"INAM", b"Title\0"))
    samples = {
        "description.mp3": description + silence, "blocks.flac": flac(), "skeleton.ogg": skeleton(), "tag.m4a": empty + box(b"free") + box(b"moov"),
        "lists.wav": empty + b"RIFF" + struct.pack("<I", 4000) + b"WAVE" + lists,
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
