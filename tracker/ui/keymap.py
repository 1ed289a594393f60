"""The keymap: one row per key. It feeds the footer, the help, the palette and what a key does."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Literal

from tracker.ui.key_names import shown


class Mode(StrEnum):
    """What owns the keys now."""

    BEGIN = "begin"
    FREE = "free"
    DECLARE = "declare"
    CHOOSE = "choose"
    DICE = "dice"
    AMOUNT = "amount"
    MENU = "menu"
    FIELD = "field"
    WALK = "walk"


ALL = frozenset(Mode)
TYPING = frozenset({Mode.FIELD})
WALKING = frozenset({Mode.WALK})
"""An earlier moment is looked at."""
UNTYPED = ALL - TYPING - WALKING
OPEN = UNTYPED - {Mode.DICE}


class KeymapError(ValueError):
    """A key that cannot be given to an action; the text is a sentence."""


AtDesk = Literal[
    "next",
    "enter",
    "pick",
    "declare",
    "secretly",
    "send",
    "complete",
    "older",
    "newer",
    "select",
    "damage",
    "fighter_menu",
    "mark",
    "alone",
    "join",
    "events",
    "library",
    "undo",
    "redo",
    "undo_action",
    "veto",
    "explain",
    "notes",
    "reckon",
    "command",
    "help",
    "drop",
    "filter",
    "secrets",
    "back_to",
    "fix_die",
    "up",
    "down",
    "came_to",
    "settings",
    "theme",
    "quit",
    "stop",
    "walk_back",
    "walk_on",
    "walk_here",
]
"""What changes the fight or what is typed; `acts` has a function for each."""
Look = Literal[
    "fighters",
    "sheet",
    "log_pane",
    "timeline",
    "pane_before",
    "pane_after",
    "page_up",
    "page_down",
    "end",
    "closer",
    "farther",
    "groups",
]
"""What changes only what is looked at; `looking` has a method for each."""


@dataclass(frozen=True, slots=True)
class Row:
    """One key: `handler` is what is done, in the modes `when`; the footer shows it in `footer` modes."""

    id: str
    keys: tuple[str, ...]
    word: str
    label: str
    when: frozenset[Mode]
    handler: AtDesk | Look
    footer: frozenset[Mode] = frozenset()
    why: str = ""
    """Why it does nothing in the other modes."""


def _modes(*modes: Mode) -> frozenset[Mode]:
    return frozenset(modes)


_FREE, _BEGIN, _MENU = Mode.FREE, Mode.BEGIN, Mode.MENU
_MENU_OPEN = "A menu is open: take a choice, or {drop}."
_BUSY = "A question is open: answer it first, or take a step back with {undo}."
_PANES = "A question is open: {pane-before} {pane-after} turn the panes."
_PANES_IN_MENU = "A menu is open: {pane-before} {pane-after} turn the panes."
_SEATED = _modes(_FREE, _BEGIN, Mode.DECLARE)
_LOOKING = _SEATED | {Mode.DICE}

ROWS: tuple[Row, ...] = (
    Row(
        "next", ("space",), "go on to whatever is due next", "next", UNTYPED - {_MENU}, "next", _modes(_FREE),
        _MENU_OPEN,
    ),
    Row(
        "begin", ("enter",), "begin the fight", "begin", _modes(_BEGIN), "enter", _modes(_BEGIN),
        "Nothing is asked; {next} goes on.",
    ),
    Row(
        "declare", ("enter",), "what the selected one who waits or is busy does now", "what it does now", _modes(_FREE),
        "declare",
    ),
    Row("again", ("enter",), "declare the same again", "same again", _modes(Mode.DECLARE), "enter"),
    Row("likely", ("enter",), "give the likely answer", "likely", _modes(Mode.CHOOSE), "enter"),
    Row(
        "give", ("enter",), "give the dice typed; with none typed, roll", "give or roll", _modes(Mode.DICE), "enter",
        _modes(Mode.DICE),
    ),
    Row(
        "secretly", ("h",), "give or roll the dice in secret, for you only; again: openly", "in secret",
        _modes(Mode.DICE), "secretly", _modes(Mode.DICE),
    ),
    Row(
        "give-amount", ("enter",), "give the number typed, or the one shown", "give", _modes(Mode.AMOUNT), "enter",
        _modes(Mode.AMOUNT),
    ),
    Row("take", ("enter",), "take the marked choice", "take", _modes(_MENU), "enter", _modes(_MENU)),
    Row(
        "pick", ("ctrl+n",), "mark the next choice of what is asked, after the last the first; enter takes it",
        "next choice", _modes(Mode.DECLARE, Mode.CHOOSE, _MENU), "pick", why="Nothing is asked that has choices.",
    ),
    Row("send", ("enter",), "carry out the line", "carry out", TYPING, "send", TYPING),
    Row("complete", ("tab",), "complete the word", "complete", TYPING, "complete", TYPING),
    Row("older", ("up",), "the line before", "earlier line", TYPING, "older", TYPING),
    Row("newer", ("down",), "the line after", "later line", TYPING, "newer"),
    Row(
        "select", ("1-9",), "select a fighter (0 and a letter after nine)", "select", _SEATED, "select",
        _modes(_BEGIN), _BUSY,
    ),
    Row(
        "damage", ("d", "minus"), "damage by hand to the selected one", "damage", OPEN, "damage", frozenset(),
        "First give the dice, or take a step back with {undo}.",
    ),
    Row(
        "join", ("j",), "somebody joins now; while something is asked, after it", "join", UNTYPED - {_MENU}, "join",
        _modes(_FREE, _BEGIN), _MENU_OPEN,
    ),
    Row(
        "events", ("e",), "what is to happen by itself: set, move or strike out", "events", _SEATED - {Mode.DECLARE},
        "events", why="While something is asked its key is {events-always}.",
    ),
    Row(
        "events-always", ("exclamation_mark",), "the same, whatever is asked", "events", UNTYPED - {_MENU}, "events",
        why=_MENU_OPEN,
    ),
    Row(
        "library", ("p",), "library, table and party: search, put in, keep, write back, rest", "library, party",
        _modes(_FREE, _BEGIN), "library", why="While something is asked its key is {library-always}.",
    ),
    Row(
        "library-always", ("at",), "the same, whatever is asked", "library, party", UNTYPED - {_MENU}, "library",
        why=_MENU_OPEN,
    ),
    Row("undo", ("u",), "take back the last step", "undo", UNTYPED, "undo", UNTYPED - {_BEGIN}),
    Row("redo", ("y",), "bring back what was taken back, with the same dice", "redo", UNTYPED, "redo", UNTYPED),
    Row(
        "undo-action", ("backspace",), "take back the whole action, or a digit", "whole action", UNTYPED, "undo_action",
        _modes(Mode.DECLARE, Mode.CHOOSE),
    ),
    Row(
        "veto", ("v",), "take back the last act by orders, and ask instead", "veto", UNTYPED - {_MENU}, "veto",
        why=_MENU_OPEN,
    ),
    Row(
        "fighter-menu", ("semicolon",), "what is done by hand with the selected fighter, or with all who are marked",
        "by hand", UNTYPED, "fighter_menu", _modes(_FREE, Mode.DECLARE, Mode.CHOOSE),
    ),
    Row("mark", ("apostrophe",), "mark the selected fighter, or no longer, and go on to the next", "mark",
        UNTYPED - {_MENU}, "mark", why=_MENU_OPEN),
    Row("explain", ("x",), "the sum behind the numbers", "explain", UNTYPED | WALKING, "explain", UNTYPED),
    Row(
        "walk-back", ("left_square_bracket",), "walk back through the steps, everything as it was then", "walk back",
        UNTYPED | WALKING, "walk_back", WALKING,
    ),
    Row(
        "walk-on", ("right_square_bracket",), "walk on through the steps, up to the present", "walk on",
        UNTYPED | WALKING, "walk_on", WALKING,
    ),
    Row(
        "walk-here", ("enter",), "go back to the step that is looked at", "back to here", WALKING, "walk_here", WALKING,
    ),
    Row("notes", ("n",), "the encounter's notes", "notes", UNTYPED - {_MENU}, "notes", _modes(_BEGIN), _MENU_OPEN),
    Row(
        "reckon", ("percent_sign",), "the calculators of the game, with the selected fighter's figures", "reckon",
        UNTYPED, "reckon",
    ),
    Row(
        "came-to", ("w",), "what the fight came to: what everybody did, dealt, took and spent", "what it came to",
        _modes(_FREE), "came_to", why=_BUSY,
    ),
    Row("command", ("colon",), "type a command line", "command", UNTYPED, "command", UNTYPED),
    Row("help", ("question_mark",), "all keys", "help", UNTYPED | WALKING, "help", UNTYPED | WALKING),
    Row(
        "drop", ("escape",), "drop what is typed; let the sheet follow again; out of an earlier moment", "back", ALL,
        "drop", TYPING | WALKING | {_MENU},
    ),
    Row("fighters", ("f",), "look at the fighters", "fighters", _LOOKING | WALKING, "fighters", why=_PANES),
    Row("sheet", ("s",), "look at the sheet", "sheet", _LOOKING | WALKING, "sheet", why=_PANES),
    Row("log", ("l",), "look at the log", "log", _LOOKING | WALKING, "log_pane", why=_PANES),
    Row("timeline", ("t",), "look at the timeline", "timeline", _LOOKING | WALKING, "timeline", why=_PANES),
    Row("filter", ("slash",), "show only log lines of a fighter or with some words", "filter", UNTYPED, "filter"),
    Row("secrets", ("i",), "leave the secret lines out of the log, or show them again", "secrets", UNTYPED, "secrets"),
    Row("back-to", ("b",), "back to the log line marked", "back to here", _SEATED, "back_to", why=_BUSY),
    Row(
        "fix-die", ("z",), "put right the die of the log line marked, or the only one of the last step", "put right",
        UNTYPED - {_MENU}, "fix_die", why=_MENU_OPEN,
    ),
    Row("pane-before", ("left",), "the pane before", "pane before", UNTYPED | WALKING, "pane_before"),
    Row("pane-after", ("right", "tab"), "the pane after", "pane after", UNTYPED | WALKING, "pane_after"),
    Row("up", ("up",), "up in the list, the fighters or the log", "up", UNTYPED | WALKING, "up"),
    Row("down", ("down",), "down in the list, the fighters or the log", "down", UNTYPED | WALKING, "down"),
    Row("page-up", ("pageup",), "a page up", "page up", UNTYPED | WALKING, "page_up"),
    Row("page-down", ("pagedown",), "a page down", "page down", UNTYPED | WALKING, "page_down"),
    Row("end", ("end",), "the newest log line again", "newest", UNTYPED | WALKING, "end"),
    Row(
        "groups", ("equals_sign",), "fold or unfold the group of the selected fighter, or all groups", "groups", OPEN,
        "groups", why="First give the dice, or take a step back with {undo}.",
    ),
    Row(
        "alone", ("backslash",), "what comes next is for this one of a group only; again: for all of it",
        "this one only", _modes(Mode.DECLARE, Mode.CHOOSE, Mode.AMOUNT, _MENU), "alone",
        why="No group is asked.",
    ),
    Row("closer", ("full_stop",), "fewer counts on the timeline", "closer", OPEN | WALKING, "closer"),
    Row("farther", ("comma",), "more counts on the timeline", "farther", OPEN | WALKING, "farther"),
    Row(
        "settings", ("ctrl+o",), "your settings: theme, dice, guard, perceptions, zoom, fumbles by orders", "settings",
        UNTYPED | WALKING, "settings",
    ),
    Row("theme", ("ctrl+t",), "dark, light, or high contrast", "theme", UNTYPED | WALKING, "theme"),
    Row("quit", ("ctrl+q",), "leave; if a step is not saved, you are asked first", "leave", ALL, "quit"),
    Row("stop", ("ctrl+z",), "back to the shell for a while; `fg` there comes back", "to the shell", ALL, "stop"),
)  # fmt: skip

ANSWERING = frozenset(
    {"next", "begin", "again", "likely", "give", "secretly", "give-amount", "take", "undo-action", "veto", "back-to"}
)
"""Rows that may only act on what has been seen."""

BEFORE_CHOICES = ("undo", "redo", "explain", "command", "help", "drop", "quit", "theme", "settings")
"""Rows that keep their meaning whatever is asked; the keys of all others give way to those of choices."""
_KEYED = {"summary": "came-to", "notes": "notes"}
"""The rows that do what a line does."""
_PLACE = re.compile(r"\{([a-z-]+)\}")


class Keymap:
    """The rows in force, with the game master's own keys for some of them."""

    def __init__(self, own: Mapping[str, Sequence[str]] | None = None) -> None:
        own = own or {}
        for id in own:
            if all(id != row.id for row in ROWS):
                raise KeymapError(f'No key is called "{id}"; there are {", ".join(row.id for row in ROWS)}.')
        if (clash := conflict(own, tuple(own))) is not None:
            raise KeymapError(f'"{clash[0]}" cannot be both {clash[2]} and {clash[1]}.')
        self.rows = tuple(replace(row, keys=tuple(own[row.id])) if row.id in own else row for row in ROWS)
        self.changed = tuple(row.id for row, usual in zip(self.rows, ROWS, strict=True) if row.keys != usual.keys)
        """The rows whose keys are not the usual ones."""
        self._shown = {row.id: shown(row.keys[0]) for row in self.rows}
        """The first key of each row, as the footer writes it."""
        self._by_key: dict[tuple[str, Mode], Row] = {}
        self._known: dict[str, Row] = {}
        for row in self.rows:
            for key in row.keys:
                self._known.setdefault(key, row)
                for mode in row.when:
                    self._by_key[key, mode] = row

    def row(self, key: str, mode: Mode) -> Row | None:
        """What a key does in a mode."""
        return self._by_key.get((key, mode))

    def why(self, row: Row, mode: Mode) -> str:
        """What keeps a row from being used in a mode, and which key does instead; empty: there is no more to say."""
        if mode is not Mode.MENU or not row.why:
            return self.worded(row.why)
        return self.worded(_PANES_IN_MENU if row.why == _PANES else _MENU_OPEN)

    def why_not(self, key: str, mode: Mode) -> str:
        """Why a known key does nothing in a mode; empty for an unknown one."""
        row = self._known.get(key)
        if row is None:
            return ""
        many = sum(key in other.keys for other in self.rows) > 1
        why = self.why(row, mode)
        return f"{shown(key)} does nothing now. {why}".strip() if many else self.not_now(row, mode)

    def not_now(self, row: Row, mode: Mode) -> str:
        """Why a row cannot be used in a mode; it is named by the beginning of what it does."""
        does = re.split("[,;:]", row.word)[0]
        return f"{self.key(row.id)} ({does}) cannot be used now. {self.why(row, mode)}".strip()

    def busy(self, mode: Mode, likely: bool) -> str:
        """That a question is open, what enter does where there is something likely, and how to take a step back."""
        label = next((f" ({self.key(row.id)}: {row.label})" for row in self._enter(mode) if likely), "")
        return self.worded(f"A question is open: answer it{label}, or take a step back with {{undo}}.")

    def _enter(self, mode: Mode) -> tuple[Row, ...]:
        return tuple(row for row in self.rows if row.handler == "enter" and mode in row.when)

    def key(self, id: str) -> str:
        """The first key of a row, as the footer writes it."""
        return shown(self.by_id(id).keys[0])

    def marked(self, names: str) -> str:
        """That these are marked, and what is done with them."""
        damage = shown(self.by_id("damage").keys[-1])
        return self.worded(f"Marked: {names} · {damage} damage · {{fighter-menu}} all else · {{drop}} lets go.")

    def given(self, line: str) -> str:
        """How a line is given at the screen: by its key, where it has one."""
        return self.key(_KEYED[line]) if line in _KEYED else f"`{line}`"

    def enter(self, mode: Mode) -> str:
        """The key that gives the likely answer in a mode, as the footer writes it."""
        return next((shown(row.keys[0]) for row in self._enter(mode)), "enter")

    @property
    def hasty(self) -> frozenset[str]:
        """The keys that go on or answer, and are easily pressed twice."""
        return frozenset(key for row in self.rows if row.handler in ("enter", "next") for key in row.keys)

    def worded(self, text: str) -> str:
        """A sentence with the key of a row in the place of its name in braces: `{next} goes on`."""
        if "{" not in text:
            return text
        return _PLACE.sub(lambda place: self._shown.get(place[1], place[0]), text)

    def footer(self, mode: Mode) -> tuple[Row, ...]:
        """The rows the footer shows in a mode."""
        return tuple(row for row in self.rows if mode in row.footer)

    def by_id(self, id: str) -> Row:
        """The row with this id."""
        return next(row for row in self.rows if row.id == id)


def conflict(own: Mapping[str, Sequence[str]], blamed: Sequence[str]) -> tuple[str, str, str] | None:
    """A key that two rows would be on in one mode: the key, who keeps it, and which of `blamed` gives way; else None.

    `own` are the keys of some rows in the place of their usual ones; of two that are blamed the later gives way.
    """
    taken: dict[tuple[str, Mode], str] = {}
    for row in ROWS:
        for key in own.get(row.id, row.keys):
            for mode in row.when:
                other = taken.setdefault((key, mode), row.id)
                if other != row.id:
                    of = {id: blamed.index(id) if id in blamed else -1 for id in (other, row.id)}
                    kept, dropped = sorted((other, row.id), key=lambda id: of[id])
                    return key, kept, dropped
    return None
