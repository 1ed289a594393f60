"""What the players may know: two fights that differ only in what is hidden from them look the same."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from dataclasses import asdict, fields, replace
from pathlib import Path
from typing import Any

import pytest

from tests.hybrid.playing import play
from tracker.dice.source import SeededDice
from tracker.encounter import events as ev
from tracker.encounter.audience import EXACT, NOTHING, Showing, as_seen, health, seen, sheets, view
from tracker.encounter.combatant import Presence
from tracker.encounter.draft import Draft
from tracker.encounter.evolve import fold
from tracker.encounter.refusals import Refused
from tracker.encounter.seating import seat_entry
from tracker.encounter.state import Encounter
from tracker.encounter.tale import Tale, told
from tracker.session import Session
from tracker.storage import Prepared, read_encounter

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


def test_he_is_revealed_by_what_he_does_to_somebody_and_hidden_again_by_hand() -> None:
    session = begun()
    draft = Draft(session.encounter, session.rules, session.dice)
    draft.emit(ev.Struck(who="archer", target="brann", outcome="missed", label="Long Bow: a miss"))
    draft.emit(ev.Struck(who="brann", target="archer", outcome="missed", label="Bastard Sword: a miss"))
    assert [event.who for event in draft.events if isinstance(event, ev.Revealed)] == ["archer"]
    assert isinstance(draft.events[0], ev.Revealed), "the blow itself is told already"
    session.encounter = draft.encounter
    assert seen(session.encounter, "archer")
    assert "archer" in session.encounter["brann"].unaware_of, "showing himself is no rule of the game"
    session.say("archer hidden")
    assert not seen(session.encounter, "archer")


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
    orders = replace(session.encounter["goblin-1"], orders="flee at once")
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
    session.encounter = fold(session.encounter, (ev.TimeAdvanced(to=before + 3),), session.rules)
    declared = ev.ActionDeclared(who=hidden.id, action=7, verb="attack", label="Long Bow Sela", speed=9, lands=20)
    step = (ev.TimeAdvanced(to=before + 3), declared)
    tale, _ = told(Tale(before), session.journal.states[0], step, session.rules, Showing())
    assert tale == Tale(before)


def test_a_players_sheet_is_reckoned_without_anybody_hidden() -> None:
    session = begun()
    cards = sheets(session.encounter, session.rules, "ana")
    assert [card.name for card in cards] == ["Brann"]
    assert any(strike.name == "Bastard Sword" for strike in cards[0].strikes)
    assert "archer" not in as_seen(session.encounter)
    assert sheets(session.encounter, session.rules, "nobody") == ()


# Two fights that differ only in what is hidden


def concerns(event: ev.Event, hidden: frozenset[str]) -> bool:
    """Whether an event is about the hidden, or about nothing the players see."""
    if isinstance(event, ev.Rolled) and event.secret:
        return True
    if isinstance(event, ev.Noted | ev.OrdersChanged | ev.RollerChanged | ev.ModifierGiven | ev.ModifierUsed):
        return True
    named = {str(getattr(event, field.name)) for field in fields(event) if field.name != "then"}
    return bool(named & hidden)


def without(step: Events, hidden: frozenset[str], since: int) -> tuple[Events, int]:
    """A step as it would have been had the hidden not been there, and the count time went to without anybody seeing."""
    left = tuple(event for event in step if not concerns(event, hidden))
    if all(isinstance(event, ev.TimeAdvanced) for event in left):
        return (), max([since, *(event.to for event in left if isinstance(event, ev.TimeAdvanced))])
    return ((ev.TimeAdvanced(to=since),) if since else ()) + left, 0


def alone(prepared: Prepared, hidden: frozenset[str]) -> Encounter:
    """The fight as it was prepared, without the hidden."""
    encounter = replace(
        prepared.encounter, combatants=(), seats={}, agenda=prepared.encounter.agenda, events=prepared.encounter.events
    )
    ids = [one.id for one in prepared.encounter]
    for id, entry in zip(ids, prepared.document["combatant"], strict=True):
        if id not in hidden:
            encounter = seat_entry(encounter, prepared.rules, id, prepared.encounter[id].name, entry)
    return encounter


def disguised(encounter: Encounter, hidden: frozenset[str], chance: random.Random) -> Encounter:
    """The same fight with other points, marks, orders and another name for everybody hidden."""
    for id in hidden:
        one = encounter[id]
        pools = tuple(chance.randrange(1, points + 1) if points else 0 for points in one.pools)
        profile = replace(one.profile, name=f"Nobody {chance.randrange(99)}")
        encounter = encounter.with_combatant(
            replace(one, profile=profile, pools=pools, marks={"mood": "vile"}, orders="flee", waiting=True)
        )
    return encounter


def bytes_seen(state: Encounter, tale: Tale, prepared: Prepared, showing: Showing) -> bytes:
    shown: list[Any] = [asdict(view(state, prepared.rules, showing, tale.now, tale.last(8)))]
    shown += [[line.at, line.text] for line in tale.lines]
    for player in ("Ana", "Ben", "Cleo"):
        shown += [asdict(card) for card in sheets(state, prepared.rules, player, tale.now)]
    return json.dumps(shown, ensure_ascii=False, default=str).encode()


def pairs(prepared: Prepared, steps: Sequence[Events], seed: int) -> int:
    """Compare the fight, moment by moment while somebody is hidden, with its twins; how many pairs there were."""
    chance = random.Random(seed)
    showing = Showing(health=chance.choice(("words", EXACT, NOTHING)), actions=chance.random() < 0.7)
    hidden = frozenset(one.id for one in prepared.encounter if not seen(prepared.encounter, one.id))
    assert hidden, "somebody must be hidden, or nothing is compared"
    one, two = prepared.encounter, alone(prepared, hidden)
    tale, other = Tale(), Tale()
    compared = since = 0
    for step in steps:
        tale, one = told(tale, one, step, prepared.rules, showing)
        if any(seen(one, id) for id in hidden):
            break
        shorter, since = without(step, hidden, since)
        if shorter:
            other, two = told(other, two, shorter, prepared.rules, showing)
        now = bytes_seen(one, tale, prepared, showing)
        assert now == bytes_seen(two, other, prepared, showing), step
        assert now == bytes_seen(disguised(one, hidden, chance), tale, prepared, showing), step
        compared += 2
    return compared


def fights(many: int, lines: int) -> int:
    prepared = read_encounter(AMBUSH)
    compared = 0
    for seed in range(many):
        session = Session(prepared.encounter, prepared.rules, SeededDice(seed))
        play(session, random.Random(seed).randrange, lines)
        steps = [session.journal.steps[n].events for n in session.journal.done]
        compared += pairs(prepared, steps, seed)
    return compared


def test_fights_that_differ_only_in_what_is_hidden_look_the_same() -> None:
    assert fights(many=5, lines=30) > 60
