"""The sheet: the models of a pack's combatants in files, and the figures that its formulas name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from functools import lru_cache
from typing import Annotated, Any

from pydantic import BaseModel, Field, create_model

from tracker.dice.notation import NotationError
from tracker.dice.notation import read as read_dice
from tracker.encounter.hidden_fighters import seen
from tracker.game_api.sheets import CombatantSheet
from tracker.games.packs import formulas
from tracker.games.packs.formulas import Exact, Figure, Formula, FormulaError
from tracker.games.packs.models import Figure as FigureRule
from tracker.games.packs.models import Name, Pack, Strict, WeaponFigure
from tracker.games.packs.ranges import INITIATIVE, OTHERS, TOP, WEAPON, least_and_most
from tracker.games.packs.timing import Timetable, timetable
from tracker.games.toolkit.names import named
from tracker.games.toolkit.sheets import points_left, reader
from tracker.model.combatant import Pool
from tracker.model.lazy_dataclass import dataclass
from tracker.model.state import Encounter
from tracker.model.validation_errors import Faults


@dataclass(frozen=True, slots=True)
class Weapon:
    """A weapon with its figures: whole numbers, and dice as text."""

    name: str
    figures: Mapping[str, int | str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Sheet:
    """A fighter's figures. In a game with weapons it has at least one."""

    figures: Mapping[str, int]
    weapons: tuple[Weapon, ...] = ()

    def weapon(self, name: str = "") -> Weapon:
        """Return the weapon with this name. The first one for no name or an unknown one."""
        return named(self.weapons, name) or self.weapons[0]


sheet_of = reader(Sheet)


_BY_INITIATIVE = formulas.read(INITIATIVE)


@dataclass(frozen=True)
class Played:
    """A pack as it is played: the pack, its clock, and the model of a combatant's keys."""

    pack: Pack
    table: Timetable
    entry: type[BaseModel]

    @property
    def latest_first(self) -> int:
        """The greatest number that a first moment can have."""
        return formulas.whole(least_and_most(self.pack, self.first)[1])

    @property
    def first(self) -> Formula:
        """The number of a fighter's first moment in a round: of the clock, else its initiative, or at once."""
        clock = self.pack.clock
        if clock.first is not None:
            return clock.first
        if clock.runs in ("down", "passes"):
            return _BY_INITIATIVE
        return formulas.ONE if clock.runs == "rounds" else formulas.ZERO

    def figure(self, encounter: Encounter, who: str, name: str) -> Exact:
        """Return a figure of a fighter, with the modifiers of its conditions. 0 for an unknown name."""
        fighter, pack = encounter[who], self.pack
        if name in pack.pools:
            return fighter.pool(name)
        if name in pack.conditions:
            borne = fighter.condition(name)
            return 0 if borne is None else pack.conditions[name].borne(borne)
        if name == INITIATIVE:
            return fighter.mark(INITIATIVE)
        weight = 0
        for condition in fighter.conditions:
            if (rule := pack.conditions.get(condition.key)) is not None:
                weight += rule.weighs.get(name, 0) * rule.borne(condition)
        if name in pack.derived:
            scope = self.scope(encounter, who)
            return formulas.worked_out(pack.derived[name].root, scope) + weight
        return sheet_of(encounter, who).figures.get(name, 0) + weight

    def scope(
        self,
        encounter: Encounter,
        who: str,
        target: str = "",
        weapon: Weapon | None = None,
        results: Mapping[str, int] | None = None,
    ) -> formulas.Scope:
        """Return the function from a name of a formula to its value. `results` are numbers of the action itself.

        `target.`, `attacker.`, `other.` and `source.` are figures of the other fighter, those of a source that is out
        of the fight 0. `top.` is the highest of the fighter itself and of those that players know of.
        """

        def figure(name: str) -> Figure:
            """Return the figure of a name."""
            if results and name in results and name not in self.pack.own:
                return results[name]
            front, dot, back = name.partition(".")
            if not dot:
                return self.figure(encounter, who, name)
            if front == TOP:
                # Of a hidden fighter the counts of all others would tell players that it is there. Whether players
                # know of a fighter is asked from the highest down, as a rule once.
                able = (each.id for each in encounter if each.able)
                ranked = sorted(((self.figure(encounter, each, back), each) for each in able), reverse=True)
                return next((number for number, each in ranked if each == who or seen(encounter, each)), 0)
            if front in OTHERS:
                there = target in encounter and (front != "source" or encounter[target].able)
                return self.figure(encounter, target, back) if there else 0
            return weapon_figure(weapon, back)

        return figure


