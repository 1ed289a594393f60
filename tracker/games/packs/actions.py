"""Actions of a pack, each with target, weapon and modifiers: what it costs, why it is refused, and its roll."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tracker.games.packs import formulas, odds, results
from tracker.games.packs.formulas import Formula, Kind, Thrown
from tracker.games.packs.models import ActionRule, AnswerRule, Result, Rolling, Test
from tracker.games.packs.sheet import Played, Weapon, sheet_of
from tracker.games.toolkit import guards
from tracker.games.toolkit.sums import signed
from tracker.model.lazy_dataclass import dataclass
from tracker.model.refusals import Refused
from tracker.model.state import DECLARE, Encounter
from tracker.text.numbers import counted

DAMAGE = "damage"
"""The verb of damage by hand. Also the subject of its roll, and its name in formulas."""
OPENED_AGAIN = 20
"""The most times an opened die is thrown again."""


@dataclass(frozen=True, slots=True)
class Deed:
    """An action as a fighter does it, and what its modifiers add to the roll and the damage."""

    rule: ActionRule
    target: str = ""
    weapon: Weapon | None = None
    modifiers: tuple[str, ...] = ()
    cost: int = 0
    lands: int = 0
    roll: int = 0
    damage: int = 0
    roll_dice: tuple[Formula, ...] = ()
    """The dice that its modifiers add to the roll."""
    damage_dice: tuple[Formula, ...] = ()
    """The dice that its modifiers add to the damage."""
    others: tuple[str, ...] = ()
    manner: str = ""
    """The modifiers in the words of the screen: `careful, all-out`."""

    def label(self, target: str = "") -> str:
        """Return the action in words, with the name of a target where one is given: `strike Gruk with axe, careful`."""
        target = f"{target} and {len(self.others)} more" if target and self.others else target
        words = [self.rule.label or self.rule.name, target, f"with {self.weapon.name}" if self.weapon else ""]
        return ", ".join(filter(None, (" ".join(filter(None, words)), self.manner)))


def deed(game: Played, encounter: Encounter, who: str, rule: ActionRule, words: Sequence[str]) -> Deed:
    """Return an action with its costs and with all that its modifiers add.

    `words` are the targets (a comma between them), the name of the weapon (else the first is meant), then modifiers
    and further targets, these with `FURTHER` in front.
    """
    named, weapon_name, *options = words
    target, *others = [*named.split(","), *(word.removeprefix(FURTHER) for word in options if word.startswith(FURTHER))]
    modifiers = [word for word in options if not word.startswith(FURTHER)]
    weapon = sheet_of(encounter, who).weapon(weapon_name) if rule.weapon and game.pack.armed else None
    scope = game.scope(encounter, who, target, weapon)
    rules = [game.pack.modifiers[name] for name in modifiers if name in game.pack.modifiers]
    # Without a cost of its own an action takes a pass, or one count.
    usual = game.pack.clock.lose if game.table.runs == "passes" else 1
    cost = usual if rule.cost is None else formulas.number(rule.cost, scope)
    lands = formulas.number(rule.lands, scope) + sum(formulas.number(each.lands, scope) for each in rules)
    if rule.phase:  # it cannot land before its phase of the round begins
        lands += max(0, game.table.phase(rule.phase, encounter.count) - encounter.count)
    cost += sum(formulas.number(each.cost, scope) for each in rules)
    least = 0 if game.pack.by_turn(rule.pays) else 1  # only points that a turn refills pay for an action without time
    return Deed(
        rule,
        target,
        weapon,
        tuple(modifiers),
        cost=max(least, cost),
        lands=max(0, min(lands, MOST_COUNTS)),
        roll=sum(formulas.number(each.roll, scope) for each in rules if not _in_dice(each.roll)),
        damage=sum(formulas.number(each.damage, scope) for each in rules if not _in_dice(each.damage)),
        roll_dice=tuple(each.roll for each in rules if _in_dice(each.roll)),
        damage_dice=tuple(each.damage for each in rules if _in_dice(each.damage)),
        others=tuple(others),
        manner=", ".join(each.label or each.name for each in rules),
    )


def _in_dice(formula: Formula) -> bool:
    """Return whether a modifier is dice, its own or the weapon's, and so is rolled with the sum it belongs to."""
    return formulas.rolls_dice(formula.root, lambda name: name.startswith("weapon."))


