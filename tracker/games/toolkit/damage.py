"""Damage: checks the dice that a file gives a weapon."""

from __future__ import annotations

from collections.abc import Iterable

from tracker.dice.notation import NotationError, read
from tracker.model.validation_errors import Fault, Faults, Place


def only_dice(written: Iterable[tuple[Place, str]], such_as: str, opened: bool = False) -> None:
    """Raise Faults for each text that is more than dice and numbers, at its place. `such_as` is a valid example.

    With `opened`, dice may be open-ended upwards (`d6!`).
    """
    faults: list[Fault] = []
    for place, dice in written:
        try:
            notation = read(dice, such_as)
        except NotationError as error:
            faults.append(Fault(place, f"{place[-1]}: {error}".rstrip(".")))
            continue
        if notation.names or ("!" in dice and not opened):
            text = f'{place[-1]} "{dice}" must be dice and numbers only, such as {such_as}'
            faults.append(Fault(place, text))
    if faults:
        raise Faults(faults)
