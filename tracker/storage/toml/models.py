"""Models: pydantic models of every file, strict; the kernel's keys joined with those of the game."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Annotated, Any, Literal, cast

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, create_model

from tracker.encounter.engine.system import System

MOST_COMBATANTS = 500
"""In one encounter, numbers expanded."""
MOST_OF_A_KIND = 100
LATEST = 1_000_000
"""The last count anything can be scheduled at; more than a day."""
LONGEST_NAME = 60

STRICT = ConfigDict(strict=True, extra="forbid", defer_build=True)

Name = Annotated[str, Field(min_length=1, max_length=LONGEST_NAME)]


class OrdersTable(BaseModel):
    """Standing orders as a table; `tracker.model.orders` says what the words mean."""

    model_config = STRICT

    does: Annotated[str, Field(min_length=1, max_length=20)] = "attack"
    attack: Annotated[str, Field(max_length=LONGEST_NAME)] = ""
    """`again`, `nearest`, `weakest`, `strongest`, `attacker`, or a name."""
    with_: Annotated[str, Field(alias="with", max_length=LONGEST_NAME)] = ""
    focus: Literal["keep", "spread"] | None = None
    answer: Annotated[str, Field(max_length=20)] = ""
    above: Annotated[int, Field(ge=0, le=100)] = 0
    amount: Annotated[int, Field(ge=0, le=1000)] = 0
    replies: Annotated[list[Annotated[str, Field(min_length=1, max_length=60)]] | None, Field(max_length=8)] = None
    """What else is answered, such as `fend` and `heed under 50`, where the game has such words."""
    flee_under: Annotated[int | None, Field(ge=1, le=100)] = None
    flee_without: Annotated[str | None, Field(min_length=1, max_length=LONGEST_NAME)] = None
    flee_at_half: bool = False
    surrender_under: Annotated[int | None, Field(ge=1, le=100)] = None
    surrender_without: Annotated[str | None, Field(min_length=1, max_length=LONGEST_NAME)] = None
    surrender_at_half: bool = False


class Lasting(BaseModel):
    """A condition that a combatant brings from an earlier fight: its key, and its label where it has another."""

    model_config = STRICT

    condition: Name
    label: Annotated[str, Field(max_length=LONGEST_NAME)] = ""
    amount: Annotated[int, Field(ge=-1000, le=1000)] = 0
    of: Annotated[str, Field(max_length=LONGEST_NAME)] = ""
    own: bool = False
    """In the game master's own words: what it weighs goes into every roll."""


class Creature(BaseModel):
    """The kernel's keys of a [[creature]] of a library."""

    model_config = STRICT

    name: Name
    side: Annotated[str, Field(max_length=LONGEST_NAME)] = ""
    hidden: bool = False
    alias: Annotated[str, Field(max_length=LONGEST_NAME)] = ""
    orders: Annotated[str, Field(max_length=300)] | OrdersTable = ""
    group: Annotated[str, Field(max_length=LONGEST_NAME)] = ""


class Seated(Creature):
    """The kernel's keys of a [[combatant]]."""

    player: Annotated[str, Field(max_length=LONGEST_NAME)] = ""
    from_: Annotated[str | None, Field(alias="from", min_length=1, max_length=LONGEST_NAME)] = None
    number: Annotated[int, Field(ge=1, le=MOST_OF_A_KIND)] = 1
    lasting: Annotated[list[Lasting], Field(max_length=40)] = []


PARTY = "party"
"""What the file of a party says it is."""
OF_PARTY = ("kind", "person", "done")
"""The keys at the top of a party's file that an encounter does not have."""
OF_PERSON = ("experience", "rests", "towards", "awards", "fight")
"""The keys of a [[person]] that a combatant does not have."""


class Award(BaseModel):
    """Experience given for a fight; its receipt keeps it from being given twice."""

    model_config = STRICT

    fight: Annotated[str, Field(max_length=200)] = ""
    receipt: Annotated[str, Field(max_length=60)]
    points: int


def _part_of_the_way(part: str) -> str:
    if re.fullmatch(r"[0-9]{1,9}/0*[1-9][0-9]{0,8}", part) is None:
        raise ValueError(f'"{part[:60]}" is no part of the way to the next points; write one such as "1/2"')
    return part


class OfPerson(BaseModel):
    """What only a [[person]] of a party has besides the keys of a combatant."""

    model_config = STRICT

    experience: Annotated[int, Field(ge=0, le=LATEST)] = 0
    rests: bool = True
    towards: dict[str, Annotated[str, AfterValidator(_part_of_the_way)]] = {}
    awards: list[Award] = []
    fight: Annotated[str, Field(max_length=60)] = ""


