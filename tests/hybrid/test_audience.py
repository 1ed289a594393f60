"""What the players may know: two fights that differ only in what is hidden from them look the same."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from tracker.dice.source import SeededDice
from tracker.encounter.engine.evolve import fold
from tracker.encounter.engine.step import StepBuilder
from tracker.encounter.hidden_fighters import seen
from tracker.model import events as ev
from tracker.model.combatant import Presence
from tracker.model.orders import Orders, Whom
from tracker.model.refusals import Refused
from tracker.model.state import Encounter
from tracker.players.known_numbers import numbered
from tracker.players.log import Tale, told
from tracker.players.view import EXACT, NOTHING, Showing, as_seen, health, sheets, view
from tracker.session import Session
from tracker.storage.preparation import prepare, read_encounter

SAVES = Path(__file__).parents[2] / "saves"
AMBUSH = SAVES / "ambush.toml"

Events = tuple[ev.Event, ...]


def begun(path: Path = AMBUSH, seed: int = 1) -> Session:
    prepared = read_encounter(path)
    session = Session(prepared.encounter, prepared.rules, SeededDice(seed))
    session.say("begin")
    while session.encounter.question is not None and session.encounter.question.ask.value == "dice":
        session.say("roll")
    return session


def seen_now(session: Session, showing: Showing | None = None) -> dict[str, Any]:
    showing = showing or Showing()
    tale, state = Tale(), session.journal.states[0]
    for n in session.journal.done:
        tale, state = told(tale, state, session.journal.steps[n].events, session.rules, showing)
    return asdict(view(state, session.rules, showing, tale.now, tale.last(8)))


def fighter(shown: dict[str, Any], name: str) -> dict[str, Any]:
    return next(one for one in shown["fighters"] if one["name"] == name)


# Who is seen


def test_a_hidden_archer_is_not_there_until_somebody_notices_him() -> None:
    session = begun()
    assert not seen(session.encounter, "archer")
    assert "Archer" not in json.dumps(seen_now(session))
    session.say("sela aware of archer")
    assert seen(session.encounter, "archer")
    assert fighter(seen_now(session), "Archer")["health"] == "fresh"


def test_an_event_is_told_where_it_is_public_whomever_it_hangs_on() -> None:
    session = begun()
    for who, public in product(("archer", "brann"), (False, True)):
        given = ev.EventSet(event="fall", at=3, text="A branch breaks", who=who, condition="prone", public=public)
        start = fold(session.encounter, (given,))
        tale, _ = told(
            Tale(), start, (ev.EventHappened(event="fall", text="A branch breaks"),), session.rules, Showing()
        )
        assert [line.text for line in tale.lines] == ["A branch breaks"] * public


def test_whoever_is_hidden_is_so_wherever_he_stands_in_the_file() -> None:
    for places in ((0, 1, 2), (1, 0, 2), (1, 2, 0)):
        people = [
            {"name": "Archer", "side": "raiders", "hidden": True},
            {"name": "Brann", "player": "Ana"},
            {"name": "Sela", "side": "raiders"},
        ]
        encounter = prepare({"combatant": [people[at] for at in places]}).encounter
        assert not seen(encounter, "archer") and seen(encounter, "sela")
        assert encounter["brann"].unaware_of == {"archer"} and not encounter["sela"].unaware_of


def nothing_told(start: Encounter, now: int = 0) -> Tale:
    """The players' tale before its first line, when those who have one name already have their numbers."""
    return Tale(now, numbers=numbered(start, {}, seen))


def test_what_a_stranger_does_to_somebody_hidden_is_not_told() -> None:
    session = begun()
    hit = ev.ActionDeclared(
        who="goblin-1", action=70, verb="attack", label="spear", speed=9, lands=40, weapon="Spear", target="archer"
    )
    land = ev.DueAdded(who="goblin-1", what="land", at=40, rank=3, ref="70")
    start = session.journal.states[0]
    tale, state = told(nothing_told(start), start, (hit, land), session.rules, Showing())
    assert (tale, view(state, session.rules, Showing())) == (nothing_told(start), view(start, session.rules, Showing()))
    tale, state = told(
        tale, state, (ev.ActionEnded(who="goblin-1", action=70, how="aborted"),), session.rules, Showing()
    )
    assert tale == nothing_told(start)
    mine = replace(hit, who="sela")
    tale, state = told(Tale(), start, (mine, replace(land, who="sela")), session.rules, Showing())
    assert tale.last(1) == ("Sela: Spear, lands at 40",), "what one of their own does to nobody in sight they know"


