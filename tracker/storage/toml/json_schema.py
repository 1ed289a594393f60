"""JSON Schema of the files a game master writes, so that editors complete keys and explain them."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

from pydantic import BaseModel

from tracker.encounter.engine.system import System
from tracker.storage.toml.models import OfPerson, PartyHead, encounter_model, library_model

DIALECT = "https://json-schema.org/draft/2020-12/schema"
KINDS = ("encounter", "library", "party")
_FROM = "from"
_NAME = "name"


def json_schema(kind: str, system: System) -> dict[str, Any]:
    """Return the schema of a kind of file (`KINDS`) of `system`; raises KeyError for another kind.

    What only the whole file shows, such as a weapon that no library has, the schema cannot say; `tracker check` does.
    """
    model = {"encounter": encounter_model, "library": library_model, "party": encounter_model}[kind](system)
    schema = model.model_json_schema(by_alias=True)
    definitions = schema.setdefault("$defs", {})
    models: list[type[BaseModel]] = [model, OfPerson, PartyHead, *_models_of(model)]
    described = {inner.__name__: inner for inner in models}
    if kind == "party":
        schema = _as_party(schema, definitions)
        described["Combatant"] = described["Person"] = _part(model, "combatant")
    _describe(schema, described.get(schema.get("title", "")))
    for name, definition in definitions.items():
        _describe(definition, described.get(name))
    if kind != "library":  # there the library supplies what an entry named in it does not say
        for part in system.parts.values():
            definitions[part.__name__]["required"] = [_NAME]
    if "Combatant" in definitions:
        # A nameless combatant takes the name of the creature it comes from.
        definitions["Combatant"].pop("required", None)
        definitions["Combatant"]["anyOf"] = [{"required": [_NAME]}, {"required": [_FROM]}]
    return {"$schema": DIALECT, **schema, "title": f"{kind} of {system.name}"}


def _as_party(schema: Mapping[str, Any], definitions: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of a party: the keys of an encounter's combatant and those of a person, in `person`."""
    own = PartyHead.model_json_schema(by_alias=True)
    definitions |= {name: inner for name, inner in own["$defs"].items() if name not in definitions}
    person, combatant = definitions.pop("OfPerson"), definitions["Combatant"]
    definitions["Person"] = {
        **combatant,
        "title": "Person",
        "properties": {**combatant["properties"], **person["properties"]},
        "required": [_NAME],
    }
    heading = {
        key: value for key, value in schema["properties"].items() if key not in ("combatant", "party", "scheduled")
    }
    people = {**own["properties"]["person"], "items": {"$ref": "#/$defs/Person"}}
    return {
        **{key: value for key, value in own.items() if key not in ("properties", "$defs")},
        "$defs": definitions,
        "properties": {**heading, **own["properties"], "person": people},
    }


def _part(model: type[BaseModel], name: str) -> type[BaseModel]:
    """Return the model of the entries of the list `name`."""
    (entry,) = _models_in(model.model_fields[name].annotation)
    return entry


def _models_of(model: type[BaseModel]) -> Iterator[type[BaseModel]]:
    """Return every model within a model, at any depth."""
    for field in model.model_fields.values():
        for inner in _models_in(field.annotation):
            yield inner
            yield from _models_of(inner)


def _models_in(annotation: Any) -> Iterator[type[BaseModel]]:
    """Return the models that an annotation names, also within lists, alternatives and dictionaries."""
    if inspect.isclass(annotation) and issubclass(annotation, BaseModel):
        yield annotation
    for inner in getattr(annotation, "__args__", ()):
        yield from _models_in(inner)


def _describe(definition: dict[str, Any], model: type[BaseModel] | None) -> None:
    """Put the docstrings of a model's attributes beside its keys."""
    if model is None:
        return
    texts = attribute_docstrings(model)
    names = {field.alias or name: name for name, field in model.model_fields.items()}
    for key, inner in definition.get("properties", {}).items():
        if text := texts.get(names.get(key, key)):
            inner["description"] = text


def attribute_docstrings(model: type[BaseModel]) -> dict[str, str]:
    """Return, by attribute, the text below it in a class or in the classes it inherits from.

    pydantic would read them for every model when it is made (`use_attribute_docstrings`), which no start can pay for.
    """
    texts: dict[str, str] = {}
    for kind in model.__mro__:
        if kind is BaseModel or not issubclass(kind, BaseModel) or kind.__module__ == __name__:
            continue
        try:
            source = textwrap.dedent(inspect.getsource(kind))
        except (OSError, TypeError):  # joined of two models when it was wanted: it has no source
            continue
        (body,) = [node.body for node in ast.parse(source).body if isinstance(node, ast.ClassDef)]
        for node, below in pairwise(body):
            if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                text = _text(below)
                if text:
                    texts.setdefault(node.target.id, text)
    return texts


def _text(node: ast.stmt) -> str:
    """Return the text of a statement that is only a text, in one line; empty for any other."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
        return " ".join(node.value.value.split())
    return ""
