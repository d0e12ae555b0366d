"""Sequence diagrams: participants with lifelines, and the steps between them from top to bottom."""
from drawing import LINE, WIDTH, BadFigure, arrow, box, extent, lines, path, spread, write

STEPS = {"->": ("filled", False), "~>": ("open", False), "-->": ("open", True)}


class Step:
    """A message, a call of oneself, or a note, with its place once `y` is known."""

    def __init__(self, description, names, language):
        self.kind = description[0] if description[0] == "note" else description[1]
        ends = description[1] if self.kind == "note" else [description[0], description[2]]
        for name in [ends] if isinstance(ends, str) else ends:
            if name not in names:
                raise BadFigure(f"has a step at {name}, which is no participant")
        if self.kind != "note" and self.kind not in STEPS:
            raise BadFigure(f"has a step of the kind {self.kind}: use {', '.join(STEPS)} or note")
        self.ends = [names.index(name) for name in ([ends] if isinstance(ends, str) else ends)]
        self.low, self.high = min(self.ends), max(self.ends)
        label = description[2] if self.kind == "note" else description[3] if len(description) > 3 else None
        self.rows = lines(label, language)
        self.width, self.height = extent(self.rows), len(self.rows) * LINE
        self.alone = self.low == self.high and self.kind != "note"

    def settle(self, top):
        """Places the step below `top` and returns where the next may begin."""
        if self.kind == "note":
            self.y = top + 10
            return self.y + self.height + 14
        self.y = top + 16 if self.alone else top + 12 + self.height + 4
        return self.y + max(22, self.height / 2 + 14) if self.alone else self.y + 6


def place_participants(heads, steps):
    """The x of each lifeline: far enough apart for what is written between them."""
    halves = [max(extent(h) + 24, 84) / 2 for h in heads]
    gaps = [a + b + 16 for a, b in zip(halves, halves[1:])]
    left, right = halves[0], halves[-1]
    for step in steps:
        if step.kind == "note":
            overhang = max((step.width + 20) / 2 if step.low == step.high else 0, 14)
            left = max(left, overhang) if step.low == 0 else left
            right = max(right, overhang) if step.high == len(heads) - 1 else right
        elif step.alone and step.low < len(gaps):
            gaps[step.low] = max(gaps[step.low], step.width + 52)
        elif step.alone:
            right = max(right, step.width + 44)
        elif step.high - step.low == 1:
            gaps[step.low] = max(gaps[step.low], step.width + 32)
    for step in steps:
        missing = step.width + 32 - sum(gaps[step.low:step.high])
        if step.high > step.low and missing > 0:
            for gap in range(step.low, step.high):
                gaps[gap] += missing / (step.high - step.low)
    gaps, margin = spread(left + right + sum(gaps) + 20, gaps, 60)
    return [margin + 10 + left + sum(gaps[:index]) for index in range(len(heads))], halves


def bars(steps):
    """For each participant, the spans in which a call is under way: to its return, or briefly if the figure shows none."""
    spans = {}
    for number, step in enumerate(steps):
        if step.kind not in ("->", "~>") or step.alone:
            continue
        later = steps[number + 1:]
        again = next((i for i, s in enumerate(later) if s.kind == step.kind and s.ends == step.ends), len(later))
        end = next((s.y for s in later[:again] if s.kind == "-->" and s.ends == step.ends[::-1]), step.y + 16)
        nested = sum(a <= step.y <= b for a, b, _ in spans.get(step.ends[1], []))
        spans.setdefault(step.ends[1], []).append((step.y, end, nested))
    return spans


def lifeline(x, top, bottom, labels):
    """A lifeline, interrupted where a label crosses it."""
    parts, y = [], top
    for left, upper, right, lower in sorted(labels, key=lambda label: label[1]):
        if left - 3 < x < right + 3:
            parts.append(((x, y), (x, upper + 1)))
            y = lower + 1
    return [path(part, "l e") for part in parts + [((x, y), (x, bottom))] if part[1][1] - part[0][1] > 1]


def message(step, xs, spans):
    """A message with its label, and the label's rectangle."""
    source, target = step.ends
    busy = lambda who: 4 if any(a - 1 <= step.y <= b + 1 for a, b, _ in spans.get(who, [])) else 0
    tip, dashed = STEPS[step.kind]
    if step.alone:
        x = xs[source] + busy(source)
        points = [(x, step.y), (x + 24, step.y), (x + 24, step.y + 14), (x, step.y + 14)]
        left, top = x + 32, step.y + 7 - step.height / 2
        return arrow(points, tip, None, dashed) + write(step.rows, left, top, "start", "q"), (left, top, left + step.width, top + step.height)
    way = 1 if target > source else -1
    x, u = xs[source] + way * busy(source), xs[target] - way * busy(target)
    first = xs[source + way]
    centre = (x + first) / 2 if step.width + 16 < abs(first - x) else (x + u) / 2
    top = step.y - step.height - 4
    drawing = arrow([(x, step.y), (u, step.y)], tip, None, dashed) + write(step.rows, centre, top, "middle", "q")
    return drawing, (centre - step.width / 2, top, centre + step.width / 2, top + step.height)


def note(step, xs):
    width = max(step.width + 20, xs[step.high] - xs[step.low] + 24 if step.high > step.low else 0)
    x = (xs[step.low] + xs[step.high]) / 2
    return [box(x - width / 2, step.y, width, step.height + 10, "m", 4)] + write(step.rows, x, step.y + 5)


def lanes(people, xs, halves, language, bottom):
    """The shading of what runs elsewhere: neighbours with the same lane share it."""
    labels = [lines(p.get("lane"), language) for p in people]
    out, first = [], 0
    for index in range(1, len(people) + 1):
        if index < len(people) and labels[index] == labels[first]:
            continue
        if labels[first]:
            left = (xs[first - 1] + xs[first]) / 2 + 4 if first else min(xs[0] - halves[0] - 12, 12)
            right = (xs[index - 1] + xs[index]) / 2 - 4 if index < len(people) else max(xs[-1] + halves[-1] + 12, WIDTH - 12)
            out += [box(left, 2, right - left, bottom - 4, "k", 9)] + write(labels[first], (left + right) / 2, 8, "middle", "q")
        first = index
    return out


def draw_sequence(figure, language):
    people = figure["participant"]
    names = [p.get("id", p["name"]) for p in people]
    heads = [lines(p["name"], language) for p in people]
    steps = [Step(step, names, language) for step in figure["steps"]]
    xs, halves = place_participants(heads, steps)
    top = 34 if any("lane" in p for p in people) else 4
    start = y = top + max(map(len, heads)) * LINE + 14
    for step in steps:
        y = step.settle(y)
    end, spans = y + 12, bars(steps)
    drawings, labels = [], []
    for step in (s for s in steps if s.kind != "note"):
        drawing, label = message(step, xs, spans)
        drawings += drawing
        labels += [label] if step.rows else []
    out = lanes(people, xs, halves, language, end + 6)
    for x, half, heading, person in zip(xs, halves, heads, people):
        kind = "h" if person.get("heed") else "b"
        out += lifeline(x, start, end, labels) + [box(x - half, top, 2 * half, start - top, f"{kind} r")]
        out += write(heading, x, top + 7, "middle", "n h" if person.get("heed") else "n")
    for who, members in spans.items():
        kind = "h" if people[who].get("heed") else "b"
        out += [box(xs[who] - 4 + 4 * nested, a, 8, b - a, f"{kind} r", 2) for a, b, nested in members]
    return out + drawings + [element for step in steps if step.kind == "note" for element in note(step, xs)], end + 6
