"""Turns and resolution of a pack: when fighters act, how an action lands, is answered, rolled and felt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tracker.clock.agenda import Due
from tracker.encounter.engine.condition_ends import end_condition, outlasts_declaration, until_acting
from tracker.encounter.engine.declarations import declare, last_declared, place_at, wait_no_more
from tracker.encounter.engine.step import StepBuilder
from tracker.encounter.engine.turn_order import in_order, may_have_turns
from tracker.encounter.features.presence import take_out
from tracker.game_api import parts
from tracker.game_api.values import FirstCount
from tracker.games.packs import formulas, moments
from tracker.games.packs.actions import FURTHER, Deed, deed, payment, refusal
from tracker.games.packs.blows import BATCH, Blow
from tracker.games.packs.changes import COST, end_what_holds_no_more, first_number, go_on, harm, note_what_ends
from tracker.games.packs.models import ActionRule, PoolRule, TriggerRule
from tracker.games.packs.moments import Moment, begun_by, moment_of, run, set_off
from tracker.games.packs.ranges import INITIATIVE, TOP
from tracker.games.packs.sheet import Played
from tracker.games.toolkit import guards, pool_changes
from tracker.games.toolkit.fighters import Acting
from tracker.games.toolkit.steps import mark
from tracker.games.toolkit.sums import signed
from tracker.games.toolkit.target_menu import foes
from tracker.games.toolkit.verbs import Verb, Verbs
from tracker.model import events as ev
from tracker.model.combatant import IMPROVISED, Action, Combatant, Condition, Presence
from tracker.model.commands import Command, Do, Pass
from tracker.model.lazy_dataclass import dataclass
from tracker.model.orders import ATTACK
from tracker.model.questions import Ask, Roll, Task
from tracker.model.state import DECLARE, Encounter, Rank
from tracker.text.numbers import plain_number

DECLARED = "declared"
"""The moment of effects that follow a declaration."""
TRIGGER = "trigger"
"""The agenda's name for a trigger that comes every so many counts. `ref` is its position in the pack."""
TURN = "turn"
"""The mark with the count of a fighter's last turn, and the agenda's name for the turn of a fighter who is down."""


