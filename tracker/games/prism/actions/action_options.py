"""Action options: movement, second action, energy and aim beside an action's target, as words of a line and back."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import Literal, NamedTuple

from tracker.encounter.names import plain
from tracker.games.prism.book.house_rules import HouseRules
from tracker.games.prism.book.tables import BOOK, PACES, Pace
from tracker.model.refusals import Refused

ATTACK, DEFEND, USE, MOVE = "attack", "defend", "use", "move"
DOUBLE: Literal["double"] = "double"
"""The verbs of a turn (S-TURN)."""
COLOURS = {ATTACK: "red", DEFEND: "white", USE: "blue"}
"""The colour of intent that a verb needs. Moving and doing nothing need none."""
WAYS = [pace for pace in PACES if BOOK.paces[pace].acts]
"""The paces that leave time for an action (S-TURN)."""
_MOVING = {
    "move": "moving {} first",
    "after": "moving {} after",
    "slow": "moving {} slowly first",
    "slow-after": "moving {} slowly after",
    "double": "{} in double time",
}


class Plan(NamedTuple):
    """The movement, whether a second action is paid for, the energy into the target number, and the part aimed at."""

    pace: Pace = "stay"
    second: bool = False
    energy: int = 0
    asks: bool = False
    """True if the energy is still to be asked for."""
    aim: str = ""
    at: str = ""
    """The id of the fighter at whom a use or a move is directed (SQ 38)."""
    skill: str = ""
    """The skill that a use or a move is rolled with."""

    @property
    def words(self) -> tuple[str, ...]:
        """Return the plan as words of a line, which `read` reads. Empty for a plan without options."""
        words: list[str] = []
        if self.pace != "stay":
            words.append(self.pace)
        if self.second:
            words.append("second")
        if self.asks:
            words.append("burn")
        if self.energy:
            words += ["energy", str(self.energy)]
        if self.aim:
            words += ["aim", self.aim]
        if self.at:
            words += ["at", self.at]
        if self.skill:
            words += ["with", self.skill]
        return tuple(words)

    @property
    def line(self) -> str:
        """The plan as the end of a line, with quotes where needed."""
        return "".join(f' "{word}"' if " " in word else f" {word}" for word in self.words)

    def price(self, house: HouseRules) -> int:
        """Return the energy that the plan costs: movement, rounded up, a second action, and energy into the roll.

        Rules: S-TURN, S-TURN-2.
        """
        moving = ceil(house.move_energy * BOOK.paces[self.pace].energy)
        second_action = house.second_action_energy if self.second else 0
        return moving + second_action + self.energy

    def metres(self, speed: int) -> float:
        """Return the metres moved: Speed times the pace's factor (S-TURN)."""
        return float(speed * BOOK.paces[self.pace].speed)

    def far(self, speed: int) -> str:
        """Return the metres in words: `7.5 m`."""
        return f"{self.metres(speed):g} m"

    def movement(self, speed: int) -> str:
        """Return the movement in words: `moving 10 m first`. Empty for a fighter who stays."""
        return _MOVING.get(self.pace, "").format(self.far(speed))


STAYS, MOVES = Plan(), Plan("move")
"""The plans of a fighter who stays, and of a fighter who only moves."""


def read(words: Sequence[str], usage: str, directed: bool = True) -> Plan:
    """Return the plan that words mean, in any order. Raises Refused with `usage`.

    Only a `directed` plan, of a use or a move, may name another fighter and a skill.
    """
    plan, remaining = Plan(), [*words]
    while remaining:
        word = remaining.pop(0)
        match word.casefold():
            case "second":
                plan = plan._replace(second=True)
            case "burn":
                plan = plan._replace(asks=True)
            case "energy":
                if not remaining or not remaining[0].isdecimal() or len(remaining[0]) > 5:
                    raise Refused(f"Give the energy, as in: {usage} energy 4")
                plan = plan._replace(energy=int(remaining.pop(0)))
            case "aim":
                # A blank is no part of the body: it is refused below.
                plan = plan._replace(aim=remaining.pop(0) if remaining else " ")
            case "at" if directed and remaining:
                plan = plan._replace(at=remaining.pop(0))
            case "with" if directed and remaining:
                plan = plan._replace(skill=remaining.pop(0))
            case named if named in WAYS:
                # The pace of the table has the type that the word lacks.
                plan = plan._replace(pace=next(pace for pace in WAYS if pace == named))
            case _:
                known = ", ".join([*WAYS, "second", "burn", "energy", "aim", *(("at", "with") if directed else ())])
                raise Refused(f'"{word}" is not known after {usage}. Words: {known}.')
    if plan.aim and not plain(plan.aim):
        raise Refused(f"Give the part of the body, as in: {usage} aim head")
    return plan
