"""Covers that repeat, bend or blur one thing."""

import math

from .canvas import Canvas, mix, ramp


def halftone(c: Canvas):
    paper, first, second = c.palette[:3]
    c.fill(paper)
    focus = (c.random.uniform(0.3, 0.7), c.random.uniform(0.3, 0.5))
    _dots(c, second, math.radians(32), 26, lambda x, y: 1 - abs(math.hypot(x - 0.62, y - 0.66) - 0.3) * 4.2)
    _dots(c, first, math.radians(14), 26, lambda x, y: 1.12 - math.hypot(x - focus[0], y - focus[1]) * 2.1)


def _dots(c: Canvas, color, angle, count, weight):
    step = 1 / count
    for row in range(-count, count * 2):
        for column in range(-count, count * 2):
            u, v = (column - count / 2) * step, (row - count / 2) * step
            x = 0.5 + u * math.cos(angle) - v * math.sin(angle)
            y = 0.5 + u * math.sin(angle) + v * math.cos(angle)
            size = min(1.0, weight(x, y)) * step * 0.62
            if size > 0.0015 and -0.1 < x < 1.1 and -0.1 < y < 1.1:
                c.circle(x, y, size, color)


def contours(c: Canvas):
    x, y = c.random.uniform(0.32, 0.62), c.random.uniform(0.36, 0.6)
    parts = [(k, c.random.uniform(0, math.tau), c.random.uniform(0.4, 1) / k) for k in (2, 3, 4, 5)]
    steps = 15
    for i in range(steps):
        radius = 0.98 * (1 - i / steps) ** 1.05
        swing = 0.26 * (1 - i / steps * 0.5)
        outline = []
        for k in range(240):
            angle = k / 240 * math.tau
            bend = sum(weight * math.sin(waves * angle + phase + i * 0.1) for waves, phase, weight in parts)
            r = radius * (1 + swing * bend)
            outline.append((x + r * math.cos(angle), y + r * math.sin(angle)))
        c.polygon(outline, ramp(c.palette, i / (steps - 1)))


def twisted_squares(c: Canvas):
    ground, *inks = c.palette
    c.fill(ground)
    count = 30
    for i in range(count):
        half = 0.35 * 0.895 ** i
        angle = math.pi / 4 + i * 0.085
        reach = half * math.sqrt(2)
        corners = [(0.5 + reach * math.cos(angle + k * math.pi / 2), 0.5 + reach * math.sin(angle + k * math.pi / 2)) for k in range(4)]
        c.polygon(corners, ramp(inks, i / (count - 1)) if i % 2 == 0 else ground)


def warped_stripes(c: Canvas):
    paper, *inks = c.palette
    c.fill(paper)
    bands = 26
    phase = c.random.uniform(0, math.tau)

    def edge(k):
        points = []
        for i in range(121):
            y = i / 120
            pull = 0.085 * math.sin(y * math.tau * 1.15 + phase) + 0.045 * math.sin(y * math.tau * 2.3 + k * 0.22)
            points.append((k / bands * 1.3 - 0.15 + pull * math.sin(k / bands * math.pi), y * 1.04 - 0.02))
        return points

    for k in range(0, bands, 2):
        c.polygon(edge(k) + edge(k + 1)[::-1], ramp(inks, k / bands) if len(inks) > 1 else inks[0])


def soft_colours(c: Canvas):
    c.fill(c.palette[0])
    for i in range(9):
        color = c.palette[1 + i % (len(c.palette) - 1)]
        c.circle(c.random.random(), c.random.random(), c.random.uniform(0.17, 0.33), color, alpha=0.9, blur=0.085)
    c.ring(0.5, 0.5, 0.3, 0.004, c.palette[0], alpha=0.85)
    c.ring(0.5, 0.5, 0.32, 0.0022, c.palette[0], alpha=0.6)


