"""Damage in words, with the stats in it computed and the dice left as dice."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from tracker.dice.notation import Notation, Term
from tracker.games.hybrid.book.rounding import shown


def damage_words(damage: Notation, kind: str, stats: Mapping[str, Fraction]) -> str:
    """Return damage in words with its stats computed, as `1d10 + 4.8 crushing (1d10 + 2 × PSE)`.

    A notation without a stat stays as it is written.
    """
    if not damage.names:
        return f"{damage.text} {kind}"
    fixed_part = sum((_value(term, stats) for term in damage.terms if not term.dice), Fraction(0))
    dice = [_dice(term) for term in damage.terms if term.dice]
    amount = _joined([*dice, (fixed_part, shown(abs(fixed_part)))] if fixed_part or not dice else dice)
    return f"{amount} {kind} ({_spaced(damage.text)})"


def _value(term: Term, stats: Mapping[str, Fraction]) -> Fraction:
    """Return the value of a term without dice: its factor, times its stat if it names one."""
    return term.factor * (stats[term.name] if term.name else 1)


def _dice(term: Term) -> tuple[Fraction, str]:
    """Return the signed factor of a term of dice, and its text without the sign: `2 × 1d10`."""
    times = "" if abs(term.factor) == 1 else f"{shown(abs(term.factor))} × "
    return term.factor, f"{times}{term.dice}d{term.sides}{term.how}"


def _joined(parts: list[tuple[Fraction, str]]) -> str:
    """Return parts, each a signed number and its text without the sign, as one sum: `1d10 − 2`."""
    (first, text), *rest = parts
    return ("−" if first < 0 else "") + text + "".join(f" {'−' if sign < 0 else '+'} {part}" for sign, part in rest)


def _spaced(text: str) -> str:
    """Return a notation with spaces around its signs: `1d10 + 2 × PSE`."""
    return text.replace("*", " × ").replace("+", " + ").replace("-", " − ").strip()
