"""Models: pydantic models of every file, strict. The kernel's keys joined with those of the game."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple, cast

from tracker.game_api.game import Game
from tracker.game_api.lazy_model import Field, LazyModel, field_validator, fitting, model_of
from tracker.model.validation_errors import Faults

if TYPE_CHECKING:
    from pydantic import BaseModel, ConfigDict

MOST_COMBATANTS = 500
"""The most combatants of one encounter, with numbers expanded."""
MOST_OF_A_KIND = 100
LATEST = 1_000_000
"""The last count anything can be scheduled at. More than a day."""
LONGEST_NAME = 60

STRICT: ConfigDict = {"strict": True, "extra": "forbid", "defer_build": True}

Name = Annotated[str, Field(min_length=1, max_length=LONGEST_NAME)]


class OrdersTable(LazyModel):
    """Standing orders as a table. `tracker.model.orders` says what the words mean."""

    model_config = STRICT

    does: Annotated[str, Field(min_length=1, max_length=20)] = "attack"
    """The act of the fighter at its moments: "attack", or another word of the game."""
    attack: Annotated[str, Field(max_length=LONGEST_NAME)] = ""
    """`again`, `nearest`, `weakest`, `strongest`, `attacker`, or a name."""
    with_: Annotated[str, Field(alias="with", max_length=LONGEST_NAME)] = ""
    """The weapon to attack with."""
    focus: Literal["keep", "spread"] | None = None
    """"keep" stays with a target until it falls. "spread" takes one that few others go for."""
    answer: Annotated[str, Field(max_length=20)] = ""
    """The answer to a blow: a defence such as "parry", or "nothing"."""
    above: Annotated[int, Field(ge=0, le=100)] = 0
    """The answer is given only with a chance above this percent."""
    amount: Annotated[int, Field(ge=0, le=1000)] = 0
    """The points that go into the answer."""
    else_: Annotated[str, Field(alias="else", max_length=20)] = ""
    """The act when that is impossible: "wait", "ask", or another word of the game."""
    replies: Annotated[list[Annotated[str, Field(min_length=1, max_length=60)]] | None, Field(max_length=8)] = None
    """Further replies, such as `fend` and `heed under 50`, where the game has such words."""
    flee_under: Annotated[int | None, Field(ge=1, le=100)] = None
    """It flees when its body is under this percent."""
    flee_without: Annotated[str | None, Field(min_length=1, max_length=LONGEST_NAME)] = None
    """It flees when this fighter is out of the fight."""
    flee_at_half: bool = False
    """True if it flees when half of its group is out."""
    surrender_under: Annotated[int | None, Field(ge=1, le=100)] = None
    """It surrenders when its body is under this percent."""
    surrender_without: Annotated[str | None, Field(min_length=1, max_length=LONGEST_NAME)] = None
    """It surrenders when this fighter is out of the fight."""
    surrender_at_half: bool = False
    """True if it surrenders when half of its group is out."""


class Lasting(LazyModel):
    """A condition that a combatant brings from an earlier fight: its key, and its label where that differs."""

    model_config = STRICT

    condition: Name
    """The key of the condition."""
    label: Annotated[str, Field(max_length=LONGEST_NAME)] = ""
    """The name on the screen, where that is not the key."""
    amount: Annotated[int, Field(ge=-1000, le=1000)] = 0
    """The amount, such as points or a modifier."""
    of: Annotated[str, Field(max_length=LONGEST_NAME)] = ""
    """The source: a place, a thing or a fighter."""
    own: bool = False
    """True if the game master made the condition up. Its amount then modifies every roll."""


class Creature(LazyModel):
    """The kernel's keys of a [[creature]] of a library."""

    model_config = STRICT

    name: Name
    """The name."""
    side: Annotated[str, Field(max_length=LONGEST_NAME)] = ""
    """The side it fights on."""
    hidden: bool = False
    """True if players do not see it until it acts or is revealed."""
    alias: Annotated[str, Field(max_length=LONGEST_NAME)] = ""
    """The name that players see instead."""
    orders: Annotated[str, Field(max_length=300)] | OrdersTable = ""
    """Standing orders: its acts and its answers to blows without a question."""
    group: Annotated[str, Field(max_length=LONGEST_NAME)] = ""
    """The group it belongs to."""


class Seated(Creature):
    """The kernel's keys of a [[combatant]]."""

    player: Annotated[str, Field(max_length=LONGEST_NAME)] = ""
    """The player who plays it."""
    from_: Annotated[str | None, Field(alias="from", min_length=1, max_length=LONGEST_NAME)] = None
    """The creature of the library that it is."""
    number: Annotated[int, Field(ge=1, le=MOST_OF_A_KIND)] = 1
    """The number of such combatants."""
    lasting: Annotated[list[Lasting], Field(max_length=40)] = []
    """Conditions that it brings from an earlier fight."""