class Turns(parts.Turns[Played]):
    """The turns of a pack."""

    __slots__ = ()

    def begin(self, draft: StepBuilder) -> None:
        """Let everyone roll initiative in the order of the file: the stack runs the task pushed last first."""
        if _compares_initiative(self.options):
            self._roll_all(draft, in_order(draft.encounter))
        else:
            for who in reversed(in_order(draft.encounter)):
                self.join(draft, who)
        count_triggers(draft, self.options)

    def _roll_all(self, draft: StepBuilder, fighters: Sequence[str]) -> None:
        """Let all roll initiative before the first is placed, since a moment depends on the best of them."""
        for who in reversed(fighters):
            draft.push("place", who=who)
        for who in reversed(fighters):
            draft.push("initiative", who=who, later=True)

    def begin_round(self, draft: StepBuilder, number: int) -> None:
        """Refill pools, set off triggers of the round, and roll initiative where the clock rolls it anew.

        A fighter with an action under way continues it, and rolls when it is done.
        """
        for who in reversed(in_order(draft.encounter)):
            refill(draft, self.options, who, "round")
            set_off(draft, self.options, "round", who, "")
        if not self.options.pack.clock.anew:
            return
        rolling = [who for who in in_order(draft.encounter) if not draft[who].actions]
        for who in reversed(rolling):
            wait_no_more(draft, who)
            if not _compares_initiative(self.options):
                draft.push("initiative", who=who)
        if _compares_initiative(self.options):
            self._roll_all(draft, rolling)

    def before_declarations(self, draft: StepBuilder, tied: Sequence[str]) -> None:
        """Begin the turn of the fighter who declares first on this count."""
        if tied:
            who = min(tied, key=lambda each: self.tie_order(draft.encounter, each))
            begin_turn(draft, self.options, who)

    def join(self, draft: StepBuilder, who: str) -> None:
        """Roll initiative for a fighter. A fighter who comes back takes its place again where it is rolled once.

        A fighter who has acted in this round has its next turn at the usual time, and no sooner.
        """
        soonest = _after_last_action(draft, self.options, who)
        table, count = self.options.table, draft.encounter.count
        last = last_declared(draft[who])
        if last is not None and table.length and last.declared >= table.round_start(count) and draft.encounter.release:
            go_on(draft, self.options, who, soonest)
        elif INITIATIVE in draft[who].marks and table.length and not self.options.pack.clock.anew:
            go_on(draft, self.options, who, _place_to_come(draft.encounter, self.options, who))
        else:
            draft.push("initiative", who=who, **({} if soonest is None else {"soonest": soonest}))

    def start_wait(self, draft: StepBuilder, who: str) -> bool:
        """Lie in wait, in a game with rounds until the fighter's place in the next one.

        Where initiative is rolled again, the next round gives it a place. In a fight of an older release a fighter
        lies in wait until it acts.
        """
        game = self.options
        if game.table.length and not game.pack.clock.anew and draft.encounter.release:
            go_on(draft, game, who, None)
        return True

    def moment_text(self, encounter: Encounter, who: str) -> str:
        return self.options.pack.words.moment.replace("{name}", encounter[who].name)

    def schedule_next_turn(self, draft: StepBuilder, who: str, why: str) -> None:
        """Schedule the next moment of a fighter who has none: now, or in a later pass or round by the clock."""
        table, count = self.options.table, draft.encounter.count
        if draft[who].able and draft.encounter.agenda.find(who, DECLARE) is None:
            moment = table.after(count, table.lose) if table.runs == "passes" or table.once else count
            go_on(draft, self.options, who, moment)

    def ends_with_declaration(self, condition: Condition) -> bool:
        """Return whether a condition ends when its bearer declares, not after the rolls of that action."""
        rule = self.options.pack.conditions.get(condition.key)
        return rule is None or rule.until not in ("acting", "acted")

    def on_turn_used(self, draft: StepBuilder, who: str, acts: bool) -> None:
        """End conditions that last until a fighter has acted, after an action in words without a roll."""
        for bearer, condition in until_acting(draft, who) if acts else ():
            if outlasts_declaration(draft, condition):
                end_condition(draft, bearer, condition, f"{draft[who].name} acts")

    def tie_order(self, encounter: Encounter, who: str) -> tuple[float, ...]:
        """Order fighters of one count by the clock's `ties`, the highest first, then by seat."""
        ties = self.options.pack.clock.ties
        first = formulas.worked_out(ties.root, self.options.scope(encounter, who))
        return -float(first), float(encounter[who].profile.seat)

    def first_count(self, encounter: Encounter, sheet: object) -> FirstCount:
        """Return the bounds of a latecomer's first moment: this round or the next. Without rounds by its formula."""
        table, count = self.options.table, encounter.count
        if table.length:
            return FirstCount(count, table.next_round(count) + table.length - 1)
        return FirstCount(count, count + max(0, self.options.latest_first))

    def command_for_orders(self, encounter: Encounter, who: str, does: str, target: str, weapon: str) -> Command | None:
        """Return the first action towards the target that can be paid, or one without a target.

        Without either return a pass in a game in which a turn has several actions, else None. Orders with a second
        choice get no action without a target in its place.
        """
        pack = self.options.pack
        has_second_choice = bool(encounter[who].orders.otherwise) or pack.clock.again == "turn"
        fights = [action for action in pack.action if not action.fallen]
        named = [pack.actions[does]] if does in pack.actions and does != ATTACK else fights
        for action in sorted(named, key=lambda each: not each.target):  # those with a target first
            if does == ATTACK and has_second_choice and not action.target:
                break
            aimed = _with_others(encounter, who, action, target) if action.target else ""
            carried = weapon if action.weapon else ""
            done = deed(self.options, encounter, who, action, (aimed, carried))
            if not refusal(self.options, encounter, who, action, done):
                return Do(who, action.name, (aimed, carried, ()))
        return Pass(who) if pack.clock.again == "turn" else None

    def triggered_declaration(self, encounter: Encounter, who: str) -> Command | None:
        """Pass the turn of a fighter whom a state stops."""
        return Pass(who) if self.options.pack.stopped(encounter[who]) else None

    def pass_turn(self, draft: StepBuilder, who: str) -> None:
        """Schedule the turn after a passed one: in the next round, or when the state ends that stops the fighter."""
        game, count = self.options, draft.encounter.count
        if game.table.length:
            go_on(draft, game, who, None)
            return
        stops = [each for each in game.pack.stops(draft[who]) if each.until]
        last = max((each.until or 0 for each in stops), default=0)
        go_on(draft, game, who, max(count + max(1, draft[who].mark(COST, 1) if not stops else 1), last))


