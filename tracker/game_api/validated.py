"""Validated: keys of a file together with the model that was made of them when the whole file was validated."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from pydantic import BaseModel

Model = TypeVar("Model", bound="BaseModel")


class Validated(dict[str, Any]):
    """An entry or the options, a mapping like any other. `model` has their values: nobody validates them again.

    `model` is of a class that has the fields of the game's own (`Game.combatant`, `Game.options`) among others.
    """

    __slots__ = ("model",)

    def __init__(self, keys: Mapping[str, Any], model: object) -> None:
        super().__init__(keys)
        self.model = model


def entry_as(kind: type[Model], entry: Mapping[str, Any]) -> Model:
    """Return the keys of model `kind` in an entry, which may have others. Raises ValidationError."""
    if isinstance(entry, Validated) and isinstance(entry.model, kind):
        return _among(kind, entry.model)
    return kind.model_validate({key: entry[key] for key in kind.model_fields if key in entry})


def options_as(kind: type[Model], options: Mapping[str, Any]) -> Model:
    """Return the options of an encounter as model `kind`. Raises ValidationError."""
    if isinstance(options, Validated) and isinstance(options.model, kind):
        return _among(kind, options.model)
    return kind.model_validate(dict(options))


def _among(kind: type[Model], whole: Model) -> Model:
    """Return the fields of `kind` from a validated model that has more."""
    values = {name: getattr(whole, name) for name in kind.model_fields}
    return kind.model_construct(whole.model_fields_set & kind.model_fields.keys(), **values)