def test_a_question_to_somebody_hidden_leaves_the_table_waiting_for_whom_it_waited() -> None:
    session = begun()
    while session.encounter.question is None or session.encounter.question.who != "brann":
        session.say("next" if session.encounter.question is None else f"{session.encounter.question.who} wait")
    before = view(session.encounter, session.rules, Showing())
    assert before.asked == "Brann declares"
    asked = ev.Asked(ask="choose", who="archer", what="noticing", text="Archer?", choices=("yes",), about="brann")
    assert view(fold(session.encounter, (asked,)), session.rules, Showing()) == before
    about = ev.Asked(ask="choose", who="brann", what="defence", text="?", choices=("parry",), about="archer")
    assert view(fold(session.encounter, (about,)), session.rules, Showing()) == before


def test_he_is_revealed_by_what_he_does_to_somebody_and_hidden_again_by_hand() -> None:
    session = begun()
    draft = StepBuilder(session.encounter, session.rules, session.dice)
    draft.emit(ev.Struck(who="archer", target="brann", outcome="missed", label="Long Bow: a miss"))
    draft.emit(ev.Struck(who="brann", target="archer", outcome="missed", label="Bastard Sword: a miss"))
    assert [event.who for event in draft.events if isinstance(event, ev.Revealed)] == ["archer"]
    assert isinstance(draft.events[0], ev.Revealed), "the blow itself is told already"
    session.encounter = draft.encounter
    assert seen(session.encounter, "archer")
    assert "archer" in session.encounter["brann"].unaware_of, "showing himself is no rule of the game"
    session.say("archer hidden")
    assert not seen(session.encounter, "archer")


def test_he_is_revealed_when_he_closes_in_but_a_hidden_one_close_to_a_stranger_leaves_no_trace() -> None:
    session = begun()
    draft = StepBuilder(session.encounter, session.rules, session.dice)
    draft.emit(ev.ConditionGained(who="brann", condition="closed:archer", label="closed in with Archer", of="archer"))
    assert [type(event) for event in draft.events] == [ev.Revealed, ev.ConditionGained]
    close = ev.ConditionGained(who="goblin-1", condition="closed:archer", label="closed in with Archer", of="archer")
    start = session.journal.states[0]
    tale, state = told(nothing_told(start), start, (close,), session.rules, Showing())
    assert (tale, view(state, session.rules, Showing())) == (nothing_told(start), view(start, session.rules, Showing()))


def test_he_is_revealed_by_a_line_and_who_is_known_cannot_be_revealed_again() -> None:
    session = begun()
    session.say("archer revealed")
    assert all("archer" not in one.unaware_of for one in session.encounter)
    with pytest.raises(Refused, match="Archer is known to every other side already"):
        session.say("archer revealed")
    session.say("archer hidden")
    with pytest.raises(Refused, match="Archer is hidden from every other side already"):
        session.say("archer hidden")


def test_without_players_only_those_everybody_knows_are_seen() -> None:
    prepared = read_encounter(AMBUSH)
    nobodys = replace(
        prepared.encounter,
        combatants=tuple(replace(one, profile=replace(one.profile, player="")) for one in prepared.encounter),
    )
    assert seen(nobodys, "brann")
    assert seen(nobodys, "goblin-1")
    assert not seen(nobodys, "archer")


# What is seen of them


def test_players_see_their_own_points_and_only_words_of_the_others() -> None:
    session = begun()
    shown = seen_now(session)
    assert [pool["name"] for pool in fighter(shown, "Brann")["pools"]][:3] == ["PFT", "PEX", "PBD"]
    assert fighter(shown, "Goblin 1")["pools"] == ()
    exact = seen_now(session, Showing(health=EXACT))
    assert fighter(exact, "Goblin 1")["pools"]
    nothing = seen_now(session, Showing(health=NOTHING))
    assert fighter(nothing, "Goblin 1")["health"] == ""
    assert fighter(nothing, "Brann")["health"] == "fresh"


