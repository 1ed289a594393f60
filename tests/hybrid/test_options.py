"""The options of an action as they are typed: each refused on one side of its bound and carried out on the other."""

from __future__ import annotations

from typing import Any

import pytest

from tests.hybrid.kit import ANNA, GRUK, KNIFE, SEER, duel, refused, rolls
from tests.hybrid.table import Table
from tracker.games.hybrid.modifiers import option_parser

QUICK = {**ANNA, "weapon": [{**KNIFE, "length": 1.0}]}
"""Her knife takes her 1 count: its speed of 4, less 4 for her rank."""


def options(line: str, anna: dict[str, Any] = ANNA) -> tuple[str, ...]:
    """The options of Anna's attack as it is kept."""
    table = duel(anna)
    table.say(f"anna attack gruk {line}")
    return table.now["anna"].actions[0].options


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("called", "Name the place to aim at: called head"),
        ("called left", '"left" is no place to aim at'),
        ("called nose", '"nose" is no place to aim at'),
        ("called left head", "There is no left head."),
        ("called upper arm", "A called upper arm has no DF of its own: name one, as in called upper arm df -10."),
        ("called head called leg", "`called` can be written once for an action."),
        ("df", "Give the DF and its reason, from -40 to 40"),
        ("df bad light", "Give the DF and its reason, from -40 to 40"),
        ("df 41 luck", "Give the DF and its reason, from -40 to 40"),
        ("df -41 luck", "Give the DF and its reason, from -40 to 40"),
        ("df 100 luck", "Give the DF and its reason, from -40 to 40"),
        ("speed", "Give the speed points to spend: speed 2"),
        ("speed two", "Give the speed points to spend: speed 2"),
        ("speed 0", "Give the speed points to spend: speed 2"),
        ("speed 1001", "Give the speed points to spend: speed 2"),
        ("speed 1000", "Anna cannot use 1000 speed points here"),
        ("speed 1 speed 1", "`speed` can be written once for an action."),
        ("rush", "Give the counts, or the part of the time: rush 4, rush 1/2"),
        ("rush half", "Give the counts, or the part of the time: rush 4, rush 1/2"),
        ("rush 0", "Give the counts, or the part of the time: rush 4, rush 1/2"),
        ("rush 1/0", "Give the counts, or the part of the time: rush 4, rush 1/2"),
        ("rush 3 rush 4", "`rush` can be written once for an action."),
        ("rush 6", "Anna cannot rush into 6: it takes 6, so rush to less than 6."),
        ("rush 9", "Anna cannot rush into 9: it takes 6, so rush to less than 6."),
        ("rush 2/2", "Anna cannot rush into 6: it takes 6, so rush to less than 6."),
        ("rush 99/100", "Anna cannot rush into 6: it takes 6, so rush to less than 6."),
        ("spin jump", "An action cannot be both spin and jump; choose one of them."),
        ("advance retreat", "An action cannot be both advance and retreat; choose one of them."),
    ],
)
def test_an_option_that_cannot_be_is_refused_and_says_what_can(line: str, why: str) -> None:
    assert refused(duel(), f"anna attack gruk {line}").startswith(why)


def test_what_takes_one_count_is_not_hurried() -> None:
    why = "Anna cannot rush into 1: it takes 1, so rush to no less: it takes 1 already."
    assert refused(duel(QUICK), "anna attack gruk rush 1") == refused(duel(QUICK), "anna attack gruk rush 1/2") == why


@pytest.mark.parametrize(
    ("line", "kept"),
    [
        ("called LEFT arm", ("called left arm",)),
        ("called upper arm df -8 small", ("called upper arm", "df -8 small")),
        ("called right eye", ("called right eye",)),
        ("df 40 luck", ("df 40 luck",)),
        ("df -40", ("df -40",)),
        ("df +2 high ground spinning", ("df 2 high ground", "spin")),
        ("df -1 mud df -2 rain", ("df -1 mud", "df -2 rain")),
        ("rush 5", ("rush 5/6",)),
        ("rush 1", ("rush 1/6",)),
        ("rush 1/9", ("rush 1/6",)),
        ("rush 9/10", ("rush 5/6",)),
        ("setup set-up all-out", ("setup", "allout")),
        ("retreats", ("retreat",)),
    ],
)
def test_an_option_that_can_be_is_kept_in_one_spelling(line: str, kept: tuple[str, ...]) -> None:
    assert options(line) == kept


def test_a_df_is_named_in_the_sum_by_its_reasons_or_as_the_game_masters() -> None:
    for line, named in (("df -1 mud df -2 rain", "DF −3 mud rain: −15"), ("df 2", "DF +2 by the game master: +10")):
        table = duel()
        table.fall(99, 3, 3)
        table.say(f"anna attack gruk {line}", "next", "gruk nothing")
        assert named in rolls(table, "attack")[0].sum


