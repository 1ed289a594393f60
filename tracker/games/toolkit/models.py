"""Models: base classes for the tables of a game's files."""

from __future__ import annotations

from typing import Annotated

from tracker.game_api.lazy_model import Field, LazyModel


class Strict(LazyModel):
    """A table of a file: no unknown keys, no values converted from another type, frozen."""

    model_config = {"strict": True, "extra": "forbid", "frozen": True, "defer_build": True}


class House(Strict):
    """The `[house_rules]` of a game. Each default is the ruling of `docs/rulings.md`."""

    def everything(self, changed: bool = False) -> tuple[str, ...]:
        """Return every house rule as a line of a file. With `changed` only those that differ from the ruling."""
        values = self.model_dump(exclude_defaults=changed)
        return tuple(f"{name} = {_toml(value)}" for name, value in values.items())


def _toml(value: object) -> str:
    """Return a value as TOML writes it in one line."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_toml(inner)}" for key, inner in value.items()) + " }"
    if isinstance(value, bool):
        return str(value).lower()
    return f'"{value}"' if isinstance(value, str) else str(value)


Name = Annotated[str, Field(min_length=1, max_length=60)]
Text = Annotated[str, Field(max_length=60)]
Number = Annotated[float, Field(allow_inf_nan=False)]
