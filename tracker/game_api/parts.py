"""Parts: the base classes of a game's parts in one place. Each is explained in the file that has its name."""

from __future__ import annotations

from tracker.game_api.carry_over import CarryOver
from tracker.game_api.choices import Choices
from tracker.game_api.dice import Dice
from tracker.game_api.display import Display
from tracker.game_api.resolution import Resolution
from tracker.game_api.sheets import Sheets
from tracker.game_api.turns import Turns

__all__ = ["CarryOver", "Choices", "Dice", "Display", "Resolution", "Sheets", "Turns"]
