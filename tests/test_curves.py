"""Curves: how points went over a fight, from the steps in force."""

from __future__ import annotations

from tests.tui.opening import example
from tracker.encounter.statistics.curves import curves, shares, told_pools
from tracker.session import Session


def bled() -> Session:
    session = example("duel")
    for line in ("begin", "brann damage 10 cutting chest"):
        session.say(line)
    return session


def steps(session: Session) -> list:  # type: ignore[type-arg]
    return [session.journal.steps[n] for n in session.journal.done]


def test_a_curve_begins_full_and_has_what_is_left_from_the_moment_it_was_lost() -> None:
    session = bled()
    brann = session.encounter["brann"]
    drawn = curves(steps(session), session.encounter)["brann"]
    assert [curve.pool.name for curve in drawn] == ["PFT", "PBD"] == [pool.name for pool in told_pools(brann)]
    assert all(curve.begins == curve.pool.full for curve in drawn)
    assert all(curve.at(session.encounter.count) == brann.pool(curve.pool.name) for curve in drawn)
    assert any(curve.changes for curve in drawn)


def test_what_was_taken_back_is_no_part_of_a_curve() -> None:
    session = bled()
    session.say("undo")
    assert not any(curve.changes for curve in curves(steps(session), session.encounter)["brann"])


def test_the_share_of_several_is_that_of_their_points_together_down_to_nothing() -> None:
    session = bled()
    each = curves(steps(session), session.encounter)
    fatigue = [each[one.id][0] for one in session.encounter]
    left, full = (sum(one.pool("PFT") for one in session.encounter), sum(curve.pool.full for curve in fatigue))
    assert shares(fatigue, 0, 3)[-1] == left / full
    session.say("fix brann PFT 0")
    again = curves(steps(session), session.encounter)["brann"][:1]
    assert shares(again, session.encounter.count, 2)[-1] == 0.0
