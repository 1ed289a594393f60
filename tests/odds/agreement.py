"""Fights of the session and fights that were forecast, and whether they end alike."""

from __future__ import annotations

from tracker.dice.source import SeededDice
from tracker.encounter.features.sides import standing_sides
from tracker.model import commands as cmd
from tracker.model.refusals import Refused
from tracker.odds.batches import Until
from tracker.odds.forecast import Forecast, InThisProcess
from tracker.odds.setup import Setup
from tracker.session import Session

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
