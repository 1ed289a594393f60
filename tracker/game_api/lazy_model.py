"""Lazy model: a table of a file, described as for pydantic, which is loaded only where a file does not fit plainly.

To import pydantic and to build the models of one game takes a quarter of the time in which a fight appears, and of its
memory. So a class made from `LazyModel` only keeps what it says of its keys. `model_validate` reads what fits without
more ado: texts, numbers, words of a list, lists and tables of these, with their bounds and the checks of the class.
Everything else is left to the pydantic model of the same description (`model_of`): it words every mistake, and it
knows what this module does not. Both accept the same files and give the same values.

The cost: a value read by pydantic is made into one of the class, and the reading of plain values is here a second
time. Keys, schema and dump of a class (`model_fields`, `model_dump`…) are those of its pydantic model.
"""

from __future__ import annotations

import copy
import functools
import inspect
import math
import operator
import types
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple, Union, cast, get_args, get_origin, get_type_hints

if TYPE_CHECKING:
    from pydantic import BaseModel, Field, field_validator, model_validator
    from pydantic import BaseModel as LazyModel

__all__ = [
    "Field",
    "LazyModel",
    "field_validator",
    "fitting",
    "is_model",
    "model_of",
    "model_validator",
    "names_of",
    "of_class",
]

Read = Callable[[Any], Any]
"""Returns a value of a file as the model has it. Raises _Unfit for one that does not fit plainly."""
_NONE_GIVEN: Any = object()


class _Unfit(Exception):
    """A value that pydantic must judge."""


class _Described:
    """The default and the bounds of a key, as `Field` was given them."""

    def __init__(self, default: Any, default_factory: Callable[[], Any] | None, rules: dict[str, Any]) -> None:
        self.default, self.default_factory, self.rules = default, default_factory, rules


class _Check:
    """A function that checks one key or the whole table, and how it is told to pydantic."""

    def __init__(self, function: Any, keys: tuple[str, ...], mode: str) -> None:
        self.function, self.keys, self.mode = function, keys, mode


class _Key:
    """A key of a table: its name in the file, its default, and how its value is read."""

    def __init__(self, name: str, default: Any, kind: Any) -> None:
        described = default if isinstance(default, _Described) else _Described(default, None, {})
        rules = dict(described.rules)
        self.in_file = rules.pop("alias", None) or _alias(kind) or name
        self._default, self._factory = described.default, described.default_factory
        self.required = self._default is _NONE_GIVEN and self._factory is None
        self.read = _bounded(_reader(kind), rules)

    def usual(self) -> Any:
        """Return the default. What equals no value of a key without one."""
        return _NONE_GIVEN if self.required else self.default()

    def default(self) -> Any:
        """Return the default, a new one where it could be changed."""
        if self._factory is not None:
            return self._factory()
        default = self._default
        if type(default) is list or type(default) is dict:
            return copy.deepcopy(default) if default else type(default)()
        return default


def _alias(kind: Any) -> str:
    """Return the name in the file that a type is annotated with. Empty without one."""
    described = get_args(kind)[1:] if get_origin(kind) is Annotated else ()
    return next(
        (
            description.rules["alias"]
            for description in described
            if isinstance(description, _Described) and "alias" in description.rules
        ),
        "",
    )


# Plain values


def _reader(kind: Any) -> Read:
    """Return the function that reads a value of this type, or raises _Unfit. No value fits an unknown type."""
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Annotated:
        if not all(isinstance(description, _Described) for description in inner[1:]):
            return _never
        read = _reader(inner[0])
        for description in inner[1:]:
            read = _bounded(read, {name: rule for name, rule in description.rules.items() if name != "alias"})
        return read
    if origin is Literal:
        return _one_of(inner)
    if origin is list and len(inner) == 1:
        return _row_of(list, _reader(inner[0]))
    if origin is tuple and inner[1:] == (...,):
        return _row_of(tuple, _reader(inner[0]))
    if origin is dict and inner:
        return _table_of(_reader(inner[0]), _reader(inner[1]))
    if origin in (Union, types.UnionType):
        return _first_of([_reader(member) for member in inner])
    if isinstance(kind, _Lazy):
        return kind._read
    return _PLAIN.get(kind, _never)