def _after_last_action(draft: StepBuilder, game: Played, who: str) -> int | None:
    """Return the count at which a fighter may act after its last action. None without one, or for the next round."""
    last = last_declared(draft[who])
    if last is None or not draft.encounter.release:
        return None
    cost = draft[who].mark(COST, 1)
    if last.verb == IMPROVISED:
        cost = game.table.lose if game.table.runs == "passes" else max(1, last.speed)
    return game.table.after(last.declared, cost)


def _place_to_come(encounter: Encounter, game: Played, who: str) -> int | None:
    """Return the count of a fighter's place in this round. None where it is over."""
    moment = game.table.first(first_number(encounter, game, who), game.table.round_start(encounter.count))
    return moment if moment is not None and moment > encounter.count else None


def _with_others(encounter: Encounter, who: str, action: ActionRule, target: str) -> str:
    """Return the targets of an order, a comma between them: `target`, and as many further foes as the action allows."""
    others = [foe for foe in foes(encounter, who) if foe.id != target]
    if action.targets == "side":
        others = [foe for foe in others if foe.profile.side == encounter[target].profile.side]
    most = action.targets - 1 if isinstance(action.targets, int) else len(others) if action.targets else 0
    return ",".join([target, *(foe.id for foe in others[:most])])


def _compares_initiative(game: Played) -> bool:
    """Return whether a first moment depends on the best initiative of all fighters."""
    return any(name.startswith(f"{TOP}.") for name in formulas.names(game.first.root))


def begin_turn(draft: StepBuilder, game: Played, who: str) -> None:
    """Begin a fighter's turn: end its conditions until then, refill pools, set off triggers. Once on a count."""
    if not game.pack.has_turns or draft[who].mark(TURN, -1) == draft.encounter.count:
        return
    mark(draft, who, TURN, draft.encounter.count)
    for condition in draft[who].conditions:
        rule = game.pack.conditions.get(condition.key)
        if rule is not None and rule.until == "turn":
            end_condition(draft, who, condition, f"{draft[who].name}'s turn begins")
    refill(draft, game, who, "turn")
    set_off(draft, game, TURN, who, "")


def is_dead(game: Played, fighter: Combatant) -> bool:
    """Return whether the points of a fighter say that it is dead."""
    return any(rule.reached(rule.dead, fighter.pool(name)) for name, rule in game.pack.pools.items())


def refill(draft: StepBuilder, game: Played, who: str, when: str) -> None:
    """Fill the pools that a turn or a round fills again. One that counts up is emptied."""
    for name, rule in game.pack.pools.items():
        if rule.refill != when:
            continue
        if rule.counts == "up":
            pool_changes.take(draft, who, name, draft[who].pool(name) - rule.least, f"a new {when}")
        else:
            pool_changes.give(draft, who, name, draft[who].full(name), f"a new {when}")


def settle(draft: StepBuilder, game: Played) -> None:
    """Do what follows by itself from the present state."""
    end_what_holds_no_more(draft, game)
    count_triggers(draft, game)


