"""Odds held against reality: what a forecast says of a fight, and what becomes of it in a session and by hand."""

from __future__ import annotations

from fractions import Fraction

from tests.odds.agreement import agree
from tests.odds.fights import duel, setup_of
from tracker.odds.playout import play
from tracker.odds.tally import wilson


def test_fights_that_the_session_plays_by_the_same_orders_end_as_the_forecast_says() -> None:
    agree(setup_of(duel()), 30)


def test_the_chance_of_the_first_blow_and_of_the_duel_are_those_reckoned_by_hand() -> None:
    """A d20 against a defence of 11 hits on 11 to 20, so by 1/2, and whoever is hit has lost its only point.

    Ann always strikes first: by 1/2 it is over with the first blow, by 3/4 after both, and she wins by 1/2 + 1/8 + …
    """
    hit = Fraction(sum(face >= 11 for face in range(1, 21)), 20)
    wins = hit / (1 - (1 - hit) ** 2)
    assert (hit, wins) == (Fraction(1, 2), Fraction(2, 3))
    job = setup_of(duel(hit_points=1, first=20)).jobs[0]
    endings = [play(job, n) for n in range(400)]
    reckoned = {
        "the first blow": (hit, [ending.count == 1 and ending.winner == "heroes" for ending in endings]),
        "the first round": (1 - (1 - hit) ** 2, [ending.count == 1 for ending in endings]),
        "the duel": (wins, [ending.winner == "heroes" for ending in endings]),
    }
    for what, (chance, met) in reckoned.items():
        interval = wilson(sum(met), len(met))
        assert interval.low <= chance <= interval.high, what
