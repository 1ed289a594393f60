"""Multi-target: what one line did to several, in one sentence with how many they are."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from tracker.clock.spans import WHOLE, TimeUnit
from tracker.model import events as ev
from tracker.narration.grammar import listed
from tracker.narration.log_lines import Names, of_condition, tell
from tracker.text.names import and_more
from tracker.text.numbers import signed

MOST_NAMED = 4
"""The most fighters who are all named. Of more, the first are named and the rest counted."""


def told_of_several(events: Sequence[ev.Event], ids: Collection[str], name: Names, unit: TimeUnit = WHOLE) -> str:
    """Return `Goblin 1, 2 and 3, PFT −4 each`, and the effects on only some of `ids`, those the line was for.

    Empty where only one had an effect, or it is secret. What is neither a pool nor a condition, or did not befall all
    alike, is told of the last of them: `Ann has left and 2 more`.
    """
    each: dict[str, list[str]] = {}
    texts: dict[tuple[str, str], str] = {}
    first: dict[str, str] = {}
    gone: dict[str, str] = {}
    for event in events:
        who, words = getattr(event, "who", ""), tell(event, name, unit)
        if who not in ids or words is None:
            continue
        if words.secret:
            return ""
        if isinstance(event, ev.PresenceChanged):
            gone[who] = words.text
        first.setdefault(who, words.text)
        if what := _befell(event, name, unit):
            each.setdefault(who, []).append(what)
            texts[who, what] = words.text
    many = len(first)
    if many < 2:
        return ""
    all_befell = list(each.values())
    alike = (
        [what for what in dict.fromkeys(all_befell[0]) if all(what in others for others in all_befell)]
        if len(all_befell) == many
        else []
    )
    if len(gone) == many or not alike:
        last = list(first)[-1]
        own_text = gone.get(last) or next((text for (who, _), text in texts.items() if who == last), first[last])
        return f"{own_text}{and_more(many - 1)}"
    rest = [text for (_, what), text in texts.items() if what not in alike] + list(gone.values())
    addition = f"; {rest[0]}" if rest else ""
    addition += and_more(len(rest) - 1)
    names = [name(who) for who in first]
    counted = [", ".join(names[: MOST_NAMED - 1]), f"{many - MOST_NAMED + 1} more"]
    who_all = " and ".join(counted) if many > MOST_NAMED else listed(names, spans=False)
    return f"{who_all}, {', '.join(alike)} each{addition}"


def _befell(event: ev.Event, name: Names, unit: TimeUnit) -> str:
    """Return a fighter's losses or condition in words that fit other fighters too."""
    if isinstance(event, ev.PoolChanged):
        return f"{event.label or event.pool} {signed(event.by)}"
    if isinstance(event, ev.ConditionGained | ev.ConditionEnded):
        return of_condition(event, name, unit)
    return ""
