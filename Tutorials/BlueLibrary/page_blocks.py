"""Reads the pages of the tutorial as blocks: headings, paragraphs, images and code."""
import dataclasses
import re

FENCE = re.compile(r"```(\S*) ?(.*)")
HEADING = re.compile(r"(#+) (.*)")
IMAGE = re.compile(r"!\[(.*?)\]\((.*?)\)")


@dataclasses.dataclass
class Block:
    """A block: its kind is heading, code, image or text. Its line is the first one, and its section the title (##) above it.

    A heading has a level. Code has the language and the name of the file that its info string has. An image has the name of its file.
    """
    kind: str
    line: int
    section: str
    text: str
    level: int = 0
    language: str = ""
    name: str = ""


class OpenBlock(Exception):
    """A block of code has no end; the argument is the line where it begins."""


def blocks(text):
    """Returns the blocks of a page, in order, without its comments."""
    result, section = [], ""
    lines = enumerate(text.splitlines(), 1)
    paragraph = []

    def add(kind, line, text, **details):
        result.append(Block(kind, line, section, text, **details))

    def end_paragraph():
        if paragraph:
            add("text", paragraph[0][0], "\n".join(line for _, line in paragraph))
            paragraph.clear()

    for number, line in lines:
        if line.strip() and not line.startswith(("<!--", "```")) and not HEADING.fullmatch(line) and not IMAGE.fullmatch(line):
            paragraph.append((number, line))
            continue
        end_paragraph()
        if fence := FENCE.fullmatch(line):
            code = []
            for _, code_line in lines:
                if code_line == "```":
                    break
                code.append(code_line)
            else:
                raise OpenBlock(number)
            add("code", number, "\n".join(code), language=fence[1], name=fence[2])
        elif heading := HEADING.fullmatch(line):
            section = heading[2] if len(heading[1]) == 2 else section
            add("heading", number, heading[2], level=len(heading[1]))
        elif image := IMAGE.fullmatch(line):
            add("image", number, image[1], name=image[2])
    end_paragraph()
    return result
