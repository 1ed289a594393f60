"""By hand: what the game master puts right or brings in, each with its line in the log."""

from __future__ import annotations

from tracker.encounter.engine import dice_requests, policy
from tracker.encounter.engine.declarations import may_declare_at, wait_no_more
from tracker.encounter.engine.step import Draft
from tracker.encounter.features import fixes, free_events, presence, sides
from tracker.encounter.names import plain
from tracker.model import commands as cmd
from tracker.model import events as ev
from tracker.model.refusals import Refused

MOST_MODIFIERS = 50
"""Reasons for which extra modifiers wait for one roll."""


def carry_out(draft: Draft, command: cmd.Correction) -> None:
    """Carry out a command by hand; open questions stay open unless they lose their point."""
    match command:
        case cmd.Leave():
            presence.leave(draft, command)
        case cmd.Return():
            presence.come_back(draft, command)
        case cmd.Join():
            presence.join(draft, command)
        case cmd.SetAware():
            if command.who == command.of:
                raise Refused(f"{draft[command.who].name} is always aware of itself.")
            draft.emit(ev.AwarenessChanged(who=command.who, of=command.of, aware=command.aware, why="by hand"))
        case cmd.SetHidden():
            _set_hidden(draft, command)
        case cmd.SetAlias():
            if draft[command.who].alias == command.alias:
                raise Refused(f"The players call {draft[command.who].name} {command.alias or 'by its name'} already.")
            draft.emit(ev.AliasChanged(who=command.who, alias=command.alias))
        case cmd.Rename():
            _rename(draft, command)
        case cmd.SetSide():
            sides.set_side(draft, command)
        case cmd.GiveModifier():
            _give_modifier(draft, command)
        case cmd.FixPool():
            fixes.fix_pool(draft, command)
        case cmd.FixCount():
            fixes.fix_count(draft, command)
        case cmd.FixCondition():
            fixes.fix_condition(draft, command)
        case cmd.GiveOrders():
            draft.emit(ev.OrdersChanged(who=command.who, orders=command.orders))
            _take_up(draft, command.who)
        case cmd.SetGroup() | cmd.PlayGroup():
            sides.set_group(draft, command)
        case cmd.SetRoller():
            draft.emit(ev.RollerChanged(who=command.who, typed=command.typed))
        case cmd.SetEvent():
            free_events.set_event(draft, command)
        case cmd.MoveEvent():
            free_events.move(draft, command)
        case cmd.StrikeEvent():
            free_events.strike(draft, command)
        case cmd.Note():
            draft.emit(ev.Noted(text=command.text, who=command.who, secret=command.secret))


def _take_up(draft: Draft, who: str) -> None:
    """One who lies in wait may declare at the present count when its new orders have something for it to do."""
    encounter = draft.encounter
    if not (encounter.began and draft[who].able and draft[who].waiting) or draft.rules.turns.declaration_refusal(
        encounter, who
    ):
        return
    if policy.declares(encounter, draft.rules, who) is not None:
        wait_no_more(draft, who)
        may_declare_at(draft, who, encounter.count, "orders")


def _rename(draft: Draft, command: cmd.Rename) -> None:
    one = draft[command.who]
    if one.name == command.name:
        raise Refused(f"{one.name} is called so already.")
    namesake = next((other for other in draft.encounter if plain(other.name) == plain(command.name)), one)
    if namesake.id != one.id:
        raise Refused(f"Somebody is called {namesake.name} already; give {one.name} another name.")
    draft.emit(ev.Renamed(who=one.id, name=command.name, was=one.name))


def _give_modifier(draft: Draft, command: cmd.GiveModifier) -> None:
    """An extra modifier waits for the next roll that it can change; one asked for now that it cannot is refused."""
    scale = draft.rules.abilities.modifier
    if not command.amount or not scale.low <= command.amount <= scale.high:
        raise Refused(
            f"An extra modifier is from {scale.low} to {scale.high} and not 0, as in: {scale.word} -2 bad light"
        )
    why = command.why or "by hand"
    asked = dice_requests.asked_for(draft.encounter)
    for_it = asked is not None and command.who in ("", asked.who)
    if asked is not None and for_it and not dice_requests.may_change(draft.rules, asked, command.amount, why):
        raise Refused(
            f"`{scale.word}` changes nothing about what is asked for now ({draft[asked.who].name}: {asked.label}); "
            "it is for a roll with a chance: say it before that one."
        )
    others = [other for other in draft.encounter.modifiers if other.who == command.who and other.why != why]
    if len(others) >= MOST_MODIFIERS:
        whose = f" of {draft[command.who].name}" if command.who else ""
        raise Refused(
            f"{len(others)} extra modifiers already wait for the next roll{whose}; "
            f"one more with the reason of another, such as {others[-1].why}, is added to that."
        )
    draft.emit(ev.ModifierGiven(amount=command.amount, why=why, who=command.who))


def _set_hidden(draft: Draft, command: cmd.SetHidden) -> None:
    one = draft[command.who]
    others = [other for other in draft.encounter if other.profile.side != one.profile.side]
    changed = [other for other in others if (one.id in other.unaware_of) is not command.hidden]
    if command.hidden and one.revealed and not changed:
        changed = others
    if not changed:
        raise Refused(f"{one.name} is {'hidden from' if command.hidden else 'known to'} every other side already.")
    why = "hidden by hand" if command.hidden else "revealed by hand"
    for other in changed:
        draft.emit(ev.AwarenessChanged(who=other.id, of=one.id, aware=not command.hidden, why=why))
