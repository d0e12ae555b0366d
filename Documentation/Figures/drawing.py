"""What both kinds of diagrams draw with: texts that are measured by estimate, arrows, boxes, and the colours."""
import unicodedata
from html import escape

WIDTH, LINE, SIZE = 720, 17, 13
PROSE = "-apple-system,'Segoe UI','Noto Sans','Noto Sans CJK SC','PingFang SC','Microsoft YaHei',system-ui,sans-serif"
CODE = "'SF Mono',Menlo,Consolas,'DejaVu Sans Mono','Noto Sans CJK SC','PingFang SC','Microsoft YaHei',ui-monospace,monospace"
SHAPE = (f"text{{font:{SIZE}px {PROSE}}}.c{{font-family:{CODE};font-size:12.5px}}.n{{font-weight:600}}.r{{stroke-width:1.2}}"
         ".l,.o{stroke-width:1.4;fill:none}.d{stroke-dasharray:5 4}.e{stroke-dasharray:2 4}")
PALETTES = {  # text, quiet text, line, box, edge of boxes, Heed's text, its box, its edge, lane, note
    "light": ("#1d232b", "#4f5967", "#5b6472", "#ffffff", "#b3bac4", "#0a4f9f", "#e9f2fc", "#0b62c4", "#eef0f3", "#f7f2e4"),
    "dark": ("#e6e9ee", "#b3bbc6", "#98a2b0", "#22262d", "#565f6c", "#a9d1ff", "#15304e", "#6cb2ff", "#1b1e23", "#35322a"),
}


class BadFigure(Exception):
    """A description that cannot be drawn well; the message says what to change."""


def colours(palette):
    text, quiet, line, box, edge, heed, heed_box, heed_edge, lane, note = PALETTES[palette]
    return (f"text{{fill:{text}}}.q{{fill:{quiet}}}.b{{fill:{box};stroke:{edge}}}.l{{stroke:{line}}}.f{{fill:{line}}}.o{{fill:{box};stroke:{line}}}"
            f".e{{stroke:{edge}}}.h{{fill:{heed_box};stroke:{heed_edge}}}text.h{{fill:{heed};stroke:none}}.k{{fill:{lane}}}.m{{fill:{note}}}")


def style(palette):
    if palette != "both":
        return SHAPE + colours(palette)
    return SHAPE + colours("light") + "@media(prefers-color-scheme:dark){" + colours("dark") + "}"


def lines(label, language):
    """The lines of a label, each a list of (text, is code). A plain string is code, a translated one prose with `code` in it."""
    if label is None or label == "":
        return []
    if isinstance(label, str):
        return [[(line, True)] for line in label.split("\n")]
    return [[(part, odd % 2 == 1) for odd, part in enumerate(line.split("`")) if part] for line in label[language].split("\n")]


def length(text, code, bold=False):
    """A generous estimate of a text's width in pixels."""
    def em(character):
        if unicodedata.east_asian_width(character) in "WF" or character in "—…":
            return 1
        if code:
            return 0.605 * 12.5 / SIZE
        narrow, wide = "ijlft.,:;'!()| ", "mwMW"
        return 0.36 if character in narrow else 0.9 if character in wide else 0.66 if character.isupper() else 0.58
    return sum(map(em, text)) * SIZE * (1.06 if bold and not code else 1)


def extent(rows, bold=False):
    return max((sum(length(text, code, bold) for text, code in row) for row in rows), default=0)


def write(rows, x, top, anchor="middle", classes=""):
    """Text elements for lines whose first begins at `top`."""
    out = []
    for number, row in enumerate(rows):
        if not row:
            continue
        all_code = all(code for _, code in row)
        names = f"{classes} c".strip() if all_code else classes
        inner = escape(row[0][0]) if all_code else "".join(f'<tspan class="c">{escape(t)}</tspan>' if c else escape(t) for t, c in row)
        attributes = f' class="{names}"' * bool(names) + f' text-anchor="{anchor}"' * (anchor != "start")
        out.append(f'<text x="{x:g}" y="{top + number * LINE + 12.5:g}"{attributes}>{inner}</text>')
    return out


def path(points, classes="l"):
    return f'<path class="{classes}" d="M' + "L".join(f"{x:g} {y:g}" for x, y in points) + '"/>'


def head(tip, before, kind):
    """An arrow's head at `tip` of a line that comes from `before`, and where the line meets it."""
    (x, y), (u, v) = tip, before
    size = max(abs(x - u), abs(y - v)) or 1
    dx, dy = (x - u) / size, (y - v) / size
    back, side = {"filled": (9, 4), "open": (8, 4.5), "hollow": (12, 6.5), "diamond": (16, 5)}[kind]
    at = lambda along, across: (x - dx * along - dy * across, y - dy * along + dx * across)
    left, right = at(back, side), at(back, -side)
    if kind == "open":
        return path([left, tip, right]), tip
    if kind == "diamond":
        return path([tip, at(8, 5), at(16, 0), at(8, -5), tip], "f"), at(16, 0)
    return path([left, tip, right, left], "f" if kind == "filled" else "o"), at(back, 0)


def arrow(points, tip, tail=None, dashed=False):
    """A line through `points` with a head at its end, and a diamond at its beginning if it has a tail."""
    points, out = list(points), []
    if tail:
        drawing, points[0] = head(points[0], points[1], tail)
        out.append(drawing)
    drawing, points[-1] = head(points[-1], points[-2], tip)
    return [path(points, "l d" if dashed else "l"), *out, drawing]


def box(x, y, width, height, classes, radius=7):
    return f'<rect class="{classes}" x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{radius}"/>'


def spread(total, gaps, most):
    """Widens gaps evenly, up to `most` each, towards the whole width; returns them and the left margin."""
    room = WIDTH - 4 - total
    if room < 0:
        raise BadFigure(f"is {-room:.0f} px too wide: shorten labels or use fewer columns")
    more = min(most, room / len(gaps)) if gaps else 0
    return [gap + more for gap in gaps], 2 + (room - more * len(gaps)) / 2
