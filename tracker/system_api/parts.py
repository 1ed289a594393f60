"""Parts: the base classes of a game's parts in one place; each is explained in the file that has its name."""

from __future__ import annotations

from tracker.system_api.carry_over import CarryOver
from tracker.system_api.choices import Choices
from tracker.system_api.dice import Dice
from tracker.system_api.display import Display
from tracker.system_api.resolution import Resolution
from tracker.system_api.sheets import Sheets
from tracker.system_api.turns import Turns

__all__ = ["CarryOver", "Choices", "Dice", "Display", "Resolution", "Sheets", "Turns"]
