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
from tests.leaks.fights import documents, line_now
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
DOWN = re.compile(r" \[down[+-]?\]$")
"""Is added to a difference where others go out of the fight, or come back: more, or fewer."""
REFUSED = "refused: "
FIGURE = re.compile(r"[-−]?\d+(?:\.\d+)?")
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
        return (), f"{REFUSED}{refused.sentence}"
    steps = outcome.steps if isinstance(outcome, Carried) else ()
    return tuple(event for step in steps for event in step.events), "\n".join(outcome.words)


@cache
def drawn(game: str, number: int) -> Played:
    """A fight of an example of the game, played at random by the rulings."""
    random = Random(f"{game} {number}")
    edition = "hybrid 1997" if game == "hybrid" and number % 2 else game
    document = random.choice(documents(edition, but="gunfight"))
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
    refusals = [outcome[1].startswith(REFUSED) for outcome in (before, now)]
    if any(refusals):
        return f"refused otherwise{_turn(before[1], now[1])}" if all(refusals) else ("allowed", "refused")[refusals[1]]
    one, other = _fallen(before), _fallen(now)
    falls = "" if one == other else f" [down{_turn(len(one), len(other))}]"
    for event, switched_event in zip((*before[0], None), (*now[0], None), strict=False):
        if event != switched_event:
            return _between(event, switched_event) + falls
    return f"words{_turn(before[1], now[1])}"


def _fallen(outcome: Outcome) -> list[str]:
    return [event.who for event in outcome[0] if isinstance(event, ev.PresenceChanged)]


def _between(one: Event | None, other: Event | None) -> str:
    if one is None or other is None or type(one) is not type(other) or _what(one) != _what(other):
        return f"{_what(one)} / {_what(other)}"
    values = {field.name: (getattr(one, field.name), getattr(other, field.name)) for field in fields(one)}
    return f"{_what(one)}: {' '.join(f'{name}{_turn(*both)}' for name, both in values.items() if both[0] != both[1])}"


def _turn(before: Any, now: Any) -> str:
    """`+` where a number, the numbers of a text or a list grow, `-` where they shrink, both words of what is a word."""
    if isinstance(before, tuple) and isinstance(now, tuple):
        if set(before) < set(now) or set(now) < set(before):
            return "+" if set(before) < set(now) else "-"
        before, now = "; ".join(map(str, before)), "; ".join(map(str, now))
    if before in ("", None) or now in ("", None):
        return "+" if before in ("", None) else "-"
    if isinstance(before, str) and not any(sign.isdigit() for sign in before + now) and len((before + now).split()) < 7:
        return f"({before}>{now})"
    figures = [[float(one.replace("−", "-")) for one in FIGURE.findall(str(value))] for value in (before, now)]
    if FIGURE.sub("", str(before)) != FIGURE.sub("", str(now)):
        return ""
    turns = {one < other for one, other in zip(*figures, strict=True) if one != other}
    return {(True,): "+", (False,): "-"}.get(tuple(turns), "")


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


MORE = r"Rolled \w+: chance\+( tier\(.*\))?( effect\+)? margin\+ sum.?"
LESS = r"Rolled \w+: chance-( tier\(.*\))?( effect-)? margin- sum.?"
"""A percentage that is greater, or smaller, its sum, and what comes of it."""


