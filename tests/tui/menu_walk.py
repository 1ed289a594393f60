"""Walking through menus: which choices lead to a further one."""

from __future__ import annotations

from tracker.controller.menus.menu_path import MenuChoice
from tracker.game_api.values import Choice


def leads_to_menu(choice: Choice) -> bool:
    """Whether a choice leads to a further menu, of the game or of the screen."""
    return bool(choice.path) or (isinstance(choice, MenuChoice) and choice.opens is not None)
