"""Models: base classes for the tables of a game's files."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, ConfigDict, Field

from tracker.system_api.validated import Validated

Model = TypeVar("Model", bound=BaseModel)


class Strict(BaseModel):
    """A table of a file: no unknown keys, no values converted from another type, frozen."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, defer_build=True)


class House(Strict):
    """The `[house_rules]` of a game; each default is the ruling of `docs/rulings.md`."""

    def everything(self, changed: bool = False) -> tuple[str, ...]:
        """Return every house rule as a line of a file; with `changed` only those that differ from the ruling."""
        values = self.model_dump(exclude_defaults=changed)
        return tuple(f"{name} = {_toml(value)}" for name, value in values.items())


def _toml(value: object) -> str:
    """Return a value as TOML on one line."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_toml(inner)}" for key, inner in value.items()) + " }"
    if isinstance(value, bool):
        return str(value).lower()
    return f'"{value}"' if isinstance(value, str) else str(value)


def entry_as(kind: type[Model], entry: Mapping[str, Any]) -> Model:
    """Return the keys of model `kind` in an entry, which may have others; raises ValidationError."""
    if isinstance(entry, Validated) and isinstance(entry.model, kind):
        return _among(kind, entry.model)
    return kind.model_validate({key: entry[key] for key in kind.model_fields if key in entry})


def options_as(kind: type[Model], options: Mapping[str, Any]) -> Model:
    """Return the options of an encounter as model `kind`; raises ValidationError."""
    if isinstance(options, Validated) and isinstance(options.model, kind):
        return _among(kind, options.model)
    return kind.model_validate(dict(options))


def _among(kind: type[Model], whole: Model) -> Model:
    """Return the fields of `kind` from a validated model that has more."""
    values = {name: getattr(whole, name) for name in kind.model_fields}
    return kind.model_construct(whole.model_fields_set & kind.model_fields.keys(), **values)


Name = Annotated[str, Field(min_length=1, max_length=60)]
"""What something is called."""
Text = Annotated[str, Field(max_length=60)]
"""A word or two, or nothing."""
Number = Annotated[float, Field(allow_inf_nan=False)]
"""A number, whole or not, but never infinite."""
