"""Choice table: the choices of a list as rows of a table, and identical members of a group as one choice."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import replace

from tracker.clock.spans import WHOLE, TimeUnit
from tracker.encounter.features.groups import members
from tracker.game_api.values import WORKS, Choice, Percent, Risk
from tracker.model.combatant import Combatant
from tracker.model.lazy_dataclass import dataclass
from tracker.model.state import Encounter
from tracker.text.cells import clean, fit, width
from tracker.views.fallen import LEAST as LEAST_FALLEN
from tracker.views.fallen import told_of
from tracker.views.pools import grouped, word

_FRIEND = " (own side)"
"""The words after the name of a target on the own side."""
_POINTS = re.compile(r"(?:^|(?<= ))[A-Z]{2,4} −?\d+/\d+.*$")
"""A target's points at the end of a price. The table shows them in a column."""
_MOST_CONDITIONS = 2
UNHURT = "unhurt"
_LANDS = "●"
_TARGET, _LANDING, _STANDS = "target", "lands", "how it stands"
"""Headings of the table of targets."""
_KEY = 3
"""The cells of a one-letter key with the mark before it."""
_BAR, _LEAST_BAR = 20, 8
"""The cells of a bar for a risk of 100 %, if there is room, and the fewest."""
_MOST_STATE = 24
"""The cells of how a target stands that come before a longer bar."""
_ROOMY = 72
"""The cells of a list from which landings are written in words."""


@dataclass(frozen=True, slots=True)
class ListRow:
    """One choice, cell by cell."""

    key: str
    name: str
    works: Percent | None = None
    """The chance that its roll succeeds. None without a roll."""
    lands: str = ""
    """The count at which it lands. Empty: at once, or only dice know."""
    tail: str = ""
    """The cost and the target's state, or the reason of the refusal."""
    state: str = ""
    """The end of `tail` that says how the target stands, which is no cost."""
    refused: bool = False
    target: bool = False
    """True if the row is about a fighter."""
    friend: bool = False
    """True if that fighter is on the asked fighter's side."""
    risk: Risk | None = None
    own_next: str = ""
    """The count and delay of the fighter's next action after this choice: `→29 +3`."""

    @property
    def chance(self) -> str:
        """Return the chance as the column shows it: `47 %`. Empty without a roll."""
        return "" if self.works is None else self.works.words

    @property
    def share(self) -> float | None:
        """Return the chance to hit a target as a share of 1, of several the best. None without one."""
        return self.works.most / 100 if self.target and self.works is not None else None

    @property
    def tabled(self) -> bool:
        """Return whether the row has columns, and so always a line to itself."""
        return self.target or self.risk is not None


def spares_friends(choice: Choice) -> bool:
    """Return whether a choice can be the likely one: it can be taken, and strikes no fighter of its own side."""
    return not choice.refused and _FRIEND not in choice.label


@dataclass(frozen=True, slots=True)
class Columns:
    """Cells of the names, the chances, the risks with their bars, the own next counts, and the counts of landings."""

    name: int
    chance: int
    risk: int
    bar: int
    own_next: int
    lands: int
    compared: bool
    """True if several risks are in a column, under a heading that names their event."""
    in_words: bool
    """True if there is room for `lands` before a count instead of the sign."""

    def told(self, risk: Risk) -> str:
        """Return a risk as the column shows it: `47→44 %`, and alone `47→44 % to be hit`."""
        return risk.text if self.compared else risk.words

    def landing(self, count: str) -> str:
        """Return a count as the column shows it: `lands 76`, `●76`."""
        if not count:
            return " " * self.landing_cells
        return fit(f"{'lands ' if self.in_words else _LANDS}{count:>{self.lands}}", self.landing_cells)

    @property
    def landing_cells(self) -> int:
        """Return the cells of the column of landings, no fewer than its heading has."""
        return max(len(_LANDING), self.lands + (len("lands ") if self.in_words else len(_LANDS)))


def list_rows(
    choices: Sequence[Choice], encounter: Encounter | None = None, unit: TimeUnit = WHOLE
) -> tuple[ListRow, ...]:
    """Return a row for each choice.

    Choices for fighters of `encounter` have their state, and their landing in `unit`.
    """
    return tuple(
        _plain_row(choice, unit)
        if encounter is None or choice.whom not in encounter
        else _target_row(choice, encounter[choice.whom], unit)
        for choice in choices
    )


