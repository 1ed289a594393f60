"""Game head: which game a fight is played by, and of one from outside what is needed to tell the fight without it.

The table `[game]` of the head has the game's name, the release of the tracker that wrote it, and the game's version,
package, clock and pools. When the game is not installed, a stand-in is made from them; what is lacking is gathered from
the recorded events.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import tomli

from tracker import __version__
from tracker.clock.spans import WHOLE, Counting, TimeUnit
from tracker.model.combatant import Combatant, Pool
from tracker.model.state import Encounter
from tracker.storage.fight_log.event_codec import CodecError, keys_of, of_keys
from tracker.storage.preparation import Prepared, prepare_located
from tracker.storage.toml.diagnostics import InvalidFile, Locate
from tracker.systems import registry

GAME = "game"
_PACKAGE = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9._-]{0,98}[A-Za-z0-9])?")
_VERSION = re.compile(r"[A-Za-z0-9][A-Za-z0-9.+!_-]{0,39}")
_MOST_COUNTS = 1_000_000
_LONGEST_WORD = 40
_DEEPEST = 3
"""Numbers that a clock writes a moment as, at most, less one."""


# Writing


def game_keys(prepared: Prepared) -> dict[str, Any]:
    """Return the table `[game]` of a new fight's head."""
    name = prepared.system.name
    keys: dict[str, Any] = {"name": name, "release": __version__}
    if registry.carries_game(prepared.document):
        return keys
    keys |= {"version": version} if _VERSION.fullmatch(version := registry.version_of(name)) else {}
    keys |= {"package": package} if _PACKAGE.fullmatch(package := registry.package_of(name)) else {}
    if registry.is_built_in(name):
        return keys
    keys["clock"] = _clock_keys(prepared.rules.unit)
    keys["fighter"] = [
        {"name": fighter.name, "pools": [{**keys_of(pool), "left": left} for pool, left in _pools(fighter)]}
        for fighter in prepared.encounter
    ]
    return keys


def _pools(fighter: Combatant) -> Iterable[tuple[Pool, int]]:
    """Return each pool of a fighter with its points."""
    return zip(fighter.profile.pools, fighter.pools, strict=True)


def _clock_keys(unit: TimeUnit) -> dict[str, Any]:
    """Return a clock as keys."""
    keys: dict[str, Any] = {"one": unit.one, "many": unit.many, "per_second": str(unit.per_second)}
    keys |= {"round": unit.round, "round_name": unit.round_name} if unit.round else {}
    return keys | ({"counting": _counting_keys(unit.counting)} if unit.counting is not None else {})


def _counting_keys(counting: Counting) -> dict[str, Any]:
    """Return how a count is written as keys; what is as usual is left out."""
    usual = Counting(1, ".")
    keys: dict[str, Any] = {"base": counting.base, "sign": counting.sign}
    for key in ("first", "digits", "step", "down", "of", "greater_first"):
        if (value := getattr(counting, key)) != getattr(usual, key):
            keys[key] = value
    keys |= {"names": list(counting.names)} if counting.names else {}
    return keys | ({"greater": _counting_keys(counting.greater)} if counting.greater is not None else {})


# Reading


def clock_of(keys: object) -> TimeUnit:
    """Return the clock that was written; plain counts where there is none, or one that cannot be."""
    if not isinstance(keys, Mapping):
        return WHOLE
    try:
        per_second = Fraction(str(keys.get("per_second", "1"))[:_LONGEST_WORD])
        counting = _counting_of(keys["counting"]) if "counting" in keys else None
        one, many, of_round = (_word(keys.get(key, usual)) for key, usual in _WORDS)
        length = _whole(keys.get("round", 0))
        if per_second <= 0:
            return WHOLE
        return TimeUnit(one, many, per_second, counting, round=length, round_name=of_round)
    except (ValueError, TypeError, LookupError, ArithmeticError):
        return WHOLE


_WORDS = (("one", "count"), ("many", "counts"), ("round_name", "round"))


