"""Sums: a number added up from summands, each with reason and rule id. The explanation prints the same lines."""

from __future__ import annotations

from dataclasses import field

from tracker.model.combatant import Combatant
from tracker.model.lazy_dataclass import dataclass


def signed(amount: int) -> str:
    """Return a number with its sign: `+3`, `−4`."""
    return f"{amount:+d}".replace("-", "−")


def level_told(level: int) -> str:
    """Return a level with its sign, `+1`, `−2`, and `0` without one."""
    return signed(level) if level else "0"


@dataclass
class Sum:
    """A whole number being added up. `lines` are its summands in words."""

    total: int = 0
    lines: list[str] = field(default_factory=list)
    weighed: bool = False
    """True if the modifiers of conditions that the game master made up are included."""

    def add(self, amount: int, why: str, rule: str = "") -> Sum:
        """Add a summand with its reason and rule id, 0 without a line. Return the sum itself."""
        if amount:
            self.total += amount
            self.lines.append(f"{why} {signed(amount)}{f' ({rule})' if rule else ''}")
        return self

    def weigh(self, fighter: Combatant, sign: int = 1) -> Sum:
        """Add the modifiers of the fighter's made-up conditions. `sign` is −1 when a lower number is easier."""
        for amount, words in fighter.weights:
            self.add(sign * amount, words)
        self.weighed = True
        return self

    def told(self, total_name: str) -> tuple[str, ...]:
        """Return the lines, and the total with its name as the last one."""
        return (*self.lines, f"{total_name} {self.total}".replace("-", "−"))