def count_triggers(draft: StepBuilder, game: Played) -> None:
    """Put repeating triggers (`every`) on the agenda for each fighter whom they apply to, unless they are on it."""
    for place, rule in enumerate(game.pack.trigger):
        if rule.every is None:
            continue
        for fighter in draft.encounter if draft.encounter.began else ():
            waits = draft.encounter.agenda.find(fighter.id, TRIGGER, str(place)) is not None
            if not waits and _needed(draft, game, rule, fighter):
                first_count = draft.encounter.count + rule.every
                draft.emit(ev.DueAdded(who=fighter.id, what=TRIGGER, at=first_count, rank=Rank.EFFECT, ref=str(place)))


def _needed(draft: StepBuilder, game: Played, rule: TriggerRule, fighter: Combatant) -> bool:
    """Return whether a trigger applies to a fighter in the fight. With `needs`, also to a fighter who is down."""
    if rule.needs is None:
        return fighter.able
    down = fighter.presence is Presence.DOWN and not is_dead(game, fighter)
    return (fighter.able or down) and bool(formulas.number(rule.needs, game.scope(draft.encounter, fighter.id)))


@dataclass(frozen=True, slots=True)
class Doing(Acting):
    """A fighter that carries out `verb` in a step."""

    game: Played
    verb: str

    def damage(self, points: int) -> None:
        """Take points by hand, off the first pool that takes a fighter out."""
        pool = self.game.pack.body[0]
        harm(self.draft, self.game, self.who, pool, points, "by hand")

    def act(self, target: str, weapon: str = "", modifiers: Sequence[str] = ()) -> None:
        """Declare an action at a target, or with an empty one, and pay for it. Raises Refused."""
        draft, who, game = self.draft, self.who, self.game
        begin_turn(draft, game, who)
        rule = game.pack.actions[self.verb]
        done = deed(game, draft.encounter, who, rule, (target, weapon, *modifiers))
        guards.refuse(refusal(game, draft.encounter, who, rule, done))
        paid = payment(rule.pays, game.scope(draft.encounter, who, done.target, done.weapon))
        label = done.label(draft[done.target].name if done.target else "")
        carried = done.weapon.name if done.weapon else ""
        options = (*done.modifiers, *(f"{FURTHER}{other}" for other in done.others))
        declare(
            draft,
            who,
            Action(
                id=0, verb=rule.name, weapon=carried, target=done.target, options=options, label=label, speed=done.lands
            ),
        )
        mark(draft, who, COST, done.cost)
        note_what_ends(draft, who)
        for pool, points in paid.items():
            self.take(pool, points, rule.label or rule.name, spent=True)
        if any(effect.on == DECLARED for effect in rule.effect):
            moment = Moment(draft, game, who, done.target, done.weapon, {})
            path = ("action", [each.name for each in game.pack.action].index(rule.name))
            moment.take_effects(rule, path, {DECLARED}, moment.scope)


def deed_of(game: Played, encounter: Encounter, who: str, data: Mapping[str, Any]) -> Deed:
    """Return the action that the data of a stage describe: one under way, or one done at once, with its words."""
    once = data.get("once")
    if once is not None:
        words = (once["target"], once.get("weapon", ""), *once.get("options", ()))
        return deed(game, encounter, who, game.pack.actions[once["verb"]], words)
    action = encounter[who].action(data["action"])
    assert action is not None
    words = (action.target, action.weapon, *action.options)
    return deed(game, encounter, who, game.pack.actions[action.verb], words)