FURTHER = "@"
"""The sign before a further target among the options of an action."""
MOST_COUNTS = 1000
"""The most counts until an action lands."""


def payment(pays: Mapping[str, Formula], scope: formulas.Scope) -> dict[str, int]:
    """Return the points that something costs, by pool."""
    return {pool: max(0, formulas.number(formula, scope)) for pool, formula in pays.items()}


def refusal(game: Played, encounter: Encounter, who: str, rule: ActionRule, done: Deed) -> str:
    """Return why a fighter cannot do an action now, as a sentence. Empty when it can.

    `done` has the target, the weapon and the modifiers chosen for it.
    """
    name = encounter[who].name
    if rule.target:
        try:
            for target in (done.target, *done.others):
                guards.standing(encounter, who, target, rule.label or rule.name, rule.fallen)
        except Refused as refused:
            return refused.sentence
        most = rule.targets if isinstance(rule.targets, int) else len(encounter.combatants) if rule.targets else 1
        if len(done.others) >= most:
            return f"{name} cannot {rule.label or rule.name} so many: it has {most} target{'s' if most > 1 else ''}."
        if rule.targets == "side" and len({encounter[each].profile.side for each in (done.target, *done.others)}) > 1:
            return f"{name} can {rule.label or rule.name} only fighters of one side."
    if rule.phase and game.table.is_over(rule.phase, encounter.count):
        return (
            f"{name} cannot {rule.label or rule.name} now: {rule.phase} is over in this {game.pack.clock.round_name}."
        )
    if stopped := game.pack.stopped(encounter[who]):
        return f"{name} cannot {rule.label or rule.name} now: it is {stopped}."
    scope = game.scope(encounter, who, done.target, done.weapon)
    if rule.needs is not None and not formulas.number(rule.needs, scope):
        return f"{name} cannot {rule.label or rule.name} now: {rule.needs.say or f'it needs {rule.needs.text}'}."
    if why := _cannot_pay(game, encounter, who, payment(rule.pays, scope)):
        return f"{name} cannot {rule.label or rule.name}: {why}."
    return ""


def _cannot_pay(game: Played, encounter: Encounter, who: str, paid: Mapping[str, int]) -> str:
    """Return the points that a fighter lacks, in words. Empty when it has all those of `paid` (points by pool)."""
    for pool, points in paid.items():
        left = encounter[who].pool(pool)
        if points > left:
            price = counted(points, game.pack.pools[pool].label or pool)
            return f"it costs {price}, and {left} {'is' if left == 1 else 'are'} left"
    return ""


def may_go_on(game: Played, encounter: Encounter, who: str) -> bool:
    """Return whether points that a turn refills pay for a further action in the same turn.

    Where the clock's turns end with their actions, it must be one that the fighter can do now.
    """
    clock = game.pack.clock
    if clock.again != "turn" or not encounter[who].able:
        return False
    scope = game.scope(encounter, who)
    paying = [action for action in game.pack.action if game.pack.by_turn(action.pays)]
    payable = [action for action in paying if not _cannot_pay(game, encounter, who, payment(action.pays, scope))]
    return any(clock.ends == "points" or _can_do(game, encounter, who, action) for action in payable)


