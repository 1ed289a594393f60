"""Reactions: an attack under way and what its target may do before the dice and after, what it brings and why not."""

from __future__ import annotations

from typing import NamedTuple

from tracker.encounter.names import slug
from tracker.model.combatant import Action
from tracker.model.state import Encounter
from tracker.systems.kit.names import demanded
from tracker.systems.kit.sums import Sum
from tracker.systems.prism.actions import plan
from tracker.systems.prism.checks import targets
from tracker.systems.prism.sheets.fighter_state import Fighter
from tracker.systems.prism.sheets.sheet import STAMINA, Weapon

ABSORB, DODGE, DEFLECT, DESPERATION = "absorb", "dodge", "deflect", "desperation"
_DODGED = {"melee": "melee", "thrown": "thrown", "firearm": "firearms"}
_CALLED = {"melee": "a blow", "thrown": "what is thrown or shot by muscle", "firearm": "a firearm"}


class Answer(NamedTuple):
    """How an attack is answered: energy paid before the dice, the object it is deflected with."""

    action: int
    who: str
    """Whose action it is."""
    reaction: str = ABSORB
    energy: int = 0
    held: str = ""
    """What it is deflected with, where there was a choice; empty: the likely object."""


class Attack:
    """An attack under way, and how it is answered."""

    def __init__(self, encounter: Encounter, answer: Answer, action: Action) -> None:
        self.answer, self.action = answer, action
        self.attacker, self.target = Fighter(encounter, answer.who), Fighter(encounter, action.target)
        self.weapon = demanded(self.attacker.sheet.weapons, action.weapon, self.attacker.name, "weapon")
        self.how = plan.read(action.options, action.verb)

    @staticmethod
    def of(encounter: Encounter, answer: Answer) -> Attack | None:
        """The action of this answer; None when it is no more, or no attack."""
        action = encounter[answer.who].action(answer.action)
        return None if action is None or action.verb != plan.ATTACK else Attack(encounter, answer, action)

    @property
    def penalty(self) -> int:
        """What the reaction's energy takes off its target number (S-DODGE-1, S-DEFLECT-1)."""
        way: targets.Reaction = "dodge" if self.answer.reaction == DODGE else "deflect"
        spent = 0 if self.answer.reaction == ABSORB else self.answer.energy
        return targets.penalty(way, spent, self.target.defensive, self.target.house)

    @property
    def number(self) -> Sum:
        """Its target number, with the energy on either side (S-TN-3, S-DODGE-1, S-DEFLECT-1)."""
        why = f"{self.target.name} {self.answer.reaction}s with {self.answer.energy} energy"
        rule = "S-DODGE-1" if self.answer.reaction == DODGE else "S-DEFLECT-1"
        return self.attacker.attack(self.weapon, self.how.energy).add(-self.penalty, why, rule)

    @staticmethod
    def planned(encounter: Encounter, who: str, target: str, weapon: Weapon, how: plan.Plan) -> Attack:
        """The attack that would come of a plan, for its odds before it is declared."""
        action = Action(0, plan.ATTACK, weapon=weapon.name, target=target, options=how.words)
        return Attack(encounter, Answer(0, who), action)

    def answered(self, reaction: str, energy: int = 0) -> Attack:
        """The same with another answer to it."""
        return Attack(self.attacker.encounter, self.answer._replace(reaction=reaction, energy=energy), self.action)

    @property
    def hit(self) -> float:
        """How often in a hundred it hits, answered so: the one place that says it (S-TN-2, S-DODGE-2)."""
        own = self.target.dodge().total if self.answer.reaction == DODGE else None
        return targets.hit_percent(self.number.total, own, self.target.house)

    def no(self, reaction: str) -> str:
        """Why its target cannot react so, as a sentence; empty when it can."""
        return why_not(reaction, self.target, self.answer.who, self.weapon)


def deflections(target: Fighter) -> dict[str, str]:
    """The objects by the words for deflecting: the likely one, then each other, `deflect-sword` (S-DEFLECT-1)."""
    likely, *others = [weapon.name for weapon in target.objects] or [""]
    return {DEFLECT: likely, **{f"{DEFLECT}-{slug(name)}": name for name in others}}


