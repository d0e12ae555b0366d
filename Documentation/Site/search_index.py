"""Writes the index of the search: the words of all pages, folded as search.js folds what is typed."""
import json
import pathlib
import re
import unicodedata

from pages import Page


def folded(text: str) -> str:
    """Lower case without accents, words separated by one space each. search.js does the same with what is typed."""
    plain = "".join(each for each in unicodedata.normalize("NFKD", text) if not unicodedata.category(each).startswith("M"))
    separated = re.sub(r"([\u3400-\u9fff\uf900-\ufaff]+)", r" \1 ", plain.lower())
    return " ".join(re.findall(r"[^\W_]+", separated))


def words_of_name(name: str) -> str:
    """Words of a name that is written in camel case, beside the name itself: KeyValueChange is found by "value", too."""
    return f"{name} {re.sub(r'(?<=[a-z])(?=[A-Z])', ' ', name)}"


def unique(text: str) -> str:
    return " ".join(dict.fromkeys(text.split()))


def write_search(site: pathlib.Path, pages: list[Page]) -> None:
    entries = []
    for page in pages:
        is_synthesized = page.metadata.get("role") == "collectionGroup" or page.metadata.get("symbolKind") == "op"
        if is_synthesized or page.path == "documentation":
            continue
        words = {"title": folded(words_of_name(page.title) if not page.is_article else page.title), "abstract": folded(page.abstract)}
        if page.is_article:
            words |= {"headings": unique(folded(" ".join(page.headings))), "text": unique(folded(page.text_of(page.body)))}
        entries.append({"path": f"{page.path}/", "title": page.title, "kind": page.kind, "module": page.module, "abstract": page.abstract,
                        "language": page.language, "isArticle": page.is_article, "words": words})
    (site / "search.json").write_text(json.dumps(entries, ensure_ascii=False, separators=(",", ":")))
