"""What is printed as JSON: commands whose outputs are samples, and the names that programs of others may read."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from tests.cli.calling import call
from tracker.cli.output_schemas import OUTPUTS, output_schema

NAMES = Path(__file__).with_name("output_names.txt")
"""Every name of every output that a version has printed, one object a line. `python -m tests.outputs` adds new ones."""

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


@dataclass(frozen=True, slots=True)
class Samples:
    """Commands that print one output, and what they are given as input; `lines`: they print one value a line."""

    commands: tuple[str, ...]
    given: str = ""
    lines: bool = False


def _finished(name: str) -> str:
    return f"saves/finished-{name}.fight.toml"


SAMPLES: Mapping[str, Samples] = {
    "check": Samples(
        ("check - --json", "check saves/duel.toml nothing.toml --json"),
        '[[combatant]]\nname = "Sela"\nskil = 3\n[[combatant]]\nname = "Odo"\nstats = { PST = "x" }\nplayer = "Ana "\n',
    ),
    "library": Samples(
        tuple(f"library --system {game} --json" for game in _GAMES),
    ),
    "systems": Samples(("systems --json",)),
    "sheet": Samples(
        tuple(f"sheet saves/{name}.toml --json" for name in _ENCOUNTERS),
    ),
    "chance": Samples(
        (
            "chance --stat 15 --rank 4 --df -5 --json",
            "chance --stat 15 --rank 4 --roll 17 --why --json",
            "chance --stat 12 --rank 3 --roll 99 --edition 1997 --json",
            "chance --stat 12 --rank 3 --roll 99 --edition 1997 --severity 12 --json",
        ),
    ),
    "reckon-list": Samples(
        tuple(f"reckon --system {game} --json" for game in _GAMES),
    ),
    "reckon": Samples(
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
    "rules": Samples(
        ("rules --json", "rules parry --system hybrid --json", "rules --system phases --json"),
    ),
    "odds": Samples(
        ("odds saves/plain-skirmish.toml --fights 20 --workers 1 --json",),
    ),
    "run": Samples(
        (
            f"run saves/duel.toml {_DICE} --json",
            "run saves/plain-skirmish.toml --seed 1 --json",
        ),
        _DUEL,
        lines=True,
    ),
    "log": Samples(
        tuple(f"log {_finished(name)} --format json" for name in _FINISHED),
        lines=True,
    ),
    "log-players": Samples(
        tuple(f"log {_finished(name)} --for players --format json" for name in _ALL_FINISHED),
        lines=True,
    ),
    "log-summary": Samples(
        tuple(f"log {_finished(name)} --summary --format json" for name in _ALL_FINISHED),
    ),
}
"""For each output of `tracker schema output`."""


def values_of(name: str) -> Iterator[Any]:
    """Yield the values that the samples of an output print."""
    samples = SAMPLES[name]
    for command in samples.commands:
        given = "begin\nto 10\n" if "plain" in command else samples.given
        printed = call(*shlex.split(command), given=given).out
        if samples.lines:
            yield from (json.loads(line) for line in printed.splitlines())
        else:
            yield json.loads(printed)


def names_now() -> dict[str, set[str]]:
    """Return the names that the schemas have now, by output and place of the object, such as `sheet/weapons`."""
    names: dict[str, set[str]] = {}
    for output in OUTPUTS:
        schema = output_schema(output)
        for place, inner in _objects(schema, schema.get("$defs", {}), output):
            names.setdefault(place, set()).update(inner)
    return names


def _objects(schema: Any, definitions: Mapping[str, Any], place: str) -> Iterator[tuple[str, Sequence[str]]]:
    """Yield each object in a schema with its names; one that says its kind is at the place of that name."""
    if "$ref" in schema:
        schema = definitions[schema["$ref"].rpartition("/")[2]]
    if properties := schema.get("properties"):
        kinds = _kinds(properties)
        for kind in kinds or ("",):
            at = f"events/{kind}" if kind else place
            yield at, list(properties)
            for name, inner in properties.items():
                yield from _objects(inner, definitions, f"{at}/{name}")
    parts = (schema[key] for key in ("items", "additionalProperties") if isinstance(schema.get(key), Mapping))
    for inner in (*schema.get("anyOf", ()), *parts):
        yield from _objects(inner, definitions, place)


def _kinds(properties: Mapping[str, Any]) -> Sequence[str]:
    """Return which kinds an object may be, where it has a count and says its kind."""
    if not {"count", "kind"} <= set(properties):
        return ()
    kind = properties["kind"]
    return [kind["const"]] if "const" in kind else kind.get("enum", ())


def names_kept() -> dict[str, set[str]]:
    """Return the names that a version has printed, as `names_now` does."""
    lines = (line.partition(": ") for line in NAMES.read_text("utf-8").splitlines())
    return {place: set(names.split()) for place, _, names in lines}


if __name__ == "__main__":
    both = names_kept()
    for place, names in names_now().items():
        both.setdefault(place, set()).update(names)
    NAMES.write_text("".join(f"{place}: {' '.join(sorted(both[place]))}\n" for place in sorted(both)), "utf-8")


@cache
def printed_schema(name: str) -> Any:
    printed = call("schema", "output", name)
    assert printed.code == 0
    return json.loads(printed.out)


def strict(schema: Any) -> Any:
    """The same schema, but names that it does not know are refused."""
    if isinstance(schema, list):
        return [strict(entry) for entry in schema]
    if not isinstance(schema, dict):
        return schema
    closed = {key: strict(value) for key, value in schema.items()}
    if "properties" in schema and "additionalProperties" not in schema:
        closed["additionalProperties"] = False
    return closed
