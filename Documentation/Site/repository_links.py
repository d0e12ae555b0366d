"""Makes links to files of the repository lead to the site's pages, which are made from some of them."""
import functools
import os
import pathlib
import re
import sys

from pages import CHINESE, MODULES, REPOSITORY, TUTORIAL, Page, nodes


def follow_links(places: dict[str, Page]) -> None:
    """Makes links to the repository's files lead to their pages."""
    problems = []
    for page in places.values():
        links = {name: reference for name, reference in page.references.items()
                 if reference["type"] == "link" and not re.match(r"\w+:|[/#]", reference["url"])}
        rest = {}
        for name, reference in links.items():
            path, _, anchor = reference["url"].partition("#")
            file = pathlib.Path(os.path.normpath(folder_of(page) / path))
            target = place_of(file)
            if target in places:
                reference["url"] = f"/{target}" + (f"#{anchor_in(places[target], anchor)}" if anchor else "")
            elif file.exists() and repository():
                reference["url"] = f"{repository()}/blob/main/{file.relative_to(REPOSITORY)}"
            elif file.exists():
                rest[name] = reference
            else:
                problems.append(f"{page.path}: there is no {reference['url']}")
        unwrap(page.contents, rest)
        for name in rest:
            del page.references[name]
        if links:
            page.save()
    if problems:
        sys.exit("\n".join(problems))


@functools.cache
def repository() -> str | None:
    """Returns the repository's address, unless it is still a placeholder."""
    address = re.search(r"^repository=(\S+)", (REPOSITORY / "Sleeves/data/project").read_text(), re.MULTILINE)[1]
    return None if ".invalid/" in address else address


def folder_of(page: Page) -> pathlib.Path:
    """Returns the folder of the Markdown file that a page shows."""
    if page.is_tutorial:
        return REPOSITORY / "Tutorials/BlueLibrary/Pages" / (CHINESE if page.language == CHINESE else "")
    if page.language == CHINESE:
        return REPOSITORY / "Documentation" / CHINESE
    module = next((each for each in MODULES if each.lower() == page.path.split("/")[1]), "Heed")
    return REPOSITORY / ("NATS" if module == "HeedNATS" else "") / "Sources" / module / f"{module}.docc"


def place_of(file: pathlib.Path) -> str | None:
    """Returns the path of the page that is made from a Markdown file."""
    name = str(file.relative_to(REPOSITORY)) if file.is_relative_to(REPOSITORY) else ""
    if article := re.search(r"Sources/(\w+)/\1\.docc/(\w+)\.md$", name):
        module, title = article[1].lower(), article[2].lower()
        return f"documentation/{module}" if module == title else f"documentation/{module}/{title}"
    if article := re.fullmatch(rf"Documentation/{CHINESE}/(\w+)\.md", name):
        return f"{CHINESE}/documentation/heed/{article[1].lower()}"
    if page := re.fullmatch(r"Tutorials/BlueLibrary/(?:Pages/)?(zh-CN/)?(\w+)(\.zh-CN)?\.md", name):
        language = f"{CHINESE}/" if page[1] or page[3] else ""
        return f"{language}{TUTORIAL}" + ("" if page[2] == "README" else f"/{page[2].lower()}")
    return None


def anchor_in(page: Page, anchor: str) -> str:
    """Returns DocC's name for a heading, of which the link has the name that Git hosts give it."""
    def letters(name: str) -> str:
        return re.sub(r"[\W_]", "", name.lower())
    return next((each for each in page.anchors if letters(each) == letters(anchor)), anchor)


def unwrap(content: object, links: dict) -> None:
    """Replaces links by their text."""
    for node in list(nodes(content)):
        for key, value in node.items():
            if isinstance(value, list) and any(isinstance(each, dict) and each.get("identifier") in links for each in value):
                node[key] = [part for each in value for part in (
                    links[each["identifier"]]["titleInlineContent"]
                    if isinstance(each, dict) and each.get("type") == "reference" and each["identifier"] in links else [each])]
