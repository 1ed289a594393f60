"""Lazy dataclass: the standard `dataclass` for frozen values, compiled when the first value is made, and made faster.

The fields, the slots and the patterns are there at once. Six methods follow later, since `dataclasses` compiles each of
them from text: for all events and commands together that takes a tenth of the time in which the program starts, and a
run meets few of them. A value that another process has sent counts as the first one, too.

The rule: every event and every command, and a frozen class that is imported before the first frame though it is seldom
made there (seventeen such classes as ordinary ones take 6 % of the start). Everything else is an ordinary dataclass.

The standard `__init__` of a frozen class calls `object.__setattr__` for each field, which took a quarter of a fight
played by orders. Here a value is of a twin class without the guard while its fields are set, and of its own class from
then on: several times as fast, and as frozen as before.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dataclasses import dataclass

__all__ = ["dataclass"]

_FOLLOW = ("__repr__", "__eq__", "__hash__", "__delattr__", "__getstate__", "__setstate__")
_OPENS = "__open__"
"""What the compiled `__init__` sets before all fields; no value has such an attribute."""


def _kind(cls: type, options: dict[str, bool]) -> Any:
    """The class with a first `__init__`, which compiles the methods once a value is made."""
    body = {name: value for name, value in cls.__dict__.items() if name not in ("__dict__", "__weakref__")}
    bare: dict[str, Any] = {**options, "frozen": False, "init": False, "repr": False, "eq": False}
    kind: Any = dataclasses.dataclass(**bare)(cls)
    # So that a frozen dataclass may be made from it.
    kind.__dataclass_params__.frozen = True

    def finish() -> None:
        # A second class is built, and its methods are copied over: the first class is imported by name in other
        # modules and stands in unions and patterns, so it cannot be replaced.
        whole: Any = dataclasses.dataclass(**{**options, "init": False})(type(cls.__name__, cls.__bases__, body))
        made = _fast_init(kind, whole.__setattr__)
        for name in _FOLLOW:
            setattr(kind, name, getattr(whole, name))
        kind.__setattr__ = made.guard
        # It comes last: a kind that is broken off in between is finished with its next value.
        kind.__init__ = made.init

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


@dataclasses.dataclass(frozen=True)
class _Made:
    """An `__init__`, and the `__setattr__` that it needs."""

    init: Callable[..., None]
    guard: Callable[[object, str, object], None]


def _fast_init(kind: Any, refuse: Callable[[object, str, object], None]) -> _Made:
    """The `__init__` of a frozen class that sets its fields on a twin, and the guard, which else calls `refuse`."""
    twin: Any = type(kind.__name__, kind.__bases__, {"__slots__": kind.__slots__})
    after: Callable[[object], None] | None = getattr(kind, "__post_init__", None)

    def guard(self: object, name: str, value: object) -> None:
        if name == _OPENS:
            if type(self) is not kind:
                raise TypeError(f"a class made from {kind.__name__} needs an __init__ of its own: make it a dataclass")
            object.__setattr__(self, "__class__", twin)
        else:
            refuse(self, name, value)

    def close(self: Any) -> None:
        self.__class__ = kind
        if after is not None:
            after(self)

    twin.__post_init__ = close
    fields = {
        field.name: dataclasses.field(
            default=field.default, default_factory=field.default_factory, init=field.init, kw_only=field.kw_only
        )
        for field in dataclasses.fields(kind)
    }
    types = {field.name: field.type for field in dataclasses.fields(kind)}
    # A default factory is called, and its value set, in the order of the fields: this one before all others.
    opens = {_OPENS: dataclasses.field(init=False, default_factory=_nothing)}
    scheme = {"__annotations__": {_OPENS: "None", **types}, **opens, **fields, "__post_init__": close}
    made: Any = dataclasses.dataclass(repr=False, eq=False, match_args=False)(type(kind.__name__, (), scheme))
    return _Made(made.__init__, guard)


def _nothing() -> None:
    return None


if not TYPE_CHECKING:

    def dataclass(**options):
        """The standard decorator for `frozen=True, slots=True`."""
        return lambda cls: _kind(cls, options)
