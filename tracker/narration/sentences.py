"""Sentences: all that players read of a fight, made of facts: who, what, at whom, when, and how it came out."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import NamedTuple

from tracker.model.questions import Ask

MISSED, HIT, PARRIED = "missed", "hit", "parried"


class Kind(StrEnum):
    """What a fact is about."""

    BEGAN = "began"
    EVENT = "event"
    ROUND = "round"
    JOINED = "joined"
    STANDING = "standing"
    """A fighter goes down, leaves, surrenders or is back."""
    DECLARED = "declared"
    GIVEN_UP = "given up"
    ANSWERED = "answered"
    """A fighter answers a blow."""
    BLOW = "blow"
    DONE = "done"
    """What came of an action that is no blow."""
    CONDITION = "condition"
    SHOWN = "shown"
    """What opponents show each other at once."""


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing that players saw, under the names they know; words that do not apply are empty."""

    kind: Kind
    who: str = ""
    what: str = ""
    whom: str = ""
    lands: str = ""
    """When it lands, as the game writes it."""
    how: str = ""
    """How it came out: `hit`, `missed`, `succeeds`, `down`."""
    where: str = ""
    harm: tuple[tuple[str, int], ...] = ()
    """The points that the target lost, by pool; only where players see points."""
    points: int = field(default=0, compare=False)
    """The same in one number, as the game counts a blow: once, though it may empty several pools."""
    share: float = field(default=0.0, compare=False)
    """How much that is of what the target has when it is well, 0 to 1 and more."""
    looks: str = ""
    """How the target looks from now on, where that is worse than before and players see no points."""
    group: str = ""
    """The group of strangers that `who` is of; of an answer the group that is answered."""


class _Verb(NamedTuple):
    """What is said of one fighter, and of several."""

    one: str
    several: str


_VERBS = {HIT: _Verb("hits", "hit"), MISSED: _Verb("misses", "miss")}
_BY_KIND = {Kind.BEGAN: "The fight begins", Kind.GIVEN_UP: "gives up what was under way"}


def sentence(fact: Fact) -> str:
    """A fact as one sentence: `Sela: long bow on Goblin 1, lands at 26`, `Gruk hits Brann, left leg (body −8)`."""
    match fact.kind:
        case Kind.BEGAN:
            return _BY_KIND[Kind.BEGAN]
        case Kind.EVENT | Kind.ROUND:
            return fact.what
        case Kind.JOINED:
            return f"{fact.who} joins"
        case Kind.STANDING:
            return f"{fact.who} {fact.what}"
        case Kind.DECLARED:
            return declaration(fact.who, fact.what, fact.lands)
        case Kind.GIVEN_UP:
            return f"{fact.who} gives up: {fact.what}" if fact.what else f"{fact.who} {_BY_KIND[Kind.GIVEN_UP]}"
        case Kind.ANSWERED:
            return f"{fact.who} answers {fact.whom}: {fact.what}"
        case Kind.BLOW:
            return outcome(fact)
        case Kind.DONE:
            return f"{fact.who} {fact.how}: {fact.what}"
        case Kind.CONDITION | Kind.SHOWN:
            return f"{fact.who}: {fact.what}"


def declaration(who: str, what: str, lands: str = "") -> str:
    """What a fighter is doing, and when it lands: `Sela: long bow on Goblin 1, lands at 26`."""
    return f"{who}: {what}{f', lands at {lands}' if lands else ''}"


def may_declare(who: str) -> str:
    """Whose moment comes next."""
    return f"{who} may declare"


def question(ask: Ask, who: str, what: str, about: str = "") -> str:
    """Whom the table waits for, and for what: `Sela: roll initiative`, `Odo answers Goblin 1`."""
    match ask:
        case Ask.DECLARE:
            return f"{who} declares"
        case Ask.DICE:
            return f"{who}: roll {what}"
        case Ask.AMOUNT:
            return f"{who}: choose {what}"
        case Ask.CHOOSE | Ask.HALT:
            return f"{who} answers {about}" if about else f"{who}: choose {what}"


def outcome(fact: Fact) -> str:
    """How a blow came out: who hit whom, where, and what that did."""
    if not fact.whom:
        text = f"{fact.who}: {fact.how}"
    elif fact.how in _VERBS:
        text = f"{fact.who} {_VERBS[fact.how].one} {fact.whom}"
    elif fact.how == PARRIED:
        text = f"{fact.whom} parries {fact.who}"
    else:
        text = f"{fact.who} on {fact.whom}: {fact.how}"
    where = f", {fact.where}" if fact.where else ""
    return f"{text}{where}{_harm(fact)}"


def _harm(fact: Fact) -> str:
    """The points lost, or how the target looks; empty where neither is known."""
    if fact.harm:
        return f" ({points(fact.harm)})"
    return f": {fact.looks}" if fact.looks else ""


def points(lost: Sequence[tuple[str, int]]) -> str:
    """Points lost by pool: `body −8, fatigue −3`."""
    return ", ".join(f"{pool} −{by}" for pool, by in lost)


# Several at once


@dataclass(frozen=True, slots=True)
class Folded:
    """One sentence for facts of one moment that are alike; `kind` is theirs."""

    kind: Kind
    text: str


def folded(facts: Sequence[Fact]) -> tuple[str, ...]:
    """The sentences of `folded_rows`."""
    return tuple(row.text for row in folded_rows(facts))


