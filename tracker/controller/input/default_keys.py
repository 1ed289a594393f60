"""Default keys: all key bindings, one row each: what a key does, in which modes, and in which words.

A new key is one row here. What it does is a function that takes the controller: one of `controller/handlers/`, with its
arguments by `partial`, or a new one. Footer, help, palette, `docs/keys.md` and the left-hand map follow from the row.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, partial

from tracker.controller.handlers import answers, command_line, history, menus, pages, panes
from tracker.controller.keymap.keymap import Keymap
from tracker.controller.keymap.row import MENU_OPEN, Kind, Row, Section
from tracker.controller.menus.menu_path import EventsMenu, JoinMenu
from tracker.controller.modes import ALL, OPEN, TYPING, UNTYPED, WALKING, Mode
from tracker.controller.screen_requests import AppAction
from tracker.controller.view_state import Pane


def _modes(*modes: Mode) -> frozenset[Mode]:
    return frozenset(modes)


_FREE, _BEGIN, _MENU = Mode.FREE, Mode.BEGIN, Mode.MENU
_BUSY = "Answer the question first, or {undo} to undo."
_DICE = "Give the dice first, or {undo} to undo."
_PANES = "Answer the question first; {pane-before} {pane-after} switch panes."
_PANES_IN_MENU = "A menu is open: {pane-before} {pane-after} switch panes."
_SEATED = _modes(_FREE, _BEGIN, Mode.DECLARE)
_LOOKING = _SEATED | {Mode.DICE} | WALKING
_ALWAYS = UNTYPED | WALKING

_LIKELY = Kind.LIKELY | Kind.ANSWER
_OPEN_TO_LEARNERS = Kind.LOOK | Kind.RESERVED

ROWS: tuple[Row, ...] = (
    Row(
        "next", ("space",), "next", "go on to the next event", UNTYPED - {_MENU}, answers.go_on, Section.FIGHT,
        footer=_modes(_FREE), why=MENU_OPEN, kind=Kind.ANSWER,
    ),
    Row(
        "until-asked", ("greater_than_sign", "f7"), "play on",
        "go on from event to event until the tracker asks something; any key stops it", UNTYPED - {_MENU},
        answers.play_on, Section.FIGHT, footer=_modes(_FREE), why=MENU_OPEN, left="G", kind=Kind.ANSWER,
    ),
    Row(
        "begin", ("enter",), "begin", "begin the fight", _modes(_BEGIN), answers.enter, Section.FIGHT,
        footer=_modes(_BEGIN), why="Nothing to decide. {next}: next event", left="tab", kind=_LIKELY,
    ),
    Row(
        "declare", ("enter",), "act now", "declare for the selected fighter, who waits or is busy", _modes(_FREE),
        menus.declare, Section.FIGHT, left="tab",
    ),
    Row(
        "again", ("enter",), "same again", "declare the same again", _modes(Mode.DECLARE), answers.enter,
        Section.FIGHT, left="tab", kind=_LIKELY,
    ),
    Row(
        "likely", ("enter",), "take", "give the likely answer, or the marked one", _modes(Mode.CHOOSE), answers.enter,
        Section.FIGHT, footer=_modes(Mode.CHOOSE), left="tab", kind=_LIKELY,
    ),
    Row(
        "give", ("enter",), "give or roll", "give the typed dice, or roll", _modes(Mode.DICE), answers.enter,
        Section.FIGHT, footer=_modes(Mode.DICE), left="tab", kind=_LIKELY,
    ),
    Row(
        "secretly", ("h",), "in secret",
        "give or roll the dice in secret, for the GM only; press again for an open roll", _modes(Mode.DICE),
        answers.secretly, Section.FIGHT, footer=_modes(Mode.DICE), left="g", kind=Kind.ANSWER,
    ),
    Row(
        "give-amount", ("enter",), "give", "give the typed number, or the number shown", _modes(Mode.AMOUNT),
        answers.enter, Section.FIGHT, footer=_modes(Mode.AMOUNT), left="tab", kind=_LIKELY,
    ),
    Row(
        "take", ("enter",), "take", "take the marked choice", _modes(_MENU), answers.enter, Section.FIGHT,
        footer=_modes(_MENU), left="tab", kind=_LIKELY,
    ),
    Row(
        "always", ("quotation_mark", "f8"), "from now on",
        "give the marked answer, and by orders from now on; of a group for all of it", _modes(Mode.CHOOSE),
        answers.from_now_on, Section.FIGHT, footer=_modes(Mode.CHOOSE),
        why="The tracker asks for no answer that orders could give.", left="C", kind=Kind.ANSWER,
    ),
    Row(
        "pick", ("ctrl+n",), "next choice", "mark the next choice, from the last on to the first; enter takes it",
        _modes(Mode.DECLARE, Mode.CHOOSE, _MENU), answers.pick, Section.FIGHT,
        why="The tracker asks no question with choices now.", left="q",
    ),
    Row(
        "send", ("enter",), "carry out", "carry out the line", TYPING, command_line.send, Section.TYPING,
        footer=TYPING, left="ctrl+g",
    ),
    Row(
        "complete", ("tab",), "complete", "complete the word", TYPING, command_line.complete, Section.TYPING,
        footer=TYPING,
    ),
    Row(
        "older", ("up",), "earlier line", "the previous line", TYPING, partial(command_line.recall, by=-1),
        Section.TYPING, footer=TYPING, left="ctrl+w",
    ),
    Row(
        "newer", ("down",), "later line", "the next line", TYPING, partial(command_line.recall, by=1), Section.TYPING,
        left="ctrl+s",
    ),
    Row(
        "select", ("1-9",), "select", "select a fighter (beyond the ninth: 0 and its letter, or 0/ and its name)",
        _SEATED, menus.select, Section.LOOKING, footer=_modes(_BEGIN), why=_BUSY,
    ),
    Row(
        "damage", ("minus",), "damage", "damage the selected fighter, or with + give points back",
        OPEN, menus.damage, Section.BY_HAND, why=_DICE, left="number_sign",
    ),
    Row(
        "dice", ("dollar_sign", "f10"), "roll dice", "roll dice that no rule asks for, such as 2d6+3",
        UNTYPED - {_MENU}, menus.roll_freely, Section.BY_HAND, why=MENU_OPEN,
    ),
    Row(
        "join", ("j",), "join", "add a fighter; during a question, after its answer", UNTYPED - {_MENU},
        partial(menus.open_menu, menu=JoinMenu()), Section.BY_HAND, footer=_modes(_FREE, _BEGIN), why=MENU_OPEN,
        left="f3",
    ),
    Row(
        "events", ("e",), "events", "events that come at their time: set, move or strike out", _SEATED - {Mode.DECLARE},
        partial(menus.open_menu, menu=EventsMenu()), Section.BY_HAND, why="Events during a question: {events-always}",
    ),
    Row(
        "events-always", ("exclamation_mark",), "events", "events (also during a question)", UNTYPED - {_MENU},
        partial(menus.open_menu, menu=EventsMenu()), Section.BY_HAND, why=MENU_OPEN,
    ),
    Row(
        "library", ("p",), "library, party", "library, table and party: search, add, keep, write back, rest",
        _modes(_FREE, _BEGIN), pages.library, Section.BY_HAND, why="Library during a question: {library-always}",
    ),
    Row(
        "library-always", ("at",), "library, party", "library, table and party (also during a question)",
        UNTYPED - {_MENU}, pages.library, Section.BY_HAND, why=MENU_OPEN,
    ),
    Row(
        "undo", ("u",), "undo", "undo the last step", UNTYPED, partial(command_line.carry_out, line="undo"),
        Section.UNDOING, footer=UNTYPED - {_BEGIN}, left="grave_accent", kind=Kind.RESERVED,
    ),
    Row(
        "redo", ("y",), "redo", "redo what you undid, with the same dice", UNTYPED,
        partial(command_line.carry_out, line="redo"), Section.UNDOING, footer=UNTYPED - {_FREE, Mode.CHOOSE},
        left="tilde", kind=Kind.RESERVED,
    ),
    Row(
        "undo-action", ("backspace",), "whole action", "undo the whole action, or delete a digit", UNTYPED,
        history.undo_action, Section.UNDOING, footer=_modes(Mode.DECLARE), left="ctrl+e", kind=Kind.ANSWER,
    ),
    Row(
        "veto", ("v",), "veto", "undo the last action by orders, and ask instead", UNTYPED - {_MENU}, history.veto,
        Section.BY_HAND, why=MENU_OPEN, kind=Kind.ANSWER,
    ),
    Row(
        "fighter-menu", ("semicolon",), "change", "change the selected fighter, or all marked fighters", UNTYPED,
        menus.fighter_menu, Section.BY_HAND, footer=_modes(_FREE, Mode.DECLARE, Mode.CHOOSE), left="ctrl+f",
    ),
    Row(
        "mark", ("apostrophe",), "mark", "mark or unmark the selected fighter, and go on to the next",
        UNTYPED - {_MENU}, menus.mark, Section.BY_HAND, why=MENU_OPEN, left="T",
    ),
    Row(
        "explain", ("x",), "explain", "how the numbers came about", _ALWAYS, pages.explain, Section.ASKING,
        footer=UNTYPED, kind=_OPEN_TO_LEARNERS,
    ),
    Row(
        "walk-back", ("left_square_bracket",), "look back", "look back through the steps, everything as it was then",
        _ALWAYS, history.walk_back, Section.WALKING, footer=WALKING, left="f4", kind=Kind.WALK,
    ),
    Row(
        "walk-on", ("right_square_bracket",), "look on", "look on through the steps, up to the present", _ALWAYS,
        history.walk_on, Section.WALKING, footer=WALKING, left="f5", kind=Kind.WALK,
    ),
    Row(
        "play-on", ("right_curly_bracket",), "play", "play the steps on, or from the beginning; any key stops them",
        _ALWAYS, history.play_on, Section.WALKING, footer=WALKING, left="B", kind=Kind.WALK,
    ),
    Row(
        "walk-here", ("enter",), "back to here", "undo back to the step shown", WALKING, history.walk_here,
        Section.WALKING, footer=WALKING, left="tab", kind=Kind.WALK,
    ),
    Row(
        "notes", ("n",), "notes", "the notes of the encounter", UNTYPED - {_MENU}, pages.notes, Section.ASKING,
        footer=_modes(_BEGIN), why=MENU_OPEN, left="f6",
    ),
    Row(
        "reckon", ("percent_sign",), "reckon", "the calculators of the game, with the selected fighter's figures",
        UNTYPED, pages.reckon, Section.ASKING,
    ),
    Row(
        "odds", ("asterisk",), "odds",
        "the odds at this moment: a line, then a page; its key on the page ends them", _ALWAYS, pages.odds,
        Section.ASKING, left="Z",
    ),
    Row(
        "came-to", ("w",), "summary", "the summary: what each fighter did, dealt, took and spent",
        _modes(_FREE, Mode.DICE, Mode.AMOUNT), pages.came_to, Section.ASKING,
        why="Answer the question first, or {undo} to undo. {came-to-always}: summary",
    ),
    Row(
        "came-to-always", ("ampersand",), "summary", "the summary (also during a question)", UNTYPED, pages.came_to,
        Section.ASKING, left="Q",
    ),
    Row(
        "command", ("colon",), "command", "type a command line", UNTYPED, command_line.command, Section.ASKING,
        footer=UNTYPED, left="f2", kind=Kind.RESERVED,
    ),
    Row(
        "help", ("question_mark",), "help", "all keys, and the rules that the screen names", _ALWAYS,
        partial(pages.open_page, page="help_page"), Section.ASKING, footer=_ALWAYS, left="f1", kind=_OPEN_TO_LEARNERS,
    ),
    Row(
        "help-typing", ("f1",), "help", "all keys, and the rules that a refusal names, while a line is typed", TYPING,
        partial(pages.open_page, page="help_page"), Section.ASKING, kind=Kind.LOOK,
    ),
    Row(
        "drop", ("escape",), "back", "drop the typed line; let the sheet follow again; return to the present", ALL,
        menus.drop, Section.UNDOING, footer=TYPING | WALKING | {_MENU}, kind=Kind.RESERVED | Kind.WALK,
    ),
    Row(
        "fighters", ("f",), "fighters", "look at the fighters", _LOOKING, partial(panes.show, pane=Pane.FIGHTERS),
        Section.LOOKING, why=_PANES, in_menu=_PANES_IN_MENU, kind=Kind.LOOK,
    ),
    Row(
        "sheet", ("s",), "sheet", "look at the sheet", _LOOKING, partial(panes.show, pane=Pane.SHEET),
        Section.LOOKING, why=_PANES, in_menu=_PANES_IN_MENU, kind=Kind.LOOK,
    ),
    Row(
        "log", ("l",), "log", "look at the log", _LOOKING, partial(panes.show, pane=Pane.LOG), Section.LOOKING,
        why=_PANES, in_menu=_PANES_IN_MENU, left="R", kind=Kind.LOOK,
    ),
    Row(
        "timeline", ("t",), "timeline", "look at the timeline", _LOOKING, partial(panes.show, pane=Pane.TIMELINE),
        Section.LOOKING, why=_PANES, in_menu=_PANES_IN_MENU, kind=Kind.LOOK,
    ),
    Row(
        "filter", ("slash",), "filter", "show only log lines with a name or word; in a list, find a name", UNTYPED,
        command_line.sieve, Section.LOOKING, left="F",
    ),
    Row(
        "secrets", ("i",), "secrets", "hide the secret lines of the log, or show them again", UNTYPED, pages.secrets,
        Section.LOOKING, left="V",
    ),
    Row(
        "back-to", ("b",), "back to here", "undo back to the marked log line", _SEATED, history.back_to,
        Section.UNDOING, why=_BUSY, kind=Kind.ANSWER,
    ),
    Row(
        "fix-die", ("z",), "correct die", "correct the die of the marked log line, or the only die of the last step",
        UNTYPED - {_MENU}, history.fix_die, Section.UNDOING, why=MENU_OPEN,
    ),
    Row(
        "pane-before", ("left",), "previous pane", "the previous pane", _ALWAYS, partial(panes.turn, by=-1),
        Section.LOOKING, left="ctrl+a", kind=Kind.LOOK,
    ),
    Row(
        "pane-after", ("right", "tab"), "next pane", "the next pane", _ALWAYS, partial(panes.turn, by=1),
        Section.LOOKING, left="ctrl+d", kind=Kind.LOOK,
    ),
    Row(
        "up", ("up",), "up", "up in the list, the fighters or the log", _ALWAYS, partial(panes.move, by=-1),
        Section.LOOKING, left="ctrl+w",
    ),
    Row(
        "down", ("down",), "down", "down in the list, the fighters or the log", _ALWAYS, partial(panes.move, by=1),
        Section.LOOKING, left="ctrl+s",
    ),
    Row(
        "page-up", ("pageup",), "page up", "one page up in the list, the fighters or the log", _ALWAYS,
        partial(panes.page, by=-1), Section.LOOKING, left="W", kind=Kind.LOOK,
    ),
    Row(
        "page-down", ("pagedown",), "page down", "one page down in the list, the fighters or the log", _ALWAYS,
        partial(panes.page, by=1), Section.LOOKING, left="S", kind=Kind.LOOK,
    ),
    Row(
        "end", ("end",), "newest", "the last entry of a list; the newest log line again", _ALWAYS, panes.end,
        Section.LOOKING, left="E", kind=Kind.LOOK,
    ),
    Row(
        "groups", ("equals_sign",), "groups", "fold or unfold the group of the selected fighter, or all groups", OPEN,
        panes.groups, Section.BY_HAND, why=_DICE, left="ctrl+g", kind=Kind.LOOK,
    ),
    Row(
        "fallen", ("underscore",), "fallen", "fold the fallen into one line always, or only where there is no room",
        _ALWAYS, menus.fallen, Section.BY_HAND, left="X",
    ),
    Row(
        "alone", ("backslash",), "only this one",
        "answer for this one of a group only; press again for the whole group",
        _modes(Mode.DECLARE, Mode.CHOOSE, Mode.AMOUNT, _MENU), answers.alone, Section.BY_HAND,
        why="The question is for one fighter only.", left="ctrl+r",
    ),
    Row(
        "closer", ("full_stop",), "closer", "fewer counts on the timeline", OPEN | WALKING,
        partial(panes.zoom, by=-1), Section.LOOKING, left="D", kind=Kind.LOOK,
    ),
    Row(
        "farther", ("comma",), "farther", "more counts on the timeline", OPEN | WALKING, partial(panes.zoom, by=1),
        Section.LOOKING, left="A", kind=Kind.LOOK,
    ),
    Row(
        "settings", ("ctrl+o",), "settings", "your settings: theme, dice, guard, zoom, and choices of the game",
        _ALWAYS, partial(pages.ask_app, action=AppAction.SETTINGS), Section.LOOKING, left="ctrl+x",
        kind=_OPEN_TO_LEARNERS,
    ),
    Row(
        "share", ("ctrl+l",), "share", "the players' pages: start sharing, and show each player's link as a code",
        _ALWAYS, partial(pages.open_page, page="shared_pages"), Section.LOOKING, left="ctrl+b", kind=Kind.RESERVED,
    ),
    Row(
        "let-in", ("ctrl+y", "f12"), "let in",
        "let in the phone that asks to join; `n` on the page of links turns it away", _ALWAYS, pages.let_in,
        Section.LOOKING, left="ctrl+v", kind=Kind.RESERVED,
    ),
    Row(
        "theme", ("ctrl+t",), "theme", "dark, light, or high contrast", _ALWAYS,
        partial(pages.ask_app, action=AppAction.THEME), Section.LOOKING, kind=_OPEN_TO_LEARNERS,
    ),
    Row(
        "quit", ("ctrl+q",), "leave", "leave; the tracker asks first if a step is not saved", ALL,
        partial(pages.ask_app, action=AppAction.LEAVE), Section.PROGRAM, kind=_OPEN_TO_LEARNERS,
    ),
    Row(
        "stop", ("ctrl+z",), "to the shell", "go to the shell for a while; `fg` there returns", ALL,
        partial(pages.ask_app, action=AppAction.SUSPEND), Section.PROGRAM, kind=Kind.LOOK,
    ),
)  # fmt: skip


def usual_keymap(user_keys: Mapping[str, Sequence[str]] | None = None) -> Keymap:
    """Return the keymap of these rows, with the `user_keys` for some of them. Raises KeymapError."""
    return Keymap(ROWS, user_keys) if user_keys else _usual()


# Cached: rows never change, so every fight without own keys may share one keymap.
@cache
def _usual() -> Keymap:
    return Keymap(ROWS)
