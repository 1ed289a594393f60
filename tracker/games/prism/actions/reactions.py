"""Reactions: an attack under way, the ways its target may react to it, their odds, and why one is closed."""

from __future__ import annotations

from typing import NamedTuple

from tracker.encounter.names import slug
from tracker.games.prism import checks, odds
from tracker.games.prism.actions import action_options
from tracker.games.prism.fighter import Fighter
from tracker.games.prism.sheet import STAMINA, Weapon
from tracker.games.toolkit.names import demanded
from tracker.games.toolkit.sums import Sum
from tracker.model.combatant import Action, Presence
from tracker.model.state import Encounter

ABSORB, DODGE, DEFLECT, DESPERATION = "absorb", "dodge", "deflect", "desperation"
_DODGED = {"melee": "melee", "thrown": "thrown", "firearm": "firearms"}
_CALLED = {"melee": "a blow", "thrown": "what is thrown or shot by muscle", "firearm": "a firearm"}


class Answer(NamedTuple):
    """The reaction to an attack: its kind, the energy paid before the dice, the object to deflect with."""

    action: int
    who: str
    """The attacker's id."""
    reaction: str = ABSORB
    energy: int = 0
    held: str = ""
    """The object to deflect with, where there is a choice. Empty: the usual one."""


class Attack:
    """An attack under way, with the target's reaction."""

    def __init__(self, encounter: Encounter, answer: Answer, action: Action) -> None:
        self.answer, self.action = answer, action
        self.attacker, self.target = Fighter(encounter, answer.who), Fighter(encounter, action.target)
        self.weapon = demanded(self.attacker.sheet.weapons, action.weapon, self.attacker.name, "weapon")
        self.how = action_options.read(action.options, action.verb)

    @staticmethod
    def of(encounter: Encounter, answer: Answer) -> Attack | None:
        """Return the attack of this answer. None when its action is gone or is no attack."""
        action = encounter[answer.who].action(answer.action)
        return None if action is None or action.verb != action_options.ATTACK else Attack(encounter, answer, action)

    @property
    def is_idle(self) -> bool:
        """Return whether the target has left the fight before the attack lands."""
        return self.target.now.presence is Presence.LEFT

    @property
    def penalty(self) -> int:
        """Return the reaction's energy as a penalty on the attack's target number (S-DODGE-1, S-DEFLECT-1)."""
        way: checks.Reaction = "dodge" if self.answer.reaction == DODGE else "deflect"
        spent = 0 if self.answer.reaction == ABSORB else self.answer.energy
        return checks.penalty(way, spent, self.target.defensive, self.target.house)

    @property
    def number(self) -> Sum:
        """The attack's target number, with both sides' energy (S-DODGE-1, S-DEFLECT-1)."""
        why = f"{self.target.name} {self.answer.reaction}s with {self.answer.energy} energy"
        rule = "S-DODGE-1" if self.answer.reaction == DODGE else "S-DEFLECT-1"
        return self.attacker.attack(self.weapon, self.how.energy).add(-self.penalty, why, rule)

    @staticmethod
    def planned(encounter: Encounter, who: str, target: str, weapon: Weapon, how: action_options.Plan) -> Attack:
        """Return the attack that a plan would make, for its odds before the declaration."""
        action = Action(0, action_options.ATTACK, weapon=weapon.name, target=target, options=how.words)
        return Attack(encounter, Answer(0, who), action)

    def answered(self, reaction: str, energy: int = 0) -> Attack:
        """Return the same attack with another reaction."""
        return Attack(self.attacker.encounter, self.answer._replace(reaction=reaction, energy=energy), self.action)

    @property
    def hit(self) -> float:
        """The chance in percent that the attack hits, against the reaction and its energy."""
        dodge_number = self.target.dodge().total if self.answer.reaction == DODGE else None
        return odds.hit_percent(self.number.total, dodge_number, self.target.house)

    def no(self, reaction: str) -> str:
        """Return why the target cannot react in this way, as a sentence. Empty when it can."""
        return why_not(reaction, self.target, self.answer.who, self.weapon)


def deflections(target: Fighter) -> dict[str, str]:
    """Return the objects to deflect with by their words: the usual one as `deflect`, others as `deflect-sword`.

    Rules: S-DEFLECT-1.
    """
    likely, *others = [weapon.name for weapon in target.objects] or [""]
    return {DEFLECT: likely, **{f"{DEFLECT}-{slug(name)}": name for name in others}}


