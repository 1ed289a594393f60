"""JSON Schema of the files a game master writes, so that editors complete keys and explain them."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import pairwise
from typing import Any

from pydantic import BaseModel

from tracker.game_api.game import Game
from tracker.game_api.lazy_model import model_of
from tracker.games import registry
from tracker.storage.toml.models import Creature, PartyHead, encounter_model, library_model

DIALECT = "https://json-schema.org/draft/2020-12/schema"
KINDS = ("encounter", "library", "party")
PACK = "pack"
"""The kind of a file that is a game, and so the same for every game."""
_LISTS = {
    "combatant": "The fighters, one after another.",
    "creature": "Creatures that encounters take by `from`.",
    "house_rules": "The house rules that are played instead of the rulings.",
    "scene": "Where the fight takes place, and what that does to every roll.",
}
"""The words for tables without a class, since these are joined for each game."""
_FROM = "from"
_NAME = "name"


def json_schema(kind: str, system: Game) -> dict[str, Any]:
    """Return the schema of a kind of file (`KINDS`) of `system`. Raises KeyError for another kind.

    What only the whole file shows, such as a weapon that no library has, the schema cannot say. `tracker check` does.
    """
    model = {"encounter": encounter_model, "library": library_model, "party": encounter_model}[kind](system)
    schema = _schema_of(model)
    definitions = schema.setdefault("$defs", {})
    if kind == "party":
        schema = _as_party(schema, definitions)
    for key, inner in schema["properties"].items():
        if key in _LISTS:
            inner.setdefault("description", _LISTS[key])
        elif kind == "library" and key in system.parts:
            inner["description"] = f"Each {key} that a combatant may take by its name."
    if kind != "library":  # there the library supplies what an entry named in it does not say
        for part in system.parts.values():
            definitions[part.__name__]["required"] = [_NAME]
    if "Combatant" in definitions:
        # A nameless combatant takes the name of the creature it comes from.
        definitions["Combatant"].pop("required", None)
        definitions["Combatant"]["anyOf"] = [{"required": [_NAME]}, {"required": [_FROM]}]
    return {"$schema": DIALECT, **schema, "title": f"{kind} of {system.name}"}


def pack_schema() -> dict[str, Any]:
    """Return the schema of a game in one file.

    Its creatures and weapons may have any key, since the file itself says which figures there are.
    """
    model = registry.game_file_model()
    schema = _schema_of(model)
    definitions = schema["$defs"]
    for definition in definitions.values():
        header, _, about = definition["description"].partition(": ")
        if about:
            definition |= {"title": header, "description": about[0].upper() + about[1:]}
    creature = _schema_of(Creature)
    definitions |= creature.pop("$defs")
    weapon = {"type": "object", "properties": {_NAME: creature["properties"][_NAME]}, "required": [_NAME]}
    creature["properties"]["weapon"] = {"type": "array", "items": weapon}
    entries = definitions["Library"]["properties"]
    entries["creature"]["items"] = {key: creature[key] for key in ("type", "properties", "required")}
    entries["weapon"]["items"] = weapon
    return {"$schema": DIALECT, **schema, "title": PACK, "description": "A game in one file."}


def _schema_of(model: type[BaseModel]) -> dict[str, Any]:
    """Return pydantic's schema of a model, with its docstrings and without null: TOML leaves the key out instead."""
    named = {inner.__name__: inner for inner in _models_of(model)}
    for inner in named.values():
        inner.model_rebuild()  # pydantic below 2.14 writes no default that is a model whose building was put off
    schema = model.model_json_schema(by_alias=True)
    _describe(schema, model)
    for name, definition in schema.get("$defs", {}).items():
        _describe(definition, named.get(name))
    for definition in (schema, *schema.get("$defs", {}).values()):
        for key, inner in definition.get("properties", {}).items():
            definition["properties"][key] = _without_null(inner)
    return schema


def _without_null(value: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of a key's value without null as an alternative or default."""
    choices = [choice for choice in value.get("anyOf", ()) if choice != {"type": "null"}]
    if len(choices) == len(value.get("anyOf", ())):
        return value
    rest = {key: inner for key, inner in value.items() if key != "anyOf" and (key, inner) != ("default", None)}
    return {**rest, **choices[0]} if len(choices) == 1 else {**rest, "anyOf": choices}


def _as_party(schema: Mapping[str, Any], definitions: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of a party: the keys of an encounter's combatant and those of a person, in `person`."""
    party = _schema_of(model_of(PartyHead))
    definitions |= {name: inner for name, inner in party["$defs"].items() if name not in definitions}
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
    people = {**party["properties"]["person"], "items": {"$ref": "#/$defs/Person"}}
    return {
        **{key: value for key, value in party.items() if key not in ("properties", "$defs")},
        "$defs": definitions,
        "properties": {**heading, **party["properties"], "person": people},
    }


def _models_of(model: type[BaseModel]) -> Iterator[type[BaseModel]]:
    """Yield the models within a model, at any depth."""
    for field in model.model_fields.values():
        for inner in _models_in(field.annotation):
            yield inner
            yield from _models_of(inner)


def _models_in(annotation: Any) -> Iterator[type[BaseModel]]:
    """Return the models in an annotation, also within lists, alternatives and dictionaries."""
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


# Cached: the source of a class is read and parsed, and the models of a game share their bases.
@cache
def attribute_docstrings(model: type) -> Mapping[str, str]:
    """Return, by attribute, the text below it in a class or in the classes it inherits from.

    pydantic would read them for every model when it is made (`use_attribute_docstrings`), which no start can pay for.
    """
    texts: dict[str, str] = {}
    for kind in model.__mro__:
        if kind in (BaseModel, object, dict) or kind.__module__ == __name__:
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
    """Return the text of a statement that is only a text, in one line. Empty for any other."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
        return " ".join(node.value.value.split())
    return ""
