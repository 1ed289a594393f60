"""Entries of the command palette: what is asked, every key, fighter and verb, each with its key or a refusal."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from tracker.controller.controller import Controller
from tracker.controller.input import keys, seat_keys
from tracker.controller.keymap.key_names import shown
from tracker.controller.keymap.row import Do
from tracker.controller.screen_requests import ScreenRequest
from tracker.controller.typing.fields import Field, Purpose
from tracker.encounter.language.parser import vocabulary
from tracker.game_api.target_keys import row_keys
from tracker.game_api.values import Choice
from tracker.model.lazy_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class PaletteEntry:
    """One entry: `do` takes the controller, or `row` names a row of the keymap."""

    label: str
    key: str = ""
    why: str = ""
    """The reason why it cannot be used now. Empty when it can."""
    row: str = ""
    do: Do | None = None


def palette_entries(controller: Controller) -> tuple[PaletteEntry, ...]:
    """Return all entries. What is asked now comes first."""
    return (*_question_choices(controller), *_rows(controller), *_fighters(controller), *_lines(controller))


def _question_choices(controller: Controller) -> Iterator[PaletteEntry]:
    """Yield the choices of the open question, unless a line is typed or an earlier moment is shown."""
    now = controller.prompt
    if controller.field is not None or controller.walked is not None:
        return
    for choice in (*now.choices, *now.options, *now.absent):
        price = f", {choice.beside}" if choice.beside and not choice.refused else ""
        take = partial(_take, choice=choice)
        yield PaletteEntry(f"{choice.told}{price}", shown(choice.key), choice.refused, do=take)


def _rows(controller: Controller) -> Iterator[PaletteEntry]:
    """Yield every row of the keymap, with the reason why it cannot be used now."""
    mode, keymap = controller.mode, controller.keymap
    for row in keymap.rows:
        why = "" if mode in row.modes else keymap.why(row, mode) or "Not during this question."
        yield PaletteEntry(f"{row.label}: {row.words}", " ".join(map(shown, row.keys)), why, row=row.id)


def _fighters(controller: Controller) -> Iterator[PaletteEntry]:
    """Yield an entry for each fighter that selects it."""
    seats = row_keys(controller.session.encounter)
    for fighter in controller.session.encounter:
        state = "" if fighter.able else f", {fighter.presence.words}"
        label = f"select {fighter.name} ({fighter.profile.side}{state})"
        yield PaletteEntry(label, seat_keys.written(seats[fighter.id]), do=partial(_select, who=fighter.id))


def _lines(controller: Controller) -> Iterator[PaletteEntry]:
    """Yield the beginnings of lines: verbs of the fighter who is asked, selected or due next, then all others."""
    session, words = controller.session, vocabulary(controller.session.rules)
    who = controller.prompt.who or controller.view.target(session)
    if who in session.encounter:
        for verb in words.verbs:
            yield PaletteEntry(f"{session.encounter[who].name}: {verb}", do=partial(_begin_line, line=f"{who} {verb} "))
    key = controller.keymap.key("command")
    for word in words.first:
        yield PaletteEntry(f"{key}{word}", key, do=partial(_begin_line, line=f"{word} "))


def _take(controller: Controller, choice: Choice) -> ScreenRequest | None:
    open_now = (*controller.prompt.choices, *controller.prompt.options)
    return keys.choose(controller, choice) if choice in open_now else None


def _select(controller: Controller, who: str) -> None:
    controller.view.select(who)


def _begin_line(controller: Controller, line: str) -> None:
    controller.field = Field(Purpose.COMMAND, ":", text=line, caret=len(line))
