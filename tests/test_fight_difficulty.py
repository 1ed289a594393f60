"""How hard a fight of the start list is: told when it is asked for, and played by nobody before."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.odds.fights import SAVES
from tracker.controller.pages import fight_difficulty
from tracker.controller.pages.fight_difficulty import FightDifficulty
from tracker.odds.forecast import InThisProcess
from tracker.storage.toml.diagnostics import InvalidFile

SKIRMISH = SAVES / "plain-skirmish.toml"
WORDS = ("Walkover", "Easy", "Even", "Hard", "Slaughter")


@pytest.fixture
def difficulty(monkeypatch: pytest.MonkeyPatch) -> FightDifficulty:
    monkeypatch.setattr(fight_difficulty, "FIGHTS", 3)
    monkeypatch.setattr(fight_difficulty, "TOLD", 2)
    return FightDifficulty(pool=lambda workers: InThisProcess())


def test_a_fight_that_is_asked_about_is_told_in_a_word_with_how_sure_it_is(difficulty: FightDifficulty) -> None:
    assert not difficulty.poll() and not difficulty.by_path
    difficulty.ask(SKIRMISH)
    assert difficulty.by_path[SKIRMISH] == "playing …"
    while difficulty.poll():
        pass
    word, _, rest = difficulty.by_path[SKIRMISH].partition(": ")
    assert word.rstrip("?") in WORDS and "heroes " in rest and rest.endswith("12 fights")


def test_another_fight_takes_its_turn_and_what_was_told_stays(difficulty: FightDifficulty) -> None:
    difficulty.ask(SKIRMISH)
    while not difficulty.by_path[SKIRMISH].endswith("fights …"):
        assert difficulty.poll()
    difficulty.ask(SAVES / "phases-ambush.toml")
    assert difficulty.by_path[SKIRMISH].endswith(" fights") and len(difficulty.by_path) == 2


def test_a_word_stands_only_for_enough_fights_and_a_fight_that_is_left_before_says_nothing(
    difficulty: FightDifficulty,
) -> None:
    difficulty.ask(SKIRMISH)
    assert difficulty.poll() and difficulty.by_path[SKIRMISH].startswith("playing … ")
    assert difficulty.by_path[SKIRMISH].endswith(" fights so far")
    difficulty.ask(SAVES / "phases-ambush.toml")
    assert list(difficulty.by_path) == [SAVES / "phases-ambush.toml"]


def test_a_fight_that_cannot_be_forecast_says_why_and_a_bad_file_is_refused(
    difficulty: FightDifficulty, tmp_path: Path
) -> None:
    finished = SAVES / "finished-duel.fight.toml"
    difficulty.ask(finished)
    assert difficulty.by_path[finished].startswith("Nothing to forecast") and not difficulty.poll()
    bad = tmp_path / "bad.toml"
    bad.write_text("system = 3\n", encoding="utf-8")
    with pytest.raises(InvalidFile):
        difficulty.ask(bad)
