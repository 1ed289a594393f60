"""Attempts: actions other than attacks that name another fighter, how that one may react, and the odds of it.

Rules: S-REACT, S-OPP, SQ 38.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from tracker.encounter.names import free_id
from tracker.games.prism import checks, odds
from tracker.games.prism.actions import action_options, reactions
from tracker.games.prism.actions.action_options import MOVE, USE
from tracker.games.prism.actions.reactions import DODGE, Answer
from tracker.games.prism.fighter import Fighter
from tracker.games.prism.sheet import FISTS, Skill, Weapon
from tracker.games.toolkit.sums import Sum
from tracker.model.refusals import Refused
from tracker.model.state import Encounter

TASK, CONTEST, COMPLEX = "task", "contest", "complex"
RESIST, LET = "resist", "let"
"""The reactions besides a dodge: an opposed roll, and none at all."""
TO_ACTION, DODGE_ENERGY = "reaction to an action", "energy to dodge it"
"""The topics of the questions."""


class Trial(NamedTuple):
    """An attempt of the actor: the skill it rolls, if any, with the modifiers of its number."""

    who: str
    verb: str
    skill: str = ""
    bonus: int = 0
    energy: int = 0
    gear: str = ""
    target: str = ""
    """The fighter named in a task, use or move. Empty in a contest, which names its reactors one by one."""
    action: int | None = None
    """The action under way that ends with the trial. None for what takes no turn."""

    @staticmethod
    def of(encounter: Encounter, answer: Answer) -> Trial | None:
        """Return the use or the move under way that names another fighter or a skill. None for any other action."""
        action = encounter[answer.who].action(answer.action)
        if action is None or action.verb not in (USE, MOVE):
            return None
        how = action_options.read(action.options, action.verb)
        if not action.target and not how.skill:
            return None
        return Trial(answer.who, action.verb, how.skill, energy=how.energy, target=action.target, action=answer.action)


class Attempt:
    """A trial towards one fighter who may react to it. `named` is the skill that a contest names for that fighter."""

    def __init__(self, encounter: Encounter, trial: Trial, who: str, named: str = "") -> None:
        self.trial, self.named = trial, named
        self.actor, self.target = Fighter(encounter, trial.who), Fighter(encounter, who)
        self.house = self.target.house

    @property
    def opens(self) -> bool:
        """Return whether the target is asked to react: it is able, and has noticed the actor (S-ABSORB, SQ 38)."""
        return self.house.react_to_actions and self.target.now.able and self.actor.who not in self.target.now.unaware_of

    @property
    def _gear(self) -> Weapon | None:
        return self.actor.sheet.weapon(self.trial.gear) if self.trial.gear else None

    def number(self, energy: int = 0) -> Sum | None:
        """Return the actor's number against so much energy in a dodge. None where the actor rolls nothing."""
        number = number_of(self.actor, self.trial)
        return None if number is None else number.add(-self.penalty(energy), "dodge", "S-DODGE-1")

    def penalty(self, energy: int) -> int:
        """Return what so much energy in a dodge takes off the actor's number (S-DODGE-1)."""
        return checks.penalty("dodge", energy, self.target.defensive, self.house)

    def no_dodge(self) -> str:
        """Return why the target cannot dodge this, as a sentence. Empty when it can."""
        skill = self.actor.sheet.skill(self.trial.skill) if self.trial.skill else None
        if skill is None:
            return f"{self.target.name} cannot dodge: {self.actor.name} makes no roll that a dodge could oppose."
        if skill.kind == "mental":
            return f"{self.target.name} cannot dodge {skill.name}, a mental skill."
        return reactions.why_not(DODGE, self.target, self.actor.who, self._gear or FISTS)

    def resisting(self) -> dict[str, str]:
        """Return the skills to resist with, by the word of each answer. The word `resist` is for the likely one.

        Where no skill is named that is the actor's own skill, else the best of the same kind.
        """
        if self.named:
            return {RESIST: self.named}
        acting_skill = self.actor.sheet.skill(self.trial.skill) if self.trial.skill else None

        def rank(skill: Skill) -> tuple[bool, bool, int]:
            """Return the sort key: the actor's own skill, then those of its kind, the highest number first."""
            # False comes before True.
            other_kind = skill.kind != (acting_skill.kind if acting_skill is not None else "physical")
            same = acting_skill is not None and skill.name.casefold() == acting_skill.name.casefold()
            return not same, other_kind, -self.target.number(skill).total

        words: dict[str, str] = {}
        for skill in sorted(self.target.sheet.skills, key=rank):
            words[free_id(f"{RESIST}-{skill.name}", words) if words else RESIST] = skill.name
        return words

    def ways(self, resisting: Mapping[str, str]) -> tuple[str, ...]:
        """Return the words that answer, the default first: an ally lets it happen, any other fighter resists.

        `resisting` are the skills to resist with, by their words.
        """
        dodge = () if self.no_dodge() else (DODGE,)
        likely, *others = resisting or ("",)
        sides = {self.actor.now.profile.side, self.target.now.profile.side}
        ally = len(sides) == 1 and "" not in sides
        first = (LET, likely) if ally and not self.named else (likely, LET)
        return tuple(filter(None, (*first, *dodge, *others)))

    def succeeds(self, way: str, skill: str = "", energy: int = 0) -> float:
        """Return the chance in percent that the actor succeeds against a reaction.

        `way` lets it happen, resists with `skill`, or dodges with `energy`.
        """
        number = self.number(energy if way == DODGE else 0)
        if way == DODGE and number is not None:
            return odds.hit_percent(number.total, self.target.dodge().total, self.house)
        resistance = self.target.number(self.target.skill(skill)).total if way == RESIST else None
        if number is None:
            return 100.0 if resistance is None else 100.0 - odds.percent(resistance)
        if resistance is None:
            return float(odds.percent(number.total))
        if self.trial.verb == COMPLEX:
            return odds.complex_percent(number.total, resistance, self.house)
        return odds.contest_percent(number.total, resistance, self.house)

    @property
    def text(self) -> str:
        """Return the question: `Eve: Bob's task, Pistol TN 56. How to react?`."""
        number, trial = self.number(), self.trial
        what = f"{self.actor.name}'s {trial.verb}"
        action = self.actor.now.action(trial.action) if trial.action is not None else None
        if action is not None and action.label:
            what += f" ({action.label})"
        if number is not None:
            what += f", {self.actor.skill(trial.skill).name} TN {number.total}".replace("-", "−")
        return f"{self.target.name}: {what}. How to react?"


