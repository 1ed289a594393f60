"""Rules: the parts of a game put together, bound to the options of one encounter."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from tracker.clock.spans import TimeUnit
from tracker.game_api.memo import Memo
from tracker.game_api.parts import CarryOver, Choices, Dice, Display, Resolution, Sheets, Turns
from tracker.game_api.values import Abilities


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of one game under the options of one encounter (edition, house rules, scene).

    Two values, seven parts and a memo. A part knows nothing of the others. What two of them need is in the game's own
    rooms, or is asked of the rules of the step (`draft.rules.turns`).
    """

    unit: TimeUnit
    """What time is counted in, and how a count is written and read."""
    abilities: Abilities
    """What the game has of what keys and lines can ask for."""
    turns: Turns[Any]
    """Who acts when, and what a combatant does with its turn."""
    resolution: Resolution[Any]
    """How verbs are carried out, and what comes due."""
    dice: Dice[Any]
    """What dice mean."""
    choices: Choices[Any]
    """What can be chosen."""
    display: Display[Any]
    """What is shown."""
    sheets: Sheets[Any]
    """How an entry becomes a sheet."""
    carry_over: CarryOver[Any]
    """What outlasts a fight."""
    memo: Memo = field(default_factory=Memo, init=False, repr=False, compare=False)
    """What the kernel has reckoned last under these rules. Empty when they are bound."""