class Resolution(parts.Resolution[Played]):
    """The resolution of verbs and due entries of a pack. `rows` are its verbs, with the stages of their blows."""

    rows: Verbs[Verb]

    def on_due(self, draft: StepBuilder, entries: Sequence[Due]) -> None:
        """Carry out the actions that land: several as one batch, each on the fight as it was before.

        A repeating trigger comes alone. First the targets answer, fighters who land a blow themselves before the
        others. Then all is rolled, then all damage is applied. In fights of older releases actions land one after the
        other. The stack runs the task pushed last first.
        """
        if entries[0].what == TRIGGER:
            self._trigger(draft, entries[0])
            return
        if entries[0].what == TURN:
            self._turn_of_fallen(draft, entries[0].who)
            return
        if len(entries) == 1 or not draft.encounter.release:
            for due in reversed(entries):
                draft.push("act", who=due.who, action=int(due.ref))
            return
        owners = {due.who for due in entries}
        draft.push(BATCH, done=[])
        ordered = sorted(entries, key=lambda due: self._target(draft.encounter, due) not in owners)
        for due in reversed(ordered):
            draft.push("act", who=due.who, action=int(due.ref), batch=True)

    def _trigger(self, draft: StepBuilder, due: Due) -> None:
        """Carry out a repeating trigger that is due, if it still applies, and schedule the next."""
        place = int(due.ref)
        game, rule, fighter = self.options, self.options.pack.trigger[place], draft[due.who]
        if _needed(draft, game, rule, fighter):
            run(draft, place, due.who, begun_by(game, fighter, rule), ["every"], {})
        count_triggers(draft, self.options)

    def on_taken_out(self, draft: StepBuilder, who: str) -> None:
        """Give a fighter who goes down turns for its triggers."""
        game = self.options
        if any(rule.on == TURN for rule in game.pack.trigger) and game.table.length and draft.encounter.began:
            self._next_turn_of_fallen(draft, who)

    def _next_turn_of_fallen(self, draft: StepBuilder, who: str) -> None:
        """Schedule the next turn of a fighter who is down, in this round if still to come.

        A dead fighter gets none.
        """
        game, count = self.options, draft.encounter.count
        down = draft[who].presence is Presence.DOWN and not is_dead(game, draft[who])
        if down and draft.encounter.agenda.find(who, TURN) is None:
            start, moment = game.table.next_round(count), _place_to_come(draft.encounter, game, who)
            if moment is None and not game.pack.clock.anew:
                moment = game.table.first(first_number(draft.encounter, game, who), start)
            draft.emit(ev.DueAdded(who=who, what=TURN, at=moment or start, rank=Rank.EFFECT))

    def _turn_of_fallen(self, draft: StepBuilder, who: str) -> None:
        """Let the triggers of a turn happen to a fighter who is down."""
        if draft[who].presence is Presence.DOWN and not is_dead(self.options, draft[who]):
            set_off(draft, self.options, TURN, who, "")
            self._next_turn_of_fallen(draft, who)

    def _target(self, encounter: Encounter, due: Due) -> str:
        """Return the id of the target of an action that lands. Empty when it is gone, or has none."""
        action = encounter[due.who].action(int(due.ref))
        return "" if action is None else action.target

    def resume(self, draft: StepBuilder, task: Task) -> None:
        self._resume(draft, task)
        settle(draft, self.options)

    def _resume(self, draft: StepBuilder, task: Task) -> None:
        """Carry out a task by its stage: a batch, initiative, a moment of triggers and effects, or a blow.

        A blow that was lost, or has left its batch, does nothing. One whose target is out of reach is over.
        """
        if task.stage == BATCH:
            self._land_together(draft, task.data["done"])
            return
        who, data = str(task.data["who"]), dict(task.data)
        if task.stage in ("initiative", "placed"):
            self._initiative(draft, who, task.stage, data)
            return
        if task.stage == "place":
            self._place(draft, who, data)
            return
        if task.stage in moments.STAGES:
            moments.STAGES[task.stage](moment_of(draft, self.options, data))
            return
        blow = self._blow(draft, who, data)
        if blow is None or blow.has_left_its_batch():
            return
        if blow.rule.target and not blow.deed.others and not blow.rule.reaches(draft[blow.action.target]):
            blow.over()
        else:
            self.rows.stages[task.stage](blow)

    def _blow(self, draft: StepBuilder, who: str, data: dict[str, Any]) -> Blow | None:
        """Return the blow of an action that lands or is done at once, by the data of a stage. None when it was lost."""
        action, once = draft[who].action(data["action"]), data.get("once")
        if action is None and once is None:
            return None
        done = deed_of(self.options, draft.encounter, who, data)
        if action is None:
            label = done.label(draft[done.target].name if done.target else "")
            weapon = done.weapon.name if done.weapon else ""
            action = Action(data["action"], done.rule.name, weapon, done.target, done.modifiers, label)
        return Blow(draft, self.options, who, action, done.rule, done, data)

    def _land_together(self, draft: StepBuilder, done: Sequence[Mapping[str, Any]]) -> None:
        """End the actions of a batch: all points, then all places, then all effects."""
        landed = [blow for each in done if (blow := self._blow(draft, str(each["who"]), dict(each))) is not None]
        scopes = [blow.scope for blow in landed]
        for blow in landed:
            blow.land()
        for blow in landed:
            blow.hurt()
        for blow in landed:
            blow.next_moment()
        for blow, scope in zip(landed, scopes, strict=True):
            blow.take_effects_of_it(scope)

    def _initiative(self, draft: StepBuilder, who: str, stage: str, data: Mapping[str, Any]) -> None:
        """Roll a fighter's initiative. In the stage `placed`, after the roll, keep it and schedule the first moment.

        With `later` in the data the first moment waits until all have rolled.
        """
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
            draft.roll(roll, Task("placed", {key: data[key] for key in ("who", "soonest", "later") if key in data}))
            return
        totals = formulas.Totals(formulas.shares(dice, data.get("faces", ())), once)
        value = formulas.number(formula, scope, totals)
        if formula != formulas.ZERO:
            rolled = data.get("total")  # the line of the roll says it already, where nothing is added
            mark(draft, who, INITIATIVE, value, "" if rolled == value else f"{INITIATIVE} {value}")
        if not data.get("later"):
            self._place(draft, who, data)

    def _place(self, draft: StepBuilder, who: str, data: Mapping[str, Any]) -> None:
        """Schedule a fighter's first moment by its initiative."""
        game = self.options
        if not may_have_turns(draft.encounter, who):
            return
        table, count = game.table, draft.encounter.count
        # In fights of older releases an initiative rolled in a later pass counts as in the first.
        moment = table.first(first_number(draft.encounter, game, who), count, loses=bool(draft.encounter.release))
        if moment is None:
            go_on(draft, game, who, None)
        else:
            place_at(draft, who, max(moment, int(data.get("soonest", moment))), INITIATIVE)

    def label_towards(self, encounter: Encounter, who: str, action: Action, target: str) -> str:
        """Return the label of an action under way as it would be with another target."""
        rule = self.options.pack.actions.get(action.verb)
        if rule is None:
            return super().label_towards(encounter, who, action, target)
        words = (target, action.weapon, *action.options)
        return deed(self.options, encounter, who, rule, words).label(encounter[target].name)

    def keeps_out(self, encounter: Encounter, who: str) -> str:
        """Return the pools whose points keep a fighter down or dead, in words. Empty when none does."""
        rules, fighter = self.options.pack.pools, encounter[who]
        points = {name: fighter.pool(name) for name in rules}
        empty = [
            name
            for name, rule in rules.items()
            if rule.reached(rule.down, points[name]) or rule.reached(rule.dead, points[name])
        ]
        return " and ".join(_stands_at(rules[name], name, fighter.pool(name)) for name in empty)

    def apply_consequences(self, draft: StepBuilder, who: str, what: str) -> None:
        """Take out a fighter whose points say down or dead, and do what follows. `what` is the pool that changed."""
        for name, rule in self.options.pack.pools.items():
            points = draft[who].pool(name)
            dead = rule.reached(rule.dead, points)
            if (rule.reached(rule.down, points) or dead) and draft[who].able:
                take_out(draft, who, Presence.DOWN, "dead" if dead else _stands_at(rule, name, points))
                # Another question is open only for a change by hand: triggers would run before its answer.
                question = draft.encounter.question
                if question is None or question.ask is Ask.DECLARE:
                    set_off(draft, self.options, "down", who, "")
            elif dead and name == what and self.options.pack.trigger and draft[who].presence is Presence.DOWN:
                draft.note(f"{draft[who].name} is dead: {_stands_at(rule, name, points)}", who)
        settle(draft, self.options)


def _stands_at(rule: PoolRule, name: str, points: int) -> str:
    """Return a pool and its points, for a fighter whom they keep out: `hit points −6`."""
    return f"{rule.label or name} {plain_number(points)}"
