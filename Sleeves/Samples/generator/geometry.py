"""Covers built from plain figures."""

import math

from .canvas import Canvas, mix, ramp


def quarter_tiles(c: Canvas):
    count = 4 + c.random.randrange(2)
    cell = 1 / count
    for row in range(count):
        for column in range(count):
            ground, ink, extra = c.random.sample(c.palette, 3)
            x, y = column * cell, row * cell
            c.rectangle(x, y, x + cell, y + cell, ground)
            kind = c.random.randrange(5)
            corner_x, corner_y, start = c.random.choice([(x, y, 0), (x + cell, y, 90), (x + cell, y + cell, 180), (x, y + cell, 270)])
            if kind <= 1:
                c.pie(corner_x, corner_y, cell, start, start + 90, ink)
                if kind == 1:
                    c.pie(corner_x, corner_y, cell / 2, start, start + 90, extra)
            elif kind == 2:
                c.circle(x + cell / 2, y + cell / 2, cell * 0.4, ink)
                c.circle(x + cell / 2, y + cell / 2, cell * 0.16, extra)
            elif kind == 3:
                c.pie(x + cell / 2, y, cell / 2, 0, 180, ink)
                c.pie(x + cell / 2, y + cell / 2, cell / 2, 0, 180, extra)
            else:
                c.polygon([(x, y), (x + cell, y + cell), (x, y + cell)], ink)


def overlapping_circles(c: Canvas):
    ground, *inks = c.palette
    c.fill(ground)
    turn = c.random.uniform(0, math.tau)
    for i, ink in enumerate(inks):
        angle = turn + i * math.tau / len(inks)
        c.circle(0.5 + 0.165 * math.cos(angle), 0.5 + 0.165 * math.sin(angle), 0.255, ink, blend="multiply")


def sunburst(c: Canvas):
    ground, ray, disc, core, hill = c.palette[:5]
    c.fill(ground)
    x, y = 0.5, 0.62
    rays = 36
    for i in range(0, rays, 2):
        first, second = (math.pi * 2 * k / rays for k in (i, i + 1))
        c.polygon([(x, y), (x + 1.3 * math.cos(first), y + 1.3 * math.sin(first)),
                   (x + 1.3 * math.cos(second), y + 1.3 * math.sin(second))], ray)
    for i, color in enumerate((hill, disc, core)):
        c.circle(x, y, 0.3 - i * 0.07, color)
    c.below(c.rolling(0.74, 0.03, 1.5), hill)
    c.below(c.rolling(0.82, 0.03, 1.5), mix(hill, (0, 0, 0), 0.25))
    c.below(c.rolling(0.9, 0.03, 1.5), mix(hill, (0, 0, 0), 0.45))


def rainbow(c: Canvas):
    ground, *bands = c.palette
    c.fill(ground)
    width = 0.052
    for i, band in enumerate(bands):
        radius = 0.42 - i * width
        c.pie(0.5, 0.68, radius, 180, 360, band)
        c.rectangle(0.5 - radius, 0.678, 0.5 + radius, 1.01, band)
    radius = 0.42 - len(bands) * width
    c.pie(0.5, 0.68, radius, 180, 360, ground)
    c.rectangle(0.5 - radius, 0.678, 0.5 + radius, 1.01, ground)
    c.circle(0.5, 0.73, radius * 0.52, bands[0])


def mandala(c: Canvas):
    ground, *inks = c.palette
    c.gradient([ground, mix(ground, (0, 0, 0), 0.35)])
    rings = [(0.43, 24, 0.05), (0.345, 20, 0.052), (0.26, 16, 0.05), (0.175, 12, 0.044), (0.1, 8, 0.036)]
    for n, (radius, petals, width) in enumerate(rings):
        color = inks[n % len(inks)]
        c.circle(0.5, 0.5, radius - 0.022, mix(ground, inks[(n + 1) % len(inks)], 0.3))
        for i in range(petals):
            angle = (i + (n % 2) / 2) * math.tau / petals
            _petal(c, angle, radius - 0.075, radius + 0.03, width, color)
            _petal(c, angle, radius - 0.06, radius, width * 0.5, mix(color, ground, 0.45))
            c.circle(0.5 + (radius + 0.045) * math.cos(angle), 0.5 + (radius + 0.045) * math.sin(angle), 0.006, color)
    c.circle(0.5, 0.5, 0.034, inks[0])
    c.circle(0.5, 0.5, 0.02, ground)


def _petal(c: Canvas, angle, start, end, width, color):
    along, across = (math.cos(angle), math.sin(angle)), (-math.sin(angle), math.cos(angle))
    outline = []
    for side, steps in ((1, range(13)), (-1, range(12, -1, -1))):
        for k in steps:
            t = k / 12
            radius, bulge = start + (end - start) * t, side * width * math.sin(math.pi * t) ** 0.8
            outline.append(tuple(0.5 + radius * along[axis] + bulge * across[axis] for axis in (0, 1)))
    c.polygon(outline, color)


