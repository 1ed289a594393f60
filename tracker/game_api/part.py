"""Part: what all parts of a game's rules have in common. A part is interface and default in one class.

Every hook is explained once, in the class of its part. A game overrides the hooks that it needs
otherwise and does not explain them again.
"""

from __future__ import annotations

from typing import Any, Generic, TypeAlias, TypeVar

Options = TypeVar("Options")
"""The options of an encounter as the game has read them."""
Draft: TypeAlias = Any
"""The step in the making, an `encounter.engine.step.StepBuilder`.

Its class is not named here: the step holds the rules it is made under, and the two files would import each other.
"""


class Part(Generic[Options]):
    """A part of a game's rules, bound to the options of one encounter. It holds nothing else and changes never."""

    __slots__ = ("options",)

    def __init__(self, options: Options) -> None:
        self.options = options
