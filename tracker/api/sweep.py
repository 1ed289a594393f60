"""Sweep: many fights over the values of parameters, a row for each fight, in one order whatever plays them."""

from __future__ import annotations

import copy
import csv
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import replace
from hashlib import sha256
from json import dumps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import tracker
from tracker.api import arguments
from tracker.api.odds import machines
from tracker.encounter.names import free_id, plain
from tracker.model.lazy_dataclass import dataclass
from tracker.model.refusals import Refused
from tracker.model.state import Encounter
from tracker.odds.batches import Until
from tracker.odds.forecast import Forecast
from tracker.odds.grid import MOST_POINTS, Grid, Point, combinations
from tracker.odds.job import tables_of
from tracker.odds.playout import Ending
from tracker.odds.setup import MOST_FIGHTS
from tracker.session.forecasts import setup_of
from tracker.storage.fight_log.state_codec import keys_of_state
from tracker.storage.preparation import Prepared, prepare
from tracker.storage.toml.diagnostics import InvalidFile
from tracker.storage.toml.models import KERNEL_KEYS
from tracker.text.suggestions import ended, hint_or_list

if TYPE_CHECKING:
    from tracker.api.fight import Fight

ORDERS = "orders"
"""The parameter that sets the orders of all fighters."""
ROWS_AT_ONCE = 50
"""The rows handed over together: each time they are flushed to the disk."""

Took = Callable[[Sequence[tuple[object, ...]]], None]
"""A function that takes rows in their order."""


