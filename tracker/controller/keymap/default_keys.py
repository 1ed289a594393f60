"""Default keys: all key bindings, one row each: what a key does, in which modes, and in which words."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from tracker.controller.modes import ALL, OPEN, TYPING, UNTYPED, WALKING, Mode


class Act(StrEnum):
    """What changes the fight or what is typed; `HANDLERS` in `key_dispatch` has a function for each."""

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
    FALLEN = "fallen"
    EVENTS = "events"
    LIBRARY = "library"
    UNDO = "undo"
    REDO = "redo"
    UNDO_ACTION = "undo_action"
    VETO = "veto"
    EXPLAIN = "explain"
    NOTES = "notes"
    RECKON = "reckon"
    ODDS = "odds"
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
    SHARE = "share"
    QUIT = "quit"
    STOP = "stop"
    WALK_BACK = "walk_back"
    WALK_ON = "walk_on"
    WALK_HERE = "walk_here"
    PLAY_ON = "play_on"


class Look(StrEnum):
    """What changes only what is looked at; `VIEW_HANDLERS` in `key_dispatch` has a method for each."""

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


_MENU_OPEN = "A menu is open: press a choice, or {drop} to close it."


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
_PANES = "Answer the question first; {pane-before} {pane-after} switch panes."
_PANES_IN_MENU = "A menu is open: {pane-before} {pane-after} switch panes."
_SEATED = _modes(_FREE, _BEGIN, Mode.DECLARE)
_LOOKING = _SEATED | {Mode.DICE}

ROWS: tuple[Row, ...] = (
    Row(
        "next", ("space",), "go on to the next event", "next", UNTYPED - {_MENU}, Act.NEXT, _modes(_FREE),
        _MENU_OPEN,
    ),
    Row(
        "begin", ("enter",), "begin the fight", "begin", _modes(_BEGIN), Act.ENTER, _modes(_BEGIN),
        "Nothing to decide. {next}: next event",
    ),
    Row(
        "declare", ("enter",), "declare for the selected fighter, who waits or is busy", "act now", _modes(_FREE),
        Act.DECLARE,
    ),
    Row("again", ("enter",), "declare the same again", "same again", _modes(Mode.DECLARE), Act.ENTER),
    Row("likely", ("enter",), "give the likely answer", "likely", _modes(Mode.CHOOSE), Act.ENTER),
    Row(
        "give", ("enter",), "give the typed dice, or roll", "give or roll", _modes(Mode.DICE), Act.ENTER,
        _modes(Mode.DICE),
    ),
    Row(
        "secretly", ("h",), "give or roll the dice in secret, for the GM only; press again for an open roll",
        "in secret",
        _modes(Mode.DICE), Act.SECRETLY, _modes(Mode.DICE),
    ),
    Row(
        "give-amount", ("enter",), "give the typed number, or the number shown", "give", _modes(Mode.AMOUNT), Act.ENTER,
        _modes(Mode.AMOUNT),
    ),
    Row("take", ("enter",), "take the marked choice", "take", _modes(_MENU), Act.ENTER, _modes(_MENU)),
    Row(
        "pick", ("ctrl+n",), "mark the next choice, from the last on to the first; enter takes it",
        "next choice", _modes(Mode.DECLARE, Mode.CHOOSE, _MENU), Act.PICK,
        why="The tracker asks no question with choices now.",
    ),
    Row("send", ("enter",), "carry out the line", "carry out", TYPING, Act.SEND, TYPING),
    Row("complete", ("tab",), "complete the word", "complete", TYPING, Act.COMPLETE, TYPING),
    Row("older", ("up",), "the previous line", "earlier line", TYPING, Act.OLDER, TYPING),
    Row("newer", ("down",), "the next line", "later line", TYPING, Act.NEWER),
    Row(
        "select", ("1-9",), "select a fighter (beyond the ninth: 0 and its letter, or 0/ and its name)", "select",
        _SEATED,
        Act.SELECT, _modes(_BEGIN), _BUSY,
    ),
    Row(
        "damage", ("minus",), "damage the selected fighter", "damage", OPEN, Act.DAMAGE, frozenset(),
        "Give the dice first, or {undo} to undo.",
    ),
    Row(
        "join", ("j",), "add a fighter; during a question, after its answer", "join", UNTYPED - {_MENU}, Act.JOIN,
        _modes(_FREE, _BEGIN), _MENU_OPEN,
    ),
    Row(
        "events", ("e",), "events that come at their time: set, move or strike out", "events", _SEATED - {Mode.DECLARE},
        Act.EVENTS, why="Events during a question: {events-always}",
    ),
    Row(
        "events-always", ("exclamation_mark",), "events (also during a question)", "events", UNTYPED - {_MENU},
        Act.EVENTS,
        why=_MENU_OPEN,
    ),
    Row(
        "library", ("p",), "library, table and party: search, add, keep, write back, rest", "library, party",
        _modes(_FREE, _BEGIN), Act.LIBRARY, why="Library during a question: {library-always}",
    ),
    Row(
        "library-always", ("at",), "library, table and party (also during a question)", "library, party",
        UNTYPED - {_MENU}, Act.LIBRARY,
        why=_MENU_OPEN,
    ),
    Row("undo", ("u",), "undo the last step", "undo", UNTYPED, Act.UNDO, UNTYPED - {_BEGIN}),
    Row("redo", ("y",), "redo what you undid, with the same dice", "redo", UNTYPED, Act.REDO, UNTYPED),
    Row(
        "undo-action", ("backspace",), "undo the whole action, or delete a digit", "whole action", UNTYPED,
        Act.UNDO_ACTION,
        _modes(Mode.DECLARE, Mode.CHOOSE),
    ),
    Row(
        "veto", ("v",), "undo the last action by orders, and ask instead", "veto", UNTYPED - {_MENU}, Act.VETO,
        why=_MENU_OPEN,
    ),
    Row(
        "fighter-menu", ("semicolon",), "change the selected fighter, or all marked fighters",
        "change", UNTYPED, Act.FIGHTER_MENU, _modes(_FREE, Mode.DECLARE, Mode.CHOOSE),
    ),
    Row("mark", ("apostrophe",), "mark or unmark the selected fighter, and go on to the next", "mark",
        UNTYPED - {_MENU}, Act.MARK, why=_MENU_OPEN),
    Row("explain", ("x",), "how the numbers came about", "explain", UNTYPED | WALKING, Act.EXPLAIN, UNTYPED),
    Row(
        "walk-back", ("left_square_bracket",), "look back through the steps, everything as it was then", "look back",
        UNTYPED | WALKING, Act.WALK_BACK, WALKING,
    ),
    Row(
        "walk-on", ("right_square_bracket",), "look on through the steps, up to the present", "look on",
        UNTYPED | WALKING, Act.WALK_ON, WALKING,
    ),
    Row(
        "play-on", ("right_curly_bracket",), "play the steps on, or from the beginning; any key stops them", "play",
        UNTYPED | WALKING, Act.PLAY_ON, WALKING,
    ),
    Row(
        "walk-here", ("enter",), "undo back to the step shown", "back to here", WALKING, Act.WALK_HERE, WALKING,
    ),
    Row(
        "notes", ("n",), "the notes of the encounter", "notes", UNTYPED - {_MENU}, Act.NOTES, _modes(_BEGIN),
        _MENU_OPEN,
    ),
    Row(
        "reckon", ("percent_sign",), "the calculators of the game, with the selected fighter's figures", "reckon",
        UNTYPED, Act.RECKON,
    ),
    Row(
        "odds", ("asterisk",), "the odds of the fight as it stands: a line, then a page; its key on the page ends them",
        "odds", UNTYPED | WALKING, Act.ODDS,
    ),
    Row(
        "came-to", ("w",), "the summary: what each fighter did, dealt, took and spent", "summary",
        _modes(_FREE, Mode.DICE, Mode.AMOUNT), Act.CAME_TO,
        why="Answer the question first, or {undo} to undo. {came-to-always}: summary",
    ),
    Row(
        "came-to-always", ("ampersand",), "the summary (also during a question)", "summary", UNTYPED, Act.CAME_TO,
    ),
    Row("command", ("colon",), "type a command line", "command", UNTYPED, Act.COMMAND, UNTYPED),
    Row(
        "help", ("question_mark",), "all keys, and the rules that the screen names", "help", UNTYPED | WALKING,
        Act.HELP, UNTYPED | WALKING,
    ),
    Row(
        "help-typing", ("f1",), "all keys, and the rules that a refusal names, while a line is typed", "help", TYPING,
        Act.HELP,
    ),
    Row(
        "drop", ("escape",), "drop the typed line; let the sheet follow again; return to the present", "back", ALL,
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
        "filter", ("slash",), "show only log lines with a name or word; in a list, find a name",
        "filter", UNTYPED, Act.FILTER,
    ),
    Row(
        "secrets", ("i",), "hide the secret lines of the log, or show them again", "secrets", UNTYPED,
        Act.SECRETS,
    ),
    Row("back-to", ("b",), "undo back to the marked log line", "back to here", _SEATED, Act.BACK_TO, why=_BUSY),
    Row(
        "fix-die", ("z",), "correct the die of the marked log line, or the only die of the last step", "correct die",
        UNTYPED - {_MENU}, Act.FIX_DIE, why=_MENU_OPEN,
    ),
    Row("pane-before", ("left",), "the previous pane", "previous pane", UNTYPED | WALKING, Look.PANE_BEFORE),
    Row("pane-after", ("right", "tab"), "the next pane", "next pane", UNTYPED | WALKING, Look.PANE_AFTER),
    Row("up", ("up",), "up in the list, the fighters or the log", "up", UNTYPED | WALKING, Act.UP),
    Row("down", ("down",), "down in the list, the fighters or the log", "down", UNTYPED | WALKING, Act.DOWN),
    Row(
        "page-up", ("pageup",), "one page up in the list, the fighters or the log", "page up", UNTYPED | WALKING,
        Look.PAGE_UP,
    ),
    Row(
        "page-down", ("pagedown",), "one page down in the list, the fighters or the log", "page down",
        UNTYPED | WALKING, Look.PAGE_DOWN,
    ),
    Row("end", ("end",), "the last entry of a list; the newest log line again", "newest", UNTYPED | WALKING, Look.END),
    Row(
        "groups", ("equals_sign",), "fold or unfold the group of the selected fighter, or all groups", "groups", OPEN,
        Look.GROUPS, why="Give the dice first, or {undo} to undo.",
    ),
    Row(
        "fallen", ("underscore",), "fold the fallen into one line always, or only where there is no room", "fallen",
        UNTYPED | WALKING, Act.FALLEN,
    ),
    Row(
        "alone", ("backslash",), "answer for this one of a group only; press again for the whole group",
        "only this one", _modes(Mode.DECLARE, Mode.CHOOSE, Mode.AMOUNT, _MENU), Act.ALONE,
        why="The question is for one fighter only.",
    ),
    Row("closer", ("full_stop",), "fewer counts on the timeline", "closer", OPEN | WALKING, Look.CLOSER),
    Row("farther", ("comma",), "more counts on the timeline", "farther", OPEN | WALKING, Look.FARTHER),
    Row(
        "settings", ("ctrl+o",), "your settings: theme, dice, guard, zoom, and choices of the game", "settings",
        UNTYPED | WALKING, Act.SETTINGS,
    ),
    Row(
        "share", ("ctrl+l",), "the players' pages: start sharing, and show each player's link as a code", "share",
        UNTYPED | WALKING, Act.SHARE,
    ),
    Row("theme", ("ctrl+t",), "dark, light, or high contrast", "theme", UNTYPED | WALKING, Act.THEME),
    Row("quit", ("ctrl+q",), "leave; the tracker asks first if a step is not saved", "leave", ALL, Act.QUIT),
    Row("stop", ("ctrl+z",), "go to the shell for a while; `fg` there returns", "to the shell", ALL, Act.STOP),
)  # fmt: skip

ANSWERING = frozenset(
    {"next", "begin", "again", "likely", "give", "secretly", "give-amount", "take", "undo-action", "veto", "back-to"}
)
"""Rows that may only act on what has been seen."""

BEFORE_CHOICES = ("undo", "redo", "explain", "command", "help", "drop", "quit", "theme", "settings", "share")
"""Rows that keep their meaning whatever is asked; the keys of all others give way to those of choices."""
