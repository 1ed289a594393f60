"""The plan: how an action is to be done, beyond what and at whom, as the words of a line and back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tracker.encounter.names import plain
from tracker.encounter.refusals import Refused
from tracker.systems.prism.checks.energy import PACES

ATTACK, DEFEND, USE, MOVE, DOUBLE = "attack", "defend", "use", "move", "double"
"""The verbs of a turn (S-TURN)."""
COLOURS = {ATTACK: "red", DEFEND: "white", USE: "blue"}
"""What colour an intent must have for a verb; moving and doing nothing fit them all (S-CHAIN-4)."""
_SECOND, _ASKED, _ENERGY, _AIM = "second", "burn", "energy", "aim"


@dataclass(frozen=True, slots=True)
class Plan:
    """Movement, whether a second action is paid for, energy into the target number, what is aimed at."""

    pace: str = "stay"
    second: bool = False
    energy: int = 0
    asks: bool = False
    """How much energy is to be asked."""
    aim: str = ""

    @property
    def words(self) -> tuple[str, ...]:
        """As the words of a line, each with its value behind it."""
        return (
            *((self.pace,) if self.pace != "stay" else ()),
            *((_SECOND,) if self.second else ()),
            *((_ASKED,) if self.asks else ()),
            *((_ENERGY, str(self.energy)) if self.energy else ()),
            *((_AIM, self.aim) if self.aim else ()),
        )

    @property
    def line(self) -> str:
        """As the end of a line."""
        return "".join(f' "{word}"' if " " in word else f" {word}" for word in self.words)


def read(words: Sequence[str], usage: str) -> Plan:
    """The plan meant by words in any order; raises Refused with `usage`."""
    pace, second, energy, asks, aim = "stay", False, 0, False, ""
    left = [*words]
    while left:
        word = left.pop(0)
        match word.casefold():
            case "second":
                second = True
            case "burn":
                asks = True
            case "energy":
                if not left or not left[0].isdecimal() or len(left[0]) > 5:
                    raise Refused(f"After energy stands how much, as in: {usage} energy 4")
                energy = int(left.pop(0))
            case "aim":
                if not left:
                    raise Refused(f"After aim stands the part of the body, as in: {usage} aim head")
                aim = left.pop(0)
            case named if named in PACES and named != DOUBLE:
                pace = named
            case _:
                paces = ", ".join(name for name in PACES if name != DOUBLE)
                raise Refused(
                    f'"{word}" is not understood after {usage}; there are {paces}, second, burn, energy, aim.'
                )
    if aim and not plain(aim):
        raise Refused(f"After aim stands the part of the body, as in: {usage} aim head")
    return Plan(pace, second, energy, asks, aim)
