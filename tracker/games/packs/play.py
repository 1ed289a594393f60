"""Turns and resolution of a pack: when fighters act, how an action lands, is answered, rolled and felt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tracker.clock.agenda import Due
from tracker.encounter.engine.condition_ends import end_condition, outlasts_declaration, until_acting
from tracker.encounter.engine.declarations import (
    declare,
    delay,
    end_action,
    last_declared,
    may_declare_at,
    placed_at,
    wait_no_more,
)
from tracker.encounter.engine.step import StepBuilder
from tracker.encounter.engine.turn_order import in_order, may_have_turns
from tracker.encounter.features.presence import take_out
from tracker.game_api import parts
from tracker.game_api.values import FirstCount
from tracker.games.packs import actions, formulas
from tracker.games.packs.actions import DAMAGE, Deed, deed, payment, refusal
from tracker.games.packs.fighters import Played
from tracker.games.packs.formulas import Formula
from tracker.games.packs.models import ActionRule, Effect
from tracker.games.packs.ranges import INITIATIVE
from tracker.games.toolkit import conditions, guards, pool_changes
from tracker.games.toolkit.fighters import Acting
from tracker.games.toolkit.steps import mark
from tracker.games.toolkit.sums import signed
from tracker.model import events as ev
from tracker.model.combatant import IMPROVISED, Action, Condition, Presence
from tracker.model.commands import Command, Do
from tracker.model.orders import ATTACK
from tracker.model.questions import Ask, Roll, Task
from tracker.model.state import DECLARE, LAND, Encounter

DEFENCE = "defence"
"""What the question to a target is about."""
BATCH = "batch"
"""The stage that applies what blows of one count have come to, and what such a blow says of itself in its data."""
ENDING = "ending"
"""The mark with the conditions that end once the rolls of a fighter's action are done: `bearer:key`, each a word."""
COST = "cost"
"""The mark with the cost of a fighter's action under way, which its next moment waits for."""


class Turns(parts.Turns[Played]):
    """When each fighter acts."""

    __slots__ = ()

    def begin(self, draft: StepBuilder) -> None:
        """Let everyone roll initiative in the order of the file: the stack runs the task pushed last first."""
        for who in reversed(in_order(draft.encounter)):
            self.join(draft, who)

    def begin_round(self, draft: StepBuilder, number: int) -> None:
        """Roll initiative anew where the clock says so; an action under way goes on, and its fighter rolls later."""
        if not self.options.pack.clock.anew:
            return
        for who in reversed(in_order(draft.encounter)):
            if not draft[who].actions:
                wait_no_more(draft, who)
                draft.push("initiative", who=who)

    def join(self, draft: StepBuilder, who: str) -> None:
        """Let a fighter roll initiative now; one who comes back within the round takes up its place again.

        Whoever has acted in this round has its next turn when it would have had it, and no sooner.
        """
        soonest = _after_last_action(draft, self.options, who)
        table, count = self.options.table, draft.encounter.count
        last = last_declared(draft[who])
        if last is not None and table.length and last.declared >= table.round_start(count) and draft.encounter.release:
            go_on(draft, self.options, who, soonest)
        else:
            draft.push("initiative", who=who, **({} if soonest is None else {"soonest": soonest}))

    def start_wait(self, draft: StepBuilder, who: str) -> bool:
        """Lie in wait, in a game with rounds until the fighter's place comes in the next one.

        Where initiative is rolled anew the next round gives it a place. In a fight of an older release a fighter lies
        in wait until it acts.
        """
        game = self.options
        if game.table.length and not game.pack.clock.anew and draft.encounter.release:
            go_on(draft, game, who, None)
        return True

    def moment_text(self, encounter: Encounter, who: str) -> str:
        """Return the pack's own line about a fighter who may act."""
        return self.options.pack.words.moment.replace("{name}", encounter[who].name)

    def schedule_next_turn(self, draft: StepBuilder, who: str, why: str) -> None:
        """Let a fighter whose free action is over act again: at once, or when its turn comes round."""
        table, count = self.options.table, draft.encounter.count
        if draft[who].able and draft.encounter.agenda.find(who, DECLARE) is None:
            after = table.after(count, table.lose) if table.runs == "passes" or table.once else count
            go_on(draft, self.options, who, after)

    def ends_with_declaration(self, condition: Condition) -> bool:
        """Return whether a condition ends when its bearer declares, and not after the rolls of that action."""
        rule = self.options.pack.conditions.get(condition.key)
        return rule is None or rule.until != "acting"

    def on_turn_used(self, draft: StepBuilder, who: str, acts: bool) -> None:
        """End what lasts until a fighter has acted, where it does something in words that nothing is rolled for."""
        for bearer, condition in until_acting(draft, who) if acts else ():
            if outlasts_declaration(draft, condition):
                end_condition(draft, bearer, condition, f"{draft[who].name} acts")

    def tie_order(self, encounter: Encounter, who: str) -> tuple[float, ...]:
        """Order fighters of one count by the clock's `ties`, the highest first, then by seat."""
        ties = self.options.pack.clock.ties
        first = formulas.worked_out(ties.root, self.options.scope(encounter, who))
        return -float(first), float(encounter[who].profile.seat)

    def first_count(self, encounter: Encounter, sheet: object) -> FirstCount:
        """Return the bounds of a latecomer's first moment: this round or the next; without rounds by its formula."""
        table, count = self.options.table, encounter.count
        if table.length:
            return FirstCount(count, table.next_round(count) + table.length - 1)
        return FirstCount(count, count + max(0, self.options.latest_first))

    def command_for_orders(self, encounter: Encounter, who: str, does: str, target: str, weapon: str) -> Command | None:
        """Return the first action towards the target that can be paid, or an action without one; None for neither.

        Orders that say themselves what is done otherwise get no action without a target in its place.
        """
        pack, says = self.options.pack, bool(encounter[who].orders.otherwise)
        fights = [action for action in pack.action if not action.fallen]
        named = [pack.actions[does]] if does in pack.actions and does != ATTACK else fights
        for action in sorted(named, key=lambda each: not each.target):
            if does == ATTACK and says and not action.target:
                break
            aimed, carried = target if action.target else "", weapon if action.weapon else ""
            done = deed(self.options, encounter, who, action, (aimed, carried))
            if not refusal(self.options, encounter, who, action, done):
                return Do(who, action.name, (aimed, carried, ()))
        return None


