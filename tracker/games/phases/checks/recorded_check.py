"""Recorded check: a check read back from the lines of a roll, to reckon its chance without one of its terms."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from tracker.game_api.turning_term import Term, whole
from tracker.games.phases.book.house_rules import Options
from tracker.games.phases.checks.chances import Check
from tracker.model.events import Rolled

_SUMMAND = re.compile(r"(?P<why>.*) (?P<amount>[+−]\d+) \(P-CHECK-1\)")
_STEP = re.compile(r"level (?P<amount>[+−]\d+): (?P<why>.*) \(P-CHECK-3\)")


def terms(rolled: Rolled, rules: Options) -> Sequence[Term]:
    """Return each summand and each step of a recorded roll, with the chance that the roll has without it.

    The first summand, the skill, is left out. Empty where the lines do not give the chance of the roll.
    """
    summands = [match for line in rolled.sum if (match := _SUMMAND.fullmatch(line)) is not None]
    steps = [match for line in rolled.sum if (match := _STEP.fullmatch(line)) is not None]
    check = Check(_pairs(summands), _pairs(steps), rules=rules)
    if check.chance != rolled.chance:
        return ()
    parts = []
    for place, match in enumerate(summands[1:], 1):
        fewer = replace(check, summands=(*check.summands[:place], *check.summands[place + 1 :]))
        parts.append(Term(match["amount"], f"{match['why']} (P-CHECK-1)", fewer.chance))
    for place, match in enumerate(steps):
        easier = replace(check, steps=(*check.steps[:place], *check.steps[place + 1 :]))
        parts.append(Term(f"level {match['amount']}", f"{match['why']} (P-CHECK-3)", easier.chance))
    return parts


def _pairs(matches: Sequence[re.Match[str]]) -> tuple[tuple[int, str], ...]:
    return tuple((whole(match["amount"]), match["why"]) for match in matches)
