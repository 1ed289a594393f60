"""Groups: twelve goblins are placed by one roll, declare once, answer once, and each is resolved by itself."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import tomli
import tomli_w

from tests.crowd import crowd
from tests.lanes import sample
from tests.tui.paper import Paper
from tracker.dice.source import SeededDice
from tracker.encounter.engine.evolve import fold
from tracker.encounter.engine.turn_order import in_turn
from tracker.model import events as ev
from tracker.model.commands import Do
from tracker.model.refusals import Refused
from tracker.session import Session
from tracker.storage.fight_log.state_codec import keys_of_state, state_of
from tracker.storage.preparation import prepare, read_encounter
from tracker.storage.toml.diagnostics import InvalidFile
from tracker.text.cells import words
from tracker.views.fighters.sheet import lay_sheet

CROWD = crowd()


def prepared(folder: Path, text: str = CROWD, seed: int = 4) -> Session:
    path = folder / "crowd.toml"
    path.write_text(text, encoding="utf-8")
    ready = read_encounter(path, library_dirs=())
    return Session(ready.encounter, ready.rules, SeededDice(seed))


def goblins(session: Session) -> list[str]:
    return [one.id for one in session.encounter if one.group == "goblins"]


def asked(session: Session) -> Session:
    """The group, asked to declare, all of it at one moment, and Brann far off."""
    session.say("begin")
    for who in goblins(session):
        session.say(f"fix {who} count 11")
    session.say("fix brann count 60")
    session.say("next")
    question = session.encounter.question
    assert question is not None and question.who in goblins(session)
    return session


def test_one_roll_places_the_whole_group(tmp_path: Path) -> None:
    outcome = prepared(tmp_path).say("begin")
    rolls = [event for event in outcome.events if isinstance(event, ev.Rolled) and event.what == "initiative"]
    own, shared = [one for one in rolls if one.by == "rolled"], [one for one in rolls if one.by == "group"]
    assert [one.who for one in own] == ["brann", "goblin-1"]
    assert len(shared) == 11 and {one.faces for one in shared} == {own[1].faces}


def test_with_rolls_of_its_own_everybody_rolls(tmp_path: Path) -> None:
    session = prepared(tmp_path)
    session.say("group goblins own-rolls")
    rolls = [event for event in session.say("begin").events if isinstance(event, ev.Rolled)]
    assert {event.by for event in rolls} == {"rolled"}


def test_it_declares_once_and_every_blow_lands_by_itself_in_one_batch(tmp_path: Path) -> None:
    session = asked(prepared(tmp_path))
    outcome = session.say("goblins attack brann")
    assert [step.mode for step in outcome.steps] == ["", *["group"] * 11]
    assert {one.actions[0].target for one in session.encounter if one.actions} == {"brann"}
    assert session.encounter.question is None
    struck: list[ev.Rolled] = []
    while any(session.encounter[who].actions for who in goblins(session)):
        question = session.encounter.question
        likely = session.rules.choices.answers(session.encounter, question)[0].word if question is not None else ""
        outcome = session.say(f"{question.who} {likely}" if question is not None else "next")
        struck += [event for event in outcome.events if isinstance(event, ev.Rolled) and event.what == "attack"]
    assert sorted(roll.who for roll in struck) == sorted(goblins(session))


def test_undo_takes_back_the_declaration_of_all_and_redo_brings_it_back(tmp_path: Path) -> None:
    session = asked(prepared(tmp_path))
    before = session.encounter
    session.say("goblins attack brann")
    after = session.encounter
    session.say("undo")
    assert session.encounter == before
    session.say("redo")
    assert session.encounter == after


def test_one_of_it_without_the_weapon_of_the_others_is_told_and_asked_itself(tmp_path: Path) -> None:
    bare = '[[combatant]]\nname = "Rat"\ngroup = "goblins"\nside = "raiders"\n'
    outcome = asked(prepared(tmp_path, CROWD + bare)).say("goblins attack brann")
    notes = [event.text for step in outcome.steps for event in step.events if isinstance(event, ev.Noted)]
    assert any(note.startswith("Rat cannot do as its group: Rat has no ") for note in notes), notes


def test_only_one_of_it_may_do_something_else(tmp_path: Path) -> None:
    session = asked(prepared(tmp_path))
    assert session.encounter.question is not None
    first = session.encounter.question.who
    session.say(f"only {first} wait")
    assert session.encounter[first].waiting
    session.say("goblins attack brann")
    assert sum(bool(one.actions) for one in session.encounter) == 11


def test_asked_singly_each_is_asked(tmp_path: Path) -> None:
    session = prepared(tmp_path)
    session.say("group goblins singly")
    asked(session).say("goblins attack brann")
    assert sum(bool(one.actions) for one in session.encounter) == 1


def test_what_one_cannot_do_with_its_group_it_is_asked_itself(tmp_path: Path) -> None:
    session = asked(prepared(tmp_path))
    session.say("goblin-5 unaware of brann")
    outcome = session.say("goblins attack brann")
    assert any(isinstance(event, ev.Noted) and "cannot do as its group" in event.text for event in outcome.events)
    assert session.encounter.question is not None and session.encounter.question.who == "goblin-5"
    assert sum(bool(one.actions) for one in session.encounter) == 11


def test_though_the_one_asked_cannot_the_others_do_what_the_group_is_told_and_it_is_asked_itself(
    tmp_path: Path,
) -> None:
    session = asked(prepared(tmp_path))
    first, second = (
        one.id for one in session.encounter if one.group == "goblins" if one.id in ("goblin-1", "goblin-2")
    )
    for who in (first, second):
        session.say(f"{who} unaware of brann")
    outcome = session.say("goblins attack brann")
    notes = [event.text for event in outcome.events if isinstance(event, ev.Noted)]
    assert notes[0].startswith("Goblin 1 steps aside, Goblin 2 declares for the group first: Goblin 1 cannot attack")
    assert notes[1].startswith("Goblin 2 steps aside, Goblin 3 declares for the group first: Goblin 2 cannot attack")
    assert sum(bool(one.actions) for one in session.encounter) == 10
    assert session.encounter.question is not None and session.encounter.question.who == "goblin-1"
    session.say("undo")
    assert not any(one.actions for one in session.encounter)


def test_where_none_of_a_group_can_it_is_refused_and_nobody_steps_aside(tmp_path: Path) -> None:
    session = asked(prepared(tmp_path))
    session.say("goblins unaware of brann")
    before = session.encounter
    with pytest.raises(Refused, match="unaware"):
        session.say("goblins attack brann")
    assert session.encounter == before


def test_one_of_a_group_whose_orders_cannot_be_followed_lets_the_others_go_first(tmp_path: Path) -> None:
    session = prepared(tmp_path)
    session.say("goblins orders attack brann, nothing")
    session.say("begin")
    for who in goblins(session):
        session.say(f"fix {who} count 11")
    session.say("fix brann count 60")
    rules = session.rules
    command_for_orders = type(rules.turns).command_for_orders

    def not_the_first(self: Any, encounter: Any, who: str, *rest: Any) -> Any:
        return Do(who, "unbind") if who == "goblin-1" else command_for_orders(self, encounter, who, *rest)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(rules.turns), "command_for_orders", not_the_first)
        outcome = session.say("next")
    notes = [event.text for event in outcome.events if isinstance(event, ev.Noted)]
    assert [note for note in notes if "orders cannot be followed" in note] == [
        "Goblin 1's orders cannot be followed: Goblin 1's weapon is not bound."
    ]
    assert sum(bool(one.actions) for one in session.encounter) == 11
    assert session.encounter.question is not None and session.encounter.question.who == "goblin-1"


def test_those_with_orders_follow_their_own(tmp_path: Path) -> None:
    session = prepared(tmp_path)
    session.say("goblin-3 orders attack nearest")
    asked(session).say("goblins wait")
    waiting = {one.id for one in session.encounter if one.waiting}
    assert waiting == set(goblins(session)) - {"goblin-3"}
    assert session.encounter["goblin-3"].actions


def test_an_answer_is_for_all_who_are_asked_alike(tmp_path: Path) -> None:
    session = prepared(tmp_path, CROWD.replace('name = "Brann"\n', 'name = "Brann"\nnumber = 3\n'))
    session.say("begin")
    for who in goblins(session):
        session.say(f"fix {who} count 90")
    for place in (1, 2, 3):
        session.say(f"fix brann-{place} count 11")
    session.say("next")
    for _ in range(3):
        question = session.encounter.question
        assert question is not None
        session.say(f"{question.who} attack goblin-{question.who[-1]}")
    session.say("next")
    question = session.encounter.question
    assert question is not None and question.what == "defence"
    outcome = session.say("goblins nothing")
    answers = [event for event in outcome.events if isinstance(event, ev.Answered) and event.what == "defence"]
    assert len(answers) == 3


def test_a_group_is_made_and_left_at_the_table(tmp_path: Path) -> None:
    session = prepared(tmp_path, CROWD.replace('group = "goblins"\n', ""))
    session.say("goblin-1 group The Pack")
    session.say("goblin-2 group thepack")
    assert [one.group for one in session.encounter][1:4] == ["The Pack", "The Pack", ""]
    session.say("goblin-1 group none")
    assert session.encounter["goblin-1"].group == ""
    for line, why in (("goblin-1 group none", "of no group already"), ("group wolves singly", "there are The Pack"),
                      ("group The Pack often", "together or singly"), ("only begin", "is neither")):  # fmt: skip
        with pytest.raises(Refused, match=why):
            session.say(line)


def test_the_file_says_how_a_group_is_played(tmp_path: Path) -> None:
    session = prepared(tmp_path, CROWD + '[[group]]\nname = "goblins"\ntogether = false\none_roll = false\n')
    group = session.encounter.group("goblins")
    assert not group.together and not group.one_roll
    with pytest.raises(InvalidFile, match="it has no members"):
        prepared(tmp_path, CROWD + '[[group]]\nname = "wolves"\n')


def test_the_events_lead_to_the_same_fight(tmp_path: Path) -> None:
    session = prepared(tmp_path)
    start = session.encounter
    asked(session).say("goblins attack brann")
    session.say("next")
    events = [event for n in session.journal.done for event in session.journal.steps[n].events]
    assert fold(start, events) == session.encounter


def test_by_its_name_all_of_it_get_orders_and_leave(tmp_path: Path) -> None:
    session = prepared(tmp_path)
    session.say("goblins orders attack weakest, flee under 30")
    assert {session.encounter[who].orders.text for who in goblins(session)} == {"attack weakest, flee under 30"}
    session.say("2-4 group archers")
    assert [one.id for one in session.encounter if one.group == "archers"] == ["goblin-1", "goblin-2", "goblin-3"]
    session.say("archers leaves")
    assert sum(one.able for one in session.encounter) == 10


def test_a_checkpoint_keeps_the_group_and_the_roll_that_placed_it(tmp_path: Path) -> None:
    session = prepared(tmp_path)
    start = session.encounter
    session.say("goblin-2 group archers")
    session.say("group goblins singly")
    session.say("begin")
    keys = tomli.loads(tomli_w.dumps(keys_of_state(session.encounter)))
    assert state_of(keys, start, session.rules) == session.encounter
    assert session.encounter.group("goblins").placed and not session.encounter.group("goblins").together


def test_a_die_of_one_of_the_group_can_be_put_right_and_the_others_stay(tmp_path: Path) -> None:
    noted = CROWD.replace("must_close = false", 'must_close = false\nfumble = "note"')
    session = asked(prepared(tmp_path, noted))
    session.say("goblins attack brann")
    while session.encounter.question is None:
        session.say("next")
    assert session.encounter.question.who == "brann"
    outcome = session.say("brann nothing")
    assert {step.mode for step in outcome.steps[1:]} == {"group"}
    before = [(roll.who, roll.what, roll.total) for _, roll in session.dice_of_last()]
    attacks = [at for at, (_, what, _) in enumerate(before) if what == "attack"]
    who, _, wrong = before[attacks[-1]]
    right = 61 if wrong != 61 else 62
    session.say(f"fix die roll {attacks[-1] + 1} {right}")
    dice = [roll for n in session.journal.done for roll in session.step(n).events if isinstance(roll, ev.Rolled)]
    again = [(roll.who, roll.what, roll.total) for roll in dice if roll.what == "attack"]
    assert again == [*(before[at] for at in attacks[:-1]), (who, "attack", right)]


def test_a_group_is_of_one_side_and_who_changes_sides_is_played_by_itself(tmp_path: Path) -> None:
    session = prepared(tmp_path)
    before = session.encounter
    one_side = "Goblin 1 is on the side raiders, and lads is a group of heroes .Brann."
    for line, why in (
        ("brann,goblin-1 group lads", one_side),
        (
            "brann group goblins",
            "Brann is on the side heroes, and goblins is a group of raiders .Goblin 1 and 11 more.",
        ),
        ("brann,goblin-1 group lads", "goblin-1 group none"),
    ):
        with pytest.raises(Refused, match=why):
            session.say(line)
    assert session.encounter == before
    session.say("goblin-3 side heroes")
    assert session.encounter["goblin-3"].group == "" and len(goblins(session)) == 11
    session.say("goblin-3 side none")
    with pytest.raises(Refused, match="Goblin 3 is on no side"):
        session.say("goblin-3 group goblins")
    session.say("goblins side heroes")
    assert len(goblins(session)) == 11, "a group that changes sides as a whole stays one"


def test_a_file_with_a_group_of_two_sides_is_told_with_its_line(tmp_path: Path) -> None:
    text = CROWD.replace('name = "Brann"\n', 'name = "Brann"\ngroup = "goblins"\n')
    with pytest.raises(InvalidFile) as caught:
        prepared(tmp_path, text)
    (diagnostic,) = caught.value.diagnostics
    line = text.splitlines().index('group = "goblins"', 10) + 1
    assert diagnostic.line == line and "Goblin 1 is on the side raiders and Brann on heroes" in diagnostic.text


def test_a_fight_saved_with_a_group_of_two_sides_loads_and_each_declares_for_its_own(tmp_path: Path) -> None:
    session = prepared(tmp_path)
    resolved = read_encounter(tmp_path / "crowd.toml", library_dirs=()).document
    resolved["combatant"][0]["group"] = "goblins"
    old = prepare(resolved)
    session = Session(old.encounter, old.rules, SeededDice(4))
    session.say("begin")
    for one in session.encounter:
        session.say(f"fix {one.id} count 11")
    session.say("next")
    question = session.encounter.question
    assert question is not None
    session.say(f"{question.who} wait")
    assert {one.profile.side for one in session.encounter if one.waiting} == {
        session.encounter[question.who].profile.side
    }


ONE_COUNT = CROWD + '[[group]]\nname = "goblins"\none_count = true\n'


@pytest.mark.parametrize("seed", range(12))
def test_a_group_of_one_count_stands_at_one_whatever_its_dice(tmp_path: Path, seed: int) -> None:
    session = prepared(tmp_path, ONE_COUNT, seed)
    session.say("begin")
    turns = {due.who: due.count for due in session.encounter.agenda if due.what == "declare"}
    assert len({turns[who] for who in goblins(session)}) == 1


def test_who_rolls_later_waits_for_the_next_turn_of_the_group_but_not_for_long(tmp_path: Path) -> None:
    session = asked(prepared(tmp_path, ONE_COUNT))
    session.say("only goblin-1 attack brann")
    for who in goblins(session)[1:]:
        session.say(f"fix {who} count 45")
    while session.encounter["goblin-1"].actions or session.encounter.question is not None:
        question = session.encounter.question
        session.say("next" if question is None else f"{question.who} {question.choices[0]}")
    turn = session.encounter.agenda.find("goblin-1", "declare")
    rolled = [
        e.at for step in session.journal for e in step.events if isinstance(e, ev.DueAdded) and e.who == "goblin-1"
    ]
    assert turn is not None and turn.count == rolled[-1]
    assert turn.count == 45 or turn.count < 35, "45 only where that is within ten counts"


def test_without_that_each_stands_where_its_own_perception_puts_it(tmp_path: Path) -> None:
    spread = 0
    for seed in range(3):
        session = prepared(tmp_path, CROWD, seed)
        session.say("begin")
        spread += len({d.count for d in session.encounter.agenda if d.what == "declare" and d.who != "brann"}) > 1
    assert spread


def test_one_count_is_a_line_too_and_goes_with_one_roll(tmp_path: Path) -> None:
    session = prepared(tmp_path)
    session.say("group goblins own-rolls")
    session.say("group goblins one-count")
    group = session.encounter.group("goblins")
    assert group.one_count and group.one_roll
    session.say("group goblins own-rolls")
    assert not session.encounter.group("goblins").one_count
    session.say("group goblins one-count")
    session.say("group goblins own-counts")
    assert session.encounter.group("goblins").one_roll and not session.encounter.group("goblins").one_count


def test_one_count_without_one_roll_is_refused_with_its_place(tmp_path: Path) -> None:
    with pytest.raises(InvalidFile) as invalid:
        prepared(tmp_path, ONE_COUNT + "one_roll = false\n")
    (mistake,) = invalid.value.diagnostics
    assert "one_count places it by its one roll; leave out one_roll = false" in mistake.text and mistake.line


PLAIN_SWORD = {"name": "Sword", "attack": 4, "damage": "1d8"}
KNIFE_SKILL = {"name": "Knife", "value": 60}
INITIATIVE_ROLLED: dict[str, Callable[[int], dict[str, object]]] = {
    "plain": lambda at: {"initiative": at % 5, "hit_points": 30, "weapon": [PLAIN_SWORD]},
    "phases": lambda at: {
        "initiative": at % 5 * 8, "skill": [KNIFE_SKILL],
        "weapon": [{"name": "Knife", "skill": "Knife", "damage": "1"}],
    },
    "hybrid": lambda at: {
        "stats": {"PAW": 8 + at % 5},
        "skill": [{"name": "Knife", "basis": ["PCA"], "rank": 1}],
        "weapon": [{"name": "Knife", "skill": "Knife", "speed": 5, "damage": 3, "type": "cutting"}],
    },
}  # fmt: skip
"""What one of a group has in each game that rolls initiative, each another bonus or speed."""


def twelve_and_five(system: str, seed: int, group: dict[str, object]) -> Session:
    """Five heroes and a group of twelve goblins whose bonuses differ, begun."""
    own = INITIATIVE_ROLLED[system]
    heroes = [{"name": f"Hero {at}", "side": "heroes", **own(at)} for at in range(1, 6)]
    foes = [{"name": f"Goblin {at}", "side": "raiders", "group": "goblins", **own(at)} for at in range(1, 13)]
    house = {"house_rules": {"must_close": False}} if system == "hybrid" else {}
    ready = prepare({"system": system, "combatant": [*heroes, *foes], "group": [{"name": "goblins", **group}], **house})
    session = Session(ready.encounter, ready.rules, SeededDice(seed))
    session.say("begin")
    return session


def in_order(session: Session) -> list[str]:
    """Who may declare, in turn."""
    return [due.who for due in in_turn(session.encounter, session.rules) if due.what == "declare"]


@pytest.mark.parametrize("system", INITIATIVE_ROLLED)
@pytest.mark.parametrize("seed", sample(range(4)))
def test_a_group_of_one_count_is_placed_by_one_roll_in_every_game_that_rolls_initiative(system: str, seed: int) -> None:
    session = twelve_and_five(system, seed, {"one_count": True, "together": False})
    rolls = [
        event
        for step in session.journal
        for event in step.events
        if isinstance(event, ev.Rolled) and event.what in session.rules.abilities.placing
    ]
    assert sum(event.by == "rolled" for event in rolls if event.who in goblins(session)) == 1, "one roll for all twelve"
    turns = {due.who: due.count for due in session.encounter.agenda if due.what == "declare"}
    assert len({turns[who] for who in goblins(session)}) == 1
    order = in_order(session)
    first = min(order.index(who) for who in goblins(session))
    assert set(order[first : first + 12]) == set(goblins(session)), "no hero comes in between"


@pytest.mark.parametrize("system", ["plain", "phases"])
def test_without_that_heroes_come_between_goblins_of_other_bonuses(system: str) -> None:
    parted = 0
    for seed in range(3):
        session = twelve_and_five(system, seed, {"together": False})
        order = in_order(session)
        first = min(order.index(who) for who in goblins(session))
        parted += set(order[first : first + 12]) != set(goblins(session))
    assert parted


@pytest.mark.parametrize("system", INITIATIVE_ROLLED)
def test_the_sheet_of_each_of_a_group_of_one_count_says_so(system: str) -> None:
    session = twelve_and_five(system, 1, {"one_count": True})
    for who, of_one_count in (("goblin-12", True), ("hero-1", False)):
        card = session.rules.display.card(session.encounter, who)
        sheet = "\n".join(words(line) for line in lay_sheet(session.encounter, card, 80, session.rules.unit))
        assert ("goblins: placed at one count" in sheet) is of_one_count


@pytest.mark.parametrize("system", sample(INITIATIVE_ROLLED))
@pytest.mark.parametrize("seed", sample(range(3)))
def test_a_group_of_twelve_declares_and_lands_in_six_keys_in_every_game_that_rolls_initiative(
    system: str, seed: int
) -> None:
    """In Hybrid the heroes are far off, so that nobody else comes in between."""
    session = twelve_and_five(system, seed, {"one_count": True})
    for at in range(1, 6) if system == "hybrid" else ():
        session.say(f"fix hero-{at} count {90 + at}")
    while session.encounter.question is None or session.encounter.question.who not in goblins(session):
        question = session.encounter.question
        session.say("next" if question is None else f"{question.who} wait")
    struck = len([e for step in session.journal for e in step.events if isinstance(e, ev.Rolled) and e.chance])
    player = Paper(session, (120, 36))
    before = player.pressed
    while player.pressed - before < 6:
        prompt = player.screen.controller.prompt
        attacks = [one for one in prompt.choices if one.path[:1] in (("attack",), ("strike",))]
        targets = [one for one in prompt.choices if one.whom.startswith("hero") and not one.refused]
        open_now = session.encounter.question
        if open_now is not None and open_now.who in goblins(session) and (targets or attacks):
            player.press((targets or attacks)[0].key)
        else:
            player.press("space" if open_now is None else "enter")
    rolls = [e for step in session.journal for e in step.events if isinstance(e, ev.Rolled) and e.chance]
    assert {e.who for e in rolls[struck:]} >= set(goblins(session)), "all twelve have struck"
