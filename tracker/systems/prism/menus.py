"""Menus: what somebody may declare, key by key down to a line, and how a question is answered, with prices and odds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tracker.model.questions import Question
from tracker.model.refusals import Refused
from tracker.model.state import Encounter
from tracker.system_api.values import Choice, Menu
from tracker.systems.kit import menus
from tracker.systems.prism.actions import plan, reactions, resolution
from tracker.systems.prism.actions.contests import TASK
from tracker.systems.prism.actions.declarations import HOW_MUCH, why_not
from tracker.systems.prism.actions.plan import ATTACK, DEFEND, DOUBLE, MOVE, USE, WAYS, Plan
from tracker.systems.prism.actions.reactions import ABSORB, DEFLECT, DESPERATION, DODGE, Answer, Attack
from tracker.systems.prism.actions.turns import MEANINGS
from tracker.systems.prism.checks import harm, targets
from tracker.systems.prism.sheets.fighter_state import Fighter
from tracker.systems.prism.sheets.sheet import STAMINA, Weapon

TURN = "turn"
"""The path of the first menu when its options are on: `turn`, then the words of the plan."""


class Declaring(Fighter):
    """Somebody who is to declare."""

    def odds(self, weapon: Weapon, burnt: int = 0) -> str:
        """An attack before anybody reacts, at nobody yet: `TN 54, 55 %, about 11 damage`."""
        number = self.attack(weapon, burnt).total
        mean = harm.mean_damage(number, weapon.modifier, self.house)
        return f"TN {number}, {targets.hit_percent(number, None, self.house):.0f} %, about {mean} damage".replace(
            "-", "−"
        )

    def turn(self, how: Plan) -> Menu:
        """All that may be done, as the plan is so far (S-TURN)."""
        house, name, who, double, there = self.house, self.name, self.who, Plan(DOUBLE), self.energy
        turned = how._replace(pace=WAYS[(WAYS.index(how.pace) + 1) % len(WAYS)])
        twice = how._replace(second=not how.second)
        alone = not any(one.able and one.id != who for one in self.encounter)
        unarmed = "" if self.sheet.weapons else f"{name} has no weapon to attack with."
        nobody = f"Nobody is left for {name} to attack." if alone else unarmed
        speed = self.sheet.attribute("Speed")
        costs = f"dodging and deflecting cost {'half' if house.defensive == 'half' else 'as ever'} until its next turn"
        held = f"{name} cannot hold its second action; p gives it up." if self.second_open else ""
        held = held if house.hold else f"{name} cannot hold an action: hold = false."
        cost = Plan(how.pace).price(house)
        paid, moving = f"{cost} energy of {there}" if cost else "free", how.pace != "stay"
        choices = (
            Choice("a", "attack", path=(ATTACK, *how.words), refused=nobody or why_not(self, ATTACK, how)),
            Choice("d", "on the defensive", line=f"{who} {DEFEND}{how.line}", price=costs,
                   refused=why_not(self, DEFEND, how)),
            Choice("e", "use, do", line=f"{who} {USE} ", unfinished=True, refused=why_not(self, USE, how)),
            Choice("o", f"double time {double.far(speed)}", line=f"{who} {DOUBLE}",
                   price=f"{double.price(house)} energy of {there}, no action", refused=why_not(self, MOVE, double)),
            Choice("w", "hold", refused=held) if held else menus.wait(who, "hold", "any tick until its next turn"),
            Choice("p", "only move", line=f"{who} {MOVE}{how.line}", refused=why_not(self, MOVE, how),
                   price=paid) if moving else Choice("p", "nothing", line=f"{who} pass"),
            Choice("t", "try a skill", path=(TASK,), price="no time"),
        )  # fmt: skip
        toggles = (
            Choice("m", how.movement(speed) or "moving?", path=(TURN, *turned.words), price=paid if moving else ""),
            Choice("s", "a second action" if how.second else "a second action?", path=(TURN, *twice.words),
                   price=f"{house.second_action_energy} energy of {there}",
                   refused="" if how.second else why_not(self, "", twice)),
        )  # fmt: skip
        shown_as = f", shown {self.intent}" if self.intent else ""
        title = f"{name} declares{shown_as}{', its second action' if self.second_open else ''}"
        absent = tuple(choice for choice in choices if self.intent and choice.key in "ade" and choice.refused)
        return Menu(title, tuple(choice for choice in choices if choice not in absent), toggles, absent=absent)

    def tasks(self) -> Menu:
        """The skills to be rolled by themselves, or with energy and modifiers typed (S-TN-1, S-TN-3, S-TN-4)."""
        start, skills = f"{self.who} {TASK}", self.sheet.skills
        numbers = [self.number(skill).total for skill in skills]
        choices = [
            Choice(key, one.name, line=f'{start} "{one.name}"', price=f"TN {number}, {targets.percent(number)} %")
            for key, one, number in zip(menus.letters([one.name for one in skills], "o"), skills, numbers, strict=True)
        ]
        typed = Choice("o", "with energy or modifiers, typed", line=f"{start} ", unfinished=True)
        return Menu(f"{self.name}: try which skill?", (*choices, typed))

    def weapons(self, how: Plan) -> Menu:
        """The weapons there are to attack with."""
        choices = tuple(
            Choice("123456789"[at : at + 1], one.name, path=(ATTACK, f"={one.name}", *how.words),
                   price=self.odds(one, how.energy))
            for at, one in enumerate(self.sheet.weapons)
        )  # fmt: skip
        return Menu(f"{self.name}: with which weapon?", choices)

    def targets(self, weapon: Weapon, how: Plan) -> Menu:
        """Whom to attack with it, at what odds (S-TN-4)."""
        number = self.attack(weapon, how.energy).total
        start, end = f"{self.who} {ATTACK}", f'"{weapon.name}"{how._replace(aim="").line}{" aim " if how.aim else ""}'

        def price(target: str) -> str:
            attack = Attack.planned(self.encounter, self.who, target, weapon, how)
            text = f"TN {attack.number.total}, {attack.hit:.0f} %".replace("-", "−")
            if how.asks or attack.no(DODGE):
                return text
            return f"{text}; if dodged {least_dodge(attack).hit:.0f} %"

        why, asking = why_not(self, ATTACK, how), how._replace(asks=not how.asks)
        choices = menus.targets(
            self.encounter, self.who, lambda to: f"{start} {to} {end}", price, lambda _: why, unfinished=bool(how.aim)
        )
        toggles = (
            Choice("n", "energy into it, asked" if how.asks else "energy into it?", path=(ATTACK, f"={weapon.name}",
                   *asking.words), price=f"1 TN for {self.house.desperation_cost} of {self.energy}"),
            Choice("c", "at a part of the body" + (", typed" if how.aim else "?"),
                   path=(ATTACK, f"={weapon.name}", *how._replace(aim="" if how.aim else "part").words)),
        )  # fmt: skip
        detail = (weapon.name, how.movement(self.sheet.attribute("Speed")), "with a second action" * how.second,
                  f"about {harm.mean_damage(number, weapon.modifier, self.house)} damage")  # fmt: skip
        return Menu(f"{self.name} attacks whom with {', '.join(filter(None, detail))}?", choices, toggles)


def menu(encounter: Encounter, who: str, path: tuple[str, ...]) -> Menu:
    """The menu at `path`: everything at (), the weapons or targets behind `attack`."""
    own = Declaring(encounter, who)
    if not path or path[0] == TURN:
        return own.turn(plan.read(path[1:], who))
    if path[0] == TASK:
        return own.tasks()
    if path[0] != ATTACK:
        raise Refused(f"There is no menu {path[0]}.")
    named = len(path) > 1 and path[1].startswith("=")
    how = plan.read(path[2:] if named else path[1:], who)
    if not named and len(own.sheet.weapons) > 1:
        return own.weapons(how)
    weapon = own.sheet.weapon(path[1][1:] if named else "")
    if weapon is None:
        raise Refused(f"{own.name} has no weapon to attack with.")
    return own.targets(weapon, how)


def again(encounter: Encounter, who: str) -> Choice | None:
    """The last attack on the same target with the same weapon."""
    own = Declaring(encounter, who)
    last = own.now.last

    def price(weapon: Weapon) -> str:
        attack = Attack.planned(encounter, who, last.target if last is not None else "", weapon, Plan())
        number = attack.number.total
        mean = harm.mean_damage(number, weapon.modifier, own.house)
        return f"TN {number}, {attack.hit:.0f} %, about {mean} damage".replace("-", "−")

    return menus.again(encounter, who, ATTACK, own.sheet.weapon, price, lambda: why_not(own, ATTACK, Plan()))


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
        number, left = data["own"] + targets.raised(amount, own.house), own.now.pool(STAMINA) - amount
        window = targets.window(number, data["kept"]["total"], own.house)
        faces = f"{window.start} to {window.stop - 1}, {len(window)} %"
        return f"TN {number}, {faces} to dodge; stamina {left} left"
    weapon = own.sheet.weapon(data["words"][1]) if question.then and question.then[-1].stage == HOW_MUCH else None
    if weapon is None:
        return ""
    number, left = own.attack(weapon, amount).total, own.energy - amount
    left -= plan.read(data["words"][2:], own.who).price(own.house)
    return f"TN {number}, {targets.percent(number)} % to hit; energy {left} left"


def least_dodge(attack: Attack) -> Attack:
    """The same dodged with the least energy there may be in it (SQ 31)."""
    target = attack.target
    return attack.answered(DODGE, targets.least("dodge", target.defensive, target.house))


def _reacting(attack: Attack, amount: int) -> str:
    number, left = attack.number.total, attack.target.energy - amount
    text = f"{attack.penalty} off, their TN {number}, {attack.hit:.0f} % to be hit; energy {left} left"
    return text.replace("-", "−")


def _reactions(encounter: Encounter, question: Question) -> tuple[Choice, ...]:
    """What is open, each way with its odds; the first is never worse than absorbing (SQ 31)."""
    attack = Attack.of(encounter, Answer(**question.then[-1].data["left"][0]))
    if attack is None:
        return (Choice("a", ABSORB, ABSORB),)
    target, number = attack.target, attack.number.total
    mean = harm.mean_damage(number, attack.weapon.modifier, target.house)
    spared = harm.deflected(mean, "normal", target.house)
    cost = {kind: f"{reactions.each(target, kind)} energy for 1 off their TN" for kind in targets.WAYS}
    offered = [Choice("a", ABSORB, ABSORB, price=f"{attack.hit:.0f} % to be hit, about {mean} damage")]
    if why := attack.no(DODGE):
        offered.append(Choice("d", DODGE, DODGE, refused=why))
    else:
        dodged = least_dodge(attack)
        spent = f" with {dodged.answer.energy} energy" if dodged.answer.energy else ""
        price = f"{dodged.hit:.0f} % to be hit{spent}; {cost['dodge']}"
        offered.append(Choice("d", DODGE, DODGE, price=price, chance=round(100 - dodged.hit)))
    offered += _deflections(attack, f"about {spared} less; {cost['deflect']}")
    return _in_order(offered, reactions.ways(attack))


def _in_order(offered: Sequence[Choice], words: Sequence[str]) -> tuple[Choice, ...]:
    """What is open in the order of its words; then what is not, unlisted: its key and word say why (S-REACT)."""
    there = [choice for choice in offered if not choice.refused]
    closed = [replace(choice, absent=True, price="") for choice in offered if choice.refused]
    return (*sorted(there, key=lambda choice: words.index(choice.word)), *closed)


def _deflections(attack: Attack, price: str) -> tuple[Choice, ...]:
    """Deflecting, once for each fitting object, with what is left of it where it has a capacity (S-DEFLECT-1)."""
    target = attack.target
    held, objects = target.objects, target.sheet.objects
    if why := attack.no(DEFLECT):
        return (Choice("e", DEFLECT, DEFLECT, refused=why),)
    if len(held) < 2:
        return (Choice("e", DEFLECT, DEFLECT, price=price),)
    keys = ("e", *menus.letters([one.name for one in held[1:]], taken="ade"))
    lasts = (f", AC {target.now.pool(objects[one.name].pool)}" if one.name in objects else "" for one in held)
    return tuple(
        Choice(key, f"{DEFLECT} with {one.name}", word, price=f"{price}{left}")
        for key, one, word, left in zip(keys, held, reactions.deflections(target), lasts, strict=True)
    )


def _late(encounter: Encounter, question: Question) -> tuple[Choice, ...]:
    """What is left of the choice once a result leaves no window: only what is open (S-DODGE-4, S-DEFLECT-3)."""
    data, target = question.then[-1].data, Fighter(encounter, question.who)
    attack = Attack.of(encounter, Answer(**data["kept"]["ready"][0]))
    offered = [Choice("a", ABSORB, ABSORB)]
    if attack is None:
        return tuple(offered)
    own, result, there = data["own"], data["kept"]["total"], target.now.pool(STAMINA)
    offered += _deflections(attack, "a share negated, nothing off the TN")
    if why := reactions.no_desperation(target, own, result):
        offered.append(Choice("d", f"{DESPERATION} dodge", DESPERATION, refused=why))
    else:
        least = targets.needed(own, result, target.house)
        best = len(targets.window(own + targets.raised(there, target.house), result, target.house))
        price = f"{least} to {there} stamina, up to {best} %"
        offered.append(Choice("d", f"{DESPERATION} dodge", DESPERATION, price=price))
    return _in_order(offered, reactions.late_ways(attack, own, result))