def terrazzo(c: Canvas):
    ground, *inks = c.palette
    c.fill(ground)
    placed = []
    for _ in range(2500):
        size = c.random.choice([0.014, 0.022, 0.03, 0.045, 0.06, 0.08])
        x, y = c.random.uniform(0, 1), c.random.uniform(0, 1)
        if all(math.hypot(x - a, y - b) > size + other + 0.008 for a, b, other in placed):
            placed.append((x, y, size))
            corners = sorted(c.random.uniform(0, math.tau) for _ in range(c.random.randrange(5, 9)))
            c.polygon([(x + size * c.random.uniform(0.75, 1) * math.cos(a), y + size * c.random.uniform(0.75, 1) * math.sin(a))
                       for a in corners], c.random.choice(inks))


def star_lattice(c: Canvas):
    ground, star, inner, line = c.palette[:4]
    c.fill(ground)
    cell = 0.25
    for row in range(5):
        for column in range(5):
            x, y = column * cell, row * cell
            _star(c, x, y, cell * 0.5, line)
            _star(c, x, y, cell * 0.455, star)
            _star(c, x, y, cell * 0.3, line)
            _star(c, x, y, cell * 0.265, inner)
            c.circle(x, y, cell * 0.07, ground)
            _diamond(c, x + cell / 2, y + cell / 2, cell * 0.235, line)
            _diamond(c, x + cell / 2, y + cell / 2, cell * 0.19, mix(ground, inner, 0.35))
    c.glow(0.5, 0.5, 0.75, inner, 0.3)


def _star(c: Canvas, x, y, radius, color):
    half = radius * math.sqrt(0.5)
    c.polygon([(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)], color)
    c.polygon([(x - radius, y), (x, y - radius), (x + radius, y), (x, y + radius)], color)


def _diamond(c: Canvas, x, y, radius, color):
    c.polygon([(x - radius, y), (x, y - radius), (x + radius, y), (x, y + radius)], color)


def moire(c: Canvas):
    ground, first, second = c.palette[:3]
    c.fill(ground)
    angle = c.random.uniform(0, math.pi)
    for side, color in ((-1, first), (1, second)):
        x, y = 0.5 + side * 0.11 * math.cos(angle), 0.5 + side * 0.11 * math.sin(angle)
        for i in range(1, 19):
            c.ring(x, y, i * 0.02, 0.008, color, blend="multiply" if sum(ground) > 380 else "screen")


def ribbons(c: Canvas):
    ground, *inks = c.palette
    c.fill(ground)
    phase, count = c.random.uniform(0, math.tau), len(inks) * 2

    def edge(i):
        points = []
        for k in range(-4, 125):
            x = k / 120
            points.append((x, 0.38 + i * 0.46 / count + 0.13 * math.sin(x * 4.6 + phase) + 0.05 * math.sin(x * 9 + phase * 2 + i * 0.12)))
        return points

    for i in range(count):
        c.polygon(edge(i) + edge(i + 1)[::-1], inks[i] if i < len(inks) else inks[count - 1 - i])


PINEAPPLE = """
......g..g......
.....gg.gg.g....
...g.gggggg.g...
....gggggggg....
..g..gggggg..g..
......yyyy......
....yyoyyoyy....
...yoyyooyyoy...
...yyoyyyyoyy...
..oyyoyyyyoyyo..
..yyoyyooyyoyy..
..oyyoyyyyoyyo..
...yoyyooyyoy...
...yyoyyyyoyy...
....yyoyyoyy....
......yyyy......
""".split()


def pixels(c: Canvas):
    sky, low, sun, sea, *inks = c.palette
    rows = 28
    cell = 1 / rows

    def pixel(column, row, color):
        c.rectangle(column * cell, row * cell, (column + 1) * cell, (row + 1) * cell, color)

    for row in range(rows):
        for column in range(rows):
            # A two-by-two dither between neighbouring steps of the sky.
            step = row / rows * 6 + (0.5 if (row + column) % 2 else 0)
            color = ramp([sky, low], int(step) / 6)
            if math.hypot(column - 13.5, row - 12.5) < 9.6:
                color = mix(sun, low, max(0, row - 12) // 2 * 0.09)
            if row >= 21:
                color = sea if (column + row * 3) % 7 > (row - 20) % 3 else mix(sea, sun, 0.5)
            pixel(column, row, color)
    for row, line in enumerate(PINEAPPLE):
        for column, mark in enumerate(line):
            if mark != ".":
                pixel(column + 6, row + 6, inks["gyo".index(mark)])