@pytest.mark.parametrize(
    ("line", "before", "can"),
    [
        ("stand rush 4", "fix anna prone on", "speed 2"),
        ("act turn setup", "note on", "speed 2"),
        ("draw setup", "note on", "speed 2"),
        ("fastdraw rush 4", "note on", "df -2 bad light, speed 2, setup"),
        ("look allout", "note on", "df -2 bad light, speed 2, rush 4, setup"),
        ("aids gruk called head", "fix gruk bleeding on", "df -2 bad light, speed 2, rush 4, setup"),
        ("close gruk df -2 mud", "note on", "speed 2"),
    ],
)
def test_an_action_takes_the_options_that_mean_something_for_it(line: str, before: str, can: str) -> None:
    table = duel({**ANNA, "weapon": [{**ANNA["weapon"][0], "drawn": False}]})
    table.say(before)
    assert refused(table, f"anna {line}").endswith(f"is not an option here; there are {can}.")


def test_the_words_of_a_label_are_spelled_out_where_they_stand_alone() -> None:
    label = "sword (called head) (setup) (allout) (advance)"
    assert option_parser.in_words(label, ("called head", "setup", "allout", "advance", "df 2")) == (
        "sword (called head) (set up) (all out) (advancing)"
    )
    table = duel()
    table.say("anna attack gruk called head speed 1 spin") if table.now["anna"].mark("speed") else None
    table.say("anna attack gruk called head df 2 luck spin")
    assert table.now["anna"].actions[0].label == "sword (called head) (spin)", "what is in the sum is left out"


# Two at once


def second(table: Table, line: str) -> str:
    """The sentence with which a second action is refused."""
    return refused(table, f"anna and {line}")


def test_a_second_action_needs_one_declared_on_this_count_that_goes_with_another() -> None:
    none = "Anna has declared no action on this count for a second one to go with"
    assert second(duel(), "look").startswith(none)
    for line, why in (
        ("anna dodge", none),
        ('anna does "kicks the door" 5', "Anna cannot do anything beside kicks the door."),
        ("anna attack gruk and look", none),
    ):
        table = duel()
        table.say(line)
        assert second(table, "act turn").startswith(why)
    table = duel()
    table.fall(36)
    table.say("anna attack gruk and accelerate walk")
    assert second(table, "look") == "Anna cannot do anything beside sword (first of two)."
    table = duel()
    table.say("anna act lift heavy", "to 12")
    assert second(table, "look").startswith(none)


def test_of_two_at_once_each_says_which_it_is() -> None:
    table = duel()
    table.say("anna attack gruk and look")
    assert [one.label for one in table.now["anna"].actions] == [
        "sword (first of two)",
        "looking around (second of two)",
    ]
    assert [one.options for one in table.now["anna"].actions] == [("florentine first",), ("florentine second",)]


@pytest.mark.parametrize(
    ("line", "mixed"),
    [
        ("attack gruk mind-blast and attack gruk mind-blast", False),
        ("attack gruk mind-blast and look mental", False),
        ("attack gruk mind-blast and look", True),
        ("look and act turn", False),
        ("task MST and task PST", True),
        ("task MST and look mental", False),
    ],
)
def test_two_at_once_are_mixed_where_one_is_of_the_body_and_one_of_the_mind(line: str, mixed: bool) -> None:
    table = duel(SEER)
    table.say(f"anna {line}")
    assert [one.options[-1] for one in table.now["anna"].actions] == [
        f"florentine {place}{' mixed' if mixed else ''}" for place in ("first", "second")
    ]


def test_getting_faster_beside_a_blow_of_the_mind_is_mixed() -> None:
    for anna, df in ((SEER, -4), (ANNA, -6)):
        table = duel(anna)
        table.fall(99)
        table.say("anna attack gruk and accelerate run")
        assert rolls(table, "movement")[0].chance == 36 + 5 * df


# Speed


def test_a_rush_leaves_as_much_of_the_chance_as_of_the_time() -> None:
    for rush, speed, chance in (("5", 5, 43), ("3", 3, 26), ("1/6", 1, 9)):
        table = duel()
        table.fall(99, 3, 3)
        table.say(f"anna attack gruk rush {rush}")
        assert table.now["anna"].actions[0].speed == speed
        table.say("next", "gruk nothing")
        assert rolls(table, "attack")[0].chance == chance, "of 52 %"


@pytest.mark.parametrize(("manner", "speed"), [("spin", 15 - 4), ("jump", 15 - 4), ("spin setup", 15 - 4 + 15)])
def test_a_flourish_takes_half_as_long_again(manner: str, speed: int) -> None:
    table = duel()
    table.say(f"anna attack gruk {manner}")
    assert table.now["anna"].actions[0].speed == speed


def test_no_speed_point_is_taken_that_shortens_nothing() -> None:
    table = Table({**QUICK, "derived": {"PSPD": 30}}, GRUK, dice=[1, 1, 1, 1, 6, 6])
    table.say("begin", "next")
    assert "so 0 are the most" in refused(table, "anna attack gruk speed 1")


def test_what_the_game_master_adds_weighs_on_a_hurried_blow_by_the_share_that_is_left() -> None:
    for rush, chance in (("", 52 - 10), (" rush 3", 26 - 5), (" rush 1/6", 9 - 2)):
        table = duel()
        table.fall(99, 3, 3)
        table.say("df -2 bad light", f"anna attack gruk{rush}", "next", "gruk nothing")
        assert rolls(table, "attack")[0].chance == chance
