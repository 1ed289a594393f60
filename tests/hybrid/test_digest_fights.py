"""Initiative, location, damage, energy, conditions: fights compared with an independent reading of the digest."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.hybrid import from_the_digest as digest
from tests.hybrid.kit import ANNA, GRUK, duel
from tests.hybrid.table import Table, at_once
from tests.lanes import drawing, sample
from tracker.games.hybrid.book.rounding import exact
from tracker.games.hybrid.checks.success_chance import signed
from tracker.model import events as ev
from tracker.model.combatant import Presence

EDITIONS = (digest.CURRENT, digest.OLD)
FACES = {"Amazing Success": 1, "Very Notable Success": 5, "Notable Success": 13, "Solid Success": 26, "Success": 52}
"""A roll for each tier at 52 %."""
EFFECTS = {name: effect for _, name, _, effect in digest.SUCCESSES}
LOOSE = settings()
either = pytest.mark.parametrize("edition", EDITIONS)
"""Both editions every day."""


# Initiative


@drawing
@either
@pytest.mark.parametrize("whole", [False, True])
@pytest.mark.parametrize("noticed", [True, False])
def test_initiative_of_every_speed_and_roll(noticed: bool, whole: bool, edition: str) -> None:
    house = {"initiative_speed": "full" if whole else "half"}
    every = product((*range(11), 15, 23, 30), ((1, 1), (1, 2), (3, 3), (6, 5), (6, 6)))
    for speed, (one, two) in sample(every, 24):
        dice = [1 if noticed else 99, one, two]
        table = Table({**ANNA, "derived": {"PSPD": speed}}, house_rules=house, edition=edition, dice=dice)
        table.say("begin")
        counts, points = digest.initiative(one + two, speed, noticed, whole)
        assert (table.due("anna"), table.now["anna"].mark("speed")) == (counts, points), (speed, one, two)


@drawing
@either
def test_the_speed_of_every_action_at_every_rank(edition: str) -> None:
    ranks = [rank for rank in (0, 1, 2, 5, 9, 15, 20, 29, 30) if rank <= (30 if edition == digest.CURRENT else 20)]
    for speed, rank in sample(product((1, 2, 3, 7, 10, 14, 40), (None, *ranks)), 24):
        skill = [] if rank is None else [{"name": "Sword", "basis": ["PCA"], "rank": rank}]
        weapon = {"name": "Sword", "speed": speed, "damage": 1, "type": "cutting"}
        table = duel({**ANNA, "skill": skill, "weapon": [weapon]}, edition=edition)
        table.say("anna attack gruk")
        assert table.now["anna"].actions[0].speed == digest.action_speed(speed, rank), (speed, rank)


def test_speed_points_add_up_and_are_kept_until_spent() -> None:
    quick = {**ANNA, "derived": {"PSPD": 30}}
    table = Table(quick, GRUK, dice=[1, 1, 1, 1, 6, 6])
    table.say("begin")
    first = digest.initiative(2, 30, True, False)
    assert (table.due("anna"), table.now["anna"].mark("speed")) == first == (1, 6)
    table.say("next", "anna attack gruk speed 2")
    assert table.now["anna"].mark("speed") == 6 - 2
    table.fall(99, 2, 1)
    table.say("next", "gruk nothing")
    assert table.now["anna"].mark("speed") == 4 + digest.initiative(3, 30, True, False)[1] == 4 + 5


# Severity


@drawing
def test_severity_by_a_second_roll() -> None:
    for again, second in sample(product((2, 20, 60, 99), (1, 2, 5, 6, 12, 13, 20, 21, 37, 50, 100)), 12):
        table = duel(edition="1997", house_rules={"fumble": "note"})
        table.fall(100, again, second, 3, 3)
        table.say("anna attack gruk", "next", "gruk nothing")
        name, effect = digest.severity(100 + again - 52, second)
        notes = [event.text for event in table.events() if isinstance(event, ev.Noted)]
        assert f"Anna: {name}, effect {signed(exact(effect))}" in notes, (again, second)


# Location


def struck(table: Table) -> ev.Struck:
    return next(event for event in table.events() if isinstance(event, ev.Struck))


def hit(
    face: int, place: int, damage: int | str, gruk: dict[str, Any] = GRUK, edition: str = digest.CURRENT, **more: Any
) -> Table:
    """Anna hits with these faces; whatever is checked afterwards succeeds."""
    weapon = {**ANNA["weapon"][0], "damage": damage, **more.pop("weapon", {})}
    table = duel({**ANNA, "weapon": [weapon], **more}, gruk, edition=edition)
    table.fall(face, place, 1, 1, 1, 1, 1, 1)
    table.say("anna attack gruk", "next", "gruk nothing")
    return table


@either
@pytest.mark.parametrize("first", sample(range(1, 5)))
def test_every_location_roll(first: int, edition: str) -> None:
    """Every fourth, from each of the first four on."""
    for roll in sample(range(first, 101, 4), 12):
        assert struck(hit(52, roll, 1, edition=edition)).location == digest.location(roll), roll


# Damage


@either
@pytest.mark.parametrize("tier", sample(FACES, 2))
def test_ordinary_and_critical_damage_of_every_tier(tier: str, edition: str) -> None:
    for damage in (0, 1, 2, 3, 5, 10, 13, 21):
        seen = struck(hit(FACES[tier], 40, damage, edition=edition))
        ordinary, critical = digest.split(Fraction(damage), EFFECTS[tier])
        assert (seen.tier, seen.damage, seen.critical) == (tier, ordinary + critical, critical), damage


@drawing
@either
def test_strength_effect_is_rounded_once(edition: str) -> None:
    for strength, (tier, face) in sample(product([7, 11, 12, 13, 18], FACES.items()), 10):
        anna = {"stats": {"PST": strength}, "derived": {"PCA": 12}}
        seen = struck(hit(face, 40, "3*PSE", edition=edition, **anna))
        ordinary, critical = digest.split(Fraction(3 * strength, 5), EFFECTS[tier])
        assert (seen.damage, seen.critical) == (ordinary + critical, critical), (strength, tier)


@either
@pytest.mark.parametrize("tier", sample(FACES, 2))
def test_armour_off_the_ordinary_part_first(tier: str, edition: str) -> None:
    for stops, damage in sample(product((0, 1, 5, 12, 13, 14, 20, 40), (5, 13)), 8):
        mail = {**GRUK, "armour": [{"name": "Mail", "stops": {"cutting": stops}}]}
        table = hit(FACES[tier], 40, damage, mail, edition)
        ordinary, critical = digest.armoured(*digest.split(Fraction(damage), EFFECTS[tier]), stops)
        body = digest.Body(36, 60, 24)
        body.hurt(ordinary, critical)
        gruk = table.now["gruk"]
        expected = (body.fatigue, body.exhaustion, body.body)
        assert (gruk.pool("PFT"), gruk.pool("PEX"), gruk.pool("PBD")) == expected, (stops, damage)


# Energy


@LOOSE
@given(st.lists(st.tuples(st.booleans(), st.integers(1, 40)), min_size=1, max_size=12), st.sampled_from(EDITIONS))
def test_any_string_of_losses_leaves_what_the_digest_says(losses: list[tuple[bool, int]], edition: str) -> None:
    table = at_once(ANNA, GRUK, edition=edition)
    body = digest.Body(36, 60, 24)
    for hurt, points in losses:
        if hurt:
            body.hurt(points, 0)
            table.say(f"gruk damage {points}")
            if table.now.question is not None:
                table.say("gruk none")
        else:
            body.spend(points)
            table.say(f"gruk spends {points} PFT")
        gruk = table.now["gruk"]
        assert (gruk.pool("PFT"), gruk.pool("PEX"), gruk.pool("PBD")) == (body.fatigue, body.exhaustion, body.body)
        assert (gruk.presence is Presence.DOWN) is (body.body == 0)
        if body.body == 0:
            return


# What follows


@either
@pytest.mark.parametrize("kind", sample(["crushing", "cutting", "projectile", "explosive", "laser"], 2))
def test_when_a_strike_knocks_back(kind: str, edition: str) -> None:
    full = digest.Body(36, 60, 24)
    for points in sample(range(1, 60), 15):
        table = at_once(ANNA, GRUK, edition=edition)
        body = digest.Body(36, 60, 24)
        tired, wound = body.hurt(points, 0)
        table.say(f"gruk damage {points} {kind}")
        asked = table.now.question.text if table.now.question is not None else ""
        assert ("knockback" in asked) is (body.body > 0 and digest.knocks_back(kind, tired, wound, full)), points
        assert ("bleeding" in asked) is (body.body > 0 and wound > 0 and kind == "cutting")
        assert ("shock" in asked) is (body.body > 0 and wound > 0)


@drawing
@either
def test_the_grade_of_every_failed_shock_check(edition: str) -> None:
    for face in sample(range(37, 101), 16):
        table = at_once(ANNA, GRUK, edition=edition)
        table.fall(face, *([1] if face == 100 else []), 3, 3)
        table.say("fix gruk PFT 0", "gruk damage 1", "gruk checks")
        name, df = digest.shock((face if face < 100 else 101) - 36)
        condition = table.now["gruk"].condition(name)
        assert condition is not None and condition.amount == df, face


# Conditions


@drawing
@either
def test_every_condition_weighs_on_both_columns(edition: str) -> None:
    table = at_once(ANNA, GRUK, edition=edition)
    full = digest.Body(36, 60, 24)
    every = product((24, 19, 18, 13, 12, 7, 6, 1), (24, 18, 12, 6), (60, 0), (60, 1, 0))
    for physical, mental, tired, dull in sample(every, 48):
        table.say(f"fix anna PBD {physical}", f"fix anna MBD {mental}", f"fix anna PEX {tired}", f"fix anna MEX {dull}")
        own, other = digest.Body(36, tired, physical), digest.Body(36, dull, mental)
        of_body = digest.condition_df(own, full, other, full, edition)
        of_mind = digest.condition_df(other, full, own, full, edition)
        assert table.ask("why anna strike").words[-2] == f"chance {64 + 5 * of_body} %".replace("-", "−")
        assert table.ask("why anna perception mental").words[-2] == f"chance {36 + 5 * of_mind} %".replace("-", "−")
