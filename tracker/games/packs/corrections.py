"""Corrections: a pack with wrong keys made readable, so that the rest of it is judged in the same check."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from copy import deepcopy
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin

from pydantic import BaseModel, ValidationError
from pydantic_core import InitErrorDetails

from tracker.games.packs import formulas
from tracker.games.packs.formulas import Formula
from tracker.games.packs.models import FORMAT, Pack
from tracker.model.validation_errors import Fault, Faults, Place
from tracker.text.suggestions import nearest

UNREAD = Formula("?", formulas.Name("?"))
"""The value of a formula that cannot be read: any value."""
_ROUNDS = 6
"""The most times a pack is read, each time without the mistakes found so far."""
_NAMED = ("figures", "derived", "pools", "weapon", "conditions")
_LISTED = ("action", "answer", "modifier")
"""Tables by name, and lists of tables with names."""
_HANG_ON = {"clock": ("cost", "phase", "until", "again", "round", "lose"), "pools": ("damage", "pays", "pool")}
"""Keys elsewhere whose mistakes may follow from one that was left out of this table."""


def with_the_rest(
    error: ValidationError, data: Any, handler: Callable[[Any], Pack], judged: Callable[[Pack], list[Fault]]
) -> ValidationError:
    """Return the error with the mistakes that `judged` finds in the rest of the pack.

    `handler` reads a pack, and `data` is the pack that it could not read. Mistakes are taken out of it until it can.
    Mistakes that may follow from that are left out. A key that is nearly one of the pack's is read as that one.
    """
    if not isinstance(data, Mapping):
        return error
    lines = [_line(each) for each in error.errors(include_url=False)]
    mending = _Mending(data)
    for read in _readings(error, mending.pack, handler):
        if isinstance(read, Pack):
            lost = _names_in(data) - _names_in(mending.pack)
            rest = [fault for fault in judged(read) if not _follows(fault, mending.left_out, lost)]
            rest = [fault._replace(place=mending.written(fault.place)) for fault in rest]
            if rest:
                lines.append(InitErrorDetails(type="value_error", loc=(), input=data, ctx={"error": Faults(rest)}))
            return ValidationError.from_exception_data(error.title, lines)
        for each in sorted(read.errors(include_url=False), key=lambda each: each["type"] != "extra_forbidden"):
            if read is not error and mending.written(each["loc"]) != each["loc"]:
                lines.append(_line({**each, "loc": mending.written(each["loc"])}))
            mending.leave_out(each)
    return error


class _Mending:
    """A pack from which mistakes are removed step by step."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.pack: dict[str, Any] = deepcopy(dict(data))
        self.left_out: dict[Place, bool] = {}
        """The places left out or filled in. True where it was a formula."""
        self.moved: dict[Place, Place] = {}
        """By place as read: the place in the file, under a name that is nearly right."""

    def written(self, place: Place) -> Place:
        """Return the place in the file of a place in the mended pack, where a key may have been read as another."""
        for length in range(len(place), 0, -1):
            if (before := self.moved.get(place[:length])) is not None:
                return (*before, *place[length:])
        return place

    def leave_out(self, details: Any) -> None:
        """Take a mistake of pydantic (`details`) out of the pack.

        The part at its place is removed, replaced by a harmless value, or read as the key that is meant.
        """
        kind, place = details["type"], tuple(details["loc"])
        where: tuple[Any, ...]
        where, parent = _value_at(self.pack, place[:-1] if kind == "missing" else place)
        if kind == "missing":
            if isinstance(parent, dict) and place[-1] not in parent:  # an unknown key may have been read as this one
                parent[place[-1]] = _harmless(str(place[-1]), len(self.left_out))
                self.left_out[(*where, place[-1])] = False
            return
        if not where or (kind == "extra_forbidden" and self._read_as_meant(where)):
            return
        table: Any = _value_at(self.pack, where[:-1])[1]
        unread = isinstance(details.get("ctx", {}).get("error"), Faults) or "a formula in quotes" in details["msg"]
        self.left_out[where] = unread
        if unread:
            table[where[-1]] = UNREAD
        elif isinstance(table, list):
            table[int(where[-1])] = {}  # an entry that is taken out would move those behind it
        else:
            del table[where[-1]]

    def _read_as_meant(self, where: Place) -> bool:
        """Read an unknown key as a similar known one, and return whether it could be.

        When the file has both, that works for lists alone: the entries of one are added to those of the other.
        """
        _, table = _value_at(self.pack, where[:-1])
        known = _keys_at(where[:-1])
        wrong = str(where[-1])
        meant = nearest(wrong, [key for key in known if key not in table or isinstance(table[key], list)], known)
        if not meant or (meant in table and not (isinstance(table[meant], list) and isinstance(table[wrong], list))):
            return False
        value, before = table.pop(wrong), (*where[:-1], meant)
        if meant not in table:
            table[meant] = value
            self.moved[before] = where
            return True
        for number, entry in enumerate(value):
            self.moved[(*before, len(table[meant]))] = (*where, number)
            table[meant].append(entry)
        return True


