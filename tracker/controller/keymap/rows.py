"""Key rows: every key there is, one row each: what it does, while what, and in which words."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from tracker.controller.modes import ALL, OPEN, TYPING, UNTYPED, WALKING, Mode


class Act(StrEnum):
    """What changes the fight or what is typed; `acts` has a function for each."""

    NEXT = "next"
    ENTER = "enter"
    PICK = "pick"
    DECLARE = "declare"
    SECRETLY = "secretly"
    SEND = "send"
    COMPLETE = "complete"
    OLDER = "older"
    NEWER = "newer"
    SELECT = "select"
    DAMAGE = "damage"
    FIGHTER_MENU = "fighter_menu"
    MARK = "mark"
    ALONE = "alone"
    JOIN = "join"
    EVENTS = "events"
    LIBRARY = "library"
    UNDO = "undo"
    REDO = "redo"
    UNDO_ACTION = "undo_action"
    VETO = "veto"
    EXPLAIN = "explain"
    NOTES = "notes"
    RECKON = "reckon"
    COMMAND = "command"
    HELP = "help"
    DROP = "drop"
    FILTER = "filter"
    SECRETS = "secrets"
    BACK_TO = "back_to"
    FIX_DIE = "fix_die"
    UP = "up"
    DOWN = "down"
    CAME_TO = "came_to"
    SETTINGS = "settings"
    THEME = "theme"
    QUIT = "quit"
    STOP = "stop"
    WALK_BACK = "walk_back"
    WALK_ON = "walk_on"
    WALK_HERE = "walk_here"


class Look(StrEnum):
    """What changes only what is looked at; `acts` has a method for each."""

    FIGHTERS = "fighters"
    SHEET = "sheet"
    LOG_PANE = "log_pane"
    TIMELINE = "timeline"
    PANE_BEFORE = "pane_before"
    PANE_AFTER = "pane_after"
    PAGE_UP = "page_up"
    PAGE_DOWN = "page_down"
    END = "end"
    CLOSER = "closer"
    FARTHER = "farther"
    GROUPS = "groups"


_MENU_OPEN = "A menu is open: take a choice, or {drop}."


@dataclass(frozen=True, slots=True)
class Row:
    """One key: `handler` is what is done, in the modes `when`; the footer shows it in `footer` modes."""

    id: str
    keys: tuple[str, ...]
    word: str
    label: str
    when: frozenset[Mode]
    handler: Act | Look
    footer: frozenset[Mode] = frozenset()
    why: str = ""
    """Why it does nothing in the other modes."""
    in_menu: str = _MENU_OPEN
    """Why it does nothing in a menu, where there is a reason at all."""


def _modes(*modes: Mode) -> frozenset[Mode]:
    return frozenset(modes)


_FREE, _BEGIN, _MENU = Mode.FREE, Mode.BEGIN, Mode.MENU
_BUSY = "Answer the question first, or {undo} to undo."
_PANES = "Answer the question first; {pane-before} {pane-after} turn the panes."
_PANES_IN_MENU = "A menu is open: {pane-before} {pane-after} turn the panes."
_SEATED = _modes(_FREE, _BEGIN, Mode.DECLARE)
_LOOKING = _SEATED | {Mode.DICE}

ROWS: tuple[Row, ...] = (
    Row(
        "next", ("space",), "go on to whatever is due next", "next", UNTYPED - {_MENU}, Act.NEXT, _modes(_FREE),
        _MENU_OPEN,
    ),
    Row(
        "begin", ("enter",), "begin the fight", "begin", _modes(_BEGIN), Act.ENTER, _modes(_BEGIN),
        "Nothing to decide. {next}: next event",
    ),
    Row(
        "declare", ("enter",), "what the selected one who waits or is busy does now", "what it does now", _modes(_FREE),
        Act.DECLARE,
    ),
    Row("again", ("enter",), "declare the same again", "same again", _modes(Mode.DECLARE), Act.ENTER),
    Row("likely", ("enter",), "give the likely answer", "likely", _modes(Mode.CHOOSE), Act.ENTER),
    Row(
        "give", ("enter",), "give the dice typed; with none typed, roll", "give or roll", _modes(Mode.DICE), Act.ENTER,
        _modes(Mode.DICE),
    ),
    Row(
        "secretly", ("h",), "give or roll the dice in secret, for you only; again: openly", "in secret",
        _modes(Mode.DICE), Act.SECRETLY, _modes(Mode.DICE),
    ),
    Row(
        "give-amount", ("enter",), "give the number typed, or the one shown", "give", _modes(Mode.AMOUNT), Act.ENTER,
        _modes(Mode.AMOUNT),
    ),
    Row("take", ("enter",), "take the marked choice", "take", _modes(_MENU), Act.ENTER, _modes(_MENU)),
    Row(
        "pick", ("ctrl+n",), "mark the next choice of what is asked, after the last the first; enter takes it",
        "next choice", _modes(Mode.DECLARE, Mode.CHOOSE, _MENU), Act.PICK, why="Nothing is asked that has choices.",
    ),
    Row("send", ("enter",), "carry out the line", "carry out", TYPING, Act.SEND, TYPING),
    Row("complete", ("tab",), "complete the word", "complete", TYPING, Act.COMPLETE, TYPING),
    Row("older", ("up",), "the line before", "earlier line", TYPING, Act.OLDER, TYPING),
    Row("newer", ("down",), "the line after", "later line", TYPING, Act.NEWER),
    Row(
        "select", ("1-9",), "select a fighter (after nine 0 and its letter, or 0/ and its name)", "select", _SEATED,
        Act.SELECT, _modes(_BEGIN), _BUSY,
    ),
    Row(
        "damage", ("minus",), "damage by hand to the selected one", "damage", OPEN, Act.DAMAGE, frozenset(),
        "First give the dice, or take a step back with {undo}.",
    ),
    Row(
        "join", ("j",), "somebody joins now; while something is asked, after it", "join", UNTYPED - {_MENU}, Act.JOIN,
        _modes(_FREE, _BEGIN), _MENU_OPEN,
    ),
    Row(
        "events", ("e",), "what is to happen by itself: set, move or strike out", "events", _SEATED - {Mode.DECLARE},
        Act.EVENTS, why="While something is asked its key is {events-always}.",
    ),
    Row(
        "events-always", ("exclamation_mark",), "the same, whatever is asked", "events", UNTYPED - {_MENU}, Act.EVENTS,
        why=_MENU_OPEN,
    ),
    Row(
        "library", ("p",), "library, table and party: search, put in, keep, write back, rest", "library, party",
        _modes(_FREE, _BEGIN), Act.LIBRARY, why="While something is asked its key is {library-always}.",
    ),
    Row(
        "library-always", ("at",), "the same, whatever is asked", "library, party", UNTYPED - {_MENU}, Act.LIBRARY,
        why=_MENU_OPEN,
    ),
    Row("undo", ("u",), "take back the last step", "undo", UNTYPED, Act.UNDO, UNTYPED - {_BEGIN}),
    Row("redo", ("y",), "bring back what was taken back, with the same dice", "redo", UNTYPED, Act.REDO, UNTYPED),
    Row(
        "undo-action", ("backspace",), "take back the whole action, or a digit", "whole action", UNTYPED,
        Act.UNDO_ACTION,
        _modes(Mode.DECLARE, Mode.CHOOSE),
    ),
    Row(
        "veto", ("v",), "take back the last act by orders, and ask instead", "veto", UNTYPED - {_MENU}, Act.VETO,
        why=_MENU_OPEN,
    ),
    Row(
        "fighter-menu", ("semicolon",), "what is done by hand with the selected fighter, or with all who are marked",
        "by hand", UNTYPED, Act.FIGHTER_MENU, _modes(_FREE, Mode.DECLARE, Mode.CHOOSE),
    ),
    Row("mark", ("apostrophe",), "mark the selected fighter, or no longer, and go on to the next", "mark",
        UNTYPED - {_MENU}, Act.MARK, why=_MENU_OPEN),
    Row("explain", ("x",), "the sum behind the numbers", "explain", UNTYPED | WALKING, Act.EXPLAIN, UNTYPED),
    Row(
        "walk-back", ("left_square_bracket",), "walk back through the steps, everything as it was then", "walk back",
        UNTYPED | WALKING, Act.WALK_BACK, WALKING,
    ),
    Row(
        "walk-on", ("right_square_bracket",), "walk on through the steps, up to the present", "walk on",
        UNTYPED | WALKING, Act.WALK_ON, WALKING,
    ),
    Row(
        "walk-here", ("enter",), "go back to the step that is looked at", "back to here", WALKING, Act.WALK_HERE,
        WALKING,
    ),
    Row("notes", ("n",), "the encounter's notes", "notes", UNTYPED - {_MENU}, Act.NOTES, _modes(_BEGIN), _MENU_OPEN),
    Row(
        "reckon", ("percent_sign",), "the calculators of the game, with the selected fighter's figures", "reckon",
        UNTYPED, Act.RECKON,
    ),
    Row(
        "came-to", ("w",), "what the fight came to: what everybody did, dealt, took and spent", "what it came to",
        _modes(_FREE, Mode.DICE, Mode.AMOUNT), Act.CAME_TO, why="A question is open: its key is {came-to-always} now.",
    ),
    Row(
        "came-to-always", ("ampersand",), "the same, whatever is asked", "what it came to", UNTYPED, Act.CAME_TO,
    ),
    Row("command", ("colon",), "type a command line", "command", UNTYPED, Act.COMMAND, UNTYPED),
    Row("help", ("question_mark",), "all keys", "help", UNTYPED | WALKING, Act.HELP, UNTYPED | WALKING),
    Row(
        "drop", ("escape",), "drop what is typed; let the sheet follow again; out of an earlier moment", "back", ALL,
        Act.DROP, TYPING | WALKING | {_MENU},
    ),
    Row(
        "fighters", ("f",), "look at the fighters", "fighters", _LOOKING | WALKING, Look.FIGHTERS, why=_PANES,
        in_menu=_PANES_IN_MENU,
    ),
    Row(
        "sheet", ("s",), "look at the sheet", "sheet", _LOOKING | WALKING, Look.SHEET, why=_PANES,
        in_menu=_PANES_IN_MENU,
    ),
    Row(
        "log", ("l",), "look at the log", "log", _LOOKING | WALKING, Look.LOG_PANE, why=_PANES,
        in_menu=_PANES_IN_MENU,
    ),
    Row(
        "timeline", ("t",), "look at the timeline", "timeline", _LOOKING | WALKING, Look.TIMELINE, why=_PANES,
        in_menu=_PANES_IN_MENU,
    ),
    Row(
        "filter", ("slash",), "show only log lines of a fighter or with some words; in a list, find a name in it",
        "filter", UNTYPED, Act.FILTER,
    ),
    Row(
        "secrets", ("i",), "leave the secret lines out of the log, or show them again", "secrets", UNTYPED,
        Act.SECRETS,
    ),
    Row("back-to", ("b",), "back to the log line marked", "back to here", _SEATED, Act.BACK_TO, why=_BUSY),
    Row(
        "fix-die", ("z",), "put right the die of the log line marked, or the only one of the last step", "put right",
        UNTYPED - {_MENU}, Act.FIX_DIE, why=_MENU_OPEN,
    ),
    Row("pane-before", ("left",), "the pane before", "pane before", UNTYPED | WALKING, Look.PANE_BEFORE),
    Row("pane-after", ("right", "tab"), "the pane after", "pane after", UNTYPED | WALKING, Look.PANE_AFTER),
    Row("up", ("up",), "up in the list, the fighters or the log", "up", UNTYPED | WALKING, Act.UP),
    Row("down", ("down",), "down in the list, the fighters or the log", "down", UNTYPED | WALKING, Act.DOWN),
    Row("page-up", ("pageup",), "a page up in what the arrows move in", "page up", UNTYPED | WALKING, Look.PAGE_UP),
    Row(
        "page-down", ("pagedown",), "a page down in what the arrows move in", "page down", UNTYPED | WALKING,
        Look.PAGE_DOWN,
    ),
    Row("end", ("end",), "the last of a list; the newest log line again", "newest", UNTYPED | WALKING, Look.END),
    Row(
        "groups", ("equals_sign",), "fold or unfold the group of the selected fighter, or all groups", "groups", OPEN,
        Look.GROUPS, why="First give the dice, or take a step back with {undo}.",
    ),
    Row(
        "alone", ("backslash",), "what comes next is for this one of a group only; again: for all of it",
        "this one only", _modes(Mode.DECLARE, Mode.CHOOSE, Mode.AMOUNT, _MENU), Act.ALONE,
        why="No group is asked.",
    ),
    Row("closer", ("full_stop",), "fewer counts on the timeline", "closer", OPEN | WALKING, Look.CLOSER),
    Row("farther", ("comma",), "more counts on the timeline", "farther", OPEN | WALKING, Look.FARTHER),
    Row(
        "settings", ("ctrl+o",), "your settings: theme, dice, guard, zoom, and what a game leaves to you", "settings",
        UNTYPED | WALKING, Act.SETTINGS,
    ),
    Row("theme", ("ctrl+t",), "dark, light, or high contrast", "theme", UNTYPED | WALKING, Act.THEME),
    Row("quit", ("ctrl+q",), "leave; if a step is not saved, you are asked first", "leave", ALL, Act.QUIT),
    Row("stop", ("ctrl+z",), "back to the shell for a while; `fg` there comes back", "to the shell", ALL, Act.STOP),
)  # fmt: skip

ANSWERING = frozenset(
    {"next", "begin", "again", "likely", "give", "secretly", "give-amount", "take", "undo-action", "veto", "back-to"}
)
"""Rows that may only act on what has been seen."""

BEFORE_CHOICES = ("undo", "redo", "explain", "command", "help", "drop", "quit", "theme", "settings")
"""Rows that keep their meaning whatever is asked; the keys of all others give way to those of choices."""
