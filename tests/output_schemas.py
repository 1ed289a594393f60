"""The JSON Schemas of all `--json` outputs, drawn from real ones; `python -m tests.output_schemas` adds new names."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, get_args

from pydantic import TypeAdapter

from tests.cli.calling import ROOT, call
from tracker.model import events as ev

FOLDER = ROOT / "docs" / "json"
DIALECT = "https://json-schema.org/draft/2020-12/schema"
Schema = dict[str, Any]

MAPS = frozenset({"pools", "stats", "derived", "attributes", "stops", "dealt", "taken", "spent", "nobody", "skills"})
"""Names of tables whose own names a game or a file gives; a table of these is described by what all its entries are."""

_DUEL = (
    "begin\nnext\nbrann attack gruk\nnext\ngruk close brann\nnext\nnothing\nfix gruk prone on\nwhy brann strike\n"
    "undo\nredo\nsummary\ngruk group raiders\nsummary"
)
_DICE = "--dice 34,2,3,55,1,1,12,40,44,3,3,3"
_GAMES = ("hybrid", "feats", "plain", "phases", "prism")
_ENCOUNTERS = ("duel", "brawl", "feats-rooftops", "feats-drowning", "plain-skirmish", "phases-corridor", "gunfight",
               "prism-corridor", "psychic-duel", "wrestling")  # fmt: skip
_FINISHED = ("duel",)
_ALL_FINISHED = (
    *_FINISHED,
    "prism-armour",
    "chase",
    "feats-drowning",
    "goblin-warren",
    "gunfight",
    "phases-corridor",
    "wrestling",
    "ticks-ford",
)


_EVENTS = {kind.__name__ for kind in get_args(ev.Event)}


@dataclass(frozen=True, slots=True)
class Output:
    """What one schema describes: a title, a sentence, and commands whose outputs are samples; `given` is their input.

    `lines`: the command prints one value a line, and the schema is that of a line.
    """

    title: str
    about: str
    samples: tuple[str, ...]
    given: str = ""
    lines: bool = False
    events: bool = False
    """Whether it holds events, of which every kind is described, also those that no sample has."""


def _finished(name: str) -> str:
    return f"saves/finished-{name}.fight.toml"


OUTPUTS: Mapping[str, Output] = {
    "check": Output(
        "tracker check --json",
        "One list with an object for each mistake and each warning.",
        ("check - --json", "check saves/duel.toml nothing.toml --json"),
        '[[combatant]]\nname = "Sela"\nskil = 3\n[[combatant]]\nname = "Odo"\nstats = { PST = "x" }\nplayer = "Ana "\n',
    ),
    "library": Output(
        "tracker library --json",
        "One list with an object for each creature, weapon, armour or other part; its figures are those of the game.",
        tuple(f"library --system {game} --json" for game in _GAMES),
    ),
    "systems": Output("tracker systems --json", "One list with an object for each game.", ("systems --json",)),
    "sheet": Output(
        "tracker sheet --json",
        "One list with an object for each fighter; its figures are those of the game.",
        tuple(f"sheet saves/{name}.toml --json" for name in _ENCOUNTERS),
    ),
    "chance": Output(
        "tracker chance --json",
        "One object: a chance, its thresholds, and with a roll what it means.",
        (
            "chance --stat 15 --rank 4 --df -5 --json",
            "chance --stat 15 --rank 4 --roll 17 --why --json",
            "chance --stat 12 --rank 3 --roll 99 --edition 1997 --json",
            "chance --stat 12 --rank 3 --roll 99 --edition 1997 --severity 12 --json",
        ),
    ),
    "reckon-list": Output(
        "tracker reckon --json",
        "One list with an object for each calculator of a game.",
        tuple(f"reckon --system {game} --json" for game in _GAMES),
    ),
    "reckon": Output(
        "tracker reckon NAME --json",
        "One object with the figures of a calculator; those of a calculator outside the tracker may have other names.",
        (
            "reckon --system hybrid chance --stat 12 --rank 3 --roll 37 --json",
            "reckon --system plain attack --attack 4 --defence 12 --roll 8 --json",
            "reckon --system feats slam --yards 5.5 --foe-yards 2.25 --json",
            "reckon --system feats drag --load 150.5 --json",
            "reckon --system feats throw --weight 7.5 --json",
            "reckon --system feats jump --move 5 --json",
            "reckon --system prism damage --roll 45 --modifier 1.5 --json",
            "reckon --system phases chance --skill 60 --json",
        ),
    ),
    "rules": Output(
        "tracker rules --json",
        "One list with an object for each rule that answers, the best one first; without words all rules of the game.",
        ("rules --json", "rules parry --system hybrid --json", "rules --system phases --json"),
    ),
    "odds": Output(
        "tracker odds --json",
        "One object: how a fight ends, policy by policy.",
        ("odds saves/plain-skirmish.toml --fights 20 --workers 1 --json",),
    ),
    "run": Output(
        "tracker run --json",
        "One object a line: each event, and the state of the fight last.",
        (
            f"run saves/duel.toml {_DICE} --json",
            "run saves/plain-skirmish.toml --seed 1 --json",
        ),
        _DUEL,
        lines=True,
        events=True,
    ),
    "log": Output(
        "tracker log --format json",
        "One object a line: each step of a fight with its events.",
        tuple(f"log {_finished(name)} --format json" for name in _FINISHED),
        lines=True,
        events=True,
    ),
    "log-players": Output(
        "tracker log --for players --format json",
        "One object a line: each line of the log as the players see it.",
        tuple(f"log {_finished(name)} --for players --format json" for name in _ALL_FINISHED),
        lines=True,
    ),
    "log-summary": Output(
        "tracker log --summary --format json",
        "One object: how a fight ended, and what each fighter and group did.",
        tuple(f"log {_finished(name)} --summary --format json" for name in _ALL_FINISHED),
    ),
}
"""Each schema by the name of its file. A command with a new `--json` gets a row here."""


def values_of(output: Output) -> Iterator[Any]:
    """Yield the values that the samples of an output print."""
    for sample in output.samples:
        given = "begin\nto 10\n" if "plain" in sample else output.given
        printed = call(*shlex.split(sample), given=given).out
        if output.lines:
            yield from (json.loads(line) for line in printed.splitlines())
        else:
            yield json.loads(printed)


def described(name: str, output: Output) -> Schema:
    """Return the schema of an output: what is kept, and every name that its samples have besides."""
    path = FOLDER / f"{name}.schema.json"
    kept: Schema = json.loads(path.read_text("utf-8")) if path.exists() else {}
    definitions: dict[str, Schema] = dict(event_schemas()) if output.events else {}
    for kind, schema in kept.pop("$defs", {}).items():
        definitions[kind] = both(definitions[kind], schema) if kind in definitions else schema
    if output.events:
        definitions["Event"] = {"anyOf": [{"$ref": f"#/$defs/{kind}"} for kind in sorted(_EVENTS)]}
    head = ("$schema", "title", "description")
    schema = {key: value for key, value in kept.items() if key not in head}
    for value in values_of(output):
        drawn = schema_of(value, definitions)
        schema = both(schema, drawn) if schema else drawn
    defined = {"$defs": definitions} if definitions else {}
    return {"$schema": DIALECT, "title": output.title, "description": output.about, **schema, **defined}


def event_schemas() -> Iterator[tuple[str, Schema]]:
    """Yield the schema of each kind of event, from the events themselves."""
    for kind in get_args(ev.Event):
        drawn = TypeAdapter(kind).json_schema()
        hidden = {"then", "who"} if kind is ev.Asked else {"who"}
        own = {key.rstrip("_"): _of_field(value) for key, value in drawn["properties"].items() if key not in hidden}
        names = {field.name.rstrip("_") for field in fields(kind)} - hidden
        assert names == set(own), kind
        head = {"count": {"type": "number"}, "kind": {"const": kind.__name__}, "who": {"type": "string"}}
        sentence = " ".join(drawn["description"].split("\n\n")[0].split())
        yield (
            kind.__name__,
            {
                "description": sentence,
                "type": "object",
                "properties": {**head, **own},
                "required": sorted({*head, *own}),
            },
        )


def _of_field(drawn: Schema) -> Schema:
    """Return the schema of an event's field as the outputs write it: whole numbers are numbers, tuples lists."""
    types = {str(one.get("type")).replace("integer", "number") for one in drawn.get("anyOf", [drawn])} - {"None"}
    return {"type": sorted(types)[0] if len(types) == 1 else sorted(types)} if types else {}


