"""What a game declares it can do has its key and its line; what it lacks loses them, and why is told."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from tests.asking import answered, explained
from tests.controllers import controller_of
from tests.encounter.skirmish import happened
from tests.encounter.table import Plain, say, table
from tracker.controller.input import keys
from tracker.controller.modes import Mode
from tracker.encounter.language.parser import vocabulary
from tracker.game_api.values import Abilities, Choice, Menu
from tracker.games.plain.game import ABILITIES
from tracker.model import events as ev
from tracker.model.refusals import Refused
from tracker.model.state import Encounter
from tracker.session import Session


class Bare(Plain):
    """The plain game with nothing that a game need not have."""

    abilities = Abilities()


class Readied(Plain):
    """The plain game in which a fighter is made ready before the fight."""

    abilities = replace(ABILITIES, readying=("ready",))

    def menu(self, encounter: Encounter, who: str, path: tuple[str, ...]) -> Menu:
        if path == ("ready",):
            return Menu("How ready?", (Choice("v", "very", line=f"fix {who} guarding on"),))
        return super().menu(encounter, who, path)


def test_damage_by_hand_has_its_key_where_the_game_has_a_verb_for_it() -> None:
    controller = controller_of(table(Plain))
    keys.press(controller, "1", "1")
    keys.press(controller, "minus", "-")
    assert controller.mode is Mode.FIELD and controller.field is not None and controller.field.label == "Damage to Ann:"
    controller = controller_of(table(Bare))
    keys.press(controller, "1", "1")
    keys.press(controller, "minus", "-")
    assert controller.field is not None and controller.field.label == "Points back to Ann:", "only that is left"


def test_a_fighter_is_made_ready_before_the_fight_where_the_game_has_a_menu_for_it() -> None:
    controller = controller_of(table(Readied))
    assert controller.prompt.text.endswith("select it and choose how alert it is.")
    keys.press(controller, "1", "1")
    assert [choice.label for choice in controller.prompt.choices] == ["very"]
    keys.press(controller, "v", "v")
    assert controller.session.encounter["ann"].condition("guarding") is not None
    controller = controller_of(table(Bare))
    assert controller.prompt.text.endswith("key: select it.")
    keys.press(controller, "1", "1")
    assert controller.prompt.choices == ()


def test_orders_and_passing_are_offered_where_the_game_has_them() -> None:
    def after_a_name(fight: Session) -> tuple[str, ...]:
        return tuple(vocabulary(fight.rules).verbs)

    full, bare = table(Plain), table(Bare)
    assert "orders" in after_a_name(full) and "orders" not in after_a_name(bare)
    assert "pass" not in after_a_name(full)
    controller = controller_of(bare)
    keys.press(controller, "1", "1")
    keys.press(controller, "semicolon", ";")
    keys.press(controller, "o", "o")
    assert controller.notice.text == "This game has no standing orders."


def test_the_roll_that_places_somebody_is_told_under_why_and_no_other() -> None:
    fight = table(Plain, (15, 1))
    say(fight, "begin")
    assert explained(fight, "ann", ("count",)) == (
        "Ann, at 0: declares at 1",
        "at 0: initiative 15",
        "   = 15, so at 1",
    )
    fight = table(Bare, (15, 1))
    say(fight, "begin")
    assert explained(fight, "ann", ("count",)) == ("Ann, at 0: declares at 1",)


class Rewarding(Plain):
    """The plain game that gives experience and says how to hand it out."""

    def end_of_fight_lines(self, encounter: Encounter, who: str) -> tuple[str, ...]:
        return ("3 experience",) if encounter[who].able else ()

    def summary_footer(self, encounter: Encounter) -> tuple[str, ...]:
        return ("`ann gains 3` gives experience.",)


def test_what_an_end_brings_and_how_it_is_handed_out_are_said_by_the_game_in_the_summary() -> None:
    fight = table(Rewarding, (15, 1))
    say(fight, "begin", "bob falls")
    words = answered(fight, "summary").words
    assert words[-1] == "`ann gains 3` gives experience."
    assert "3 experience" in "".join(words[words.index("Ann (one): in") : words.index("Bob (two): down")])
    assert "experience" not in "".join(words[words.index("Bob (two): down") : -1])
    fight = table(Plain, (15, 1))
    say(fight, "begin", "bob falls")
    assert "experience" not in "".join(answered(fight, "summary").words)


def test_an_extra_modifier_has_the_word_of_the_game() -> None:
    fight = table(Bare)
    with pytest.raises(Refused, match="An extra modifier is from -40 to 40 and not 0, as in: mod -2 bad light"):
        say(fight, "mod 41 dark")


class Healing(Plain):
    """The plain game in which the clock gives points back, or only says that it does not."""

    gives: Mapping[str, int] = {"HP": 1}

    def pool_outlook(self, encounter: Encounter, who: str) -> str:
        return "HP full at 9" if self.gives else "no HP comes back here"

    def pool_trends(self, encounter: Encounter, who: str) -> Mapping[str, int]:
        return self.gives


def test_why_says_where_a_pool_goes_if_the_clock_takes_it_there_whatever_the_heading_names() -> None:
    fight = table(Healing, (15, 1))
    assert explained(fight, "ann", ("HP",))[-1] == "HP full at 9"

    class Still(Healing):
        gives: Mapping[str, int] = {}

    assert explained(table(Still, (15, 1)), "ann", ("HP",))[-1] == "unchanged in this fight"


class AtOnce(Plain):
    """The plain game in which an attack needs no `next`."""

    abilities = replace(ABILITIES, lands_at_once=True)


def test_what_takes_no_time_lands_in_the_step_that_declares_it_where_the_game_says_so() -> None:
    slow = table(Plain, [15, 1])
    say(slow, "begin", "next", "ann attack bob")
    assert slow.encounter["ann"].actions, "it wants `next` before its dice"
    quick = table(AtOnce, [15, 1, 20, 2])
    events = say(quick, "begin", "next", "ann attack bob")
    assert [event.what for event in events if isinstance(event, ev.Rolled)][2:] == ["attack", "damage"]
    assert not quick.encounter["ann"].actions and quick.encounter["bob"].pool("HP") == 8
    assert quick.encounter.question is None, "the fight stops after a landing"
    say(quick, "next")
    assert quick.encounter.question is not None and quick.encounter.question.who == "bob"
    say(quick, 'bob does "shouts" 0')
    assert not quick.encounter["bob"].actions


def test_what_a_player_rolls_is_asked_in_the_step_that_declares_it() -> None:
    fight = table(AtOnce, [1], people=(("Ann", "one", "Ana"), ("Bob", "two", "")))
    say(fight, "begin", "20", "next", "ann attack bob")
    assert fight.encounter.question is not None and fight.encounter.question.what == "attack"


def test_all_of_a_group_land_together_where_what_takes_no_time_lands_at_once() -> None:
    people = (("Ann", "one", ""), ("Rat 1", "two", ""), ("Rat 2", "two", ""))
    fight = table(AtOnce, [1, 9, 9, 2, 2], people=people)
    say(fight, "rat-1 group rats", "rat-2 group rats", "begin", "next", "rat-1 attack ann")
    assert [event.who for event in happened(fight, ev.Rolled) if event.what == "attack"] == ["rat-1", "rat-2"]


def test_what_is_due_for_another_reason_does_not_land_with_it() -> None:
    fight = table(AtOnce, [15, 1])
    say(fight, "begin", "next", 'ann does "climbs" 2', 'bob does "runs" 5', 'event 3 "Rain"', "next")
    assert fight.encounter.count == 3
    say(fight, "bob abort", "bob wait")
    assert fight.encounter["ann"].actions, "what lands now still waits for `next`"