def _after_last_action(draft: StepBuilder, game: Played, who: str) -> int | None:
    """Return when a fighter may act again after its last action; None for no action, or for the next round."""
    last = last_declared(draft[who])
    if last is None or not draft.encounter.release:
        return None
    cost = draft[who].mark(COST, 1)
    if last.verb == IMPROVISED:
        cost = game.table.lose if game.table.runs == "passes" else max(1, last.speed)
    return game.table.after(last.declared, cost)


def _note_what_ends(draft: StepBuilder, who: str) -> None:
    """Mark which conditions end once the rolls of the action just declared are done: those begun before it."""
    ending = [f"{bearer}:{each.key}" for bearer, each in until_acting(draft, who) if outlasts_declaration(draft, each)]
    if ending or draft[who].marks.get(ENDING):
        mark(draft, who, ENDING, " ".join(ending))


def _has_acted(draft: StepBuilder, who: str) -> None:
    """End the conditions that lasted until a fighter's action was done."""
    for bearer, _, key in (each.partition(":") for each in str(draft[who].marks.get(ENDING, "")).split()):
        condition = draft[bearer].condition(key)
        if condition is not None and condition.acts == who:
            end_condition(draft, bearer, condition, f"{draft[who].name} has acted")
    if draft[who].marks.get(ENDING):
        mark(draft, who, ENDING, "")


def go_on(draft: StepBuilder, game: Played, who: str, at: int | None) -> None:
    """Put a fighter's next moment at a count, or with None into the next round, where its initiative places it."""
    if not draft[who].able:
        return
    table, count = game.table, draft.encounter.count
    if at is None:
        at = table.next_round(count)
        if not game.pack.clock.anew:
            at = table.first(_first_number(draft.encounter, game, who), at) or at
    may_declare_at(draft, who, max(at, count))