def _counting_of(keys: Mapping[str, Any], depth: int = 1) -> Counting:
    """Return how a count is written; raises ValueError, TypeError or LookupError for what no clock has."""
    if depth > _DEEPEST:
        raise ValueError("a clock of too many numbers")
    usual = Counting(1, ".")
    numbers = {key: _whole(keys.get(key, getattr(usual, key))) for key in ("first", "digits", "step")}
    names = tuple(_word(name) for name in keys.get("names", ()))
    greater = _counting_of(keys["greater"], depth + 1) if "greater" in keys else None
    first = _whole(keys["greater_first"]) if "greater_first" in keys else None
    of, down = _word(keys.get("of", "")), keys.get("down", False) is True
    return Counting(
        _whole(keys["base"]), _word(keys["sign"]), **numbers, down=down, names=names, greater=greater, of=of,
        greater_first=first,
    )  # fmt: skip


def _whole(value: object) -> int:
    """Return a whole number of a clock; raises ValueError."""
    if type(value) is not int or not 0 <= value <= _MOST_COUNTS:
        raise ValueError("no number of a clock")
    return value


def _word(value: object) -> str:
    """Return a word of a clock; raises ValueError."""
    if not isinstance(value, str) or len(value) > _LONGEST_WORD:
        raise ValueError("no word of a clock")
    return value


# A game of another version, or none


def other_version(system: str, game: object) -> str:
    """Return a sentence when a game from outside has another version than a fight began with; else nothing."""
    then = _matching(game, "version", _VERSION)
    if registry.is_built_in(system) or not then:
        return ""
    now = registry.version_of(system)
    if now == then:
        return ""
    here = f"version {now}" if now else "one without a version"
    return (
        f"This fight began with version {then} of the game {system}; here is {here}. What was played stays as it was; "
        "what comes may follow other rules."
    )


def release_of(game: object) -> str:
    """Return the release that wrote a head; empty for a head of the releases that did not say so."""
    return _matching(game, "release", _VERSION)


def missing_game(system: str, game: object, error: registry.UnknownSystem) -> str:
    """Return why a fight cannot be gone on with whose game is not there, and what would help."""
    told = "`tracker log` and `tracker watch` still tell it"
    if registry.knows(system):
        return f"{error} {told[0].upper()}{told[1:]}."
    version, package = _matching(game, "version", _VERSION), _matching(game, "package", _PACKAGE)
    called = f'the game "{system[:_LONGEST_WORD]}" of this fight is not installed'
    if package:
        exact = f"{package}=={version}" if version else package
        return f"{called}; if you trust its author, install it with `pip install {exact}`. {told[0].upper()}{told[1:]}."
    version = f" (version {version})" if version else ""
    return (
        f"{called}{version}; install the package that brings it, or put its file into the folder `systems` of your "
        f"data folder (`tracker systems` lists what is there). {told[0].upper()}{told[1:]}."
    )


def _matching(game: object, key: str, pattern: re.Pattern[str]) -> str:
    """Return a text of the table `[game]` when it looks as it should; else nothing: a file may come from anybody."""
    value = game.get(key, "") if isinstance(game, Mapping) else ""
    return value if isinstance(value, str) and pattern.fullmatch(value) else ""


def without_game(
    document: Mapping[str, Any], game: object, events: Sequence[Mapping[str, Any]], locate: Locate
) -> Prepared:
    """Prepare a fight whose game is not installed so that it can be told: by the head, and by its recorded `events`.

    Raises InvalidFile for what no game would accept, such as a combatant without a name.
    """
    keys = game if isinstance(game, Mapping) else {}
    joined = {str(event.get("who", "")): str(event.get("sheet", "")) for event in events if event["kind"] == "Joined"}
    points = _points_of_events(events)
    alike = {pool.name: pool for row in _rows(keys.get("fighter")) for pool in _written_pools(row)[0]}
    by_entry: dict[str, tuple[Pool, ...]] = {}
    for who, sheet in joined.items():
        try:
            entry = registry.entry_key(_without_orders(tomli.loads(sheet)))
        except tomli.TOMLDecodeError:
            continue  # the replay says which step it is that does not fit
        known = {pool.name: pool for pool in (*by_entry.get(entry, ()), *_pools_of(points.get(who, {}), alike))}
        by_entry[entry] = tuple(known.values())
    system = registry.stand_in(str(document.get("system", "")), clock_of(keys.get("clock")), by_entry)
    told = {**document, "combatant": _entries(document)}
    try:
        prepared = prepare_located(told, locate, system)
    except InvalidFile:
        # Events of the file may be planned for a moment that only the game can read; what they came to is recorded.
        prepared = prepare_located({**told, "scheduled": []}, locate, system)
    return replace(prepared, encounter=_with_pools(prepared.encounter, keys.get("fighter"), points))


