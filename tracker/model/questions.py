"""Questions: what must be answered before a step can go on, and how it goes on, as data."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import field
from enum import StrEnum
from typing import Any, Protocol

from tracker.model.lazy_dataclass import dataclass

ENTER = "kernel.enter"
"""The kernel's stage in which a fighter comes in who was seated during a resolution."""


DECLARATION = "declaration"
"""The name of the question that asks a fighter to declare."""


class Ask(StrEnum):
    """The kinds of question."""

    DECLARE = "declare"
    """A fighter may declare. The answer is a command for it."""
    CHOOSE = "choose"
    """A choice, such as a defence. The answer is a word."""
    DICE = "dice"
    AMOUNT = "amount"
    """A whole number between bounds, such as points to spend."""
    HALT = "halt"
    """A free event has stopped the fight. The kernel asks it of no fighter. A word answers it."""


@dataclass(frozen=True, slots=True)
class Task:
    """One stage of an open resolution: a name the rule system (or the kernel) knows, and JSON-able data.

    What is written is plain. Until then the data may hold values that say by `data()` what they are as plain data.
    """

    stage: str
    data: Mapping[str, Any] = field(default_factory=dict)

    def with_data(self, **additions: object) -> Task:
        """Return the same stage with more data."""
        return Task(self.stage, {**self.data, **additions})

    def text(self) -> str:
        """Return one line for a file. `Task.read` undoes it."""
        return json.dumps(
            [self.stage, self.data], ensure_ascii=False, separators=(",", ":"), sort_keys=True, default=_plain
        )

    @staticmethod
    def read(text: str) -> Task:
        """Return the task written by `text`. Raises ValueError on anything else."""
        stage, data = json.loads(text)
        if not isinstance(stage, str) or not isinstance(data, dict):
            raise ValueError("a task is a stage and its data")
        return Task(stage, data)


class _Written(Protocol):
    def data(self) -> Mapping[str, Any] | list[Any]: ...


def _plain(value: _Written) -> Mapping[str, Any] | list[Any]:
    return value.data()


@dataclass(frozen=True, slots=True)
class Roll:
    """Dice about to be rolled, with the chance they are rolled against and how that chance was reached.

    `chance` is a number of the game's own kind (a percentage, a target), `exact` the same before rounding, and
    `per_modifier` what a point of a game master's extra modifier adds to it. Without a chance nothing is judged.
    `shown` is the chance a player may see before the roll, when that differs. `sum` holds one line per summand.
    A `secret` roll is rolled by the program for every fighter, and its line in the log is the game master's alone.
    `weighed` says that the roller's conditions in the game master's own words are in the chance already. `unknown` is
    what those of them weigh that players do not know of, of a roll that a player is asked for. None: nothing.
    """

    who: str
    what: str
    label: str
    dice: str
    chance: int | None = None
    exact: float = 0.0
    per_modifier: float = 0.0
    sum: tuple[str, ...] = ()
    shown: int | None = None
    target: str = ""
    secret: bool = False
    weighed: bool = False
    data: Mapping[str, Any] = field(default_factory=dict)
    """The data of the judgement beyond the chance, such as the other side's total. Plain JSON-able values."""
    unknown: int | None = None

    def with_data(self, **additions: object) -> Roll:
        """Return the same roll with more data. Spelled out, since `replace` takes twice as long."""
        return Roll(
            self.who,
            self.what,
            self.label,
            self.dice,
            self.chance,
            self.exact,
            self.per_modifier,
            self.sum,
            self.shown,
            self.target,
            self.secret,
            self.weighed,
            {**self.data, **additions},
            self.unknown,
        )


@dataclass(frozen=True, slots=True)
class Question:
    """An open question and, in `then`, the stages that continue after its answer (the last one first)."""

    ask: Ask
    who: str
    what: str
    """The topic in the rule system's words: `defence`, `attack`, `initiative`…"""
    text: str
    choices: tuple[str, ...] = ()
    """The words that can answer it now. The likely one first."""
    dice: str = ""
    then: tuple[Task, ...] = ()
    about: str = ""
    """The other combatant it concerns, if one."""
    low: int = 0
    high: int = 0
    step: int = 0
    """For a number: its bounds, both included, and the step from `low` on (0: every whole number)."""
    unseen: bool = False
    """True for one of several asked at once: no answer is shown before all are in."""

    def fits(self, amount: int) -> bool:
        """Return whether a number answers it."""
        return self.low <= amount <= self.high and (amount - self.low) % (self.step or 1) == 0

    @property
    def bounds(self) -> str:
        """Return the numbers that answer it: `0 to 12`, `0 to 12 in steps of 3`."""
        steps = f" in steps of {self.step}" if self.step > 1 else ""
        return f"{self.low} to {self.high}{steps}"
