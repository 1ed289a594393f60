"""Job: a fight to be played out, as data small enough to be sent to another process or machine."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache, lru_cache
from hashlib import sha256
from importlib import import_module
from importlib.resources import files
from importlib.resources.abc import Traversable
from multiprocessing.reduction import ForkingPickler
from typing import Any

import tracker
from tracker.game_api.rules import Rules
from tracker.games import registry
from tracker.model.lazy_dataclass import dataclass
from tracker.model.orders import Orders
from tracker.model.refusals import Refused
from tracker.model.state import Encounter

LARGEST = 32 * 1024
"""The most bytes of the state of a job. More are refused."""
LATEST = 6_000
"""The counts after which an unfinished fight is undecided."""


class Differs(Refused):
    """A worker cannot play a job as its sender would. The text is a sentence."""


class TooLarge(Refused):
    """A fight is too large to be sent. The text is a sentence."""


@dataclass(frozen=True, slots=True)
class Job:
    """A fight to be played out. The dice of fight `n` are seeded `seed/n`, so that every worker rolls the same."""

    encounter: Encounter
    """The state of the fight, with the orders of all fighters."""
    system: str
    options: str
    """The options of the encounter, as JSON: the rules are bound again where the job is played."""
    seed: str = "1"
    limit: int = LATEST
    """The last count that is played. An unfinished fight is undecided."""
    first: str = ""
    """A line that is carried out first, with the dice of each fight: to forecast a choice."""
    finder: str = ""
    """`module:function` of a finder of games that are neither built in nor installed. Empty: none is needed."""
    version: str = ""
    tables: str = ""
    """The release of the sender and a hash of its game's tables, which a worker must share."""


def job_of(
    encounter: Encounter,
    system: str,
    options: Mapping[str, Any],
    seed: object = 1,
    *,
    first: str = "",
    finder: str = "",
) -> Job:
    """Return the job that plays `encounter` to its end by the orders in it. Raises TooLarge.

    `first` is a line to begin with. `finder` is the `module:function` by which a worker finds a game from outside. The
    present count does not matter: a fight is played for `LATEST` counts from it.
    """
    rolled = replace(encounter, combatants=tuple(_rolled_by_program(encounter)))
    if (size := size_of(rolled)) > LARGEST:
        raise TooLarge(
            f"This fight takes {size:,} bytes to send, and {LARGEST:,} are the most; forecast it with fewer fighters."
        )
    # Of a game that the options hold the order means something, such as which pool is the first.
    text = json.dumps(options, sort_keys=not registry.carries_game(options), default=list)
    limit = encounter.count + LATEST
    return Job(
        encounter=rolled,
        system=system,
        options=text,
        seed=str(seed),
        limit=limit,
        first=first,
        finder=finder,
        version=tracker.__version__,
        tables=tables_of(system, options),
    )


def tables_of(system: str, options: Mapping[str, Any]) -> str:
    """Return the hash of a game's tables. None where the options hold the whole game."""
    return "" if registry.carries_game(options) else tables_hash(system)


def _rolled_by_program(encounter: Encounter) -> list[Any]:
    """Return the fighters, each without dice typed by its player: a forecast rolls all of them."""
    return [replace(fighter, typed=False) if fighter.typed else fighter for fighter in encounter]


def with_orders(encounter: Encounter, orders: Callable[[Any], Orders]) -> Encounter:
    """Return the encounter in which each fighter has the orders that the function gives it."""
    return replace(
        encounter, combatants=tuple(replace(fighter, orders=orders(fighter)) for fighter in encounter.combatants)
    )


def check(job: Job) -> None:
    """Raise Differs when this process would play a job by another release or other tables than its sender."""
    if job.version != tracker.__version__:
        raise Differs(
            f"A worker has tracker {tracker.__version__}, but this forecast was started by tracker {job.version}: the "
            "same fights could end otherwise. Install the same release on every machine."
        )
    if job.finder and job.tables and not registry.knows(job.system):
        # By its name: the rooms that look for games on the disk are above this one.
        module, _, function = job.finder.partition(":")
        registry.add_finder(getattr(import_module(module), function))
    if job.tables and job.tables != tables_hash(job.system):
        raise Differs(
            f"A worker has other tables of {job.system} than the program that started this forecast, in the same "
            f"release {job.version}. Install the same tracker on every machine."
        )


def size_of(encounter: Encounter) -> int:
    """Return the bytes that a state takes on its way to another process."""
    return len(ForkingPickler.dumps(encounter))


def ready(job: Job) -> Rules:
    """Return the rules of a job, bound in this process. Raises Differs."""
    check(job)
    return _bound(job.system, job.options)


# Cached: a worker gets the same rules with every batch, and a memo in them would begin empty.
@lru_cache(maxsize=16)
def _bound(system: str, options: str) -> Rules:
    """Return the rules of a game, bound to the options of an encounter, which are JSON."""
    keys = json.loads(options)
    return registry.of({**keys, "system": system}).bind(keys)


# Cached: a worker is asked with every batch, and the files of a game do not change meanwhile.
@cache
def tables_hash(system: str) -> str:
    """Return a hash of every table in the package of a game, or of its one file: figures differ within a release."""
    game = registry.find(system)
    document = getattr(game, "document", None)
    if document is not None:  # a game that is one file, beside others in one package
        return sha256(json.dumps(document, sort_keys=True, default=str).encode()).hexdigest()[:16]
    package = type(game).__module__.rpartition(".")[0]
    if not package.startswith("tracker.games.") or package.startswith("tracker.games.toolkit"):
        package = getattr(game, "package", "") or package
    digest = sha256()
    for name, data in sorted(_tables(files(package), "")) if package else ():
        digest.update(f"{name}\0{len(data)}\0".encode() + data)
    return digest.hexdigest()[:16]


_IN_WORDS = "rules.toml"
"""The rules in words, which do not affect fights. A folder without the ending has those of several games."""


def _tables(folder: Traversable, place: str) -> list[tuple[str, bytes]]:
    """Return the tables of a game below a folder, each by its path. Rules in words are left out."""
    tables: list[tuple[str, bytes]] = []
    for item in folder.iterdir():
        name = f"{place}/{item.name}"
        if item.is_dir() and item.name != _IN_WORDS.removesuffix(".toml"):
            tables += _tables(item, name)
        elif item.name.endswith(".toml") and item.name != _IN_WORDS:
            # Line ends are the checkout's, not the table's.
            tables.append((name, item.read_bytes().replace(b"\r\n", b"\n")))
    return tables
