"""Dice: what a roll is rolled against, and what its total means. Read from the roll alone; it changes nothing."""

from __future__ import annotations

from typing import Protocol

from tracker.model.events import Rolled
from tracker.model.questions import Roll
from tracker.system_api.values import Judgement


class Dice(Protocol):
    """Judging."""

    def odds(self, roll: Roll) -> str:
        """What a roll is rolled against, in the game's words: `69 %`, `12 or less`; empty when it has no chance.

        Said where dice are asked for (then `roll.shown` wins over `roll.chance`) and where a roll is explained.
        """
        ...

    def judge(self, roll: Roll, chance: int, total: int) -> Judgement:
        """What `total` means against `chance`, which has the modifiers in it; `roll.data` is the game's own.

        Called once for each roll that has a chance, when its dice have fallen; `resume` gets what it gives.
        """
        ...

    def with_modifier(self, roll: Roll, amount: int, why: str) -> Roll:
        """The roll with a game master's extra modifier in its chance, and a line of its sum that says so.

        Called for each modifier that waits for this roller, before judging. The very same roll given back means that
        the modifier does not touch this roll and goes on waiting.
        """
        ...

    def turning_term(self, rolled: Rolled) -> str:
        """The term of a recorded roll without which it would have come out otherwise, as a sentence; or nothing.

        Only the game master sees it, in the log under the sum. Called for rolls that are looked at, old ones too.
        """
        ...
