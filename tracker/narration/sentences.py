"""Sentences: all that players read of a fight, made of facts. What several do alike at one moment is told once."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from tracker.model.events import HIT, MISSED
from tracker.model.lazy_dataclass import dataclass
from tracker.model.questions import Ask
from tracker.narration import grammar
from tracker.narration.facts import (
    Answered,
    Became,
    Began,
    Blow,
    Declared,
    Done,
    Fact,
    GivenUp,
    Happened,
    Joined,
    RoundBegan,
    Shown,
    Standing,
)
from tracker.narration.grammar import listed, times


def sentence(fact: Fact) -> str:
    """Return a fact as one sentence: `Sela: long bow on Goblin 1, lands at 26`, `Gruk hits Brann (body −8)`."""
    match fact:
        case Began():
            return grammar.FIGHT_BEGINS
        case RoundBegan(words) | Happened(words):
            return words
        case Joined(who):
            return grammar.joins(who)
        case Standing(who, presence):
            return grammar.stands([who], presence)
        case Declared(who, what, lands=lands):
            return grammar.declares(who, what, lands)
        case GivenUp(who, what):
            return f"{who} gives up{f': {what}' if what else ' what was under way'}"
        case Answered(who, what, whom):
            return grammar.answers(who, whom, what)
        case Blow():
            return f"{grammar.blow([fact.who], fact.how, fact.whom)}{_place(fact)}{_harm(fact)}"
        case Done(who, how, what):
            return f"{who} {how}: {what}"
        case Became(who, what) | Shown(who, what):
            return f"{who}: {what}"


def question(ask: Ask, who: str, what: str, about: str = "") -> str:
    """Return the question to `who` as a sentence: `Sela: roll initiative`, or with `about` `Odo answers Goblin 1`."""
    match ask:
        case Ask.DECLARE:
            return f"{who} declares"
        case Ask.DICE:
            return f"{who}: roll {what}"
        case Ask.AMOUNT:
            return f"{who}: choose {what}"
        case Ask.CHOOSE | Ask.HALT:
            return grammar.answers(who, about) if about else f"{who}: choose {what}"


def _place(blow: Blow) -> str:
    return f", {blow.where}" if blow.where else ""


def _harm(blow: Blow) -> str:
    """Return the points lost, or the target's look. Empty if neither is known."""
    if blow.harm:
        return f" ({grammar.points((pool, -by) for pool, by in blow.harm)})"
    return f": {blow.looks}" if blow.looks else ""


# Several at once


@dataclass(frozen=True, slots=True)
class Folded:
    """One sentence for facts of one moment that are alike, and the first of them."""

    first: Fact
    text: str


def folded(facts: Sequence[Fact]) -> tuple[str, ...]:
    """Return the sentences of `folded_rows`."""
    return tuple(row.text for row in folded_rows(facts))


def folded_rows(facts: Sequence[Fact]) -> tuple[Folded, ...]:
    """Return the facts of one moment as sentences, each in the place of the first fact that it tells.

    What several do alike is one sentence, so is all that becomes of one. What a fighter declares and does at once, or
    is by declaring it, is told once too.
    """
    rows = _merge_conditions(_alike_together(_drop_repeats(facts)))
    return tuple(Folded(row.first if isinstance(row, _Conditions) else row[0], _words(row)) for row in rows)


Row = Sequence[Any]
"""Facts of one type that share one sentence."""


@dataclass(frozen=True, slots=True)
class _Conditions:
    """Several fighters with the same conditions from this moment on."""

    first: Became
    who: tuple[str, ...]
    what: tuple[str, ...]


def _drop_repeats(facts: Sequence[Fact]) -> Iterator[Fact]:
    """Yield the facts, without declarations that the result tells and conditions that a declaration tells."""
    for place, fact in enumerate(facts):
        if isinstance(fact, Declared) and any(
            isinstance(later, Done) and (later.who, later.what) == (fact.who, fact.what) for later in facts[place + 1 :]
        ):
            continue
        if isinstance(fact, Became) and not fact.whom and _says_declared(fact, facts[:place]):
            continue
        yield fact


