"""Validation: the keys of a file checked against a pydantic model, each error told as one located sentence."""

from __future__ import annotations

import re
import types
from collections.abc import Mapping
from enum import IntEnum
from typing import TYPE_CHECKING, Annotated, Any, Union, get_args, get_origin

from tracker.game_api.lazy_model import is_model
from tracker.model.lazy_dataclass import dataclass
from tracker.model.validation_errors import Faults
from tracker.storage.toml.key_paths import path_in, value_at, without
from tracker.storage.toml.positions import Path
from tracker.text.characters import shown
from tracker.text.suggestions import hint, nearest

if TYPE_CHECKING:
    from pydantic import BaseModel, ValidationError


class Problem(IntEnum):
    """The kinds of mistake in a key, in the order in which those of one line are reported."""

    UNKNOWN_KEY = 0
    WRONG_VALUE = 1
    MISSING_KEY = 2


@dataclass(frozen=True, slots=True)
class Finding:
    """One problem of a document that has no line yet: its kind, the path of its key, and the sentence."""

    problem: Problem
    path: Path
    text: str


MOST = 200
"""The most findings with a sentence. More are only counted, so that a hostile file costs no time."""
_SAME = {"count": "number", "amount": "number", "quantity": "number", "copies": "number"}
"""Keys of other programs' files, each with the key that is meant."""
_ROUNDS = 8
"""The most validations, each without the wrong values so far."""
_KINDS = {
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "int_parsing_size": "a smaller whole number",
    "float_type": "a number",
    "finite_number": "an ordinary number",
    "string_type": "text in quotes",
    "bool_type": "true or false",
    "list_type": "a list",
    "dict_type": "a table",
    "model_type": "a table",
    "model_attributes_type": "a table",
    "tuple_type": "a list",
    "set_type": "a list",
}
_BOUNDS = {
    "greater_than_equal": ("ge", "at least"),
    "greater_than": ("gt", "more than"),
    "less_than_equal": ("le", "at most"),
    "less_than": ("lt", "less than"),
}


@dataclass(frozen=True, slots=True)
class ValidationResult:
    """The mistakes of a document: findings with a sentence, and how many `more` are only counted."""

    findings: list[Finding]
    beyond_limit: int
    model: BaseModel | None = None
    """The validated document. None when anything is wrong."""


def validate(
    model: type[BaseModel], data: Mapping[str, Any], written: Mapping[str, Any] | None = None, rounds: int = _ROUNDS
) -> ValidationResult:
    """Return everything in `data` that `model` does not allow. No findings when it is valid.

    `written` is what is in the file, where `data` has more from the library. With `rounds` 0 the rest is not
    validated without the wrong values: for a model whose keys hang on each other, so that each would lead to more.
    """
    written = data if written is None else written
    first = _validate_once(model, data, written)
    findings, beyond_limit, fresh, left_out = first.findings, first.beyond_limit, first.findings, set[Path]()
    # pydantic runs a rule between several keys only where each key alone is right. So wrong values are left out and
    # the rest is validated again: otherwise a file would have to be mended and checked once for each layer of errors.
    for _ in range(rounds):
        if not fresh or beyond_limit or len(findings) >= MOST:
            break
        left_out |= {
            finding.path
            for finding in fresh
            if finding.problem is not Problem.MISSING_KEY and _may_be_left_out(data, finding.path)
        }
        changed = {path[:-1] for path in left_out if path[1:] and keys_at(model, path[:-1])}
        reported = {finding.path for finding in findings}
        second = _validate_once(model, without(data, left_out), written)
        beyond_limit = second.beyond_limit
        fresh = [
            finding
            for finding in second.findings
            if finding.problem is Problem.WRONG_VALUE
            and finding.path not in reported
            and not _within(finding.path, changed)
        ]
        findings = [*findings, *fresh]
    return ValidationResult(findings, beyond_limit, first.model)


def _within(path: Path, tables: set[Path]) -> bool:
    """Return whether a value was left out of the table of a mistake, or of one around it, which may have caused it."""
    return path in tables or any(path[:length] in tables for length in range(1, len(path) - 1))


def _validate_once(model: type[BaseModel], data: Mapping[str, Any], written: Mapping[str, Any]) -> ValidationResult:
    """Return the findings of one validation by pydantic, or the model of valid `data`."""
    from pydantic import ValidationError  # noqa: PLC0415 -- a file that fits plainly is never validated here

    try:
        return ValidationResult([], 0, model.model_validate(data))
    except ValidationError as error:
        return _located(model, data, written, error)


