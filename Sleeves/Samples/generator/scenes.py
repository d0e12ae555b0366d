"""Covers that show a place: skies, seas, hills, towns."""

import math

from PIL import Image, ImageDraw

from .canvas import Canvas, mix, ramp


def sunset_waves(c: Canvas):
    sky_top, sky_low, sun, wave, deep = c.palette[:5]
    c.gradient([sky_top, sky_low])
    c.glow(0.5, 0.46, 0.55, sun, 0.5)
    c.circle(0.5, 0.46, 0.25, sun)
    for i in range(7):
        y = 0.47 + i * 0.037
        c.rectangle(0.2, y, 0.8, y + 0.004 + i * 0.0032, ramp([sky_top, sky_low], y))
    for i in range(6):
        c.below(c.rolling(0.64 + i * 0.065, 0.035, 3), mix(wave, deep, i / 5))


def mountains(c: Canvas):
    sky_top, sky_low, far, near, sun = c.palette[:5]
    c.gradient([sky_top, sky_low, sky_low])
    x = c.random.uniform(0.28, 0.72)
    c.glow(x, 0.33, 0.42, sun, 0.6)
    c.circle(x, 0.33, 0.1, sun)
    for i in range(6):
        base = 0.46 + i * 0.085
        c.below(_ridge(c, base, 0.13 - i * 0.008), mix(far, near, i / 5))


def _ridge(c: Canvas, base: float, swing: float) -> list:
    heights = [base + c.random.uniform(-swing, swing) for _ in range(4)]
    roughness = swing * 0.55
    while len(heights) < 190:
        finer = []
        for first, second in zip(heights, heights[1:]):
            finer += [first, (first + second) / 2 + c.random.uniform(-roughness, roughness)]
        heights = finer + heights[-1:]
        roughness *= 0.5
    return [(i / (len(heights) - 1), y) for i, y in enumerate(heights)]


def moonlit_sea(c: Canvas):
    night, dusk, sea, moon, boat = c.palette[:5]
    c.gradient([night, dusk, dusk])
    _stars(c, 70, moon, 0.55)
    c.glow(0.64, 0.3, 0.5, moon, 0.4)
    c.circle(0.64, 0.3, 0.135, moon)
    c.rectangle(-0.01, 0.62, 1.01, 1.01, sea)
    for i in range(34):
        y = 0.632 + i * 0.0105
        half = (0.03 + i * 0.0042) * c.random.uniform(0.35, 1)
        x = 0.64 + c.random.uniform(-0.025, 0.025) * (1 + i / 8)
        c.rectangle(x - half, y, x + half, y + 0.0042, mix(moon, sea, 0.15 + i / 50), radius=0.002)
    x, y, s = 0.32, 0.705, 0.13
    c.polygon([(x, y - s), (x - s * 0.62, y), (x + s * 0.62, y)], boat)
    c.polygon([(x, y - s), (x, y), (x + s * 0.62, y)], mix(boat, night, 0.22))
    rim, keel = y - s * 0.28, y + s * 0.38
    c.polygon([(x - s * 1.25, rim), (x + s * 1.25, rim), (x + s * 0.75, keel), (x - s * 0.75, keel)], boat)
    c.polygon([(x, y + s * 0.1), (x + s * 1.25, rim), (x + s * 0.75, keel), (x - s * 0.75, keel)], mix(boat, night, 0.15))


def _stars(c: Canvas, count: int, color, depth: float):
    for _ in range(count):
        size = c.random.choice([0.0012, 0.0018, 0.0018, 0.003])
        c.circle(c.random.random(), c.random.random() * depth, size, color)


def night_city(c: Canvas):
    night, dusk, house, window, lamp = c.palette[:5]
    c.gradient([night, night, dusk])
    c.circle(0.19, 0.2, 0.085, window)
    c.circle(0.226, 0.182, 0.078, ramp([night, night, dusk], 0.19))
    horizon = 0.72
    for layer in range(3):
        color = mix(dusk, house, 0.35 + layer * 0.32)
        x = -0.04
        while x < 1.02:
            width = c.random.uniform(0.07, 0.15)
            top = horizon - c.random.uniform(0.08, 0.38 - layer * 0.08)
            c.rectangle(x, top, x + width, horizon, color)
            _windows(c, x, top, width, horizon, window, 0.18 + layer * 0.14)
            x += width + 0.006
    c.below([(0, horizon), (1, horizon)], house)
    for i in range(90):
        y = horizon + 0.012 + c.random.random() ** 1.4 * 0.26
        x, half = c.random.random(), c.random.uniform(0.008, 0.05)
        c.rectangle(x - half, y, x + half, y + 0.0035, c.random.choice([window, lamp, dusk]), alpha=0.55)


