"""Sets an album's title and artist on its cover."""

from PIL import ImageFont

from .canvas import Canvas, mix
from .requirements import FONTS

DEJAVU = f"{FONTS}/truetype/dejavu/DejaVu"
NOTO = f"{FONTS}/truetype/noto/Noto"
CJK = f"{FONTS}/opentype/noto/Noto"

# Font file and the face inside it. Every face of the CJK collections holds all the characters; they differ in regional forms.
FACES = {
    "sans": (f"{NOTO}SansDisplay-Regular.ttf", 0),
    "bold": (f"{NOTO}SansDisplay-Bold.ttf", 0),
    "italic": (f"{NOTO}SerifDisplay-Italic.ttf", 0),
    "serif": (f"{NOTO}SerifDisplay-Regular.ttf", 0),
    "heavy": (f"{NOTO}SerifDisplay-Bold.ttf", 0),
    "thin": (f"{DEJAVU}Sans-ExtraLight.ttf", 0),
    "condensed": (f"{DEJAVU}SansCondensed-Bold.ttf", 0),
    "slanted": (f"{DEJAVU}SansCondensed-BoldOblique.ttf", 0),
    "mono": (f"{DEJAVU}SansMono-Bold.ttf", 0),
    "japanese": (f"{CJK}SansCJK-Bold.ttc", 0),
    "korean": (f"{CJK}SerifCJK-Bold.ttc", 1),
    "chinese": (f"{CJK}SerifCJK-Bold.ttc", 2),
    "hebrew": (f"{NOTO}SerifHebrew-Bold.ttf", 0),
}

MARGIN = 0.065


def capitals(text: str) -> str:
    """The text in capitals. A dotless i marks Turkish, whose i keeps its dot."""
    return (text.replace("i", "İ") if "ı" in text else text).upper()


class Lettering:
    """One face and ink on one canvas."""

    def __init__(self, canvas: Canvas, face: str, ink):
        self.canvas = canvas
        self.path, self.index = FACES[face]
        self.ink = ink

    def font(self, size: float):
        # The basic layout gives the same result with and without Pillow's optional text shaping.
        return ImageFont.truetype(self.path, round(size * self.canvas.side), index=self.index, layout_engine=ImageFont.Layout.BASIC)

    def width(self, text: str, size: float, spacing: float = 0) -> float:
        return self.font(size).getlength(text) / self.canvas.side + spacing * size * max(0, len(text) - 1)

    def fitted(self, text: str, size: float, room: float, spacing: float = 0) -> float:
        """The size, or a smaller one with which the text fits into `room`."""
        wide = self.width(text, size, spacing)
        return size if wide <= room else size * room / wide * 0.99

    def write(self, text: str, x: float, baseline: float, size: float, spacing: float = 0, align: str = "left", ink=None):
        left = x - {"left": 0, "centre": 0.5, "right": 1}[align] * self.width(text, size, spacing)
        font = self.font(size)
        pieces = list(text) if spacing else [text]
        for piece in pieces:
            at = (left * self.canvas.side, baseline * self.canvas.side)
            self.canvas.draw.text(at, piece, font=font, fill=ink or self.ink, anchor="ls")
            left += font.getlength(piece) / self.canvas.side + spacing * size

    def lines(self, text: str, size: float, room: float) -> list:
        """The text broken at its spaces so that each line fits."""
        lines = [""]
        for word in text.split():
            longer = f"{lines[-1]} {word}".strip()
            if lines[-1] and self.width(longer, size) > room:
                lines.append(word)
            else:
                lines[-1] = longer
        return lines


def foot(letters: Lettering, title: str, artist: str):
    size = letters.fitted(title, 0.085, 1 - 2 * MARGIN)
    letters.write(title, MARGIN, 1 - MARGIN, size)
    letters.write(capitals(artist), MARGIN, 1 - MARGIN - size * 1.08, letters.fitted(capitals(artist), 0.03, 0.86, 0.14), 0.14)


def head(letters: Lettering, title: str, artist: str):
    size = letters.fitted(title, 0.085, 1 - 2 * MARGIN)
    letters.write(title, MARGIN, MARGIN + size * 0.75, size)
    small = letters.fitted(capitals(artist), 0.03, 0.86, 0.14)
    letters.write(capitals(artist), MARGIN, MARGIN + size * 0.75 + 0.055, small, 0.14)


