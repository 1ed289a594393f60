"""What a roll means is the game's to say: odds in its words, modifiers on its own scale, a d100 from 00 to 99."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.asking import explained
from tests.encounter.skirmish import happened, skirmish
from tests.encounter.table import Timed, say, table, told
from tracker.dice.notation import NotationError, read
from tracker.dice.roll import roll
from tracker.dice.source import ScriptedDice
from tracker.dice.typed_faces import typed
from tracker.encounter.engine.dice_requests import roll_data, roll_from
from tracker.encounter.engine.step import StepBuilder
from tracker.game_api.rules import Rules
from tracker.game_api.values import ModifierScale
from tracker.games import registry
from tracker.games.plain.sheet import Options
from tracker.games.toolkit import d20
from tracker.model.events import Rolled
from tracker.model.questions import Roll, Task
from tracker.model.refusals import Refused
from tracker.session import Session

LEVELS = {1: 125, 0: 100, -1: 75, -2: 50}


class Targets(d20.Dice[Options]):
    """The plain game's die with its number in other words, and levels that multiply it."""

    def odds(self, roll: Roll) -> str:
        return "" if roll.chance is None else f"{roll.chance} at least"

    def with_modifier(self, roll: Roll, amount: int, why: str) -> Roll:
        if roll.what != "attack":
            return roll
        chance = (roll.chance or 0) * LEVELS[amount] // 100
        return replace(roll, chance=chance, sum=(*roll.sum, f"{why}: × {LEVELS[amount] / 100:g}"))


def with_dice(kind: type[Targets], *dice: int, player: str = "") -> Session:
    """The skirmish with such dice."""
    fight = skirmish(*dice, player=player)
    assert isinstance(fight.rules, Rules)
    abilities = replace(fight.rules.abilities, modifier=ModifierScale("level", -2, 1))
    fight.rules = replace(fight.rules, dice=kind(Options()), abilities=abilities)
    return fight


def test_dice_are_asked_for_with_the_odds_in_the_words_of_the_game() -> None:
    fight = with_dice(Targets, 1, player="Ana")
    say(fight, "begin")
    assert fight.encounter.question is not None and fight.encounter.question.text == "Ann: initiative, 1d20"
    say(fight, "15", "next", "ann attack bob", "next")
    assert fight.encounter.question is not None
    assert fight.encounter.question.text == "Ann: attack Bob 8 at least, 1d20"
    assert "chance 8 at least" in explained(fight, "ann", ())
    say(fight, "19")
    assert any(line.startswith("chance 8 at least, rolled 19") for line in explained(fight, "ann", ("tier",)))


def test_a_modifier_is_called_and_bounded_and_reckoned_as_the_game_has_it() -> None:
    fight = with_dice(Targets, 15, 1, 9, 2)
    say(fight, "begin", "next", "level -1 dark", "ann level 1 aimed")
    assert [modifier.why for modifier in fight.encounter.modifiers] == ["dark", "aimed"]
    with pytest.raises(Refused, match=r"from -2 to 1 and not 0, as in: level -2 bad light"):
        say(fight, "level 2 help")
    with pytest.raises(Refused, match='no combatant "df"'):
        say(fight, "df -2 dark")
    events = say(fight, "ann attack bob", "next")
    assert fight.encounter.modifiers == ()
    assert "Ann attack Bob 14 (9 +5) against 12: hit" in told(fight, events)
    assert any("dark: × 0.75" in event.sum for event in events if hasattr(event, "sum"))


def test_a_roll_the_game_leaves_as_it_is_uses_no_modifier_up() -> None:
    class Stubborn(Targets):
        def with_modifier(self, roll: Roll, amount: int, why: str) -> Roll:
            return roll

    fight = with_dice(Stubborn, 15, 1, 9, 4)
    say(fight, "begin", "next", "level -1 dark", "ann attack bob", "next")
    assert [modifier.why for modifier in fight.encounter.modifiers] == ["dark"]


def test_what_a_judgement_must_know_of_the_other_side_is_kept_while_dice_are_asked_for() -> None:
    """The answer to an attack in Prism must lie above the attack's result and under its own number (S-OPP-3)."""
    rules = registry.find("prism").bind({})
    kept = Roll("ann", "dodge", "dodge", "d00", 50, data={"above": 12})
    assert roll_from(roll_data(kept)) == kept
    assert "data" not in roll_data(Roll("ann", "dodge", "dodge", "d00", 50))
    judged = [rules.dice.judge(roll_from(roll_data(kept)), 50, total).success for total in (12, 13, 49, 50)]
    assert judged == [False, True, True, False]


def test_a_d00_falls_from_0_to_99_and_its_00_is_nothing() -> None:
    dice = read("d00")
    assert [roll(dice, ScriptedDice([face])) for face in (100, 1, 99)] == [(0,), (1,), (99,)]
    assert [typed(dice, text) for text in ("00", "7", "99", "=42")] == [(0,), (7,), (99,), (42,)]
    assert int(dice.total((0,))) == 0
    with pytest.raises(NotationError, match="0 alone is not on a d00"):
        typed(dice, "0")
    with pytest.raises(NotationError, match="100 is not on a d00: 0 to 99"):
        typed(dice, "100")
    assert roll(read("d100"), ScriptedDice([100])) == (100,) == typed(read("d100"), "00")