def put_off(draft: StepBuilder, game: Played, who: str, counts: int, why: str) -> None:
    """Put off whatever a fighter has pending; a moment that leaves its round waits for the next one."""
    if counts <= 0:
        return
    due = draft.encounter.agenda.find(who, DECLARE)
    at = draft.encounter.count if due is None else due.count
    moved = game.table.later(at, counts)
    if moved is not None or draft[who].actions:
        delay(draft, who, counts, why)
    elif at < game.table.next_round(draft.encounter.count) or game.table.runs == "up":
        wait_no_more(draft, who)
        go_on(draft, game, who, None)


def _first_number(encounter: Encounter, game: Played, who: str) -> int:
    """Return the number of a fighter's first moment in a round, from its initiative."""
    return formulas.number(game.first, game.scope(encounter, who))


@dataclass(frozen=True, slots=True)
class Doing(Acting):
    """A fighter that carries out `verb` in a step."""

    game: Played
    verb: str

    def damage(self, points: int) -> None:
        """Take points by hand, off the first pool that takes a fighter out."""
        pool = self.game.pack.body[0]
        self.take(pool, points, "by hand")
        self.draft.rules.resolution.apply_consequences(self.draft, self.who, pool)

    def act(self, target: str, weapon: str = "", modifiers: Sequence[str] = ()) -> None:
        """Declare an action at a target, or with an empty one, and pay for it; raises Refused."""
        draft, who, game = self.draft, self.who, self.game
        rule = game.pack.actions[self.verb]
        done = deed(game, draft.encounter, who, rule, (target, weapon, *modifiers))
        guards.refuse(refusal(game, draft.encounter, who, rule, done))
        paid = payment(rule.pays, game.scope(draft.encounter, who, done.target, done.weapon))
        label = done.label(draft[done.target].name if done.target else "")
        carried = done.weapon.name if done.weapon else ""
        declare(draft, who, Action(0, rule.name, carried, done.target, done.modifiers, label, speed=done.lands))
        mark(draft, who, COST, done.cost)
        _note_what_ends(draft, who)
        for pool, points in paid.items():
            self.take(pool, points, rule.label or rule.name)


