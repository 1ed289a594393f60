"""A glimpse of a file says what the file says when it is opened, and less where it cannot."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from tests.lanes import sample
from tracker.campaign.reinforcements import stock
from tracker.dice.source import SeededDice
from tracker.session import Session
from tracker.storage.fight_log.glimpse import Glimpse, glimpse
from tracker.storage.fight_log.opening import open_fight, start_fight
from tracker.storage.preparation import read_encounter

SAVES = Path(__file__).parents[2] / "saves"
FINISHED = sorted(SAVES.glob("finished-*.fight.toml"))


@pytest.mark.parametrize("path", sample(FINISHED, 3), ids=lambda path: path.stem)
def test_title_count_and_who_stands_are_those_of_the_fight(path: Path) -> None:
    encounter, seen = open_fight(path, look=True).encounter, glimpse(path)
    assert (seen.title, seen.count) == (encounter.title, encounter.count) and seen.game
    whole = Counter(one.profile.side for one in encounter)
    able = Counter(one.profile.side for one in encounter if one.able)
    assert seen.standing == {side: (able[side], many) for side, many in whole.items()}


def test_what_was_taken_back_is_no_part_of_it(tmp_path: Path) -> None:
    prepared = read_encounter(SAVES / "duel.toml")
    file = start_fight(prepared, path := tmp_path / "one.fight.toml")
    session = Session(prepared.encounter, prepared.rules, SeededDice(1), file, stock(prepared))
    for line in ("begin", "roll", "roll", "gruk falls"):
        session.say(line)
    assert glimpse(path).standing == {"heroes": (1, 1), "raiders": (0, 1)}
    session.say("undo")
    assert glimpse(path).standing == {"heroes": (1, 1), "raiders": (1, 1)}
    file.close()


def test_an_encounter_has_title_and_game_and_no_count() -> None:
    assert glimpse(SAVES / "duel.toml") == Glimpse("A duel at the mill", "hybrid")


@pytest.mark.parametrize("text", [b"", b"\xff\xfe", b'title = "', b"[[step]]\nn = 1\n", b"title = [1]\nsystem = 3"])
def test_what_cannot_be_read_is_told_of_with_less_and_never_fails(text: bytes, tmp_path: Path) -> None:
    path = tmp_path / "odd.fight.toml"
    path.write_bytes(text)
    assert glimpse(path).standing == {} and glimpse(path).title == ""
    assert glimpse(tmp_path) == glimpse(tmp_path / "none") == Glimpse()
