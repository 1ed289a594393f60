"""Corrections: what the game master puts right or brings in by hand, each with its line in the log."""

from __future__ import annotations

from tracker.encounter.engine import dice_requests, standing_orders
from tracker.encounter.engine.condition_ends import end_condition
from tracker.encounter.engine.declarations import may_declare_at, not_in_the_middle, wait_no_more
from tracker.encounter.engine.step import StepBuilder
from tracker.encounter.features import (
    free_events,
    free_rolls,
    healing,
    joining,
    order_by_hand,
    presence,
    sides,
    temporary_points,
)
from tracker.encounter.names import plain, slug
from tracker.encounter.roster import read_texts
from tracker.game_api.values import ConditionByHand
from tracker.model import commands as cmd
from tracker.model import events as ev
from tracker.model.refusals import Refused
from tracker.model.state import DECLARE, END, LAND, Rank

MOST_MODIFIERS = 50
"""The most reasons for which extra modifiers wait for one roll."""


def carry_out(draft: StepBuilder, command: cmd.Correction) -> None:
    """Carry out a command by hand. Open questions stay open unless they lose their point."""
    match command:
        case cmd.Leave():
            presence.leave(draft, command)
        case cmd.Return():
            presence.come_back(draft, command)
        case cmd.Join():
            joining.join(draft, command)
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
        case cmd.FixPool() | cmd.Heal() | cmd.GiveTemporary():
            _points(draft, command)
        case cmd.FixOrder():
            order_by_hand.move(draft, command)
        case cmd.RollFreely():
            free_rolls.roll_freely(draft, command)
        case cmd.FixCount():
            fix_count(draft, command)
        case cmd.FixCondition():
            fix_condition(draft, command)
        case cmd.GiveOrders():
            draft.emit(read_texts(ev.OrdersChanged(who=command.who, orders=command.orders), draft.rules))
            _follow_new_orders(draft, command.who)
        case cmd.SetGroup() | cmd.PlayGroup():
            sides.set_group(draft, command)
        case cmd.SetRoller():
            draft.emit(ev.RollerChanged(who=command.who, typed=command.typed))
        case cmd.SetEvent() | cmd.MoveEvent() | cmd.StrikeEvent() | cmd.TellEvent():
            _event(draft, command)
        case cmd.Note():
            draft.emit(ev.Noted(text=command.text, who=command.who, secret=command.secret))


def _points(draft: StepBuilder, command: cmd.FixPool | cmd.Heal | cmd.GiveTemporary) -> None:
    """Carry out a correction of points: a pool set, points healed, or temporary points."""
    match command:
        case cmd.FixPool():
            fix_pool(draft, command)
        case cmd.Heal():
            healing.heal(draft, command)
        case cmd.GiveTemporary():
            temporary_points.give(draft, command)


def _event(draft: StepBuilder, command: cmd.SetEvent | cmd.MoveEvent | cmd.StrikeEvent | cmd.TellEvent) -> None:
    """Carry out a correction of a free event: set, moved, struck, or told to the players."""
    match command:
        case cmd.SetEvent():
            free_events.set_event(draft, command)
        case cmd.MoveEvent():
            free_events.move(draft, command)
        case cmd.StrikeEvent():
            free_events.strike(draft, command)
        case cmd.TellEvent():
            free_events.tell_players(draft, command)


def _follow_new_orders(draft: StepBuilder, who: str) -> None:
    """Let a fighter lying in wait declare at the present count when its new orders have something to do."""
    encounter = draft.encounter
    if not (encounter.began and draft[who].able and draft[who].waiting) or draft.rules.turns.declaration_refusal(
        encounter, who
    ):
        return
    if standing_orders.declares(encounter, draft.rules, who) is not None:
        if not draft.rules.abilities.wait_gives_turn_up:  # else its wait ends when the clock reaches it
            wait_no_more(draft, who)
        may_declare_at(draft, who, encounter.count, "orders")


def _rename(draft: StepBuilder, command: cmd.Rename) -> None:
    """Rename a fighter. Refused where it has the name, or another fighter has one that reads the same."""
    fighter = draft[command.who]
    if fighter.name == command.name:
        raise Refused(f"{fighter.name} has that name already.")
    namesake = next((other for other in draft.encounter if plain(other.name) == plain(command.name)), fighter)
    if namesake.id != fighter.id:
        raise Refused(f"Another fighter is called {namesake.name} already; give {fighter.name} another name.")
    draft.emit(ev.Renamed(who=fighter.id, name=command.name, was=fighter.name))


def _give_modifier(draft: StepBuilder, command: cmd.GiveModifier) -> None:
    """Keep an extra modifier for the next roll that it can change. Refused where it cannot change the open roll."""
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
            f"`{scale.word}` does not change the roll asked for now ({draft[asked.who].name}: {asked.label}); "
            "it changes a roll with a chance: give it before that roll."
        )
    others = [other for other in draft.encounter.modifiers if other.who == command.who and other.why != why]
    if len(others) >= MOST_MODIFIERS:
        whose = f" of {draft[command.who].name}" if command.who else ""
        raise Refused(
            f"{len(others)} extra modifiers already wait for the next roll{whose}; "
            f"a further one must repeat a reason, such as {others[-1].why}, to add to it."
        )
    draft.emit(ev.ModifierGiven(amount=command.amount, why=why, who=command.who))


