"""Completion: what the word being typed may become, and a hint for what comes next."""

from __future__ import annotations

from collections.abc import Iterable

from tracker.encounter.commands import JoinCreature
from tracker.encounter.lines import parse, vocabulary
from tracker.encounter.names import plain
from tracker.encounter.refusals import Refused
from tracker.encounter.state import Encounter
from tracker.encounter.system import RuleSystem
from tracker.session import Session

_MOST = 12


def candidates(encounter: Encounter, rules: RuleSystem, text: str) -> tuple[str, ...]:
    """The words that the last word of `text` may become."""
    words = text.split(" ")
    begun = plain(words[-1]) if words[-1] else ""
    general, own = vocabulary(rules)
    ids = [combatant.id for combatant in encounter.combatants]
    if len(words) == 1:
        offered: Iterable[str] = [*ids, *general]
    elif len(words) == 2 and words[0].casefold() not in general:
        offered = own
    else:
        offered = ids
    return tuple(dict.fromkeys(word for word in offered if plain(word).startswith(begun)))


def completed(encounter: Encounter, rules: RuleSystem, text: str) -> str:
    """`text` with its last word completed as far as it is certain."""
    found = candidates(encounter, rules, text)
    head = text[: len(text) - len(text.split(" ")[-1])]
    if len(found) == 1:
        return f"{head}{found[0]} "
    common = _common(found)
    return head + common if len(common) > len(text) - len(head) else text


def hint(encounter: Encounter, rules: RuleSystem, text: str) -> str:
    """What may come next, or why the line would be refused as it stands."""
    found = candidates(encounter, rules, text)
    unfinished = not text or not text.endswith(" ")
    if found and unfinished and found != (text.split(" ")[-1],):
        more = " …" if len(found) > _MOST else ""
        return "  ".join(found[:_MOST]) + more
    try:
        parse(encounter, rules, text)
    except Refused as refused:
        return str(refused)
    return "enter carries it out"


def of_joining(session: Session, line: str) -> str:
    """For a line that lets somebody join: the range of the first counts, before anything is rolled; else empty."""
    if not line.strip().casefold().startswith("join "):
        return ""
    try:
        wish = parse(session.encounter, session.rules, line)
        return " ".join(session.first_counts(wish)) if isinstance(wish, JoinCreature) else ""
    except Refused as refused:
        return str(refused)


def _common(words: tuple[str, ...]) -> str:
    """The beginning that all words share."""
    common = ""
    for signs in zip(*words, strict=False):
        if len(set(signs)) > 1:
            break
        common += signs[0]
    return common
