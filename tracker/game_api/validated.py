"""Validated: keys of a file together with the model that was made of them when the whole file was validated."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from tracker.game_api.lazy_model import model_of, names_of, of_class

if TYPE_CHECKING:
    from pydantic import BaseModel

Model = TypeVar("Model", bound="BaseModel")


class Validated(dict[str, Any]):
    """An entry or the options, a mapping like any other. `model` has their values, which are not validated again.

    `model` is of a class that has the fields of the game's own (`Game.combatant`, `Game.options`) among others.
    """

    __slots__ = ("model",)

    def __init__(self, keys: Mapping[str, Any], model: object) -> None:
        super().__init__(keys)
        self.model = model


def entry_as(kind: type[Model], entry: Mapping[str, Any]) -> Model:
    """Return the keys of model `kind` in an entry, which may have others. Raises ValidationError."""
    if isinstance(entry, Validated) and _has_keys_of(kind, entry.model):
        return of_class(kind, entry.model)  # type: ignore[no-any-return]
    return kind.model_validate({key: entry[key] for key in names_of(kind) if key in entry})


def options_as(kind: type[Model], options: Mapping[str, Any]) -> Model:
    """Return the options of an encounter as model `kind`. Raises ValidationError."""
    if isinstance(options, Validated) and _has_keys_of(kind, options.model):
        return of_class(kind, options.model)  # type: ignore[no-any-return]
    return kind.model_validate(dict(options))


def _has_keys_of(kind: type[Model], model: object) -> bool:
    """Return whether a model is one of this class, or has its keys among others."""
    return type(model) is kind or isinstance(model, model_of(kind))
