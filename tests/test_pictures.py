"""The pictures of README and docs show what the program shows today; `python -m tests.pictures` draws them anew."""

from __future__ import annotations

import re

import pytest

from tests.lanes import sample
from tests.pictures import FOLDER, PICTURES, ROOT, LessonScene, Picture, Scene, cells

PAGES = (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")))


@pytest.mark.parametrize("picture", sample(PICTURES, 3), ids=lambda picture: picture.name)
def test_a_picture_is_no_older_than_what_it_shows(
    picture: Picture | Scene | LessonScene, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    kept, today = cells(picture.path.read_text("utf-8")), cells(picture.drawn())
    assert len(today) > 15
    assert kept == today, "draw it anew: python -m tests.pictures"


def test_every_picture_is_drawn_by_the_command_and_stands_on_a_page() -> None:
    shown = {
        (page.parent / path).resolve()
        for page in PAGES
        for path in re.findall(r"!\[[^]]+\]\(([^)]+)\)", page.read_text("utf-8"))
    }
    assert shown == {picture.path for picture in PICTURES} == set(FOLDER.iterdir())
    assert set((ROOT / "docs").rglob("*.svg")) == shown


def test_no_picture_fetches_anything_or_names_a_folder_of_this_machine() -> None:
    for picture in PICTURES:
        text = picture.path.read_text("utf-8")
        assert not [word for word in ("url(http", "font-face", "/tmp", str(ROOT)) if word in text], picture.name


def test_a_word_that_changed_is_seen() -> None:
    kept = (FOLDER / "screen-duel-declaration-200x50.svg").read_text("utf-8")
    assert cells(kept) != cells(kept.replace("Brann", "Brenn"))
    assert cells(kept) != cells(re.sub(r"fill: #[0-9a-f]{6}; ?font-weight: bold", "fill: #123456", kept))


def test_the_picture_of_readme_moves() -> None:
    picture = re.findall(r"!\[[^]]+\]\(([^)]+)\)", (ROOT / "README.md").read_text("utf-8"))[0]
    text = (ROOT / picture).read_text("utf-8")
    assert "animation:30s" in text and text.count("@keyframes") >= 20 and len(text.encode()) <= 140_000
