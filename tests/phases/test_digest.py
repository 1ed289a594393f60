"""The rules as read a second time, against the rooms, over wide ranges."""

from __future__ import annotations

from random import Random

import pytest

from tests.phases import from_the_digest as digest
from tests.phases.table import KANE, VOS, Table, begun
from tracker.games.phases import initiative, timing
from tracker.games.phases.book.house_rules import HouseRules, Options
from tracker.games.phases.book.tables import tables
from tracker.games.phases.checks.chances import Check, Side, aim_level, judge, winner
from tracker.games.phases.sheet import shock
from tracker.games.toolkit.exact_numbers import at_least_once

RULES = Options()
TABLES = tables()


def test_chances_from_every_base_at_every_level() -> None:
    for base in range(-60, 401):
        for level in range(-9, 10):
            check = Check(((base, ""),)).harder(level, "")
            assert check.chance == digest.chance(base, level), (base, level)


def test_below_the_table_there_may_be_no_chance_but_at_its_end_there_is() -> None:
    strict = Options(house_rules=HouseRules(past_the_end="impossible"))
    assert [Check(((100, ""),), rules=strict).harder(level, "").chance for level in (-3, -4, -5, 5)] == [25, 10, 0, 300]


def test_every_roll_against_every_chance() -> None:
    for chance in range(0, 301, 7):
        assert [judge(chance, roll, RULES).success for roll in range(1, 101)] == [
            roll <= chance for roll in range(1, 101)
        ]
    for start in range(96, 102):
        strict = Options(house_rules=HouseRules(always_fails_from=start))
        assert [judge(300, roll, strict).success for roll in (95, 96, 100)] == [True, start > 96, start > 100]


def test_shares_of_every_total() -> None:
    for full in range(1, 1001):
        assert {one.key: shock(full, one.share) for one in TABLES.location} == {
            key: digest.shock(full, key) for key in digest.SHARES
        }


def test_locations_of_every_face_and_what_aiming_at_each_costs() -> None:
    assert [TABLES.hit_by(face).key for face in range(1, 101)] == [digest.place(face) for face in range(1, 101)]
    assert {one.name: aim_level(one, RULES) for one in TABLES.location} == digest.AIMED


def test_shots_of_every_rate_of_fire() -> None:
    for rate in range(1, 101):
        for fired in range(rate + 2):
            assert timing.limit(rate, fired, RULES) == digest.shots(rate, fired)
    anew = Options(house_rules=HouseRules(rof="sub-phase"))
    assert [timing.limit(rate, 99, anew) for rate in (1, 2, 3, 5)] == [1, 1, 3, 5]


def test_moments_are_written_and_read() -> None:
    for count in range(400):
        assert timing.UNIT.text(count) == digest.moment(count)
        assert timing.UNIT.read(digest.moment(count)) == count
        assert timing.UNIT.seconds(count) == 2 * count


def test_contests_of_all_rolls() -> None:
    for mine, theirs in ((60, 70), (70, 60), (50, 50), (0, 120), (33, 34)):
        for one in range(1, 101, 3):
            for other in range(1, 101, 2):
                sides = [
                    Side(judge(skill, roll, RULES).success, roll, skill)
                    for skill, roll in ((mine, one), (theirs, other))
                ]
                expected = digest.wins((mine, mine, one), (theirs, theirs, other))
                assert winner(sides[0], sides[1], RULES) == expected


def test_the_stat_may_decide_a_contest_first() -> None:
    by_stat = Options(house_rules=HouseRules(contest_by="stat"))
    one, other = Side(True, 10, 60, 9), Side(True, 5, 70, 2)
    assert (winner(one, other, RULES), winner(one, other, by_stat)) == (-1, 1)


def test_the_order_of_any_party() -> None:
    random = Random(4)
    for _ in range(40):
        people = [(random.choice((40, 50, 60)), random.choice((0, 5)), random.random() < 0.5) for _ in range(6)]
        entries = [
            {"name": f"N{at}", "initiative": skill - 30 - reflexes, "bonuses": {"reflexes": reflexes}}
            for at, (skill, reflexes, _) in enumerate(people)
        ]
        table = Table(*entries, dice=[1 if made else 100 for _, _, made in people])
        table.say("begin")
        order = sorted(range(6), key=lambda at: initiative.order(table.now, f"n{at}"))
        assert order == digest.first(people)


@pytest.mark.parametrize("chance", [1, 17, 55, 69, 99, 100])
def test_the_chance_of_at_least_one_hit(chance: int) -> None:
    for shots in range(1, 31):
        misses = 1.0
        for _ in range(shots):
            misses *= (100 - chance) / 100
        assert abs(at_least_once(chance, shots) - 100 * (1 - misses)) <= 0.5 + 1e-9


def test_when_one_is_asked_next() -> None:
    for moment in ("1.1", "1.2", "1.3", "2.1", "2.2", "2.3"):
        for who, ready in (("kane", True), ("vos", False)):
            if moment.endswith("1") and not ready:
                continue
            table = begun(KANE, VOS, dice=[100] * 9)
            table.until(who, moment)
            at = table.now.count
            table.say(f"{who} hold")
            assert table.due(who) == digest.moment(digest.next_moment(at, 0, ready))
            if moment.endswith("1"):
                continue
            table = begun(KANE, VOS, dice=[100] * 9)
            table.until(who, moment)
            table.say(f"{who} move")
            assert table.due(who) == digest.moment(digest.next_moment(at, 1, ready))


def test_when_long_actions_end() -> None:
    for moment in ("1.2", "1.3", "2.2"):
        for takes in range(2, 12):
            table = begun(VOS, {**VOS, "name": "Wim"})
            table.until("vos", moment)
            at = table.now.count
            table.say(f'vos other "climbs" {takes}')
            assert table.now["vos"].actions[0].lands == digest.ends(at, 0, takes), (moment, takes)
