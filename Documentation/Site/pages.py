"""Reads the pages of a merged DocC archive."""
import functools
import json
import pathlib
import re

REPOSITORY = pathlib.Path(__file__).resolve().parent.parent.parent
MODULES = ("Heed", "HeedFoundation", "HeedInspector", "HeedNATS", "HorizontalScroller")
TUTORIAL = "tutorials/bluelibrary"
CHINESE = "zh-CN"


class Page:
    """A page, by the file that has its contents: data/documentation/heed/subject.json is shown at documentation/heed/subject."""

    def __init__(self, site: pathlib.Path, file: pathlib.Path) -> None:
        self.file = file
        self.path = str(file.relative_to(site / "data").with_suffix(""))
        self.contents: dict = json.loads(file.read_text())
        self.references: dict = self.contents.get("references", {})
        self.metadata: dict = self.contents.get("metadata", {})

    def save(self) -> None:
        self.file.write_text(json.dumps(self.contents, ensure_ascii=False, separators=(",", ":")))

    @property
    def language(self) -> str:
        return CHINESE if self.path.startswith(f"{CHINESE}/") else "en"

    @property
    def title(self) -> str:
        return self.metadata.get("title", "")

    @property
    def is_tutorial(self) -> bool:
        return "tutorials/" in self.path

    @property
    def is_article(self) -> bool:
        return self.metadata.get("role") == "article" or self.is_tutorial

    @property
    def kind(self) -> str:
        return "Tutorial" if self.is_tutorial else self.metadata.get("roleHeading", "")

    @property
    def module(self) -> str:
        modules = self.metadata.get("modules")
        if modules:
            return modules[0]["name"]
        return self.metadata.get("category", "Heed")

    @property
    def abstract(self) -> str:
        return self.text_of(self.contents.get("abstract") or self.introduction)

    @property
    def introduction(self) -> list:
        return next((section.get("content", []) for section in self.contents.get("sections", []) if section.get("kind") == "hero"), [])

    @property
    def body(self) -> list:
        return [self.contents.get("primaryContentSections", []), self.contents.get("sections", [])]

    @functools.cached_property
    def headings(self) -> list[str]:
        named = [node.get("text") or node.get("title") for node in nodes(self.body)
                 if node.get("type") == "heading" or "anchor" in node and "title" in node]
        return [name for name in named if name]

    @functools.cached_property
    def anchors(self) -> set[str]:
        return {node["anchor"] for node in nodes([self.contents.get(key, []) for key in self.contents if key != "references"])
                if node.get("anchor")}

    def text_of(self, content: object) -> str:
        """Returns what a reader sees of some content, in one line."""
        return re.sub(r"\s+", " ", "".join(self.pieces(content))).strip()

    def pieces(self, content: object) -> list[str]:
        if isinstance(content, list):
            return [piece for each in content for piece in self.pieces(each)]
        if not isinstance(content, dict):
            return []
        if content.get("type") == "reference":
            target = self.references.get(content["identifier"], {})
            return [content.get("overridingTitle") or target.get("title", "")]
        code = content.get("code")
        own = [content["text"]] if isinstance(content.get("text"), str) else []
        own += [code] if isinstance(code, str) else code if isinstance(code, list) and code and isinstance(code[0], str) else []
        inner = [piece for value in content.values() if isinstance(value, (list, dict)) and value is not code for piece in self.pieces(value)]
        is_block = content.get("type") in ("paragraph", "heading", "codeListing", "table", "row")
        return [*own, *inner, *([" "] if is_block or own and not content.get("type") else [])]


def nodes(content: object):
    """All dictionaries in some contents."""
    if isinstance(content, dict):
        yield content
        for value in content.values():
            yield from nodes(value)
    elif isinstance(content, list):
        for value in content:
            yield from nodes(value)


def all_pages(site: pathlib.Path) -> dict[str, Page]:
    """Returns all pages by their paths."""
    pages = (Page(site, file) for file in sorted((site / "data").rglob("*.json")))
    return {page.path: page for page in pages}
