"""Rolling: the faces that notation gets from a source of dice."""

from __future__ import annotations

from tracker.dice.notation import Notation
from tracker.dice.source import DiceSource

MOST_AGAIN = 20
"""How often an open-ended die is rolled again at most."""


def roll(notation: Notation, source: DiceSource, again: int = MOST_AGAIN) -> tuple[int, ...]:
    """The faces of one throw, opened dice following their own (`d100!` may give 100, 100, 7).

    An opened die is rolled again at most `again` times.
    """
    faces: list[int] = []
    for term in notation.terms:
        for _ in range(term.dice):
            for _ in range(again + 1):
                face = source.face(term.sides)
                if term.least == 0:
                    face %= term.sides
                faces.append(face)
                if not (term.open_ended and face == term.least + term.sides - 1):
                    break
    return tuple(faces)


def opened(notation: Notation, faces: tuple[int, ...], source: DiceSource, again: int = MOST_AGAIN) -> tuple[int, ...]:
    """A typed face for each die of a throw, an opened one at its highest followed by those that the source shows."""
    whole: list[int] = []
    fallen = iter(faces)
    for term in notation.terms:
        highest = term.least + term.sides - 1
        for _ in range(term.dice):
            whole.append(next(fallen))
            more = again if term.open_ended else 0
            while more and whole[-1] == highest:
                face = source.face(term.sides)
                whole.append(face % term.sides if term.least == 0 else face)
                more -= 1
    return tuple(whole)
