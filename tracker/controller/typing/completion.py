"""Completion: what the word being typed may become, and a hint for what comes next."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from tracker.controller.typing.fields import Field, Purpose
from tracker.encounter.engine.multi_target import shared, shares
from tracker.encounter.language.parser import parse, vocabulary
from tracker.encounter.names import plain, whole_name
from tracker.game_api.rules import Rules
from tracker.game_api.target_keys import row_keys
from tracker.model.commands import JoinCreature
from tracker.model.refusals import Refused
from tracker.model.state import Encounter
from tracker.session import Session
from tracker.session.dry_run import why_refused
from tracker.views.sides import side_order

ACCEPTED = "enter: carry it out"
SCREEN_LINES = {
    "quit": "leaves",
    "q": "leaves",
    "help": "shows all keys",
    "?": "shows all keys",
    "library": "opens library, table and party",
    "party": "opens library, table and party",
    "reckon": "opens the calculators",
    "fold": "folds or unfolds the group of the selected fighter, or all groups",
    "walk": "looks back, step by step",
    "settings": "shows your settings",
}
"""Lines that the screen carries out, and their effects."""
_MOST = 12


def candidates(encounter: Encounter, rules: Rules, text: str) -> tuple[str, ...]:
    """Return the words that the last word of `text` may become."""
    *before, last = text.split(" ")
    begun = plain(last) if last else ""
    general, of_fighter = vocabulary(rules)
    parts = _parts_of_names(encounter, before)
    if not before:
        offered: Iterable[str] = [*_ids(encounter), *general]
    elif _named(encounter, before):
        offered = of_fighter
    elif len(before) == 1 and before[0].casefold() not in general:
        offered = parts or of_fighter
    else:
        offered = [*parts, *_ids(encounter)]
        if begun and not any(plain(word).startswith(begun) for word in offered):
            offered = _of_the_verb(encounter, rules, before)
    return tuple(dict.fromkeys(word for word in offered if plain(word).startswith(begun)))


def _of_the_verb(encounter: Encounter, rules: Rules, before: Sequence[str]) -> tuple[str, ...]:
    """Return words for the arguments of the verb after a fighter's name. Names of several words are quoted."""
    who, length = whole_name(encounter, before)
    verb = before[length].casefold() if who and len(before) > length else ""
    words = rules.choices.argument_words(encounter, who, verb) if verb in rules.choices.verbs() else ()
    return tuple(f'"{word}"' if " " in word else word for word in words)


def _ids(encounter: Encounter) -> list[str]:
    return [combatant.id for combatant in encounter.combatants]


def _named(encounter: Encounter, words: Sequence[str]) -> bool:
    joined = plain("".join(words))
    return any(joined in (plain(fighter.name), plain(fighter.id)) for fighter in encounter.combatants)


def _parts_of_names(encounter: Encounter, before: Sequence[str]) -> list[str]:
    """Return the next words of names whose beginning has been written out as the last words of `before`."""
    ends = []
    for fighter in encounter.combatants:
        parts = fighter.name.casefold().split()
        for length in range(1, min(len(parts), len(before) + 1)):
            if [plain(word) for word in before[-length:]] == [plain(part) for part in parts[:length]]:
                ends.append(parts[length])
    return ends


def completed(encounter: Encounter, rules: Rules, text: str) -> str:
    """Return `text` with its last word completed as far as it is certain."""
    words = candidates(encounter, rules, text)
    head = text[: len(text) - len(text.rsplit(" ", maxsplit=1)[-1])]
    if len(words) == 1:
        return f"{head}{words[0]} "
    common = _common(words)
    return head + common if len(common) > len(text) - len(head) else text


def applies(session: Session, field: Field) -> bool:
    """Return whether what is being typed may be completed: a command line, and its last word begins another."""
    if field.purpose is not Purpose.COMMAND:
        return False
    return candidates(session.encounter, session.rules, field.text) not in ((), (field.text.rsplit(" ")[-1],))


def hint(session: Session, text: str) -> str:
    """Return the possible next words, or the effect of Enter: the line is taken, or refused for a reason."""
    words = candidates(session.encounter, session.rules, text)
    unfinished = not text or not text.endswith(" ")
    if words and unfinished and words != (text.rsplit(" ", maxsplit=1)[-1],):
        ellipsis = " …" if len(words) > _MOST else ""
        return "  ".join(words[:_MOST]) + ellipsis
    if (leads := SCREEN_LINES.get(text.strip().casefold())) is not None:
        return f"enter {leads}"
    return why_refused(session, text) or ACCEPTED


def of_joining(session: Session, line: str) -> str:
    """Return the side of a fighter whom a line lets join, and the range of its first count. Empty for another line.

    Nothing is rolled for that.
    """
    if not line.strip().casefold().startswith("join "):
        return ""
    try:
        newcomer = parse(session.encounter, session.rules, line)
        if not isinstance(newcomer, JoinCreature):
            return ""
        side = session.joining_side(newcomer)
        side_in_words = f"side: {side}" if side else "no side"
        hidden = "hidden from the other sides" if newcomer.hidden else ""
        return " · ".join(filter(None, (side_in_words, hidden, " ".join(session.first_counts(newcomer)))))
    except Refused as refused:
        return str(refused)


def another_side(session: Session, field: Field, by: int) -> str:
    """Return the side `by` places after the one on which the newcomer being typed would join. Negative: before it.

    Empty when there is none.
    """
    sides = [side for side in side_order(session.encounter) if side]
    try:
        newcomer = parse(session.encounter, session.rules, field.line())
        now = session.joining_side(newcomer) if isinstance(newcomer, JoinCreature) else ""
    except Refused:
        now = field.side
    if now not in sides:
        return sides[0 if by > 0 else -1] if sides else ""
    return sides[(sides.index(now) + by) % len(sides)]


def of_shares(session: Session, field: Field) -> str:
    """Return, for damage to several, how much each takes, half and double reckoned. Else empty."""
    ids = field.ids
    if field.purpose is not Purpose.DAMAGE or len(ids) < 2:
        return ""
    amount, *parts = field.text.split() or [""]
    if not amount:
        return "points for each target; add half 2,4 or double 3 for some of them"
    try:
        _, given = shares(session.encounter, ids, ["", amount, *parts])
        each = [(session.encounter[who], shared(amount, given.get(who, Fraction(1)))) for who in ids]
    except Refused as refused:
        return str(refused)
    keys = row_keys(session.encounter)
    return " · ".join(f"{keys[fighter.id]} {fighter.name} {takes}" for fighter, takes in each)


def _common(words: tuple[str, ...]) -> str:
    """Return the longest beginning that all words share."""
    common = ""
    for signs in zip(*words, strict=False):
        if len(set(signs)) > 1:
            break
        common += signs[0]
    return common
