"""Choice table: the choices of a list as rows of a table, and identical members of a group as one choice."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from tracker.clock.spans import WHOLE, TimeUnit
from tracker.encounter.features.groups import members
from tracker.game_api.values import Choice
from tracker.model.combatant import Combatant
from tracker.model.state import Encounter
from tracker.text.cells import clean, width
from tracker.views.fallen import LEAST as LEAST_FALLEN
from tracker.views.fallen import told_of
from tracker.views.pools import grouped, word

_FRIEND = " (own side)"
"""Stands behind the name of a target of the asked fighter's own side."""
_PERCENT = r"−?\d+(?:\.\d+)?(?:–−?\d+(?:\.\d+)?)? %"
"""A chance, or the lowest and the highest of several: `27 %`, `7–27 %`."""
_AT_END = re.compile(rf"^([^(%,]*?) ({_PERCENT})(?:,? (.*))?$")
"""A label that ends in its chance, or goes on behind it: `parry 25 %, 67 % to be hit`; of `crouch, 17 % to be hit` the
number is no chance of its own."""
_CHANCE = re.compile(rf"(?:^|(?<=[ ,])){_PERCENT}")
_POINTS = re.compile(r"(?:^|(?<= ))[A-Z]{2,4} −?\d+/\d+.*$")
"""How a target stands, as a price may say it; the table says it by itself."""
_MOST_CONDITIONS = 2
UNHURT = "unhurt"
_LANDS = "●"
"""The sign of a landing on the axis."""
_ROOMY = 72
"""Cells of a list from which on its landings are told in words."""


@dataclass(frozen=True, slots=True)
class ListRow:
    """One choice, cell by cell."""

    key: str
    name: str
    chance: str = ""
    lands: str = ""
    """The count at which it lands; empty: at once, or only dice know."""
    tail: str = ""
    """What it costs and how a target stands, or why it cannot be taken."""
    refused: bool = False
    target: bool = False
    """It stands for a fighter."""
    friend: bool = False
    """It stands for a fighter on the asked fighter's side."""


def spares_friends(choice: Choice) -> bool:
    """Whether a choice can be the likely one: it can be taken, and strikes nobody of one's own side."""
    return not choice.refused and _FRIEND not in choice.label


@dataclass(frozen=True, slots=True)
class Columns:
    """Cells of the names, of the chances and of the counts at which choices land."""

    name: int
    chance: int
    lands: int
    in_words: bool
    """Whether there is room to say `lands` before a count, rather than the sign of the axis."""

    def landing(self, count: str) -> str:
        """A count as the column has it: `lands 76`, `●76`."""
        return f"{'lands ' if self.in_words else _LANDS}{count:>{self.lands}}" if count else ""


def list_rows(
    choices: Sequence[Choice], encounter: Encounter | None = None, unit: TimeUnit = WHOLE
) -> tuple[ListRow, ...]:
    """A row for each choice; choices for fighters of `encounter` say how these stand, and when they land in `unit`."""
    targets = [choice for choice in choices if encounter is not None and choice.whom in encounter]
    if encounter is None or len(targets) < 1:
        return tuple(_plain_row(choice) for choice in choices)
    return tuple(
        _target_row(choice, encounter[choice.whom], unit) if choice.whom in encounter else _plain_row(choice)
        for choice in choices
    )


