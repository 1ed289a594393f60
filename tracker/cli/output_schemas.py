"""Output schemas: the JSON Schema of what each command prints as JSON, drawn from its type."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any, get_args

from pydantic import TypeAdapter
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue

from tracker.cli import output_types
from tracker.model import events as ev
from tracker.model.lazy_dataclass import dataclass
from tracker.storage.toml.json_schema import DIALECT, attribute_docstrings
from tracker.views.records import HIDDEN_FIELDS

_EVENTS = frozenset(get_args(ev.Event))


@dataclass(frozen=True, slots=True)
class Output:
    """One schema: the command, a sentence on its output, and the type of the value or of a line."""

    command: str
    about: str
    type: Any


OUTPUTS: Mapping[str, Output] = {
    "check": Output(
        "tracker check --json", "One list with an object for each mistake and each warning.", list[output_types.Mistake]
    ),
    "library": Output(
        "tracker library --json",
        "One list with an object for each creature, weapon, armour or other part; its figures are those of the game.",
        list[output_types.LibraryEntry],
    ),
    "systems": Output("tracker systems --json", "One list with an object for each game.", list[output_types.Game]),
    "sheet": Output(
        "tracker sheet --json",
        "One list with an object for each fighter; its figures are those of the game.",
        list[output_types.Sheet],
    ),
    "chance": Output(
        "tracker reckon chance --json",
        "One object: a chance, its thresholds, and with a roll what it means.",
        output_types.Chance,
    ),
    "reckon-list": Output(
        "tracker reckon --json",
        "One list with an object for each calculator of a game.",
        list[output_types.CalculatorEntry],
    ),
    "reckon": Output(
        "tracker reckon NAME --json",
        "One object with the figures of a calculator; those of a calculator outside the tracker may have other names.",
        output_types.Reckoned,
    ),
    "rules": Output(
        "tracker rules --json",
        "One list with an object for each rule that answers, the best one first; without words all rules of the game.",
        list[output_types.RuleInWords],
    ),
    "odds": Output("tracker odds --json", "One object: how a fight ends, policy by policy.", output_types.Odds),
    "run": Output(
        "tracker run --json",
        "One object a line: each event, and the state of the fight last.",
        ev.Event | output_types.Explained | output_types.Turned | output_types.State,
    ),
    "log": Output(
        "tracker log --format json", "One object a line: each step of a fight with its events.", output_types.Step
    ),
    "log-players": Output(
        "tracker log --for players --format json",
        "One object a line: each line of the log as the players see it.",
        output_types.Told,
    ),
    "log-summary": Output(
        "tracker log --summary --format json",
        "One object: how a fight ended, and what each fighter and group did.",
        output_types.Summary,
    ),
}
"""The outputs by the names of `tracker schema output`. A command with a new `--json` gets a row here."""


def output_schema(name: str) -> dict[str, Any]:
    """Return the JSON Schema of an output of `OUTPUTS`. Where a command prints lines, that of a line."""
    output = OUTPUTS[name]
    drawn = TypeAdapter(output.type).json_schema(schema_generator=_Drawn)
    return {"$schema": DIALECT, **drawn, "title": output.command, "description": output.about}


class _Drawn(GenerateJsonSchema):
    """A generator of schemas of outputs: whole numbers are numbers, every field of a dataclass is required."""

    def int_schema(self, schema: Any) -> JsonSchemaValue:
        """Return the schema of a number: the outputs do not promise a whole one."""
        return {"type": "number"}

    def default_schema(self, schema: Any) -> JsonSchemaValue:
        """Return the schema of a field without its default: an output always has the value."""
        return self.generate_inner(schema["schema"])

    def field_is_required(self, field: Any, total: bool) -> bool:
        """Return whether a key is always present: in a table as declared, in a dataclass always."""
        return field["type"] != "typed-dict-field" or super().field_is_required(field, total)

    def field_title_should_be_set(self, schema: Any) -> bool:
        """Return False: no key gets a title."""
        return False

    def dataclass_schema(self, schema: Any) -> JsonSchemaValue:
        """Return the schema of a dataclass as printed. Events as `views/records.py` prints them."""
        drawn = super().dataclass_schema(schema)
        kind = schema["cls"]
        drawn["description"] = " ".join(drawn.get("description", "").split())
        return _explained(kind, _as_printed(kind, drawn) if kind in _EVENTS else drawn)

    def typed_dict_schema(self, schema: Any) -> JsonSchemaValue:
        """Return the schema of a table, with the text below each key."""
        return _explained(schema["cls"], super().typed_dict_schema(schema))


def _as_printed(kind: Callable[..., ev.Event] | type, drawn: JsonSchemaValue) -> JsonSchemaValue:
    """Return the schema of a kind of event with the keys that `of_event` adds, and without hidden ones."""
    hidden = {*HIDDEN_FIELDS.get(kind, ()), "who"}
    names = [field.name for field in fields(kind) if field.name not in hidden]  # type: ignore[arg-type]
    head = {"count": {"type": "number"}, "kind": {"const": kind.__name__}, "who": {"type": "string"}}
    properties = {name.rstrip("_"): drawn["properties"][name] for name in names}
    return {**drawn, "properties": {**head, **properties}, "required": [*head, *properties]}


def _explained(kind: type, drawn: JsonSchemaValue) -> JsonSchemaValue:
    """Return the schema of a class with the texts below its attributes as descriptions."""
    texts = attribute_docstrings(kind)
    properties = {
        name: {**inner, "description": texts[name]} if name in texts else inner
        for name, inner in drawn.get("properties", {}).items()
    }
    return {**drawn, "properties": properties}
