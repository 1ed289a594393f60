"""The page on adding a system: the game printed there is whole, and plays."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests import contract, page_game
from tracker.dice.source import SeededDice
from tracker.encounter.events import Rolled
from tracker.encounter.questions import Ask
from tracker.session import Session
from tracker.storage import check, read_encounter
from tracker.systems import registry

FIGHT = 'system = "nerve"\n[[combatant]]\nname = "Ann"\naim = 6\n[[combatant]]\nfrom = "Goblin"\nside = "raiders"\n'


@pytest.fixture
def printed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    """The game of the page, copied into a file and registered."""
    game = page_game.game(tmp_path)
    monkeypatch.setattr(registry, "_registered", {game.name: game})
    return game


def test_the_game_printed_on_the_page_keeps_the_contract_to_the_end_of_a_fight(printed: Any, tmp_path: Path) -> None:
    path = tmp_path / "nerve.toml"
    path.write_text(FIGHT, encoding="utf-8")
    prepared = read_encounter(path)
    session = Session(prepared.encounter, prepared.rules, SeededDice(1))
    contract.check_system(printed, prepared.rules)
    session.say("begin")
    while session.encounter["goblin"].able and session.encounter["ann"].able:
        contract.check_face(session)
        session.say(contract.likely(session))
        assert len(session.journal.done) < 200, "it comes to an end"
    contract.check_replay(session, prepared.encounter)
    contract.check_undo(session, prepared.encounter)


def test_its_question_is_answered_and_its_odds_follow(printed: Any, tmp_path: Path) -> None:
    path = tmp_path / "nerve.toml"
    path.write_text(FIGHT, encoding="utf-8")
    prepared = read_encounter(path)
    session = Session(prepared.encounter, prepared.rules, SeededDice(1))
    for line in ("begin", "next", "ann shoot goblin", "goblin wait", "next"):
        session.say(line)
    question = session.encounter.question
    assert question is not None and question.ask is Ask.CHOOSE and question.choices == ("stand", "duck")
    session.say("goblin duck")
    events = [event for n in session.journal.done for event in session.journal.steps[n].events]
    assert [event.chance for event in events if isinstance(event, Rolled)] == [6 + 2]


def test_a_mistake_in_its_files_is_told_where_it_stands(printed: Any, tmp_path: Path) -> None:
    path = tmp_path / "nerve.toml"
    path.write_text(FIGHT.replace("aim = 6", "aim = 60"), encoding="utf-8")
    (mistake,) = check(path)
    assert mistake.line == 4 and "aim" in mistake.text and "12" in mistake.text


def test_an_action_in_words_ends_and_its_actor_comes_back_to_the_order(printed: Any, tmp_path: Path) -> None:
    path = tmp_path / "nerve.toml"
    path.write_text(FIGHT, encoding="utf-8")
    prepared = read_encounter(path)
    session = Session(prepared.encounter, prepared.rules, SeededDice(1))
    for line in ("begin", "next", 'ann does "hides" 2', "goblin wait", "next"):
        session.say(line)
    assert not session.encounter["ann"].actions
    assert [due.what for due in session.encounter.agenda.of("ann")] == ["declare"]
