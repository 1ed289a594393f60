"""The rules over wide ranges, worked out a second time from the text alone, in integers, without the game's tables."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from tests.lanes import sample
from tracker.games.feats import checks, formulas
from tracker.games.feats.book.d6 import Sixes
from tracker.games.feats.book.tables import BOOK
from tracker.games.feats.sheet import Thing, read_sheet
from tracker.games.toolkit.tables import row_of

STRENGTHS = range(1, 121)
ALL_ROLLS = [sum(faces) for faces in product(range(1, 7), repeat=3)]


def test_tiers_of_3d6() -> None:
    for target in range(-15, 41):
        assert_tiers(target)


def assert_tiers(target: int) -> None:
    good = 0
    for total in range(3, 19):
        if total in (3, 4) or (total == 5 and target >= 15) or (total == 6 and target >= 16):
            tier = "critical success"
        elif total == 18 or (total == 17 and target <= 15) or total >= target + 10:
            tier = "critical failure"
        elif total <= target and total < 17:
            tier = "success"
        else:
            tier = "failure"
        assert formulas.tier(target, total) == tier, (target, total)
        good += ALL_ROLLS.count(total) * tier.endswith("success")
        assert formulas.succeeds(target, total, criticals=False) is (total <= target and total != 18)
    assert formulas.percent(target) == round(good / 2.16, 1)


def test_the_odds_of_the_table() -> None:
    table = {
        4: 1.9,
        5: 4.6,
        6: 9.3,
        7: 16.2,
        8: 25.9,
        9: 37.5,
        10: 50.0,
        11: 62.5,
        12: 74.1,
        13: 83.8,
        14: 90.7,
        15: 95.4,
    }
    assert {target: formulas.percent(target) for target in table} == table
    assert {formulas.percent(target) for target in range(-5, 5)} == {1.9}
    assert {formulas.percent(target) for target in range(16, 40)} == {98.1}


@pytest.mark.parametrize("st", sample(STRENGTHS, 10))
def test_basic_lift_and_what_hangs_on_it(st: int) -> None:
    fifths = st * st
    lift = Fraction((2 * fifths + 5) // 10) if fifths >= 50 else Fraction(fifths, 5)
    assert formulas.basic_lift(st) == lift
    assert list(formulas.limits(lift).values()) == [lift * times for times in (2, 8, 12, 24, 15, 50)]
    for tenths in range(200):
        load = lift * tenths / 10
        level = 0 if tenths <= 10 else 1 if tenths <= 20 else 2 if tenths <= 30 else 3 if tenths <= 60 else 4
        assert formulas.level(load, lift) == level
        assert formulas.straining(load, lift) is (tenths > 100)
        one = None if tenths > 20 else 1 if tenths <= 10 else 2
        two = None if tenths > 80 else 1 if tenths <= 10 else 4
        assert (formulas.ready_seconds(load, lift, 1), formulas.ready_seconds(load, lift, 2)) == (one, two)
        assert formulas.hands(load, lift) == (1 if tenths <= 20 else 2 if tenths <= 80 else None)


@pytest.mark.parametrize("move", sample(range(31), 4))
@pytest.mark.parametrize("level", range(5))
def test_running_and_jumping(move: int, level: int) -> None:
    own = Fraction(move * (10 - 2 * level), 10)
    assert move * formulas.factor(level) == own
    run = Fraction(0)
    for second in range(1, 40):
        speed = own if second == 1 else own * 6 / 5
        run += speed
        assert formulas.sprinted(own, second) == run
    assert formulas.paced(own) == own * 3 / 5
    assert formulas.map_sprint(own) == max(int(own) + 1, int(own * 12 / 10))
    for multiple in (Fraction(2), Fraction(3), Fraction(4), Fraction(5, 2)):
        steps = [min(own * second, own * multiple) for second in range(1, 12)]
        assert [formulas.sprinted(own, second, multiple) for second in range(12)] == [sum(steps[:n]) for n in range(12)]
    none = Fraction(0)
    for yards in range(0, 40, 3):
        high, broad = max(none, 6 * own - 10), max(none, 2 * own - 3)
        far = (min(2 * high, max(none, 6 * (own + yards) - 10)), min(2 * broad, max(none, 2 * (own + yards) - 3)))
        assert formulas.jumps(own, Fraction(yards)) == far
    for skill in range(1, 30):
        assert formulas.jumps(own, jumping=skill) == (max(0, 3 * skill - 10), max(0, skill - 3))


@pytest.mark.parametrize("ht", sample(range(1, 41), 14))
def test_breath_and_water(ht: int) -> None:
    for exertion, times in (("rest", 10), ("mild", 4), ("heavy", 1)):
        assert formulas.breath(ht, exertion) == ht * times
        assert formulas.breath(ht, exertion, control=True) == ht * times * 3 // 2
        assert formulas.breath(ht, exertion, unprepared=True) == ht * times // 2
        assert formulas.breath(ht, exertion, control=True, unprepared=True) == ht * times * 3 // 4
    for level, build, purpose, skill in product(range(5), ("none", "overweight", "fat", "very fat"), (0, 1), (0, 13)):
        entry = {"stats": {"HT": ht}, "encumbrance": level, "build": build}
        entry |= {"skill": [{"name": "Swimming", "value": skill}]} if skill else {}
        fat = {"none": 0, "overweight": 1, "fat": 3, "very fat": 5}[build]
        need = (skill or ht - 4) + 3 * purpose - 2 * level + fat
        assert checks.swimming(read_sheet(entry).sheet, bool(purpose)).total == need


def test_the_way_through_water() -> None:
    for move, level in product(range(60), range(5)):
        own = max(1, move // 5)
        assert formulas.water_move(move) == own
        swims = checks.figures(read_sheet({"basic_move": move, "encumbrance": level}).sheet)["swim"]
        assert 10 * swims == own * (10 - 2 * level)
    assert [formulas.airless(seconds) for seconds in (0, 120, 121, 239, 240, 999)] == [
        "",
        "",
        "harmed",
        "harmed",
        "dead",
        "dead",
    ]


RANGES = {
    "0.05": "3.5", "0.1": "2.5", "0.15": "2", "0.2": "1.5", "0.25": "1.2", "0.3": "1.1", "0.4": "1", "0.5": "0.8",
    "0.75": "0.7", "1": "0.6", "1.5": "0.4", "2": "0.3", "2.5": "0.25", "3": "0.2", "4": "0.15", "5": "0.12",
    "6": "0.1", "7": "0.09", "8": "0.08",
}  # fmt: skip
BEYOND = {"9": "0.07", "10": "0.06", "12": "0.05"}
"""Rows of the table over 8·BL, which nobody throws."""


@pytest.mark.parametrize("st", sample(range(3, 60, 4), 5))
def test_the_range_of_a_throw(st: int) -> None:
    lift = formulas.basic_lift(st)
    for hundredths in range(1, 1000, 7):
        weight = lift * hundredths / 100
        row = next((times for most, times in RANGES.items() if hundredths <= 100 * Fraction(most)), None)
        for more in (0, 1, 2):
            yards = None if row is None else Fraction(int((st + more) * Fraction(row) * 10 + Fraction(1, 2)), 10)
            assert formulas.distance(st, weight, lift, more) == yards


def test_the_rows_of_the_range_table_end_where_they_should_also_beyond_what_can_be_thrown() -> None:
    rows = [(Fraction(most), Fraction(times)) for most, times in {**RANGES, **BEYOND}.items()]
    for row, following in zip(rows, [*rows[1:], None], strict=True):
        assert row_of(BOOK.ranges, row[0]) == row
        assert row_of(BOOK.ranges, row[0] + Fraction(1, 1000)) == following


@pytest.mark.parametrize("count", sample(range(1, 12), 3))
def test_the_damage_of_a_throw(count: int) -> None:
    lift = Fraction(64)
    steps = {8: -2 * count, 16: -count, 32: 0, 64: count, 128: 0, 256: -(count // 2), 512: -count}
    for pounds, more, art in product(range(1, 513), (-2, 0, 3), (0, 1, 2)):
        change = next(change for most, change in steps.items() if pounds <= most)
        rolled = formulas.damage(Sixes(count, more), Fraction(pounds), lift, art)
        assert (rolled.count, rolled.plus) == (count, more + change + art * count)
    with pytest.raises(ValueError, match="too heavy"):
        formulas.damage(Sixes(count), Fraction(513), lift)


def test_what_skill_adds_to_a_throw() -> None:
    throwing, art = "Throwing", "Throwing Art"

    def adds(dx: int, palm: bool, **skills: int) -> tuple[int, int]:
        known = [{"name": name, "value": value} for name, value in skills.items()]
        own = read_sheet({"stats": {"DX": dx}, "skill": known}).sheet
        training = checks.training(own, Thing(name="rock", weight=1.0, palm=palm))
        return training.strength, training.per_die

    for dx, skill, palm in product(range(8, 16), range(4, 22), (True, False)):
        by_throwing = 0 if not palm or skill <= dx else 1 if skill == dx + 1 else 2
        assert adds(dx, palm, **{throwing: skill}) == (by_throwing, 0)
        by_art = 0 if skill < dx else 1 if skill == dx else 2
        assert adds(dx, palm, **{art: skill}) == (by_art, by_art)
        assert adds(dx, palm, **{throwing: skill, art: skill}) == (max(by_throwing, by_art), by_art)


def test_slam_dice_and_who_falls() -> None:
    for hp, velocity in product(range(1, 61), range(1, 61)):
        product_ = hp * velocity
        if product_ <= 25:
            text = "1d−3"
        elif product_ <= 50:
            text = "1d−2"
        elif product_ < 100:
            text = "1d−1"
        else:
            text = f"{product_ // 100 + (product_ % 100 >= 50)}d"
        assert formulas.collision(hp, Fraction(velocity)).text == text
    for own, foe in product(range(-3, 30), range(-3, 30)):
        a, b = max(0, own), max(0, foe)
        if a == b == 0 or b <= a < 2 * b:
            fall = "the foe rolls DX or falls"
        elif a >= 2 * b:
            fall = "the foe falls"
        else:
            fall = "the attacker falls" if b >= 2 * a else "nobody falls"
        assert formulas.falls(own, foe) == fall
    assert [formulas.strong(Sixes(count), 2).plus for count in range(1, 6)] == [2, 2, 3, 4, 5]


def test_digging_over_all_soils() -> None:
    for lift, volume in product((Fraction(20), Fraction(29), Fraction(98, 10)), (Fraction(10), Fraction(80))):
        for tools, part in (("iron", 1), ("wooden", Fraction(1, 2)), ("improvised", Fraction(1, 4))):
            own = lift * part
            hours = {
                "loose": volume / (2 * own),
                "ordinary": volume * 3 / (4 * own),
                "hard": volume / own,
                "rock": 2 * volume / own,
            }
            assert {soil: formulas.dig(lift, soil, volume, tools).hours for soil in hours} == hours
            assert formulas.dig(lift, "ordinary", volume, tools, pick=False).hours == volume / own
            assert formulas.dig(lift, "rock", volume, tools, pick=False).hours is None
            assert formulas.dig(lift, "rock", volume, tools, shovel=False).hours is None


QUALITIES = {
    "1/5": ("deep snow", "dense forest", "jungle", "mountains", "soft sand", "swamp"),
    "1/2": ("broken ground", "forest", "steep hills"),
    "1": ("light forest", "rolling hills"),
    "5/4": ("hard-packed desert", "level plains"),
}


def test_hiking_over_terrain_weather_and_roads() -> None:
    skies: dict[str, Fraction | int] = {
        "fair": 1,
        "rain": Fraction(1, 2),
        "snow to the ankle": Fraction(1, 2),
        "deeper snow": Fraction(1, 4),
        "ice": Fraction(1, 2),
    }
    for move in range(1, 12):
        full = Fraction(move * 3 + 5)
        for times, kinds in QUALITIES.items():
            for kind, (sky, part) in product(kinds, skies.items()):
                once = kind == "deep snow" and "snow" in sky
                assert formulas.miles(Fraction(move), kind, sky) == full * Fraction(times) * (1 if once else part)
                assert formulas.miles(Fraction(move), kind, sky, snow_twice=True) == full * Fraction(times) * part
        assert formulas.miles(Fraction(move), "swamp", "rain", road="poor") == full / 5
        assert formulas.miles(Fraction(move), "swamp", "rain", road="good") == full
        assert formulas.miles(Fraction(move), "swamp", "fair", road="poor") == full
        assert formulas.miles(Fraction(move), "mountains", "deeper snow", on="skis") == full
        assert formulas.miles(Fraction(move), "level plains", "ice", on="skates") == full


def test_pulling() -> None:
    for load, own, (vehicle, part) in product(
        range(0, 900, 90), (0, 100), (("none", 1), ("sledge", 2), ("cart", 10), ("wagon", 20))
    ):
        assert formulas.pulled(Fraction(load), Fraction(own), vehicle) == Fraction(load + own, part)
        assert formulas.pulled(Fraction(load), Fraction(own), vehicle, smooth=True) == Fraction(load + own, 2 * part)


def test_the_known_climbs() -> None:
    table: dict[str, tuple[int | None, int | Fraction, int | Fraction]] = {
        "ladder up": (None, 3, 1), "ladder down": (None, 2, 1),
        "tree": (5, 1, Fraction(1, 3)), "mountain": (0, Fraction(1, 2), Fraction(1, 6)),
        "stone wall": (-3, Fraction(1, 5), Fraction(1, 15)), "modern building": (-3, Fraction(1, 10), Fraction(1, 30)),
        "rope up": (-2, 1, Fraction(1, 3)), "rope down": (-1, 2, Fraction(1, 2)), "rope down with gear": (-1, 12, 12),
    }  # fmt: skip
    for name, row in table.items():
        kind = BOOK.climbs[name]
        assert (kind.modifier, kind.combat, kind.regular) == row
    for dx, level, skill in product(range(6, 18), range(5), (0, 14)):
        entry = {"stats": {"DX": dx}, "encumbrance": level}
        entry |= {"skill": [{"name": "climbing", "value": skill}]} if skill else {}
        assert checks.climbing(read_sheet(entry).sheet, -3).total == (skill or dx - 5) - level - 3
