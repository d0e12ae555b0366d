"""Plays short phrases on a handful of invented instruments."""

import array
import math
import random

RATE = 24_000

# Semitones above the root.
SCALES = {
    "major": (0, 2, 4, 7, 9, 12, 14, 16),
    "minor": (0, 3, 5, 7, 10, 12, 15, 17),
    "dorian": (0, 2, 3, 7, 9, 10, 12, 14),
    "bright": (0, 2, 4, 6, 7, 11, 12, 14),
    "eastern": (0, 1, 4, 5, 7, 8, 12, 13),
}


def phrase(seed: str, timbre: str, seconds: float) -> bytes:
    """A phrase over a chord, as 16 bit mono samples. The same seed gives the same samples."""
    chance = random.Random(seed)
    root = 110 * 2 ** (chance.randrange(-3, 7) / 12)
    scale = SCALES[chance.choice(sorted(SCALES))]
    count = round(seconds * RATE)
    mixed = [0.0] * count
    play = INSTRUMENTS[timbre]
    for degree in (0, scale[2], scale[3]):
        _add(mixed, INSTRUMENTS["pad"](root * 2 ** (degree / 12), count, chance), 0, 0.16)
    beat = round(seconds * RATE / chance.choice([5, 6, 8]))
    step = chance.randrange(3, 6)
    for start in range(0, count - beat // 2, beat):
        step = min(max(step + chance.choice([-2, -1, -1, 1, 1, 2]), 0), len(scale) - 1)
        length = min(count - start, beat * 3)
        _add(mixed, play(root * 2 * 2 ** (scale[step] / 12), length, chance), start, 0.5)
    return _samples(_echo(mixed, round(0.21 * RATE), 0.28))


def _add(target: list, sound: list, start: int, volume: float):
    for i, value in enumerate(sound):
        target[start + i] += value * volume


def _echo(sound: list, delay: int, volume: float) -> list:
    for i in range(delay, len(sound)):
        sound[i] += sound[i - delay] * volume
    return sound


def _samples(sound: list) -> bytes:
    """Sets the loudness, fades the ends, and rounds to 16 bits."""
    loudest = max(abs(value) for value in sound) or 1
    fade_in, fade_out = RATE // 200, RATE // 3
    result = array.array("h")
    for i, value in enumerate(sound):
        edge = min(1, i / fade_in, (len(sound) - i) / fade_out)
        result.append(round(value / loudest * 24_000 * edge))
    return result.tobytes()


# Instruments: frequency in hertz, number of samples, random numbers.

def _pluck(frequency, count, chance, damping=0.996):
    """A plucked string after Karplus and Strong (1983): noise in a loop that averages itself away."""
    size = max(2, round(RATE / frequency))
    string = [chance.uniform(-1, 1) for _ in range(size)]
    string = [(string[i] + string[i - 1]) / 2 for i in range(size)]
    sound = []
    for i in range(count):
        at = i % size
        sound.append(string[at])
        string[at] = damping * 0.5 * (string[at] + string[(at + 1) % size])
    return sound


def _zither(frequency, count, chance):
    return [a * 0.7 + b * 0.5 for a, b in zip(_pluck(frequency, count, chance), _pluck(frequency * 2.003, count, chance, 0.999))]


def _bell(frequency, count, chance):
    """Frequency modulation whose depth dies away: a small bell."""
    w = math.tau * frequency / RATE
    return [math.exp(-3.2 * i / RATE) * math.sin(w * i + 2.4 * math.exp(-6 * i / RATE) * math.sin(w * 3.5 * i)) for i in range(count)]


def _electric(frequency, count, chance):
    w = math.tau * frequency / RATE
    return [math.exp(-2.4 * i / RATE) * math.sin(w * i + 1.3 * math.exp(-4 * i / RATE) * math.sin(w * i)) for i in range(count)]


def _pad(frequency, count, chance):
    first, second = (math.tau * frequency * detune / RATE for detune in (0.9975, 1.0025))
    rise = RATE * 0.25
    return [min(1, i / rise) * (math.sin(first * i) + math.sin(second * i) + 0.3 * math.sin(first * 2 * i)) / 2 for i in range(count)]


def _organ(frequency, count, chance):
    w = math.tau * frequency / RATE
    return [min(1, i / 400) * math.exp(-1.2 * i / RATE)
            * (math.sin(w * i) + 0.5 * math.sin(2 * w * i) + 0.25 * math.sin(4 * w * i)) / 1.5 for i in range(count)]


def _reed(frequency, count, chance):
    w = math.tau * frequency / RATE
    partials = [(k, 1 / k) for k in (1, 3, 5, 7) if frequency * k < RATE / 2.5]
    sound = []
    for i in range(count):
        bend = 0.25 * math.sin(math.tau * 5.5 * i / RATE)
        sound.append(min(1, i / 700) * math.exp(-1.6 * i / RATE) * sum(a * math.sin(w * k * i + bend * k) for k, a in partials) / 1.4)
    return sound


def _chip(frequency, count, chance):
    """A pulse wave, as early game machines had it, with its edges rounded."""
    sound, last = [], 0.0
    for i in range(count):
        wave = 1.0 if (i * frequency / RATE) % 1 < 0.25 else -0.33
        last += 0.35 * (wave - last)
        sound.append(0.55 * math.exp(-4 * i / RATE) * last)
    return sound


INSTRUMENTS = {
    "pluck": _pluck, "zither": _zither, "bell": _bell, "electric": _electric,
    "pad": _pad, "organ": _organ, "reed": _reed, "chip": _chip,
}
