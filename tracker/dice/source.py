"""Dice sources: a seeded generator, a script, or the faces of a replay. The only module that imports `random`."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterable
from typing import Protocol


class DiceError(Exception):
    """A die that cannot be had: the script is used up, or its next face is not on the die."""


class DiceSource(Protocol):
    """Gives faces one die at a time."""

    def face(self, sides: int) -> int:
        """Return a face from 1 to `sides`."""
        ...


class SeededDice:
    """Pseudo-random faces. The same seed gives the same faces. Without a seed the system's entropy is used."""

    def __init__(self, seed: int | str | None = None) -> None:
        self._random = random.Random(seed)

    def face(self, sides: int) -> int:
        return int(self._random.random() * sides) + 1


class ScriptedDice:
    """Faces written down beforehand, for tests and `--dice`."""

    def __init__(self, faces: Iterable[int]) -> None:
        self._faces = deque(faces)
        self.used = 0

    def add(self, faces: Iterable[int]) -> None:
        self._faces.extend(faces)

    @property
    def left(self) -> int:
        """Return the number of unused faces."""
        return len(self._faces)

    def face(self, sides: int) -> int:
        """Return the next written face. Raises DiceError when none is left, or the die does not have it."""
        if not self._faces:
            raise DiceError(f"A d{sides} is needed, but all {self.used} dice given are used up; give more.")
        face = self._faces[0]
        if not 1 <= face <= sides:
            raise DiceError(f"Die {self.used + 1} is {face}, but a d{sides} is needed: 1 to {sides}.")
        self._faces.popleft()
        self.used += 1
        return face


class KnownDice:
    """Faces that fell before, with the sides of their dice, while the same dice are wanted. Then another source."""

    def __init__(self, faces: Iterable[tuple[int, int]], next_source: DiceSource) -> None:
        self._faces = deque(faces)
        self._after = next_source

    def face(self, sides: int) -> int:
        """Return the next face that fell before, if it is of such a die.

        Otherwise the other source rolls, from now on.
        """
        if self._faces and self._faces[0][0] == sides:
            return self._faces.popleft()[1]
        self._faces.clear()
        return self._after.face(sides)
