"""Face lines: the lines in which dice outside the program say what they show, such as `3 5`, `=8` or `7: 3 5`."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tracker.dice.notation import Notation, NotationError
from tracker.dice.typed_faces import face_of, summed, typed

LONGEST = 512
"""The bytes of a line: a hundred dice of four digits each with a space between them."""
_LINE = re.compile(r"(?:(?P<roll>\d{1,9})\s*:)?\s*(?P<faces>=\s*\d{1,6}|\d{1,6}(?:(?:\s*,\s*|\s+)\d{1,4})*)")


@dataclass(frozen=True, slots=True)
class FaceLine:
    """The faces of one line as words (the only word of a sum begins with `=`), and the roll it names. 0: none."""

    words: tuple[str, ...]
    roll: int = 0


def read_line(data: bytes) -> FaceLine:
    """Read one line without its end. Raises NotationError for everything but faces."""
    if len(data) > LONGEST:
        raise NotationError(f"A line of dice has at most {LONGEST} bytes; the whole line is dropped.")
    match = _LINE.fullmatch(data.decode("ascii", "replace").strip())
    if match is None:
        raise NotationError("A line of dice is faces such as 3 5, or = and their sum; the whole line is dropped.")
    faces = match["faces"]
    words = (f"={faces[1:].strip()}",) if faces.startswith("=") else tuple(re.split(r"[\s,]+", faces))
    return FaceLine(words, int(match["roll"] or 0))


def text_of(notation: Notation, words: tuple[str, ...]) -> tuple[str, bool]:
    """Return the text a player would type for these faces, and whether they are all dice of the roll.

    Each word is one face: 12 is never a 1 and a 2, nor a sum. A sum is a single word with `=` in front. Raises
    NotationError for a face that its die does not have, and for more faces than dice.
    """
    if any(word.startswith("=") for word in words):
        if len(words) > 1:
            raise NotationError(f"After = comes the {summed(notation)} alone.")
        typed(notation, words[0])
        return words[0], True
    dice = notation.faces
    if len(words) > len(dice):
        dice_of_roll = f"{notation.text} is 1 die" if len(dice) == 1 else f"{notation.text} are {len(dice)} dice"
        raise NotationError(f"{' '.join(words)} gives {len(words)} faces, and {dice_of_roll}.")
    for word, faces in zip(words, dice, strict=False):
        face_of(word, *faces)
    return " ".join(words), len(words) == len(dice)


class LineSplitter:
    """Cuts the bytes of one writer into lines. Holds at most one unfinished line of `LONGEST` bytes."""

    def __init__(self) -> None:
        self._begun = b""

    @property
    def begun(self) -> bool:
        return bool(self._begun)

    def feed(self, data: bytes) -> list[bytes]:
        """Take further bytes. Return the lines they complete, without their ends.

        A line that is too long is cut, to a length that is still too long for `read_line`.
        """
        *ended, rest = data.split(b"\n")
        lines = []
        for part in ended:
            lines.append((self._begun + part)[: LONGEST + 1])
            self._begun = b""
        self._begun = (self._begun + rest)[: LONGEST + 1]
        return [line.removesuffix(b"\r") for line in lines]

    def end(self) -> bytes:
        """Forget an unfinished line and return it."""
        begun, self._begun = self._begun, b""
        return begun
