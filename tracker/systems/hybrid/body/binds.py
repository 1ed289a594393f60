"""Binds: two weapons caught in each other, and how they come free (H-DEF parry)."""

from __future__ import annotations

from tracker.encounter.draft import Draft
from tracker.systems.hybrid.body.conditions import ADVANCED, BOUND
from tracker.systems.hybrid.body.lasting import OUT, Lasting
from tracker.systems.hybrid.book.rulebook import Rulebook


def release(draft: Draft, who: str, why: str) -> None:
    """End a bind on both sides, and the advance that came with it."""
    bind = draft[who].condition(BOUND)
    if bind is None:
        return
    for one, other in ((who, bind.of), (bind.of, who)):
        theirs = draft[one].condition(BOUND) if one in draft.encounter else None
        if theirs is not None and theirs.of == other:
            draft.end(one, BOUND, why)
            draft.end(one, ADVANCED, why)


def _unbound(draft: Draft, rules: Rulebook, who: str, key: str) -> None:
    """The game master has freed a weapon: the other one bound with it is free too."""
    for other in draft.encounter:
        theirs = other.condition(BOUND)
        if theirs is not None and theirs.of == who:
            draft.end(other.id, BOUND, "by hand")
            draft.end(other.id, ADVANCED, "by hand")
    draft.end(who, ADVANCED, "by hand")


def _released(draft: Draft, rules: Rulebook, who: str) -> None:
    release(draft, who, OUT)


LASTING = (Lasting((BOUND,), ended=_unbound, left=_released),)
