"""Arguments of the verbs of phases: attacks, tasks, metres and places."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from tracker.encounter.names import combatant_named, pick, plain
from tracker.games.phases.actions.attacks import Aim, Attack
from tracker.games.phases.actions.tasks import AGAINST, UNLESS, Skilled, Trial
from tracker.games.phases.book.tables import Location, tables
from tracker.games.phases.fighter import Fighter
from tracker.games.toolkit.arguments import Argument, Line, OneWord, Thing
from tracker.model.refusals import Refused
from tracker.model.state import Encounter


def location(text: str, usage: str) -> Location:
    """Return the location of this name (`left arm`, `larm`, `LA`).

    Raises Refused, also for an arm or leg without its side.
    """
    places = tables().location
    exact = [place for place in places if plain(text) in (plain(place.name), plain(place.key))]
    if exact:
        return exact[0]
    if text.casefold() in ("arm", "leg"):
        raise Refused(f"Give the side of the {text}: left {text} or right {text}, as in {usage}")
    return pick(text, [(place.name, place) for place in places], "location")


class Place(OneWord):
    """A location of the body, by its pool. Empty without one."""

    def read(self, line: Line, takes_rest: bool) -> str:
        """Return the pool of the location that the words name. Empty without words."""
        text = " ".join(line.rest())
        return location(text, line.usage).key if text else ""

    def words(self, encounter: Encounter, who: str) -> Iterable[str]:
        return dict.fromkeys(place.name.split()[0] for place in tables().location)


class Metres(Argument[float | None]):
    """The metres of a move. None to move as far as possible."""

    def read(self, line: Line, takes_rest: bool) -> float | None:
        """Return the metres. None without a word, to move as far as possible. Raises Refused."""
        if not line.words:
            return None
        text = line.words[0].removesuffix("m")
        if len(line.rest()) > 1 or not re.fullmatch(r"\d{1,4}(\.\d{1,2})?", text):
            raise Refused(f"Give the metres, or nothing to move as far as possible: {line.usage}")
        return float(text)

    def text(self, value: float | None) -> tuple[str, ...]:
        return () if value is None else (f"{value:g}",)

    def value(self, text: list[str]) -> float | None:
        return float(text.pop(0)) if text else None


def _weapon_named(encounter: Encounter, who: str, name: str) -> str:
    return Fighter(encounter, who).weapon(name).name


def _guns(encounter: Encounter, who: str) -> Iterable[str]:
    return (gun.weapon.name for gun in Fighter(encounter, who).guns)


GUN = Thing(_weapon_named, _guns)
"""A ranged weapon. Empty for the first that is not full."""


class Attacked(Argument[Attack]):
    """One or more targets with a weapon, each with its shots, location and level. `use` is the kind of weapon."""

    def __init__(self, use: str) -> None:
        self.use = use

    def read(self, line: Line, takes_rest: bool) -> Attack:
        """Return the attack. The weapon is the one used last where the line names none. Raises Refused."""
        weapon_name, aims = "", []
        for group in _split(line.rest(), "and"):
            aim, weapon = _aim(line.part(group))
            if weapon and weapon_name and plain(weapon) != plain(weapon_name):
                raise Refused(f"One weapon at a time: {weapon_name} or {weapon}; {line.usage}")
            weapon_name = weapon_name or weapon
            aims.append(aim)
        fighter = Fighter(line.encounter, line.who)
        name = fighter.weapon(weapon_name).name if weapon_name else self._usual(fighter)
        return Attack(self.use, name, tuple(aims))

    def explained(self, line: Line, takes_rest: bool) -> Attack:
        """Return the attack whose sum is asked for. A line may name its weapon alone, or nothing."""
        fighter = Fighter(line.encounter, line.who)
        weapon = fighter.sheet.weapon_named(" ".join(line.words)) if line.words else None
        if line.words and weapon is None:
            return self.read(line, takes_rest)
        # All words are the name of the weapon, so nothing is left to read.
        line.rest()
        if weapon is None and not fighter.sheet.of_use(self.use):
            verb = "fire" if self.use == "ranged" else "strike"
            raise Refused(f"{fighter.name} has nothing to {verb} with on its sheet.")
        return Attack(self.use, (weapon or fighter.sheet.of_use(self.use)[0]).name, ())

    def _usual(self, fighter: Fighter) -> str:
        """Return the weapon that is meant where none is named: the last one used, else the first. Raises Refused."""
        last, weapons = fighter.now.last, [weapon.name for weapon in fighter.sheet.of_use(self.use)]
        if not weapons:
            raise Refused(
                f"{fighter.name} has no {self.use} weapon on its sheet; the text gives no figures for bare hands, "
                "so fists are a weapon of kind shock there."
            )
        return last.weapon if last is not None and last.weapon in weapons else weapons[0]

    def text(self, value: Attack) -> tuple[str, ...]:
        """Return the weapon, then each aim, as text."""
        return (value.weapon, *(aim.text() for aim in value.aims))

    def value(self, text: list[str]) -> Attack:
        """Return the attack from its words: the weapon, then each aim."""
        weapon, *aims = text
        return Attack(self.use, weapon, tuple(Aim.read(aim) for aim in aims))

    def words(self, encounter: Encounter, who: str) -> Iterable[str]:
        """Return the weapons, and the words for place and level."""
        return (*(weapon.name for weapon in Fighter(encounter, who).sheet.of_use(self.use)), "at", "level")


class Blow(Attacked):
    """One target with a melee weapon, a location and a level."""

    def __init__(self) -> None:
        super().__init__("melee")

    def read(self, line: Line, takes_rest: bool) -> Attack:
        """Return the blow. Raises Refused for several targets or blows."""
        if len(_split(line.words, "and")) > 1:
            raise Refused(f"A blow is at one foe: {line.usage}")
        attack = super().read(line, takes_rest)
        if attack.aims[0].shots:
            raise Refused(f"A blow is struck once in a sub-phase (P-HIT-1): {line.usage}")
        return attack


def _split(words: Sequence[str], joint: str) -> list[list[str]]:
    """Return the groups of words between the `joint`, a word such as `and`."""
    groups: list[list[str]] = [[]]
    for word in words:
        if word.casefold() == joint:
            groups.append([])
        else:
            groups[-1].append(word)
    return groups


def _aim(line: Line) -> tuple[Aim, str]:
    """Read one target with its shots, location and level, and the name of the weapon, empty if none is named.

    Raises Refused.
    """
    if not line.words:
        raise Refused(f"Give the target: {line.usage}")
    target = combatant_named(line.encounter, line.words.pop(0))
    level = line.number_behind("level", -8, 8)
    shots, place, weapon, rest = 0, "", list[str](), line.rest()
    while rest:
        word, *rest = rest
        match word.casefold():
            case "at":
                size = 2 if len(rest) > 1 and rest[0].casefold() in ("left", "right") else 1
                place, rest = location(" ".join(rest[:size]), line.usage).key, rest[size:]
            case "shots" | "shot":
                pass
            case number if re.fullmatch(r"x?\d{1,3}", number):
                shots = int(number.removeprefix("x"))
                if shots < 1:
                    raise Refused(f"At least one shot: {line.usage}")
            case _:
                weapon.append(word)
    return Aim(target, shots, place, level), " ".join(weapon)


class Tested(Argument[Trial]):
    """A skill alone, or `against` or `unless` another fighter's."""

    def read(self, line: Line, takes_rest: bool) -> Trial:
        """Return the task: a skill alone, `against` the skill of another fighter, or `unless` another fighter notices.

        Raises Refused.
        """
        words = line.rest()
        plainly = [word.casefold() for word in words]
        how = next((word for word in plainly if word in (AGAINST, UNLESS)), "")
        if not how:
            return Trial("", _skilled(line.who, line.part(words)))
        position = plainly.index(how)
        own_skill = _skilled(line.who, line.part(words[:position]))
        rival, *rival_skill = words[position + 1 :] or ("",)
        if not rival:
            raise Refused(f"Give the other fighter and its skill: {line.usage}")
        return Trial(how, own_skill, _skilled(combatant_named(line.encounter, rival), line.part(rival_skill)))

    def text(self, value: Trial) -> tuple[str, ...]:
        """Return the relation of the skills, then each skill, as text."""
        return (value.how, *value.actor.words(), *(value.other.words() if value.other else ()))

    def value(self, text: list[str]) -> Trial:
        """Return the task from its words: empty, `against` or `unless`, then four words for each skill."""
        how, *skills = text
        actor, other = skills[:4], skills[4:]
        return Trial(how, Skilled.read(actor), Skilled.read(other) if other else None)

    def words(self, encounter: Encounter, who: str) -> Iterable[str]:
        """Return the skills on the sheet, and the words behind a skill."""
        return (*(skill.name for skill in Fighter(encounter, who).sheet.skill), AGAINST, UNLESS, "level", "bonus")


def _skilled(who: str, line: Line) -> Skilled:
    """Read a skill with its level and bonus. Raises Refused."""
    level, bonus = line.number_behind("level", -8, 8), line.number_behind("bonus", -300, 300)
    if not line.words:
        raise Refused(f"Give the skill: {line.usage}")
    return Skilled(who, " ".join(line.rest()), level, bonus)
