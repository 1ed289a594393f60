"""The words of a forecast: words first, the policy beside every number, and no certainty that is not there."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from tests.odds.fights import SAVES, ending, example, setup_of
from tracker.clock.spans import WHOLE
from tracker.odds.blocks import bar, blocks, columns, page
from tracker.odds.policies import HEROES, changes, defences, forecast_side, policies, usual_texts
from tracker.odds.result import (
    Fighter,
    Helped,
    Odds,
    Row,
    difficulty,
    headline,
    helped_text,
    how_long,
    over_text,
    percent,
    what_if,
)
from tracker.odds.tally import Paired, Tally, likely_helps, tally_of, wilson
from tracker.text.cells import width

WON, LOST = ending(winner="heroes"), ending(winner="raiders")
FIGHTERS = (Fighter("ann", "Ann", "heroes", True), Fighter("bo", "Bo", "raiders", True))


def odds(*wins: int, fights: int = 1_000) -> Odds:
    """A forecast of so many fights by each policy, with so many won."""
    rows = tuple(Row(f"way {n}", tally_of([WON] * won + [LOST] * (fights - won))) for n, won in enumerate(wins))
    return Odds("Bridge", "from the start", "1", "heroes", FIGHTERS, rows)


@pytest.mark.parametrize(
    ("wins", "line"),
    [
        ((800, 650), "heroes ahead · 65–80 %"),
        ((350, 800), "heroes ahead or behind · 35–80 %"),
        ((100, 300), "heroes behind · 10–30 %"),
        ((480, 520), "an even fight · heroes 48–52 %"),
        ((1_000,), "heroes ahead · 100 %"),
        ((1,), "heroes behind · <1 %"),
        ((), "nothing played yet"),
    ],
)
def test_the_headline_has_the_word_before_the_range(wins: tuple[int, ...], line: str) -> None:
    assert headline(odds(*wins)) == line


@pytest.mark.parametrize(
    ("wins", "word"),
    [
        ((990,), "Walkover"),
        ((750, 760), "Easy"),
        ((500, 480), "Even"),
        ((200,), "Hard"),
        ((20,), "Slaughter"),
        ((740, 600), "Easy?"),
        ((350, 800), "Even??"),
    ],
)
def test_the_difficulty_says_how_sure_it_is(wins: tuple[int, ...], word: str) -> None:
    assert difficulty(odds(*wins)) == word
    assert difficulty(odds()) == ""


def test_where_the_policies_disagree_the_best_of_them_is_named() -> None:
    assert str(odds(350, 800)).splitlines()[1] == 'heroes ahead by "way 1": 35 to 80 % by how everybody fights'
    assert str(odds(800, 700)).splitlines()[1] == "heroes ahead: 70 to 80 % by how everybody fights"
    assert str(odds(800)).splitlines()[1] == "heroes ahead: 80 %"
    assert str(odds(480, 520)).splitlines()[1] == "an even fight: heroes 48 to 52 % by how everybody fights"


@pytest.mark.parametrize(("share", "text"), [(0.0, "0"), (0.001, "<1"), (0.5, "50"), (0.999, ">99"), (1.0, "100")])
def test_only_never_is_0_and_only_always_is_100(share: float, text: str) -> None:
    assert percent(share) == text


@pytest.mark.parametrize(
    ("before", "after", "text"),
    [
        (142, 152, "no clear change · 71 → 76 %"),
        (142, 170, "heroes better off · 71 → 85 %"),
        (142, 100, "heroes worse off · 71 → 50 %"),
        (200, 200, "no clear change · 100 → 100 %"),
    ],
)
def test_a_choice_makes_a_side_better_off_only_where_chance_cannot_have_done_it(
    before: int, after: int, text: str
) -> None:
    assert what_if("heroes", wilson(before, 200), wilson(after, 200)) == text


@pytest.mark.parametrize("cells", [60, 80, 120])
def test_a_forecast_is_broken_between_its_parts_where_the_terminal_is_narrow(cells: int) -> None:
    long = replace(odds(350, 800), title="The long way over the bridge to the mill", seed="1")
    rows = tuple(replace(row, policy=f"own orders, else attack again, parry {n}") for n, row in enumerate(long.rows))
    told = page(replace(long, rows=rows), cells)
    assert all(width(line) <= cells for line in told if " by " not in line)
    chances = [line for line in told if line.startswith("  own orders")]
    assert [line.split(" (")[0].split("  ")[-1] for line in chances] == ["35 %", "80 %"]
    assert sum("over at " in line for line in told) == sum("Ann falls" in line for line in told) == 2


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (31, "31 s"),
        (120, "120 s"),
        (121, "2 min 1 s"),
        (240, "4 min"),
        (599, "9 min 59 s"),
        (600, "10 min"),
        (1_640, "27 min"),
        (3_599, "1 h"),
        (19_638, "5 h 27 min"),
    ],
)
def test_how_long_a_fight_lasts_is_told_in_minutes_and_hours_above_two_minutes(seconds: int, text: str) -> None:
    assert how_long(WHOLE, seconds) == text


def test_the_row_and_its_histogram_tell_a_long_fight_in_minutes_and_hours() -> None:
    short, long = tally_of([ending(count=90)] * 9), tally_of([ending(count=90), *[ending(count=19_638)] * 9])
    assert over_text(short, WHOLE) == "over at 90 s (90–90)"
    assert over_text(long, WHOLE) == "over after 5 h 27 min (90 s to 5 h 27 min)"
    told = page(Odds("Bridge", "from the start", "1", "heroes", FIGHTERS, (Row("way", long),)))
    assert any("over after 5 h 27 min" in line for line in told)
    assert any(line.startswith("  over  90 s ") and line.endswith(" 5 h 27 min") for line in told)
    assert "19638" not in "".join(told)


def test_only_what_is_likely_to_help_is_told() -> None:
    told = helped_text((Helped("one goblin fewer", Paired(200, 30, 4), True), Helped("Ann: dodge", Paired(200, 9, 8))))
    assert told.startswith("what would likely help most:  one goblin fewer +13 (") and "Ann" not in told
    assert helped_text((Helped("x", Paired(9, 1, 0)),)) == "what would likely help most:  nothing that was tried"


def test_the_more_is_tried_the_surer_must_each_be() -> None:
    alone = Paired(60, 10, 2)
    assert alone.by_chance == pytest.approx(79 / 4096)
    assert likely_helps([alone]) == (True,)
    assert likely_helps([alone, Paired(60, 5, 5)]) == (False, False), "0.019 is above half of 0.025"
    assert likely_helps([Paired(60, 20, 1), alone]) == (True, True), "the first has passed, so one is left to hold"
    assert likely_helps([Paired(60, 5, 5), alone, Paired(60, 20, 1)]) == (False, False, True)


def test_changes_that_do_nothing_are_named_in_few_forecasts() -> None:
    dice, named = random.Random(7), 0
    for _ in range(1_000):
        tried = []
        for _ in range(12):
            gained = sum(dice.random() < 0.5 for _ in range(20))
            tried.append(Paired(60, gained, 20 - gained))
        named += any(likely_helps(tried))
    assert named <= 25


def test_what_no_orders_answer_and_what_is_undecided_is_told() -> None:
    tally = Tally(10, {"heroes": 8}, {"undecided": 2}, {"fumble": 5}, {9: 8}, (2, 8), ({}, {}))
    text = str(Odds("Bridge", "from the start", "1", "heroes", FIGHTERS, (Row("way", tally),)))
    assert "undecided 20 %" in text and "no orders cover fumble (in 50 % of the fights)" in text


@pytest.mark.parametrize(("share", "full"), [(0.0, 0), (0.001, 1), (0.5, 10), (0.999, 19), (1.0, 20)])
def test_a_bar_is_empty_only_for_none_and_full_only_for_all(share: float, full: int) -> None:
    assert bar(share).count("█") == full and len(bar(share)) == 20


def test_blocks_leave_a_blank_only_for_none() -> None:
    assert blocks([0, 1, 100]) == " ▁█" and blocks([]) == ""
    assert columns({10: 3, 12: 1}) == (10, 12, [3, 0, 1]) and columns({}) == (0, 0, [])
    assert sum(columns(dict.fromkeys(range(500), 1))[2]) == 500


@pytest.mark.parametrize("name", ["duel", "feats-rooftops", "phases-ambush", "plain-skirmish", "prism-corridor"])
def test_the_three_policies_are_orders_of_every_game_and_everybody_keeps_its_retreat(name: str) -> None:
    prepared = example(name)
    words = prepared.rules.abilities.orders
    assert words is not None
    told = policies(prepared.encounter, words)
    assert tuple(policy.text for policy in told)[-3:] == usual_texts(words)
    assert all(fighter.orders.does for policy in told for fighter in policy.encounter)
    assert all(word.split()[0] in words.answers[1:] for word in defences(words))


def test_everybody_keeps_weapon_and_retreat_and_its_own_orders_come_first() -> None:
    prepared = example("goblin-warren")
    own, again, *_ = policies(prepared.encounter, prepared.rules.abilities.orders)
    assert own.text == "own orders, else attack again, parry"
    assert own.encounter["sela"].orders.text == "attack weakest with Long Bow, nothing"
    assert own.encounter["brann"].orders.text == "attack again, parry above 40"
    assert again.encounter["sela"].orders.text == "attack again with Long Bow, parry"
    assert again.encounter["wat"].orders.retreats == prepared.encounter["wat"].orders.retreats


def test_the_side_of_the_players_is_told_else_the_heroes_else_the_first() -> None:
    assert forecast_side(example("phases-ambush").encounter) == "travellers"
    assert forecast_side(example("goblin-warren").encounter) == HEROES


def test_what_could_be_otherwise_leaves_one_foe_and_changes_one_thing() -> None:
    setup = setup_of(example("plain-skirmish"))
    changed = {change.text: change.encounter for change in changes(setup.policies[0].encounter, "heroes", setup.rules)}
    assert {"one Goblin fewer", "without Wolf", "heroes attack the weakest foe"} <= set(changed)
    assert [fighter.id for fighter in changed["one Goblin fewer"]] == ["ann", "bert", "goblin-1", "wolf"]
    assert [fighter.profile.seat for fighter in changed["one Goblin fewer"]] == [0, 1, 2, 3]
    assert SAVES.is_dir()
