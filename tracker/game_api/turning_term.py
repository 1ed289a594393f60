"""Turning term: the summand that decided the result of a recorded roll.

It is read from the lines of the sum that the roll was recorded with: so it is told of old fights too, and costs
nothing while dice fall.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Protocol

from tracker.game_api.values import Judgement
from tracker.model.events import Rolled
from tracker.model.lazy_dataclass import dataclass
from tracker.model.orders import ATTACK
from tracker.model.questions import Roll

_SUMMAND = re.compile(r"(?P<why>.+?):?(?: [+−]\d+ =)? (?P<amount>[+−]\d+)(?P<rule> \([^()]*\))?")
_START = re.compile(r".* (?P<amount>[+−]?\d+)(?: \([^()]*\))?")
"""The first line of a sum, which may have no sign."""
NOTHING: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Term:
    """A summand: its amount as it is shown, its reason, and what the roll had been rolled against without it."""

    amount: str
    why: str
    without: int


def whole(text: str) -> int:
    """Return a number as it is shown, `+3`, `−15`."""
    return int(text.replace("−", "-"))


def terms_of_sum(rolled: Rolled) -> Sequence[Term]:
    """Return the summands in the lines of a roll's sum, except the first: it is the number that the others change.

    No summands when the lines do not add up to the number that was rolled against.
    """
    start = _START.fullmatch(rolled.sum[0]) if rolled.sum else None
    matches = [match for line in rolled.sum[1:] if (match := _SUMMAND.fullmatch(line)) is not None]
    chance = rolled.chance
    if chance is None or start is None:
        return ()
    if whole(start["amount"]) + sum(whole(match["amount"]) for match in matches) != chance:
        return ()
    return [
        Term(match["amount"], match["why"] + (match["rule"] or ""), chance - whole(match["amount"]))
        for match in matches
    ]


class Judging(Protocol):
    """The interface that judges a roll: the dice of a game."""

    def judge(self, roll: Roll, chance: int, total: int) -> Judgement:
        """Return what a total means against a chance."""
        ...


def turning_term(dice: Judging, rolled: Rolled, terms: Sequence[Term], data: Mapping[str, Any] = NOTHING) -> str:
    """Return the sentence about the summand that decided a roll: without it success would be failure, or the reverse.

    Of several it is the greatest. Empty when none did. The roll is first judged again as recorded: when that gives
    another result, or lacks data, the game judged by more than the roll has, and the sentence is empty. `data` is
    further data for the game's `judge`.
    """
    if rolled.chance is None or not terms:
        return ""
    roll = Roll(rolled.who, rolled.what, rolled.label, rolled.dice, rolled.chance, target=rolled.target, data=data)
    try:
        judged = dice.judge(roll, rolled.chance, rolled.total)
    except LookupError:
        return ""
    if (judged.tier, judged.margin) != (rolled.tier, rolled.margin):
        return ""
    turned = [term for term in terms if dice.judge(roll, term.without, rolled.total).success != judged.success]
    if not turned:
        return ""
    most = max(turned, key=lambda term: abs(rolled.chance - term.without if rolled.chance is not None else 0))
    failed, succeeded = ("missed", "hit") if rolled.what == ATTACK else ("failed", "succeeded")
    return f"without the {most.amount} for {most.why} it would have {failed if judged.success else succeeded}"
