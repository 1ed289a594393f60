"""Rules: the parts of a game put together, bound to the options of one encounter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from typing import Any

from tracker.clock.spans import TimeUnit
from tracker.game_api.parts import CarryOver, Choices, Dice, Display, Resolution, Sheets, Turns
from tracker.game_api.values import Abilities, Choice
from tracker.model.commands import Command
from tracker.model.last_value import Last
from tracker.model.lazy_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Memo:
    """The latest of each kind. Every game that is bound has its own, so that fights share nothing."""

    offered: Last[Sequence[Choice]] = field(default_factory=Last)
    """The last choices offered, by state and question."""
    ordered: Last[Command | None] = field(default_factory=Last)
    """The last command by orders, by state and fighter."""


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of one game under the options of one encounter (edition, house rules, scene).

    Two values, seven parts and a memo. A part knows nothing of the others. What two of them need is in the game's own
    rooms, or is asked of the rules of the step (`draft.rules.turns`).
    """

    unit: TimeUnit
    """The unit of time, with how a count is written and read."""
    abilities: Abilities
    """The optional features of the game that keys and lines can ask for."""
    turns: Turns[Any]
    """The order of turns, and what each turn does."""
    resolution: Resolution[Any]
    """The resolution of verbs and of what comes due."""
    dice: Dice[Any]
    """The meaning of dice."""
    choices: Choices[Any]
    """The menus, the answers and the parser."""
    display: Display[Any]
    """The words and figures on the screen."""
    sheets: Sheets[Any]
    """The reader of combatant entries."""
    carry_over: CarryOver[Any]
    """The rules for everything that outlasts a fight."""
    memo: Memo = field(default_factory=Memo, init=False, repr=False, compare=False)
    """The results the kernel computed last under these rules."""
