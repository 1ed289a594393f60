"""Standing orders betray nobody: what a fighter does by them does not depend on whom the players do not see."""

from __future__ import annotations

import pytest

from tests.encounter.table import Plain, say, table
from tracker.encounter.engine.standing_orders import target_of
from tracker.model.questions import Ask

Person = tuple[str, str, str]
ANN, BERT, WOLF = ("Ann", "heroes", "Ada"), ("Bert", "heroes", ""), ("Wolf", "beasts", "")
LURKER = ("Lurker", "beasts", "")


def nearest(*people: Person, hidden: bool = True, orders: str = "attack nearest") -> str | None:
    """Whom the wolf attacks by its orders."""
    session = table(Plain, people=people)
    if hidden and LURKER in people:
        session.say("lurker hidden")
    session.say(f"wolf orders {orders}")
    return target_of(session.encounter, "wolf")


def test_the_seat_of_one_who_is_hidden_from_players_makes_no_foe_less_near() -> None:
    cleo = ("Cleo", "heroes", "")
    without = nearest(ANN, BERT, WOLF, cleo)
    assert without == "bert", "of two as near the one who sits first"
    assert nearest(ANN, BERT, LURKER, WOLF, cleo) == without
    assert nearest(ANN, BERT, LURKER, WOLF, cleo, hidden=False) == "cleo", "one whom they see takes a seat"


@pytest.mark.parametrize("lurks", [True, False], ids=["with a hidden one", "without"])
def test_where_players_see_no_foe_left_the_game_master_is_asked_whoever_hides(lurks: bool) -> None:
    people = (ANN, WOLF, *([("Lurker", "bandits", "")] if lurks else []))
    session = table(Plain, (15, 14, 13), people=people)
    if lurks:
        session.say("lurker hidden")
    say(session, "wolf orders attack", "begin", "roll", "ann leaves")
    while session.encounter.question is None or session.encounter.question.who == "lurker":
        session.say("next" if session.encounter.question is None else "lurker wait")
    question = session.encounter.question
    assert (question.who, question.ask) == ("wolf", Ask.DECLARE)


def test_one_whom_players_play_and_the_wolf_has_not_noticed_lets_it_keep_watch() -> None:
    session = table(Plain, (15, 14), people=(ANN, WOLF))
    say(session, "ann hidden", "wolf orders attack", "begin", "roll")
    while not session.encounter["wolf"].actions:
        asked = session.encounter.question
        assert asked is None or asked.who == "ann", "the wolf is not asked"
        session.say("next" if asked is None else "ann wait")
    assert [action.label for action in session.encounter["wolf"].actions] == ["keeps watch"]