def _never(value: Any) -> Any:
    raise _Unfit


def _of_type(kind: type) -> Read:
    """Return the function that reads a value of exactly this type."""

    def read(value: Any) -> Any:
        if type(value) is not kind:
            raise _Unfit
        return value

    return read


def _number(value: Any) -> float:
    """Return a number as a float. Raises _Unfit for another value, and for a whole number that loses digits as one."""
    if type(value) is float:
        return value
    if type(value) is int and abs(value) < 2**53:
        return float(value)
    raise _Unfit


_PLAIN: Mapping[Any, Read] = {
    str: _of_type(str),
    int: _of_type(int),
    bool: _of_type(bool),
    type(None): _of_type(type(None)),
    float: _number,
}


def _one_of(words: tuple[Any, ...]) -> Read:
    """Return the function that reads one of these words."""

    def read(value: Any) -> Any:
        for word in words:
            if type(word) is type(value) and word == value:
                return value
        raise _Unfit

    return read


def _row_of(kind: type[list[Any]] | type[tuple[Any, ...]], read: Read) -> Read:
    """Return the function that reads a list or tuple, each element by `read`."""

    def read_row(value: Any) -> Any:
        if type(value) is not kind:
            raise _Unfit
        return kind([read(element) for element in value])

    return read_row


def _table_of(read_key: Read, read: Read) -> Read:
    """Return the function that reads a table, its keys by `read_key` and its values by `read`."""

    def read_table(value: Any) -> dict[str, Any]:
        if type(value) is not dict:
            raise _Unfit
        return {read_key(key): read(element) for key, element in value.items()}

    return read_table


def _first_of(reads: list[Read]) -> Read:
    """Return the function that reads a value by the first of `reads` that fits it.

    A whole number does not fit a float here, since another of the types may be meant: pydantic decides that.
    """
    plain = [read for read in reads if read is not _number]

    def read_first(value: Any) -> Any:
        for read in plain:
            try:
                return read(value)
            except _Unfit:
                continue
        if len(plain) < len(reads) and type(value) is float:
            return value
        raise _Unfit

    return read_first


def _long_enough(value: Any, bound: int) -> bool:
    return len(value) >= bound


def _short_enough(value: Any, bound: int) -> bool:
    return len(value) <= bound


def _ordinary(value: float, any_number: bool) -> bool:
    return any_number or math.isfinite(value)


_BOUNDS: Mapping[str, Callable[[Any, Any], bool]] = {
    "ge": operator.ge,
    "gt": operator.gt,
    "le": operator.le,
    "lt": operator.lt,
    "min_length": _long_enough,
    "max_length": _short_enough,
    "allow_inf_nan": _ordinary,
}


def _bounded(read: Read, rules: Mapping[str, Any]) -> Read:
    """Return the function that reads a value by `read` and checks it against bounds, by their name in pydantic.

    Bounds do not apply to None.
    """
    if not rules:
        return read
    if not rules.keys() <= _BOUNDS.keys():
        return _never
    bounds = [(_BOUNDS[name], bound) for name, bound in rules.items()]

    def read_bounded(value: Any) -> Any:
        plain = read(value)
        if plain is not None and not all(keeps(plain, bound) for keeps, bound in bounds):
            raise _Unfit
        return plain

    return read_bounded


# Classes and their values


