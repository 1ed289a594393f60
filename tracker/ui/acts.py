"""Acts: which method each handler of the keymap is, at the desk and in what is looked at."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tracker.session import Session
from tracker.ui.handlers import answers, command_line, menus, pages, past
from tracker.ui.keymap import AtDesk, Look
from tracker.ui.outlook import Looking
from tracker.ui.surface import Surface
from tracker.ui.wishes import Wish

AT_DESK: Mapping[AtDesk | Look, Callable[[Surface], Wish | None]] = {
    "next": answers.go_on,
    "enter": answers.enter,
    "pick": answers.pick,
    "declare": menus.declare,
    "secretly": answers.secretly,
    "send": command_line.send,
    "complete": command_line.complete,
    "older": command_line.older,
    "newer": command_line.newer,
    "select": menus.select,
    "damage": menus.damage,
    "fighter_menu": menus.fighter_menu,
    "mark": menus.mark,
    "alone": answers.alone,
    "join": menus.join,
    "events": menus.events,
    "library": pages.library,
    "undo": past.undo,
    "redo": past.redo,
    "undo_action": past.undo_action,
    "veto": past.veto,
    "explain": pages.explain,
    "notes": pages.notes,
    "reckon": pages.reckon,
    "command": command_line.command,
    "help": pages.help,
    "drop": menus.drop,
    "filter": command_line.sieve,
    "secrets": pages.secrets,
    "back_to": past.back_to,
    "fix_die": past.fix_die,
    "up": answers.up,
    "down": answers.down,
    "came_to": pages.came_to,
    "settings": pages.settings,
    "theme": pages.theme,
    "quit": pages.quit,
    "stop": pages.stop,
    "walk_back": past.walk_back,
    "walk_on": past.walk_on,
    "walk_here": past.walk_here,
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