def schema_of(value: Any, definitions: dict[str, Schema], name: str = "") -> Schema:
    """Return the schema of one value; that of a record with a `count` and a `kind` goes into `definitions`."""
    if isinstance(value, Mapping):
        inner = {key: schema_of(entry, definitions, key) for key, entry in value.items()}
        if name in MAPS:
            return {"type": "object", "additionalProperties": _all(inner.values())}
        schema: Schema = {"type": "object", "properties": inner, "required": sorted(inner)}
        if not {"count", "kind"} <= set(value):
            return schema
        kind = str(value["kind"])
        inner["kind"] = {"const": kind}
        if kind in _EVENTS:
            return {"$ref": "#/$defs/Event"}
        definitions[kind] = both(definitions[kind], schema) if kind in definitions else schema
        return {"$ref": f"#/$defs/{kind}"}
    if isinstance(value, list):
        return {"type": "array", "items": _all(schema_of(entry, definitions) for entry in value)}
    names = {type(None): "null", bool: "boolean", int: "number", float: "number", str: "string"}
    return {"type": names[type(value)]}


def _all(schemas: Iterator[Schema] | Sequence[Schema] | Any) -> Schema:
    merged: Schema = {}
    for schema in schemas:
        merged = both(merged, schema) if merged else schema
    return merged


