"""Reactions: what the target of an attack may do before the dice and after, with what it costs and why not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tracker.encounter.names import slug
from tracker.encounter.refusals import Refused
from tracker.encounter.state import Encounter
from tracker.systems.prism.book.house import HouseRules, Options
from tracker.systems.prism.checks import targets
from tracker.systems.prism.sheets import standing
from tracker.systems.prism.sheets.models import Weapon
from tracker.systems.prism.sheets.sheet import STAMINA, sheet_of

ABSORB, DODGE, DEFLECT, DESPERATION = "absorb", "dodge", "deflect", "desperation"
_DODGED = {"melee": "melee", "thrown": "thrown", "firearm": "firearms"}
_CALLED = {"melee": "a blow", "thrown": "what is thrown or shot by muscle", "firearm": "a firearm"}


@dataclass(frozen=True, slots=True)
class Answer:
    """How an attack is answered: energy paid before the dice, the object it is deflected with."""

    action: int
    who: str
    """Whose action it is."""
    reaction: str = ABSORB
    energy: int = 0
    held: str = ""
    """What it is deflected with, where there was a choice; empty: the likely object."""

    def data(self) -> dict[str, Any]:
        """As plain data for a stage; `of` undoes it."""
        return {"action": self.action, "who": self.who, "reaction": self.reaction, "energy": self.energy,
                "held": self.held}  # fmt: skip

    @staticmethod
    def of(data: Mapping[str, Any]) -> Answer:
        """The answer written by `data`."""
        return Answer(data["action"], data["who"], data["reaction"], data["energy"], data.get("held", ""))


def deflections(encounter: Encounter, who: str) -> tuple[str, ...]:
    """The words for deflecting: with the likely object, then with each other one, `deflect-sword` (S-DEFLECT-1)."""
    return DEFLECT, *(f"{DEFLECT}-{slug(one.name)}" for one in standing.objects(encounter, who)[1:])


def with_what(encounter: Encounter, who: str, word: str) -> tuple[str, str]:
    """The reaction a word means, and the object where there was a choice of them."""
    words, held = deflections(encounter, who), standing.objects(encounter, who)
    if word not in words:
        return word, ""
    return DEFLECT, held[words.index(word)].name if len(held) > 1 else ""


def no_dodge(encounter: Encounter, who: str, attacker: str, weapon: Weapon) -> str:
    """Why the target cannot dodge this weapon, as a sentence; empty when it can (S-REACT, S-DODGE-3, S-ABSORB)."""
    name, sheet = encounter[who].name, sheet_of(encounter, who)
    if unaware := no_reaction(encounter, who, attacker):
        return unaware
    if _DODGED[weapon.use] not in sheet.dodges:
        return f"{name} cannot dodge {_CALLED[weapon.use]} (S-DODGE-3)."
    if sheet.skill(sheet.dodge) is None:
        return f"{name} cannot dodge: it has no skill {sheet.dodge}."
    return ""


def no_deflection(encounter: Encounter, who: str, attacker: str) -> str:
    """Why the target cannot deflect, as a sentence; empty when it can (S-DEFLECT-1)."""
    if unaware := no_reaction(encounter, who, attacker):
        return unaware
    if not standing.objects(encounter, who):
        return f"{encounter[who].name} cannot deflect: it has nothing fitting in hand (S-DEFLECT-1)."
    return ""


def no_reaction(encounter: Encounter, who: str, attacker: str) -> str:
    """Why the target cannot react at all; who cannot absorbs (S-ABSORB, SQ 28)."""
    one = encounter[who]
    if attacker in one.unaware_of:
        return f"{one.name} has not noticed {encounter[attacker].name} and cannot react (S-ABSORB)."
    return "" if one.able else f"{one.name} {one.presence.words} and cannot react (S-ABSORB)."


def no_desperation(encounter: Encounter, who: str, own: int, result: int, house: HouseRules) -> str:
    """Why the target cannot dodge in desperation, as a sentence; empty when it can (S-DODGE-4)."""
    name, there = encounter[who].name, encounter[who].pool(STAMINA)
    least = targets.needed(own, result, house)
    if not least:
        return f"{name} cannot dodge a result of {result:02d} by any stamina."
    if least > there:
        return f"{name} cannot dodge in desperation: that takes {least} stamina and {there} are left."
    return ""


def dodging(options: Options, encounter: Encounter, who: str) -> int:
    """The target number of a dodge, for one who has the skill."""
    own = standing.dodge_number(options, encounter, who)
    if own is None:
        raise Refused(f"{encounter[who].name} has no skill to dodge with.")
    return own.total
