"""A roll says which term turned it: without that term it would have come out otherwise. Only the GM sees it."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cli.calling import call
from tests.game_master import line_of_an_ordinary_game_master, sides_standing
from tests.lanes import sample
from tests.random_play import PACKED
from tests.tui.opening import example
from tracker.dice.source import SeededDice
from tracker.game_api import parts
from tracker.game_api.dice import Dice
from tracker.game_api.values import Judgement
from tracker.games import registry
from tracker.games.hybrid.checks.success_chance import Chance
from tracker.games.phases.book.house_rules import RULED
from tracker.games.phases.checks.chances import Check
from tracker.games.toolkit.sums import Sum
from tracker.model.events import Rolled
from tracker.model.questions import Roll
from tracker.session.opening import look, session_of

OLD_FIGHTS = sorted((Path(__file__).parents[1] / "old_fights").glob("*/*.fight.toml"))
SENTENCE = re.compile(r"without the (.*) for (.*) it would have (failed|succeeded|missed|hit)")
totals = st.integers(min_value=1, max_value=130)
amounts = st.integers(min_value=-9, max_value=9).filter(bool)


def dice_of(game: str) -> Dice[Any]:
    return registry.find(game).bind({}).dice


def rolled(dice: Dice[Any], roll: Roll, total: int, what: str = "task") -> Rolled:
    """A roll as it is recorded once its dice have fallen."""
    assert roll.chance is not None
    judged = dice.judge(roll, roll.chance, total)
    return Rolled(
        who="ann",
        what=what,
        label="task",
        dice=roll.dice,
        faces=(total,),
        total=total,
        by="typed",
        chance=roll.chance,
        tier=judged.tier,
        margin=judged.margin,
        sum=roll.sum,
    )


def succeeded(dice: Dice[Any], chance: int, total: int) -> bool:
    return dice.judge(Roll("ann", "task", "task", "d100", chance), chance, total).success


def named(sentence: str, reasons: list[str]) -> int:
    """The place of the term that a sentence names."""
    match = SENTENCE.fullmatch(sentence)
    assert match is not None, sentence
    return next(at for at, reason in enumerate(reasons) if match[2].startswith(reason))


def hybrid_chance(terms: list[tuple[str, int]], leave_out: int = -1) -> Chance:
    """Three times a stat of 14, then factors, percents and shares, without the one that is left out."""
    chance = Chance(lines=["3 × PCA 14 (H-CHECK-1): 42"], exact=42)
    for at, (kind, amount) in enumerate(terms):
        reason = f"reason {at} (H-COND)"
        if at == leave_out:
            continue
        if kind == "df":
            chance.dfs([(amount, reason)])
        elif kind == "share":
            chance.times(Fraction(1, abs(amount) + 1), reason)
        else:
            chance.add(Fraction(amount * 5, 2), reason)
    return chance


@given(terms=st.lists(st.tuples(st.sampled_from(["df", "percent", "share"]), amounts), max_size=6), total=totals)
def test_in_hybrid_the_roll_comes_out_otherwise_without_the_term_that_is_named_and_else_no_term_turns_it(
    terms: list[tuple[str, int]], total: int
) -> None:
    dice, chance = dice_of("hybrid"), hybrid_chance(terms)
    sentence = dice.turning_term(rolled(dice, chance.roll("ann", "task", "task"), total))
    was = succeeded(dice, chance.percent, total)
    turns = [at for at in range(len(terms)) if succeeded(dice, hybrid_chance(terms, at).percent, total) != was]
    assert bool(sentence) == bool(turns)
    if sentence:
        assert named(sentence, [f"reason {at} " for at in range(len(terms))]) in turns
        assert sentence.endswith("failed" if was else "succeeded")


@given(steps=st.lists(st.integers(-3, 3).filter(bool), max_size=5), total=totals)
def test_in_phases_it_comes_out_otherwise_without_the_step_or_summand_that_is_named(
    steps: list[int], total: int
) -> None:
    dice = dice_of("phases")
    summands = ((50, "Pistol"), (7, "stat bonus"))

    def check(without: int = -1) -> Check:
        kept = [(step, f"reason {at}") for at, step in enumerate(steps, 1) if at != without]
        return Check(summands[:1] if without == 0 else summands, tuple(kept), rules=RULED)

    sentence = dice.turning_term(rolled(dice, check().roll("ann", "task", "task"), total))
    was = succeeded(dice, check().chance, total)
    turns = [at for at in range(len(steps) + 1) if succeeded(dice, check(at).chance, total) != was]
    assert bool(sentence) == bool(turns)
    if sentence:
        reasons = ["stat bonus (P-CHECK-1)", *(f"reason {at} (P-CHECK-3)" for at in range(1, len(steps) + 1))]
        assert named(sentence, reasons) in turns


@pytest.mark.parametrize(("game", "base", "dice_shown"), [("plain", 12, 20), ("prism", 50, 99), ("feats", 11, 18)])
@given(data=st.data())
def test_in_the_other_games_it_comes_out_otherwise_without_the_summand_that_is_named(
    game: str, base: int, dice_shown: int, data: st.DataObject
) -> None:
    dice = dice_of(game)
    terms = data.draw(st.lists(amounts, max_size=4))
    total = data.draw(st.integers(3, dice_shown))

    def number(without: int = -1) -> Sum:
        need = Sum().add(base, "base", "X-1")
        for at, amount in enumerate(terms):
            need.add(0 if at == without else amount, f"reason {at}", "X-2")
        return need

    roll = Roll("ann", "task", "task", "d20", number().total, sum=tuple(number().lines))
    sentence = dice.turning_term(rolled(dice, roll, total))
    was = succeeded(dice, number().total, total)
    turns = [at for at in range(len(terms)) if succeeded(dice, number(at).total, total) != was]
    assert bool(sentence) == bool(turns)
    if sentence:
        assert named(sentence, [f"reason {at} (X-2)" for at in range(len(terms))]) in turns


def test_of_several_terms_the_one_that_changes_most_is_named_and_a_rank_only_where_no_other_turned_it() -> None:
    dice = dice_of("hybrid")
    chance = Chance().add(40, "start").add(20, "Sword rank 5 (H-SKILL-2)")
    chance.dfs([(-3, "light 50% off (H-COND)"), (-2, "fog")])
    chance.lines[0] = "3 × PCA (H-CHECK-1): 40"
    assert chance.percent == 35
    attack = rolled(dice, chance.roll("ann", "attack", "sword"), 44, "attack")
    assert dice.turning_term(attack) == "without the −15 for light 50% off (H-COND) it would have hit"
    made = rolled(dice, chance.roll("ann", "attack", "sword"), 30, "attack")
    assert dice.turning_term(made) == "without the +20 for Sword rank 5 (H-SKILL-2) it would have missed"


def test_a_share_of_the_chance_turns_a_roll() -> None:
    dice = dice_of("hybrid")
    rushed = hybrid_chance([("df", -2), ("share", 1)])
    assert rushed.percent == 16
    sentence = "without the × 1/2 for reason 1 (H-COND) it would have succeeded"
    assert dice.turning_term(rolled(dice, rushed.roll("ann", "task", "task"), 25)) == sentence


def test_a_modifier_of_the_game_master_turns_a_roll_like_any_other() -> None:
    dice = dice_of("hybrid")
    roll = dice.with_modifier(hybrid_chance([]).roll("ann", "task", "task"), -2, "bad light")
    assert dice.turning_term(rolled(dice, roll, 40)) == "without the −10 for bad light it would have succeeded"


def test_lines_that_do_not_add_up_to_what_was_rolled_against_say_nothing() -> None:
    dice = dice_of("hybrid")
    roll = Roll("ann", "task", "task", "d100!", 20, sum=("3 × PST 10 (H-CHECK-1): 30", "dark: −15"))
    assert dice.turning_term(rolled(dice, roll, 30)) == ""


def test_a_roll_without_a_chance_and_a_dodge_that_must_be_above_a_result_say_nothing() -> None:
    dice = dice_of("prism")
    need = Sum().add(30, "Dodge").add(-10, "the scene")
    dodge = rolled(dice, Roll("ann", "dodge", "dodge", "d100", need.total, sum=tuple(need.lines)), 25, "dodge")
    assert dice.turning_term(dodge) == ""
    damage = Rolled(who="ann", what="damage", label="d", dice="1d6", faces=(3,), total=3, by="rolled")
    assert dice.turning_term(damage) == ""


def test_rolls_of_old_fights_say_it_in_every_game_that_has_such_terms() -> None:
    telling = ("ambush", "phases-ambush", "plain-skirmish")
    for name in telling:
        path = next(path for path in OLD_FIGHTS if path.name == f"{name}.fight.toml" and "0.3.0" in str(path))
        session = session_of(look(path), SeededDice(1))
        events = (event for n in session.journal.done for event in session.step(n).events)
        assert any(session.rules.dice.turning_term(event) for event in events if isinstance(event, Rolled)), name


def test_the_game_masters_pages_say_it_and_those_of_the_players_do_not(tmp_path: Path) -> None:
    fight = tmp_path / "ambush.fight.toml"
    old = next(path for path in OLD_FIGHTS if path.name == "ambush.fight.toml" and "0.3.0" in str(path))
    fight.write_bytes(old.read_bytes())
    for form in ("markdown", "html"):
        told = call("log", fight, "--format", form).out
        assert "it would have succeeded" in told or "it would have hit" in told
    for form in ("text", "markdown", "html", "json", "csv"):
        assert "it would have" not in call("log", fight, "--format", form, "--for", "players").out, form
    assert "it would have" not in call("log", fight, "--recap").out


def test_the_rooms_of_the_players_do_not_know_of_it() -> None:
    rooms = ("encounter/player_view", "player_screen", "web")
    package = Path(__file__).parents[2] / "tracker"
    for room in rooms:
        for file in (package / room).rglob("*.*"):
            if file.suffix in (".py", ".js", ".css"):
                assert "turning_term" not in file.read_text(encoding="utf-8"), file


def test_nothing_is_said_by_a_game_that_judges_by_data_of_the_roll() -> None:
    class ByData(parts.Dice[object]):
        def judge(self, roll: Roll, chance: int, total: int) -> Judgement:
            return Judgement(roll.data["tier"], 1.0, total - chance, True)

    event = Rolled(who="ann", what="task", label="task", dice="1d20", faces=(9,), total=9, by="rolled", chance=7,
                   tier="made", margin=2, sum=("skill +9", "dark −2"))  # fmt: skip
    assert ByData(None).turning_term(event) == ""


@pytest.mark.parametrize("name", sample(PACKED, 2))
def test_a_game_in_one_file_says_it_of_its_rolls_and_never_fails(name: str) -> None:
    session = example(name)
    for _ in range(60):
        if session.encounter.question is None and session.encounter.began and len(sides_standing(session)) < 2:
            break
        session.say(line_of_an_ordinary_game_master(session))
    for n in session.journal.done:
        for event in session.step(n).events:
            if isinstance(event, Rolled) and (sentence := session.rules.dice.turning_term(event)):
                assert SENTENCE.fullmatch(sentence), sentence
