"""README is short, every link leads somewhere, the map has every page, and a release takes twenty lines at most."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import tomli

from tracker.games import registry
from tracker.storage.preparation import read_encounter

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"
DOCS = sorted((ROOT / "docs").rglob("*.md"))
PAGES = [README, ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", ROOT / "bench" / "README.md", *DOCS]
_LINK = re.compile(r"\]\(([^)\s]+)\)")
_BLOCK = re.compile(r"^```.*?^```$", re.M | re.S)


def anchors(page: Path) -> set[str]:
    """What a link may name on a page: its headings, as GitHub writes them."""
    headings = re.findall(r"^#+ (.*)$", _BLOCK.sub("", page.read_text("utf-8")), re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_every_link_leads_to_a_file_and_a_heading() -> None:
    links = [(page, link) for page in PAGES for link in _LINK.findall(_BLOCK.sub("", page.read_text("utf-8")))]
    for page, link in links:
        if link.startswith(("http:", "https:")):
            continue
        path, _, anchor = link.partition("#")
        target = page if not path else (page.parent / path).resolve()
        assert target.exists(), f"{page.name} links {link}"
        assert not anchor or anchor in anchors(target), f"{page.name} links {link}"


def test_readme_is_short_and_begins_with_the_picture() -> None:
    text = README.read_text("utf-8")
    assert len(text.split()) <= 900
    assert len(text.splitlines()) <= 120
    assert text.splitlines()[2].startswith("![")


def test_to_play_and_to_test_is_one_line_each() -> None:
    part = README.read_text("utf-8").partition("\n## Set up\n")[2].partition("\n## ")[0]
    assert re.findall(r"^```sh\n(.*?)\n```$", part, re.M | re.S) == [
        'python3 -m venv .venv && .venv/bin/pip install ".[web]" && .venv/bin/tracker play saves/duel.toml',
        'python3 -m venv .venv && .venv/bin/pip install -e ".[test]" && .venv/bin/pytest',
    ]


def test_both_first_pages_say_in_one_sentence_what_a_game_master_gets_and_how_to_get_it() -> None:
    sentence = "**Run tabletop fights in your terminal: it keeps the clock, rolls, adds, and undoes anything.**"
    for page in (README, ROOT / "docs" / "README.md"):
        text = page.read_text("utf-8")
        picture, promise, play, test = (
            text.index(words) for words in ("pictures/replay.svg", sentence, "tracker play", ".venv/bin/pytest")
        )
        assert picture < promise < play < test < text.index("\n## " if page != README else "\n## Which games")
        blocks = re.findall(r"^```sh\n(.*?)\n```$", text, re.M | re.S)
        assert blocks[:2] == re.findall(r"^```sh\n(.*?)\n```$", README.read_text("utf-8"), re.M | re.S)[:2]
        assert "After the release" in text and "`uv tool install combat-tracker`" in text
    assert "pipx install combat-tracker" in README.read_text("utf-8")


def test_the_map_links_every_page() -> None:
    index = ROOT / "docs" / "README.md"
    linked = {(index.parent / link.partition("#")[0]).resolve() for link in _LINK.findall(index.read_text("utf-8"))}
    assert set(DOCS) - linked == {index}


def test_a_release_takes_twenty_lines_at_most_beside_what_is_gone_and_what_moved() -> None:
    releases = (ROOT / "CHANGELOG.md").read_text("utf-8").split("\n## ")[1:]
    assert len(releases) >= 3
    for release in releases:
        version, *lines = filter(None, release.partition("\n### Removed")[0].splitlines())
        assert len(lines) <= 20, version


@pytest.mark.parametrize("page", ["docs/sources.md", "NOTICE"])
def test_every_game_that_comes_with_the_program_is_named_with_where_it_is_from(page: str) -> None:
    text = (ROOT / page).read_text("utf-8")
    shipped = [source.name for source in registry.sources() if source.origin == registry.BUILT_IN]
    assert [name for name in shipped if not re.search(rf"\b{name}\b", text)] == []
    assert "Jim Mochel" in text and "RPGnet" in text and "Steve Jackson Games" in text


def test_the_package_brings_its_licence_its_notice_and_its_authors() -> None:
    project = tomli.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    for name in project["project"]["license-files"]:
        assert (ROOT / name).is_file() and name in project["tool"]["hatch"]["build"]["targets"]["sdist"]["include"]
    assert "NOTICE" in project["project"]["license-files"]


def test_the_program_has_a_second_name_for_systems_where_the_first_is_taken() -> None:
    scripts = tomli.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["scripts"]
    assert scripts["combat-tracker"] == scripts["tracker"]


def test_the_encounter_of_the_page_about_mooks_can_be_played(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "how-to" / "boss-and-mooks.md").read_text("utf-8")
    path = tmp_path / "boss.toml"
    path.write_text(page.partition("```toml\n")[2].partition("```")[0], "utf-8")
    state = read_encounter(path).encounter
    assert len(state.combatants) == 12
    assert sum(fighter.group == "goblins" for fighter in state) == 10