class Resolution(parts.Resolution[Played]):
    """How actions are carried out, and what comes due."""

    __slots__ = ()

    def on_due(self, draft: StepBuilder, entries: Sequence[Due]) -> None:
        """Carry out the actions that land: several as one batch, of which each sees the fight as it was before.

        First each target answers, those who land a blow themselves before the others; then all is rolled, then all is
        felt. In fights of older releases they land one after the other. The stack runs the task pushed last first.
        """
        if len(entries) == 1 or not draft.encounter.release:
            for due in reversed(entries):
                draft.push("act", who=due.who, action=int(due.ref))
            return
        owners = {due.who for due in entries}
        draft.push(BATCH, done=[])
        ordered = sorted(entries, key=lambda due: self._target(draft.encounter, due) not in owners)
        for due in reversed(ordered):
            draft.push("act", who=due.who, action=int(due.ref), batch=True)

    def _target(self, encounter: Encounter, due: Due) -> str:
        """Return the target of an action that lands; empty for one without."""
        action = encounter[due.who].action(int(due.ref))
        return "" if action is None else action.target

    def resume(self, draft: StepBuilder, task: Task) -> None:
        if task.stage == BATCH:
            self._land_together(draft, task.data["done"])
            return
        who, data = str(task.data["who"]), dict(task.data)
        if task.stage in ("initiative", "placed"):
            self._initiative(draft, who, task.stage, data)
            return
        blow = self._blow(draft, who, data)
        if blow is None or blow.has_left_its_batch():
            return
        if blow.rule.target and not blow.rule.reaches(draft[blow.action.target]):
            blow.over()
        else:
            blow.stages[task.stage](blow)

    def _blow(self, draft: StepBuilder, who: str, data: dict[str, Any]) -> _Blow | None:
        """Return an action that lands; None when it was lost."""
        action = draft[who].action(data["action"])
        if action is None:
            return None
        rule = self.options.pack.actions[action.verb]
        done = deed(self.options, draft.encounter, who, rule, (action.target, action.weapon, *action.options))
        return _Blow(draft, self.options, who, action, rule, done, data)

    def _land_together(self, draft: StepBuilder, done: Sequence[Mapping[str, Any]]) -> None:
        """End the actions of a batch, then apply the points of all, then place all, then apply all effects."""
        blows = [blow for each in done if (blow := self._blow(draft, str(each["who"]), dict(each))) is not None]
        scopes = [blow.scope for blow in blows]
        for blow in blows:
            blow.land()
        for blow in blows:
            blow.hurt()
        for blow in blows:
            blow.next_moment()
        for blow, scope in zip(blows, scopes, strict=True):
            blow.take_effects(scope)

    def _initiative(self, draft: StepBuilder, who: str, stage: str, data: Mapping[str, Any]) -> None:
        """Roll a fighter's initiative, then put its first moment on the agenda."""
        if not may_have_turns(draft.encounter, who):
            return
        game, encounter = self.options, draft.encounter
        formula = game.pack.clock.initiative
        scope = game.scope(encounter, who)
        once = bool(encounter.release)
        dice = formulas.dice_of(formula.root, scope, once)
        if dice and stage == "initiative":
            rest = formulas.thrown(formula, scope).rest if formulas.in_a_sum(formula.root, lambda name: False) else 0
            terms: tuple[str, ...] = (f"{formula.text}: {signed(rest)}",) if rest else ()
            terms += () if game.first == formulas.read(INITIATIVE) else (f"first moment: {game.first.text}",)
            roll = Roll(who, INITIATIVE, INITIATIVE, formulas.notation(dice), sum=terms)
            draft.roll(roll, Task("placed", {key: data[key] for key in ("who", "soonest") if key in data}))
            return
        totals = formulas.Totals(formulas.shares(dice, data.get("faces", ())), once)
        value = formulas.number(formula, scope, totals)
        if formula != formulas.ZERO:
            rolled = data.get("total")  # the line of the roll says it already, where nothing is added
            mark(draft, who, INITIATIVE, value, "" if rolled == value else f"{INITIATIVE} {value}")
        table, count = game.table, draft.encounter.count
        at = table.first(_first_number(draft.encounter, game, who), count, loses=bool(encounter.release))
        if at is None:
            go_on(draft, game, who, None)
        else:
            placed_at(draft, who, max(at, int(data.get("soonest", at))), INITIATIVE)

    def label_towards(self, encounter: Encounter, who: str, action: Action, target: str) -> str:
        rule = self.options.pack.actions.get(action.verb)
        if rule is None:
            return super().label_towards(encounter, who, action, target)
        words = (target, action.weapon, *action.options)
        return deed(self.options, encounter, who, rule, words).label(encounter[target].name)

    def keeps_out(self, encounter: Encounter, who: str) -> str:
        """Return the pools that are down to where they take a fighter out."""
        rules, fighter = self.options.pack.pools, encounter[who]
        empty = [name for name, rule in rules.items() if rule.down is not None and fighter.pool(name) <= rule.down]
        return " and ".join(f"{rules[name].label or name} {fighter.pool(name)}" for name in empty)

    def apply_consequences(self, draft: StepBuilder, who: str, what: str) -> None:
        """Take a fighter out of the fight whose points are down to where its pool says so."""
        for name, rule in self.options.pack.pools.items():
            points = draft[who].pool(name)
            if rule.down is not None and points <= rule.down and draft[who].able:
                dead = rule.dead is not None and points <= rule.dead
                take_out(draft, who, Presence.DOWN, "dead" if dead else f"{rule.label or name} {points}")


