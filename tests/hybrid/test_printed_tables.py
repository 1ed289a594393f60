"""Figures of the guides' printed tables, each as seen at the table (PG 2, 4, 5 and the list of techniques)."""

from __future__ import annotations

import pytest

from tests.hybrid.kit import ANNA, ANNA_BARE, GRUK, bout, duel, rolls
from tests.hybrid.table import at_once

DIFFICULTIES = {
    "trivial": 2,
    "simple": 0,
    "non-trivial": -2,
    "difficult": -5,
    "very difficult": -7,
    "damned difficult": -10,
    "nearly impossible": -20,
}
"""PG table 2.2."""
KINDS = {"identify": 3, "judge": 2, "perceive": 1, "basic": 0}
"""PG table 2.3."""


@pytest.mark.parametrize(("word", "df"), [*DIFFICULTIES.items(), *KINDS.items()])
def test_each_difficulty_and_kind_of_task_has_its_df(word: str, df: int) -> None:
    climber = {**ANNA, "skill": [*ANNA["skill"], {"name": "Climbing", "basis": ["PST", "PAG"], "rank": 5}]}
    table = duel(climber)
    table.fall(1)
    table.say(f"anna task climbing {word} now")
    assert rolls(table, "task")[0].chance == 56 + 5 * df


TECHNIQUES = {
    "grapple": (3, 0, "a grip"),
    "throw": (5, -5, "4.8"),
    "overbear": (3, 0, "2.4"),
    "hold": (2, 0, "a grip"),
    "hip-throw": (5, -5, "6"),
    "leg-throw": (4, -5, "3.6"),
    "sacrifice-throw": (7, -5, "8.4"),
    "balance-throw": (3, -5, "4.8"),
    "strength-throw": (6, -5, "2.4"),
    "balance-hold": (2, 0, "a grip"),
    "pain-hold": (2, 0, "a grip"),
    "strength-hold": (2, 0, "a grip"),
}
"""The author's list: speed, DF, and the damage at a PSE of 2.4."""


def test_each_technique_has_its_speed_its_df_and_its_damage() -> None:
    table = bout({**ANNA_BARE, "skill": [{"name": "Unarmed", "basis": ["PCA"], "rank": 0}]})
    choices = table.session.rules.choices.menu(table.now, "anna", ("close", "gruk")).choices
    told = {choice.line.rsplit(maxsplit=1)[-1]: (choice.told, choice.price) for choice in choices}
    assert list(told) == list(TECHNIQUES)
    for key, (speed, df, effect) in TECHNIQUES.items():
        label, price = told[key]
        chance = 36 - 12 + 5 * df
        assert label.endswith(f"{max(0, chance)} %"), key
        assert price.startswith(f"lands {table.now.count + speed}, {effect}"), key


MOVING = {
    "current": {"jogs": (-3, -1), "runs": (-5, -2), "dashes": (-7, -4), "rides": (-10, -3), "walks": (0, 0)},
    "1997": {"jogs": (-2, -1), "runs": (-4, -2), "dashes": (-6, -3), "rides": (-10, -5), "walks": (0, 0)},
}
"""PG table 4.3 and H1 table 3.6: DFs of physical and of mental actions."""


@pytest.mark.parametrize("edition", MOVING)
def test_each_pace_weighs_on_body_and_mind_as_its_edition_prints(edition: str) -> None:
    for verb, (body, mind) in MOVING[edition].items():
        table = duel(edition=edition)
        table.say(f"anna {verb}")
        assert table.ask("why anna strike").words[-2] == f"chance {64 + 5 * body} %"
        assert table.ask("why anna perception mental").words[-2] == f"chance {36 + 5 * mind} %"


def test_eating_rests_body_and_mind_a_point_a_second() -> None:
    table = at_once(ANNA, GRUK)
    table.say("next", "anna wait", "gruk wait", "fix anna PFT 0", "fix anna MFT 0", "anna eats", "+50")
    assert (table.now["anna"].pool("PFT"), table.now["anna"].pool("MFT")) == (5, 5)


CALLED = {"eye": -18, "hand": -15, "head": -12, "leg": -9, "arm": -9, "chest": -6}
"""PG table 5.1."""


def test_each_place_that_is_aimed_at_has_its_df() -> None:
    skilled = {**ANNA, "skill": [{**ANNA["skill"][0], "rank": 25}]}
    table = duel(skilled)
    choices = table.session.rules.choices.menu(table.now, "anna", ("attack", "sword", "called")).choices
    plain = table.ask("why anna strike").words[-2]
    whole = int(plain.split()[1]) - 12
    assert [choice.told for choice in choices] == [f"{place} {whole + 5 * df} %" for place, df in CALLED.items()]


@pytest.mark.parametrize(("place", "df"), [("head", -6), ("groin", -4), ("chest", 0), ("abdomen", 0), ("upper leg", 0)])
def test_where_a_blow_lands_makes_its_shock_harder(place: str, df: int) -> None:
    table = duel()
    table.fall(1)
    table.say("fix gruk PFT 0", f"gruk damage 1 crushing {place}", "gruk checks")
    assert rolls(table, "shock")[0].chance == 36 + 5 * df
