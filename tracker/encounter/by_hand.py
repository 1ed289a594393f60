"""By hand: what the game master puts right or brings in, each with its line in the log."""

from __future__ import annotations

from tracker.encounter import commands as cmd
from tracker.encounter import events as ev
from tracker.encounter import free_events, groups, policy, throws
from tracker.encounter.advance import ENTER
from tracker.encounter.combatant import Presence
from tracker.encounter.declarations import lose_pending, may_declare_at, over, wait_no_more
from tracker.encounter.draft import Draft
from tracker.encounter.names import plain, slug
from tracker.encounter.questions import Ask, Task
from tracker.encounter.refusals import Refused
from tracker.encounter.state import DECLARE, END, LAND, Rank

MOST_COMBATANTS = 1000


def carry_out(draft: Draft, command: cmd.Correction) -> None:
    """Carry out a command by hand; open questions stay open unless they lose their point."""
    match command:
        case cmd.Leave():
            _leave(draft, command)
        case cmd.Return():
            _return(draft, command)
        case cmd.Join():
            _join(draft, command)
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
            _set_side(draft, command)
        case cmd.GiveModifier():
            _give_modifier(draft, command)
        case cmd.FixPool():
            _fix_pool(draft, command)
        case cmd.FixCount():
            _fix_count(draft, command)
        case cmd.FixCondition():
            _fix_condition(draft, command)
        case cmd.GiveOrders():
            draft.emit(ev.OrdersChanged(who=command.who, orders=command.orders))
            _take_up(draft, command.who)
        case cmd.SetGroup() | cmd.PlayGroup():
            _group(draft, command)
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
    if not (encounter.began and draft[who].able and draft[who].waiting) or draft.rules.play.may_declare(encounter, who):
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
    asked = throws.asked_for(draft.encounter)
    for_it = asked is not None and command.who in ("", asked.who)
    if asked is not None and for_it and not throws.may_change(draft.rules, asked, command.amount, why):
        raise Refused(
            f"`{scale.word}` changes nothing about what is asked for now, {draft[asked.who].name}'s {asked.label}; "
            "it is for a roll with a chance: say it before that one."
        )
    draft.emit(ev.ModifierGiven(amount=command.amount, why=why, who=command.who))


def _set_side(draft: Draft, command: cmd.SetSide) -> None:
    one = draft[command.who]
    if one.profile.side == command.side:
        raise Refused(f"{one.name} is {f'on the side {command.side}' if command.side else 'on no side'} already.")
    before = _sides(draft)
    draft.emit(ev.SideChanged(who=one.id, side=command.side))
    _last_side(draft, before)


def _group(draft: Draft, command: cmd.SetGroup | cmd.PlayGroup) -> None:
    if isinstance(command, cmd.PlayGroup):
        old = draft.encounter.group(command.group)
        together = old.together if command.together is None else command.together
        one_roll = old.one_roll if command.one_roll is None else command.one_roll
        draft.emit(ev.GroupSet(group=command.group, together=together, one_roll=one_roll))
        return
    one = draft[command.who]
    if one.group == command.group:
        raise Refused(f"{one.name} is {f'of {command.group}' if command.group else 'of no group'} already.")
    _of_one_side(draft, one.id, command.group)
    draft.emit(ev.GroupChanged(who=one.id, group=command.group))


def _of_one_side(draft: Draft, who: str, group: str) -> None:
    """Refuse a group of enemies, who would all do what one of them declares."""
    others = groups.of_other_sides(draft.encounter, who, group)
    if not others:
        return
    one, first = draft[who], others[0]
    whose = f"{first.name} and {len(others) - 1} more" if len(others) > 1 else first.name
    side = f"on the side {one.profile.side}" if one.profile.side else "on no side"
    raise Refused(
        f"{one.name} is {side}, and {group} is a group of {first.profile.side or 'no side'} ({whose}); a group is of "
        f"one side. Give {one.name} a group of its own side ({who} group none: by itself), or first change its side: "
        f"{who} side {first.profile.side or 'none'}"
    )


def part(draft: Draft, command: cmd.Command) -> None:
    """Who has changed sides is no longer of its group, unless all of that came along."""
    each = command.commands if isinstance(command, cmd.Together) else (command,)
    changed = [one.who for one in each if isinstance(one, cmd.SetSide)]
    for who in [who for who in changed if groups.of_other_sides(draft.encounter, who, draft[who].group)]:
        draft.emit(ev.GroupChanged(who=who, group=""))


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


def not_in_the_middle(draft: Draft, what: str) -> None:
    """Refuses while a blow is being resolved: only a declaration may stand open."""
    question = draft.encounter.question
    if question is not None and question.ask is not Ask.DECLARE:
        raise Refused(f"{what} must wait: first answer the open question ({question.text}), or undo.")


def _leave(draft: Draft, command: cmd.Leave) -> None:
    combatant = draft[command.who]
    how = Presence(command.how)
    if combatant.presence is how:
        raise Refused(f"{combatant.name} {how.words} already.")
    if not combatant.able and how is not Presence.LEFT:
        raise Refused(f"{combatant.name} {combatant.presence.words}, so cannot be marked as {how.value}.")
    not_in_the_middle(draft, f"Taking {combatant.name} out")
    take_out(draft, command.who, how, command.why or "by hand")


