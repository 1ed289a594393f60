"""Typed faces: what a player types is held against the dice that are asked for: faces, or = and the sum."""

from __future__ import annotations

import re

from tracker.dice.notation import Notation, NotationError


def typed(notation: Notation, text: str) -> tuple[int, ...]:
    """Read faces as typed at the table: `37`, `00` = 100, `35` = two d6, `3 5`, or `=8` for the sum of several dice.

    A sum is understood without `=` where it can be neither faces nor one face: `12` for three d6.

    A sum is spread over the dice as evenly as they allow, since only the sum is known. Of dice that count successes it
    is how many there were. Refused, in a sentence: faces that are not on the dice, too many or too few.
    """
    dice = notation.faces
    word = text.strip()
    if word.startswith("="):
        return _spread(notation, word[1:].strip())
    if not dice:
        raise NotationError(f"{notation.text} needs no dice.")
    parts = re.split(r"[\s,]+", word)
    if len(dice) == 1:
        if len(parts) != 1 or not word.isdecimal():
            raise NotationError(f"{word!r} is not one number; {notation.text} is needed.")
        return (face_of(word, *dice[0]),)
    if len(parts) == 1 and len(word) == len(dice) and all(high <= 9 for _, high in dice):
        parts = list(word)
    elif len(parts) == 1 and word.isdecimal() and int(word) > max(high for _, high in dice):
        return _spread(notation, word)
    if len(parts) != len(dice) or not all(part.isdecimal() for part in parts):
        instead = f"type the faces, or = and the {summed(notation)}"
        raise NotationError(f"{word!r} does not give {len(dice)} faces for {notation.text}; {instead}.")
    return tuple(face_of(part, *faces) for part, faces in zip(parts, dice, strict=True))


def complete(notation: Notation, text: str) -> bool:
    """Return whether the text gives every die, and no further digit could follow (`37`, `35`, not `1` of a d20)."""
    dice, word = notation.faces, text.strip()
    try:
        typed(notation, word)
    except NotationError:
        return False
    if word.startswith("="):
        return int(word[1:]) * 10 > sum(high for _, high in _worth(notation))
    *before, last = re.split(r"[\s,]+", word)
    if not before and len(dice) > 1 and len(word) != len(dice):
        return False  # a sum without =, which may still become faces
    highest = dice[-1][1]
    return highest <= 9 or last.startswith("0") or int(last) * 10 > highest


def face_of(word: str, low: int, high: int) -> int:
    """Return a face as typed, on a die from `low` to `high`. Raises NotationError for what is not on it.

    `0` and `00` are read as the die has them.
    """
    die = f"d{high}" if low else "d00"
    nought = low == 1 and ((high == 10 and word in ("0", "00")) or (high == 100 and word == "00"))
    face = high if nought else int(word)
    if low == 1 and high == 100 and word == "0":
        raise NotationError("0 alone is not on a d100: 00 and 100 are a hundred, 01 is one.")
    if low == 0 and word == "0":
        raise NotationError("0 alone is not on a d00: 00 is nothing, 01 is one.")
    if not low <= face <= high:
        raise NotationError(f"{word} is not on a {die}: {low} to {high}.")
    return face


def summed(notation: Notation) -> str:
    """Return the word that follows `=`: the `sum` of the dice, or the number of `successes` where they are counted."""
    return "successes" if any(notation.counted) else "sum"


def _worth(notation: Notation) -> tuple[tuple[int, int], ...]:
    """Return the least and the most that each die adds."""
    return tuple((0, 1) if over else faces for faces, over in zip(notation.faces, notation.counted, strict=True))


def _spread(notation: Notation, word: str) -> tuple[int, ...]:
    """Return faces with the typed sum, spread as evenly as the dice allow. Raises NotationError for another sum."""
    dice = _worth(notation)
    if any(term.keep or term.joined or term.twice for term in notation.terms):
        raise NotationError(f"The sum of {notation.text} does not tell its dice; type every face.")
    if not word.isdecimal() or len(word) > 6:
        raise NotationError(f"After = comes the {summed(notation)} of the dice, a whole number.")
    rest = int(word)
    least, most = sum(low for low, _ in dice), sum(high for _, high in dice)
    if not least <= rest <= most:
        raise NotationError(f"{rest} is not possible with {notation.text}: the dice give {least} to {most}.")
    faces: list[int] = []
    for place, ((low, high), over) in enumerate(zip(dice, notation.counted, strict=True)):
        later_dice = dice[place + 1 :]
        share = round(rest / (len(later_dice) + 1))
        most_after, least_after = sum(top for _, top in later_dice), sum(bottom for bottom, _ in later_dice)
        worth = max(low, rest - most_after, min(high, share, rest - least_after))
        faces.append(over + worth if over else worth)
        rest -= worth
    return tuple(faces)