PARTY = "party"
"""The value of `kind` in the file of a party."""
OF_PARTY = ("kind", "person", "done")
"""The keys at the top of a party's file that an encounter does not have."""
OF_PERSON = ("experience", "rests", "towards", "awards", "fight")
"""The keys of a [[person]] that a combatant does not have."""


class Award(LazyModel):
    """Experience given for a fight. Its receipt keeps it from being given twice."""

    model_config = STRICT

    fight: Annotated[str, Field(max_length=200)] = ""
    """The fight that the points are for."""
    receipt: Annotated[str, Field(max_length=60)]
    """The receipt that keeps the points from being given twice."""
    points: int
    """The points."""


class OfPerson(LazyModel):
    """The keys that only a [[person]] of a party has, beside those of a combatant."""

    model_config = STRICT

    experience: Annotated[int, Field(ge=0, le=LATEST)] = 0
    """Points of experience that can be spent."""
    rests: bool = True
    """True if `tracker rest` rests this person, too."""
    towards: dict[str, str] = {}
    """The part of the way to its next points: "1/2"."""
    awards: list[Award] = []
    """Experience that was given for fights."""
    fight: Annotated[str, Field(max_length=60)] = ""
    """The fight that this person is in now."""

    @field_validator("towards")
    @classmethod
    def _parts_of_the_way(cls, towards: dict[str, str]) -> dict[str, str]:
        """Check each fraction such as `1/2`. Raises Faults."""
        wrong = {key: part for key, part in towards.items() if not re.fullmatch(r"[0-9]{1,9}/0*[1-9][0-9]{0,8}", part)}
        if wrong:
            words = "is no part of the way to the next points; write one such as"
            raise Faults(((key,), f'"{part[:60]}" {words} "1/2"') for key, part in wrong.items())
        return towards


class Written(LazyModel):
    """A key of a party file that the program changed: the value before and after."""

    model_config = STRICT

    person: Name
    """The person whose key it is."""
    key: Annotated[list[str], Field(min_length=1, max_length=6)]
    """The key, with the tables that it is in."""
    was: Any = None
    """The value before."""
    now: Any = None
    """The value after."""


class Lines(LazyModel):
    """Lines of a party file that a change replaced: as they were, and as they are."""

    model_config = STRICT

    at: Annotated[int, Field(ge=0)]
    """The number of lines before them, as they were."""
    was: str
    """The lines before, with their line ends, as a string of JSON."""
    now: str
    """The lines after."""


class Done(LazyModel):
    """A change of the party file that can be undone."""

    model_config = STRICT

    what: Annotated[str, Field(max_length=300)]
    """The change, in words."""
    undone: bool = False
    """True if it was undone."""
    changes: list[Written]
    """The keys that it changed."""
    lines: list[Lines] = []
    """The lines that it changed. None in receipts of former releases."""


class Receipts(LazyModel):
    """The file beside a party file that records the changes the program made in it."""

    model_config = STRICT

    format: int = 1
    kind: Literal["receipts"]
    done: Annotated[list[Done], Field(max_length=200)] = []


class PartyHead(LazyModel):
    """The keys that only the file of a party has, beside those of an encounter."""

    model_config = STRICT

    format: int = 1
    """The form of the file, always 1."""
    kind: Literal["party"]
    """The kind of file: "party"."""
    person: Annotated[list[OfPerson], Field(max_length=100)] = []
    """The people of the party."""
    done: Annotated[list[Done], Field(max_length=200)] = []
    """As parties were written before their receipts had a file of their own."""


class Scheduled(LazyModel):
    """A [[scheduled]] free event."""

    model_config = STRICT

    at: Annotated[int, Field(ge=0, le=LATEST)] | Annotated[str, Field(min_length=1, max_length=12)]
    """A count, a moment as the game writes it, `"4.2"`, or a time, `"6s"`."""
    text: Annotated[str, Field(min_length=1, max_length=200)]
    """The event, in a line."""
    every: Annotated[int, Field(ge=0, le=LATEST)] | Annotated[str, Field(min_length=1, max_length=12)] = 0
    """So many counts, or `"5s"`."""
    stop: bool = False
    """True if the fight stops there until the GM goes on."""
    who: Annotated[str, Field(max_length=LONGEST_NAME)] = ""
    """The fighter it is about."""
    condition: Annotated[str, Field(max_length=LONGEST_NAME)] = ""
    """With `who`: it counts down while that one bears the condition, `at` counts after it began."""
    public: bool = False
    """True if players are told of it when it happens."""


class GroupTable(LazyModel):
    """A [[group]]: options for playing its members together."""

    model_config = STRICT

    name: Name
    """The name of the group. `group` of a combatant refers to it."""
    together: bool = True
    """True if its members declare together as long as their turns fall on one count."""
    one_roll: bool = True
    """True if one roll is made for all members who roll for the same at once."""
    one_count: bool = False
    """True if one roll of initiative places all members at one count."""


