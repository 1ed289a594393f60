"""Modes: what owns the keys, such as an open question, a menu, dice that are asked for, or a field."""

from __future__ import annotations

from enum import StrEnum


class Mode(StrEnum):
    """The owner of the keys now."""

    BEGIN = "begin"
    FREE = "free"
    DECLARE = "declare"
    CHOOSE = "choose"
    DICE = "dice"
    AMOUNT = "amount"
    MENU = "menu"
    FIELD = "field"
    WALK = "walk"


ALL = frozenset(Mode)
TYPING = frozenset({Mode.FIELD})
WALKING = frozenset({Mode.WALK})
"""The modes in which an earlier moment is shown."""
UNTYPED = ALL - TYPING - WALKING
OPEN = UNTYPED - {Mode.DICE}
