"""Groups as the players see them: one row, and nothing of whoever of them is hidden."""

from __future__ import annotations

from pathlib import Path

from tracker.dice.source import SeededDice
from tracker.players.view import Showing, View, view
from tracker.session import Session
from tracker.storage.preparation import read_encounter

SAVES = Path(__file__).parents[2] / "saves"


def warren(*lines: str) -> Session:
    ready = read_encounter(SAVES / "goblin-warren.toml", library_dirs=())
    session = Session(ready.encounter, ready.rules, SeededDice(1))
    for line in lines:
        session.say(line)
    return session


def shown(session: Session) -> View:
    """What somebody of the heroes sees."""
    return view(session.encounter, session.rules, Showing())


def test_a_group_of_strangers_is_one_row_with_how_many_stand_and_the_worst_off() -> None:
    session = warren("goblin-3 leaves", "fix goblin-4 PBD 1")
    row = next(one for one in shown(session).fighters if one.name.endswith("goblins"))
    assert (row.name, row.health, row.pools) == ("11/12 goblins", "badly hurt", ())
    assert len(shown(session).fighters) == 6


def test_what_they_do_alike_is_told_once_and_moments_too() -> None:
    session = warren("begin", *(f"fix goblin-{at} count 20" for at in range(1, 13)))
    for at in range(5):
        session.say(f"fix {session.encounter.combatants[at].id} count 9{at}")
    session.say("next")
    session.say("goblins attack brann")
    row = next(one for one in shown(session).fighters if one.name.endswith("goblins"))
    assert [act.words for act in row.actions] == ["short sword on Brann ×12"]
    assert [one.name for one in shown(session).coming].count("12 goblins") == 1


def test_at_a_landing_the_players_are_told_how_many_of_them_strike_and_one_alone_by_its_name() -> None:
    session = warren("begin", *(f"fix goblin-{at} count 20" for at in range(1, 4)))
    for at, one in enumerate(session.encounter.combatants):
        if one.id not in ("goblin-1", "goblin-2", "goblin-3"):
            session.say(f"fix {one.id} count {90 + at}")
    session.say("next")
    for line in ("only goblin-1 attack brann", "only goblin-2 attack brann", "only goblin-3 attack wat"):
        session.say(line)
    session.say("fix goblin-3 count 60")
    landing = [(one.count, one.name) for one in shown(session).coming if one.what]
    assert [name for _, name in landing] == ["2 goblins", "Goblin 3"], landing
    assert {one.row for one in shown(session).coming if one.what} == {"12/12 goblins"}, "their row is lit"
    session.say("goblin-2 hidden")
    assert [one.name for one in shown(session).coming if one.what] == ["Goblin 1", "Goblin 2"], "no gap in the numbers"


def test_whoever_of_it_is_hidden_leaves_no_trace() -> None:
    hidden = [f"goblin-{at} hidden" for at in range(2, 13)]
    with_one = warren("brann rolled", *hidden)
    assert "goblins" not in " ".join(one.name for one in shown(with_one).fighters)
    some = warren(*hidden[3:])
    assert next(one.name for one in shown(some).fighters if one.name.endswith("goblins")) == "4/4 goblins"
    hurt = warren(*hidden[3:], "fix goblin-9 PBD 1", "goblin-10 leaves")
    assert shown(hurt) == shown(some)


def test_one_under_another_name_stands_by_itself() -> None:
    session = warren('goblin-5 alias "the cloaked man"')
    names = [one.name for one in shown(session).fighters]
    assert "the cloaked man" in names and "11/11 goblins" in names