def columns_of(rows: Sequence[ListRow], cells: int) -> Columns:
    """Return the columns that serve these rows in so many `cells`. A name takes two fifths of them at most."""
    most = max(12, cells * 2 // 5)
    targets = [row for row in rows if row.target]
    with_chance = [row for row in rows if row.chance or row.risk]
    wide = [width(row.name) for row in targets or with_chance or rows if row.tabled or row.chance or row.tail]
    name = max((cells for cells in wide if cells <= most), default=min(most, max(wide, default=0)))
    if any(row.share is not None for row in targets):
        name = max(name, len(_TARGET))
    chance, own_next, lands = (
        max((width(getattr(row, column)) for row in rows), default=0) for column in ("chance", "own_next", "lands")
    )
    risks = [row.risk for row in rows if row.risk is not None]
    compared = len(risks) > 1
    if chance and (compared or targets):
        chance = max(chance, width(_event(rows)))
    risk = max((width(risk_of_row.text if compared else risk_of_row.words) for risk_of_row in risks), default=0)
    taken = sum(2 + column for column in (name, chance, risk, own_next, lands) if column) + _KEY
    if not risk:  # how a target stands matters more than a long bar
        sign = len("lands ") if cells >= _ROOMY else max(len(_LANDS), len(_LANDING) - lands)
        taken += 2 + min(_MOST_STATE, max((width(row.tail) for row in targets), default=0)) + (sign if lands else 0)
    barred = risk or any(row.share is not None for row in rows)
    bar = max(_LEAST_BAR, min(_BAR, cells - taken - 2)) if barred else 0
    return Columns(name, chance, risk, bar, own_next, lands, compared, in_words=cells >= _ROOMY)


def heading(rows: Sequence[ListRow], columns: Columns) -> str:
    """Return the headings of the columns, from the names on. Empty where neither risks nor targets are compared."""
    risks = [row.risk for row in rows if row.risk is not None]
    barred = any(row.share is not None for row in rows)
    if not columns.compared and not barred:
        return ""
    cells = [fit(_TARGET if barred else "", columns.name)]
    if columns.chance:
        cells.append(fit(_event(rows), columns.chance, right=True))
    if columns.compared:
        cells.append(risks[0].of.ljust(columns.risk + 2 + columns.bar))
    elif barred:
        cells.append(" " * columns.bar)
    if columns.own_next:
        cells.append("own")
    if columns.lands and barred:
        cells.append(fit(_LANDING, columns.landing_cells))
    if barred:
        cells.append(_STANDS)
    return "  ".join(cells).rstrip()


def _event(rows: Sequence[ListRow]) -> str:
    """Return the event whose chance is in the column."""
    return next((row.works.event for row in rows if row.works is not None), WORKS)


def _plain_row(choice: Choice, unit: TimeUnit) -> ListRow:
    """Return the row of a choice, with its chance and its remaining risk in columns."""
    if choice.risk is not None or choice.works is not None:
        own_next = _own_next(choice, unit)
        price = choice.price if not own_next or choice.counts is None else choice.costs
        tail = choice.refused or " · ".join(filter(None, (_needs(choice), price, choice.besides, choice.theirs)))
        name = clean(choice.name or choice.label)
        return ListRow(
            choice.key,
            name,
            choice.works,
            tail=clean(tail),
            refused=bool(choice.refused),
            risk=choice.risk,
            own_next=own_next,
        )
    tail = clean(choice.refused or choice.beside)
    return ListRow(choice.key, clean(choice.label), tail=tail, refused=bool(choice.refused))


def _needs(choice: Choice) -> str:
    """Return the number that the dice must reach. Empty where the game tells none."""
    return "" if choice.works is None or choice.works.needs is None else choice.works.needs.text


def _own_next(choice: Choice, unit: TimeUnit) -> str:
    """Return the next action as the axis shows it: `●26` unchanged, `→29 +3` delayed."""
    if choice.own_next is None:
        return ""
    return (
        f"→{unit.text(choice.own_next)} +{choice.counts}" if choice.counts else f"{_LANDS}{unit.text(choice.own_next)}"
    )


def _target_row(choice: Choice, target: Combatant, unit: TimeUnit) -> ListRow:
    """Return the row of a target: name, chance, landing, the game's words and the target's state."""
    label, price = clean(choice.label), clean(choice.beside)
    lands = "" if choice.lands is None or choice.refused else unit.text(choice.lands)
    if lands:
        label, price = (_landing(text, lands) for text in (label, price))
    friend = _FRIEND in label
    label = label.replace(_FRIEND, "")
    name, rest, called = label, "", re.escape(clean(target.name))
    if begins := re.match(rf"{called}|{re.escape(clean(target.group))} ×\d+", label):
        name, rest = begins[0], label[begins.end() :].strip()
    price = _POINTS.sub("", price).strip(" ·,;")
    # The name is in the row already, so the reason for a refusal leaves it out.
    refused = re.sub(rf"^{called} is ([^.]+)\.$", r"\1", clean(choice.refused))
    state = "" if refused else hurt(target)
    tail = " · ".join(part for part in (rest, refused or price, state) if part)
    return ListRow(
        choice.key, name, choice.works, lands, tail, state, refused=bool(choice.refused), target=True, friend=friend
    )


def _landing(text: str, lands: str) -> str:
    """Return the words of a game without the count that has a column."""
    return re.sub(rf" ?(?:lands |closes |→){re.escape(lands)}(?!\d)(?: · |, )?", "", text).strip()


def hurt(combatant: Combatant) -> str:
    """Return the pools that are not as those of the unhurt, and the first conditions: `fatigue 18/37, prone`."""
    parts = [
        f"{group if pool.fells else ''} {word(pool)}".strip() + f" {pool.text(now)}"
        for group, pools in grouped(combatant).items()
        for pool, now in pools
        if not pool.untouched(now) and (now or pool.fells or not pool.group)  # what is spent beside says nothing of it
    ]
    parts += [clean(condition.label) for condition in combatant.conditions[:_MOST_CONDITIONS]]
    return ", ".join(parts) or UNHURT


@dataclass(frozen=True, slots=True)
class Grouped:
    """The choices that are shown, and those of them that another one stands for."""

    shown: tuple[Choice, ...]
    behind: tuple[Choice, ...] = ()


def identical_as_one(choices: Sequence[Choice], encounter: Encounter, unfolded: Collection[str]) -> Grouped:
    """Return the choices, those of identical members of a folded group as one: that of the first member.

    Several who have fallen share one line at the end, which cannot be taken.
    """
    alike: dict[tuple[object, ...], list[Choice]] = {}
    for choice in choices:
        group = encounter[choice.whom].group if choice.whom in encounter else ""
        if not group or group in unfolded or len(members(encounter, group)) < 2:
            continue
        called = encounter[choice.whom].name
        label, refused = choice.label.replace(called, "", 1), choice.refused.replace(called, "")
        what_differs = (
            label,
            choice.works,
            choice.price,
            choice.theirs,
            choice.lands,
            refused,
            choice.unfinished,
            bool(choice.path),
            hurt(encounter[choice.whom]),
        )
        alike.setdefault((group, *what_differs), []).append(choice)
    out = [
        choice for choice in choices if choice.refused and choice.whom in encounter and not encounter[choice.whom].able
    ]
    fallen = out if len(out) >= LEAST_FALLEN else []
    first = {same[0].whom: same for same in alike.values() if len(same) > 1}
    behind = {choice.whom for same in first.values() for choice in same[1:]}
    shown: list[Choice] = []
    for choice in choices:
        if choice in fallen:
            continue
        if choice.whom in first:
            first_member = encounter[choice.whom]
            label = choice.label.replace(first_member.name, f"{first_member.group} ×{len(first[choice.whom])}", 1)
            shown.append(replace(choice, label=label))
        elif choice.whom not in behind or not choice.whom:
            shown.append(choice)
    if fallen:
        shown.append(Choice("", told_of([encounter[choice.whom] for choice in fallen]), refused="out of the fight"))
    hidden = tuple(choice for choice in choices if choice in fallen or (choice.whom and choice.whom in behind))
    return Grouped(tuple(shown), hidden)