class _Blow:
    """An action that lands, within one step; `data` is what its stages hand on."""

    def __init__(
        self,
        draft: StepBuilder,
        game: Played,
        who: str,
        action: Action,
        rule: ActionRule,
        done: Deed,
        data: dict[str, Any],
    ) -> None:
        self.draft, self.game, self.who, self.action = draft, game, who, action
        self.rule, self.deed, self.data = rule, done, data
        self.results: dict[str, int] = dict(data.get("results", {}))

    @property
    def scope(self) -> formulas.Scope:
        """The figures that formulas of the action name."""
        encounter = self.draft.encounter
        return self.game.scope(encounter, self.who, self.action.target, self.deed.weapon, self.results)

    def _goes_on(self, stage: str, **more: Any) -> Task:
        """Return the next stage with what it needs."""
        together = {"batch": True} if self.data.get("batch") else {}
        return Task(stage, {"who": self.who, "action": self.action.id, "results": self.results, **together, **more})

    def has_left_its_batch(self) -> bool:
        """Whether the answer of its own fighter has put off a blow that was to land with others."""
        due = self.draft.encounter.agenda.find(self.who, LAND, str(self.action.id))
        return bool(self.data.get("batch")) and due is not None and due.count > self.draft.encounter.count

    def _place_of_batch(self) -> int:
        """Return where the stage that applies the batch stands among those still to do."""
        return max(place for place, task in enumerate(self.draft.stack) if task.stage == BATCH)

    def _push(self, stage: str, **more: Any) -> None:
        """Go straight on with a stage."""
        self.draft.push(stage, **self._goes_on(stage, **more).data)

    def _throw(self, who: str, what: str, label: str, formula: Formula, scope: formulas.Scope, then: Task) -> None:
        """Roll the dice of a formula, then go on; without dice at once, with no faces."""
        dice = formulas.dice_of(formula.root, scope, self._once)
        if not dice:
            self.draft.stack.append(then.with_data(faces=[]))
            return
        target = self.action.target if who == self.who else self.who
        self.draft.roll(Roll(who, what, label, formulas.notation(dice), target=target), then)

    def _value(self, formula: Formula, scope: formulas.Scope) -> int:
        """Return the value of a formula whose dice have just been rolled."""
        dice = formulas.dice_of(formula.root, scope, self._once)
        totals = formulas.Totals(formulas.shares(dice, self.data["faces"]), self._once)
        return formulas.number(formula, scope, totals)

    @property
    def _once(self) -> bool:
        """Whether a figure of dice is rolled once in a formula; fights of older releases roll it at each mention."""
        return bool(self.draft.encounter.release)

    # Stages

    def act(self) -> None:
        """Ask the target how it meets the action, where it has a choice."""
        target = self.action.target
        open_now = [
            answer.name
            for answer in (self.game.pack.answers_to(self.rule) if target and self.draft[target].able else ())
            if not actions.answer_refusal(self.game, self.draft.encounter, target, self.who, answer)
        ]
        self._push("answered")
        if open_now:
            text = f"{self.draft[self.who].name} against {self.draft[target].name}: {self.deed.label()}. Answer?"
            words = (self.game.pack.words.undefended, *open_now)
            self.draft.ask(Ask.CHOOSE, target, DEFENCE, text, words, about=self.who)

    def answered(self) -> None:
        """Pay for the answer, then go on; in a batch after all have answered."""
        answer = self.game.pack.answers.get(str(self.data.get("answer", "")))
        target = self.action.target
        if answer is not None:
            scope = self.game.scope(self.draft.encounter, target, self.who)
            counts = formulas.number(answer.cost, scope)
            paid = payment(answer.pays, scope)
            label = answer.label or answer.name
            defence = ev.DefenceDeclared(who=target, defence=answer.name, against=self.who, label=label, counts=counts)
            self.draft.emit(defence)
            put_off(self.draft, self.game, target, counts, label)
            for pool, points in paid.items():
                pool_changes.take(self.draft, target, pool, points, label)
                self.draft.rules.resolution.apply_consequences(self.draft, target, pool)
        self.data["chosen"] = answer.name if answer is not None else ""
        if self.data.get("batch"):
            self.draft.stack.insert(self._place_of_batch() + 1, self._goes_on("met", chosen=self.data["chosen"]))
        else:
            self.met()

    def met(self) -> None:
        """Find the number that the roll is held against."""
        if self.rule.roll is None or self.rule.against is None:
            self._push("hit")
            return
        target, chosen = self.action.target, str(self.data["chosen"])
        answer = self.game.pack.answers.get(chosen)
        if answer is not None and answer.number is not None:
            scope = self.game.scope(self.draft.encounter, target, self.who)
            then = self._goes_on("opposed", chosen=chosen)
            self._throw(target, DEFENCE, answer.label or answer.name, answer.number, scope, then)
        else:
            who = target or self.who
            self._throw(who, DEFENCE, DEFENCE, self.rule.against, self.scope, self._goes_on("opposed", chosen=chosen))

    def opposed(self) -> None:
        """Roll the action against the number, which the other's dice have made."""
        answer = self.game.pack.answers.get(str(self.data.get("chosen", "")))
        encounter = self.draft.encounter
        if answer is not None and answer.number is not None:
            number = self._value(answer.number, self.game.scope(encounter, self.action.target, self.who))
        else:
            assert self.rule.against is not None
            number = self._value(self.rule.against, self.scope)
        check = actions.check(self.game, encounter, self.who, self.deed, answer, number)
        need = check.need
        roll = Roll(
            self.who,
            self.rule.name,
            self.action.label,
            check.thrown.dice,
            need,
            float(need),
            check.sign,
            check.lines,
            target=self.action.target,
            data={"action": self.rule.name} | ({} if check.against is None else {"against": check.against}),
        )
        self.draft.roll(roll, self._goes_on("rolled"))

    def rolled(self) -> None:
        """Go on with a hit or a miss."""
        margin = int(self.data["margin"])
        row = actions.result(self.rule, margin)
        hit = bool(self.data["success"])
        self.results |= {"margin": margin, "effect": row.effect if row else 0, "hit": int(hit)}
        if hit:
            self._push("hit")
            return
        self._end("miss", label=row.word if row else "missed")

    def hit(self) -> None:
        """Roll the damage."""
        self.results.setdefault("hit", 1)
        if self.rule.damage is None:
            self._end("hit")
        else:
            then = self._goes_on("damaged")
            self._throw(
                self.who,
                DAMAGE,
                f"{self.deed.weapon.name if self.deed.weapon else self.rule.label or self.rule.name} {DAMAGE}",
                formulas.summed(self.rule.damage, self.deed.damage_dice),
                self.scope,
                then,
            )

    def damaged(self) -> None:
        """Find the place of the blow, where blows have places."""
        assert self.rule.damage is not None
        damage = formulas.summed(self.rule.damage, self.deed.damage_dice)
        self.results[DAMAGE] = max(0, self._value(damage, self.scope) + self.deed.damage)
        places = self.game.pack.places
        if self.rule.places and places is not None:
            self._throw(self.who, "place", "place", places.dice, self.scope, self._goes_on("put"))
        else:
            self._push("put", faces=[])

    def put(self) -> None:
        """Weigh the place, then roll what the target soaks."""
        places = self.game.pack.places
        place = ""
        soak = self.rule.soak
        if self.rule.places and places is not None:
            number = self._value(places.dice, self.scope)
            row = next((row for row in places.table if number <= row.up_to), places.table[-1])
            place, soak = row.name, row.soak or soak
            if row.damage is not None:
                self.results[DAMAGE] = max(0, formulas.number(row.damage, self.scope))
        then = self._goes_on("soaked", place=place, soak=soak.text)
        self._throw(self.action.target or self.who, "soak", "soak", soak, self.scope, then)

    def soaked(self) -> None:
        """Subtract what is soaked from the damage, hurt the target and end the action."""
        stopped = max(0, self._value(formulas.read(self.data["soak"]), self.scope))
        points = max(0, self.results[DAMAGE] - stopped)
        self.results[DAMAGE] = points
        place = self.data["place"]
        label = f"{points} point{'' if points == 1 else 's'}{f' to the {place}' if place else ''}"
        self._end("hit", points, label, place, stopped)

    def _end(self, how: str, points: int = 0, label: str = "", place: str = "", stopped: int = 0) -> None:
        """Apply what the action has come to, `hit` or `miss`; in a batch once all have come so far."""
        self.data |= {"how": how, "points": points, "label": label, "place": place, "stopped": stopped}
        if self.data.get("batch"):
            place_of_batch = self._place_of_batch()
            batch = self.draft.stack[place_of_batch]
            kept = {key: self.data[key] for key in ("how", "points", "label", "place", "stopped")}
            done = [*batch.data["done"], dict(self._goes_on(BATCH, **kept).data)]
            self.draft.stack[place_of_batch] = batch.with_data(done=done)
            return
        self._tell()
        scope = self.scope
        self.land()
        self.hurt(told=True)
        self.take_effects(scope)
        self.next_moment()

    def land(self) -> None:
        """End the action, and what lasted until its rolls were done."""
        end_action(self.draft, self.who, self.action, "landed")
        _has_acted(self.draft, self.who)

    def hurt(self, told: bool = False) -> None:
        """Tell what the roll has come to, unless it is told, and take the points."""
        if not told:
            self._tell()
        target, points = self.action.target or self.who, int(self.data["points"])
        if points:
            pool = self.rule.pool or self.game.pack.body[0]
            pool_changes.take(self.draft, target, pool, points, f"hit by {self.draft[self.who].name}")
            self.draft.rules.resolution.apply_consequences(self.draft, target, pool)

    def _tell(self) -> None:
        """Tell of a hit that is reckoned in points, or of a miss of a target."""
        how, label = self.data["how"], self.data["label"]
        if not label or (how == "miss" and not self.action.target):
            return
        target, place, points = self.action.target or self.who, self.data["place"], int(self.data["points"])
        if how == "miss":
            struck = ev.Struck(who=self.who, target=target, outcome="missed", label=label)
        else:
            struck = ev.Struck(
                who=self.who,
                target=target,
                outcome="hit",
                label=label,
                location=place,
                damage=points,
                stopped=int(self.data["stopped"]),
            )
        self.draft.emit(struck)

    def take_effects(self, scope: formulas.Scope) -> None:
        """Apply the effects of such a result; `scope` has the figures as they were when it landed."""
        for effect in self.rule.effect:
            if effect.on in (self.data["how"], "always") and (
                effect.when is None or formulas.number(effect.when, scope)
            ):
                self._take_effect(effect, scope)

    def _take_effect(self, effect: Effect, scope: formulas.Scope) -> None:
        """Begin and end conditions, change pools and put off moments, as an effect says."""
        draft, who = self.draft, self.who if effect.who == "self" or not self.action.target else self.action.target
        why = self.rule.label or self.rule.name
        if not (draft[who].able or (who == self.action.target and self.rule.reaches(draft[who]))):
            return
        if effect.begins:
            self._begin(who, effect.begins, scope)
        if effect.ends:
            conditions.end(draft, who, effect.ends, why=why)
        for pool, formula in effect.takes.items():
            pool_changes.take(draft, who, pool, formulas.number(formula, scope), why)
            draft.rules.resolution.apply_consequences(draft, who, pool)
        for pool, formula in effect.gives.items():
            pool_changes.give(draft, who, pool, formulas.number(formula, scope), why)
        put_off(draft, self.game, who, formulas.number(effect.delays, scope), why)

    def _begin(self, who: str, key: str, scope: formulas.Scope) -> None:
        """Begin a condition, with the end that its rule gives it."""
        rule, count = self.game.pack.conditions[key], self.draft.encounter.count
        label = rule.label or key
        if rule.until in ("acting", "declaring"):
            conditions.end(self.draft, who, key)
            self.draft.emit(ev.ConditionGained(who=who, condition=key, label=label, acts=who))
            self._begun_anew(who, key)
            return
        until = None
        if rule.lasts is not None:
            until = count + max(1, formulas.number(rule.lasts, scope))
        elif rule.until == "round":
            until = self.game.table.next_round(count)
        conditions.begin(self.draft, who, key, label, until=until)

    def _begun_anew(self, who: str, key: str) -> None:
        """Let a condition that begins while its bearer acts outlast that action, even where it was borne before."""
        ending = str(self.draft[who].marks.get(ENDING, "")).split()
        if f"{who}:{key}" in ending:
            mark(self.draft, who, ENDING, " ".join(each for each in ending if each != f"{who}:{key}"))

    def next_moment(self) -> None:
        """Put the fighter's next moment on the agenda, its cost after it declared."""
        table, count, landed = self.game.table, self.draft.encounter.count, self.action
        declared = landed.lands - landed.speed
        if self.game.pack.clock.anew and table.round_start(declared) != table.round_start(count):
            if self.draft[self.who].able:
                self.draft.push("initiative", who=self.who)  # the round began while the action was under way
            return
        at = table.after(declared, self.draft[self.who].mark(COST, 1))
        go_on(self.draft, self.game, self.who, at if at is None else max(at, count))

    def over(self) -> None:
        """End an action whose target is out of the fight."""
        end_action(self.draft, self.who, self.action, "landed", "the target is out of the fight")
        _has_acted(self.draft, self.who)
        self.next_moment()

    stages = {
        "act": act,
        "answered": answered,
        "met": met,
        "opposed": opposed,
        "rolled": rolled,
        "hit": hit,
        "damaged": damaged,
        "put": put,
        "soaked": soaked,
    }
