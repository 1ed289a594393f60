"""Models: the base of what a game's files may hold, taken at their word."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field


class Strict(BaseModel):
    """A table of a file: no unknown keys, no value of another type turned into a fitting one."""

    model_config = ConfigDict(strict=True, extra="forbid", defer_build=True)


Name = Annotated[str, Field(min_length=1, max_length=60)]
"""What something is called."""
Text = Annotated[str, Field(max_length=60)]
"""A word or two, or nothing."""
Number = Annotated[float, Field(allow_inf_nan=False)]
"""A number, whole or not, but never infinite."""
