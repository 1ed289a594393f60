"""Answers: the ways to answer a question of a reaction, an intent or a late choice, and what a number would bring."""

from __future__ import annotations

from typing import Any

from tracker.encounter.questions import Question
from tracker.encounter.state import Encounter
from tracker.rules.values import Choice
from tracker.systems.kit import menus
from tracker.systems.prism.actions import plan, reactions, resolution
from tracker.systems.prism.actions.declarations import HOW_MUCH
from tracker.systems.prism.actions.reactions import ABSORB, DEFLECT, DESPERATION, DODGE, Answer, Attack
from tracker.systems.prism.actions.turns import MEANINGS
from tracker.systems.prism.checks import quality, targets
from tracker.systems.prism.sheets.sheet import STAMINA
from tracker.systems.prism.sheets.standing import Fighter


def choices(encounter: Encounter, question: Question) -> tuple[Choice, ...]:
    """What answers an open question of choice, each with its price or why it cannot be."""
    if question.what == resolution.REACTION:
        return _reactions(encounter, question)
    if question.what == resolution.LATE_CHOICE:
        return _late(encounter, question)
    return tuple(Choice(word[0], word, word, price=MEANINGS.get(word, "")) for word in question.choices)


def priced(encounter: Encounter, question: Question, amount: int) -> str:
    """What a number costs and gives: odds change with it (S-TN-3, S-DODGE-1, S-DEFLECT-1, S-DODGE-4)."""
    data, own = question.then[-1].data if question.then else {}, Fighter(encounter, question.who)
    if question.what == resolution.REACTION_ENERGY:
        asked = Answer(**data["left"][0])
        attack = Attack.of(encounter, asked._replace(reaction=data["reaction"], energy=amount))
        return _reacting(attack, amount) if attack else ""
    if question.what == resolution.LATE_STAMINA:
        given = (data["own"] + targets.raised(amount, own.house), data["kept"]["total"], own.house)
        low, high = targets.window(*given)
        left = own.now.pool(STAMINA) - amount
        return f"TN {given[0]}, {low} to {high}, {targets.answer_percent(*given)} % to dodge; stamina {left} left"
    return _attacking(own, data, amount) if question.then and question.then[-1].stage == HOW_MUCH else ""


def _attacking(own: Fighter, data: Any, amount: int) -> str:
    _, name, *rest = data["words"]
    weapon = own.sheet.weapon(name)
    assert weapon is not None
    number = own.attack(weapon, amount).total
    left = own.energy - amount - plan.read(rest, own.who).price(own.house)
    return f"TN {number}, {targets.percent(number)} % to hit; energy {left} left"


def _reacting(attack: Attack, amount: int) -> str:
    target, number = attack.target, attack.number.total
    own = target.dodge().total if attack.answer.reaction == DODGE else None
    hit, left = targets.hit_percent(number, own, target.house), target.energy - amount
    text = f"{attack.penalty} off, their TN {number}, {hit:.0f} % to be hit; energy {left} left"
    return text.replace("-", "−")


def _reactions(encounter: Encounter, question: Question) -> tuple[Choice, ...]:
    attack = Attack.of(encounter, Answer(**question.then[-1].data["left"][0]))
    if attack is None:
        return (Choice("a", ABSORB, ABSORB),)
    target, number, dodge = attack.target, attack.number.total, attack.no(DODGE)
    mean = quality.mean_damage(number, attack.weapon.modifier, target.house)
    spared = quality.deflected(mean, "normal", target.house)
    hit = 0.0 if dodge else targets.hit_percent(number, target.dodge().total, target.house)
    cost = {kind: f"{reactions.each(target, kind)} energy for 1 off their TN" for kind in reactions.REACTIONS}
    price = "" if dodge else f"{hit:.0f} % to be hit; {cost['dodge']}"
    return (
        Choice("a", ABSORB, ABSORB, price=f"{targets.percent(number)} % to be hit, about {mean} damage"),
        Choice("d", DODGE, DODGE, refused=dodge, price=price, chance=round(100 - hit)),
        *_deflections(attack, f"about {spared} less; {cost['deflect']}"),
    )


def _deflections(attack: Attack, price: str) -> tuple[Choice, ...]:
    """Deflecting, once for each fitting object, with what is left of it where it has a capacity (S-DEFLECT-1)."""
    target, refused = attack.target, attack.no(DEFLECT)
    held, objects = target.objects, target.sheet.objects
    if len(held) < 2:
        return (Choice("e", DEFLECT, DEFLECT, refused=refused, price="" if refused else price),)
    keys = ("e", *menus.letters([one.name for one in held[1:]], taken="ade"))
    lasts = (f", AC {target.now.pool(objects[one.name].pool)}" if one.name in objects else "" for one in held)
    return tuple(
        Choice(key, f"{DEFLECT} with {one.name}", word, price=f"{price}{left}", refused=refused)
        for key, one, word, left in zip(keys, held, reactions.deflections(target), lasts, strict=True)
    )


def _late(encounter: Encounter, question: Question) -> tuple[Choice, ...]:
    data, target = question.then[-1].data, Fighter(encounter, question.who)
    attack = Attack.of(encounter, Answer(**data["kept"]["ready"][0]))
    own, result, there = data["own"], data["kept"]["total"], target.now.pool(STAMINA)
    refused, least = reactions.no_desperation(target, own, result), targets.needed(own, result, target.house)
    best = targets.answer_percent(own + targets.raised(there, target.house), result, target.house)
    price = "" if refused else f"{least} to {there} stamina, up to {best} %"
    return (
        Choice("a", ABSORB, ABSORB),
        *(_deflections(attack, "a share negated, nothing off the TN") if attack else ()),
        Choice("d", f"{DESPERATION} dodge", DESPERATION, refused=refused, price=price),
    )