def columns_of(rows: Sequence[ListRow], cells: int) -> Columns:
    """The columns that serve these rows; a name takes two fifths of the cells at most."""
    most = max(12, cells * 2 // 5)
    targets = [row for row in rows if row.target]
    with_chance = [row for row in rows if row.chance]
    wide = [width(row.name) for row in targets or with_chance or rows if row.target or row.chance or row.tail]
    name = max((cells for cells in wide if cells <= most), default=0)
    chance = max((width(row.chance) for row in rows), default=0)
    return Columns(name, chance, max((width(row.lands) for row in rows), default=0), cells >= _ROOMY)


def _plain_row(choice: Choice) -> ListRow:
    """The row of a choice: a chance at the end of its label has a column of its own."""
    label, tail = clean(choice.label), clean(choice.refused or choice.price)
    ending = _AT_END.match(label)
    if ending is None:
        return ListRow(choice.key, label, tail=tail, refused=bool(choice.refused))
    name, chance, rest = ending.groups()
    name = name.rstrip(" ·")
    tail = " · ".join(part for part in (rest, tail) if part)
    return ListRow(choice.key, name, chance, tail=tail, refused=bool(choice.refused))


def _target_row(choice: Choice, target: Combatant, unit: TimeUnit) -> ListRow:
    """Name, chance, landing, what else the game says, and how the target stands."""
    label, price = clean(choice.label), clean(choice.price)
    lands = "" if choice.lands is None or choice.refused else unit.text(choice.lands)
    if lands:
        label, price = (_landing(text, lands) for text in (label, price))
    friend = _FRIEND in label
    label = label.replace(_FRIEND, "")
    ending = _AT_END.match(label)
    name, chance, rest = ending.groups() if ending else (label, "", "")
    called = clean(target.name)
    if called in name and name != called and name.startswith(called):
        name, rest = called, name[len(called) :].strip()
    if not chance and (first := _CHANCE.search(price)):
        chance, price = first[0], price[: first.start()].rstrip(" ,") + price[first.end() :]
    price = _POINTS.sub("", price).strip(" ·,;")
    parts = (rest, clean(choice.refused) or price, "" if choice.refused else hurt(target))
    tail = " · ".join(part for part in parts if part)
    return ListRow(choice.key, name, chance, lands, tail, bool(choice.refused), True, friend)


def _landing(text: str, lands: str) -> str:
    """What a game says, without the count that has a column of its own."""
    return re.sub(rf" ?(?:lands |closes |→){re.escape(lands)}(?!\d)(?: · |, )?", "", text).strip()


def hurt(combatant: Combatant) -> str:
    """The pools that are not full, and the first conditions: `fatigue 18/37, prone`."""
    parts = [
        f"{group} {word(pool)}".strip() + f" {pool.text(now)}"
        for group, pools in grouped(combatant).items()
        for pool, now in pools
        if now != pool.full
    ]
    parts += [clean(condition.label) for condition in combatant.conditions[:_MOST_CONDITIONS]]
    return ", ".join(parts) or UNHURT


@dataclass(frozen=True, slots=True)
class Grouped:
    """The choices that are shown, and those of them that another one stands for."""

    shown: tuple[Choice, ...]
    behind: tuple[Choice, ...] = ()


def identical_as_one(choices: Sequence[Choice], encounter: Encounter, unfolded: Collection[str]) -> Grouped:
    """Members of a folded group that the list tells nothing different of, as one choice: that of the first of them.

    Several who have fallen share one line at the end, which cannot be taken.
    """
    alike: dict[tuple[object, ...], list[Choice]] = {}
    for choice in choices:
        group = encounter[choice.whom].group if choice.whom in encounter else ""
        if not group or group in unfolded or len(members(encounter, group)) < 2:
            continue
        called = encounter[choice.whom].name
        label, refused = choice.label.replace(called, "", 1), choice.refused.replace(called, "")
        told = (
            label,
            choice.price,
            choice.lands,
            refused,
            choice.unfinished,
            bool(choice.path),
            hurt(encounter[choice.whom]),
        )
        alike.setdefault((group, *told), []).append(choice)
    out = [
        choice for choice in choices if choice.refused and choice.whom in encounter and not encounter[choice.whom].able
    ]
    fallen = out if len(out) >= LEAST_FALLEN else []
    first = {some[0].whom: some for some in alike.values() if len(some) > 1}
    behind = {choice.whom for some in first.values() for choice in some[1:]}
    shown: list[Choice] = []
    for choice in choices:
        if choice in fallen:
            continue
        if choice.whom in first:
            one = encounter[choice.whom]
            label = choice.label.replace(one.name, f"{one.group} ×{len(first[choice.whom])}", 1)
            shown.append(replace(choice, label=label))
        elif choice.whom not in behind or not choice.whom:
            shown.append(choice)
    if fallen:
        shown.append(Choice("", told_of([encounter[choice.whom] for choice in fallen]), refused="out of the fight"))
    hidden = tuple(choice for choice in choices if choice in fallen or (choice.whom and choice.whom in behind))
    return Grouped(tuple(shown), hidden)
