"""D20: a twenty-sided die that must show a number or more. 1 always fails, 20 always succeeds."""

from __future__ import annotations

from dataclasses import replace

from tracker.game_api import parts
from tracker.game_api.part import Options
from tracker.game_api.values import HIT, Judgement, Needs, Percent
from tracker.games.toolkit.sums import signed
from tracker.model.questions import Roll


def percent(need: int) -> int:
    """Return the chance in percent that the die shows `need` or more."""
    return 5 * max(1, min(19, 21 - need))


def hit(need: int) -> Percent:
    """Return the chance to hit, with the number that the die must show: `9 or more, 60 %`."""
    return Percent.of(percent(need), Needs.of(max(2, min(20, need)), "{} or more"), HIT)


def judge(need: int, total: int) -> Judgement:
    """Return the result of a roll against `need`: a hit from that number on."""
    success = total != 1 and (total == 20 or total >= need)
    return Judgement("hit" if success else "missed", float(success), total - need, success)


class Dice(parts.Dice[Options]):
    """The reading of a d20 in a game that attacks with it."""

    __slots__ = ()

    def odds(self, roll: Roll) -> str:
        """Return the chance of a roll in words, `9 or more, 60 %`. Empty for damage."""
        return "" if roll.chance is None else hit(roll.chance).told

    def judge(self, roll: Roll, chance: int, total: int) -> Judgement:
        """Return the result of a roll against `chance`: a hit from that number on.

        A game that adds to the die names the number that this is compared with in the data of its roll (`against`).
        """
        judged = judge(chance, total)
        against = roll.data.get("against")
        return judged if against is None else replace(judged, reached=against + judged.margin, against=against)

    def with_modifier(self, roll: Roll, amount: int, why: str) -> Roll:
        """Lower the number needed by `amount`. A roll of damage stays as it is."""
        if roll.chance is None:
            return roll
        return replace(roll, chance=roll.chance - amount, sum=(*roll.sum, f"{why} {signed(-amount)}"))
