"""The order of one count, and what a moment may come to: batches, holding, passing, no time at all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from tests.encounter.table import Plain, say, table, told
from tracker.clock.agenda import Due
from tracker.encounter.engine.declarations import declare, may_declare_at
from tracker.encounter.engine.step import StepBuilder
from tracker.game_api.sheets import CombatantSheet
from tracker.game_api.values import Abilities
from tracker.model import events as ev
from tracker.model.combatant import Action
from tracker.model.commands import Do
from tracker.model.questions import Ask, Roll, Task
from tracker.model.refusals import Refused
from tracker.model.state import Encounter, Rank
from tracker.session import Session


class Together(Plain):
    """The plain game in which everything declared on a count is carried out together, after all have declared."""

    abilities = Abilities(shortest=0, passes=True)

    def begin(self, draft: StepBuilder) -> None:
        for combatant in draft.encounter:
            may_declare_at(draft, combatant.id, 1)

    def schedule_next_turn(self, draft: StepBuilder, who: str, why: str) -> None:
        may_declare_at(draft, who, draft.encounter.count + 3)

    def decide(self, draft: StepBuilder, command: Do) -> None:
        target = draft[command.words[0]]
        action = Action(0, "hit", target=target.id, label=f"hit {target.name}")
        declare(draft, command.who, action, Rank.RESOLUTION)

    def on_due(self, draft: StepBuilder, entries: Sequence[Due]) -> None:
        draft.note(f"together: {', '.join(due.who for due in entries)}")
        super().on_due(draft, entries)

    def start_wait(self, draft: StepBuilder, who: str) -> bool:
        may_declare_at(draft, who, draft.encounter.count + 1, "holds")
        return False

    def pass_turn(self, draft: StepBuilder, who: str) -> None:
        may_declare_at(draft, who, draft.encounter.count + 3, "passed")


THREE = (("Ann", "one", ""), ("Bob", "two", ""), ("Cid", "two", ""))


def asked(fight: Session) -> str:
    question = fight.encounter.question
    return "" if question is None else f"{question.who} {question.ask.value}"


def test_what_is_declared_on_a_count_waits_until_all_of_it_have_declared() -> None:
    fight = table(Together, [2, 2], THREE)
    say(fight, "begin", "next", "ann attack bob")
    assert asked(fight) == "bob declare"
    say(fight, "bob attack ann", "cid pass")
    assert asked(fight) == ""
    assert [(due.count, due.rank) for due in fight.encounter.agenda] == [(1, 6), (1, 6), (4, 5)]
    events = say(fight, "next")
    assert "together: ann, bob" in told(fight, events)
    assert fight.encounter.count == 1
    assert {(due.who, due.count) for due in fight.encounter.agenda} == {("ann", 4), ("bob", 4), ("cid", 4)}


def test_next_stops_after_the_batch_and_does_not_run_on_to_the_next_question() -> None:
    class Quick(Together):
        def on_due(self, draft: StepBuilder, entries: Sequence[Due]) -> None:
            for due in entries:
                action = draft[due.who].action(int(due.ref))
                assert action is not None
                self._over(draft, due.who, action)

    fight = table(Quick, (), THREE)
    say(fight, "begin", "next", "ann attack bob", "bob pass", "cid pass", "next")
    assert (asked(fight), fight.encounter.count) == ("", 1)
    say(fight, "next")
    assert (asked(fight), fight.encounter.count) == ("ann declare", 4)


def test_to_wait_is_to_hold_where_the_game_says_so_and_nobody_lies_in_wait() -> None:
    fight = table(Together, (), THREE)
    say(fight, "begin", "next", "ann wait")
    assert not fight.encounter["ann"].waiting
    assert [due.count for due in fight.encounter.agenda.of("ann")] == [2]
    assert asked(fight) == "bob declare"


def test_passing_is_refused_in_a_game_without_it() -> None:
    fight = table(Plain, [3, 1])
    say(fight, "begin", "next")
    with pytest.raises(Refused, match="Ann cannot pass in this game; `ann wait` lets it act later"):
        say(fight, "ann pass")


def test_an_action_in_words_may_take_no_time_where_the_game_says_so() -> None:
    fight = table(Together, (), THREE)
    say(fight, "begin", "next", 'ann does "shouts" 0', "bob pass", "cid pass")
    events = say(fight, "next")
    assert not fight.encounter["ann"].actions and fight.encounter.count in (1, 4) and events

    class Slow(Plain):
        abilities = Abilities()

    other = table(Slow, [3, 1])
    say(other, "begin", "next")
    with pytest.raises(Refused, match="An action takes 1 to"):
        say(other, 'ann does "shouts" 0')


class Scene(Plain):
    """A scene without declarations: everybody runs, and rolls for it by the clock; a point goes each count besides."""

    def begin(self, draft: StepBuilder) -> None:
        draft.emit(ev.DueAdded(who="ann", what="run", at=15, rank=Rank.EFFECT))
        draft.emit(ev.DueAdded(who="ann", what="tire", at=4, rank=Rank.EFFECT))

    def on_due(self, draft: StepBuilder, entries: Sequence[Due]) -> None:
        (due,) = entries
        draft.note(due.what)
        draft.emit(ev.DueAdded(who="ann", what=due.what, at=due.count + 15, rank=Rank.EFFECT))

    def next_stops_at(self, encounter: Encounter, due: Due) -> bool:
        return due.what == "run"


def test_next_goes_on_to_what_the_clock_brings_when_the_game_wants_it_and_stops_there() -> None:
    fight = table(Scene)
    say(fight, "begin")
    assert told(fight, say(fight, "next")) == ["tire", "run"]
    assert fight.encounter.count == 15
    assert told(fight, say(fight, "next")) == ["tire", "run"]
    assert fight.encounter.count == 30


def test_without_it_next_is_refused_when_only_the_clock_goes_on() -> None:
    class Quiet(Scene):
        def next_stops_at(self, encounter: Encounter, due: Due) -> bool:
            return False

    fight = table(Quiet)
    say(fight, "begin")
    with pytest.raises(Refused, match="Nothing is due"):
        say(fight, "next")


class Deep(Plain):
    """The plain game in which hit points go down to half below nothing."""

    def read_sheet(self, entry: Mapping[str, Any]) -> CombatantSheet[object]:
        read = super().read_sheet(entry)
        return replace(read, pools=tuple(replace(pool, least=-5) for pool in read.pools))

    def apply_consequences(self, draft: StepBuilder, who: str, what: str) -> None:
        """Nobody goes down."""


def test_a_pool_may_go_below_nothing_as_far_as_the_game_counts() -> None:
    fight = table(Deep)
    say(fight, "begin") if fight.encounter.began else say(fight, "fix ann HP =-5")
    assert fight.encounter["ann"].pool("HP") == -5
    with pytest.raises(Refused, match="Ann's HP goes from -5 to 10; -6 is not possible"):
        say(fight, "fix ann HP =-6")
    other = table(Plain)
    with pytest.raises(Refused, match="goes from 0 to 10"):
        say(other, "fix ann HP =-1")


class Aimed(Plain):
    """The plain game in which declaring takes a roll of its own."""

    def begin(self, draft: StepBuilder) -> None:
        for combatant in draft.encounter:
            may_declare_at(draft, combatant.id, 1)

    def decide(self, draft: StepBuilder, command: Do) -> None:
        declare(draft, command.who, Action(0, "attack", target=command.words[0], label="attack"), Rank.RESOLUTION)
        draft.roll(Roll(command.who, "aim", "aim", "1d6"), Task("aimed", {"who": command.who, "action": 0}))


def test_after_a_declaration_that_takes_a_typed_die_the_others_of_the_count_are_asked_at_once() -> None:
    fight = table(Aimed, (), (("Ann", "one", "Ana"), ("Bob", "two", "")))
    say(fight, "begin", "next", "ann attack bob")
    assert asked(fight) == "ann dice"
    say(fight, "3")
    assert asked(fight) == f"bob {Ask.DECLARE.value}"


class Reversed(Plain):
    """The plain game in which the clock asks something of everybody at once, the last seat first."""

    def begin(self, draft: StepBuilder) -> None:
        for combatant in draft.encounter:
            draft.emit(ev.DueAdded(who=combatant.id, what="tick", at=5, rank=Rank.EFFECT))

    def on_due(self, draft: StepBuilder, entries: Sequence[Due]) -> None:
        draft.note(f"tick of {entries[0].who}")

    def effect_order(self, encounter: Encounter, due: Due) -> tuple[float, ...]:
        return (-encounter[due.who].profile.seat,)


def test_what_the_clock_brings_on_one_count_comes_in_the_order_of_the_game() -> None:
    fight = table(Reversed, [], THREE)
    events = say(fight, "begin", "to 5")
    assert [line for line in told(fight, events) if "tick" in line] == ["tick of cid", "tick of bob", "tick of ann"]