class _Lazy(type):
    """The class of the classes: what one does not have itself, its pydantic model has."""

    def __getattr__(cls, name: str) -> Any:
        if name.startswith("model_"):
            return getattr(model_of(cls), name)
        raise AttributeError(f"type object {cls.__name__!r} has no attribute {name!r}")

    @property
    def _plan(cls) -> _Plan | None:
        """The keys and checks of the class. None where only pydantic knows them."""
        if "_own_plan" not in vars(cls):
            cls._own_plan = _plan_of(cls)
        plan: _Plan | None = vars(cls)["_own_plan"]
        return plan

    def _read(cls, value: Any) -> Any:
        """Return the value of this class from a table, read without pydantic. Raises _Unfit for pydantic to judge."""
        kind: Any = cls
        if type(value) is kind:
            return value
        plan = cls._plan
        if plan is None or not isinstance(value, dict) or not value.keys() <= plan.in_file:
            raise _Unfit
        values: dict[str, Any] = {}
        given = set()
        for name, key in plan.keys.items():
            if key.in_file in value:
                values[name] = key.read(value[key.in_file])
                given.add(name)
            elif key.required:
                raise _Unfit
            else:
                values[name] = key.default()
        try:
            for check in plan.of_keys:
                for name in given.intersection(check.keys):
                    values[name] = check.function.__func__(cls, values[name])
            made = _made(cls, values, given)
            for check in plan.of_table:
                check.function(made)
        except (ValueError, AssertionError) as error:
            raise _Unfit from error
        return made


class _Plan(NamedTuple):
    """The keys of a class by their names, their names in a file, and its checks."""

    keys: Mapping[str, _Key]
    in_file: frozenset[str]
    of_keys: list[_Check]
    of_table: list[_Check]


def _plan_of(cls: Any) -> _Plan | None:
    """Return the keys and checks of a class and its bases. None where something is described by pydantic itself."""
    classes = [kind for kind in reversed(cls.__mro__) if isinstance(kind, _Lazy) and kind is not LazyModel]
    values = [value for kind in classes for name, value in vars(kind).items() if name not in _INTERNAL]
    checks = [value for value in values if isinstance(value, _Check)]
    if any(type(value).__module__.partition(".")[0] == "pydantic" for value in values):
        return None
    if any(check.mode != "after" for check in checks):
        return None
    hints = get_type_hints(cls, include_extras=True)
    defaults = {name: value for kind in classes for name, value in vars(kind).items()}
    names = [name for kind in classes for name in inspect.get_annotations(kind) if name != "model_config"]
    keys = {name: _Key(name, defaults.get(name, _NONE_GIVEN), hints[name]) for name in names}
    in_file = frozenset(key.in_file for key in keys.values())
    return _Plan(
        keys, in_file, [check for check in checks if check.keys], [check for check in checks if not check.keys]
    )


def _made(kind: Any, values: dict[str, Any], given: set[str]) -> Any:
    """Return a value of a class with these `values` of its keys. `given` names the keys that were given."""
    value = object.__new__(kind)
    vars(value).update(values)
    object.__setattr__(value, "_given", given)
    return value