def _can_do(game: Played, encounter: Encounter, who: str, rule: ActionRule) -> bool:
    """Return whether a fighter can do an action at a target, with a weapon."""
    # A need of the fighter's own figures alone is the same at each target, so it is checked once.
    alone = rule.needs is not None and not any("." in name for name in formulas.names(rule.needs.root))
    if alone and rule.needs is not None and not formulas.number(rule.needs, game.scope(encounter, who)):
        return False
    targets = [other.id for other in encounter if other.id != who and rule.reaches(other)] if rule.target else [""]
    weapons = [weapon.name for weapon in sheet_of(encounter, who).weapons] if rule.weapon and game.pack.armed else [""]
    return any(
        not refusal(game, encounter, who, rule, deed(game, encounter, who, rule, (target, weapon)))
        for target in targets
        for weapon in weapons
    )


def answer_refusal(game: Played, encounter: Encounter, who: str, attacker: str, answer: AnswerRule) -> str:
    """Return why a fighter cannot give an answer now, in a few words. Empty when it can."""
    if stopped := game.pack.stopped(encounter[who]):
        return stopped
    scope = game.scope(encounter, who, attacker)
    if answer.needs is not None and not formulas.number(answer.needs, scope):
        return answer.needs.say or f"needs {answer.needs.text}"
    if why := _cannot_pay(game, encounter, who, payment(answer.pays, scope)):
        return why
    counts = formulas.number(answer.cost, scope)
    due = encounter.agenda.find(who, DECLARE)
    # With initiative rolled anew each round, a moment already pushed into the next round has no counts left to pay.
    if counts > 0 and game.pack.clock.anew and due is not None and due.count >= game.table.next_round(encounter.count):
        return f"it costs {counts}, and no moment is left in this {game.pack.clock.round_name}"
    return ""


@dataclass(frozen=True, slots=True)
class Check:
    """A roll: its dice, the number they must show, and the lines that explain it.

    `sign` is −1 where a modifier that helps lowers the number, 1 where it raises it: where the dice must show less.
    `against` is the number that the dice and all that is added to them are held against. None where less is needed.
    """

    thrown: Thrown
    need: int
    sign: int
    lines: tuple[str, ...]
    against: int | None = None


@dataclass(frozen=True, slots=True)
class Adds:
    """The effect of an answer on a number: its words, its addition, and whether the number is the answer's own."""

    answer: str = ""
    by: int = 0
    instead: bool = False


def check(
    rolling: Rolling,
    scope: formulas.Scope,
    number: int,
    adds: Adds,
    done: Deed | None = None,
    helps: bool = True,
    once: bool = True,
) -> Check:
    """Return a roll against `number`, as an answer (`adds`) and the modifiers of an action (`done`) change it.

    `helps` says that these modifiers help the roller. With `once` a figure of dice that the formula names twice is
    rolled once.
    """
    assert rolling.roll is not None and rolling.against is not None
    under = rolling.under
    dice = () if done is None else done.roll_dice
    rolled = formulas.summed(rolling.roll, dice, "-" if under == helps else "+")
    thrown = formulas.thrown(rolled, scope, once)
    if rolling.edge is not None:
        thrown = thrown.with_edge(formulas.number(rolling.edge, scope))
    sign = 1 if under else -1
    named = adds.answer if adds.instead else rolling.against.text
    lines = [f"{named if named != str(number) else 'the number'} {number}"]
    need = number
    if adds.by:
        need -= sign * adds.by
        lines += [f"{adds.answer} {signed(-sign * adds.by)}"]
    against = None if under else need
    need -= thrown.rest
    lines += [f"{rolling.roll.text}: {signed(-thrown.rest)}"] if thrown.rest else []
    by_modifiers = 0 if done is None else done.roll if helps else -done.roll
    need += sign * by_modifiers
    lines += [f"{done.manner} {signed(sign * by_modifiers)}"] if done is not None and by_modifiers else []
    if rolling.at_least is None and rolling.more_than is not None:
        need += 1
        lines.append("more is needed +1")
    return Check(thrown, need, sign, tuple(lines), against)