def weapon_figure(weapon: Weapon | None, name: str) -> Figure:
    """Return a figure of a weapon, dice as a formula."""
    value = 0 if weapon is None else weapon.figures.get(name, 0)
    return formulas.read(value) if isinstance(value, str) else value


def played(pack: Pack, entry: type[BaseModel]) -> Played:
    """Return a pack ready to be played. `entry` is the model of a combatant's keys."""
    return Played(pack, timetable(pack.clock), entry)


# Models of entries


def _model(name: str, fields: Mapping[str, Any]) -> type[BaseModel]:
    """Return a new model that refuses unknown keys, with these fields as pydantic takes them."""
    kind: type[BaseModel] = create_model(name, __base__=Strict, **fields)
    return kind


def _bounded(low: int, high: int) -> Any:
    return Annotated[int, Field(ge=low, le=high)]


def _told(figure: FigureRule | WeaponFigure, name: str) -> Any:
    """Return the default of a figure, with the label of its key for editors."""
    bounds = "" if isinstance(figure, WeaponFigure) and figure.dice else f", {figure.low} to {figure.high}"
    return Field(figure.default, description=f"{figure.label or name}{bounds}.")


def weapon_model(pack: Pack) -> type[BaseModel]:
    """Return the pydantic model of a weapon in a file: its name and the pack's figures of weapons."""
    fields: dict[str, Any] = {"name": (Name, Field(description="What it is called."))}
    for name, figure in pack.weapon.items():
        kind = Annotated[str, Field(min_length=1, max_length=40)] if figure.dice else _bounded(figure.low, figure.high)
        fields[name] = (kind, _told(figure, name))
    return _model("Weapon", fields)


def entry_model(pack: Pack, weapon: type[BaseModel]) -> type[BaseModel]:
    """Return the pydantic model of a combatant's keys in a file: the pack's figures, pools and weapons."""
    fields: dict[str, Any] = {
        name: (_bounded(figure.low, figure.high), _told(figure, name)) for name, figure in pack.figures.items()
    }
    if pack.pools:
        fields["pools"] = (dict[str, int], Field({}, description="The points that it begins with, by pool."))
    if pack.armed:
        carried: Any = Field([], description="What it fights with, the first one first.")
        fields[WEAPON] = (Annotated[list[weapon], Field(max_length=10)], carried)  # type: ignore[valid-type]
    return _model("Entry", fields)


# Cached: building a model takes pydantic long.
@lru_cache(maxsize=1)
def options_model() -> type[BaseModel]:
    """Return the model of the keys at the top of an encounter: `pack` holds the pack itself."""
    return _model("Options", {"pack": (dict[str, Any], Field({}, description="The game itself, as a fight holds it."))})


def dice_faults(pack: Pack, weapons: Any) -> list[tuple[tuple[str | int, ...], str]]:
    """Return a fault, as place and text, for each dice figure of a weapon that is not dice, or is too many dice."""
    faults: list[tuple[tuple[str | int, ...], str]] = []
    for index, weapon in enumerate(weapons):
        for name, figure in pack.weapon.items():
            if figure.dice and (why := not_dice(str(weapon[name]))):
                faults.append(((WEAPON, index, name), f"{name}: {why}"))
    if not faults:
        for index, weapon in enumerate(weapons):
            faults += _rolled_faults(pack, index, Weapon(str(weapon.get("name", "")), weapon))
    return faults


