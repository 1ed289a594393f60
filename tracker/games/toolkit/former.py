"""Former: what a game written for release 0.3 builds on. Its hooks and parts have other names. It plays all the same.

A game of today uses nothing of this. It goes with release 0.6.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field
from functools import wraps
from types import MappingProxyType
from typing import Any, cast

from pydantic import BaseModel

from tracker.clock.spans import TimeUnit
from tracker.game_api import parts
from tracker.game_api.game import BASES, Game
from tracker.game_api.part import Options
from tracker.game_api.rules import Rules
from tracker.game_api.sheets import Argument, Calculator, CombatantSheet
from tracker.game_api.validated import options_as
from tracker.game_api.values import Abilities, ConditionByHand, FirstCount
from tracker.games.toolkit import package_files
from tracker.model.lazy_dataclass import dataclass
from tracker.model.validation_errors import Fault
from tracker.moved import warn

HOOKS: Mapping[str, str] = {
    "restart": "schedule_next_turn",
    "due": "on_due",
    "fallen": "on_taken_out",
    "fixed": "apply_consequences",
    "opening": "before_declarations",
    "may_declare": "declaration_refusal",
    "beforehand": "triggered_declaration",
    "obey": "command_for_orders",
    "point": "on_turn_used",
    "improvises": "start_improvised",
    "waits": "start_wait",
    "passes": "pass_turn",
    "may_turn": "retarget_refusal",
    "passing_order": "effect_order",
    "leads_on": "next_stops_at",
    "modified": "with_modifier",
    "choices": "answers",
    "priced": "amount_price",
    "again": "repeat_last",
    "conditions": "conditions_by_hand",
    "doing": "activity",
    "heading": "pool_outlook",
    "drift": "pool_trends",
    "at_stake": "pools_at_risk",
    "visible": "visible_condition",
    "shown": "public_mark",
    "trend": "pool_trend_text",
    "ended": "end_of_fight_lines",
    "postscript": "summary_footer",
    "due_words": "due_verb",
    "lasts": "condition_lasts",
    "earned": "experience_earned",
    "rests": "rest_rates",
    "restless": "rest_refusal",
    "bindable": "ends_when_treated",
    "outlived": "is_healed",
}
"""The hooks of 0.3 that have another name now."""


def _read(value: Any) -> Any:
    """Return what `read_sheet` gave, a tuple of three, as a sheet of today."""
    return value if isinstance(value, CombatantSheet) else CombatantSheet(*value)


def _counted(value: Any) -> Any:
    """Return what `first_count` gave, a tuple of two, as counts of today."""
    return value if isinstance(value, FirstCount) else FirstCount(*value)


def _listed(value: Any) -> Any:
    """Return what `conditions` gave, tuples of three, as conditions of today."""
    return tuple(entry if isinstance(entry, ConditionByHand) else ConditionByHand(*entry) for entry in value)


_ANSWERS: Mapping[str, Callable[[Any], Any]] = {
    "read_sheet": _read,
    "first_count": _counted,
    "conditions_by_hand": _listed,
}
"""The hooks whose answer was another kind of value."""


def _converted(hook: Any, convert: Callable[[Any], Any]) -> Any:
    """Return a hook of release 0.3 whose value is changed by `convert` to the form of today."""

    @wraps(hook)
    def answered(*asked: Any, **named: Any) -> Any:
        """Call the hook of the game."""
        return convert(hook(*asked, **named))

    return answered


class _Part:
    """A part of a game of 0.3: hooks by their former names are hooks."""

    def __init_subclass__(cls, **further: Any) -> None:
        super().__init_subclass__(**further)
        if cls.__module__ == __name__:
            for former, hook in HOOKS.items():
                usual = getattr(cls, hook, None)
                if usual is not None and not getattr(usual, "__isabstractmethod__", False):
                    setattr(cls, former, usual)  # for `super().choices(…)`
            return
        defined = {**vars(cls)}
        if not any(hook in defined for hook in HOOKS.values()):
            for former, hook in HOOKS.items():
                if former in defined and hasattr(cls, hook):
                    setattr(cls, hook, defined[former])
                    warn(f"the hook {former} of {cls.__name__}", hook)
        for hook, convert in _ANSWERS.items():
            if hook in vars(cls):
                setattr(cls, hook, _converted(vars(cls)[hook], convert))


class Play(_Part, parts.Turns[Options], parts.Resolution[Options]):
    """The former class for turns and resolution."""


class Dice(_Part, parts.Dice[Options]):
    """The former class for the reading of dice."""


class Offers(_Part, parts.Choices[Options]):
    """The former class for choices."""


class Face(_Part, parts.Display[Options]):
    """The former class for the display."""


class Sheets(_Part, parts.Sheets[Options]):
    """The former class for sheets."""


class Keeping(_Part, parts.CarryOver[Options]):
    """The former class for values kept after a fight."""


class Whole(
    _Part,
    parts.Turns[Options],
    parts.Resolution[Options],
    parts.Dice[Options],
    parts.Choices[Options],
    parts.Display[Options],
    parts.Sheets[Options],
    parts.CarryOver[Options],
):
    """A game that is each of its parts."""

    unit: TimeUnit
    abilities = Abilities()


def put_together(unit: TimeUnit, abilities: Abilities, *made: Any) -> Rules:
    """Return rules of a game's parts. Of the six of 0.3 the first is turns and resolution."""
    seven = made if len(made) == len(BASES) else (made[0], *made)
    return Rules(unit, abilities, *seven)


