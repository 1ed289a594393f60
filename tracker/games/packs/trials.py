"""Trials: every roll against a number of a pack, by a name of its own: of actions, answers, triggers and effects."""

from __future__ import annotations

import re
from collections.abc import Mapping

from tracker.games.packs import formulas, results
from tracker.games.packs.actions import Adds, Check, check, check_of, deed, in_percent, passing, percent
from tracker.games.packs.formulas import Formula, Thrown
from tracker.games.packs.models import ActionRule, AnswerRule, Pack, Place, Result, Rolling, Test, TriggerRule
from tracker.games.packs.ranges import OTHERS
from tracker.games.packs.sheet import Played, Weapon
from tracker.model.lazy_dataclass import dataclass
from tracker.model.state import Encounter


@dataclass(frozen=True)
class Trial:
    """A roll against a number, and the rule that it belongs to."""

    label: str
    rule: ActionRule | AnswerRule | TriggerRule | Place
    rolling: Rolling
    roll: Formula
    against: Formula

    @property
    def action(self) -> ActionRule | None:
        """Return the action whose own roll this is. None for another test."""
        return self.rule if isinstance(self.rule, ActionRule) and self.rule.rolled is self.rolling else None

    @property
    def rows(self) -> list[Result]:
        """Return the rows of results by which its chance may differ."""
        return self.action.result if self.action is not None else []

    @property
    def names(self) -> list[str]:
        """Return the names of the figures in it, each once, without those that its own dice give."""
        edge = self.rolling.edge
        every = [*formulas.names(self.roll.root), *formulas.names(self.against.root)]
        every += [] if edge is None else formulas.names(edge.root)
        shown = {f"other.{name}" for name in results.ROLLED}
        every += [name for name in results.figures_named(self.rows) if name not in shown]
        return list(dict.fromkeys(every))

    @property
    def of_two(self) -> bool:
        """Return whether another fighter counts in it."""
        if self.action is not None:
            return self.action.target
        by_other = isinstance(self.rolling, Test) and self.rolling.who == "target"
        return by_other or any(name.partition(".")[0] in OTHERS for name in self.names)

    def chance(self, roll: Check, against: Thrown, need: int, scope: formulas.Scope) -> int:
        """Return its chance in percent: of an action that it hits, of another test that it is passed."""
        tested = self.action is not None and self.action.tests_target
        return in_percent(self.rows, roll, against, need, scope, tested)


def trials(pack: Pack) -> Mapping[str, Trial]:
    """Return the trials of a pack by name: `attack`, `parry`, `death-save`, `hold-held` for what an effect begins."""
    every: dict[str, Trial] = {}
    for rule in (*pack.action, *pack.answer, *pack.trigger, *(pack.places.table if pack.places else ())):
        called = getattr(rule, "name", "") or getattr(rule, "on", "") or "every"
        label = getattr(rule, "label", "") or called
        word = called if isinstance(rule, ActionRule | AnswerRule) else "-".join(re.findall(r"\w+", label.casefold()))
        test = rule.rolled if isinstance(rule, ActionRule) else getattr(rule, "test", None)
        rolls: list[tuple[str, str, Rolling | None]] = [(word, label, test)]
        for effect in rule.effect:
            brings = effect.begins or effect.ends or effect.acts or "effect"
            rolls.append((f"{word}-{brings}", f"{label}, {brings}", effect.test))
        for name, label_of_roll, rolling in rolls:
            if rolling is not None and rolling.roll is not None and rolling.against is not None:
                while name in every:
                    name += "-too"
                every[name] = Trial(label_of_roll, rule, rolling, rolling.roll, rolling.against)
    return every


def reckoned(
    game: Played, encounter: Encounter, who: str, other: str, weapon: Weapon | None, trial: Trial
) -> tuple[Check, Thrown, int]:
    """Return a trial of a fighter against `other`: its roll, the dice of its number, and its chance in percent."""
    if trial.action is not None:
        done = deed(game, encounter, who, trial.action, (other, weapon.name if weapon else ""))
        against = formulas.thrown(trial.against, game.scope(encounter, who, other, done.weapon))
        chance = percent(game, encounter, who, done)
        assert chance is not None
        return check_of(game, encounter, who, done, answer=None, number=against.rest), against, chance
    scope = game.scope(encounter, who, other, weapon)
    against = formulas.thrown(trial.against, scope)
    roll = check(trial.rolling, scope, against.rest, Adds())
    assert isinstance(trial.rolling, Test)
    return roll, against, passing(game, encounter, who, other, trial.rolling, weapon)