def test_a_sum_that_cannot_be_faces_is_taken_for_the_sum() -> None:
    assert sum(typed(read("3d6"), "12")) == 12 and len(typed(read("3d6"), "12")) == 3
    assert typed(read("3d6"), "345") == (3, 4, 5)
    assert typed(read("2d6"), "12") == (1, 2)
    with pytest.raises(NotationError, match="19 is not possible with 3d6: the dice give 3 to 18"):
        typed(read("3d6"), "19")
    with pytest.raises(NotationError, match="does not give 3 faces"):
        typed(read("3d6"), "4")


class Exploding(Timed):
    """The timed game in which initiative is a die that opens, at most twice."""

    abilities = replace(Timed.abilities, again=2)
    thrown = "1d6!"

    def resume(self, draft: StepBuilder, task: Task) -> None:
        if task.stage == "initiative":
            draft.roll(Roll(task.data["who"], "initiative", "initiative", self.thrown), Task("placed", task.data))
        else:
            super().resume(draft, task)


def test_a_typed_die_that_opens_is_asked_for_again_until_it_no_longer_does_or_may() -> None:
    fight = table(Exploding, (3,), (("Ann", "one", "Ada"), ("Bob", "two", "")))
    say(fight, "begin", "6")
    assert fight.encounter.question is not None
    assert fight.encounter.question.text == "Ann: initiative, 1d6, rolled again and added"
    say(fight, "6", "6")
    assert fight.encounter.question is None, "twice is the most"
    assert [due.count for due in fight.encounter.agenda.of("ann")] == [18]
    fight = table(Exploding, (3, 5), (("Ann", "one", "Ada"), ("Bob", "two", "")))
    say(fight, "begin", "6", "roll")
    assert [due.count for due in fight.encounter.agenda.of("ann")] == [9], "the program rolls on"


def test_of_several_dice_that_open_the_program_rolls_what_falls_behind() -> None:
    class Two(Exploding):
        thrown = "2d6!"

    fight = table(Two, (4, 1, 1, 2), (("Ann", "one", "Ada"), ("Bob", "two", "")))
    say(fight, "begin", "36")
    (rolled, *_) = happened(fight, Rolled)
    assert rolled.who == "ann" and rolled.faces[:2] == (3, 6) and len(rolled.faces) == 3


def test_what_a_game_masters_own_condition_weighs_is_in_the_odds_that_are_asked() -> None:
    class Shown(d20.Dice[Options]):
        def with_modifier(self, roll: Roll, amount: int, why: str) -> Roll:
            return replace(roll, chance=(roll.chance or 0) - amount, sum=(*roll.sum, why))

        def odds(self, roll: Roll) -> str:
            return f"{roll.shown if roll.shown is not None else roll.chance}"

    class Hinted(Timed):
        """The timed game whose players are shown another number than the one that is reckoned with."""

        def resume(self, draft: StepBuilder, task: Task) -> None:
            if task.stage == "initiative":
                asked = Roll(task.data["who"], "initiative", "initiative", "1d6", 3, shown=4)
                draft.roll(asked, Task("placed", task.data))
            else:
                super().resume(draft, task)

        def odds(self, roll: Roll) -> str:
            return Shown(Options()).odds(roll)

        def with_modifier(self, roll: Roll, amount: int, why: str) -> Roll:
            return Shown(Options()).with_modifier(roll, amount, why)

    fight = table(Hinted, (3, 3), (("Ann", "one", "Ada"), ("Bob", "two", "")))
    say(fight, "ann is dazed -2", "begin")
    assert fight.encounter.question is not None
    assert fight.encounter.question.text == "Ann: initiative 6, 1d6", "4, and 2 more"


@pytest.mark.parametrize(
    ("label", "dice", "text"),
    [
        ("aim at Guard 2", "1d20", "Ann: aim at Guard 2, 3 left, 1d20"),
        ("aim", "1d20", "Ann: aim 3 left, 1d20"),
        ("aim", "2d6-1", "Ann: aim 3 left, 2d6−1"),
        ("aim", "1d6", "Ann: aim, TN 3, 4 %, 1d6"),
    ],
)
def test_dice_are_asked_for_with_odds_that_stand_apart_from_a_name_and_a_true_minus(
    label: str, dice: str, text: str
) -> None:
    class Aimed(Timed):
        def resume(self, draft: StepBuilder, task: Task) -> None:
            asked = Roll(task.data["who"], "initiative", label, dice, 3)
            draft.roll(asked, Task("placed", task.data))

        def odds(self, roll: Roll) -> str:
            return "TN 3, 4 %" if dice == "1d6" else f"{roll.chance} left"

    fight = table(Aimed, (3, 3), (("Ann", "one", "Ada"), ("Bob", "two", "")))
    say(fight, "begin")
    assert fight.encounter.question is not None and fight.encounter.question.text == text


def test_a_modifier_is_refused_while_a_roll_is_asked_for_that_it_cannot_change() -> None:
    fight = skirmish(1, player="Ana")
    say(fight, "begin")
    for line in ("mod -2 dark", "ann mod -2 dark"):
        with pytest.raises(
            Refused, match=r"`mod` does not change the roll asked for now \(Ann: initiative\); it changes"
        ):
            say(fight, line)
    say(fight, "bob mod -1 dazzled")
    assert [one.who for one in fight.encounter.modifiers] == ["bob"], "it waits for a roll of his"
    say(fight, "15", "next", "ann attack bob", "next", "mod 2 high ground")
    assert "Ann attack Bob 15 (9 +6) against 12: hit" in told(fight, say(fight, "9"))
    with pytest.raises(Refused, match=r"\(Ann: .* damage\)"):
        say(fight, "mod -2 dark")
