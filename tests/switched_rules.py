"""Fights drawn by fixed seeds, played again with one house rule switched: where the first difference is, and of what.

`python -m tests.switched_rules GAME` prints it for every house rule of a game.
"""

from __future__ import annotations

import copy
import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cache
from random import Random
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import pytest
from annotated_types import Ge, Le, MinLen
from pydantic import BaseModel

from tests.asking import typed
from tests.leaks.fights import _documents, line_now
from tracker.dice.source import DiceSource, SeededDice
from tracker.games import registry
from tracker.model import events as ev
from tracker.model.events import Event
from tracker.model.refusals import Refused
from tracker.session import Outcome as Carried
from tracker.session import Session
from tracker.storage.preparation import prepare

GAMES = tuple(name for name in registry.names() if "house_rules" in registry.find(name).options.model_fields)
"""The games with house rules; a pack and the plain game have none."""
DRAWN = 24
"""How many fights are drawn for a game, Hybrid's by turns in its editions."""
LINES = 60
DOWN = " [down]"
"""Is added to a difference where somebody goes out of the fight, or comes back, in one of the two alone."""
Rule = Mapping[str, Any]
"""One house rule with a value that is not the ruling."""
ALSO = {"prism": {"locations": list("abcdefghij")}}
"""Keys of an encounter that a house rule needs."""


def model(game: str) -> type[BaseModel]:
    """Return the model of a game's house rules."""
    kind = registry.find(game).options.model_fields["house_rules"].annotation
    assert isinstance(kind, type) and issubclass(kind, BaseModel)
    return kind


def switched(game: str) -> Iterator[Rule]:
    """Each house rule of a game by itself at each of its other values, of numbers at both bounds and beside."""
    default = model(game)()
    for name, field in model(game).model_fields.items():
        for value in _values(field.annotation, field.metadata):
            if value != getattr(default, name):
                yield {name: value}


def _values(kind: Any, metadata: Sequence[Any] = ()) -> list[Any]:
    """The values of a type; of numbers the bounds."""
    if get_origin(kind) is Annotated:
        return _values(get_args(kind)[0], kind.__metadata__[0].metadata)
    if get_origin(kind) in (Union, UnionType):
        return [value for part in get_args(kind) if part is not NoneType for value in _values(part)]
    if get_origin(kind) is Literal:
        return list(get_args(kind))
    if kind is bool:
        return [True, False]
    if kind is int:
        return [bound.ge if isinstance(bound, Ge) else bound.le for bound in metadata if isinstance(bound, (Ge, Le))]
    if get_origin(kind) is list:
        length = next(one.min_length for one in metadata if isinstance(one, MinLen))
        return [[value] * length for value in _values(*get_args(kind))]
    assert issubclass(kind, BaseModel)
    return [{name: _values(field.annotation, field.metadata)[0]} for name, field in kind.model_fields.items()]


Outcome = tuple[tuple[Event, ...], str]
"""What came of a line: its events, or the sentence with which it is refused."""


@dataclass(frozen=True)
class Played:
    """A fight as it was played by the rulings: its file, its dice by seed or faces, each line and what came of it."""

    document: Mapping[str, Any]
    dice: int | tuple[int, ...]
    lines: tuple[str, ...]
    outcomes: tuple[Outcome, ...]


def opened(document: Mapping[str, Any], rule: Rule, dice: DiceSource) -> Session:
    """A fight before it begins under a house rule; all dice are rolled."""
    game = str(document.get("system", "hybrid"))
    options = {key: document[key] for key in registry.find(game).options.model_fields if key in document}
    ruled = {**ALSO.get(game, {}), **registry.find(game).stated(options)}
    prepared = prepare(
        {**copy.deepcopy(dict(document)), **ruled, "house_rules": {**ruled.get("house_rules", {}), **rule}}
    )
    session = Session(prepared.encounter, prepared.rules, dice)
    for fighter in session.encounter:
        session.say(f"{fighter.id} rolled")
    return session


def answer(session: Session, line: str) -> Outcome:
    """Say a line, or ask it."""
    try:
        outcome = typed(session, line)
    except Refused as refused:
        return (), f"refused: {refused.sentence}"
    steps = outcome.steps if isinstance(outcome, Carried) else ()
    return tuple(event for step in steps for event in step.events), "\n".join(outcome.words)


@cache
def drawn(game: str, number: int) -> Played:
    """A fight of an example of the game, played at random by the rulings."""
    random = Random(f"{game} {number}")
    edition = "hybrid 1997" if game == "hybrid" and number % 2 else game
    document = random.choice(_documents(edition))
    session = opened(document, {}, SeededDice(number))
    lines, outcomes = [], []
    for _ in range(LINES):
        lines.append(line_now(edition, session, random, frozenset()))
        outcomes.append(answer(session, lines[-1]))
    return Played(document, number, tuple(lines), tuple(outcomes))