def _rolled_faults(pack: Pack, index: int, weapon: Weapon) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """Yield a fault for each action that rolls more kinds of dice with a weapon than fit in one roll."""
    dice = next((name for name, figure in pack.weapon.items() if figure.dice), "")

    def figure(name: str) -> Figure:
        """Return the weapon's figure of a name. 0 for the figure of any fighter."""
        front, _, back = name.partition(".")
        return weapon_figure(weapon, back) if front == WEAPON else 0

    for action in pack.action if dice else ():
        rolled = (action.rolled.roll, action.rolled.against, action.damage, action.soak) if action.weapon else ()
        if any(formula and formulas.too_many([*formulas.dice_of(formula.root, figure)]) for formula in rolled):
            text = f"{dice}: {action.name} would roll too many kinds of dice at once with it; make it fewer"
            yield (WEAPON, index, dice), text


# Cached: a library repeats the same few dice for hundreds of weapons.
@lru_cache(maxsize=512)
def not_dice(text: str) -> str:
    """Return why a text is not dice and numbers. Empty when it is."""
    try:
        formula: Formula = formulas.read(text)
    except FormulaError as error:
        return str(error)
    if any(formulas.names(formula.root)) or not formulas.in_a_sum(formula.root, lambda name: False):
        return f'"{text}" must be dice and numbers only, such as 1d6+2'
    try:
        read_dice(text)
    except NotationError as error:
        return str(error).rstrip(".")
    return ""


BESIDE = "besides"
"""The group of pools that do not show a fighter's health: those a turn refills, and those that begin empty."""


def read_sheet(game: Played, entry: Mapping[str, Any]) -> CombatantSheet[object]:
    """Return an entry as sheet, pools and points left. Raises Faults for values that do not fit together."""
    pack = game.pack
    figures = {name: int(entry[name]) for name in pack.figures}
    weapons = [weapon if isinstance(weapon, Mapping) else weapon.model_dump() for weapon in entry.get(WEAPON, ())]
    if faults := dice_faults(pack, weapons):
        raise Faults(faults)
    carried = tuple(
        Weapon(weapon["name"], {name: weapon[name] for name in pack.weapon}) for weapon in weapons
    ) or unarmed(pack)
    pools: list[Pool] = []

    def figure(name: str) -> Figure:
        """Return a figure of the sheet. Of the pools, what is full."""
        if name in pack.derived:
            return formulas.worked_out(pack.derived[name].root, figure)
        return figures.get(name) or next((pool.full for pool in pools if pool.name == name), 0)

    begins: dict[str, int] = {}
    for name, rule in pack.pools.items():
        thing = _thing(rule.of, carried)

        def of_thing(name: str, thing: Weapon | None = thing) -> Figure:
            """Return the figure of a name. One with `weapon.` is a figure of the thing that the pool belongs to."""
            front, _, back = name.partition(".")
            return weapon_figure(thing, back) if front == WEAPON else figure(name)

        full = rule.least if rule.of and thing is None else max(rule.least, formulas.number(rule.full, of_thing))
        fells = rule.down is not None
        # A pool that a turn refills or that begins part full is shown beside those of the body.
        beside = not fells and (rule.refill == "turn" or rule.begins != rule.full)
        group = BESIDE if beside else ""
        fresh = full
        if rule.begins != rule.full:
            fresh = begins[name] = max(rule.least, min(full, formulas.number(rule.begins, of_thing)))
        harm = fells and rule.counts == "up"
        fresh_if_not_full = None if fresh == full else fresh
        label, log = rule.label or name, rule.label
        pools.append(
            Pool(
                name,
                label,
                full,
                group,
                short="",
                least=rule.least,
                in_log=log,
                fells=fells,
                harm=harm,
                fresh=fresh_if_not_full,
            )
        )
    points = points_left({**begins, **entry.get("pools", {})}, pools)
    return CombatantSheet(Sheet(figures, carried), tuple(pools), points)


def _thing(word: str, weapons: Sequence[Weapon]) -> Weapon | None:
    """Return the weapon that a pool belongs to: the first, or the first with a word in its name. None without one."""
    if word == WEAPON:
        return weapons[0] if weapons else None
    return next((weapon for weapon in weapons if word.casefold() in weapon.name.casefold()), None)


def unarmed(pack: Pack) -> tuple[Weapon, ...]:
    """Return what a fighter without weapons strikes with. Nothing in a game without weapons."""
    if not pack.armed:
        return ()
    return (Weapon(pack.words.unarmed, {name: figure.default for name, figure in pack.weapon.items()}),)
