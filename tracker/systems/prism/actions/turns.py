"""Turns: the chain as it runs: first turns, what ends and comes back as one opens, intents, the next turn, holding."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tracker.encounter import events as ev
from tracker.encounter.asking import Inquiry
from tracker.encounter.declaring import may_declare_at
from tracker.encounter.draft import Draft
from tracker.encounter.questions import Task
from tracker.encounter.refusals import Refused
from tracker.encounter.state import DECLARE, Encounter
from tracker.systems.kit import changes
from tracker.systems.prism.book.house import HouseRules
from tracker.systems.prism.checks import chain
from tracker.systems.prism.sheets import standing
from tracker.systems.prism.sheets.sheet import Sheet, sheet_of

RED, WHITE, BLUE = "red", "white", "blue"
MEANINGS = {RED: "offence", WHITE: "defence", BLUE: "neutral"}
"""The intents, the likely one first (S-CHAIN-4)."""
INTENTS = "prism.intents"
"""The stage that shows what all have chosen unseen."""


def enter(draft: Draft, who: str, house: HouseRules) -> None:
    """Put the first turn of a newcomer on the chain: so many ticks from now by Initiative (S-CHAIN-2).

    Its mark lies one period before it, so that the chain goes on from there whatever happens.
    """
    initiative = sheet_of(draft.encounter, who).attribute("Initiative")
    first, now = chain.first_turn(initiative), draft.encounter.count
    before = now + first - chain.period(initiative, house)
    for mark in (standing.TURN, standing.BURNT):
        draft.emit(ev.MarkChanged(who=who, mark=mark, value=before))
    may_declare_at(draft, who, now + first)


def come_back(draft: Draft, who: str, house: HouseRules) -> None:
    """Put the next turn of one who comes back on the chain, a period from now (S-CHAIN-3)."""
    changes.end(draft, who, standing.UNCONSCIOUS, standing.DYING)
    now = draft.encounter.count
    draft.emit(ev.MarkChanged(who=who, mark=standing.TURN, value=now))
    may_declare_at(draft, who, now + standing.period(draft.encounter, who, house))


def soonest(encounter: Encounter, sheet: Sheet) -> int:
    """The tick of a newcomer's first turn."""
    return encounter.count + chain.first_turn(sheet.attribute("Initiative"))


def go_on(draft: Draft, who: str, house: HouseRules) -> None:
    """Put the next turn on the chain, unless one is there; what is declared costs no time (S-CHAIN-3)."""
    if draft[who].able and draft.encounter.agenda.find(who, DECLARE) is None:
        may_declare_at(draft, who, standing.next_turn(draft.encounter, who, house))


def hold(draft: Draft, who: str, house: HouseRules) -> None:
    """Hold one's action: it may be taken until one's next turn, which stays where it is (S-TURN, SQ 24)."""
    if not house.hold:
        raise Refused(f"{draft[who].name} cannot hold an action: hold = false; `{who} pass` does nothing this turn.")
    if standing.second_open(draft.encounter, who):
        raise Refused(f"{draft[who].name} cannot hold its second action; `{who} pass` gives it up.")
    changes.begin(draft, who, standing.HELD, "held action")
    go_on(draft, who, house)


def opening(draft: Draft, tied: Sequence[str], house: HouseRules) -> None:
    """Turns open on this tick: what lasted until then ends, and opponents are asked for intents unseen (S-CHAIN-4).

    Whoever fights by orders shows red with the others.
    """
    now = draft.encounter.count
    new = [who for who in tied if draft[who].mark(standing.TURN, -1) != now]
    for who in new:
        _opens(draft, who, house)
    sides = {draft[who].profile.side for who in new}
    if len(new) < 2 or (len(sides) == 1 and "" not in sides):
        return
    ordered = [who for who in new if draft.rules.orders(draft.encounter, who) is not None]
    asked = [who for who in _in_order(draft, new) if who not in ordered]
    shared = ", ".join(draft[who].name for who in _in_order(draft, new))
    inquiries = [
        Inquiry(who, f"{draft[who].name}, unseen: red, white or blue? {shared} share the tick.", tuple(MEANINGS))
        for who in asked
    ]
    then = Task(INTENTS, {"ordered": ordered})
    if inquiries:
        draft.gather("intent", inquiries, then)
    else:
        draft.stack.append(then.with_data(answers={}))


def _in_order(draft: Draft, some: Sequence[str]) -> list[str]:
    return sorted(some, key=lambda who: draft.rules.tie_order(draft.encounter, who))


def _opens(draft: Draft, who: str, house: HouseRules) -> None:
    """Somebody's turn opens: *defensive* and a held action end, energy may come back (SQ 27)."""
    changes.end(draft, who, standing.DEFENSIVE, "its turn opens")
    changes.end(draft, who, standing.HELD, "its next turn opens")
    if draft[who].waiting:
        draft.emit(ev.WaitChanged(who=who, waiting=False))
    pool, last = standing.energy_pool(house), draft[who].mark(standing.TURN)
    if draft[who].mark(standing.BURNT, -1) < last:
        changes.give(draft, who, pool, house.energy_recovery, "nothing burnt since its last turn")
    draft.emit(ev.MarkChanged(who=who, mark=standing.TURN, value=draft.encounter.count))
    if draft[who].marks.get(standing.INTENT):
        draft.emit(ev.MarkChanged(who=who, mark=standing.INTENT, value=""))


def show(draft: Draft, data: Mapping[str, object]) -> None:
    """All intents are in: they are shown together (S-CHAIN-4)."""
    answers, ordered = data["answers"], data["ordered"]
    assert isinstance(answers, Mapping) and isinstance(ordered, Sequence)
    shown = {**dict.fromkeys(ordered, RED), **answers}
    for who in _in_order(draft, list(shown)):
        draft.emit(ev.MarkChanged(who=who, mark=standing.INTENT, value=str(shown[who])))
    words = ", ".join(f"{draft[who].name} {shown[who]}" for who in _in_order(draft, list(shown)))
    draft.note(f"Intents: {words}")
