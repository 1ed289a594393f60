"""Moments: what happens at one moment of a pack: dice, tests, effects, and what sets off a trigger."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from tracker.encounter.engine.step import StepBuilder
from tracker.games.packs import formulas, results
from tracker.games.packs.actions import Adds, Check, check, deed, refusal
from tracker.games.packs.changes import begin_condition, break_off, harm, has_acted, put_off
from tracker.games.packs.formulas import Formula
from tracker.games.packs.models import Effect, Rolling, Test, TriggerRule
from tracker.games.packs.sheet import Played, Weapon, sheet_of
from tracker.games.toolkit import conditions, pool_changes
from tracker.model.combatant import Combatant
from tracker.model.questions import Roll, Task

TEST = "test"
"""The subject of the roll of a test."""
Path = tuple[str | int, ...]
"""The path of a rule in its pack, as `("action", 0, "effect", 1)`."""


def rule_at(game: Played, path: Sequence[str | int]) -> Any:
    """Return the part of a pack at a path of keys and positions: `("trigger", 0, "effect", 1)`."""
    there: Any = game.pack
    for part in path:
        there = there[part] if isinstance(part, int) else getattr(there, part)
    return there


class Moment:
    """The moment of a fighter, with its other fighter and its thing. `data` is handed on by the stages."""

    def __init__(
        self, draft: StepBuilder, game: Played, who: str, other: str, weapon: Weapon | None, data: Mapping[str, Any]
    ) -> None:
        self.draft, self.game, self.who, self.other, self.weapon = draft, game, who, other, weapon
        self.data = dict(data)
        self.results: dict[str, int] = dict(data.get("results", {}))
        self.within: tuple[str, ...] = tuple(data.get("within", ()))
        """The kinds of triggers and immediate actions that contain this one. None triggers its own kind."""

    @property
    def scope(self) -> formulas.Scope:
        return self.game.scope(self.draft.encounter, self.who, self.other, self.weapon, self.results)

    @property
    def _once(self) -> bool:
        """Return whether a figure of dice is rolled once in a formula: at each mention in fights of older releases."""
        return bool(self.draft.encounter.release)

    def note(self, **numbers: int) -> None:
        """Keep numbers of this moment that the pack names."""
        self.results |= {name: number for name, number in numbers.items() if name in self.game.pack.named}

    # Dice

    def _throw(self, who: str, what: str, label: str, formula: Formula, scope: formulas.Scope, then: Task) -> None:
        """Roll the dice of a formula for `who`, then resume with `then`. Without dice, at once and with no faces.

        `what` is the kind of the roll (damage, soak), `label` its words in the log.
        """
        dice = formulas.dice_of(formula.root, scope, self._once)
        if not dice:
            self.draft.stack.append(then.with_data(faces=[]))
            return
        target = self.other if who == self.who else self.who
        self.draft.roll(Roll(who, what, label, formulas.notation(dice), target=target), then)

    def _value(self, formula: Formula, scope: formulas.Scope) -> int:
        """Return the value of a formula whose dice have just been rolled, with their faces in the data."""
        dice = formulas.dice_of(formula.root, scope, self._once)
        totals = formulas.Totals(formulas.shares(dice, self.data["faces"]), self._once)
        return formulas.number(formula, scope, totals)

    def _note_number(self, formula: Formula, scope: formulas.Scope, number: int) -> None:
        """Keep the faces and total of the dice of a number, for formulas that name them with `other.` before."""
        dice = formulas.dice_of(formula.root, scope, self._once)
        if dice:
            fallen = {**results.shown(formulas.notation(dice), self.data["faces"]), "rolled": number}
            self.note(**{f"other.{name}": value for name, value in fallen.items()})

    def _note_rolled(self, rolling: Rolling, rest: int) -> None:
        """Keep margin, success, total, faces of the last roll, if the pack names them. `rest` is added to its dice."""
        margin, named = int(self.data["margin"]), self.game.pack.named
        if not named.isdisjoint(results.ROLLED):
            total = int(self.data["chance"]) + margin * (-1 if rolling.under else 1)
            self.note(margin=margin, passed=int(margin >= 0), rolled=total + rest)
            if "dice" in self.data:  # what an early fight had open lacks them, and its pack names none
                self.note(**results.shown(self.data["dice"], self.data["faces"]))

    def _roll_check(self, who: str, what: str, label: str, roll: Check, about: dict[str, Any], then: Task) -> None:
        """Roll the dice of a check for `who`. `about` is data for the judgement, `then` the next stage.

        `what` is the kind of the roll, `label` its words in the log.
        """
        against = {} if roll.against is None else {"against": roll.against}
        data = about | against
        target = self.other if who == self.who else self.who
        asked = Roll(
            who,
            what,
            label,
            roll.thrown.dice,
            chance=roll.need,
            exact=float(roll.need),
            per_modifier=roll.sign,
            sum=roll.lines,
            target=target,
            data=data,
        )
        pack = self.game.pack
        if not pack.named.isdisjoint(results.ROLLED):
            then = then.with_data(dice=roll.thrown.dice, rest=roll.thrown.rest)
        if any(answer.on == "hit" for answer in pack.answer):
            then = then.with_data(against=roll.against)
        self.draft.roll(asked, then)

    def _whose(self) -> dict[str, Any]:
        """Return the data of this moment for its next stage: its fighters, their weapon and its results so far."""
        weapon = self.weapon.name if self.weapon else ""
        return {"who": self.who, "other": self.other, "weapon": weapon, "results": self.results}

    # Tests

    def _test(self, test: Test, path: Path, label: str, stage: str, data: Mapping[str, Any]) -> None:
        """Roll a test, first the dice of its number. Then `stage` resumes with `data`, and with `success` in it.

        `path` leads to the rule in the pack whose `test` it is.
        """
        about = {"then": stage, "data": dict(data), "test": list(path), "label": label, "within": list(self.within)}
        then = Task("number", {**self._whose(), **about})
        assert test.against is not None
        opposed = self.who if test.who == "target" else self.other or self.who
        self._throw(opposed, TEST, label, test.against, self.scope, then)

    def number(self) -> None:
        """Roll a test against the number that the dice of the stage before have made."""
        path = tuple(self.data["test"])
        test: Test = rule_at(self.game, path).test
        assert test.against is not None
        number = self._value(test.against, self.scope)
        self._note_number(test.against, self.scope, number)
        # A test of the target is rolled by the other fighter, if one has a part in it.
        roller = self.other if test.who == "target" and self.other else self.who
        roll = check(test, self.scope, number, Adds())
        rows = getattr(rule_at(self.game, path), "result", ())
        figures = results.kept_figures(rows, self.scope)
        about: dict[str, Any] = {"test": list(path), **({"figures": figures} if figures else {})}
        if any(row.when is not None for row in rows):
            about["rest"] = roll.thrown.rest
        then = Task(self.data["then"], {**self.data["data"], "tested": self.results})
        self._roll_check(roller, TEST, self.data["label"], roll, about, then)

    def _passed(self, test: Test) -> bool:
        """Note a test that has just been rolled. Return whether its effect happens: when a target's own test fails."""
        self.results |= self.data["tested"]
        self._note_rolled(test, int(self.data.get("rest", 0)))
        return bool(self.data["success"]) != (test.who == "target" and bool(self.other))

    # Effects

    def take_effects(
        self, rule: Any, path: Path, outcomes: Collection[str], scope: formulas.Scope, mostly: str = "target"
    ) -> None:
        """Apply the effects of a rule that are on one of these outcomes: `hit`, `miss`, the word of a row of results.

        `path` leads to the rule in the pack. `scope` has the figures as they were at the outcome. `mostly` says whom an
        effect is on that names no fighter: the `target`, or `self`.

        Effects with a roll, or with an action, follow after the others.
        """
        later = []
        for place, effect in enumerate(rule.effect):
            if effect.on not in outcomes and effect.on != "always":
                continue
            if effect.when is not None and not formulas.number(effect.when, scope):
                continue
            meant = effect.by_default_on("self" if mostly == "self" else "target")
            who = self.who if meant == "self" else self.other
            if not who or not self._reached(who):
                continue
            if effect.test is not None or effect.acts or self._in_dice(effect, scope):
                later.append((place, who))
            else:
                self._apply(effect, who, self._why(rule), scope, {})
        for place, who in reversed(later):
            data = {**self._whose(), "rule": [*path, "effect", place], "whom": who, "why": self._why(rule)}
            data |= {"values": {}, "within": list(self.within), "fallen": not self.draft[who].able}
            self.draft.push("effect", **data)

    def _why(self, rule: Any) -> str:
        return str(getattr(rule, "label", "") or getattr(rule, "name", "") or getattr(rule, "on", "") or "effect")

    def _formulas(self, effect: Effect) -> dict[str, Formula]:
        """Return the formulas of an effect that may have dice, by their use."""
        every = {f"takes {pool}": formula for pool, formula in effect.takes.items()}
        every |= {f"gives {pool}": formula for pool, formula in effect.gives.items()}
        every["delays"] = effect.delays
        lasts = effect.lasts
        if lasts is None and effect.begins:
            lasts = self.game.pack.conditions[effect.begins].lasts
        return every if lasts is None else {**every, "lasts": lasts}

    def _in_dice(self, effect: Effect, scope: formulas.Scope) -> bool:
        return any(formulas.dice_of(formula.root, scope) for formula in self._formulas(effect).values())

    def effect(self) -> None:
        """Apply one effect: its test, then each of its dice, then its changes. After each roll this stage resumes."""
        path = tuple(self.data["rule"])
        effect: Effect = rule_at(self.game, path)
        kept = {key: self.data[key] for key in ("rule", "whom", "why", "values", "within", "fallen")} | self._whose()
        if effect.test is not None and "success" not in self.data and not self.data.get("happens"):
            self._test(effect.test, path, self.data["why"], "effect", kept)
            return
        if "success" in self.data and effect.test is not None and not self._passed(effect.test):
            return
        kept |= {"results": self.results, "happens": True}
        values, waiting = dict(self.data["values"]), str(self.data.get("rolls", ""))
        for what, formula in self._formulas(effect).items():
            if what in values or not formulas.dice_of(formula.root, self.scope):
                continue
            if what != waiting:
                then = Task("effect", {**kept, "values": values, "rolls": what})
                self._throw(self.who, what.split()[0], self._named_throw(what), formula, self.scope, then)
                return
            values[what] = self._value(formula, self.scope)
        if self.draft[str(self.data["whom"])].able or self.data["fallen"]:
            self._apply(effect, str(self.data["whom"]), self.data["why"], self.scope, values)

    def _named_throw(self, what: str) -> str:
        """Return the words in the log for the dice of an effect: `death save: gives hit points`."""
        verb, _, pool = what.partition(" ")
        named = f"{verb} {self.game.pack.pools[pool].label or pool}" if pool else verb
        return f"{self.data['why']}: {named}"

    def _apply(self, effect: Effect, who: str, why: str, scope: formulas.Scope, values: Mapping[str, int]) -> None:
        """Begin and end conditions, change pools and delay moments, as an effect says.

        `values` are the rolled numbers.
        """
        draft = self.draft

        def number(what: str, formula: Formula) -> int:
            """Return the value of a formula, with its dice as they fell."""
            return values[what] if what in values else formulas.number(formula, scope)

        if effect.breaks:
            break_off(draft, self.game, who, why)
        if effect.begins:
            lasts = effect.lasts if "lasts" not in values else formulas.ZERO
            length = None if lasts is None else number("lasts", lasts)
            source = self.who if who != self.who else self.other or self.who
            level = formulas.number(effect.level, scope)
            begin_condition(draft, self.game, who, effect.begins, scope, source, level, length)
        if effect.ends:
            conditions.end(draft, who, effect.ends, why=why)
        for pool, formula in effect.takes.items():
            points = number(f"takes {pool}", formula)
            source = self.who if who != self.who else self.other
            if self.game.pack.pools[pool].counts == "up":  # fewer of what counts up is no harm
                pool_changes.take(draft, who, pool, points, why)
            else:
                self.hurt_by(who, pool, points, why, source)
        for pool, formula in effect.gives.items():
            given = pool_changes.give(draft, who, pool, number(f"gives {pool}", formula), why)
            if given and self.game.pack.pools[pool].counts == "up":
                draft.rules.resolution.apply_consequences(draft, who, pool)
        put_off(draft, self.game, who, number("delays", effect.delays), why)
        if effect.acts and "acts" not in self.within and draft[who].able:
            rule = self.game.pack.actions[effect.acts]
            towards = (self.who if who == self.other else self.other) if rule.target else ""
            words = (towards, "")
            if not refusal(self.game, draft.encounter, who, rule, deed(self.game, draft.encounter, who, rule, words)):
                once = {"verb": effect.acts, "target": towards}
                draft.push("act", who=who, action=-1, once=once, results={}, within=[*self.within, "acts"])

    def _reached(self, who: str) -> bool:
        """Return whether an effect can reach a fighter: one in the fight, or the fighter of this moment."""
        return self.draft[who].able or who == self.who

    def hurt_by(self, who: str, pool: str, points: int, why: str, source: str, **numbers: int) -> None:
        """Take points off a pool, as harm done by `source`. Set off `damaged`, unless that takes the fighter out.

        `numbers` are further numbers of the harm that formulas of the triggers may name.
        """
        able = self.draft[who].able
        harm(self.draft, self.game, who, pool, points, why)
        if points > 0 and pool in self.game.pack.body and (self.draft[who].able or not able):
            set_off(self.draft, self.game, "damaged", who, source, self.within, {"damage": points, **numbers})

    # Triggers

    def acted(self) -> None:
        """End conditions that lasted until the fighter's whole action was done."""
        has_acted(self.draft, self.game, self.who, all_over=True)

    def trigger(self) -> None:
        """Roll the test of a trigger, and resume here with its result. Then apply the trigger's effects."""
        path = tuple(self.data["rule"])
        rule: TriggerRule = rule_at(self.game, path)
        outcome = "hit"
        if rule.test is not None:
            if "success" not in self.data:
                kept = {"rule": list(path), "within": list(self.within), **self._whose()}
                self._test(rule.test, path, self._why(rule), "trigger", kept)
                return
            outcome = "hit" if self._passed(rule.test) else "miss"
        self.take_effects(rule, path, {outcome}, self.scope, "self")


