"""Guards: refusals that nearly every verb needs, in the same sentences everywhere."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tracker.encounter.names import combatant_named
from tracker.model.combatant import Combatant, Presence
from tracker.model.refusals import Refused
from tracker.model.state import Encounter

_WHOLE = re.compile(r"[+-]?\d{1,9}")


def standing(encounter: Encounter, who: str, target: str, verb: str, fallen: bool = False) -> Combatant:
    """Return the target of `verb`. Raises Refused for the fighter itself, and for one out of the fight or unnoticed.

    With `fallen` a fighter who is down may be the target, too.
    """
    other = encounter[target]
    if target == who:
        raise Refused(f"{other.name} cannot {verb} itself; choose another fighter.")
    refuse(why_no_target(encounter[who], other, fallen))
    return other


def why_no_target(fighter: Combatant, other: Combatant, fallen: bool = False) -> str:
    """Return why another fighter cannot be a target: out of the fight, or unnoticed. Empty when it can.

    With `fallen` a fighter who is down may be the target, too.
    """
    if not other.able and not (fallen and other.presence is Presence.DOWN):
        return f"{other.name} {other.presence.words}."
    return f"{fighter.name} has not noticed {other.name}." if other.id in fighter.unaware_of else ""


def nothing_more(words: Sequence[str], verb: str) -> None:
    """Raise Refused when words follow a verb that takes none."""
    if words:
        raise Refused(f"`{verb}` takes nothing more; {' '.join(words)} is too much.")


def whole(words: Sequence[str], usage: str, low: int, high: int) -> int:
    """Return the single whole number in `words`. Raises Refused with `usage` as the example."""
    if len(words) != 1 or not _WHOLE.fullmatch(words[0]) or not low <= int(words[0]) <= high:
        raise Refused(f"A whole number from {low} to {high} is needed: {usage}")
    return int(words[0])


def looks_whole(word: str) -> bool:
    """Return whether a word is a whole number of at most five digits."""
    return re.fullmatch(r"[+-]?\d{1,5}", word.replace("−", "-")) is not None


def somebody(encounter: Encounter, words: Sequence[str], usage: str) -> tuple[str, Sequence[str]]:
    """Return the id of the fighter named by the first word, and the words after it. Raises Refused with `usage`."""
    if not words:
        raise Refused(f"Name the fighter: {usage}")
    return combatant_named(encounter, words[0]), words[1:]


def refuse(why: str) -> None:
    """Raise Refused with `why`, unless it is empty."""
    if why:
        raise Refused(why)
