"""Help: every key in words, from the keymap."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tracker.controller.keymap.key_names import shown
from tracker.controller.keymap.keymap import Keymap
from tracker.controller.keymap.row import Section
from tracker.controller.modes import Mode
from tracker.game_api.values import Choice
from tracker.model.lazy_dataclass import dataclass
from tracker.text.cells import Line, Span, fit, wrap
from tracker.views.log.log_columns import COLUMNS

_LEGEND = (
    "Timeline: ├ declared  ● lands  ●→ landing moved  ◆ may declare  = more than one at that count  "
    "╌ can be spoiled  ··12·· 12 empty counts folded  + effect  ! free event  ▼ now",
    "Fighters: ▂ full  █ left  ▒ lost in the last step  ░ gone  ┃ where one of a group stands  "
    "◂ ▸ the way the clock takes it  ► whose moment it is  + pools untouched  "
    "* more than finds room here  ✓ marked  ◌ unseen by players  ◐ unnoticed by some",
    f"Log: count, {', '.join(column.word for column in COLUMNS)}  "
    "~ and struck out: undone  § secret: for the game master only "
    "({secrets} leaves them out when players look). The line marked shows its sum. "
    "▸ one line for all of a group: a click, or {log} and {up}{down}, unfolds it (▾).",
    "A question's own letters and digits come first while it is open; "
    "{undo} {redo} {explain} {command} {help} always keep their meaning.",
    "The palette (ctrl+p) has every key by name; a click on a lane, a fighter, a choice or a key does the same.",
)


_WHEN = {
    Mode.BEGIN: " (before the fight)",
    Mode.DECLARE: " (a fighter may declare)",
    Mode.CHOOSE: " (a question is open)",
    Mode.DICE: " (a roll is needed)",
    Mode.AMOUNT: " (a number is needed)",
    Mode.MENU: " (in a menu)",
    Mode.WALK: " (while an earlier moment is looked at)",
}
"""The words for a row that is used in this mode only."""


ASKED = "Asked now"


@dataclass(frozen=True, slots=True)
class HelpRow:
    """One key with all that it does."""

    section: str
    keys: str
    words: str
    refused: bool = False
    names: str = ""
    """The names in footer, palette and keys files, which the search covers too."""

    def says(self, sought: Sequence[str]) -> bool:
        """Return whether the row has all words of `sought`, given in lower case, in any order."""
        text = f"{self.section} {self.keys} {self.words} {self.names}".casefold()
        return all(word in text for word in sought)


def help_rows(keymap: Keymap, now: Sequence[Choice] = ()) -> tuple[HelpRow, ...]:
    """Return a row for each choice of the question `now`, then a row for each key, in groups."""
    rows = [
        HelpRow(
            ASKED, choice.key, choice.refused or f"{choice.told}{f', {choice.beside}' if choice.beside else ''}",
            bool(choice.refused),
        )
        for choice in now
    ]  # fmt: skip
    by_keys: dict[str, HelpRow] = {}
    for section in Section:
        for row in keymap.of(section):
            keys = ", ".join(shown(key) for key in row.keys)
            words = row.words + (_WHEN.get(next(iter(row.modes)), "") if len(row.modes) == 1 else "")
            known = by_keys.get(keys)
            names = f"{row.label} {row.id}"
            by_keys[keys] = (
                HelpRow(section, keys, words, names=names)
                if known is None
                else replace(known, words=f"{known.words}; {words}", names=f"{known.names} {names}")
            )
    return (*rows, *by_keys.values())


def help_lines(
    keymap: Keymap,
    cells: int,
    now: Sequence[Choice] = (),
    sought: str = "",
    rules: Sequence[Line] = (),
) -> tuple[Line, ...]:
    """Return the rows of the help under the headings of their groups, then the legend of the signs.

    With words `sought`, only rows that have them all are in it. `now` has the choices of the present question. The
    lines about `rules` come first in a search, else behind those choices.
    """
    words = sought.casefold().split()
    rows = [row for row in help_rows(keymap, now) if row.says(words)]
    lines: list[Line] = list(rules) if words else []
    for asked in (True, False):
        lines += _sections([row for row in rows if (row.section == ASKED) == asked], cells, bool(lines))
        if rules and asked and not words:
            lines += [*([()] if lines else []), *rules]
    legends = [keymap.worded(legend) for legend in _LEGEND]
    matching = [legend for legend in legends if all(word in legend.casefold() for word in words)]
    lines += [()] if lines and matching else []
    lines += [
        (Span(text, "dim" if place else ""),)
        for legend in matching
        for place, text in enumerate(wrap(legend, cells, 2))
    ]
    if not rows and not matching:
        lines += [*([()] if lines else []), (Span(f"No key or sign matches “{sought.strip()}”.", "dim"),)]
    return tuple(lines)


def _sections(rows: Sequence[HelpRow], cells: int, apart: bool) -> list[Line]:
    """Return rows under the headings of their groups. `apart`: a blank line comes before the first heading too."""
    lines: list[Line] = []
    section = ""
    for row in rows:
        if row.section != section:
            section = row.section
            lines += [(), (Span(section, "strong"),)] if lines or apart else [(Span(section, "strong"),)]
        role = "dim" if row.refused else ""
        for place, text in enumerate(wrap(row.words, cells - 14, 2)):
            lines.append((Span(f"  {fit(row.keys if place == 0 else '', 12)}", "key"), Span(text, role)))
    return lines