if not TYPE_CHECKING:

    def Field(default=_NONE_GIVEN, *, default_factory=None, **rules):  # noqa: N802 -- as pydantic calls it
        """Describe a key by its default and its bounds."""
        return _Described(default, default_factory, rules)

    def field_validator(*keys):
        """Mark the check of one or several keys."""
        return lambda function: _Check(function, keys, "after")

    def model_validator(*, mode):
        """Mark the check of a whole table, once it is read."""
        return lambda function: _Check(function, (), mode)

    class LazyModel(metaclass=_Lazy):
        """A frozen table of a file."""

        __slots__ = ("__dict__", "_given")

        def __init__(self, **values):
            read = type(self).model_validate(values)
            vars(self).update(vars(read))
            object.__setattr__(self, "_given", read._given)

        @classmethod
        def model_validate(cls, data):
            """Return the value of a table. Raises pydantic's ValidationError."""
            try:
                return cls._read(dict(data) if isinstance(data, Mapping) else data)
            except _Unfit:
                return _of_class(model_of(cls).model_validate(_as_pydantic(data)))

        @classmethod
        def model_construct(cls, _given=None, **values):
            """Return a value that is not checked, with the defaults of the keys that are left out."""
            plan = cls._plan
            if plan is None:
                return _of_class(model_of(cls).model_construct(_given, **values))
            given = set(values) if _given is None else set(_given)
            each = ((name, key) for name, key in plan.keys.items() if name in values or not key.required)
            return _made(cls, {name: values[name] if name in values else key.default() for name, key in each}, given)

        def model_copy(self, *, update=None):
            """Return a copy in which some keys have other values, which are not checked."""
            update = update or {}
            return _made(type(self), {**vars(self), **update}, self._given | update.keys())

        def model_dump(self, *, mode="python", include=None, exclude_none=False, exclude_defaults=False):
            """Return the values by key as plain data, without those that `include` and the flags leave out."""
            plan = type(self)._plan
            if plan is None:
                return _as_pydantic(self).model_dump(
                    mode=mode, include=include, exclude_none=exclude_none, exclude_defaults=exclude_defaults
                )
            return {
                name: _dumped(value, mode, exclude_none, exclude_defaults)
                for name, value in self
                if (include is None or name in include)
                and not (exclude_none and value is None)
                and not (exclude_defaults and value == plan.keys[name].usual())
            }

        @property
        def model_fields_set(self):
            """The keys that were given."""
            return self._given

        def __getattr__(self, name):
            if name.startswith("model_"):
                return getattr(_as_pydantic(self), name)
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

        def __setattr__(self, name, value):
            raise AttributeError(f"a {type(self).__name__} never changes, nor does its {name!r}")

        def __iter__(self):
            return iter(vars(self).items())

        def __eq__(self, other):
            return vars(self) == vars(other) if type(other) is type(self) else NotImplemented

        def __hash__(self):
            return hash((type(self), *vars(self).values()))

        def __repr__(self):
            return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in self)})"

        def __reduce__(self):
            return _made, (type(self), dict(vars(self)), self._given)


# Pydantic's models


def is_model(kind: object) -> bool:
    """Return whether a class is a model of tables in files: made from `LazyModel`, or a pydantic model."""
    if isinstance(kind, _Lazy):
        return True
    from pydantic import BaseModel  # noqa: PLC0415 -- all of this is for it to be loaded late

    return isinstance(kind, type) and issubclass(kind, BaseModel)


def model_of(kind: Any) -> type[BaseModel]:
    """Return the pydantic model of a class. One that is pydantic's already is that itself."""
    if not isinstance(kind, _Lazy):
        return kind  # type: ignore[no-any-return]
    if "_model" not in vars(kind):
        model = _model_like(kind)
        type.__setattr__(kind, "_model", model)
        _CLASSES[model] = kind
    return vars(kind)["_model"]  # type: ignore[no-any-return]


_CLASSES: dict[type, Any] = {}
"""The class of each pydantic model that was made from one."""
_INTERNAL = (
    *("__dict__", "__weakref__", "__slots__", "_given", "_own_plan", "_model"),
    # Where a module's annotations wait until they are asked for, which from 3.14 on they do: told apart, as types.
    *("__annotations__", "__annotate_func__", "__annotations_cache__", "__conditional_annotations__"),
)


def _model_like(kind: Any) -> Any:
    """Build the pydantic model with the keys, the checks and the methods of a class."""
    import pydantic  # noqa: PLC0415 -- all of this is for it to be loaded late

    if kind is LazyModel:
        return pydantic.BaseModel
    body: dict[str, Any] = {"__qualname__": kind.__qualname__}
    for name, value in vars(kind).items():
        if name not in _INTERNAL:
            body[name] = _told_to_pydantic(value)
    hints = get_type_hints(kind, include_extras=True)
    body["__annotations__"] = {name: _type_for_pydantic(hints[name]) for name in inspect.get_annotations(kind)}
    metaclass: Any = type(pydantic.BaseModel)
    return metaclass(kind.__name__, tuple(map(model_of, kind.__bases__)), body)


def _told_to_pydantic(value: Any) -> Any:
    """Return a class attribute as a pydantic model needs it: a description as a field, a check as a validator."""
    import pydantic  # noqa: PLC0415 -- all of this is for it to be loaded late

    if isinstance(value, _Described):
        default = {} if value.default is _NONE_GIVEN else {"default": _as_pydantic(value.default)}
        factory = {} if value.default_factory is None else {"default_factory": value.default_factory}
        field: Any = pydantic.Field
        return field(**default, **factory, **value.rules)
    if isinstance(value, _Check):
        of_keys, of_table = cast("Any", pydantic.field_validator), cast("Any", pydantic.model_validator)
        return (of_keys(*value.keys) if value.keys else of_table(mode=value.mode))(value.function)
    return _as_pydantic(value)


