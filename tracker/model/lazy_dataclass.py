"""Kinds of values: the standard `dataclass` for frozen values of which there are many kinds, few of them met at first.

Each class has its fields, slots and patterns at once; the six functions that the library compiles for it follow when
its first value is made. To compile them all takes a tenth of the time in which the program starts.
"""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dataclasses import dataclass

__all__ = ["dataclass"]

_FOLLOW = ("__repr__", "__eq__", "__hash__", "__setattr__", "__delattr__", "__getstate__", "__setstate__", "__init__")
"""`__init__` comes last: a kind that is broken off in between is finished with its next value."""


def _kind(cls: type, options: dict[str, bool]) -> Any:
    body = {name: value for name, value in cls.__dict__.items() if name not in ("__dict__", "__weakref__")}
    bare: dict[str, Any] = {**options, "frozen": False, "init": False, "repr": False, "eq": False}
    kind: Any = dataclasses.dataclass(**bare)(cls)

    def first(self: object, *values: object, **named: object) -> None:
        whole: Any = dataclasses.dataclass(**options)(type(cls.__name__, cls.__bases__, body))
        for name in _FOLLOW:
            setattr(kind, name, getattr(whole, name))
        kind.__init__(self, *values, **named)

    kind.__init__ = first
    return kind


if not TYPE_CHECKING:

    def dataclass(**options):
        """The standard decorator for `frozen=True, slots=True`."""
        return lambda cls: _kind(cls, options)