class Players(LazyModel):
    """The [players] table: what the players are shown of others, and of the fight."""

    model_config = STRICT

    title: Annotated[str, Field(max_length=120)] = ""
    """The title for players, in place of the fight's title."""
    health: Literal["words", "exact", "nothing"] = "words"
    """The way players see the health of others: in words, as exact points, or not at all."""
    actions: bool = True
    """True if players see what foes declare."""
    chances: Literal["own", "all"] = "own"
    """The players' own rolls whose chance they see: those that tell of nothing unseen, or all."""
    seats: Literal["offer", "take", "off"] = "offer"
    """The use of answers from a player's phone: offered to the game master, taken at once, or not asked for."""


class Heading(LazyModel):
    """The kernel's keys at the top of an encounter."""

    model_config = STRICT

    format: int = 1
    """The form of the file, always 1."""
    title: Annotated[str, Field(min_length=1, max_length=120)] = "Untitled"
    """The title of the fight, which the GM sees."""
    system: str = ""
    """The game: a name of `tracker systems`, or the file of one."""
    notes: Annotated[str, Field(max_length=4000)] = ""
    """Notes for the GM. Players never see them."""
    goal: Literal["stand", "other"] = "stand"
    """The end of the fight: one side is left standing, or something else, such as an escape."""
    party: Annotated[str, Field(max_length=300)] = ""
    """The file of a party, from the folder of this file. Its people join the combatants."""
    players: Players = Field(default_factory=Players.model_construct)
    """The view that players have of others and of the fight."""
    scheduled: Annotated[list[Scheduled], Field(max_length=500)] = []
    """Events that happen at a count, such as reinforcements."""
    group: Annotated[list[GroupTable], Field(max_length=100)] = []
    """Options for groups of combatants."""


class Shelf(LazyModel):
    """The kernel's keys at the top of a library file."""

    model_config = STRICT

    format: int = 1
    """The form of the file, always 1."""
    system: str = ""
    """The game: a name of `tracker systems`, or the file of one."""


COMBATANT = "combatant"
KERNEL_KEYS = ("format", "title", "system", "notes", "goal", "party", "players", "scheduled", "group", "combatant")


class Fitting(NamedTuple):
    """The options and the combatants that a game reads of an encounter without mistakes."""

    options: Any
    combatants: list[Any]


def fitting_encounter(system: Game, data: Mapping[str, Any]) -> Fitting | None:
    """Return the options and the combatants of an encounter. None where the models of pydantic must judge it."""
    top = fitting((Heading, system.options), {key: value for key, value in data.items() if key != COMBATANT})
    entries = data.get(COMBATANT, [])
    if top is None or type(entries) is not list or len(entries) > MOST_COMBATANTS:
        return None
    read = [fitting((Seated, system.combatant), entry) for entry in entries]
    combatants = [of_game for _, of_game in filter(None, read)]
    return Fitting(top[1], combatants) if len(combatants) == len(entries) else None


def encounter_model(system: Game) -> type[BaseModel]:
    """Return the model of an encounter of `system`, combatants included."""
    return _encounter_model(system.options, system.combatant)


def library_model(system: Game) -> type[BaseModel]:
    """Return the model of a library file of `system`."""
    return _library_model(system.combatant, tuple(system.parts.items()))


# Cached: pydantic takes long to build a model, and every file of a game has the same one.
@lru_cache(maxsize=16)
def _encounter_model(options: type[BaseModel], combatant: type[BaseModel]) -> type[BaseModel]:
    """Return the model of an encounter: the game's options at the top, its combatants in a list."""
    seated = _joined("Combatant", Seated, combatant)
    heading = _joined("Encounter", Heading, options)
    most = Field(max_length=MOST_COMBATANTS)
    return _with(heading, "Encounter", {"combatant": (Annotated[list[seated], most], [])})  # type: ignore[valid-type]


# Cached as `_encounter_model` is.
@lru_cache(maxsize=16)
def _library_model(combatant: type[BaseModel], parts: tuple[tuple[str, type[BaseModel]], ...]) -> type[BaseModel]:
    """Return the model of a library: lists of creatures, and of each kind of part such as weapons."""
    creature = _joined("Creature", Creature, combatant)
    lists: dict[str, Any] = {"creature": (list[creature], [])}  # type: ignore[valid-type]
    lists |= {kind: (list[model_of(model)], []) for kind, model in parts}  # type: ignore[misc]
    return _with(Shelf, "Library", lists)


def _joined(name: str, first: type[BaseModel], second: type[BaseModel]) -> type[BaseModel]:
    """Return a model with the keys of two models."""
    from pydantic import create_model  # noqa: PLC0415 -- only where a file does not fit plainly

    return cast("type[BaseModel]", create_model(name, __base__=(model_of(first), model_of(second))))


def _with(base: type[BaseModel], name: str, fields: dict[str, Any]) -> type[BaseModel]:
    """Return a model with the keys of `base` and these further `fields`, each with type and default."""
    from pydantic import create_model  # noqa: PLC0415 -- only where a file does not fit plainly

    return cast("type[BaseModel]", create_model(name, __base__=model_of(base), **fields))