def scripted(document: Mapping[str, Any], lines: Sequence[str], faces: Sequence[int]) -> Played:
    """A fight whose lines are written down, played by the rulings with these dice."""
    session = opened(document, {}, Written(faces))
    return Played(document, tuple(faces), tuple(lines), tuple(answer(session, line) for line in lines))


class Written:
    """Dice that fall as they are written down, and then all in the middle."""

    def __init__(self, faces: Sequence[int]) -> None:
        self._faces = list(faces)

    def face(self, sides: int) -> int:
        """Return the next face written down, else the middle one."""
        return self._faces.pop(0) if self._faces else (sides + 1) // 2


def first_difference(fight: Played, rule: Rule) -> str:
    """In what a fight first differs under a house rule, in one line; empty when it is the same to its end."""
    session = opened(fight.document, rule, _dice(fight))
    for line, before in zip(fight.lines, fight.outcomes, strict=True):
        now = answer(session, line)
        if now != before:
            return _in_words(before, now)
    return ""


def _dice(fight: Played) -> DiceSource:
    return SeededDice(fight.dice) if isinstance(fight.dice, int) else Written(fight.dice)


def _in_words(before: Outcome, now: Outcome) -> str:
    refusals = [outcome[1].startswith("refused: ") for outcome in (before, now)]
    if any(refusals):
        return "a refusal" if not all(refusals) else "a refusal's words"
    falls = DOWN if _fallen(before) != _fallen(now) else ""
    for one, other in zip((*before[0], None), (*now[0], None), strict=False):
        if one != other:
            return _between(one, other) + falls
    return "words"


def _fallen(outcome: Outcome) -> list[str]:
    return [event.who for event in outcome[0] if isinstance(event, ev.PresenceChanged)]


def _between(one: Event | None, other: Event | None) -> str:
    if one is None or other is None or type(one) is not type(other) or _what(one) != _what(other):
        return f"{_what(one)} / {_what(other)}"
    return f"{_what(one)}: {' '.join(f.name for f in fields(one) if getattr(one, f.name) != getattr(other, f.name))}"


def _what(event: Event | None) -> str:
    if event is None:
        return "-"
    what = next(
        (str(getattr(event, name)) for name in ("what", "condition", "pool", "mark") if hasattr(event, name)), ""
    )
    return f"{type(event).__name__} {what.partition(':')[0]}".strip()


if __name__ == "__main__":
    for rule in switched(sys.argv[1]):
        differences = [first_difference(drawn(sys.argv[1], number), rule) for number in range(DRAWN)]
        first = next((number for number, difference in enumerate(differences) if difference), None)
        print(rule, first, dict(Counter(filter(None, differences))), flush=True)


PERCENT = r"Rolled \w+: (chance )?(tier )?(effect )?(margin )?sum"
"""A percentage, its sum, and what comes of it."""