def folded_rows(facts: Sequence[Fact]) -> tuple[Folded, ...]:
    """The facts of one moment as sentences; what several do alike is told once, in the place of the first of them.

    What one declares and does at once, or is by declaring it, is told once too; and what becomes of it in one sentence.
    """
    rows: dict[tuple[object, ...], list[Fact]] = {}
    for place, fact in enumerate(facts):
        if not _told_again(fact, facts[:place], facts[place + 1 :]):
            rows.setdefault(_alike(fact) or (place,), []).append(fact)
    sentences: list[Folded] = []
    last: _Become | None = None
    for row in rows.values():
        become = _Become(tuple(fact.who for fact in row), (row[0].what,)) if row[0].kind is Kind.CONDITION else None
        joined = _joined(last, become)
        if joined is not None:
            sentences.pop()
        last = become if joined is None else joined
        text = _together(row) if len(row) > 1 else sentence(row[0])
        sentences.append(Folded(row[0].kind, text if last is None else f"{listed(last.who)}: {', '.join(last.what)}"))
    return tuple(sentences)


@dataclass(frozen=True, slots=True)
class _Become:
    """Who bears what from this moment on."""

    who: tuple[str, ...]
    what: tuple[str, ...]


def _joined(first: _Become | None, then: _Become | None) -> _Become | None:
    """Two sentences in a row as one, where they are of the same fighters or of the same conditions; else None."""
    if first is None or then is None:
        return None
    if first.who == then.who:
        return replace(first, what=first.what + then.what)
    return replace(first, who=first.who + then.who) if first.what == then.what else None


def _told_again(fact: Fact, before: Sequence[Fact], after: Sequence[Fact]) -> bool:
    """Whether others of the moment tell a declaration with how it came out, or a condition as what was declared."""
    if fact.kind is Kind.DECLARED:
        return any((other.kind, other.who, other.what) == (Kind.DONE, fact.who, fact.what) for other in after)
    if fact.kind is not Kind.CONDITION or fact.whom:
        return False
    declared = [other.what for other in before if (other.kind, other.who) == (Kind.DECLARED, fact.who)]
    return any(fact.what.startswith(what) or what.endswith(f" {fact.what}") for what in declared)


def _alike(fact: Fact) -> tuple[object, ...]:
    """What those facts have in common that are told as one; empty where a fact stands alone."""
    match fact.kind:
        case Kind.DECLARED if fact.group:
            return (fact.kind, fact.group, fact.lands, _at_anybody(fact))
        case Kind.ANSWERED:
            return (fact.kind, fact.who, fact.what)
        case Kind.BLOW if fact.how == MISSED:
            return (fact.kind, fact.group) if fact.group else (fact.kind, "", fact.who, fact.whom)
        case Kind.BLOW if fact.how == HIT and fact.group and not fact.harm and not fact.looks:
            return (fact.kind, fact.group, fact.whom, fact.where)
        case Kind.DECLARED | Kind.BLOW:
            return (fact,)
        case Kind.STANDING | Kind.CONDITION if fact.group:
            return (fact.kind, fact.group, fact.what)
        case Kind.SHOWN:
            return (fact.kind, fact.what)
        case _:
            return ()


_ANYBODY = "\0"


def _at_anybody(fact: Fact) -> str:
    """What is done with a mark in the place of the target."""
    if not fact.whom:
        return fact.what
    return re.sub(rf"(?<!\w){re.escape(fact.whom)}(?!\w)", _ANYBODY, fact.what, count=1)


def _together(row: Sequence[Fact]) -> str:
    """One sentence for facts of the same kind in a row."""
    first, names = row[0], listed([fact.who for fact in row])
    whom = listed([fact.whom for fact in row if fact.whom])
    several = len({fact.who for fact in row}) > 1
    match first.kind:
        case Kind.BLOW if first.how == HIT and several:
            where = f", {first.where}" if first.where else ""
            more = "" if len({fact.who for fact in row}) == len(row) else f",{_times(len(row))}"
            return f"{names} {_VERBS[HIT].several} {first.whom}{where}{more}"
        case Kind.DECLARED | Kind.BLOW if first == row[-1] and first.how != MISSED:
            return f"{sentence(first)},{_times(len(row))}"
        case Kind.DECLARED:
            return declaration(names, _at_anybody(first).replace(_ANYBODY, whom), first.lands)
        case Kind.ANSWERED:
            return sentence(replace(first, whom=whom))
        case Kind.BLOW:
            verb = _VERBS[MISSED].several if several else _VERBS[MISSED].one
            return f"{names} {verb} {whom}{'' if several else _times(len(row))}"
        case Kind.STANDING:
            return f"{names} {_PLURALS.get(first.what, first.what)}" if several else sentence(first)
        case _:
            return sentence(replace(first, who=names))


_PLURALS = {"goes down": "go down", "leaves": "leave", "surrenders": "surrender", "is back in the fight": "are back"}


def _times(many: int) -> str:
    return {1: "", 2: " twice"}.get(many, f" {many} times")


def listed(names: Sequence[str]) -> str:
    """`Ann, Bert and Wolf`; of those who differ in their number alone the name once: `Goblin 3, 5–7 and 9`."""
    names = tuple(dict.fromkeys(names))
    stems = {name.rpartition(" ")[0] for name in names}
    numbered = len(stems) == 1 and "" not in stems and all(name.rpartition(" ")[2].isdecimal() for name in names)
    words = list(names)
    if numbered:
        words = _runs(sorted(int(name.rpartition(" ")[2]) for name in names))
        words[0] = f"{names[0].rpartition(' ')[0]} {words[0]}"
    return f"{', '.join(words[:-1])} and {words[-1]}" if len(words) > 1 else "".join(words)


def _runs(numbers: Sequence[int]) -> list[str]:
    """Numbers in order as words, three and more in a row as a span: `3`, `5–7`, `9`."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    spans = ([f"{run[0]}–{run[-1]}"] if len(run) > 2 else map(str, run) for run in runs)
    return [word for span in spans for word in span]