def both(one: Schema, other: Schema) -> Schema:
    """Return the schema of what fits either; what is said of both in words stays."""
    if not one or not other or one == other:
        return {**other, **one}
    refs = [*_refs(one), *(ref for ref in _refs(other) if ref not in _refs(one))]
    if refs:
        return {"anyOf": sorted(refs, key=lambda ref: str(ref["$ref"]))} if len(refs) > 1 else refs[0]
    merged: Schema = {key: value for key, value in {**other, **one}.items() if key in ("description", "const")}
    types = _types(one) | _types(other)
    if types:
        merged["type"] = sorted(types)[0] if len(types) == 1 else sorted(types)
    if "properties" in one or "properties" in other:
        properties = dict(one.get("properties", {}))
        for key, value in other.get("properties", {}).items():
            properties[key] = both(properties[key], value) if key in properties else value
        merged["properties"] = properties
        required = [set(schema["required"]) for schema in (one, other) if "required" in schema]
        merged["required"] = sorted(set.intersection(*required))
    for key in ("items", "additionalProperties"):
        if key in one or key in other:
            merged[key] = both(one.get(key, {}), other.get(key, {}))
    return merged


def _refs(schema: Schema) -> list[Schema]:
    return [schema] if "$ref" in schema else list(schema.get("anyOf", []))


def _types(schema: Schema) -> set[str]:
    told = schema.get("type", [])
    return {told} if isinstance(told, str) else set(told)


def text_of(schema: Schema) -> str:
    """Return a schema as the text of its file."""
    return json.dumps(schema, ensure_ascii=False, indent=1) + "\n"


def path_of(name: str) -> Path:
    """The file of a schema."""
    return FOLDER / f"{name}.schema.json"


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for each, told in OUTPUTS.items():
        path_of(each).write_text(text_of(described(each, told)), "utf-8")
        print(path_of(each).relative_to(ROOT))
