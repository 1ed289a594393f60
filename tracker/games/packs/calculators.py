"""Calculators of a pack: for each action that rolls, its number and its chance, from the figures its formulas name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from math import ceil, floor
from typing import Any

from tracker.game_api.calculator_arguments import primed
from tracker.game_api.sheets import Argument, Calculator
from tracker.games.packs import formulas, results
from tracker.games.packs.actions import share
from tracker.games.packs.fighters import Played, sheet_of, unarmed, weapon_figure
from tracker.games.packs.formulas import Figure
from tracker.games.packs.models import ActionRule
from tracker.games.packs.ranges import OTHERS, WEAPON, ranges
from tracker.games.toolkit import target_menu
from tracker.model.state import Encounter

BONUS, ROLL = "bonus", "total"
"""The arguments for a modifier that helps the roller, and for the total of the dice."""


def calculators(game: Played) -> tuple[Calculator, ...]:
    """Return a calculator for each action that rolls against a number."""
    return tuple(
        Calculator(
            rule.name,
            f"the chance of {rule.label or rule.name}: {rule.rolled.roll.text} against {rule.rolled.against.text}",
            tuple(_arguments(game, rule)),
            partial(_reckon, game, rule),
        )
        for rule in game.pack.action
        if rule.rolled.roll is not None and rule.rolled.against is not None
    )


def for_fighter(game: Played, encounter: Encounter, who: str) -> Sequence[Calculator]:
    """Return the calculators with the figures of a fighter, its first weapon and its first foe."""
    every = calculators(game)
    if not who:
        return every
    foe = next(iter(target_menu.foes(encounter, who)), None)
    weapon = sheet_of(encounter, who).weapon() if game.pack.armed else None
    scope = game.scope(encounter, who, foe.id if foe else "", weapon)
    names = {name for rule in game.pack.action for name in _names(game, rule)}
    known = [name for name in names if foe is not None or name.partition(".")[0] not in OTHERS]
    return primed(every, {_key(name): formulas.whole(_exact(scope(name))) for name in known})


def _exact(figure: Figure) -> formulas.Exact:
    """Return a figure that is a number, or 0 for dice."""
    return 0 if isinstance(figure, formulas.Formula) else figure


def _key(name: str) -> str:
    return name.replace(".", "-")


def _names(game: Played, rule: ActionRule) -> list[str]:
    """Return the names in an action's roll and its number, without dice."""
    if rule.rolled.roll is None or rule.rolled.against is None:
        return []
    every = [*formulas.names(rule.rolled.roll.root), *formulas.names(rule.rolled.against.root)]
    every += [] if rule.rolled.edge is None else formulas.names(rule.rolled.edge.root)
    shown = {f"other.{name}" for name in results.ROLLED}
    every += [name for name in results.figures_named(rule.result) if name not in shown]
    return [name for name in dict.fromkeys(every) if not _is_dice(game, name)]


def _is_dice(game: Played, name: str) -> bool:
    front, _, back = name.partition(".")
    return front == WEAPON and game.pack.weapon[back].dice


def _usual(game: Played, name: str) -> Figure:
    """Return the usual value of a name: the default of a figure, a full pool, no condition."""
    pack = game.pack
    front, dot, back = name.partition(".")
    if dot:
        return weapon_figure(unarmed(pack)[0], back) if front == WEAPON else _usual(game, back)
    if name in pack.figures:
        return pack.figures[name].default
    formula = pack.derived.get(name) or (pack.pools[name].full if name in pack.pools else formulas.ZERO)
    return formulas.worked_out(formula.root, lambda other: _usual(game, other))


def _arguments(game: Played, rule: ActionRule) -> list[Argument]:
    """Return an argument for each name of an action's formulas, then the modifier and the total of the dice."""
    bounds, arguments = ranges(game.pack), []
    for name in _names(game, rule):
        least, most = bounds(name)
        usual = formulas.whole(_exact(_usual(game, name)))
        low, high = min(floor(least), usual), max(ceil(most), usual)
        arguments.append(Argument(_key(name), name.replace(".", "'s "), low, high, default=usual))
    arguments.append(Argument(BONUS, "a modifier that helps the roller", -100, 100, default=0))
    return [*arguments, Argument(ROLL, "what the dice show, for what that means", -1000, 10_000)]


def _reckon(game: Played, rule: ActionRule, arguments: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the number that the dice must reach and its chance. With a total, also the result."""
    assert rule.rolled.roll is not None and rule.rolled.against is not None

    def scope(name: str) -> Figure:
        """Return the argument of a name; dice as usual."""
        known = arguments.get(_key(name))
        return _usual(game, name) if known is None or _is_dice(game, name) else int(known)

    roll, against = formulas.thrown(rule.rolled.roll, scope), formulas.thrown(rule.rolled.against, scope)
    if rule.rolled.edge is not None:
        roll = roll.with_edge(formulas.number(rule.rolled.edge, scope))
    under = rule.rolled.under
    need = against.rest - roll.rest + (1 if under else -1) * arguments[BONUS]
    need += int(rule.rolled.at_least is None and rule.rolled.more_than is not None)
    if any(row.hit is not None for row in rule.result) and not rule.tests_target:
        part = results.chance(rule, roll, against, need, 0 if under else against.rest - need, scope)
        percent = max(0, min(100, round(100 * part)))
    else:
        percent = share((*roll.plus, *against.minus), (*roll.minus, *against.plus), need, under)
        percent = 100 - percent if rule.tests_target else percent
    record: dict[str, Any] = {"dice": roll.dice, "at_most" if under else "at_least": need, "percent": percent}
    if against.dice:
        record["and_the_other"] = against.dice
    if arguments[ROLL] is not None:
        margin = need - arguments[ROLL] if under else arguments[ROLL] - need
        row = results.reached(rule.result, margin)
        record["outcome"] = row.word if row is not None else "hit" if (margin >= 0) != rule.tests_target else "missed"
    return record
