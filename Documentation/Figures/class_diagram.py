"""Class diagrams: boxes on a grid, arrows in right angles. What would overlap is refused."""
from drawing import LINE, WIDTH, BadFigure, arrow, box, extent, length, lines, path, spread, write

ARROWS = {  # of a kind: tip, tail, dashed, legend
    "owns": ("filled", "diamond", False, "strong"), "weak": ("open", None, True, "weak"),
    "conforms": ("hollow", None, False, ": Protocol"), "calls": ("filled", None, False, "call()"),
}


class Box:
    def __init__(self, description, language):
        self.column, self.row = description["at"]
        self.name = lines(description["name"], language)
        self.stereotype = f"«{description['stereotype']}»" if "stereotype" in description else ""
        self.members = [line for member in description.get("members", []) for line in lines(member, language)]
        self.plain, self.heed = description.get("plain", False), description.get("heed", False)
        self.title = (len(self.name) + bool(self.stereotype)) * LINE
        self.height = 16 + self.title + (len(self.members) * LINE + (4 if self.plain else 13) if self.members else 0)
        widest = max(extent(self.name, bold=True), extent(self.members), length(self.stereotype, False))
        self.width = max(widest + (8 if self.plain else 28), 40 if self.plain else 96)

    def place(self, x, y):
        self.x, self.y, self.left, self.top = x, y, x - self.width / 2, y - self.height / 2
        self.right, self.bottom = x + self.width / 2, y + self.height / 2

    def draw(self):
        kind, text_x, anchor = ("h" if self.heed else "b"), self.x, "middle"
        out = []
        if self.plain:
            text_x, anchor = self.left + 4, "start"
        else:
            out.append(box(self.left, self.top, self.width, self.height, f"{kind} r"))
        top = self.top + 8
        if self.stereotype:
            out += write([[(self.stereotype, False)]], text_x, top, anchor, "q")
            top += LINE
        out += write(self.name, text_x, top, anchor, "n h" if self.heed else "n")
        if self.members:
            if not self.plain:
                line = self.top + 12 + self.title
                out.append(path([(self.left, line), (self.right, line)], f"{kind} r"))
            inset = 4 if self.plain else 14
            out += write(self.members, self.left + inset, self.bottom - 8 - len(self.members) * LINE, "start", "q" if self.plain else "")
        return out


def between(values, position):
    """The centre at a position that may lie between two columns or rows."""
    low = int(position)
    if low != position and low + 1 >= len(values):
        raise BadFigure(f"has a box at {position}, beyond the last column or row")
    return values[low] if low == position else values[low] + (values[low + 1] - values[low]) * (position - low)


def sides(source, target, options):
    """The sides that an arrow leaves and enters by."""
    across, down = target.column - source.column, target.row - source.row
    if across == 0:
        natural = ("bottom", "top") if down > 0 else ("top", "bottom")
    else:
        natural = ("right", "left") if across > 0 else ("left", "right")
    return options.get("leave", natural[0]), options.get("enter", natural[1])


def place_boxes(boxes, arrows, language):
    """Gives the columns and rows of a grid the room that boxes and labels need."""
    columns = range(int(max(b.column for b in boxes.values())) + 1)
    rows = range(int(max(b.row for b in boxes.values())) + 1)
    widths = [max((b.width for b in boxes.values() if b.column == c), default=0) for c in columns]
    heights = [max((b.height for b in boxes.values() if b.row == r), default=0) for r in rows]
    gaps, falls = [28] * (len(widths) - 1), [28] * (len(heights) - 1)
    for source, _, target, label, _, leave, enter in arrows:
        a, b, text = boxes[source], boxes[target], lines(label, language)
        first = int(min(a.column, b.column))
        if first < len(gaps) and leave in ("left", "right") and enter in ("left", "right") and abs(a.column - b.column) <= 1:
            gaps[first] = max(gaps[first], 56, extent(text) + (60 if a.row != b.row else 34))
        if a.column == b.column and abs(a.row - b.row) == 1:
            falls[int(min(a.row, b.row))] = max(falls[int(min(a.row, b.row))], len(text) * LINE + 30)
    gaps, left = spread(sum(widths) + sum(gaps), gaps, 70)
    xs = [left + sum(widths[:c]) + sum(gaps[:c]) + w / 2 for c, w in enumerate(widths)]
    ys = [8 + sum(heights[:r]) + sum(falls[:r]) + h / 2 for r, h in enumerate(heights)]
    for b in boxes.values():
        b.place(between(xs, b.column), between(ys, b.row))
        if b.plain:
            b.place(b.x + (b.width - widths[int(b.column)]) / 2, b.y)
    return max(b.bottom for b in boxes.values())


def ports(boxes, arrows):
    """Where each arrow leaves and enters, spread over a side in the order of the other ends."""
    ends = {}
    for number, (source, _, target, _, _, leave, enter) in enumerate(arrows):
        ends.setdefault((source, leave), []).append((number, 0, boxes[target]))
        ends.setdefault((target, enter), []).append((number, 1, boxes[source]))
    found, crowds = {}, {}
    for (name, side), members in ends.items():
        own, upright = boxes[name], side in ("left", "right")
        members.sort(key=lambda m: (m[2].y if upright else m[2].x, m[0]))
        step = min(30, ((own.height if upright else own.width) - 16) / len(members))
        for index, (number, end, _) in enumerate(members):
            shift = (index - (len(members) - 1) / 2) * step
            found[number, end] = (getattr(own, side), own.y + shift) if upright else (own.x + shift, getattr(own, side))
            crowds[number, end] = len(members)
    return found, crowds