def _single(validation_error: ValidationError) -> list[dict[str, Any]]:
    """Return pydantic's errors one by one. A rule that found several faults in one value gives one error for each."""
    single_errors: list[dict[str, Any]] = []
    for details in validation_error.errors(include_url=False):
        cause = details.get("ctx", {}).get("error")
        if isinstance(cause, Faults):
            single_errors += [
                {
                    "type": "value_error",
                    "loc": (*details["loc"], *fault.place),
                    "msg": fault.text,
                    "ctx": {"fault": fault},
                }
                for fault in cause.faults
            ]
        else:
            single_errors.append(dict(details))
    return single_errors


def _may_be_left_out(data: object, path: Path) -> bool:
    """Return whether the value at `path` is no table and no list, so that the rest can be validated without it."""
    return bool(path) and not isinstance(value_at(data, path), dict | list)


def _table_in_file(written: Mapping[str, Any], parent: Path) -> Mapping[str, Any]:
    """Return the keys of a table that the file itself has, without those from the library."""
    try:
        table = value_at(written, parent)
    except (LookupError, TypeError):
        return {}
    return table if isinstance(table, Mapping) else {}


def _located(
    model: type[BaseModel], data: Mapping[str, Any], written: Mapping[str, Any], error: ValidationError
) -> ValidationResult:
    """Return the findings for pydantic's errors: unknown keys with a suggestion, wrong values, missing keys.

    A missing key is not reported when an unknown key beside it is probably that one, misspelt.
    """
    unknown: list[Finding] = []
    missing: list[tuple[Path, str]] = []
    wrong: dict[Path, list[dict[str, Any]]] = {}
    explained: set[tuple[Path, str]] = set()
    every = _single(error)
    for each in every[:MOST]:
        kind, loc = each["type"], tuple(each["loc"])
        if kind == "extra_forbidden":
            parent, key = path_in(data, loc[:-1]), str(loc[-1])
            known, parent_value = keys_at(model, parent), value_at(data, parent)
            tables = _are_tables(parent_value[key])
            table = _table_in_file(written, parent)
            absent = [name for name in known if name not in table or (tables and _are_tables(table[name]))]
            same = _SAME.get(key.casefold(), "")
            meant = same if same in absent else nearest(key, absent, known)
            near = f'; did you mean "{meant}"?' if meant in absent else ""
            explained |= {(parent, meant)} if near else set()
            elsewhere = "" if near else _where_it_belongs(model, parent, key)
            text = f'unknown key "{shown(key)}"{near or elsewhere}'
            unknown.append(Finding(Problem.UNKNOWN_KEY, (*parent, key), text))
        elif kind == "missing":
            missing.append((path_in(data, loc[:-1]), str(loc[-1])))
        else:
            path = path_in(data, loc)
            wrong.setdefault(path, []).append(each)
    within = {path[:length] for path in [*wrong, *(finding.path for finding in unknown)] for length in range(len(path))}
    within |= {parent for parent, _ in missing}
    # A key may be text or a table: of a table with a mistake in it that mistake alone is told.
    wrong = {
        path: errors
        for path, errors in wrong.items()
        if path not in within or any(each["type"] not in _KINDS for each in errors)
    }
    values = [
        Finding(
            Problem.WRONG_VALUE,
            _first_too_many(path, errors, value_at(data, path)),
            _sentence(path, value_at(data, path), errors),
        )
        for path, errors in wrong.items()
    ]
    absent_keys = [
        Finding(Problem.MISSING_KEY, (*parent, key), f'"{key}" is missing')
        for parent, key in missing
        if (parent, key) not in explained
    ]
    return ValidationResult([*unknown, *values, *absent_keys], max(0, len(every) - MOST))


def _where_it_belongs(model: type[BaseModel], parent: Path, key: str) -> str:
    """Return `; it belongs in [house_rules]` for a key that another table of the file has. Empty for any other."""
    if parent and key in keys_at(model, ()):
        return "; it belongs at the top of the file, before the first table"
    for name in sorted(keys_at(model, ()), key=lambda name: name != "combatant"):
        inside, many = ((name, 0), True) if name in ("combatant", "scheduled", "group") else ((name,), False)
        if parent[: len(inside)] != inside and key in keys_at(model, inside):
            return f"; it belongs in {f'[[{name}]]' if many else f'[{name}]'}"
    return ""


def _are_tables(value: Any) -> bool:
    """Return whether a value is a list of tables, to which a file may add one more anywhere."""
    return isinstance(value, list) and all(isinstance(each, Mapping) for each in value)


def _first_too_many(path: Path, errors: list[dict[str, Any]], value: object) -> Path:
    """Return the path of the first entry too many in a list that is too long. Else `path` itself."""
    most = next((each["ctx"]["max_length"] for each in errors if each["type"] == "too_long"), None)
    return path if most is None or isinstance(value, Mapping) else (*path, most)


