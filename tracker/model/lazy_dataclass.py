"""Lazy dataclass: the standard `dataclass` for frozen values, compiled when the first value is made, and made faster.

The fields, the slots and the patterns are there at once. Six methods follow later, since `dataclasses` compiles each of
them from text: for all events and commands together that takes a tenth of the time in which the program starts, and a
run meets few of them. A value that another process has sent counts as the first one, too.

The rule: every event and every command, and a frozen class that is imported before the first frame though it is seldom
made there (seventeen such classes as ordinary ones take 6 % of the start). Everything else is an ordinary dataclass.

The standard `__init__` of a frozen class calls `object.__setattr__` for each field, which took a quarter of a fight
played by orders. Here `__new__` fills a twin class without the guard and then gives the value its own class: one Python
call a value instead of three. That is why a value is pickled by `_loaded`, since `__new__` wants the fields.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dataclasses import dataclass

__all__ = ["dataclass"]

_FOLLOW = ("__repr__", "__eq__", "__hash__", "__delattr__", "__getstate__", "__setstate__")


def _kind(cls: type, options: dict[str, bool]) -> Any:
    """Return the class with a first `__new__`, which compiles the methods once a value is made."""
    body = {name: value for name, value in cls.__dict__.items() if name not in ("__dict__", "__weakref__")}
    bare: dict[str, Any] = {**options, "frozen": False, "init": False, "repr": False, "eq": False}
    kind: Any = dataclasses.dataclass(**bare)(cls)
    # So that a frozen dataclass may be made from it.
    kind.__dataclass_params__.frozen = True

    def finish() -> None:
        # A second class is built, and its methods are copied over: the first class is imported by name in other
        # modules and stands in unions and patterns, so it cannot be replaced.
        whole: Any = dataclasses.dataclass(**{**options, "init": False})(type(cls.__name__, cls.__bases__, body))
        made = _fast_new(kind)
        for name in _FOLLOW:
            setattr(kind, name, getattr(whole, name))
        kind.__setattr__ = whole.__setattr__
        # It comes last: a kind that is broken off in between is finished with its next value.
        kind.__new__ = made

    def first(cls: type, *values: object, **named: object) -> Any:
        finish()
        return kind.__new__(cls, *values, **named)

    def first_loaded(self: object, state: Any) -> None:
        finish()
        kind.__setstate__(self, state)

    kind.__new__ = first
    kind.__init_subclass__ = classmethod(_with_own_init)
    kind.__reduce__ = _reduced
    # The first value of a process may come out of another process, and then no `__new__` is called.
    kind.__setstate__ = first_loaded
    return kind


def _with_own_init(cls: Any) -> None:
    """Let a class made from a lazy dataclass get empty values, which its own `__init__` fills."""
    cls.__new__ = _empty


def _empty(cls: Any, *_: object, **__: object) -> Any:
    """Return an empty value. Raises TypeError for a class without an `__init__`."""
    if cls.__init__ is object.__init__:
        raise TypeError(f"a class made from {cls.__bases__[0].__name__} needs an __init__ of its own: dataclass it")
    return object.__new__(cls)


def _reduced(self: Any) -> tuple[Any, ...]:
    """Return the class and the fields by which a value is pickled and copied."""
    return _loaded, (type(self), self.__getstate__())


def _loaded(kind: type, state: Any) -> Any:
    value: Any = object.__new__(kind)
    value.__setstate__(state)
    return value


def _fast_new(kind: Any) -> Callable[..., Any]:
    """Return the `__new__` of a frozen class, which fills a twin without a guard and turns it into the class."""
    twin: Any = type(kind.__name__, kind.__bases__, {"__slots__": kind.__slots__})
    # Field names are parameters, so what else the text names has names that no field has.
    names: dict[str, Any] = {
        "_kind_": kind,
        "_twin_": twin,
        "_new_": object.__new__,
        "_unset_": object(),
    }
    positional: list[str] = []
    by_name: list[str] = []
    body: list[str] = []
    for field in dataclasses.fields(kind):
        name = field.name
        default = ""
        if field.default is not dataclasses.MISSING:
            names[f"default_{name}"] = field.default
            default = f"default_{name}"
        elif field.default_factory is not dataclasses.MISSING:
            names[f"make_{name}"] = field.default_factory
            default = "_unset_"
        if field.init:
            (by_name if field.kw_only else positional).append(f"{name}={default}" if default else name)
        if default == "_unset_":
            made = f"make_{name}()"
            body.append(f"self.{name} = {f'{made} if {name} is _unset_ else {name}' if field.init else made}")
        elif field.init or default:
            body.append(f"self.{name} = {name if field.init else default}")
    parameters = ", ".join(["cls", *positional, *(["*", *by_name] if by_name else [])])
    last = ["self.__post_init__()"] if hasattr(kind, "__post_init__") else []
    lines = [
        f"def __new__({parameters}):",
        *(f" {line}" for line in ("self = _new_(_twin_)", *body)),
        *(f" {line}" for line in ("self.__class__ = _kind_", *last, "return self")),
    ]
    exec("\n".join(lines), names)  # as `dataclasses` makes its own methods: from the names of the fields alone
    made_new: Callable[..., Any] = names["__new__"]
    return made_new


if not TYPE_CHECKING:

    def dataclass(**options):
        """The standard decorator for `frozen=True, slots=True`."""
        return lambda cls: _kind(cls, options)