def check_of(
    game: Played,
    encounter: Encounter,
    who: str,
    done: Deed,
    answer: AnswerRule | None,
    number: int,
    answer_scope: formulas.Scope | None = None,
) -> Check:
    """Return the roll of an action against a number, which an answer may raise and modifiers may change.

    `answer_scope` has the figures for the answer, by default those of the target against the attacker.
    """
    rule, adds = done.rule, Adds()
    if answer is not None and done.target:
        by = formulas.number(answer.adds, answer_scope or game.scope(encounter, done.target, who))
        adds = Adds(answer.label or answer.name, by, instead=answer.number is not None)
    scope = game.scope(encounter, who, done.target, done.weapon)
    return check(rule.rolled, scope, number, adds, done, helps=not rule.tests_target, once=bool(encounter.release))


def percent(game: Played, encounter: Encounter, who: str, done: Deed, answer: AnswerRule | None = None) -> int | None:
    """Return the chance that an action hits in percent, the other's dice and the fighter's own conditions weighed.

    A modifier that the GM gave to a target who rolls is left out, since players see the chance. None for an action
    that rolls nothing.
    """
    rule = done.rule
    if rule.rolled.roll is None or rule.rolled.against is None:
        return None
    scope = game.scope(encounter, who, done.target, done.weapon)
    if answer is not None and answer.number is not None:
        against = formulas.thrown(answer.number, game.scope(encounter, done.target, who))
    else:
        against = formulas.thrown(rule.rolled.against, scope)
    roll = check_of(game, encounter, who, done, answer, against.rest)
    need = roll.need
    if not rule.tests_target:
        need += roll.sign * sum(amount for amount, _ in encounter[who].weights)
    return in_percent(rule.result, roll, against, need, scope, tests_target=rule.tests_target)


def in_percent(
    rows: Sequence[Result], roll: Check, against: Thrown, need: int, scope: formulas.Scope, tests_target: bool = False
) -> int:
    """Return the chance in percent that a roll reaches a number, or that rows of results say that it hits.

    `need` is what the dice of the roll must show, against the dice of the number in `against`. With `tests_target` the
    chance that the target's roll does not reach it.
    """
    if any(row.hit is not None for row in rows) and not tests_target:
        added = 0 if roll.against is None else roll.against - need
        hits = results.chance(rows, roll.sign > 0, roll.thrown, against, need, added=added, scope=scope)
        return max(0, min(100, round(100 * hits)))
    plus, minus = (*roll.thrown.plus, *against.minus), (*roll.thrown.minus, *against.plus)
    chance = share(plus, minus, need, under=roll.sign > 0)
    return 100 - chance if tests_target else chance


def passing(game: Played, encounter: Encounter, who: str, other: str, test: Test, weapon: Weapon | None = None) -> int:
    """Return the chance that a fighter passes a test in percent, the other's dice and its own conditions weighed."""
    assert test.against is not None
    scope = game.scope(encounter, who, other, weapon)
    against = formulas.thrown(test.against, scope)
    roll = check(test, scope, against.rest, Adds())
    weights = () if test.who == "target" and other else encounter[who].weights
    return in_percent((), roll, against, roll.need + roll.sign * sum(amount for amount, _ in weights), scope)


def left_by(game: Played, encounter: Encounter, who: str, done: Deed, answer: AnswerRule) -> int | None:
    """Return the chance in percent that an action still hits after an answer before its roll.

    It is the mean of the chances with and without the answer, by the chance that the answer's test succeeds.
    """
    met = percent(game, encounter, who, done, answer)
    if met is None or answer.test is None:
        return met
    passed = passing(game, encounter, done.target, who, answer.test)
    unmet = percent(game, encounter, who, done)
    assert unmet is not None
    return round((passed * (0 if answer.stops else met) + (100 - passed) * unmet) / 100)


def share(plus: tuple[Kind, ...], minus: tuple[Kind, ...], need: int, under: bool) -> int:
    """Return the chance in percent that dice reach a number, or with `under` stay at or below it."""
    part = 1 - odds.chance(plus, minus, need + 1) if under else odds.chance(plus, minus, need)
    return max(0, min(100, round(100 * part)))
