"""Validated: keys of a file together with the model that was made of them when the whole file was validated."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


class Validated(dict[str, Any]):
    """An entry or the options, a mapping like any other; `model` has their values: nobody validates them again.

    `model` is of a class that has the fields of the game's own (`System.combatant`, `System.options`) among others.
    """

    __slots__ = ("model",)

    def __init__(self, keys: Mapping[str, Any], model: object) -> None:
        super().__init__(keys)
        self.model = model