def _says_declared(fact: Became, before: Sequence[Fact]) -> bool:
    """Return whether a condition only repeats its bearer's declaration: `defending` after `defend`."""
    declared = [other.what for other in before if isinstance(other, Declared) and other.who == fact.who]
    return any(fact.what.startswith(what) or what.endswith(f" {fact.what}") for what in declared)


def _alike_together(facts: Iterator[Fact]) -> Iterator[Row]:
    """Yield the facts grouped by sentence, each group at the position of its first fact."""
    rows: dict[Hashable, list[Fact]] = {}
    for place, fact in enumerate(facts):
        rows.setdefault(_key(fact) or place, []).append(fact)
    yield from rows.values()


def _key(fact: Fact) -> tuple[Hashable, ...]:
    """Return the common key of facts that share a sentence. Empty for a fact that stays alone."""
    kind = type(fact).__name__
    match fact:
        case Declared() if fact.group:
            return (kind, fact.group, fact.lands, _at_anybody(fact))
        case Answered():
            return (kind, fact.who, fact.what)
        case Blow() if fact.how == MISSED:
            return (kind, fact.group) if fact.group else (kind, "", fact.who, fact.whom)
        case Blow() if fact.how == HIT and fact.group and not fact.harm and not fact.looks:
            return (kind, fact.group, fact.whom, fact.where)
        case Declared() | Blow():
            return (fact,)
        case Standing() if fact.group:
            return (kind, fact.group, fact.presence)
        case Became() if fact.group:
            return (kind, fact.group, fact.what)
        case Shown():
            return (kind, fact.what)
        case _:
            return ()


_ANYBODY = "\0"


def _at_anybody(fact: Declared) -> str:
    """Return the declaration with a mark in place of the target."""
    if not fact.whom:
        return fact.what
    return re.sub(rf"(?<!\w){re.escape(fact.whom)}(?!\w)", _ANYBODY, fact.what, count=1)


def _merge_conditions(rows: Iterator[Row]) -> Iterator[Row | _Conditions]:
    """Yield the rows. Adjacent conditions of the same fighters, or the same one of several, are merged."""
    last: _Conditions | None = None
    for row in rows:
        first = row[0]
        if not isinstance(first, Became):
            if last is not None:
                yield last
            last = None
            yield row
            continue
        conditions = _Conditions(first, tuple(fact.who for fact in row), (first.what,))
        if last is not None and last.who == conditions.who:
            last = replace(last, what=last.what + conditions.what)
        elif last is not None and last.what == conditions.what:
            last = replace(last, who=last.who + conditions.who)
        else:
            if last is not None:
                yield last
            last = conditions
    if last is not None:
        yield last


def _words(row: Row | _Conditions) -> str:
    """Return a row as one sentence."""
    if isinstance(row, _Conditions):
        return f"{listed(row.who)}: {', '.join(row.what)}"
    if len(row) == 1:
        return sentence(row[0])
    match row[0]:
        case Declared():
            return _declared(row)
        case Blow():
            return _blows(row)
        case Answered(who, what):
            return grammar.answers(who, listed(fact.whom for fact in row), what)
        case Standing(presence=presence):
            return grammar.stands([fact.who for fact in row], presence)
        case first:
            return sentence(replace(first, who=listed(fact.who for fact in row)))


def _declared(row: Sequence[Declared]) -> str:
    """Return several equal declarations, or the common declaration of several in a group."""
    first = row[0]
    if all(fact == first for fact in row):
        return f"{sentence(first)},{times(len(row))}"
    what = _at_anybody(first).replace(_ANYBODY, listed(fact.whom for fact in row if fact.whom))
    return grammar.declares(listed(fact.who for fact in row), what, first.lands)


def _blows(row: Sequence[Blow]) -> str:
    """Return blows of one result: all misses, hits of several at one target, or one blow repeated."""
    first = row[0]
    names = [fact.who for fact in row]
    several = len(set(names)) > 1
    if first.how == MISSED:
        whom = listed(fact.whom for fact in row if fact.whom)
        return grammar.blow(names, MISSED, whom, 1 if several else len(row), spans=True)
    if not several:
        return f"{sentence(first)},{times(len(row))}"
    repeated = "" if len(set(names)) == len(row) else f",{times(len(row))}"
    return f"{grammar.blow(names, first.how, first.whom, spans=True)}{_place(first)}{repeated}"