def diagonal_stripes(c: Canvas):
    ground, disc, *bands = c.palette
    c.fill(ground)
    c.circle(0.66, 0.4, 0.2, disc)
    width = 0.058
    for i, band in enumerate(bands):
        shift = 0.52 + i * width * 1.42
        left, right, depth = shift + 0.55, shift - 0.62, width * 1.43
        c.polygon([(-0.3, left), (1.3, right), (1.3, right + depth), (-0.3, left + depth)], band)


def cubes(c: Canvas):
    top, left, right, accent = c.palette[:4]
    c.fill(left)
    size = 0.115
    height = size * math.sqrt(3) / 2
    for row in range(-1, 8):
        for column in range(-1, 7):
            x = column * height * 2 + (height if row % 2 else 0)
            y = row * size * 1.5
            lit = accent if c.random.random() < 0.17 else top
            c.polygon([(x, y), (x + height, y - size / 2), (x + 2 * height, y), (x + height, y + size / 2)], lit)
            c.polygon([(x, y), (x + height, y + size / 2), (x + height, y + size * 1.5), (x, y + size)], mix(left, lit, 0.12))
            c.polygon([(x + 2 * height, y), (x + height, y + size / 2), (x + height, y + size * 1.5), (x + 2 * height, y + size)],
                      mix(right, lit, 0.12))


def facets(c: Canvas):
    count = 7
    step = 1 / (count - 1)
    grid = []
    for row in range(-1, count + 1):
        grid.append([((column + c.random.uniform(-0.33, 0.33)) * step, (row + c.random.uniform(-0.33, 0.33)) * step)
                     for column in range(-1, count + 1)])
    for upper, lower in zip(grid, grid[1:]):
        for i in range(len(upper) - 1):
            corners = [upper[i], upper[i + 1], lower[i + 1], lower[i]]
            if c.random.random() < 0.5:
                corners = corners[1:] + corners[:1]
            for triangle in (corners[:3], [corners[0], corners[2], corners[3]]):
                x, y = (sum(point[k] for point in triangle) / 3 for k in (0, 1))
                c.polygon(triangle, ramp(c.palette, (x * 0.45 + y * 0.75) / 1.2 + c.random.uniform(-0.1, 0.1)))


def orbits(c: Canvas):
    space, glow, line, *planets = c.palette
    c.gradient([space, mix(space, glow, 0.35)])
    for _ in range(110):
        c.circle(c.random.random(), c.random.random(), c.random.choice([0.001, 0.0016, 0.0024]), mix(line, space, c.random.random() * 0.6))
    x, y = 0.36, 0.62
    c.glow(x, y, 0.4, glow, 0.75)
    c.circle(x, y, 0.12, planets[0])
    for i in range(5):
        radius = 0.2 + i * 0.105
        c.ring(x, y, radius, 0.0028, line)
        angle = c.random.uniform(-0.85, 0.5)
        color, size = planets[(i + 1) % len(planets)], c.random.uniform(0.016, 0.042)
        at = (x + radius * math.cos(angle), y + radius * math.sin(angle))
        c.circle(*at, size, color)
        c.circle(at[0] + size * 0.22, at[1] - size * 0.18, size * 0.7, mix(color, (255, 255, 255), 0.25))


def stacked_discs(c: Canvas):
    ground, *inks = c.palette
    c.fill(ground)
    step = 0.5 / len(inks)
    for i, ink in enumerate(inks):
        y = 0.24 + i * step
        c.pie(0.5, y, 0.19, 90, 270, ink)
        c.pie(0.5, y + step * 0.5, 0.19, 270, 450, inks[(i + 2) % len(inks)])


def blocks(c: Canvas):
    paper, dark, *inks = c.palette
    c.fill(dark)
    pending, done = [(0.0, 0.0, 1.0, 1.0, 0)], []
    while pending:
        left, top, right, bottom, level = pending.pop()
        wide, high = right - left, bottom - top
        if level >= 4 or (level >= 2 and c.random.random() < 0.22):
            done.append((left, top, right, bottom))
        elif wide * c.random.uniform(0.8, 1.25) > high:
            cut = left + wide * c.random.choice([0.34, 0.5, 0.66])
            pending += [(left, top, cut, bottom, level + 1), (cut, top, right, bottom, level + 1)]
        else:
            cut = top + high * c.random.choice([0.34, 0.5, 0.66])
            pending += [(left, top, right, cut, level + 1), (left, cut, right, bottom, level + 1)]
    for n, (left, top, right, bottom) in enumerate(done):
        color = inks[n // 2 % len(inks)] if n % 2 else paper
        c.rectangle(left + 0.008, top + 0.008, right - 0.008, bottom - 0.008, color)
