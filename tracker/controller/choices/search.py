"""Search: one of a long list, or a fighter, found by a part of its name while that is typed."""

from __future__ import annotations

from collections.abc import Sequence

from tracker.controller.choices.take_choice import take
from tracker.controller.controller import Controller
from tracker.controller.notice import Notice
from tracker.controller.screen_requests import ReadingPage, ScreenRequest
from tracker.controller.typing.fields import Field, Purpose
from tracker.encounter.names import plain

SEARCHES = (Purpose.FIND, Purpose.WHOM)
_MOST_NAMES = 4


def in_list(controller: Controller) -> None:
    """Open the search in the list of choices that is open."""
    controller.view.highlight = max(0, controller.highlighted)
    controller.field = Field(Purpose.FIND, "Find in the list:")


def for_a_fighter(controller: Controller) -> None:
    """Open the search for a fighter to select."""
    controller.field = Field(Purpose.WHOM, "Select by part of the name:")


def matches(names: Sequence[str], text: str) -> tuple[int, ...]:
    """Return the positions of names with a text: whole names, then names that begin so, then words in names."""
    typed = plain(text) if text.strip() else ""
    if not typed:
        return ()
    ranked: list[tuple[int, int]] = []
    for place, name in enumerate(names):
        whole = plain(name)
        if typed not in whole:
            continue
        within = any(plain(word).startswith(typed) for word in name.split())
        rank = 0 if whole == typed else 1 if whole.startswith(typed) else 2 if within else 3
        ranked.append((rank, place))
    return tuple(place for _, place in sorted(ranked))


def names(controller: Controller, field: Field) -> tuple[str, ...]:
    """Return the names to search: the choices of the list, or all fighters."""
    if field.purpose is Purpose.FIND:
        encounter = controller.session.encounter
        return tuple(
            encounter[choice.whom].name if choice.whom in encounter else choice.label
            for choice in controller.prompt.choices
        )
    return tuple(fighter.name for fighter in controller.session.encounter)


def found(controller: Controller, field: Field) -> tuple[int, ...]:
    """Return the positions of the names that contain the typed text, the best match first."""
    return matches(names(controller, field), field.text)


def follow(controller: Controller, field: Field) -> None:
    """Mark the best match in the list, after a sign is typed."""
    field.match = 0
    _mark(controller, field)


def turn(controller: Controller, by: int) -> None:
    """Go `by` matches on, back for a negative number, and mark that match."""
    field = controller.field
    assert field is not None
    there = found(controller, field)
    if len(there) < 2:
        controller.notice = Notice(
            "No other name contains this." if there else "Type part of the name first.", refused=True
        )
        return
    field.match = (field.match + by) % len(there)
    _mark(controller, field)


def take_match(controller: Controller) -> ScreenRequest | None:
    """Take the choice or select the fighter that was found."""
    field = controller.field
    assert field is not None
    there = found(controller, field)
    if not there:
        controller.notice = Notice(f"No name here contains “{field.text.strip()}”; type less of it.", refused=True)
        return None
    controller.field = None
    place = there[min(field.match, len(there) - 1)]
    if field.purpose is Purpose.WHOM:
        controller.view.select(controller.session.encounter.combatants[place].id)
        return None
    controller.view.page = ReadingPage()
    take(controller, controller.prompt.choices[place])
    return controller.view.page.request


def hint(controller: Controller, field: Field) -> str:
    """Return the choice that Enter would take, and the number of other matches."""
    if not field.text.strip():
        return "type a letter, or part of the name"
    there, called = found(controller, field), names(controller, field)
    if not there:
        return "no name contains this"
    place = min(field.match, len(there) - 1)
    further = [called[place] for place in there[place + 1 : place + _MOST_NAMES]]
    others = f" · {{older}}{{newer}} others: {', '.join(further)}" if further else ""
    ellipsis = " …" if len(there) > place + _MOST_NAMES else ""
    return controller.keymap.worded(
        f"{place + 1} of {len(there)}: {{send}} takes {called[there[place]]}{others}{ellipsis}"
    )


def _mark(controller: Controller, field: Field) -> None:
    there = found(controller, field)
    if field.purpose is Purpose.FIND and there:
        controller.view.highlight = there[min(field.match, len(there) - 1)]