SHOWN: dict[str, dict[str, str | dict[str, str]]] = {
    "hybrid": {
        "open_ended": r"Rolled attack: faces- total-( tier\(.*\))?( effect\+)? margin\+",
        "equal_succeeds": r"Rolled \w+: tier\(Success>Failure\) effect-",
        "critical_failure": {
            "gated": r"Rolled \w+: tier\(Critical Failure>[\w ]+ Failure\) effect-",
            "table": r"Rolled \w+: tier\((Critical )?Failure>[\w ]+ Failure\) effect-",
            "severity": r"Rolled \w+: tier\([\w ]+ Failure>Critical Failure\) effect\+",
            "additive": r"Rolled \w+: tier\([\w ]+ Failure>(Solid|Notable) Failure\)( effect\+)?",
        },
        "skill_pools": {"True": MORE, "False": LESS},
        "halve_stat_checks": LESS,
        "initiative_speed": "Rolled initiative: (total- )?sum",
        "rank_speed": r"ActionDeclared: (label\+ )?speed\+ lands\+( options\+)?|DefenceDeclared: counts\+",
        "florentine": {"[-40, -40]": f"{LESS}|Asked defence / Rolled attack", "[0, 0]": MORE},
        "defence_point": {
            "0": f"Asked defence: choices-|{MORE}",
            "10": f"{LESS}|Asked defence / Rolled attack|Asked closing / MarkChanged kept out",
        },
        "critical_ignores_armour": r"Struck: (.*damage\+ .*)?sum\+",
        "down_at": r".* \[down\+\]",
        "ties": "Asked defence: .*then-?|Rolled attack / DueEnded land|Asked defence / .*"
        r"|DueEnded land: who(\(.*\))? ref\+?",
        "fumble": {"self": "Asked fumble / (?!Asked fumble).*", "note": "Asked fumble / Noted"},
        "late_dodge": r"Asked defence: choices\+",
        "arrows_parried": r"Asked defence: choices\+",
        "grapple_armed": "allowed",
        "must_close": r"ActionDeclared: verb\(close>attack\) label.* speed- lands- weapon\+",
        "stat_tasks": MORE,
        "answers_rank_speed": r"DefenceDeclared: counts\+",
        "wait": "Rolled initiative / DueAdded declare|MarkChanged owed / WaitChanged",
        "reading": {
            "third": "ConditionEnded off balance / DueAdded declare",
            "second": "Answered declaration / ConditionEnded off balance|ConditionGained retreating / DefenceDeclared"
            "|MarkChanged kept out / Rolled location|Rolled attack / Asked defence|Asked defence / Rolled attack"
            r"|Asked defence: (choices\+|text about then)",
        },
    },
    "phases": {
        "past_the_end": "refused",
        "always_fails_from": r"Rolled \w+: tier\(success>failure\)( effect-)?( margin-)?",
        "contest_by": "Noted: text",
        "initiative": "DueAdded phase / DueAdded order",
        "rof": r"DueAdded declare / ActionDeclared|ActionDeclared: label\+ options\+",
        "movement": "refused",
        "defend": "refused",
        "failed_blow": "Struck / Rolled defence",
        "contest_both": {
            "roll": "Struck / Rolled damage|Rolled location / Struck",
            "defender": "Rolled location / Struck",
        },
        "lethal": r"PoolChanged HF: by\+ to\+",
        "locations": "Rolled location / Asked location",
        "called": f"{LESS}|Rolled attack: sum-?",
        "thresholds": r"ConditionGained [\w-]+ / MarkChanged told",
        "shock_recovery": {
            "0": "PoolChanged (CH|HD|VI) / .*",
            "20": r"PoolChanged (CH|HD|VI): by\+ to\+",
        },
    },
    "prism": {
        "desperation_cost": r"Asked energy: step\+|Asked reaction: text-|Asked late choice / Noted"
        "|Rolled task: chance- margin- sum-",
        "closeness_cap": r"Rolled task: margin\+",
        "ties_go_to": r"Rolled task: effect\+",
        "complex_equal": r"Asked desperation: low-|.* / Rolled dodge|Rolled dodge: .*",
        "degrees": r"Struck: (label\+ )?tier\+( damage\+ sum\+)?|PoolChanged \w+: by- to-",
        "cycle": {"1": r"MarkChanged turn: value\+", "60": "MarkChanged turn: value-"},
        "ties": "Asked reaction( to an action)?(: then| / DueEnded land)|DueEnded land / DueAdded declare",
        "move_energy": {"0": "PoolChanged EN / .*", "20": "PoolChanged EN: by- to-|refused"},
        "defensive": "ConditionGained defensive / .*|DefenceDeclared: label-|Asked reaction energy: low.?"
        "|Asked reaction to an action: choices-",
        "dodge_energy": {
            "1": r"Asked (reaction energy|energy to dodge it): low-|DefenceDeclared: label\+|Asked reaction: choices\+",
            "100": "Asked reaction: .*choices-|Asked reaction / Rolled .*|DefenceDeclared: label-"
            r"|Asked reaction: who\(.*\) text choices.* about\(.*\) then",
        },
        "second_action_energy": {
            "0": "PoolChanged EN / DueAdded declare|allowed|refused otherwise-",
            "10000": r"refused( otherwise\+)?",
        },
        "dodge_roll": {
            "simple": r".* / Rolled dodge|Rolled dodge: tier\(failure>success\) margin\+",
            "none": "(Rolled dodge|Asked late choice|DefenceDeclared|Noted) / .*",
        },
        "thrown_from": {"0": "Rolled attack / Asked reaction", "200": "Asked reaction / Rolled attack"},
        "firearms_from": {
            "0": r"refused otherwise|Asked reaction: choices\+|Rolled attack / Asked reaction",
            "201": "Asked reaction: choices-|Asked reaction / Rolled attack",
        },
        "unskilled_dodge": "Asked reaction: choices-",
        "free_dodge": r"Asked reaction energy: low-|Asked reaction: choices\(absorb; dodge>dodge; absorb\)",
        "moves": "refused( otherwise)?",
        "react_to_actions": "Asked reaction to an action / (?!Asked reaction to an action).*",
        "deflect_roll": ".* / Rolled deflect",
        "objects": r"Asked reaction: choices\(deflect; absorb.*>absorb; .*deflect\)",
        "damage_from": r"PoolChanged [\w ]+: by- to-|Struck: label\+ damage\+ .*sum\+|Struck / PoolChanged \w+",
        "random_location": r"Struck: location\(torso>\w\)|PoolChanged \w+ / PoolChanged \w+",
        "vitality_zero": r"ConditionGained unconscious / - \[down-\]",
        "destroyed_at": r"ConditionGained destroyed \w+ / PoolChanged ST",
        "capped_threshold": r"PoolChanged \w+: by- to-( why\+)?",
        "hold": "refused",
        "one_pool": "PoolChanged EN / PoolChanged ST",
        "energy_recovery": r"MarkChanged [\w ]+ / PoolChanged EN",
    },
    "feats": {
        "criticals": r"Rolled \w+: tier\(critical (success|failure)>\1\)",
        "snow_twice": "words-",
        "haste_fp": r"PoolChanged FP: (by- to- )?excess\+",
        "climbs": "refused( otherwise)?",
        "rest_seconds": {"1": "DueAdded rest: at-", "100000": r"DueAdded rest: at\+"},
        "all_out": {
            "0": "Rolled damage: label- dice- total-",
            "10": r"Rolled damage: label\+ dice\+ total\+",
        },
        "every_second": "DueAdded declare / WaitChanged|DueEnded declare / Asked declaration",
        "exhausted": "MarkChanged way / Noted|DueAdded swimming / Noted|allowed|refused otherwise",
        "down_at": {"-1000": r".* \[down-\]", "1000": r".* \[down\+\]"},
        "jump_move": "Noted: text-",
        "enhanced": "MarkChanged way: value-",
        "halts": "Noted / DueAdded no air|WaitChanged / Withdrawn declaration",
        "knocked_out_lies": "ConditionGained prone / (?!ConditionGained).*",
        "unnoticed_wake": "- / WaitChanged|.* / WaitChanged",
    },
}
"""By game, house rule and, where it is another way, value: the first difference that it makes, as a whole.

Before ` / ` and `>` stands what is so by the rulings.
"""


SWITCHED = [pytest.param(game, rule, id=f"{game} {rule}") for game in GAMES for rule in switched(game)]


def is_said(game: str, rule: Rule, difference: str) -> bool:
    """Whether a difference is the one that the house rule says at this value; who falls by it may stand there too."""
    ((name, value),) = rule.items()
    shown = SHOWN[game][name]
    pattern = shown if isinstance(shown, str) else shown[str(value)]
    return any(re.fullmatch(pattern, words) for words in (difference, DOWN.sub("", difference)))
