"""Acts: which method each handler of the keymap is, at the desk and in what is looked at."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tracker.session import Session
from tracker.ui.handlers import Handlers, Wish
from tracker.ui.keymap import AtDesk, Look
from tracker.ui.looking import Looking

AT_DESK: Mapping[AtDesk | Look, Callable[[Handlers], Wish | None]] = {
    "next": Handlers.next,
    "enter": Handlers.enter,
    "declare": Handlers.declare,
    "secretly": Handlers.secretly,
    "send": Handlers.send,
    "complete": Handlers.complete,
    "older": Handlers.older,
    "newer": Handlers.newer,
    "select": Handlers.select,
    "damage": Handlers.damage,
    "fighter_menu": Handlers.fighter_menu,
    "mark": Handlers.mark,
    "alone": Handlers.alone,
    "join": Handlers.join,
    "events": Handlers.events,
    "library": Handlers.library,
    "undo": Handlers.undo,
    "redo": Handlers.redo,
    "undo_action": Handlers.undo_action,
    "veto": Handlers.veto,
    "explain": Handlers.explain,
    "notes": Handlers.notes,
    "reckon": Handlers.reckon,
    "command": Handlers.command,
    "help": Handlers.help,
    "drop": Handlers.drop,
    "filter": Handlers.filter,
    "secrets": Handlers.secrets,
    "back_to": Handlers.back_to,
    "fix_die": Handlers.fix_die,
    "up": Handlers.up,
    "down": Handlers.down,
    "came_to": Handlers.came_to,
    "settings": Handlers.settings,
    "theme": Handlers.theme,
    "quit": Handlers.quit,
    "stop": Handlers.stop,
    "walk_back": Handlers.walk_back,
    "walk_on": Handlers.walk_on,
    "walk_here": Handlers.walk_here,
}

LOOKS: Mapping[AtDesk | Look, Callable[[Looking, Session], None]] = {
    "fighters": Looking.fighters,
    "sheet": Looking.sheet,
    "log_pane": Looking.log_pane,
    "timeline": Looking.timeline,
    "pane_before": Looking.pane_before,
    "pane_after": Looking.pane_after,
    "page_up": Looking.page_up,
    "page_down": Looking.page_down,
    "end": Looking.end,
    "closer": Looking.closer,
    "farther": Looking.farther,
    "groups": Looking.groups,
}
