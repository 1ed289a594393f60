"""Calculators of a pack: for each roll against a number, that number and its chance, from the figures it names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from math import ceil, floor
from typing import Any

from tracker.game_api.calculator_arguments import primed
from tracker.game_api.sheets import Argument, Calculator
from tracker.games.packs import formulas, results
from tracker.games.packs.actions import Adds, check
from tracker.games.packs.formulas import Figure
from tracker.games.packs.models import ActionRule, AnswerRule
from tracker.games.packs.ranges import OTHERS, WEAPON, ranges
from tracker.games.packs.sheet import Played, sheet_of, unarmed, weapon_figure
from tracker.games.packs.trials import Trial, trials
from tracker.games.toolkit import target_menu
from tracker.model.state import Encounter

BONUS, ROLL = "bonus", "total"
"""The arguments for a modifier that helps the roller, and for the total of the dice."""


def calculators(game: Played) -> tuple[Calculator, ...]:
    """Return a calculator for each roll against a number: of actions, answers, triggers and effects."""
    return tuple(
        Calculator(
            name,
            f"the chance of {trial.label}: {trial.roll.text} against {trial.against.text}",
            tuple(_arguments(game, trial)),
            partial(_reckon, game, trial),
        )
        for name, trial in trials(game.pack).items()
    )


def for_fighter(game: Played, encounter: Encounter, who: str) -> Sequence[Calculator]:
    """Return the calculators with the figures of a fighter, its first weapon and its first foe as defaults.

    With an empty `who` the defaults are the usual ones. Without a foe, too, those of the other fighter.
    """
    every = calculators(game)
    if not who:
        return every
    foe = next(iter(target_menu.foes(encounter, who)), None)
    weapon = sheet_of(encounter, who).weapon() if game.pack.armed else None
    scope = game.scope(encounter, who, foe.id if foe else "", weapon)
    names = {name for trial in trials(game.pack).values() for name in _names(game, trial)}
    known = names - {name for name in names if foe is None and name.partition(".")[0] in OTHERS}
    return primed(every, {_key(name): formulas.whole(_exact(scope(name))) for name in known})


def _exact(figure: Figure) -> formulas.Exact:
    """Return a figure that is a number, or 0 for dice."""
    return 0 if isinstance(figure, formulas.Formula) else figure


def _key(name: str) -> str:
    return name.replace(".", "-")


def _names(game: Played, trial: Trial) -> list[str]:
    """Return the names that a roll and its number need, without those that are dice."""
    return [name for name in trial.names if not game.pack.is_dice(name)]


def _usual(game: Played, name: str) -> Figure:
    """Return the usual value of a name of a formula: the default of a figure, a full pool, no condition."""
    pack = game.pack
    front, dot, back = name.partition(".")
    if dot:
        return weapon_figure(unarmed(pack)[0], back) if front == WEAPON else _usual(game, back)
    if name in pack.figures:
        return pack.figures[name].default
    formula = pack.derived.get(name) or (pack.pools[name].full if name in pack.pools else formulas.ZERO)
    return formulas.worked_out(formula.root, lambda other: _usual(game, other))


def _arguments(game: Played, trial: Trial) -> list[Argument]:
    """Return an argument for each name of a roll's formulas, then the modifier and the total of the dice."""
    bounds, arguments = ranges(game.pack), []
    for name in _names(game, trial):
        least, most = bounds(name)
        usual = formulas.whole(_exact(_usual(game, name)))
        low, high = min(floor(least), usual), max(ceil(most), usual)
        arguments.append(Argument(_key(name), name.replace(".", "'s "), low, high, default=usual))
    arguments.append(Argument(BONUS, "a modifier that helps the roller", -100, 100, default=0))
    return [*arguments, Argument(ROLL, "what the dice show, for what that means", -1000, 10_000)]


def _reckon(game: Played, trial: Trial, arguments: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the dice, the number that they must reach and its chance in percent, by name.

    `arguments` are the figures given, by the key of their name. With a total of the dice (`ROLL`), also its outcome.
    """

    def scope(name: str) -> Figure:
        """Return the figure given for a name, else the usual one. Names of dice always have the usual dice."""
        known = arguments.get(_key(name))
        return _usual(game, name) if known is None or game.pack.is_dice(name) else int(known)

    against = formulas.thrown(trial.against, scope)
    roll = check(trial.rolling, scope, against.rest, Adds())
    under, need = roll.sign > 0, roll.need + roll.sign * arguments[BONUS]
    percent = trial.chance(roll, against, need, scope)
    record: dict[str, Any] = {"dice": roll.thrown.dice, "at_most" if under else "at_least": need, "percent": percent}
    if against.dice:
        record["and_the_other"] = against.dice
    if arguments[ROLL] is not None:
        margin = need - arguments[ROLL] if under else arguments[ROLL] - need
        row = results.reached(trial.rule.result if isinstance(trial.rule, ActionRule | AnswerRule) else (), margin)
        record["outcome"] = (
            row.word
            if row is not None
            else results.usual_word(trial.rule if trial.action else None, passed=margin >= 0)
        )
    return record
