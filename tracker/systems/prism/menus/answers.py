"""Answers: the ways to answer a question of a reaction, an intent or a late choice, and what a number would bring."""

from __future__ import annotations

from tracker.encounter.questions import Question
from tracker.encounter.state import Encounter
from tracker.rules.values import Choice
from tracker.systems.kit import menus
from tracker.systems.prism.actions import plan, reactions, resolution
from tracker.systems.prism.actions.declarations import HOW_MUCH
from tracker.systems.prism.actions.reactions import ABSORB, DEFLECT, DESPERATION, DODGE, Answer
from tracker.systems.prism.actions.turns import MEANINGS
from tracker.systems.prism.book.house import Options
from tracker.systems.prism.checks import energy, quality, targets
from tracker.systems.prism.sheets import standing
from tracker.systems.prism.sheets.models import Weapon
from tracker.systems.prism.sheets.sheet import STAMINA, sheet_of


def choices(options: Options, encounter: Encounter, question: Question) -> tuple[Choice, ...]:
    """What answers an open question of choice, each with its price or why it cannot be."""
    if question.what == resolution.REACTION:
        return _reactions(options, encounter, question)
    if question.what == resolution.LATE_CHOICE:
        return _late(options, encounter, question)
    return tuple(Choice(word[0], word, word, price=MEANINGS.get(word, "")) for word in question.choices)


def priced(options: Options, encounter: Encounter, question: Question, amount: int) -> str:
    """What a number costs and gives: odds change with it (S-TN-3, S-DODGE-1, S-DEFLECT-1, S-DODGE-4)."""
    task = question.then[-1] if question.then else None
    if task is None:
        return ""
    if question.what == resolution.REACTION_ENERGY:
        answer = Answer.of(task.data["left"][0])
        return _reacting(options, encounter, question, answer, task.data["reaction"], amount)
    if question.what == resolution.LATE_STAMINA:
        own = task.data["own"] + targets.raised(amount, options.house_rules)
        result = task.data["kept"]["total"]
        low, high = targets.window(own, result, options.house_rules)
        percent = targets.answer_percent(own, result, options.house_rules)
        left = encounter[question.who].pool(STAMINA) - amount
        return f"TN {own}, {low} to {high}, {percent} % to dodge; stamina {left} left"
    if task.stage == HOW_MUCH:
        _, name, *rest = task.data["words"]
        weapon = sheet_of(encounter, question.who).weapon(name)
        assert weapon is not None
        number = standing.attack_number(options, encounter, question.who, weapon).total
        number += targets.raised(amount, options.house_rules)
        own_plan = plan.read(rest, question.who)
        spent = amount + energy.move_price(own_plan.pace, options.house_rules)
        spent += own_plan.second * options.house_rules.second_action_energy
        left = standing.energy(encounter, question.who, options.house_rules) - spent
        return f"TN {number}, {targets.percent(number)} % to hit; energy {left} left"
    return ""


def attack(options: Options, encounter: Encounter, answer: Answer) -> tuple[Weapon, int] | None:
    """The weapon and the target number of an attack under way, with what its attacker has burnt."""
    action = encounter[answer.who].action(answer.action)
    weapon = None if action is None else sheet_of(encounter, answer.who).weapon(action.weapon)
    if action is None or weapon is None:
        return None
    burnt = plan.read(action.options, action.verb).energy
    number = standing.attack_number(options, encounter, answer.who, weapon).total
    return weapon, number + targets.raised(burnt, options.house_rules)


def _reacting(
    options: Options, encounter: Encounter, question: Question, answer: Answer, reaction: str, amount: int
) -> str:
    against = attack(options, encounter, answer)
    if against is None:
        return ""
    _, number = against
    house, who = options.house_rules, question.who
    kind: energy.Reaction = "dodge" if reaction == DODGE else "deflect"
    off = energy.penalty(kind, amount, standing.defensive(encounter, who), house)
    own = reactions.dodging(options, encounter, who) if reaction == DODGE else None
    hit = targets.hit_percent(number - off, own, house)
    left = standing.energy(encounter, who, house) - amount
    return f"{off} off, their TN {number - off}, {hit:.0f} % to be hit; energy {left} left".replace("-", "−")


def _reactions(options: Options, encounter: Encounter, question: Question) -> tuple[Choice, ...]:
    answer = Answer.of(question.then[-1].data["left"][0])
    against = attack(options, encounter, answer)
    if against is None:
        return (Choice("a", ABSORB, ABSORB),)
    (weapon, number), who, house = against, question.who, options.house_rules
    dodge = reactions.no_dodge(encounter, who, question.about, weapon)
    deflect = reactions.no_deflection(encounter, who, question.about)
    on_guard = standing.defensive(encounter, who)
    mean = quality.mean_damage(number, weapon.modifier, house)
    spared = quality.deflected(mean, "normal", house)
    hit = 0.0 if dodge else targets.hit_percent(number, reactions.dodging(options, encounter, who), house)
    return (
        Choice("a", ABSORB, ABSORB, price=f"{targets.percent(number)} % to be hit, about {mean} damage"),
        Choice("d", DODGE, DODGE, refused=dodge, price="" if dodge else
               f"{hit:.0f} % to be hit; {_each('dodge', on_guard, options)}", chance=round(100 - hit)),
        *_deflections(encounter, who, deflect, f"about {spared} less; {_each('deflect', on_guard, options)}"),
    )  # fmt: skip


def _deflections(encounter: Encounter, who: str, refused: str, price: str) -> tuple[Choice, ...]:
    """Deflecting, once for each fitting object, with what is left of it where it has a capacity (S-DEFLECT-1)."""
    held, objects = standing.objects(encounter, who), sheet_of(encounter, who).objects
    if len(held) < 2:
        return (Choice("e", DEFLECT, DEFLECT, refused=refused, price="" if refused else price),)
    keys = ("e", *menus.letters([one.name for one in held[1:]], taken="ade"))
    lasts = (f", AC {encounter[who].pool(objects[one.name].pool)}" if one.name in objects else "" for one in held)
    words = reactions.deflections(encounter, who)
    return tuple(
        Choice(key, f"{DEFLECT} with {one.name}", word, price=f"{price}{left}", refused=refused)
        for key, one, word, left in zip(keys, held, words, lasts, strict=True)
    )


def _each(reaction: energy.Reaction, on_guard: bool, options: Options) -> str:
    cost = energy.price(reaction, on_guard, options.house_rules)
    return f"{float(cost):g} energy for 1 off their TN"


def _late(options: Options, encounter: Encounter, question: Question) -> tuple[Choice, ...]:
    data, who, house = question.then[-1].data, question.who, options.house_rules
    own, result = data["own"], data["kept"]["total"]
    deflect = reactions.no_deflection(encounter, who, question.about)
    desperate = reactions.no_desperation(encounter, who, own, result, house)
    there, least = encounter[who].pool(STAMINA), targets.needed(own, result, house)
    best = targets.answer_percent(own + targets.raised(there, house), result, house)
    return (
        Choice("a", ABSORB, ABSORB),
        *_deflections(encounter, who, deflect, "a share negated, nothing off the TN"),
        Choice("d", f"{DESPERATION} dodge", DESPERATION, refused=desperate, price="" if desperate else
               f"{least} to {there} stamina, up to {best} %"),
    )  # fmt: skip