class Written(BaseModel):
    """A key that a writing changed: what it was and what it became."""

    model_config = STRICT

    person: Name
    key: Annotated[list[str], Field(min_length=1, max_length=6)]
    was: Any = None
    now: Any = None


class Done(BaseModel):
    """A writing of the program's that can be taken back."""

    model_config = STRICT

    what: Annotated[str, Field(max_length=300)]
    undone: bool = False
    changes: list[Written]


class Receipts(BaseModel):
    """The file beside a party's that says what was written into it."""

    model_config = STRICT

    format: int = 1
    kind: Literal["receipts"]
    done: Annotated[list[Done], Field(max_length=200)] = []


class PartyHead(BaseModel):
    """What only the file of a party has besides the keys of an encounter."""

    model_config = STRICT

    format: int = 1
    kind: Literal["party"]
    person: Annotated[list[OfPerson], Field(max_length=100)] = []
    done: Annotated[list[Done], Field(max_length=200)] = []
    """As parties were written before their receipts had a file of their own."""


class Scheduled(BaseModel):
    """A [[scheduled]] free event."""

    model_config = STRICT

    at: Annotated[int, Field(ge=0, le=LATEST)] | Annotated[str, Field(min_length=1, max_length=12)]
    """A count, a moment as the game writes it, `"4.2"`, or a time, `"6s"`."""
    text: Annotated[str, Field(min_length=1, max_length=200)]
    every: Annotated[int, Field(ge=0, le=LATEST)] | Annotated[str, Field(min_length=1, max_length=12)] = 0
    """So many counts, or `"5s"`."""
    stop: bool = False
    who: Annotated[str, Field(max_length=LONGEST_NAME)] = ""
    condition: Annotated[str, Field(max_length=LONGEST_NAME)] = ""
    """With `who`: it counts down while that one bears the condition, `at` counts after it began."""


class GroupTable(BaseModel):
    """A [[group]]: how one is played otherwise than usual."""

    model_config = STRICT

    name: Name
    together: bool = True
    one_roll: bool = True


class Players(BaseModel):
    """The [players] table: what the players are shown of others."""

    model_config = STRICT

    health: Literal["words", "exact", "nothing"] = "words"
    actions: bool = True
    seats: Literal["offer", "take", "off"] = "offer"
    """Whether what a player's phone answers is offered to the game master, taken at once, or not asked for."""


class Heading(BaseModel):
    """The kernel's keys at the top of an encounter."""

    model_config = STRICT

    format: int = 1
    title: Annotated[str, Field(min_length=1, max_length=120)] = "Untitled"
    system: str = ""
    notes: Annotated[str, Field(max_length=4000)] = ""
    party: Annotated[str, Field(max_length=300)] = ""
    players: Players = Field(default_factory=Players.model_construct)
    scheduled: Annotated[list[Scheduled], Field(max_length=500)] = []
    group: Annotated[list[GroupTable], Field(max_length=100)] = []


class Shelf(BaseModel):
    """The kernel's keys at the top of a library file."""

    model_config = STRICT

    format: int = 1
    system: str = ""


KERNEL_KEYS = ("format", "title", "system", "notes", "party", "players", "scheduled", "group", "combatant")


def encounter_model(system: System) -> type[BaseModel]:
    """What an encounter of `system` may say, combatants included."""
    return _encounter_model(system.options, system.combatant)


def library_model(system: System) -> type[BaseModel]:
    """What a library file of `system` may say."""
    return _library_model(system.combatant, tuple(system.parts.items()))


# Cached: pydantic takes long to build a model, and every file of a game has the same one.
@lru_cache(maxsize=16)
def _encounter_model(options: type[BaseModel], combatant: type[BaseModel]) -> type[BaseModel]:
    seated = _joined("Combatant", Seated, combatant)
    heading = _joined("Encounter", Heading, options)
    most = Field(max_length=MOST_COMBATANTS)
    return _with(heading, "Encounter", {"combatant": (Annotated[list[seated], most], [])})  # type: ignore[valid-type]


@lru_cache(maxsize=16)
def _library_model(combatant: type[BaseModel], parts: tuple[tuple[str, type[BaseModel]], ...]) -> type[BaseModel]:
    creature = _joined("Creature", Creature, combatant)
    lists: dict[str, Any] = {"creature": (list[creature], [])}  # type: ignore[valid-type]
    lists |= {kind: (list[model], []) for kind, model in parts}  # type: ignore[valid-type]
    return _with(Shelf, "Library", lists)


def _joined(name: str, own: type[BaseModel], other: type[BaseModel]) -> type[BaseModel]:
    return cast(type[BaseModel], create_model(name, __base__=(own, other)))


def _with(base: type[BaseModel], name: str, more: dict[str, Any]) -> type[BaseModel]:
    return cast(type[BaseModel], create_model(name, __base__=base, **more))