class Reaction(NamedTuple):
    """A reaction, and its object where there was a choice."""

    way: str
    held: str = ""


def with_what(target: Fighter, word: str) -> Reaction:
    """Return the reaction that a word means, and where there are several objects to deflect with, which one."""
    objects = deflections(target)
    if word not in objects:
        return Reaction(word)
    return Reaction(DEFLECT, objects[word] if len(objects) > 1 else "")


def why_not(reaction: str, target: Fighter, attacker: str, weapon: Weapon) -> str:
    """Return why a fighter cannot react to a weapon in this way, as a sentence. Empty when it can (S-REACT).

    The reasons: the weapon's kind (S-DODGE-3), no object (S-DEFLECT-1), an unnoticed attacker (S-ABSORB, SQ 28).
    """
    combatant, sheet = target.now, target.sheet
    if reaction == ABSORB:
        return ""
    if attacker in combatant.unaware_of:
        return f"{combatant.name} has not noticed {target.encounter[attacker].name} and cannot react (S-ABSORB)."
    if not combatant.able:
        return f"{combatant.name} {combatant.presence.words} and cannot react (S-ABSORB)."
    if reaction == DEFLECT:
        no_object = f"{combatant.name} cannot deflect: it has nothing fitting in hand (S-DEFLECT-1)."
        return "" if target.objects else no_object
    if _DODGED[weapon.use] not in sheet.dodges:
        return f"{combatant.name} cannot dodge {_CALLED[weapon.use]} (S-DODGE-3)."
    if sheet.skill(sheet.dodge) is None and not target.house.unskilled_dodge:
        return f"{combatant.name} cannot dodge: it has no skill {sheet.dodge}."
    least = checks.least("dodge", target.defensive, target.house)
    if least > target.energy:
        energy_left = f"{target.energy} {'is' if target.energy == 1 else 'are'} left"
        return f"{combatant.name} cannot dodge: that takes at least {least} energy, and {energy_left} (S-DODGE-1)."
    return ""


def costless(target: Fighter) -> tuple[str, ...]:
    """Return the word for deflecting with an object that does not wear out, which costs nothing.

    Empty without such an object.
    """
    lasting = (word for word, name in deflections(target).items() if name and name not in target.sheet.objects)
    return tuple(lasting)[:1]


def ways(attack: Attack) -> tuple[str, ...]:
    """Return the words of the target's reactions. Absorbing comes first unless another is never worse.

    A free deflection negates its share of the damage, a free dodge may make the attack miss (SQ 31).
    """
    target = attack.target
    dodge = () if attack.no(DODGE) else (DODGE,)
    deflect = () if attack.no(DEFLECT) else tuple(deflections(target))
    if deflect and (free := costless(target)):
        return (*free, ABSORB, *dodge, *(word for word in deflect if word not in free))
    if dodge and target.house.free_dodge:
        return (*dodge, ABSORB, *deflect)
    return (ABSORB, *dodge, *deflect)


def price_per_point(target: Fighter, reaction: checks.Reaction) -> str:
    """Return the energy for each point off the attacker's target number, as text (S-DODGE-1, S-DEFLECT-1)."""
    return f"{float(checks.price(reaction, target.defensive, target.house)):g}"


def no_desperation(target: Fighter, dodge_number: int, result: int) -> str:
    """Return why the target cannot dodge in desperation, as a sentence. Empty when it can (S-DODGE-4)."""
    stamina_left, least = target.now.pool(STAMINA), checks.needed(dodge_number, result, target.house)
    if not least:
        return f"{target.name} cannot dodge a result of {result:02d} by any stamina."
    if least > stamina_left:
        return f"{target.name} cannot dodge in desperation: that takes {least} stamina, {stamina_left} left."
    return ""


def late_ways(attack: Attack, dodge_number: int, result: int) -> tuple[str, ...]:
    """Return the words of the reactions left when a result leaves the dodge no window."""
    target = attack.target
    deflect = () if attack.no(DEFLECT) else tuple(deflections(target))
    desperate = () if no_desperation(target, dodge_number, result) else (DESPERATION,)
    if deflect and (free := costless(target)):
        return (*free, ABSORB, *(word for word in deflect if word not in free), *desperate)
    return (ABSORB, *deflect, *desperate)
