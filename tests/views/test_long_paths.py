"""A text too long to be shown loses the folders of its paths, and keeps what it says."""

from __future__ import annotations

import pytest

from tracker.text.long_paths import within

DEEP = "/home/ann/" + "a folder of games/" * 20
WINDOWS = "C:\\Users\\Ann\\" + "a folder of games\\" * 20


def test_a_text_that_fits_stays_as_it_is() -> None:
    text = f"{'/home/ann' * 3}/mine.toml: line 3"
    assert within(text, len(text), ["/home"]) == text


@pytest.mark.parametrize("folder", [DEEP, DEEP.rstrip("/"), WINDOWS, DEEP.replace(" ", "-"), "/" + "ordner/" * 60])
@pytest.mark.parametrize("known", [True, False])
def test_the_folders_go_and_the_reason_stays(folder: str, known: bool) -> None:
    separator = "\\" if "\\" in folder else "/"
    text = f"cannot import name 'x' ({folder.rstrip(separator)}{separator}mine.py), line 3: no such value"
    short = within(text, 120, [folder] if known else [])
    assert len(short) <= 120
    assert short.startswith("cannot import name 'x' (…") and short.endswith("mine.py), line 3: no such value")


def test_what_is_no_path_is_cut_at_its_end_with_a_mark() -> None:
    assert within("either/or " * 100, 30) == ("either/or " * 3)[:29] + "…"
    assert within("1 / 2 / 3, /, // and a/b/c/d " * 9, 40).startswith("1 / 2 / 3, /, // and a/b/c/d 1")


def test_words_between_two_paths_stay_where_the_paths_alone_are_long_enough() -> None:
    text = f"{'/one' * 20}/first.toml goes on in {'/two' * 20}/second.toml and in a/third.toml"
    assert within(text, 100) == "…/first.toml goes on in …/second.toml and in a/third.toml"
