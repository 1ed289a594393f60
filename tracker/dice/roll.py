"""Rolling: the faces that notation gets from a source of dice."""

from __future__ import annotations

from tracker.dice.notation import Notation, Term
from tracker.dice.source import DiceSource

MOST_AGAIN = 20
"""The most times an open-ended die is rolled again."""


def roll(notation: Notation, source: DiceSource, again: int = MOST_AGAIN) -> tuple[int, ...]:
    """Return the faces of one throw, opened dice following their own (`d100!` may give 100, 100, 7).

    A die that goes on is rolled again at most `again` times.
    """
    faces: list[int] = []
    for term in notation.terms:
        for _ in range(term.dice):
            faces.append(_face(term, source, 0))
            further = 0
            while term.goes_on and further < again and term.opens(faces[-1], further):
                further += 1
                faces.append(_face(term, source, further))
    return tuple(faces)


def opened(notation: Notation, faces: tuple[int, ...], source: DiceSource, again: int = MOST_AGAIN) -> tuple[int, ...]:
    """Return the typed faces of a throw, with the faces that `source` rolls again behind each that opens.

    There is one typed face for each die. A die is rolled again at most `again` times.
    """
    whole: list[int] = []
    fallen = iter(faces)
    for term in notation.terms:
        for _ in range(term.dice):
            whole.append(next(fallen))
            further = 0
            while further < again and term.opens(whole[-1], further):
                further += 1
                whole.append(_face(term, source, further))
    return tuple(whole)


def _face(term: Term, source: DiceSource, further: int) -> int:
    """Roll one die of a term. `further` is how often it was rolled again before: a die rolled again has other sides."""
    face = source.face(term.then if further else term.sides)
    # A d00 counts its highest face as 0.
    return face % term.sides if term.least == 0 else face
