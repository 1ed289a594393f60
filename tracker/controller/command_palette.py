"""Entries of the command palette: what is asked, every key, fighter and verb, each with its key or a refusal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tracker.controller import seat_keys
from tracker.controller.controller import Controller
from tracker.controller.keymap.key_names import shown
from tracker.controller.modes import Mode
from tracker.controller.prompt import menu_of
from tracker.encounter.language.parser import parse, vocabulary
from tracker.model import lazy_dataclass
from tracker.model.refusals import Refused
from tracker.session.dry_run import why_refused
from tracker.system_api.target_keys import row_keys
from tracker.system_api.values import Choice

_DEEPEST = 3
"""Menus within each other that are looked through for the key of a verb."""


@lazy_dataclass.dataclass(frozen=True, slots=True)
class PaletteEntry:
    """One entry: exactly one of `choice`, `row`, `who` and `line` says what is done."""

    label: str
    key: str = ""
    why: str = ""
    """Why it cannot be used now; empty when it can."""
    choice: Choice | None = None
    """An answer to what is asked."""
    row: str = ""
    """A row of the keymap."""
    who: str = ""
    """A fighter to select."""
    line: str = ""
    """The beginning of a line, put where lines are typed."""


def palette_entries(controller: Controller) -> tuple[PaletteEntry, ...]:
    """Everything, what is asked now first."""
    return (*_asked(controller), *_rows(controller), *_fighters(controller), *_verbs(controller), *_lines(controller))


def _asked(controller: Controller) -> Iterator[PaletteEntry]:
    """The choices of what is asked now, unless a line is typed or an earlier moment is looked at."""
    now = controller.prompt
    if controller.field is not None or controller.walked is not None:
        return
    for choice in (*now.choices, *now.options, *now.absent):
        price = f", {choice.price}" if choice.price and not choice.refused else ""
        yield PaletteEntry(f"{choice.label}{price}", shown(choice.key), choice.refused, choice)


def _rows(controller: Controller) -> Iterator[PaletteEntry]:
    """Every row of the keymap, with why it cannot be used now."""
    mode, keymap = controller.mode, controller.keymap
    for row in keymap.rows:
        why = "" if mode in row.modes else keymap.why(row, mode) or "Not during this question."
        yield PaletteEntry(f"{row.label}: {row.words}", " ".join(map(shown, row.keys)), why, row=row.id)


def _fighters(controller: Controller) -> Iterator[PaletteEntry]:
    """Every fighter, to be selected."""
    keys = row_keys(controller.session.encounter)
    for one in controller.session.encounter:
        state = "" if one.able else f", {one.presence.words}"
        yield PaletteEntry(
            f"select {one.name} ({one.profile.side}{state})", seat_keys.written(keys[one.id]), who=one.id
        )


def _verbs(controller: Controller) -> Iterator[PaletteEntry]:
    """Every verb for the fighter who is asked, else selected, else due next."""
    session = controller.session
    who = controller.prompt.who or controller.view.target(session)
    if who not in session.encounter:
        return
    by_key = _ways(controller, who) if controller.mode is Mode.DECLARE else {}
    for verb in vocabulary(session.rules).verbs:
        way = by_key.get(verb)
        keys, why = (way.keys, way.choice.refused) if way is not None else ("", _why(controller, who, verb))
        yield PaletteEntry(f"{session.encounter[who].name}: {verb}", keys, why, line=f"{who} {verb} ")


class _Way(NamedTuple):
    """The keys that lead to a verb through the menus, and the choice at their end."""

    keys: str
    choice: Choice


def _ways(controller: Controller, who: str) -> dict[str, _Way]:
    """By verb, the way to it through the menus; one that is open rather than one that is refused."""
    encounter, rules = controller.session.encounter, controller.session.rules
    ways: dict[str, _Way] = {}
    ahead: list[tuple[str, tuple[str, ...] | None]] = [("", ())]
    for _ in range(_DEEPEST):
        further: list[tuple[str, tuple[str, ...] | None]] = []
        for before, path in ahead:
            menu = menu_of(encounter, rules, who, path or ())
            for choice in (*menu.choices, *menu.absent):
                pressed = f"{before} {choice.key}".strip()
                _, *rest = choice.line.split() or [""]
                verb = next(iter(rest), "")
                if verb and (verb not in ways or ways[verb].choice.refused):
                    ways[verb] = _Way(pressed, choice)
                elif choice.path and not choice.line:
                    further.append((pressed, choice.path))
                    ways.setdefault(choice.path[-1], _Way(pressed, choice))
        ahead = further[:40]
    return ways


def _why(controller: Controller, who: str, verb: str) -> str:
    """Why a verb would be refused now; a verb that needs more words is tried on another fighter."""
    session = controller.session
    others = [one.id for one in session.encounter if one.id != who and one.able]
    for line in (f"{who} {verb}", *(f"{who} {verb} {other}" for other in others[:1])):
        try:
            parse(session.encounter, session.rules, line)
        except Refused:
            continue
        return why_refused(session, line)
    return ""


def _lines(controller: Controller) -> Iterator[PaletteEntry]:
    """The words a line may begin with that are nobody's own."""
    key = controller.keymap.key("command")
    for word in vocabulary(controller.session.rules).first:
        yield PaletteEntry(f"{key}{word}", key, line=f"{word} ")
