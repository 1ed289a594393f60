"""Lazy dataclass: the standard `dataclass` for frozen values, whose methods are compiled when the first value is made.

The fields, the slots and the patterns are there at once. Six methods follow later, since `dataclasses` compiles each of
them from text: for all events and commands together that takes a tenth of the time in which the program starts, and a
run meets few of them. A value that another process has sent counts as the first one, too.
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
    """The class with a first `__init__`, which compiles the methods once a value is made."""
    body = {name: value for name, value in cls.__dict__.items() if name not in ("__dict__", "__weakref__")}
    bare: dict[str, Any] = {**options, "frozen": False, "init": False, "repr": False, "eq": False}
    kind: Any = dataclasses.dataclass(**bare)(cls)

    def finish() -> None:
        # A second class is built, and its methods are copied over: the first class is imported by name in other
        # modules and stands in unions and patterns, so it cannot be replaced.
        whole: Any = dataclasses.dataclass(**options)(type(cls.__name__, cls.__bases__, body))
        for name in _FOLLOW:
            setattr(kind, name, getattr(whole, name))

    def first(self: object, *values: object, **named: object) -> None:
        finish()
        kind.__init__(self, *values, **named)

    def first_loaded(self: object, state: Any) -> None:
        finish()
        kind.__setstate__(self, state)

    kind.__init__ = first
    # The first value of a process may come out of another process, and then no `__init__` is called.
    kind.__setstate__ = first_loaded
    return kind


if not TYPE_CHECKING:

    def dataclass(**options):
        """The standard decorator for `frozen=True, slots=True`."""
        return lambda cls: _kind(cls, options)
