"""Odds held against reality: what a forecast says of a fight, and what becomes of it in a session and by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.odds.fights import duel, example, setup_of
from tests.random_play import PACKED
from tracker.dice.source import SeededDice
from tracker.encounter.features.sides import standing_sides
from tracker.model import commands as cmd
from tracker.model.refusals import Refused
from tracker.odds.batches import Until
from tracker.odds.forecast import Forecast, InThisProcess
from tracker.odds.playout import play
from tracker.odds.setup import Setup
from tracker.odds.tally import wilson
from tracker.session import Session

GAMES = ("duel", "feats-rooftops", "plain-skirmish", "phases-ambush", "prism-corridor", *PACKED)
"""A fight of every game."""
LATEST = 6_000


def winner(setup: Setup, seed: object) -> str | None:
    """Who wins a fight that a session plays by the same orders, as a game master does who only goes on."""
    fight = setup.policies[0].encounter
    dice = SeededDice(f"table {seed}")
    session = Session(fight, setup.rules, dice)
    for fighter in session.encounter:
        if fighter.typed:
            session.dispatch(cmd.SetRoller(fighter.id, False))
    session.say("begin")
    while session.encounter.count <= LATEST:
        sides = standing_sides(session.encounter, session.rules)
        if len(sides) < 2:
            return sides[0] if sides else ""
        _go_on(session)
    return None


def _go_on(session: Session) -> None:
    """`next`, and where a question is left that no orders answer, what commits to least."""
    try:
        if session.encounter.question is None:
            session.say("next")
            return
    except Refused:
        pass
    session.dispatch(cmd.Unattended())


def agree(setup: Setup, fights: int) -> None:
    """So many fights of the session and so many that were forecast differ by no more than chance allows (99.9 %)."""
    (forecast,) = Forecast(setup.jobs[:1], Until(fights), InThisProcess()).finish()
    won = sum(winner(setup, seed) == setup.side for seed in range(fights))
    share, told = won / fights, forecast.won(setup.side).share
    pooled = (share + told) / 2
    # Both shares are drawn: the interval of their difference, with a fight of grace for its being a whole number.
    assert abs(share - told) <= 3.29 * (2 * pooled * (1 - pooled) / fights) ** 0.5 + 1 / fights, (share, told)


def test_fights_that_the_session_plays_by_the_same_orders_end_as_the_forecast_says() -> None:
    agree(setup_of(duel()), 60)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_two_thousand_fights_of_the_session_end_as_the_forecast_says_in_every_game(
    name: str, pytestconfig: pytest.Config
) -> None:
    agree(setup_of(example(name)), 100 if pytestconfig.getoption("--short") else 2_000)


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