def set_off(
    draft: StepBuilder,
    game: Played,
    on: str,
    who: str,
    source: str,
    within: Sequence[str] = (),
    numbers: Mapping[str, int] | None = None,
) -> None:
    """Set off a fighter's triggers of the kind `on`, unless this happens within one of the same kind (`within`).

    `source` is the other fighter with a part in it. When it is empty, the source is the fighter who began the state
    that a trigger needs. `numbers` are for the formulas of the triggers.
    """
    if on in within:
        return
    for place, rule in reversed([*enumerate(game.pack.trigger)]):
        if rule.on == on:
            other = source or begun_by(game, draft[who], rule)
            scope = game.scope(draft.encounter, who, other, None, numbers)
            if rule.needs is None or formulas.number(rule.needs, scope):
                run(draft, place, who, other, [*within, on], numbers or {})


def begun_by(game: Played, fighter: Combatant, rule: TriggerRule) -> str:
    """Return who began the state with `while` that a trigger needs of a fighter. Empty where there is none."""
    borne = (fighter.condition(name) for name in game.pack.held_by_others(rule))
    return next((condition.of for condition in borne if condition is not None), "")


def run(
    draft: StepBuilder, place: int, who: str, source: str, within: Sequence[str], numbers: Mapping[str, int]
) -> None:
    """Let a trigger happen to a fighter next."""
    data = {"who": who, "other": source, "weapon": "", "results": dict(numbers), "within": list(within)}
    draft.push("trigger", **data, rule=["trigger", place])


def moment_of(draft: StepBuilder, game: Played, data: Mapping[str, Any]) -> Moment:
    """Return the moment that the data of a stage describe: its fighter, the other fighter and the weapon."""
    who, named = str(data["who"]), str(data.get("weapon", ""))
    weapon = sheet_of(draft.encounter, who).weapon(named) if named and game.pack.armed else None
    return Moment(draft, game, who, str(data.get("other", "")), weapon, data)


STAGES: Mapping[str, Callable[[Moment], None]] = {
    "number": Moment.number,
    "effect": Moment.effect,
    "trigger": Moment.trigger,
    "acted": Moment.acted,
}