def _type_for_pydantic(kind: Any) -> Any:
    """Return a type with pydantic's own models and bounds in it."""
    if isinstance(kind, _Lazy):
        return model_of(kind)
    if isinstance(kind, _Described):
        return _told_to_pydantic(kind)
    inner, origin = get_args(kind), get_origin(kind)
    if not inner or origin is Literal:
        return kind
    arguments = tuple(map(_type_for_pydantic, inner))
    if arguments == inner:
        return kind
    if origin in (Union, types.UnionType):
        return functools.reduce(operator.or_, arguments)
    return Annotated[arguments] if origin is Annotated else origin[arguments]


def _as_pydantic(value: Any) -> Any:
    """Return a value with pydantic's models in place of those made from `LazyModel`, in lists and tables too."""
    if isinstance(value, LazyModel):
        values = {name: _as_pydantic(inner) for name, inner in value}
        return model_of(type(value)).model_construct(value.model_fields_set, **values)
    if type(value) in (list, tuple):
        return type(value)(map(_as_pydantic, value))
    return {key: _as_pydantic(inner) for key, inner in value.items()} if type(value) is dict else value


def _dumped(value: Any, mode: str, exclude_none: bool, exclude_defaults: bool) -> Any:
    """Return a value as plain data, as `model_dump` gives it: with `mode` "json" a tuple as a list."""
    if isinstance(value, LazyModel):
        return value.model_dump(mode=mode, exclude_none=exclude_none, exclude_defaults=exclude_defaults)
    if isinstance(value, list | tuple):
        dumped = [_dumped(inner, mode, exclude_none, exclude_defaults) for inner in value]
        return dumped if mode == "json" or isinstance(value, list) else tuple(dumped)
    if isinstance(value, dict):
        return {key: _dumped(inner, mode, exclude_none, exclude_defaults) for key, inner in value.items()}
    return value


def _of_class(value: Any) -> Any:
    """Return a value with those made from `LazyModel` in place of pydantic's models, in lists and tables too."""
    kind = _CLASSES.get(type(value))
    if kind is not None:
        return _made(kind, {name: _of_class(inner) for name, inner in vars(value).items()}, set(value.model_fields_set))
    if type(value) in (list, tuple):
        return type(value)(map(_of_class, value))
    return {key: _of_class(inner) for key, inner in value.items()} if type(value) is dict else value


def fitting(kinds: Sequence[Any], table: Any) -> list[Any] | None:
    """Return the values that several classes read from the one table they share. None where pydantic must judge it."""
    plans = [kind._plan if isinstance(kind, _Lazy) else None for kind in kinds]
    keys = [plan.in_file for plan in plans if plan is not None]
    every = frozenset().union(*keys)
    if len(keys) < len(kinds) or len(every) < sum(map(len, keys)):
        return None
    if not isinstance(table, dict) or not table.keys() <= every:
        return None
    parts = [{key: value for key, value in table.items() if key in known} for known in keys]
    try:
        return [kind._read(part) for kind, part in zip(kinds, parts, strict=True)]
    except _Unfit:
        return None


def names_of(kind: Any) -> Collection[str]:
    """Return the keys of a class."""
    plan = kind._plan if isinstance(kind, _Lazy) else None
    return model_of(kind).model_fields if plan is None else plan.keys


def of_class(kind: Any, whole: Any) -> Any:
    """Return a value of class `kind` with its keys taken from `whole`, which has them among others."""
    if type(whole) is kind:
        return whole
    names = names_of(kind)
    values = {name: _of_class(getattr(whole, name)) for name in names}
    given = whole.model_fields_set & set(names)
    return _made(kind, values, given) if isinstance(kind, _Lazy) else kind.model_construct(given, **values)
