"""The field: who holds it, and how the fighters of the other sides went out, in one sentence."""

from __future__ import annotations

from collections.abc import Sequence

from tracker.model.combatant import Combatant
from tracker.model.state import Encounter
from tracker.narration.grammar import FATES, fates


def field(encounter: Encounter) -> str:
    """Return one sentence about who holds the field: `The heroes hold the field, all 5 fighters; Gruk is down.`"""
    sides: dict[str, list[Combatant]] = {}
    for fighter in encounter:
        sides.setdefault(fighter.profile.side, []).append(fighter)
    standing = [side for side, all_of in sides.items() if any(fighter.able for fighter in all_of)]
    if not encounter.began:
        return "The fight has not begun."
    beaten = [_beaten(side, all_of) for side, all_of in sides.items() if side not in standing]
    if not standing:
        parts = ["no side holds the field", *beaten]
    elif len(standing) == 1:
        parts = [_holds(standing[0], sides[standing[0]]), *beaten]
    else:
        parts = [f"undecided: {', '.join(_stand(side, sides[side]) for side in standing)}", *beaten]
    sentence = "; ".join(parts)
    return f"{sentence[:1].upper()}{sentence[1:]}."


def _called(side: str, all_of: Sequence[Combatant]) -> str:
    """Return the name of a side in a sentence. With one fighter (`all_of` has them) it goes by the fighter's name."""
    if len(all_of) == 1:
        return all_of[0].name
    if not side:
        return "the fighters on no side"
    return f"the {side}" if side.endswith("s") and side[0].islower() else side


def _holds(side: str, all_of: Sequence[Combatant]) -> str:
    """Return the side that holds the field: `The heroes hold the field, 2 of 3, 1 down`."""
    able = sum(fighter.able for fighter in all_of)
    called = _called(side, all_of)
    holds = "hold" if len(all_of) > 1 and called.endswith(("s", "side")) else "holds"
    if len(all_of) == 1:
        return f"{called} {holds} the field"
    every = "both fighters" if able == 2 else f"all {able} fighters"
    able_in_words = (
        every if able == len(all_of) else f"{able} of {len(all_of)}, {fates(fighter.presence for fighter in all_of)}"
    )
    return f"{called} {holds} the field, {able_in_words}"


def _stand(side: str, all_of: Sequence[Combatant]) -> str:
    """Return how many `all_of` a side still stand: `2 of 3 heroes`. For one fighter: `Brann stands`."""
    able = sum(fighter.able for fighter in all_of)
    if len(all_of) == 1:
        return f"{all_of[0].name} stands"
    return f"{able} of {len(all_of)} {side or 'on no side'}"


def _beaten(side: str, all_of: Sequence[Combatant]) -> str:
    """Return the end of a side: all in one way, or each fighter in its own."""
    called, ways = _called(side, all_of), {fighter.presence for fighter in all_of}
    if len(all_of) == 1:
        return f"{called} {all_of[0].presence.words}"
    if len(ways) == 1:
        return f"{called} {FATES[ways.pop()].of_all}"
    return f"{called}: {fates(fighter.presence for fighter in all_of)}"
