"""Rules: the parts of a game put together, or all of them in one class."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Self

from tracker.clock.spans import TimeUnit
from tracker.encounter.engine.step import StepBuilder
from tracker.system_api import carry_over, choices, dice, display, resolution, sheets, turns
from tracker.system_api.memo import Memo
from tracker.system_api.values import Abilities
from tracker.systems.kit import defaults
from tracker.systems.kit.defaults import Options


@dataclass(frozen=True, slots=True)
class Rules:
    """The parts of a game that `bind` returns, a `RuleSystem`; the parts of `defaults` stand in for missing ones."""

    unit: TimeUnit
    abilities: Abilities
    turns: turns.Turns[StepBuilder]
    resolution: resolution.Resolution[StepBuilder]
    dice: dice.Dice
    choices: choices.Choices
    display: display.Display
    sheets: sheets.Sheets
    carry_over: carry_over.CarryOver
    memo: Memo = field(default_factory=Memo, init=False, repr=False, compare=False)


class Whole(
    defaults.Turns[Options],
    defaults.Resolution[Options],
    defaults.Dice[Options],
    defaults.Choices[Options],
    defaults.Display[Options],
    defaults.Sheets[Options],
    defaults.CarryOver[Options],
):
    """A game so small that one class is all its parts."""

    abilities = Abilities()

    @cached_property
    def memo(self) -> Memo:
        """What the kernel has reckoned last under these rules."""
        return Memo()

    @property
    def turns(self) -> Self:
        """The game itself, which is this part too."""
        return self

    @property
    def resolution(self) -> Self:
        """The game itself, which is this part too."""
        return self

    @property
    def dice(self) -> Self:
        """The game itself, which is this part too."""
        return self

    @property
    def choices(self) -> Self:
        """The game itself, which is this part too."""
        return self

    @property
    def display(self) -> Self:
        """The game itself, which is this part too."""
        return self

    @property
    def sheets(self) -> Self:
        """The game itself, which is this part too."""
        return self

    @property
    def carry_over(self) -> Self:
        """The game itself, which is this part too."""
        return self
