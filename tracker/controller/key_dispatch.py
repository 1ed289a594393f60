"""Key dispatch: the function of each handler that the keymap names."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tracker.controller.controller import Controller
from tracker.controller.handlers import answers, command_line, history, menus, pages
from tracker.controller.keymap.default_keys import Act, Look
from tracker.controller.screen_requests import ScreenRequest
from tracker.controller.view_state import ViewState
from tracker.session import Session

HANDLERS: Mapping[Act, Callable[[Controller], ScreenRequest | None]] = {
    Act.NEXT: answers.go_on,
    Act.ENTER: answers.enter,
    Act.PICK: answers.pick,
    Act.DECLARE: menus.declare,
    Act.SECRETLY: answers.secretly,
    Act.SEND: command_line.send,
    Act.COMPLETE: command_line.complete,
    Act.OLDER: command_line.older,
    Act.NEWER: command_line.newer,
    Act.SELECT: menus.select,
    Act.DAMAGE: menus.damage,
    Act.FIGHTER_MENU: menus.fighter_menu,
    Act.MARK: menus.mark,
    Act.ALONE: answers.alone,
    Act.JOIN: menus.join,
    Act.FALLEN: menus.fallen,
    Act.EVENTS: menus.events,
    Act.LIBRARY: pages.library,
    Act.UNDO: history.undo,
    Act.REDO: history.redo,
    Act.UNDO_ACTION: history.undo_action,
    Act.VETO: history.veto,
    Act.EXPLAIN: pages.explain,
    Act.NOTES: pages.notes,
    Act.RECKON: pages.reckon,
    Act.ODDS: pages.odds,
    Act.COMMAND: command_line.command,
    Act.HELP: pages.help,
    Act.DROP: menus.drop,
    Act.FILTER: command_line.sieve,
    Act.SECRETS: pages.secrets,
    Act.BACK_TO: history.back_to,
    Act.FIX_DIE: history.fix_die,
    Act.UP: answers.up,
    Act.DOWN: answers.down,
    Act.CAME_TO: pages.came_to,
    Act.SETTINGS: pages.settings,
    Act.THEME: pages.theme,
    Act.SHARE: pages.share,
    Act.QUIT: pages.quit,
    Act.STOP: pages.stop,
    Act.WALK_BACK: history.walk_back,
    Act.WALK_ON: history.walk_on,
    Act.WALK_HERE: history.walk_here,
    Act.PLAY_ON: history.play_on,
}

VIEW_HANDLERS: Mapping[Look, Callable[[ViewState, Session], None]] = {
    Look.FIGHTERS: ViewState.fighters,
    Look.SHEET: ViewState.sheet,
    Look.LOG_PANE: ViewState.log_pane,
    Look.TIMELINE: ViewState.timeline,
    Look.PANE_BEFORE: ViewState.pane_before,
    Look.PANE_AFTER: ViewState.pane_after,
    Look.PAGE_UP: ViewState.page_up,
    Look.PAGE_DOWN: ViewState.page_down,
    Look.END: ViewState.end,
    Look.CLOSER: ViewState.closer,
    Look.FARTHER: ViewState.farther,
    Look.GROUPS: ViewState.groups,
}