def shared(one, other, low, high):
    """The coordinate of a straight arrow between two sides that face each other, or None if they don't."""
    return next((value for value in (one, other) if one == other or low + 6 < value < high - 6), None)


def route(start, finish, leave, enter, near_start, source, target):
    """The corners of an arrow, in right angles."""
    (x, y), (u, v) = start, finish
    flat, flat_end = leave in ("left", "right"), enter in ("left", "right")
    if flat and flat_end:
        level = shared(*((y, v) if near_start else (v, y)), max(source.top, target.top), min(source.bottom, target.bottom))
        turn = 24 if u > x else -24
        bend = x + turn if near_start else u - turn
        return [(x, y), (bend, y), (bend, v), (u, v)] if level is None else [(x, level), (u, level)]
    if not flat and not flat_end:
        upright = shared(*((x, u) if near_start else (u, x)), max(source.left, target.left), min(source.right, target.right))
        bend = (y + v) / 2
        return [(x, y), (x, bend), (u, bend), (u, v)] if upright is None else [(upright, y), (upright, v)]
    return [(x, y), (u, y) if flat else (x, v), (u, v)]


def label_place(points, rows):
    """The rectangle of a label: above the longest level part of its arrow, or right of the longest upright one."""
    parts = sorted(zip(points, points[1:]), key=lambda p: -abs(p[0][0] - p[1][0]))
    (x, y), (u, v) = parts[0]
    width, height = extent(rows), len(rows) * LINE
    if abs(u - x) > width:
        return ((x + u) / 2 - width / 2, y - height - 5, (x + u) / 2 + width / 2, y - 5)
    (x, y), (u, v) = max(zip(points, points[1:]), key=lambda p: abs(p[0][1] - p[1][1]))
    return (x + 8, (y + v) / 2 - height / 2, x + 8 + width, (y + v) / 2 + height / 2)


def refuse_overlaps(boxes, drawn):
    meet = lambda a, b: a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]
    shapes = {name: (b.left, b.top, b.right, b.bottom) for name, b in boxes.items()}
    for name, shape in shapes.items():
        for other, place in shapes.items():
            if name < other and meet(shape, place):
                raise BadFigure(f"{name} and {other} overlap: put them into other columns or rows")
    for source, target, points, label in drawn:
        parts = [(min(x, u) - 1, min(y, v) - 1, max(x, u) + 1, max(y, v) + 1) for (x, y), (u, v) in zip(points, points[1:])]
        inner = lambda b: (b[0] + 2, b[1] + 2, b[2] - 2, b[3] - 2)
        for name, shape in shapes.items():
            if any(meet(part, inner(shape)) for part in parts):
                raise BadFigure(f"the arrow from {source} to {target} crosses {name}: use leave and enter, or move a box")
            if label and meet(label, shape):
                raise BadFigure(f"the label from {source} to {target} covers {name}: shorten it, or move a box")
        if label and not (0 <= label[0] and label[2] <= WIDTH):
            raise BadFigure(f"the label from {source} to {target} leaves the picture: break it with \\n")
        for others in drawn:
            other = others[3]
            if label and other and other != label and meet(label, other):
                raise BadFigure(f"the labels from {source} to {target} and from {others[0]} to {others[1]} overlap")
            if other and other != label and any(meet(part, inner(other)) for part in parts):
                raise BadFigure(f"the arrow from {source} to {target} crosses the label from {others[0]} to {others[1]}")


def legend(kinds, top):
    entries = [(ARROWS[kind], 40 + 8 + length(ARROWS[kind][3], True)) for kind in ARROWS if kind in kinds]
    x, out = (WIDTH - sum(w + 28 for _, w in entries) + 28) / 2, []
    for (tip, tail, dashed, name), width in entries:
        out += arrow([(x, top + 8.5), (x + 40, top + 8.5)], tip, tail, dashed) + write([[(name, True)]], x + 48, top, "start", "q")
        x += width + 28
    return out


def draw_classes(figure, language):
    boxes = {b.get("id", b["name"] if isinstance(b["name"], str) else None): Box(b, language) for b in figure["box"]}
    arrows = []
    for source, kind, target, *rest in figure.get("arrows", []):
        options = rest.pop() if rest and isinstance(rest[-1], dict) and "en" not in rest[-1] else {}
        for name in (source, target):
            if name not in boxes:
                raise BadFigure(f"has an arrow at {name}, which is no box")
        if kind not in ARROWS:
            raise BadFigure(f"has an arrow of the kind {kind}: use {', '.join(ARROWS)}")
        arrows.append((source, kind, target, rest[0] if rest else None, options, *sides(boxes[source], boxes[target], options)))
    bottom = place_boxes(boxes, arrows, language)
    places, crowds = ports(boxes, arrows)
    out, drawn = [], []
    for number, (source, kind, target, label, _, leave, enter) in enumerate(arrows):
        near_start = crowds[number, 0] >= crowds[number, 1]
        points = route(places[number, 0], places[number, 1], leave, enter, near_start, boxes[source], boxes[target])
        rows = lines(label, language)
        place = label_place(points, rows) if rows else None
        drawn.append((source, target, points, place))
        tip, tail, dashed, _ = ARROWS[kind]
        out += arrow(points, tip, tail, dashed)
        out += write(rows, (place[0] + place[2]) / 2, place[1], "middle", "q") if rows else []
        bottom = max([bottom] + [y for _, y in points] + ([place[3]] if place else []))
    refuse_overlaps(boxes, drawn)
    out += [element for b in boxes.values() for element in b.draw()]
    if not arrows:
        return out, bottom + 8
    return out + legend({a[1] for a in arrows}, bottom + 22), bottom + 22 + LINE + 8
