"""Help: every key in words, from the keymap."""

from __future__ import annotations

from collections.abc import Sequence

from tracker.controller.keymap.default_keys import Row
from tracker.controller.keymap.key_names import shown
from tracker.controller.keymap.keymap import Keymap
from tracker.controller.modes import Mode
from tracker.system_api.values import Choice
from tracker.text.cells import Line, Span, fit, wrap

GROUPS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("The fight", ("next", "begin", "declare", "again", "likely", "give", "give-amount", "secretly", "take", "pick")),
    ("Taking back", ("undo", "undo-action", "redo", "back-to", "walk-back", "walk-on", "walk-here", "fix-die", "drop")),
    ("Asking", ("explain", "notes", "came-to", "came-to-always", "reckon", "command", "help")),
    ("By hand", ("damage", "fighter-menu", "mark", "groups", "alone", "veto", "join")),
    ("", ("library", "library-always", "events", "events-always")),
    ("ViewState", ("select", "fighters", "sheet", "log", "timeline", "pane-before", "pane-after", "up", "down")),
    ("", ("page-up", "page-down", "end", "filter", "secrets", "closer", "farther", "theme", "settings", "share")),
    ("Typing a line", ("send", "complete", "older", "newer")),
    ("", ("quit", "stop")),
)
_LEGEND = (
    "Timeline: ├ declared  ● lands  ●→ landing moved  ◆ may declare  = more than one at that count  "
    "╌ can be spoiled  ··12·· so many empty counts folded  + effect  ! free event  ▼ now",
    "Fighters: █ left  ▒ lost in the last step  ░ gone  ◂ ▸ the way the clock takes it  ► whose moment it is  "
    "+ pools untouched  * more than finds room here  ✓ marked  ◌ unseen by players  ◐ unnoticed by some",
    "Log: ~ and struck out: taken back  § secret: for the game master only "
    "({secrets} leaves them out when players look). The line marked shows its sum. "
    "▸ one line for all of a group: a click, or {log} and {up}{down}, unfolds it (▾).",
    "A question's own letters and digits come first while it is open; "
    "{undo} {redo} {explain} {command} {help} always keep their meaning.",
    "The palette (ctrl+p) has every key by name; a click on a lane, a fighter, a choice or a key does the same.",
)


def help_lines(keymap: Keymap, cells: int, now: Sequence[Choice] = ()) -> tuple[Line, ...]:
    """The keys of what is asked `now`, then a line for each key there is, in groups."""
    lines: list[Line] = [(Span("Asked now", "strong"),)] if now else []
    for choice in now:
        words = choice.refused or f"{choice.label}{f', {choice.price}' if choice.price else ''}"
        role = "dim" if choice.refused else ""
        for at, text in enumerate(wrap(words, cells - 14, 2)):
            lines.append((Span(f"  {fit(choice.key if at == 0 else '', 12)}", "key"), Span(text, role)))
    for title, ids in GROUPS:
        if title:
            lines += [(), (Span(title, "strong"),)] if lines else [(Span(title, "strong"),)]
        for id in ids:
            lines += _row(keymap.by_id(id), cells)
    lines.append(())
    legends = [wrap(keymap.worded(legend), cells, 2) for legend in _LEGEND]
    lines += [(Span(text, "dim" if at else ""),) for legend in legends for at, text in enumerate(legend)]
    return tuple(lines)


def _row(row: Row, cells: int) -> list[Line]:
    keys = ", ".join(map(shown, row.keys))
    when = ""
    if len(row.when) == 1:
        (mode,) = row.when
        when = {
            Mode.BEGIN: " (before the fight)",
            Mode.DECLARE: " (somebody may declare)",
            Mode.CHOOSE: " (an answer is asked for)",
            Mode.DICE: " (dice are asked for)",
            Mode.MENU: " (in a menu)",
            Mode.WALK: " (while an earlier moment is looked at)",
        }.get(mode, "")
    texts = wrap(row.word + when, cells - 14, 2)
    return [(Span(f"  {fit(keys if at == 0 else '', 12)}", "key"), Span(text)) for at, text in enumerate(texts)]