SHOWN: dict[str, dict[str, str]] = {
    "hybrid": {
        "open_ended": "Rolled attack: faces total.*",
        "equal_succeeds": r"Rolled \w+: tier effect",
        "critical_failure": r"Rolled \w+: tier( effect)?",
        "skill_pools": PERCENT,
        "halve_stat_checks": PERCENT,
        "initiative_speed": "Rolled initiative: (total )?sum",
        "rank_speed": "ActionDeclared: (label )?speed lands( options)?|DefenceDeclared: counts",
        "florentine": f"{PERCENT}|Asked defence / Rolled attack",
        "defence_point": f"Asked defence: choices|{PERCENT}|Asked (defence|closing) / .*",
        "critical_ignores_armour": "Struck: .*sum",
        "down_at": r".* \[down\]",
        "ties": "Asked defence: .*then|Rolled attack / DueEnded land|Asked defence / .*|DueEnded land: who ref",
        "fumble": "Asked fumble / .*",
        "late_dodge": "Asked defence: choices",
        "arrows_parried": "Asked defence: choices",
        "grapple_armed": "a refusal",
        "must_close": "ActionDeclared: verb label speed lands weapon",
        "stat_tasks": PERCENT,
        "answers_rank_speed": "DefenceDeclared: counts",
        "wait": "Rolled initiative / DueAdded declare|MarkChanged owed / WaitChanged",
        "reading": "(ConditionGained retreating|MarkChanged kept out|Rolled attack|ConditionEnded off balance"
        "|Answered declaration|Asked defence) / .*|Asked defence: .*",
    },
    "phases": {
        "past_the_end": f"a refusal|{PERCENT}",
        "always_fails_from": r"Rolled \w+: tier( effect)?( margin)?",
        "contest_by": "Noted: text",
        "initiative": "DueAdded phase / DueAdded order",
        "rof": "DueAdded declare / ActionDeclared|ActionDeclared: label options",
        "movement": "a refusal",
        "defend": "a refusal",
        "failed_blow": "Struck / Rolled defence",
        "contest_both": "Struck / Rolled damage|Rolled location / Struck",
        "lethal": "PoolChanged HF: by to",
        "locations": "Rolled location / Asked location",
        "called": PERCENT,
        "thresholds": r"ConditionGained [\w-]+ / MarkChanged told",
        "shock_recovery": "PoolChanged (CH|HD|VI)(: by to| / .*)",
    },
    "prism": {
        "desperation_cost": "Asked (energy: step|reaction: text|late choice / Noted)|Rolled task: chance margin sum",
        "closeness_cap": "Rolled task: margin",
        "ties_go_to": "Rolled task: effect",
        "complex_equal": "Asked desperation: low|.* / Rolled dodge|Rolled dodge: .*",
        "degrees": r"Rolled \w+: tier",
        "cycle": "MarkChanged turn: value",
        "ties": "Asked reaction( to an action)?(: then| / DueEnded land)|DueEnded land / DueAdded declare",
        "move_energy": "PoolChanged EN.*|a refusal|a refusal's words",
        "defensive": "ConditionGained defensive / .*|Asked reaction energy: low|Asked reaction to an action: choices"
        "|DefenceDeclared: label",
        "dodge_energy": "Asked (reaction energy|energy to dodge it): low|DefenceDeclared: label"
        "|Asked reaction: (who text )?choices( about then)?|Asked reaction / .*",
        "second_action_energy": "PoolChanged EN / DueAdded declare|a refusal|a refusal's words",
        "dodge_roll": ".*Rolled dodge.*|(Asked late choice|DefenceDeclared|Noted) / .*",
        "thrown_from": "Asked reaction: choices|Asked reaction / Rolled attack|Rolled attack / Asked reaction",
        "firearms_from": "a refusal's words|Asked reaction: choices|Asked reaction / Rolled attack"
        "|Rolled attack / Asked reaction",
        "unskilled_dodge": "Asked reaction: choices",
        "free_dodge": "Asked reaction energy: low|Asked reaction: choices",
        "moves": "a refusal|a refusal's words",
        "react_to_actions": "Asked reaction to an action / .*",
        "deflect_roll": ".* / Rolled deflect",
        "objects": "Asked reaction: choices",
        "damage_from": r"PoolChanged [\w ]+: by to|Struck: label damage[ \w]* sum|Struck / PoolChanged \w+",
        "random_location": r"Struck: location|PoolChanged \w+ / PoolChanged \w+",
        "vitality_zero": "ConditionGained unconscious / -",
        "destroyed_at": r"ConditionGained destroyed \w+ / PoolChanged ST",
        "capped_threshold": r"PoolChanged \w+: by to( why)?",
        "hold": "a refusal|a refusal's words",
        "one_pool": "PoolChanged EN / PoolChanged ST",
        "energy_recovery": r"MarkChanged [\w ]+ / PoolChanged EN",
    },
    "feats": {
        "criticals": r"Rolled \w+: tier",
        "snow_twice": "words",
        "haste_fp": "PoolChanged FP: .*",
        "climbs": "a refusal|a refusal's words",
        "rest_seconds": "DueAdded rest: at",
        "all_out": "Rolled damage: label dice total",
        "every_second": "DueAdded declare / WaitChanged|DueEnded declare / Asked declaration",
        "exhausted": "MarkChanged way / Noted|DueAdded swimming / Noted|a refusal|a refusal's words",
        "down_at": r".* \[down\]",
        "jump_move": "Noted: text",
        "enhanced": "MarkChanged way: value",
        "halts": "Noted / DueAdded no air|WaitChanged / .*|Noted / .*",
        "knocked_out_lies": r"ConditionGained prone / .*",
        "unnoticed_wake": "- / WaitChanged|.* / WaitChanged",
    },
}
"""By game and house rule: the first difference that it makes, where it makes one, as a whole."""


SWITCHED = [pytest.param(game, rule, id=f"{game} {rule}") for game in GAMES for rule in switched(game)]


def is_said(game: str, name: str, difference: str) -> bool:
    """Whether a difference is one that the house rule says; who falls by it may stand there too."""
    return any(re.fullmatch(SHOWN[game][name], words) for words in (difference, difference.removesuffix(DOWN)))
