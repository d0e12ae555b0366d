"""Finds the texts in Swift sources that are written inside of `localized(…)`. gettext's own xgettext (0.21) cannot read Swift."""

import re
from dataclasses import dataclass, field

CALL = re.compile(r"\blocalized\(")
PLACE = re.compile(r"\{(\w+)\}")
ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "0": "\0", '"': '"', "'": "'", "\\": "\\"}


class Unreadable(Exception):
    """A text that cannot be collected, and why."""


@dataclass
class Text:
    """A text that a person reads, as it stands in a source."""

    text: str
    plural: str | None
    context: str | None
    line: int
    places: set = field(default_factory=set)
    comment: str = ""


def texts(source: str) -> list:
    """All texts of a source, in the order in which they stand there."""
    code, literals = blank_out(source)
    found = []
    for call in CALL.finditer(code):
        line = source.count("\n", 0, call.start()) + 1
        if code[: call.start()].endswith("func "):
            continue
        try:
            found.append(read_call(code, literals, call.end(), line))
        except Unreadable as reason:
            raise Unreadable(f"{line}: {reason}") from None
        found[-1].comment = comment_above(source, line)
    return found


def comment_above(source: str, line: int) -> str:
    """What the lines above a call say to translators: a comment that begins with `Translators:`."""
    said = []
    for text in reversed(source.split("\n")[: line - 1]):
        text = text.strip()
        if not text.startswith("//"):
            return ""
        said.insert(0, text.lstrip("/").strip())
        if said[0].startswith("Translators:"):
            return " ".join(said)
    return ""


def read_call(code: str, literals: dict, start: int, line: int) -> Text:
    """The text of the call whose parenthesis ends at `start`."""
    named = {}
    for name, value_start in arguments(code, start):
        if name in ("", "one", "other", "context") and name not in named:
            named[name] = literal(code, literals, value_start)
    context = named.get("context")
    if "one" in named or "other" in named:
        if named.get("one") is None or named.get("other") is None:
            raise Unreadable("both texts of localized(one:other:count:) must be written out")
        text, plural = named["one"], named["other"]
        return Text(text, plural, context, line, set(PLACE.findall(text + plural)) | {"count"})
    if named.get("") is None:
        raise Unreadable("the text of localized(…) must be written out where it stands")
    return Text(named[""], None, context, line, set(PLACE.findall(named[""])))


def arguments(code: str, start: int):
    """The arguments of a call: the name of each, and where its value begins."""
    depth, at = 0, start
    while True:
        name = re.compile(r"\s*(?:(\w+)\s*:)?\s*").match(code, at)
        yield name.group(1) or "", name.end()
        at = name.end()
        while depth or code[at] not in ",)":
            depth += {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}.get(code[at], 0)
            at += 1
        if code[at] == ")":
            return
        at += 1


def literal(code: str, literals: dict, start: int) -> str | None:
    """The text that begins here: one literal, or several with `+` between them. `None` for anything else."""
    said = ""
    while start in literals:
        text, end = literals[start]
        if text is None:
            raise Unreadable("a text has places in braces and values for them, no \\(…)")
        said += text
        after = re.compile(r"\s*(\+)?\s*").match(code, end)
        if not after.group(1):
            return said
        start = after.end()
    return None


def blank_out(source: str) -> tuple:
    """The source with spaces where comments were and quotation marks where literals were, and the literals: start to (text, end)."""
    code, literals, at = list(source), {}, 0
    while at < len(source):
        if source.startswith("//", at):
            end = source.find("\n", at)
            end = len(source) if end < 0 else end
            blank(code, at, end)
        elif source.startswith("/*", at):
            end = source.index("*/", at) + 2
            blank(code, at, end)
        elif opening := re.compile(r'(#*)("""|")').match(source, at):
            text, end = read_literal(source, opening)
            literals[at] = (text, end)
            blank(code, at, end, '"')
        else:
            end = at + 1
        at = end
    return "".join(code), literals


def blank(code: list, start: int, end: int, filling: str = " ") -> None:
    for index in range(start, end):
        if code[index] != "\n" or filling != " ":
            code[index] = filling


def read_literal(source: str, opening: re.Match) -> tuple:
    """The text of a literal, `None` where it has values in it; and where it ends."""
    hashes, quotes = opening.groups()
    escape, closing = "\\" + hashes, quotes + hashes
    at, said, has_values = opening.end(), [], False
    while not source.startswith(closing, at):
        if not source.startswith(escape, at):
            said.append(source[at])
            at += 1
            continue
        at += len(escape)
        if source[at] == "(":
            has_values = True
            at = after_parentheses(source, at)
        elif source[at] == "u":
            end = source.index("}", at)
            said.append(chr(int(source[at + 2 : end], 16)))
            at = end + 1
        elif source[at] == "\n":
            # The line goes on in the next one.
            said.append("\0")
            at += 1
        else:
            said.append(ESCAPES[source[at]])
            at += 1
    text = "".join(said)
    if quotes == '"""':
        text = unindent(text)
    return None if has_values else text, at + len(closing)


def after_parentheses(source: str, at: int) -> int:
    """Where the value in a literal ends that begins at a parenthesis."""
    depth = 0
    while True:
        if opening := re.compile(r'(#*)("""|")').match(source, at):
            at = read_literal(source, opening)[1]
            continue
        depth += {"(": 1, ")": -1}.get(source[at], 0)
        at += 1
        if depth == 0:
            return at


def unindent(text: str) -> str:
    """A literal of several lines, as Swift understands it: less the first end of line, the last, and the indentation of the last."""
    # An escaped end of line stands as a zero, and only there.
    lines = text.replace("\0", "\0\n").split("\n")
    indentation = len(lines[-1])
    return "\n".join(line[indentation:] for line in lines[1:-1]).replace("\0\n", "")
