"""Draws covers and packs them as small JPEG, PNG or WebP files."""

import io

from PIL import Image

from . import geometry, lettering, patterns, scenes
from .canvas import Canvas, rgb
from .model import Album, Sleeve

COMPOSITIONS = {
    name: function
    for module in (scenes, geometry, patterns)
    for name, function in vars(module).items()
    if callable(function) and not name.startswith("_") and getattr(function, "__module__", "") == module.__name__
}

# The largest cover, in bytes.
LIMIT = 36_000


def draw(sleeve: Sleeve, seed: str, title: str = "", artist: str = "", size: int = 500) -> Image.Image:
    """The cover as a picture."""
    canvas = Canvas(f"{seed}/{sleeve.variant}", sleeve.palette, size)
    COMPOSITIONS[sleeve.composition](canvas)
    if sleeve.layout != "none":
        letters = lettering.Lettering(canvas, sleeve.font, rgb(sleeve.ink or "ffffff"))
        lettering.LAYOUTS[sleeve.layout](letters, title, artist)
    return canvas.finished(sleeve.grain)


def draw_for(album: Album) -> Image.Image:
    return draw(album.sleeve, f"{album.artist}/{album.title}/{album.year}", album.title or "", album.grouped_artist)


def jpeg(picture: Image.Image, limit: int = LIMIT) -> bytes:
    """The picture as JPEG, at the best quality that stays within the limit."""
    low, high = 30, 88
    best = _packed(picture, "JPEG", quality=low, optimize=True)
    while low < high:
        quality = (low + high + 1) // 2
        packed = _packed(picture, "JPEG", quality=quality, optimize=True)
        if len(packed) <= limit:
            low, best = quality, packed
        else:
            high = quality - 1
    return best


def png(picture: Image.Image) -> bytes:
    """The picture as PNG; few colours, since a photograph's worth of them would be large."""
    return _packed(picture.quantize(48, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE), "PNG", optimize=True)


def webp(picture: Image.Image) -> bytes:
    return _packed(picture, "WEBP", quality=74, method=6)


def _packed(picture: Image.Image, kind: str, **options) -> bytes:
    buffer = io.BytesIO()
    picture.save(buffer, kind, **options)
    return buffer.getvalue()


def packed_for(name: str, picture: Image.Image) -> bytes:
    """The picture in the format that the file name asks for."""
    extension = name.lower().rsplit(".", 1)[-1]
    return {"png": png, "webp": webp}.get(extension, jpeg)(picture)