def _keys_at(place: Place) -> tuple[str, ...]:
    """Return the keys that the table at a place of a pack may have. Empty when it has no fixed keys."""
    kind: Any = Pack
    for part in place:
        if isinstance(kind, type) and issubclass(kind, BaseModel):
            field = next((each for key, each in kind.model_fields.items() if (each.alias or key) == part), None)
            kind = None if field is None else field.annotation
        else:
            kind = next(reversed(get_args(kind)), None)
        while get_origin(kind) in (Annotated, Union, UnionType):
            kind = get_args(kind)[0]
    keys = kind.model_fields.items() if isinstance(kind, type) and issubclass(kind, BaseModel) else ()
    return tuple(field.alias or key for key, field in keys)


def _readings(error: ValidationError, mended: Any, handler: Callable[[Any], Pack]) -> Iterator[ValidationError | Pack]:
    """Yield the errors of each reading of `mended`, which the caller mends in between, and the pack once it is read."""
    yield error
    for _ in range(_ROUNDS):
        try:
            yield handler(mended)
        except ValidationError as again:
            yield again
        else:
            return


def _line(details: Any) -> InitErrorDetails:
    """Return an error of pydantic in the form from which a ValidationError is made."""
    line = InitErrorDetails(type=details["type"], loc=details["loc"], input=details["input"])
    if "ctx" in details:
        line["ctx"] = details["ctx"]
    return line


def _value_at(data: Any, place: Place) -> tuple[Place, Any]:
    """Return the first parts of a place that exist in a pack, and the value there.

    A place of pydantic goes on with names of types, which are no keys.
    """
    reached: list[str | int] = []
    for part in place:
        listed = isinstance(data, list) and isinstance(part, int) and part < len(data)
        if not listed and not (isinstance(data, Mapping) and part in data):
            break
        data = data[part]
        reached.append(part)
    return tuple(reached), data


def _harmless(key: str, number: int) -> Any:
    """Return a value for a missing key that causes no further mistake. `number` makes it unlike other such values."""
    word = f"missing-{'abcdefghijklmnopqrstuvwxyz'[number % 26]}"
    strike = {"name": "missing", "target": True, "cost": 1}
    values = {
        "pack": FORMAT,
        "clock": {},
        "action": [strike],
        "table": [{"up_to": 1000, "name": word}],
        "id": f"X-{number}",
    }
    return values.get(
        key,
        UNREAD if key in ("full", "dice") else number + 1 if key in ("margin", "up_to", "points", "hours") else word,
    )


def _names_in(data: Mapping[str, Any]) -> set[str]:
    """Return all names that a pack gives to figures, pools, conditions, actions and so on, in unknown tables too."""
    names: set[str] = set()
    for key, table in data.items():
        known = key in Pack.model_fields
        if isinstance(table, Mapping) and (key in _NAMED or not known):
            names |= {str(name) for name in table}
        if isinstance(table, list) and (key in _LISTED or not known):
            names |= {str(each["name"]) for each in table if isinstance(each, Mapping) and "name" in each}
    return names


def _follows(fault: Fault, left_out: Mapping[Place, bool], lost: Collection[str]) -> bool:
    """Return whether a mistake may only be a consequence of parts left out.

    `left_out` says of each place left out whether it was a formula. `lost` are the names that the pack lost with it.
    """
    word = fault.word.rpartition(".")[2]
    if word in lost or word == "?":
        return True
    for place, is_formula in left_out.items():
        if fault.place[: len(place)] == place:
            return True
        if is_formula:  # it has a harmless one in its place, so nothing else changes
            continue
        # A mistake beside the part left out, in the same table, may follow from it.
        if len(place) > 1 and fault.place[: len(place) - 1] == place[:-1]:
            return True
        if place[0] == "action" and _hangs_on_actions(fault.place):
            return True
        if fault.place[-1] in _HANG_ON.get(str(place[0]), ()):
            return True
    return False


def _hangs_on_actions(place: Place) -> bool:
    """Return whether a mistake is one of all actions together: no target, no answer, no cause of a condition."""
    return place == ("action",) or place[:1] + place[2:] in (("conditions",), ("answer", "name"))
