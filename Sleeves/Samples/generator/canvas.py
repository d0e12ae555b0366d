"""A square canvas in unit coordinates: (0, 0) is the top left corner, (1, 1) the bottom right one."""

import math
import random

from PIL import Image, ImageChops, ImageDraw, ImageFilter

# Shapes are drawn this many times larger and scaled down, which smooths their edges.
OVERSAMPLING = 2


def rgb(color) -> tuple:
    """A colour from "rrggbb", or the tuple it already is."""
    if isinstance(color, str):
        return tuple(int(color[i:i + 2], 16) for i in (0, 2, 4))
    return color


def mix(first, second, amount: float) -> tuple:
    """The colour that lies `amount` (0 to 1) of the way from the first to the second."""
    return tuple(round(a + (b - a) * amount) for a, b in zip(rgb(first), rgb(second)))


def ramp(colors, amount: float) -> tuple:
    """The colour at `amount` (0 to 1) along evenly spaced colours."""
    position = min(max(amount, 0), 1) * (len(colors) - 1)
    index = min(int(position), len(colors) - 2)
    return mix(colors[index], colors[index + 1], position - index)


class Canvas:
    """The picture being drawn, its palette and its own stream of random numbers."""

    def __init__(self, seed: str, palette: str, size: int):
        self.random = random.Random(seed)
        self.palette = [rgb(color) for color in palette.split()]
        self.size = size
        self.side = size * OVERSAMPLING
        self.image = Image.new("RGB", (self.side, self.side), self.palette[0])
        self.draw = ImageDraw.Draw(self.image)

    def pixels(self, points):
        return [(x * self.side, y * self.side) for x, y in points]

    # Grounds

    def fill(self, color):
        self.draw.rectangle((0, 0, self.side, self.side), fill=rgb(color))

    def gradient(self, colors, angle: float = 0):
        """Fills the canvas from the first colour (top) to the last, turned by `angle` degrees."""
        strip = Image.new("RGB", (1, 512))
        strip.putdata([ramp(colors, i / 511) for i in range(512)])
        if angle == 0:
            self.image.paste(strip.resize((self.side, self.side), Image.BICUBIC))
            return
        large = round(self.side * 1.45)
        turned = strip.resize((large, large), Image.BICUBIC).rotate(angle, Image.BICUBIC)
        edge = (large - self.side) // 2
        self.image.paste(turned.crop((edge, edge, edge + self.side, edge + self.side)))

    def glow(self, x, y, radius, color, strength: float = 1.0):
        """A light that fades towards its edge."""
        box = round(radius * 2 * self.side)
        # Pillow's radial gradient reaches 255 in the corners; the light has to end at the edges, inside the circle.
        light = ImageChops.invert(Image.radial_gradient("L"))
        light = light.point(lambda v: round(255 * strength * max(0, (v - 75) / 180) ** 1.6)).resize((box, box), Image.BICUBIC)
        corner = (round((x - radius) * self.side), round((y - radius) * self.side))
        mask = Image.new("L", self.image.size)
        mask.paste(light, corner)
        self.image.paste(rgb(color), mask=mask)

    # Shapes

    def circle(self, x, y, radius, color, **look):
        self._shape(lambda d, c: d.ellipse(self.pixels([(x - radius, y - radius), (x + radius, y + radius)]), fill=c), color, **look)

    def ring(self, x, y, radius, width, color, **look):
        box = self.pixels([(x - radius, y - radius), (x + radius, y + radius)])
        self._shape(lambda d, c: d.ellipse(box, outline=c, width=max(1, round(width * self.side))), color, **look)

    def pie(self, x, y, radius, start, end, color, **look):
        box = self.pixels([(x - radius, y - radius), (x + radius, y + radius)])
        self._shape(lambda d, c: d.pieslice(box, start, end, fill=c), color, **look)

    def rectangle(self, left, top, right, bottom, color, radius: float = 0, **look):
        box = self.pixels([(left, top), (right, bottom)])
        self._shape(lambda d, c: d.rounded_rectangle(box, radius * self.side, fill=c), color, **look)

    def polygon(self, points, color, **look):
        self._shape(lambda d, c: d.polygon(self.pixels(points), fill=c), color, **look)

    def line(self, points, width, color, **look):
        thickness = max(1, round(width * self.side))
        self._shape(lambda d, c: d.line(self.pixels(points), fill=c, width=thickness, joint="curve"), color, **look)

    def _shape(self, paint, color, alpha: float = 1.0, blend: str = "normal", blur: float = 0):
        if alpha >= 1 and blend == "normal" and not blur:
            paint(self.draw, rgb(color))
            return
        mask = Image.new("L", self.image.size)
        paint(ImageDraw.Draw(mask), round(255 * alpha))
        if blur:
            mask = mask.filter(ImageFilter.GaussianBlur(blur * self.side))
        if blend == "normal":
            self.image.paste(rgb(color), mask=mask)
            return
        operation = {"multiply": ImageChops.multiply, "screen": ImageChops.screen}[blend]
        ink = operation(self.image, Image.new("RGB", self.image.size, rgb(color)))
        self.image.paste(ink, mask=mask)

    # Curves

    def rolling(self, height: float, swing: float, waves: float = 2.0, points: int = 160) -> list:
        """A smooth random line from the left edge to the right one, around `height`."""
        parts = [(waves * (i + 1) * self.random.uniform(0.7, 1.3), self.random.uniform(0, math.tau), 0.6 ** i) for i in range(4)]
        line = []
        for i in range(points + 1):
            x = i / points
            y = sum(weight * math.sin(frequency * x * math.pi + phase) for frequency, phase, weight in parts)
            line.append((x, height + swing * y / 2))
        return line

    def below(self, line, color, **look):
        """Fills everything below a line that runs from edge to edge."""
        self.polygon([(-0.02, line[0][1]), *line, (1.02, line[-1][1]), (1.02, 1.02), (-0.02, 1.02)], color, **look)

    # The end

    def finished(self, grain: float = 0.1) -> Image.Image:
        """The picture at its own size, with a little paper grain."""
        picture = self.image.resize((self.size, self.size), Image.LANCZOS)
        coarse = self.size * 2 // 3
        noise = Image.frombytes("L", (coarse, coarse), self.random.randbytes(coarse * coarse))
        noise = noise.resize(picture.size, Image.BICUBIC).convert("RGB")
        return Image.blend(picture, ImageChops.overlay(picture, noise), grain)