def _windows(c: Canvas, x, top, width, bottom, color, share):
    columns = max(2, int(width / 0.022))
    step = width / (columns + 0.5)
    row = top + 0.018
    while row < bottom - 0.015:
        for i in range(columns):
            if c.random.random() < share:
                left = x + step * (i + 0.42)
                c.rectangle(left, row, left + step * 0.55, row + 0.013, color)
        row += 0.026


def neon_grid(c: Canvas):
    night, dusk, sun_top, sun_low, line = c.palette[:5]
    c.gradient([night, night, dusk, dusk])
    _stars(c, 60, (255, 255, 255), 0.45)
    horizon = 0.62
    c.glow(0.5, 0.42, 0.6, sun_low, 0.45)
    for i in range(240):
        y = 0.17 + i * 0.5 / 240
        half = math.sqrt(max(0, 0.25 ** 2 - (y - 0.42) ** 2))
        gap = y > 0.4 and (y - 0.4) % 0.045 < 0.004 + (y - 0.4) * 0.075
        if not gap:
            c.rectangle(0.5 - half, y, 0.5 + half, y + 0.0026, ramp([sun_top, sun_low], i / 220))
    c.below([(0, horizon), (1, horizon)], night)
    c.glow(0.5, horizon, 0.5, dusk, 0.5)
    c.below([(0, horizon), (1, horizon)], night, alpha=0.75)
    for i in range(-16, 17):
        c.line([(0.5 + i * 0.035, horizon), (0.5 + i * 0.2, 1.02)], 0.003, line)
    for i in range(13):
        y = horizon + 0.4 * (i / 12) ** 2.1
        c.line([(-0.01, y), (1.01, y)], 0.0022 + 0.002 * i / 12, line)


def train_window(c: Canvas):
    wall, night, dusk, hill, moon, light = c.palette[:6]
    c.gradient([night, dusk, light])
    _stars(c, 60, moon, 0.6)
    c.glow(0.67, 0.33, 0.3, moon, 0.5)
    c.circle(0.67, 0.33, 0.085, moon)
    for i in range(4):
        c.below(c.rolling(0.6 + i * 0.06, 0.06, 2.4), mix(mix(hill, light, 0.45), hill, i / 3))
    for i in range(40):
        c.circle(c.random.uniform(0.1, 0.9), c.random.uniform(0.72, 0.8), c.random.uniform(0.002, 0.005), moon)
    for sag in (0.0, 0.035, 0.07):
        c.line([(x / 60, 0.2 + sag + 0.075 * math.sin(x / 60 * math.pi)) for x in range(61)], 0.0025, mix(night, hill, 0.5))
    view = c.image.copy()
    c.fill(wall)
    for i in range(26):
        c.line([(-0.01, 0.02 + i * 0.04), (1.01, 0.02 + i * 0.04)], 0.0016, mix(wall, night, 0.18))
    _paste_rounded(c, view, 0.13, 0.09, 0.87, 0.74)


def _paste_rounded(c: Canvas, view, left, top, right, bottom):
    c.rectangle(left - 0.03, top - 0.03, right + 0.03, bottom + 0.03, mix(c.palette[0], (0, 0, 0), 0.35), radius=0.12)
    c.rectangle(left - 0.018, top - 0.018, right + 0.018, bottom + 0.018, mix(c.palette[0], (255, 255, 255), 0.35), radius=0.108)
    mask = Image.new("L", view.size)
    ImageDraw.Draw(mask).rounded_rectangle(c.pixels([(left, top), (right, bottom)]), 0.09 * c.side, fill=255)
    c.image.paste(view, mask=mask)


