"""The site made of docs/: its navigation has every page in its section, and nothing of a page is lost on it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import tomli

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PAGES = sorted(DOCS.rglob("*.md"))
_BLOCK = re.compile(r"^```.*?^```$", re.M | re.S)
_LINK = re.compile(r"\]\(([^)\s#]+)[^)\s]*\)")


def navigation() -> dict[str, list[str]]:
    """The pages of each section of the site."""
    config = tomli.loads((ROOT / "zensical.toml").read_text("utf-8"))["project"]
    sections: dict[str, list[str]] = {}
    for entry in config["nav"]:
        ((title, inside),) = entry.items()
        if isinstance(inside, list):
            sections[title] = [page for one in inside for page in one.values()]
    return sections


def map_of_pages() -> Iterator[tuple[str, list[str]]]:
    """The pages of each section of the map."""
    for part in (DOCS / "README.md").read_text("utf-8").split("\n## ")[1:]:
        title = part.partition(":")[0]
        yield title, list(dict.fromkeys(_LINK.findall(part)))


def test_the_navigation_has_the_four_sections_of_the_map_with_the_same_pages() -> None:
    """A page that the map names in two sections stands in one of them."""
    sections, mapped = navigation(), dict(map_of_pages())
    assert list(sections) == list(mapped) == ["Tutorials", "How-to", "Reference", "Explanation"]
    for title, pages in sections.items():
        assert [page for page in pages if page not in mapped[title]] == [], title
    shown = [page for pages in sections.values() for page in pages]
    assert len(shown) == len(set(shown))
    assert sorted(shown) == sorted({page for pages in mapped.values() for page in pages})


def test_no_page_links_out_of_the_folder_that_becomes_the_site() -> None:
    for page in PAGES:
        for link in _LINK.findall(_BLOCK.sub("", page.read_text("utf-8"))):
            if not link.startswith(("http:", "https:")):
                assert (page.parent / link).resolve().is_relative_to(DOCS), (page, link)


def test_every_code_block_begins_as_the_site_reads_it() -> None:
    """A second bare word after the language would make text of the block, and headings of the comments in it."""
    for page in PAGES:
        for line in re.findall(r"^ *```(.*)$", page.read_text("utf-8"), re.M):
            assert re.fullmatch(r'\w*( \w+="[^"]*")*', line), (page, line)
