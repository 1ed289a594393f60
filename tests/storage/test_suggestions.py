"""Did you mean: of several names that may have been meant, which one is suggested, and when none is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.cli.calling import call
from tests.storage.table import told, written

ENTRY = 'system = "plain"\n[[combatant]]\nfrom = "{typed}"\n'
CREATURES = 'system = "plain"\n'


def suggested(folder: Path, typed: str, *creatures: str) -> str:
    """What is suggested in the place of `typed` where the library beside the encounter has these creatures."""
    text = CREATURES + "".join(f'[[creature]]\nname = "{name}"\n' for name in creatures)
    written(folder / "library", text, "own.toml")
    (diagnostic,) = [one for one in told(folder, ENTRY.format(typed=typed)) if "the library has no creature" in one]
    meant = re.search(r'did you mean "([^"]*)"', diagnostic)
    return meant[1] if meant else ""


@pytest.mark.parametrize(
    ("typed", "meant", "other"),
    [
        ("Trolk", "Troll", "Tralla"),  # one sign is nearer than two
        ("Gaurd", "Guard", "Gourd"),  # neighbours that changed places are one slip, and nearer than another sign
        ("Wagron", "Wargon", "Wagrin"),
        ("Gobln", "Goblin", "Gabla"),  # a sign that is lacking is one slip as well
        ("Trol", "Trop", "Trool"),  # of two equally near the one as long
        ("Gop", "Gob", "Gopher King"),  # a slip is nearer than the beginning of a longer name
        ("Kobo", "Kibe", "Kobold Chief"),  # and so are two
    ],
)
def test_the_nearer_name_is_suggested_in_whatever_order_they_stand(
    tmp_path: Path, typed: str, meant: str, other: str
) -> None:
    assert suggested(tmp_path / "a", typed, meant, other) == meant
    assert suggested(tmp_path / "b", typed, other, meant) == meant


@pytest.mark.parametrize(
    ("typed", "known", "how_far"),
    [
        ("Orb", "Orc", "one sign of three"),
        ("Gulf", "Wolf", "two of four"),
        ("Gublims", "Goblin", "three of six"),
        ("kob", "Kobold Chieftain", "the beginning of a name"),
        ("kobold-CHIEFF", "Kobold Chief", "one sign, and written otherwise"),
    ],
)
def test_a_name_that_is_near_enough_is_suggested(tmp_path: Path, typed: str, known: str, how_far: str) -> None:
    assert suggested(tmp_path, typed, known) == known, how_far


@pytest.mark.parametrize(
    ("typed", "known", "how_far"),
    [
        ("Arb", "Orc", "two signs of three"),
        ("Gulp", "Wolf", "three of four"),
        ("Gublyms", "Goblin", "four of six"),
        ("ko", "Kobold Chieftain", "too short to be a beginning"),
        ("x" * 61, "x" * 60, "too long to have been mistyped"),
    ],
)
def test_a_name_that_is_too_far_is_not_suggested(tmp_path: Path, typed: str, known: str, how_far: str) -> None:
    assert suggested(tmp_path, typed, known) == "", how_far


def test_of_two_kinds_equally_near_the_one_asked_for_first_is_suggested(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TRACKER_DATA", str(tmp_path))
    beside = written(tmp_path, 'system = "plain"\n[[combatant]]\nname = "Ann"\n')
    text = CREATURES + '[[weapon]]\nname = "Batter"\nattack = 1\ndamage = "1d6"\n[[creature]]\nname = "Ratter"\n'
    written(tmp_path / "library", text, "own.toml")
    assert 'did you mean "Ratter"' in call("library", "hatter", "--beside", beside).err
    assert 'did you mean "Batter"' in call("library", "battter", "--beside", beside).err, "but the nearer one wins"


def test_a_key_that_is_missing_is_suggested_and_one_that_is_there_is_not(tmp_path: Path) -> None:
    entry = 'system = "plain"\n[[combatant]]\nname = "Ann"\nsid = "heroes"\n'
    assert 'unknown key "sid"; did you mean "side"?' in told(tmp_path, entry)[0]
    assert 'unknown key "sid"' in told(tmp_path, f'{entry}side = "foes"\n')[0]
    assert "did you mean" not in told(tmp_path, f'{entry}side = "foes"\n')[0]