def lighthouse(c: Canvas):
    sky_top, sky_low, beam, tower, sea = c.palette[:5]
    c.gradient([sky_top, sky_low])
    x, y = 0.3, 0.335
    for low, high in ((-0.2, -0.06), (0.02, 0.16), (0.24, 0.38)):
        c.polygon([(x, y), (1.3, y + low * 1.9), (1.3, y + high * 1.9)], beam, alpha=0.5)
        c.polygon([(x, y), (-0.7, y + low * 1.2 - 0.1), (-0.7, y + high * 1.2 - 0.1)], beam, alpha=0.3)
    c.glow(x, y, 0.22, beam, 0.9)
    c.polygon([(x - 0.05, 0.4), (x + 0.05, 0.4), (x + 0.085, 0.86), (x - 0.085, 0.86)], tower)
    for i in range(3):
        top = 0.46 + i * 0.135
        spread = 0.05 + (top - 0.4) * 0.076
        c.polygon([(x - spread, top), (x + spread, top), (x + spread + 0.005, top + 0.062), (x - spread - 0.005, top + 0.062)], sea)
    c.rectangle(x - 0.07, 0.383, x + 0.07, 0.402, sea)
    c.rectangle(x - 0.036, 0.295, x + 0.036, 0.383, beam)
    c.pie(x, 0.297, 0.048, 180, 360, sea)
    for i in range(5):
        c.below(c.rolling(0.76 + i * 0.055, 0.03, 3), mix(mix(sea, sky_low, 0.55), sea, i / 4))


def arcade(c: Canvas):
    ground, low, *walls = c.palette
    c.gradient([ground, low])
    depth = len(walls) * 2
    for i in range(depth):
        inset = 0.02 + i * 0.44 / depth
        half = 0.5 - inset
        color = ramp(walls, i / (depth - 1))
        top = 0.1 + half * 0.86 + i * 0.022
        c.pie(0.5, top, half, 180, 360, color)
        c.rectangle(0.5 - half, top - 0.002, 0.5 + half, 1.01, color)
    c.circle(0.5, 0.64, 0.042, ground)
    c.polygon([(0.4, 1.01), (0.6, 1.01), (0.53, 0.8), (0.47, 0.8)], mix(ground, walls[-1], 0.3))


def dunes(c: Canvas):
    sky_top, sky_low, light, shade, sun = c.palette[:5]
    c.gradient([sky_top, sky_low, sky_low])
    c.circle(0.7, 0.26, 0.11, sun)
    for i in range(5):
        base = 0.5 + i * 0.11
        crest = c.rolling(base, 0.09, 1.3)
        c.below(crest, mix(light, shade, i / 7))
        peak = min(range(10, 150), key=lambda k: crest[k][1])
        x, y = crest[peak]
        fall = [(x + 0.07 * math.sin(t * 2.6) - 0.22 * t, y + 0.34 * t) for t in (k / 20 for k in range(21))]
        c.polygon([*crest[peak:], (1.02, 1.02), (fall[-1][0], 1.02), *reversed(fall)], mix(light, shade, 0.42 + i * 0.1))


def leaves(c: Canvas):
    ground, *inks = c.palette
    c.fill(ground)
    spots = [(x, y) for y in range(4) for x in range(4)]
    c.random.shuffle(spots)
    for n, (column, row) in enumerate(spots):
        x = 0.13 + column * 0.25 + c.random.uniform(-0.04, 0.04)
        y = 0.13 + row * 0.25 + c.random.uniform(-0.04, 0.04)
        color = inks[n % len(inks)]
        if n % 4 == 3:
            c.circle(x, y, c.random.uniform(0.05, 0.08), color)
        else:
            _frond(c, x, y, c.random.uniform(0, math.tau), c.random.uniform(0.15, 0.2), color)


def _frond(c: Canvas, x, y, angle, length, color):
    along = (math.cos(angle), math.sin(angle))
    across = (-along[1], along[0])

    def place(u, v):
        return (x + along[0] * u * length + across[0] * v * length, y + along[1] * u * length + across[1] * v * length)

    for i in range(6):
        u = -0.75 + i * 0.27
        size = 0.5 - abs(i - 2) * 0.07
        for side in (-1, 1):
            lobe = [(u, 0), (u + 0.1, side * size * 0.45), (u + 0.33, side * size), (u + 0.42, side * size * 0.85), (u + 0.26, 0)]
            c.polygon([place(a, b) for a, b in lobe], color)
    c.line([place(-1, 0), place(1, 0)], 0.014, color)
