"""The examples that ship: each encounter plays to the last side standing, the finished fight to its recorded end."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import contract
from tracker.dice.source import SeededDice
from tracker.encounter.evolve import fold
from tracker.encounter.journal import Step
from tracker.encounter.questions import Ask
from tracker.encounter.system import Choice
from tracker.session import Session
from tracker.storage import check, open_fight, read_encounter, steps_of, stock

SAVES = Path(__file__).parents[1] / "saves"
ENCOUNTERS = sorted(path for path in SAVES.glob("*.toml") if not path.name.endswith(".fight.toml"))


def line_of_an_ordinary_game_master(session: Session) -> str:
    """Parries what can be parried, attacks the first foe it knows of, and looks around for one it does not."""
    question, encounter = session.encounter.question, session.encounter
    if question is None:
        return "next" if encounter.began else "begin"
    if question.ask is Ask.DICE:
        return "roll"
    if question.ask is Ask.AMOUNT:
        return str(question.low)
    if question.ask is Ask.CHOOSE:
        open_now = [c.word for c in session.rules.choices(encounter, question) if not c.refused]
        return f"{question.who} {'parry' if 'parry' in open_now else open_now[0]}"
    menu = session.rules.menu(encounter, question.who, ())
    up = next((c.line for c in menu.choices if c.key == "g"), "")
    attack = next((c for c in menu.choices if c.key == "a" and c.path == ("attack",)), None)
    if attack is None:
        return contract.likely(session)
    if not up and attack.refused:
        ready = rules_menu(session, question.who, ("draw",))
        up = next((choice.line for choice in ready if not choice.refused), "")
    if up or attack.refused:
        return up or f"{question.who} wait"
    menu = session.rules.menu(encounter, question.who, ("attack",))
    while not any(choice.line for choice in menu.choices):
        menu = session.rules.menu(encounter, question.who, next(c for c in menu.choices if not c.refused).path)
    side = encounter[question.who].profile.side
    foes = {c.id for c in encounter if c.profile.side != side}
    lines = (c.line for c in menu.choices if not c.refused and c.line.split()[2] in foes)
    return next(lines, f"{question.who} {'look' if 'look' in session.rules.verbs() else 'wait'}")


def rules_menu(session: Session, who: str, path: tuple[str, ...]) -> tuple[Choice, ...]:
    return session.rules.menu(session.encounter, who, path).choices


def sides_standing(session: Session) -> set[str]:
    return {combatant.profile.side for combatant in session.encounter if combatant.able}


@pytest.mark.parametrize("path", ENCOUNTERS, ids=lambda path: path.stem)
def test_an_example_plays_from_first_perception_to_the_last_side_standing(path: Path) -> None:
    assert check(path) == ()
    prepared = read_encounter(path)
    session = Session(prepared.encounter, prepared.rules, SeededDice(5), None, stock(prepared))
    for _ in range(6000):
        if session.encounter.began and session.encounter.question is None and len(sides_standing(session)) < 2:
            break
        session.say(line_of_an_ordinary_game_master(session))
    assert len(sides_standing(session)) == 1


def test_the_finished_fight_replays_to_its_recorded_end(tmp_path: Path) -> None:
    path = tmp_path / "finished-duel.fight.toml"
    path.write_bytes((SAVES / path.name).read_bytes())
    opened = open_fight(path)
    try:
        start = opened.prepared.encounter
        told = list(steps_of(path))
        in_force: list[Step] = [entry.step for entry in told if entry.in_force]
        state = start
        for step in in_force:
            state = fold(state, step.events, opened.prepared.rules)
        assert state == opened.encounter
        assert state["gruk"].presence.value == "down"
        assert state["brann"].able
        assert len(in_force) < len(told), "a step taken back stays in the file"
    finally:
        assert opened.fight_file is not None
        opened.fight_file.close()
