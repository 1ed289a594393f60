"""Aims: what an attack is aimed at: whom, how often, where, at which further level; as values and as words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tracker.encounter.refusals import Refused
from tracker.encounter.state import Encounter
from tracker.systems.kit import guards
from tracker.systems.phases.book.tables import Location, tables
from tracker.systems.phases.checks.chances import Check
from tracker.systems.phases.checks.fighter import Fighter
from tracker.systems.phases.sheets import Weapon


@dataclass(frozen=True, slots=True)
class Aim:
    """Shots or a blow at one target; `shots` 0: how many is still to be asked (PQ 30)."""

    target: str
    shots: int = 0
    place: str = ""
    """The pool of the location aimed at (P-DMG-5); empty: none."""
    level: int = 0

    @property
    def location(self) -> Location | None:
        """The location aimed at."""
        return tables().place(self.place) if self.place else None

    @property
    def where(self) -> str:
        """` (head)` where it is aimed at a location."""
        return f" ({self.location.name})" if self.location is not None else ""

    def text(self) -> str:
        """As one option of an action; `read` undoes it."""
        return f"{self.target} {self.shots} {self.place or '-'} {self.level}"

    @staticmethod
    def read(text: str) -> Aim:
        """The aim written by `text`."""
        target, shots, place, level = text.split(" ")
        return Aim(target, int(shots), "" if place == "-" else place, int(level))

    def line(self, who: str, verb: str, weapon: str) -> str:
        """The line that says it."""
        shots = f" {self.shots}" if self.shots else ""
        place = f" at {self.location.name}" if self.location is not None else ""
        level = f" level {self.level:+d}" if self.level else ""
        return f'{who} {verb} {self.target} "{weapon}"{shots}{place}{level}'

    def check(self, one: Fighter, weapon: Weapon) -> Check:
        """What one attack comes to (P-CHECK)."""
        return one.attack(weapon, self.location, self.level)

    def check_target(self, one: Fighter, weapon: Weapon, verb: str) -> None:
        """Refuses a target that cannot be one, and a level at which there is no chance (PQ 2)."""
        target = guards.standing(one.encounter, one.who, self.target, verb)
        guards.noticed(one.encounter, one.who, target.id, verb)
        check = self.check(one, weapon)
        if check.impossible(one.rules):
            raise Refused(
                f"{one.name} cannot {verb} {target.name} at level {check.level}: below {tables().hardest} "
                "there is no roll here (house rule past_the_end); aim elsewhere or come nearer."
            )


def label(encounter: Encounter, aims: Sequence[Aim], what: str) -> str:
    """`3 shots at Kane, 1 at Vos (head)`."""
    parts = []
    for aim in aims:
        many = f"{aim.shots} shot{'' if aim.shots == 1 else 's'} at " if aim.shots else f"{what} "
        parts.append(f"{many}{encounter[aim.target].name}{aim.where}")
    return ", ".join(parts)
