"""Lazy dataclass: the standard `dataclass` for frozen values, compiled when it is used, and made faster.

The fields, the slots and the patterns are there at once. The methods follow later, since `dataclasses` compiles each of
them from text, which for all classes of the program takes as long as all of pydantic, and a run meets few of them: what
makes a value with the first value, what compares and shows values when they are first compared or shown.

The rule: every frozen class with slots, above the rooms that import nothing. Others are left to the standard decorator.

The standard `__init__` of a frozen class calls `object.__setattr__` for each field, which took a quarter of a fight
played by orders. Here `__new__` fills a twin class without the guard and then gives the value its own class: one Python
call a value instead of three. That is why a value is pickled by `_loaded`, since `__new__` wants the fields.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import FrozenInstanceError
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dataclasses import dataclass

__all__ = ["dataclass"]

_FOLLOW = ("__repr__", "__eq__", "__hash__")


def _kind(cls: type, options: dict[str, bool]) -> Any:
    """Return the class with a first `__new__` and first methods, which compile the real ones once they are called.

    `options` are those of the decorator.
    """
    body = {name: value for name, value in cls.__dict__.items() if name not in ("__dict__", "__weakref__")}
    from_frozen = any(map(dataclasses.is_dataclass, cls.__bases__))  # then the library insists on a frozen class
    bare: dict[str, Any] = {**options, "frozen": from_frozen, "init": False, "repr": False, "eq": False}
    kind: Any = dataclasses.dataclass(**bare)(cls)
    # So that a frozen dataclass may be made from it.
    kind.__dataclass_params__.frozen = True

    def first(cls: type, *values: object, **named: object) -> Any:
        """Compile the real `__new__`, put it into the class, and make the value with it."""
        kind.__new__ = _fast_new(kind)
        return kind.__new__(cls, *values, **named)

    kind.__new__ = first
    for name in _FOLLOW:
        setattr(kind, name, _first_method(kind, name, body, options))
    kind.__setattr__, kind.__delattr__ = _guards(kind)
    kind.__init_subclass__ = classmethod(_made_from_one)
    kind.__reduce__ = _reduced
    return kind


def _first_method(kind: Any, name: str, body: dict[str, Any], options: dict[str, bool]) -> Callable[..., Any]:
    """Return a method that compiles the real methods of `kind` when first called, and then calls the one named `name`.

    `body` is the content of the class before it was decorated.
    """

    def first(self: object, *others: object) -> Any:
        """Compile the real methods, put them into the class, and call the one asked for."""
        # A second class is built, and its methods are copied over: the first class is imported by name in other
        # modules and is part of unions and patterns, so it cannot be replaced. A class that is broken off in between
        # is finished with the next call.
        whole: Any = dataclasses.dataclass(**{**options, "init": False})(
            type(kind)(kind.__name__, kind.__bases__, body)
        )
        for method in _FOLLOW:
            setattr(kind, method, getattr(whole, method))
        return getattr(kind, name)(self, *others)

    return first


def _guards(kind: Any) -> tuple[Callable[..., None], Callable[..., None]]:
    """Return the two methods that refuse to set and to delete a field, as those of a frozen class do."""
    names = frozenset(kind.__dataclass_fields__)

    def set_field(self: object, name: str, value: object) -> None:
        """Refuse to change a field. Other attributes of a class made from this one may be set."""
        if type(self) is kind or name in names:
            raise FrozenInstanceError(f"cannot assign to field {name!r}")
        object.__setattr__(self, name, value)

    def delete_field(self: object, name: str) -> None:
        """Refuse to delete a field. Other attributes of a class made from this one may be deleted."""
        if type(self) is kind or name in names:
            raise FrozenInstanceError(f"cannot delete field {name!r}")
        object.__delattr__(self, name)

    return set_field, delete_field


def _made_from_one(cls: Any) -> None:
    """Give a class made from a lazy dataclass a first `__new__` of its own."""
    cls.__new__ = _first_of_made


def _first_of_made(cls: Any, *values: object, **named: object) -> Any:
    """Return an empty value for a class with an `__init__`, as the library makes one. Else the value of the fields."""
    if cls.__init__ is not object.__init__:
        return object.__new__(cls)
    cls.__new__ = _fast_new(cls)
    return cls.__new__(cls, *values, **named)


def _reduced(self: Any) -> tuple[Any, ...]:
    """Return the class and the fields by which a value is pickled and copied."""
    return _loaded, (type(self), [getattr(self, name) for name in self.__dataclass_fields__])


def _loaded(kind: Any, state: list[Any]) -> Any:
    """Return a value of the class with these fields in order, as it is unpickled or copied."""
    value: Any = object.__new__(kind)
    for name, field in zip(kind.__dataclass_fields__, state, strict=True):
        object.__setattr__(value, name, field)
    return value


def _fast_new(kind: Any) -> Callable[..., Any]:
    """Return the `__new__` of a frozen class, which fills a twin without a guard and turns it into the class."""
    # A class made from another one would have the guard of that one.
    bare: dict[str, Any] = {"__setattr__": object.__setattr__}
    bare |= {name: vars(kind)[name] for name in ("__slots__", "__orig_bases__") if name in vars(kind)}
    twin: Any = type(kind)(kind.__name__, kind.__bases__, bare)
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


_LATER = {"frozen", "slots", "kw_only"}

if not TYPE_CHECKING:

    def dataclass(cls=None, /, **options):
        """Decorate a class as `dataclasses.dataclass` does. One with `frozen=True, slots=True` is compiled later."""
        if cls is not None or not (options.get("frozen") and options.get("slots") and options.keys() <= _LATER):
            return dataclasses.dataclass(cls, **options)

        def decorated(kind):
            own_init = kind.__init__ is not object.__init__  # it would be called with the fields, after `__new__`
            return dataclasses.dataclass(kind, **options) if own_init else _kind(kind, options)

        return decorated
