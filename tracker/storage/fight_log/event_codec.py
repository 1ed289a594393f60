"""Event codec: events and the small values of the state as flat TOML keys, and back with every type checked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from typing import Any, TypeVar, get_args, get_type_hints

from tracker.encounter.roster import read_texts
from tracker.game_api.rules import Rules
from tracker.model import events as ev
from tracker.model.lazy_dataclass import dataclass
from tracker.model.questions import Ask, Task
from tracker.model.refusals import Refused
from tracker.text.suggestions import hint

LARGEST = 2**63
Made = TypeVar("Made")
Reader = Callable[[object], Any]


class CodecError(ValueError):
    """A value of a file that cannot be read. The text is a sentence."""


@dataclass(frozen=True, slots=True)
class _Field:
    """One field of a class: its name, its key in the file, its default, and how its value is read and written."""

    name: str
    key: str
    default: object
    read: Reader
    write: Callable[[Any], Any] | None


def _text(value: object) -> str:
    """Return a text as it is. Raises CodecError for another type."""
    if not isinstance(value, str):
        raise CodecError(f"must be text, not {value!r}")
    return value


def _whole(value: object) -> int:
    """Return a whole number as it is. Raises CodecError for another type and for a huge one."""
    if type(value) is not int or not -LARGEST <= value < LARGEST:
        raise CodecError(f"must be a whole number, not {value!r}")
    return value


def _truth(value: object) -> bool:
    """Return a truth value as it is. Raises CodecError for another type."""
    if not isinstance(value, bool):
        raise CodecError(f"must be true or false, not {value!r}")
    return value


def _number(value: object) -> float:
    """Return `value` as a float. Raises CodecError for another type and for nan and infinity."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) < 1e300:
        raise CodecError(f"must be a number, not {value!r}")
    return float(value)


def scalar(value: object) -> str | int | float | bool:
    """Return a text, number or truth value as it is. Raises CodecError for anything else."""
    if isinstance(value, str | bool):
        return value
    return _number(value) if isinstance(value, float) else _whole(value)


def _ask(value: object) -> Ask:
    """Return the kind of a question by its word. Raises CodecError."""
    try:
        return Ask(_text(value))
    except ValueError as error:
        raise CodecError(f"must be one of {', '.join(Ask)}, not {value!r}") from error


def _task(value: object) -> Task:
    """Return a task, which is written as its stage and data in one text. Raises CodecError."""
    try:
        return Task.read(_text(value))
    except (ValueError, TypeError, RecursionError) as error:
        raise CodecError(f"must be a stage and its data, not {value!r}") from error


def _list_of(read: Reader) -> Reader:
    """Return a reader of lists, whose entries `read` reads."""

    def all_of(value: object) -> tuple[Any, ...]:
        """Return the values of a list, each read. Raises CodecError."""
        if not isinstance(value, list):
            raise CodecError(f"must be a list, not {value!r}")
        return tuple(read(inner) for inner in value)

    return all_of


_READERS: dict[object, Reader] = {
    str: _text,
    int: _whole,
    bool: _truth,
    int | None: _whole,
    float | None: _number,
    tuple[int, ...]: _list_of(_whole),
    tuple[str, ...]: _list_of(_text),
    tuple[Task, ...]: _list_of(_task),
    str | int | float | bool: scalar,
    Ask: _ask,
}
_WRITERS: dict[object, Callable[[Any], Any]] = {
    tuple[int, ...]: list,
    tuple[str, ...]: list,
    tuple[Task, ...]: lambda tasks: [task.text() for task in tasks],
    Ask: lambda ask: ask.value,
}
_known: dict[type, tuple[_Field, ...]] = {}
"""Cache: resolving the type hints of a class is slow, and a fight has thousands of events of few classes."""


def _defaults(kind: Any) -> dict[str, object]:
    """Return the default of each field of a dataclass or named tuple, MISSING where it has none."""
    if is_dataclass(kind):
        return {field.name: field.default for field in fields(kind)}
    return {name: kind._field_defaults.get(name, MISSING) for name in kind._fields}


def _fields(kind: type) -> tuple[_Field, ...]:
    """Return the fields of a class that are written, each with its key and how it is read and written."""
    known = _known.get(kind)
    if known is None:
        hints = get_type_hints(kind)
        known = tuple(
            # A name such as `from_` avoids a word of Python, its key need not.
            _Field(name, name.rstrip("_"), default, _READERS[hints[name]], _WRITERS.get(hints[name]))
            for name, default in _defaults(kind).items()
            if name not in ev.READ_FROM_TEXT.get(kind, ())
        )
        _known[kind] = known
    return known


def keys_of(value: object) -> dict[str, Any]:
    """Return a frozen value as flat keys. A field that is None, or empty like its default, is left out."""
    keys: dict[str, Any] = {}
    for field in _fields(type(value)):
        field_value = getattr(value, field.name)
        if field_value is None or (field.default is not MISSING and field_value == field.default and not field_value):
            continue
        keys[field.key] = field.write(field_value) if field.write else field_value
    return keys


def of_keys(kind: type[Made], data: object, ignored: tuple[str, ...] = ()) -> Made:
    """Build a value of class `kind` from the keys that `keys_of` wrote. Raises CodecError.

    Keys in `ignored` are ignored.
    """
    if not isinstance(data, Mapping):
        raise CodecError(f"{kind.__name__} must be a table")
    arguments: dict[str, Any] = {}
    used = 0
    for field in _fields(kind):
        if field.key in data:
            used += 1
            try:
                arguments[field.name] = field.read(data[field.key])
            except CodecError as error:
                raise CodecError(f"{kind.__name__}: {field.key} {error}") from error
        elif field.default is MISSING:
            raise CodecError(f"{kind.__name__}: {field.key} is missing")
    if used + sum(key in data for key in ignored) < len(data):
        known = [field.key for field in _fields(kind)]
        unknown = next(key for key in data if key not in known and key not in ignored)
        raise CodecError(f'{kind.__name__}: unknown key "{unknown}"{hint(unknown, known)}')
    return kind(**arguments)


EVENTS: dict[str, type[ev.Event]] = {kind.__name__: kind for kind in get_args(ev.Event)}


def keys_of_event(event: ev.Event) -> dict[str, Any]:
    """Return an event as flat keys, its `kind` first."""
    return {"kind": type(event).__name__, **keys_of(event)}


def event_of(data: object, rules: Rules | None) -> ev.Event:
    """Return the event that `keys_of_event` wrote, with the values that the rules read from its text.

    Without rules the text is left unread: such an event can be told, and leads to no state.
    Raises CodecError for unknown kinds and keys, for wrong values and for a text that the rules cannot read.
    """
    if not isinstance(data, Mapping) or not isinstance(data.get("kind"), str):
        raise CodecError("an event is a table with its kind")
    kind = EVENTS.get(data["kind"])
    if kind is None:
        raise CodecError(f'unknown kind of event "{data["kind"]}"{hint(data["kind"], EVENTS)}')
    event = of_keys(kind, data, ("kind",))
    if rules is None:
        return event
    try:
        return read_texts(event, rules)
    except (ValueError, LookupError, TypeError, ArithmeticError, Refused) as error:
        raise CodecError(f"{data['kind']}: {error}") from error