def number_of(actor: Fighter, trial: Trial) -> Sum | None:
    """Return the actor's target number before any reaction. None where it rolls nothing (S-TN-1, S-TN-3)."""
    if not trial.skill:
        return None
    number = actor.number(actor.skill(trial.skill), trial.bonus, "by the game master")
    gear = actor.sheet.weapon(trial.gear) if trial.gear else None
    if gear is not None:
        number.add(gear.bonus, gear.name, "S-TN-1")
    return number.add(checks.raised(trial.energy, actor.house), f"{trial.energy} energy", "S-TN-3")


def asked(encounter: Encounter, data: Mapping[str, Any]) -> Attempt | None:
    """Return the attempt that an open question is about, from the data of the stage that asked. None for an attack."""
    if "trial" in data:
        who, named = data["left"][0]
        return Attempt(encounter, Trial(**data["trial"]), who, named)
    trial = Trial.of(encounter, Answer(**data["left"][0]))
    return Attempt(encounter, trial, trial.target) if trial is not None and trial.target else None


def checked(actor: Fighter, trial: Trial) -> None:
    """Refuse a skill or gear that the sheet lacks, and energy that is not there. Raises Refused."""
    if trial.skill:
        actor.skill(trial.skill)
    if trial.energy > actor.energy:
        raise Refused(f"{actor.name} cannot burn {trial.energy} energy: {actor.energy} are left (S-TURN-3).")