class System:
    """A game that was no declaration."""

    parts: Mapping[str, Any] = {}
    figures: Mapping[str, tuple[str, ...]] = {}


class Files(System):
    """A game whose package holds `library.toml` and `encounter.toml`."""


class KeepsFormerRules:
    """A game whose rules have changed between releases. `before` has the old defaults."""


def read_calculators(
    package: str,
    reckons: Mapping[str, Callable[[Mapping[str, Any]], Mapping[str, Any]]],
    choices: Mapping[str, Sequence[str]] = MappingProxyType({}),
) -> tuple[Calculator, ...]:
    """Return the calculators of `calculators.toml` in `package`, each with its function from `reckons`.

    A calculator's `arguments` are names of `[argument.NAME]` tables, or tables of their own. An argument's `choices`
    are words, or the name of a list in `choices`.
    """
    book = package_files.read(package, "calculators.toml")

    def argument(written: Any) -> Argument:
        """Return an argument from its table, or from the name of a shared one."""
        table = {"name": written, **book["argument"][written]} if isinstance(written, str) else written
        listed = table.get("choices", ())
        return Argument(**{**table, "choices": tuple(choices[listed] if isinstance(listed, str) else listed)})

    return tuple(
        Calculator(row["name"], row["about"], tuple(map(argument, row["arguments"])), reckons[row["name"]])
        for row in book["calculator"]
    )


def _no_names(entry: Mapping[str, Any], options: Mapping[str, Any]) -> Iterable[Fault]:
    """Return none: the game has no free names."""
    return ()


@dataclass(frozen=True)
class DeclaredGame(System):
    """A game by its name, its package, its models, and a function that binds its rules."""

    name: str
    package: str
    options: type[BaseModel]
    combatant: type[BaseModel]
    bound: Callable[[Any], Rules]
    reckoned: Sequence[Calculator] = ()
    parts: Mapping[str, type[BaseModel]] = field(default_factory=dict)
    figures: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    unused: Callable[[Mapping[str, Any], Mapping[str, Any]], Iterable[Fault]] = _no_names
    before: Mapping[str, Any] = field(default_factory=dict)

    def bind(self, options: Mapping[str, Any]) -> Rules:
        """Return the rules of one encounter."""
        return self.bound(options_as(self.options, options))

    def unused_names(self, entry: Mapping[str, Any], options: Mapping[str, Any]) -> Iterable[Fault]:
        """Return the names that no rule uses."""
        return self.unused(entry, options)

    def calculators(self) -> Sequence[Calculator]:
        """Return what can be reckoned."""
        return self.reckoned


@dataclass(frozen=True, kw_only=True)
class FormerGame(Game):
    """A game of an older release as one of today: what it does not answer, a game of today answers."""

    former: Any

    def lacking(self) -> tuple[str, ...]:
        return ()

    def bind(self, options: Mapping[str, Any]) -> Rules:
        """Return the rules of the older game under `options`. Rules in one object get it as each of their parts."""
        rules = self.former.bind(options)
        if isinstance(rules, Whole):
            return put_together(rules.unit, rules.abilities, *(rules for _ in BASES))
        return cast("Rules", rules)


def _asking(hook: str) -> Callable[..., Any]:
    """Return a `FormerGame` method that calls the hook of the older game, or `Game`'s own where that has none."""
    usual = getattr(Game, hook)

    @wraps(usual)
    def asked(game: FormerGame, *given: Any) -> Any:
        """Ask the game, else do what is usual."""
        former_hook = getattr(game.former, hook, None)
        return usual(game, *given) if former_hook is None else former_hook(*given)

    return asked


for _hook in (
    *("library_record", "builtin", "template", "calculators"),
    *("remarks", "unused_names", "stated", "as_played"),
):
    setattr(FormerGame, _hook, _asking(_hook))


def of_today(system: Any) -> Game:
    """Return a game object of an older release as a `Game` that calls it, and warn that its form is deprecated."""
    name = str(system.name)
    warnings.warn(
        f"{name} is no Game; declare it as tracker.game_api.game.Game. As it is it works in 0.4 and 0.5",
        DeprecationWarning,
        stacklevel=3,
    )
    classes: Any = BASES
    return FormerGame(
        name=name,
        package=getattr(system, "package", ""),
        version=str(getattr(system, "version", "")),
        options=system.options,
        combatant=system.combatant,
        parts=system.parts,
        figures=system.figures,
        before=getattr(system, "before", {}),
        former=system,
        **classes,
    )
