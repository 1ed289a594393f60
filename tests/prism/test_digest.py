"""The numbers of the program against the second reading, over wide ranges."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.prism import from_the_digest as digest
from tracker.games.prism import checks, harm, odds, timing
from tracker.games.prism.actions.action_options import Plan
from tracker.games.prism.book.house_rules import HouseRules
from tracker.games.prism.book.tables import BOOK, METHODS, PACES

HOUSE, DEGREES = HouseRules(), HouseRules(degrees=True)
TARGETS = (-30, -1, 0, 1, 9, 30, 34, 45, 49, 56, 98, 99, 100, 120, 400)


def test_the_first_turn_of_every_initiative() -> None:
    assert [timing.first_turn(n) for n in range(201)] == [digest.first_turn(n) for n in range(201)]


def test_the_chance_of_every_target_number() -> None:
    assert [odds.percent(n) for n in range(-200, 500)] == [digest.chance(n) for n in range(-200, 500)]


def test_every_complex_answer() -> None:
    for own in TARGETS:
        for result in range(100):
            for equal in (False, True):
                house = HouseRules(complex_equal=equal)
                faces = digest.answers(own, result, equal)
                assert list(checks.window(own, result, house)) == faces


@pytest.mark.parametrize("target", TARGETS)
def test_how_often_a_dodged_attack_hits(target: int) -> None:
    for own in (None, *TARGETS):
        assert odds.hit_percent(target, own, HOUSE) == pytest.approx(digest.hit(target, own))


@pytest.mark.parametrize("target", [-1, 0, 34, 49, 99, 120])
def test_how_often_a_simple_contest_is_won(target: int) -> None:
    for own in (0, 34, 120):
        assert odds.contest_percent(target, own, HOUSE) == pytest.approx(digest.contest(target, own))


def test_the_stamina_that_opens_a_window_is_the_least_that_does() -> None:
    for own in range(-20, 130, 7):
        for result in range(100):
            least = next((more for more in range(300) if digest.answers(own + more, result)), 0)
            assert checks.needed(own, result, HOUSE) == least
            assert bool(checks.window(own, result, HOUSE)) is bool(digest.answers(own, result))


def test_the_price_of_desperation_counts_for_both() -> None:
    house = HouseRules(desperation_cost=3)
    assert [checks.raised(points, house) for points in (0, 2, 3, 8, 9)] == [0, 0, 1, 2, 3]
    assert checks.needed(34, 41, house) == 3 * checks.needed(34, 41, HOUSE)


def test_every_degree_of_every_success() -> None:
    for target in range(140):
        for result in range(min(target, 99) + 1):
            assert harm.degree(target, result, DEGREES) == digest.degree(target, result)
            assert harm.degree(target, result, HOUSE) == "normal"


def test_damage_of_every_result_and_degree() -> None:
    for result in range(100):
        for modifier in (0, 1, 2.5, 4, 10):
            for factor, degree in ((2, "perfect"), (1.25, "critical"), (1, "normal"), (0.75, "marginal")):
                tens = digest.halves_up(result // 10 * modifier * factor)
                assert harm.damage(result, modifier, degree, HOUSE) == tens  # type: ignore[arg-type]
                ones_more = digest.halves_up((result // 10 + 1) * modifier * factor)
                assert harm.final(result, [0.5, modifier, 1e-3], degree) == (  # type: ignore[arg-type]
                    ones_more if modifier >= 0.5 else digest.halves_up((result // 10 + 1) * 0.5 * factor)
                )


def test_the_share_deflected_of_every_damage() -> None:
    for points in range(1000):
        assert harm.deflected(points, "perfect", HOUSE) == digest.halves_up(points / 4)
        for degree, of in (("normal", 4), ("marginal", 4 / 3)):
            assert harm.deflected(points, degree, DEGREES) == (  # type: ignore[arg-type]
                digest.halves_up(points / 4) if of == 4 else digest.halves_up(points * 0.75)
            )
        assert harm.deflected(points, "perfect", DEGREES) == (points + 5) // 10
        assert harm.deflected(points, "critical", DEGREES) == (3 * points + 10) // 20


@given(st.integers(0, 40), st.integers(0, 60), st.lists(st.integers(0, 50), max_size=12))
def test_armour_under_any_hits(first: int, capacity: int, hits: list[int]) -> None:
    layer = harm.Layer(first, capacity, first)
    for hit, (through, ac, at, gone) in zip(hits, digest.vest(first, capacity, hits), strict=True):
        layer, passed = harm.struck(layer, hit)
        assert (passed, layer.capacity, layer.threshold) == (through, ac, at)
        if first:
            assert layer.destroyed(HOUSE) is gone


def test_the_whole_threshold_destroys_where_the_house_has_it_so() -> None:
    full = HouseRules(destroyed_at="full")
    assert [harm.Layer(0, ac, 15).destroyed(full) for ac in (-8, -14, -15)] == [False, False, True]


@settings(max_examples=10 * settings().max_examples)
@given(*(st.integers(0, most) for most in (60, 20, 30, 30)), st.sampled_from(("vitality", "trauma")))
def test_a_wound_point_by_point(points: int, threshold: int, stamina: int, vitality: int, kind: str) -> None:
    loss = harm.spread(points, threshold, kind, stamina_left=stamina, vitality_left=vitality)
    told = digest.losses(points, threshold, kind == "vitality", stamina, vitality)
    assert (loss.stamina, loss.vitality, loss.trauma) == told


def test_what_energy_takes_off_whatever_the_price() -> None:
    for price in range(1, 8):
        house = HouseRules(dodge_energy=price)
        for points in range(60):
            assert checks.penalty("dodge", points, False, house) == points // price
            assert checks.penalty("deflect", points, False, house) == 2 * points // price
            assert checks.penalty("dodge", points, True, house) == 2 * points // price
            assert checks.penalty("deflect", points, True, house) == 4 * points // price
            none = HouseRules(dodge_energy=price, defensive="none")
            assert checks.penalty("dodge", points, True, none) == points // price


def test_what_every_way_to_move_costs_and_how_far_it_leads() -> None:
    for speed in range(60):
        far = {pace: Plan(pace).metres(speed) for pace in PACES}
        shares = {"stay": 0, "move": 1, "after": 0.5, "slow": 0.5, "slow-after": 0.25, "double": 2}
        assert far == {pace: speed * share for pace, share in shares.items()}
    for price in range(21):
        house = HouseRules(move_energy=price)
        costs = [Plan(pace).price(house) for pace in PACES]
        assert costs == [0, price, price, 0, 0, (5 * price + 1) // 2]


def test_the_chain_goes_on_whatever_the_tick() -> None:
    for every in range(1, 9):
        for turn in range(-3, 12):
            for now in range(max(0, turn), 40):
                coming = timing.after(turn, every, now)
                assert coming > now and (coming - turn) % every == 0 and coming - now <= every


def test_where_chains_meet() -> None:
    for one in range(1, 8):
        for other in range(1, 8):
            ticks = [tick for tick in range(1, 60) if tick % one == 0 and tick % other == 0]
            assert timing.first_shared((one, one), (other, other)) == ticks[0]
    assert timing.first_shared((1, 2), (2, 2)) is None


def test_the_target_of_every_improvement() -> None:
    for skill in range(101):
        for potential in range(0, 201, 9):
            assert checks.improvement(skill, potential) == 100 - 2 * skill - 2 * potential
    assert [BOOK.points[method] for method in METHODS] == [1, 3, 5, 2]