class Reaction(NamedTuple):
    """A reaction, and the object it is done with where there was a choice."""

    way: str
    held: str = ""


def with_what(target: Fighter, word: str) -> Reaction:
    """The reaction a word means."""
    objects = deflections(target)
    if word not in objects:
        return Reaction(word)
    return Reaction(DEFLECT, objects[word] if len(objects) > 1 else "")


def why_not(reaction: str, target: Fighter, attacker: str, weapon: Weapon) -> str:
    """Why somebody cannot dodge or deflect a weapon, as a sentence; empty when it can (S-REACT).

    By its kind (S-DODGE-3), for lack of an object (S-DEFLECT-1), or unaware: that absorbs (S-ABSORB, SQ 28).
    """
    one, sheet = target.now, target.sheet
    if reaction == ABSORB:
        return ""
    if attacker in one.unaware_of:
        return f"{one.name} has not noticed {target.encounter[attacker].name} and cannot react (S-ABSORB)."
    if not one.able:
        return f"{one.name} {one.presence.words} and cannot react (S-ABSORB)."
    if reaction == DEFLECT:
        nothing = f"{one.name} cannot deflect: it has nothing fitting in hand (S-DEFLECT-1)."
        return "" if target.objects else nothing
    if _DODGED[weapon.use] not in sheet.dodges:
        return f"{one.name} cannot dodge {_CALLED[weapon.use]} (S-DODGE-3)."
    if sheet.skill(sheet.dodge) is None and not target.house.unskilled_dodge:
        return f"{one.name} cannot dodge: it has no skill {sheet.dodge}."
    least = targets.least("dodge", target.defensive, target.house)
    if least > target.energy:
        left = f"{target.energy} {'is' if target.energy == 1 else 'are'} left"
        return f"{one.name} cannot dodge: that takes at least {least} energy, and {left} (S-DODGE-1)."
    return ""


def costless(target: Fighter) -> tuple[str, ...]:
    """The word for deflecting with an object that does not wear out: no energy need be burnt, so it costs nothing."""
    lasting = (word for word, name in deflections(target).items() if name and name not in target.sheet.objects)
    return tuple(lasting)[:1]


def ways(attack: Attack) -> tuple[str, ...]:
    """The words for what is open to the target of an attack; absorbing comes first unless another way is never worse.

    A deflection for nothing negates its share of the damage, a dodge for nothing may make it miss (SQ 31).
    """
    target = attack.target
    dodge = () if attack.no(DODGE) else (DODGE,)
    deflect = () if attack.no(DEFLECT) else tuple(deflections(target))
    if deflect and (free := costless(target)):
        return (*free, ABSORB, *dodge, *(word for word in deflect if word not in free))
    if dodge and target.house.free_dodge:
        return (*dodge, ABSORB, *deflect)
    return (ABSORB, *dodge, *deflect)


def each(target: Fighter, reaction: targets.Reaction) -> str:
    """The energy that takes 1 off an attacker's target number, as a number (S-DODGE-1, S-DEFLECT-1)."""
    return f"{float(targets.price(reaction, target.defensive, target.house)):g}"


def no_desperation(target: Fighter, own: int, result: int) -> str:
    """Why the target cannot dodge in desperation, as a sentence; empty when it can (S-DODGE-4)."""
    left, least = target.now.pool(STAMINA), targets.needed(own, result, target.house)
    if not least:
        return f"{target.name} cannot dodge a result of {result:02d} by any stamina."
    if least > left:
        return f"{target.name} cannot dodge in desperation: that takes {least} stamina, {left} left."
    return ""


def late_ways(attack: Attack, own: int, result: int) -> tuple[str, ...]:
    """What is open once a result leaves no window; deflecting first where that is never worse than absorbing."""
    target = attack.target
    deflect = () if attack.no(DEFLECT) else tuple(deflections(target))
    desperate = () if no_desperation(target, own, result) else (DESPERATION,)
    if deflect and (free := costless(target)):
        return (*free, ABSORB, *(word for word in deflect if word not in free), *desperate)
    return (ABSORB, *deflect, *desperate)
