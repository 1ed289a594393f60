"""Offers of the palette: what is asked, every key, every fighter, every verb, with its key and why it cannot be now."""

from __future__ import annotations

from collections.abc import Iterator

from tracker.controller import seat_keys
from tracker.controller.controller import Desk
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
class Offer:
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
    """Somebody to select."""
    line: str = ""
    """The beginning of a line, put where lines are typed."""


def offers(desk: Desk) -> tuple[Offer, ...]:
    """Everything, what is asked now first."""
    return (*_asked(desk), *_rows(desk), *_fighters(desk), *_verbs(desk), *_lines(desk))


def _asked(desk: Desk) -> Iterator[Offer]:
    now = desk.front
    if desk.field is not None or desk.walked is not None:
        return
    for choice in (*now.choices, *now.options, *now.absent):
        price = f", {choice.price}" if choice.price and not choice.refused else ""
        yield Offer(f"{choice.label}{price}", shown(choice.key), choice.refused, choice)


def _rows(desk: Desk) -> Iterator[Offer]:
    mode, keymap = desk.mode, desk.keymap
    for row in keymap.rows:
        why = "" if mode in row.when else keymap.why(row, mode) or "Not while this is asked."
        yield Offer(f"{row.label}: {row.word}", " ".join(map(shown, row.keys)), why, row=row.id)


def _fighters(desk: Desk) -> Iterator[Offer]:
    keys = row_keys(desk.session.encounter)
    for one in desk.session.encounter:
        state = "" if one.able else f", {one.presence.words}"
        yield Offer(f"select {one.name} ({one.profile.side}{state})", seat_keys.written(keys[one.id]), who=one.id)


def _verbs(desk: Desk) -> Iterator[Offer]:
    """Every verb for whoever is asked, else selected, else due next."""
    session = desk.session
    who = desk.front.who or desk.looking.target(session)
    if who not in session.encounter:
        return
    by_key = _keys(desk, who) if desk.mode is Mode.DECLARE else {}
    for verb in vocabulary(session.rules)[1]:
        keys, choice = by_key.get(verb, ("", None))
        why = choice.refused if choice is not None else _why(desk, who, verb)
        yield Offer(f"{session.encounter[who].name}: {verb}", keys, why, line=f"{who} {verb} ")


def _keys(desk: Desk, who: str) -> dict[str, tuple[str, Choice]]:
    """By verb, the keys that lead to it through the menus, and the choice at their end."""
    encounter, rules = desk.session.encounter, desk.session.rules
    keys: dict[str, tuple[str, Choice]] = {}
    ahead: list[tuple[str, tuple[str, ...] | None]] = [("", ())]
    for _ in range(_DEEPEST):
        further: list[tuple[str, tuple[str, ...] | None]] = []
        for before, path in ahead:
            menu = menu_of(encounter, rules, who, path or ())
            for choice in (*menu.choices, *menu.absent):
                pressed = f"{before} {choice.key}".strip()
                words = choice.line.split()
                if len(words) > 1 and (words[1] not in keys or keys[words[1]][1].refused):
                    keys[words[1]] = (pressed, choice)
                elif choice.path and not choice.line:
                    further.append((pressed, choice.path))
                    keys.setdefault(choice.path[-1], (pressed, choice))
        ahead = further[:40]
    return keys


def _why(desk: Desk, who: str, verb: str) -> str:
    """Why a verb would be refused now; of one that needs more words, with somebody else as its object."""
    session = desk.session
    others = [one.id for one in session.encounter if one.id != who and one.able]
    for line in (f"{who} {verb}", *(f"{who} {verb} {other}" for other in others[:1])):
        try:
            parse(session.encounter, session.rules, line)
        except Refused:
            continue
        return why_refused(session, line)
    return ""


def _lines(desk: Desk) -> Iterator[Offer]:
    """The words a line may begin with that are nobody's own."""
    key = desk.keymap.key("command")
    for word in vocabulary(desk.session.rules)[0]:
        yield Offer(f"{key}{word}", key, line=f"{word} ")