def crown(letters: Lettering, title: str, artist: str):
    small = letters.fitted(capitals(artist), 0.032, 0.8, 0.3)
    letters.write(capitals(artist), 0.5, MARGIN + 0.03, small, 0.3, "centre")
    size = letters.fitted(title, 0.09, 0.84)
    letters.write(title, 0.5, MARGIN + 0.05 + size * 0.9, size, align="centre")


def base(letters: Lettering, title: str, artist: str):
    size = letters.fitted(title, 0.085, 0.84)
    letters.write(title, 0.5, 1 - MARGIN - 0.055, size, align="centre")
    letters.write(capitals(artist), 0.5, 1 - MARGIN, letters.fitted(capitals(artist), 0.028, 0.8, 0.3), 0.3, "centre")


def band(letters: Lettering, title: str, artist: str):
    """A paper strip across the top, as on old jazz records."""
    canvas = letters.canvas
    canvas.rectangle(-0.01, -0.01, 1.01, 0.2, canvas.palette[0])
    size = letters.fitted(title, 0.1, 1 - 2 * MARGIN)
    letters.write(title, MARGIN, 0.108, size)
    letters.write(artist, MARGIN, 0.162, letters.fitted(artist, 0.038, 0.86))


def corners(letters: Lettering, title: str, artist: str):
    letters.write(capitals(artist), MARGIN, MARGIN + 0.025, letters.fitted(capitals(artist), 0.027, 0.86, 0.2), 0.2)
    letters.write(capitals(title), 1 - MARGIN, 1 - MARGIN, letters.fitted(capitals(title), 0.027, 0.86, 0.2), 0.2, "right")


def label(letters: Lettering, title: str, artist: str):
    """A small plate in the middle."""
    canvas = letters.canvas
    size = letters.fitted(title, 0.06, 0.6)
    small = letters.fitted(artist, 0.03, 0.6)
    half = max(letters.width(title, size), letters.width(artist, small)) / 2 + 0.05
    canvas.rectangle(0.5 - half, 0.415, 0.5 + half, 0.585, canvas.palette[0])
    canvas.rectangle(0.5 - half + 0.012, 0.427, 0.5 + half - 0.012, 0.573, mix(canvas.palette[0], letters.ink, 0.35))
    canvas.rectangle(0.5 - half + 0.015, 0.43, 0.5 + half - 0.015, 0.57, canvas.palette[0])
    letters.write(title, 0.5, 0.505, size, align="centre")
    letters.write(artist, 0.5, 0.549, small, align="centre")


def poster(letters: Lettering, title: str, artist: str):
    """Large lines of type, ragged right."""
    lines = letters.lines(title, 0.1, 0.87)
    size = 0.1 if len(lines) < 4 else 0.068
    lines = letters.lines(title, size, 0.87)
    for i, line in enumerate(lines):
        letters.write(line, MARGIN, MARGIN + size * 0.8 + i * size * 1.1, size)
    letters.write(artist, MARGIN, 1 - MARGIN, letters.fitted(artist, 0.036, 0.86))


def column(letters: Lettering, title: str, artist: str):
    """Top to bottom, right to left, as East Asian type is set."""
    size = min(0.085, 0.78 / len(title))
    for i, character in enumerate(title):
        letters.write(character, 1 - MARGIN - size / 2, MARGIN + size * 0.88 + i * size * 1.08, size, align="centre")
    small = 0.034
    for i, character in enumerate(artist):
        letters.write(character, 1 - MARGIN - size - 0.045, MARGIN + small * 0.9 + i * small * 1.2, small, align="centre")


def right_to_left(letters: Lettering, title: str, artist: str):
    """For scripts that need no joining: the characters of each line in the order in which they are seen."""
    size = letters.fitted(title, 0.1, 0.86)
    letters.write(title[::-1], 1 - MARGIN, MARGIN + size * 0.75, size, align="right")
    letters.write(artist[::-1], 1 - MARGIN, MARGIN + size * 0.75 + 0.062, letters.fitted(artist, 0.042, 0.86), align="right")


LAYOUTS = {
    "foot": foot, "head": head, "crown": crown, "base": base, "band": band, "corners": corners,
    "label": label, "poster": poster, "column": column, "rtl": right_to_left,
}