def take_out(draft: Draft, who: str, how: Presence, why: str) -> None:
    """`who` is out of the fight: all it has pending is lost and what the game ties to it ends."""
    before = _sides(draft)
    lose_pending(draft, who, why)
    draft.emit(ev.PresenceChanged(who=who, presence=how.value, why=why))
    draft.rules.play.fallen(draft, who)
    _last_side(draft, before)


def _sides(draft: Draft) -> set[str]:
    """The sides of those still in the fight."""
    return {one.profile.side for one in draft.encounter if one.able}


def _last_side(draft: Draft, before: set[str]) -> None:
    """Say once that only one side is left of those there were before."""
    sides = _sides(draft)
    everyone = {one.profile.side for one in draft.encounter}
    if len(sides) == 1 and sides != before and len(everyone) > 1 and draft.encounter.began:
        side = sides.pop()
        whose = f"{side} are the only side" if side else "only one side is"
        draft.note(f"{whose} left in the fight", offers="summary")


def _return(draft: Draft, command: cmd.Return) -> None:
    combatant = draft[command.who]
    if combatant.able:
        raise Refused(f"{combatant.name} is in the fight already.")
    not_in_the_middle(draft, f"Bringing {combatant.name} back")
    draft.emit(ev.PresenceChanged(who=command.who, presence=Presence.IN.value, why="by hand"))
    if draft.encounter.began:
        draft.rules.play.join(draft, command.who)


def _join(draft: Draft, command: cmd.Join) -> None:
    if command.id in draft.encounter:
        raise Refused(f"Somebody is called {command.id} already; give another name.")
    if len(draft.encounter.combatants) >= MOST_COMBATANTS:
        raise Refused(f"{MOST_COMBATANTS} combatants are the most there can be.")
    draft.emit(ev.Joined(who=command.id, name=command.name, sheet=command.sheet))
    _of_one_side(draft, command.id, draft[command.id].group)
    question = draft.encounter.question
    if question is not None and question.ask is not Ask.DECLARE:
        draft.do_after(question, Task(ENTER, {"who": command.id}), f"{command.name} joins after it")
    elif draft.encounter.began:
        draft.rules.play.join(draft, command.id)


def _fix_pool(draft: Draft, command: cmd.FixPool) -> None:
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
    draft.emit(ev.PoolChanged(who=command.who, pool=command.pool, by=by, to=command.value, why="put right by hand"))
    draft.rules.play.fixed(draft, command.who, command.pool)


def _fix_count(draft: Draft, command: cmd.FixCount) -> None:
    combatant = draft[command.who]
    dues = [due for due in draft.encounter.agenda.of(command.who) if due.what in (DECLARE, LAND)]
    if not dues:
        raise Refused(f"{combatant.name} has nothing pending that could be moved.")
    not_in_the_middle(draft, f"Moving what {combatant.name} has pending")
    at = draft.rules.unit.text
    if command.to < draft.encounter.count:
        raise Refused(f"It is {at(draft.encounter.count)} already, so nothing can be put at {at(command.to)}.")
    by = command.to - dues[0].count
    for due in dues:
        draft.emit(
            ev.DueMoved(
                who=command.who, what=due.what, from_=due.count, to=due.count + by, ref=due.ref, why="put right by hand"
            )
        )


def _fix_condition(draft: Draft, command: cmd.FixCondition) -> None:
    combatant = draft[command.who]
    borne = combatant.condition(command.condition)
    if not command.on:
        if borne is None:
            keys = ", ".join(condition.label for condition in combatant.conditions) or "nothing"
            raise Refused(f"{combatant.name} is not {command.condition}; it bears {keys}.")
        over(draft, command.who, borne, "by hand")
        return
    key, label, amount = _begun(draft, command)
    scale = draft.rules.abilities.modifier
    if command.own and not scale.low <= command.amount <= scale.high:
        raise Refused(f"What weighs on the rolls of {combatant.name} is from {scale.low} to {scale.high}.")
    for due in draft.encounter.agenda.of(command.who):
        if due.what == END and due.ref == key:
            draft.emit(ev.DueEnded(who=command.who, what=END, at=due.count, ref=due.ref, why="by hand"))
    draft.emit(
        ev.ConditionGained(
            who=command.who,
            condition=key,
            label=label,
            amount=command.amount or amount,
            until=command.until,
            why="by hand",
            acts=command.acts,
            own=command.own,
            secret=command.secret,
        )
    )
    _end_at(draft, command, key)
    draft.rules.play.fixed(draft, command.who, key)


def _begun(draft: Draft, command: cmd.FixCondition) -> tuple[str, str, int]:
    """Key, label and usual amount of a condition that begins by hand."""
    if command.own:
        return f"own-{slug(command.condition)}", command.condition, 0
    known = {key: (label, amount) for key, label, amount in draft.rules.offers.conditions()}
    if command.condition not in known:
        there = f"there are {', '.join(known)}" if known else "this game knows none"
        raise Refused(
            f"{command.condition} is not a condition; {there}. "
            f'In your own words: {command.who} is "{command.condition}"'
        )
    return (command.condition, *known[command.condition])


def _end_at(draft: Draft, command: cmd.FixCondition, key: str) -> None:
    if command.until is None:
        return
    at = draft.rules.unit.text
    if command.until <= draft.encounter.count:
        raise Refused(f"It is {at(draft.encounter.count)} already, so nothing can end at {at(command.until)}.")
    draft.emit(ev.DueAdded(who=command.who, what=END, at=command.until, rank=Rank.ENDING, ref=key))
