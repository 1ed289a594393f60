"""Sums: a number put together from summands, each with its reason and rule id, explained from the very same lines."""

from __future__ import annotations

from dataclasses import dataclass, field

from tracker.model.combatant import Combatant


def signed(amount: int) -> str:
    """`+3`, `−4`, with a real minus."""
    return f"{amount:+d}".replace("-", "−")


def level_told(level: int) -> str:
    """`+1`, `−2`, `0`: a step on a scale whose middle has no sign."""
    return signed(level) if level else "0"


@dataclass
class Sum:
    """A whole number in the making; `lines` say how, and only what weighs something is said."""

    total: int = 0
    lines: list[str] = field(default_factory=list)
    weighed: bool = False
    """Whether the roller's conditions in the game master's own words are in it."""

    def add(self, amount: int, why: str, rule: str = "") -> Sum:
        """With a summand, its reason and its rule id; one of 0 is left out. Gives itself back."""
        if amount:
            self.total += amount
            self.lines.append(f"{why} {signed(amount)}{f' ({rule})' if rule else ''}")
        return self

    def weigh(self, one: Combatant, way: int = 1) -> Sum:
        """With what the game master's own conditions of the roller weigh; `way` is -1 where less is easier."""
        for amount, words in one.weights:
            self.add(way * amount, words)
        self.weighed = True
        return self

    def told(self, what: str) -> tuple[str, ...]:
        """The lines, with what they come to at the end."""
        return (*self.lines, f"{what} {self.total}".replace("-", "−"))