def keys_at(model: type[BaseModel], path: Path) -> list[str]:
    """Return the keys that a table at `path` may have. Empty when the model has no table there."""
    kind_here: Any = model
    for part in path:
        kind_here = _type_inside(kind_here, part)
    inner = next((kind for kind in _unwrapped(kind_here) if _is_model(kind)), None)
    return [field.alias or name for name, field in inner.model_fields.items()] if inner else []


def _type_inside(kind: Any, part: str | int) -> Any:
    """Return the type of a key or list entry within a type. None when it has none."""
    for alternative in _unwrapped(kind):
        if isinstance(part, int) and get_origin(alternative) in (list, tuple):
            return get_args(alternative)[0]
        if isinstance(part, str) and get_origin(alternative) is dict:
            return get_args(alternative)[1]
        if isinstance(part, str) and _is_model(alternative):
            for name, field in alternative.model_fields.items():
                if part in (name, field.alias):
                    return field.annotation
    return None


def _unwrapped(kind: Any) -> list[Any]:
    """Return the alternatives of a type, without Annotated and Union."""
    if get_origin(kind) is Annotated:
        return _unwrapped(get_args(kind)[0])
    if get_origin(kind) in (Union, types.UnionType):
        return [inner for alternative in get_args(kind) for inner in _unwrapped(alternative)]
    return [kind]


def _is_model(kind: Any) -> bool:
    return is_model(kind)


def _message(error: Mapping[str, Any]) -> str:
    """Return pydantic's sentence without its prefix and full stop."""
    return re.sub(r"^(Value error|Assertion failed), ", "", str(error["msg"])).rstrip(".")


def _sentence(path: Path, value: object, errors: list[dict[str, Any]]) -> str:
    """Return the sentence about a value's errors: what it must be, and what it is."""
    name = _last_key(path)
    kinds = list(dict.fromkeys(_KINDS[error["type"]] for error in errors if error["type"] in _KINDS))
    others = [error for error in errors if error["type"] not in _KINDS]
    if others:
        return _sentence_of_rule(name, value, others[0])
    if kinds == ["a list"] and isinstance(value, dict):
        return f"{name} must be a list: write [[{name}]] with two brackets"
    if kinds == ["a table"] and isinstance(value, list):
        return f"{name} must be one table: write [{name}] with one bracket"
    return f"{name} must be {' or '.join(kinds)}, not {_shown(value)}"


def _last_key(path: Path) -> str:
    """Return the last key of a path in words: `entry 2 of weapon`."""
    if path and isinstance(path[-1], int):
        return f"entry {path[-1] + 1} of {_last_key(path[:-1])}"
    return shown(str(path[-1])) if path else "the file"


def _sentence_of_rule(name: str, value: object, error: Mapping[str, Any]) -> str:
    """Return the sentence about an error that is not one of type: bounds, lengths, allowed words, rules of a game."""
    kind, context = str(error["type"]), error.get("ctx", {})
    if kind in _BOUNDS:
        key, words = _BOUNDS[kind]
        return f"{name} must be {words} {context[key]}, not {_shown(value)}"
    if kind in ("literal_error", "enum"):
        offered = re.findall(r"'([^']*)'", str(context.get("expected", "")))
        near = hint(value, offered) if isinstance(value, str) else ""
        return f"{name} must be one of {_listed(offered)}, not {_shown(value)}{near}"
    if kind in ("string_too_short", "string_too_long"):
        short = kind.endswith("short")
        length = len(value) if isinstance(value, str) else 0
        if short and context["min_length"] == 1:
            return f"{name} is empty"
        bound = f"at least {context['min_length']}" if short else f"at most {context['max_length']}"
        return f"{name} must have {bound} characters, not {length}"
    if kind in ("too_long", "too_short"):
        bound = f"at most {context['max_length']}" if kind == "too_long" else f"at least {context['min_length']}"
        number = len(value) if isinstance(value, list | dict) else context.get("actual_length", "this many")
        return f"{name} must have {bound} entries, not {number}"
    message = _message(error)
    if (fault := context.get("fault")) is not None:
        message += hint(fault.word, fault.offered)
    if kind == "value_error" and not message.startswith((name, "the ")):
        return f"{name}: {message}"
    return message[:1].lower() + message[1:] if message.startswith("Input") else message


def _listed(words: list[str]) -> str:
    return ", ".join(f'"{word}"' for word in words)


def _shown(value: object) -> str:
    """Return a value as a message shows it: short, and tables and lists only by kind."""
    if isinstance(value, str):
        return f'"{shown(value)}"'
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return shown(str(value)) if abs(value) < 1e18 else "so large a number"
    if isinstance(value, dict):
        return "a table"
    return "a list" if isinstance(value, list) else shown(str(value))