def _entries(document: Mapping[str, Any]) -> list[object]:
    """Return the combatants' entries without orders; what is no entry is left for the validation to tell."""
    entries = document.get("combatant", [])
    rows = entries if isinstance(entries, list) else [entries]
    return [_without_orders(entry) if isinstance(entry, Mapping) else entry for entry in rows]


def _without_orders(entry: Mapping[str, Any]) -> dict[str, Any]:
    """Return a combatant's entry without standing orders, whose words only the game knows."""
    return {key: value for key, value in entry.items() if key != "orders"}


Points = dict[str, list[int]]
"""By pool, its points before and after each change."""


def _points_of_events(events: Sequence[Mapping[str, Any]]) -> dict[str, Points]:
    """Return by fighter the points that its pools are recorded to have had, the first ones first."""
    points: dict[str, Points] = {}
    for event in events:
        if event["kind"] == "PoolChanged":
            had = points.setdefault(str(event.get("who", "")), {}).setdefault(str(event.get("pool", "")), [])
            to, by = event.get("to", 0), event.get("by", 0)
            if type(to) is int and type(by) is int:
                had += [to - by, to]
    return points


def _pools_of(points: Points, alike: Mapping[str, Pool]) -> tuple[Pool, ...]:
    """Return the pools that are known by their changes alone; `alike` are those of the same name in the head."""
    pools: list[Pool] = []
    for name, had in points.items():
        if had:
            full, least = max(0, *had), min(0, *had)
            usual = alike.get(name)
            named = Pool(name, name, full, least=least) if usual is None else replace(usual, full=full, least=least)
            pools.append(replace(named, steps=usual.steps, least=usual.least) if usual and usual.steps else named)
    return tuple(pools)


def _with_pools(encounter: Encounter, fighters: object, points: Mapping[str, Points]) -> Encounter:
    """Return the encounter with everyone's pools: those of the head, and those that only events tell of."""
    rows = _rows(fighters)
    for place, fighter in enumerate(encounter):
        own = points.get(fighter.id, {})
        pools, left = _written_pools(rows[place] if place < len(rows) else None)
        more = [pool for pool in _pools_of(own, {}) if pool.name not in {known.name for known in pools}]
        profile = replace(fighter.profile, pools=(*pools, *more))
        now = (*left, *(own[pool.name][0] for pool in more))
        encounter = encounter.with_combatant(replace(fighter, profile=profile, pools=now))
    return encounter


def _rows(fighters: object) -> Sequence[object]:
    """Return the fighters of the head, one row each; none where they cannot be read."""
    return fighters if isinstance(fighters, Sequence) and not isinstance(fighters, str) else ()


def _written_pools(row: object) -> tuple[tuple[Pool, ...], tuple[int, ...]]:
    """Return the pools of a fighter in the head and their points; none where they cannot be read."""
    try:
        written = row["pools"] if isinstance(row, Mapping) else ()
        pools = tuple(of_keys(Pool, keys, ("left",)) for keys in written)
        left = tuple(_points(keys["left"]) for keys in written)
        return (pools, left) if len({pool.name for pool in pools}) == len(pools) else ((), ())
    except (CodecError, LookupError, TypeError):
        return (), ()


def _points(value: object) -> int:
    """Return the points of a pool; raises TypeError for anything else."""
    if type(value) is not int:
        raise TypeError("points are a whole number")
    return value
