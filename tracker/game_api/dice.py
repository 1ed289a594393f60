"""Dice: what a roll is rolled against, and what its total means. Read from the roll alone. It changes nothing."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import replace
from math import floor

from tracker.game_api.part import Options, Part
from tracker.game_api.values import Judgement
from tracker.model.events import Rolled
from tracker.model.questions import Roll


class Dice(Part[Options], ABC):
    """The reading of dice. A game must define `judge`."""

    __slots__ = ()

    @abstractmethod
    def judge(self, roll: Roll, chance: int, total: int) -> Judgement:
        """Return what `total` means against `chance`, which has the modifiers in it. `roll.data` is the game's own.

        Called once for each roll that has a chance, when its dice have fallen. `resume` gets what it gives.
        """

    def odds(self, roll: Roll) -> str:
        """Return what a roll is rolled against, in the game's words: `69 %`, `12 or less`. Empty when it has no chance.

        Said where dice are asked for (then `roll.shown` wins over `roll.chance`) and where a roll is explained.

        Default: the chance in percent.
        """
        chance = roll.shown if roll.shown is not None else roll.chance
        return "" if chance is None else f"{chance} %".replace("-", "−")

    def with_modifier(self, roll: Roll, amount: int, why: str) -> Roll:
        """Return the roll with a game master's extra modifier in its chance, and a line of its sum that says so.

        Called for each modifier that waits for this roller, before judging. The very same roll given back means that
        the modifier does not touch this roll and goes on waiting.

        Default: `roll.per_modifier` for each point. A roll with 0 per point is given back.
        """
        if not roll.per_modifier:
            return roll
        exact = roll.exact + amount * roll.per_modifier
        effect = f"{amount:+d} = {amount * roll.per_modifier:+g}".replace("-", "−")
        line = f"{why} {effect}"
        return replace(roll, exact=exact, chance=floor(exact + 0.5), sum=(*roll.sum, line))

    def open_to_roller(self, roll: Roll) -> bool:
        """Return whether a chance follows from the roller's own sheet and from what its player sees or is offered.

        A player is told such a chance before and after the roll. Where an opponent's margin, a surprise or anything
        else that players may not know of is in the chance, the answer is no. A roll against a hidden one is never told.

        Default: no.
        """
        return False

    def turning_term(self, rolled: Rolled) -> str:
        """Return the term of a recorded roll that decided its result, as a sentence. Or nothing.

        Only the game master sees it, in the log under the sum. Called for rolls that are looked at, old ones too.

        Default: the summand that turned it, of those that `kit.sums` writes.
        """
        from tracker.game_api import turning_term  # noqa: PLC0415 -- not loaded before a roll is looked at

        return turning_term.turning_term(self, rolled, turning_term.terms_of_sum(rolled))