@pytest.mark.parametrize(
    ("share", "word"),
    [("all", "fresh"), ("most", "hurt"), ("over half", "hurt"), ("half", "badly hurt"), ("none", "badly hurt")],
)
def test_health_goes_by_the_worst_pool(share: str, word: str) -> None:
    one = begun().encounter["goblin-1"]
    half = (one.full("PBD") + 1) // 2
    left = {"all": one.full("PBD"), "most": one.full("PBD") - 1, "over half": half + 1, "half": one.full("PBD") // 2}
    assert health(one.with_pool("PBD", left.get(share, 0))) == word
    assert health(replace(one, presence=Presence.DOWN)) == "down"


def test_what_others_do_is_shown_with_its_landing_unless_the_game_master_keeps_it() -> None:
    session = begun()
    while not session.encounter["goblin-1"].actions:
        session.say("next")
        if session.encounter.question is not None:
            session.say(f"{session.encounter.question.who} wait")
    action = session.encounter["goblin-1"].actions[0]
    shown = fighter(seen_now(session), "Goblin 1")["actions"]
    assert [one["lands"] for one in shown] == [action.lands]
    kept = seen_now(session, Showing(actions=False))
    assert fighter(kept, "Goblin 1")["actions"] == ()
    assert not any(one["name"] == "Goblin 1" for one in kept["coming"])
    assert not any("Goblin 1:" in line for line in kept["outcomes"])


def test_conditions_of_others_are_those_anybody_sees() -> None:
    session = begun()
    session.say("fix goblin-1 prone on")
    session.say("fix goblin-1 stunned on")
    orders = replace(session.encounter["goblin-1"], orders=Orders("attack", Whom.WEAKEST))
    session.encounter = session.encounter.with_combatant(orders)
    assert set(fighter(seen_now(session), "Goblin 1")["conditions"]) == {"prone", "stunned"}
    assert "flee" not in json.dumps(seen_now(session))


def test_under_an_alias_the_name_is_said_nowhere() -> None:
    session = begun()
    session.say('red-varga alias "the cloaked one"')
    session.say("sela damage 3 cutting chest")
    shown = json.dumps(seen_now(session))
    assert "the cloaked one" in shown
    assert "Varga" not in shown
    with pytest.raises(Refused, match="call Red Varga the cloaked one already"):
        session.say('red-varga alias "the cloaked one"')
    session.say("red-varga alias none")
    assert "Red Varga" in json.dumps(seen_now(session))


def test_an_alias_stands_in_the_file_too(tmp_path: Path) -> None:
    path = tmp_path / "masked.toml"
    path.write_text(AMBUSH.read_text("utf-8").replace('name = "Red Varga"', 'name = "Red Varga"\nalias = "a mask"'))
    session = begun(path)
    assert fighter(seen_now(session), "a mask")
    assert "Varga" not in json.dumps(seen_now(session))


def test_time_goes_on_for_the_players_only_with_what_they_see() -> None:
    session = begun()
    hidden = session.encounter["archer"]
    before = seen_now(session)["now"]
    session.encounter = fold(session.encounter, (ev.TimeAdvanced(to=before + 3),))
    declared = ev.ActionDeclared(who=hidden.id, action=7, verb="attack", label="Long Bow Sela", speed=9, lands=20)
    step = (ev.TimeAdvanced(to=before + 3), declared)
    start = session.journal.states[0]
    tale, _ = told(nothing_told(start, before), start, step, session.rules, Showing())
    assert tale == nothing_told(start, before)


def test_a_players_sheet_is_reckoned_without_anybody_hidden() -> None:
    session = begun()
    cards = sheets(session.encounter, session.rules, "ana")
    assert [card.name for card in cards] == ["Brann"]
    assert any(strike.name == "Bastard Sword" for strike in cards[0].strikes)
    assert "archer" not in as_seen(session.encounter)
    assert sheets(session.encounter, session.rules, "nobody") == ()