@dataclass(frozen=True)
class Sweep:
    """The rows of a sweep, a fight each."""

    columns: tuple[str, ...]
    rows: tuple[tuple[object, ...], ...]

    def __iter__(self) -> Iterator[dict[str, object]]:
        """Return the rows by the names of their columns, as a data frame of any library takes them."""
        return (dict(zip(self.columns, row, strict=True)) for row in self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    def to_csv(self, path: str | Path) -> None:
        """Write the rows to a new file, the names of the columns first. Raises OSError where it exists already."""
        with Path(path).open("x", encoding="utf-8", newline="") as file:
            table = csv.writer(file, lineterminator="\n")
            table.writerow(self.columns)
            table.writerows(self.rows)


def sweep(
    fight: Fight,
    parameters: Mapping[str, Sequence[object]],
    fights: int = 1_000,
    *,
    orders: str = "",
    seed: object = 1,
    workers: int = 1,
    executor: Executor | None = None,
) -> Sweep:
    """Play `fights` of each combination of the values, from the present moment of the fight.

    A parameter is a key of the encounter (`house_rules.must_close`), a key of a fighter by its id
    (`brann.weapon.damage`, `brann.armour.Helmet.mass`), `orders` or `brann.orders`. The rows are the same for any
    number of workers and any executor. Raises ValueError with a sentence.
    """
    arguments.parameters("parameters", parameters)
    arguments.whole("fights", fights)
    arguments.text("orders", orders)
    arguments.whole("workers", workers)
    arguments.executor("executor", executor)
    if not hasattr(fight, "prepared"):
        raise ValueError(f"fight must be what `tracker.open` returns, not {fight!r}.")
    rows: list[tuple[object, ...]] = []
    try:
        grid = grid_of(fight.prepared, parameters, fights, orders, seed, fight.encounter)
        play_grid(grid, rows.extend, workers, executor)
    except Refused as refused:
        raise ValueError(refused.sentence) from refused
    return Sweep(grid.columns, tuple(rows))


def grid_of(
    prepared: Prepared,
    parameters: Mapping[str, Sequence[object]],
    fights: int,
    orders: str = "",
    seed: object = 1,
    now: Encounter | None = None,
) -> Grid:
    """Return the points of a sweep, from the state `now` of a fight, else from its start. Raises Refused.

    In a fight under way a parameter changes sheets and rules from now on. What only says how the fight begins, such as
    the points a fighter comes with, is refused.
    """
    if not 1 <= fights <= MOST_FIGHTS:
        raise Refused(f"{fights} fights are not possible; give 1 to {MOST_FIGHTS:,}.")
    given = {name: tuple(values) for name, values in parameters.items()}
    for name, values in given.items():
        if not values:
            raise Refused(f"{name} has no values; give at least one.")
        for value in values:
            if not isinstance(value, str | int | float | bool) or (isinstance(value, str) and "\n" in value):
                raise Refused(f"{name} has the value {value!r}; give numbers, true or false, or text of one line.")
    met = combinations(given)
    if len(met) > MOST_POINTS:
        raise Refused(f"The sweep has {len(met):,} combinations; {MOST_POINTS:,} are the most.")
    points: list[Point] = []
    who: tuple[str, ...] = ()
    side = ""
    under_way = now if now is not None and now.began else None
    if under_way is not None:
        _refuse_beginnings(prepared, given)
    for values in met:
        changed, text = _with_values(prepared, dict(zip(given, values, strict=True)), orders)
        encounter = changed.encounter if under_way is None else _with_sheets(under_way, prepared, changed)
        setup = setup_of(encounter, changed.rules, changed, text, seed)
        points.append(Point(values, setup.jobs[0]))
        who, side = tuple(fighter.id for fighter in encounter), setup.side
    return Grid(tuple(given), tuple(points), fights, who, side, prepared.title)


def _with_values(prepared: Prepared, values: Mapping[str, object], orders: str) -> tuple[Prepared, str]:
    """Return the encounter with these values, and the orders of all fighters."""
    for name in values:
        if name.endswith(".from") or name == "from":
            raise Refused(
                f"{name} is no parameter: the library's figures are in the entry already. Name the figures that differ."
            )
    document = copy.deepcopy(prepared.document)
    ids = _ids(document)
    for name, value in values.items():
        if name == ORDERS:
            orders = str(value)
            continue
        first, _, rest = name.partition(".")
        if rest and first in ids:
            _set_value(document["combatant"][ids[first]], rest.split("."), value, name)
        else:
            _set_value(document, name.split("."), value, name, offered=[*ids, *document])
    try:
        return prepare(document, prepared.encounter.release), orders
    except InvalidFile as invalid:
        values_in_words = ", ".join(f"{name} = {value!r}" for name, value in values.items())
        raise Refused(ended(f"No fight with {values_in_words}: {invalid.diagnostics[0].text}")) from invalid


def _with_sheets(now: Encounter, prepared: Prepared, changed: Prepared) -> Encounter:
    """Return the present fight, with the sheets and full pools that a parameter has changed."""
    for fighter in changed.encounter:
        before = prepared.encounter[fighter.id].profile
        sheet, pools = fighter.profile.sheet, fighter.profile.pools
        if (sheet, pools) == (before.sheet, before.pools):
            continue
        present = now[fighter.id]
        points = tuple(min(left, pool.full) for left, pool in zip(present.pools, pools, strict=True))
        now = now.with_combatant(
            replace(present, profile=replace(present.profile, sheet=sheet, pools=pools), pools=points)
        )
    return now


def _refuse_beginnings(prepared: Prepared, given: Mapping[str, Sequence[object]]) -> None:
    """Refuse a parameter that changes neither a sheet nor a rule: a fight under way has left it behind."""
    for name, values in given.items():
        if name == ORDERS or name.endswith(f".{ORDERS}"):
            continue
        changes = False
        for value in values:
            changed, _ = _with_values(prepared, {name: value}, "")
            options = [
                {k: v for k, v in version.document.items() if k not in KERNEL_KEYS} for version in (prepared, changed)
            ]
            changes |= options[0] != options[1] or _sheets(changed) != _sheets(prepared)
        if not changes and len(values) > 1:  # a single value may be the one that the fight has
            raise Refused(
                f"{name} only says how a fight begins, and this one is under way. Sweep the encounter, or leave it out."
            )


def _sheets(prepared: Prepared) -> list[tuple[object, object]]:
    """Return the sheet and the pools of each fighter, to be compared."""
    return [(fighter.profile.sheet, fighter.profile.pools) for fighter in prepared.encounter]


def _ids(document: Mapping[str, Any]) -> dict[str, int]:
    """Return the place of each fighter's entry, by the id that it gets when it is seated."""
    ids: dict[str, int] = {}
    for place, entry in enumerate(document["combatant"]):
        ids[free_id(entry["name"], ids)] = place
    return ids


def _set_value(
    table: dict[str, Any], keys: Sequence[str], value: object, name: str, offered: Sequence[str] | None = None
) -> None:
    """Set the value at `keys` of a table. In a list it is the part of that name or number, and without one the first.

    `name` is the whole parameter, for sentences. `offered` are the keys suggested at the top. Raises Refused.
    """
    node: Any = table
    for place, key in enumerate(keys):
        last = place == len(keys) - 1
        if isinstance(node, list):
            part = _part_called(node, key)
            if part is not None:
                node = part
                continue
            if not node or not isinstance(node[0], dict):
                raise Refused(f"{name} is no parameter: its list is empty.")
            node = node[0]
        if last:
            if isinstance(node.get(key), dict | list) and not isinstance(value, dict | list):
                raise Refused(f"{name} is a whole table; name one of its keys.")
            node[key] = value
            return
        if key not in node:
            known = offered if place == 0 and offered is not None else list(node)
            raise Refused(ended(f'{name} is no parameter: there is no "{key}"{hint_or_list(key, sorted(known))}'))
        node = node[key]
        if not isinstance(node, dict | list):
            raise Refused(f"{name} is no parameter: {key} has no keys of its own.")
    raise Refused(f"{name} is a whole part; name one of its keys.")


def _part_called(parts: Sequence[Any], key: str) -> Any:
    """Return the part of a list by its name, or by its number from 1 on."""
    for part in parts:
        if isinstance(part, dict) and plain(str(part.get("name", ""))) == plain(key):
            return part
    return parts[int(key) - 1] if key.isdecimal() and 0 < int(key) <= len(parts) else None


def identity(grid: Grid, prepared: Prepared, orders: str, seed: object, now: Encounter | None = None) -> dict[str, Any]:
    """Return the identity of a sweep: rows are appended to another sweep only where both identities are equal."""
    what = [prepared.document, grid.parameters, [point.values for point in grid.points], orders]
    if now is not None and now.began:
        what.append(keys_of_state(now))
    text = dumps(what, default=list)
    return {
        "release": tracker.__version__,
        "tables": tables_of(prepared.system.name, prepared.document),
        "seed": str(seed),
        "fights": grid.fights,
        "encounter and parameters": sha256(text.encode("utf-8")).hexdigest()[:16],
    }


def play_grid(
    grid: Grid,
    took: Took,
    workers: int = 1,
    executor: Executor | None = None,
    *,
    rows: int = 0,
    progress: Callable[[int, int], None] | None = None,
    remark: Callable[[str], None] | None = None,
) -> None:
    """Play the missing fights of a sweep and hand over their rows in order, some at a time. Raises Refused.

    `rows` rows exist already. When the sweep breaks off, it has handed over all complete rows. `remark` gets a
    sentence where the workers cannot be had and this process plays alone.
    """
    ordered = _InOrder(grid, took, rows)
    with machines(workers, executor, remark) as on:
        forecast = Forecast(
            [point.job for point in grid.points],
            Until(grid.fights),
            on.executor,
            on.workers,
            keep=ordered.keep,
            renewed=on.renewed,
            first=grid.known(rows),
            in_order=True,
        )
        try:
            forecast.finish(None if progress is None else lambda: progress(forecast.done, grid.total))
        finally:
            ordered.flush()


class _InOrder:
    """Rows of the points as they come, handed over in the order of the points."""

    def __init__(self, grid: Grid, took: Took, rows: int) -> None:
        self._grid = grid
        self._took = took
        self._given = rows
        self._waiting: dict[int, list[tuple[object, ...]]] = {}
        self._ready: list[tuple[object, ...]] = []

    def keep(self, place: int, endings: tuple[Ending, ...]) -> None:
        """Take endings of the point at `place`. Hand over the rows of points that are complete and next in order."""
        self._waiting.setdefault(place, []).extend(self._grid.row(place, ending) for ending in endings)
        while rows := self._waiting.pop((self._given + len(self._ready)) // self._grid.fights, None):
            self._ready += rows
        if len(self._ready) >= ROWS_AT_ONCE:
            self.flush()

    def flush(self) -> None:
        """Hand over all rows that are ready."""
        if self._ready:
            ready, self._ready = self._ready, []
            self._given += len(ready)
            self._took(ready)