def _set_hidden(draft: StepBuilder, command: cmd.SetHidden) -> None:
    """Make every other side unaware or aware of a fighter. Refused where nothing would change."""
    fighter = draft[command.who]
    others = [other for other in draft.encounter if other.profile.side != fighter.profile.side]
    changed = [other for other in others if (fighter.id in other.unaware_of) is not command.hidden]
    # Every other side is unaware of it, but the players know it by its acts: it is hidden anew.
    if command.hidden and fighter.revealed and not changed:
        changed = others
    if not changed:
        raise Refused(f"{fighter.name} is {'hidden from' if command.hidden else 'known to'} every other side already.")
    why = "hidden by hand" if command.hidden else "revealed by hand"
    for other in changed:
        draft.emit(ev.AwarenessChanged(who=other.id, of=fighter.id, aware=not command.hidden, why=why))


def fix_pool(draft: StepBuilder, command: cmd.FixPool) -> None:
    """Set a pool to a value within its bounds."""
    combatant = draft[command.who]
    if not combatant.has_pool(command.pool):
        names = ", ".join(pool.name for pool in combatant.profile.pools)
        raise Refused(f"{combatant.name} has no {command.pool}; the pools are {names}.")
    full, least = combatant.full(command.pool), combatant.least(command.pool)
    if not least <= command.value <= full:
        raise Refused(
            f"{combatant.name}'s {command.pool} goes from {least} to {full}; {command.value} is not possible."
        )
    by = command.value - combatant.pool(command.pool)
    called = combatant.points_called(command.pool, command.value)
    draft.emit(
        ev.PoolChanged(
            who=command.who,
            pool=command.pool,
            by=by,
            to=command.value,
            why="put right by hand",
            called=called,
            label=combatant.pool_in_log(command.pool),
            harm=combatant.counts_harm(command.pool),
        )
    )
    draft.rules.resolution.apply_consequences(draft, command.who, command.pool)


def fix_count(draft: StepBuilder, command: cmd.FixCount) -> None:
    """Move all that a fighter has pending by the same counts, so that the first of it comes at `command.to`."""
    combatant = draft[command.who]
    dues = [due for due in draft.encounter.agenda.of(command.who) if due.what in (DECLARE, LAND)]
    if not dues:
        raise Refused(f"{combatant.name} has no pending entry to move.")
    not_in_the_middle(draft, f"Moving what {combatant.name} has pending")
    time_text = draft.rules.unit.text
    if command.to < draft.encounter.count:
        raise Refused(
            f"The fight is at {time_text(draft.encounter.count)} already; nothing can move to {time_text(command.to)}."
        )
    by = command.to - dues[0].count
    for due in dues:
        draft.emit(
            ev.DueMoved(
                who=command.who, what=due.what, from_=due.count, to=due.count + by, ref=due.ref, why="put right by hand"
            )
        )


def fix_condition(draft: StepBuilder, command: cmd.FixCondition) -> None:
    """Begin or end a condition of the game, or one in the GM's own words."""
    combatant = draft[command.who]
    borne = combatant.condition(command.condition)
    if not command.on:
        if borne is None:
            keys = ", ".join(condition.label for condition in combatant.conditions) or "nothing"
            raise Refused(f"{combatant.name} is not {command.condition}; it has {keys}.")
        end_condition(draft, command.who, borne, "by hand")
        return
    begun = _condition_to_begin(draft, command)
    scale = draft.rules.abilities.modifier
    if command.own and not scale.low <= command.amount <= scale.high:
        raise Refused(f"The modifier on the rolls of {combatant.name} is from {scale.low} to {scale.high}.")
    if command.acts and draft.encounter.release and not draft[command.acts].able:
        whose = draft[command.acts]
        raise Refused(f"{whose.name} {whose.presence.words} and does not act; give another end, or end it by hand.")
    for due in draft.encounter.agenda.of(command.who):
        if due.what == END and due.ref == begun.key:
            draft.emit(ev.DueEnded(who=command.who, what=END, at=due.count, ref=due.ref, why="by hand"))
    draft.emit(
        ev.ConditionGained(
            who=command.who,
            condition=begun.key,
            label=begun.label,
            amount=command.amount or begun.amount,
            until=command.until,
            why="by hand",
            acts=command.acts,
            lasts=command.lasts,
            own=command.own,
            secret=command.secret,
        )
    )
    _end_at(draft, command, begun.key)
    draft.rules.resolution.apply_consequences(draft, command.who, begun.key)
    # The game has ended it again at once, since the points say otherwise.
    if borne is None and draft[command.who].conditions == combatant.conditions:
        pools = ", ".join(pool.name for pool in combatant.profile.pools)
        raise Refused(
            f"{combatant.name} is not {begun.label} with the points it has; `fix {command.who} POOL N` changes them, "
            f"and the game does the rest. The pools are {pools}."
        )


def _condition_to_begin(draft: StepBuilder, command: cmd.FixCondition) -> ConditionByHand:
    """Return the condition that begins by hand. Raises Refused where the game has none of that name."""
    if command.own:
        return ConditionByHand(f"own-{slug(command.condition)}", command.condition)
    known = {condition.key: condition for condition in draft.rules.choices.conditions_by_hand()}
    if command.condition not in known:
        offered = f"there are {', '.join(known)}" if known else "this game has none"
        raise Refused(
            f"{command.condition} is not a condition; {offered}. "
            f'In your own words: {command.who} is "{command.condition}"'
        )
    return known[command.condition]


def _end_at(draft: StepBuilder, command: cmd.FixCondition, key: str) -> None:
    """Schedule the end (`command.until`) of a condition begun by hand. Refused where its count is past.

    `key` is the key of the condition.
    """
    if command.until is None:
        return
    time_text = draft.rules.unit.text
    if command.until <= draft.encounter.count:
        raise Refused(
            f"The fight is at {time_text(draft.encounter.count)} already; "
            f"nothing can end at {time_text(command.until)}."
        )
    draft.emit(ev.DueAdded(who=command.who, what=END, at=command.until, rank=Rank.ENDING, ref=key))
