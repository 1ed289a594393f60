"""Sides: who changes side or group, whom a group may have, and that only one side is left."""

from __future__ import annotations

from tracker.encounter.engine import standing_orders
from tracker.encounter.engine.step import StepBuilder
from tracker.encounter.features import groups
from tracker.game_api.rules import Rules
from tracker.model import commands as cmd
from tracker.model import events as ev
from tracker.model.refusals import Refused
from tracker.model.state import Encounter
from tracker.text.names import first_of

SUMMARY = "summary"
"""The line offered at the end of a fight."""


def set_side(draft: StepBuilder, command: cmd.SetSide) -> None:
    """Let a fighter change sides."""
    fighter = draft[command.who]
    if fighter.profile.side == command.side:
        raise Refused(f"{fighter.name} is {f'on the side {command.side}' if command.side else 'on no side'} already.")
    before = sides_left(draft)
    draft.emit(ev.SideChanged(who=fighter.id, side=command.side))
    last_side(draft, before)


def set_group(draft: StepBuilder, command: cmd.SetGroup | cmd.PlayGroup) -> None:
    """Let a fighter join or leave a group, or change how a group is played."""
    if isinstance(command, cmd.PlayGroup):
        old = draft.encounter.group(command.group)
        together = old.together if command.together is None else command.together
        one_roll = old.one_roll if command.one_roll is None else command.one_roll
        one_count = old.one_count if command.one_count is None else command.one_count
        # One count needs one roll, so setting the first sets the second, and own rolls end one count.
        one_roll, one_count = one_roll or command.one_count is True, one_count and command.one_roll is not False
        draft.emit(ev.GroupSet(group=command.group, together=together, one_roll=one_roll, one_count=one_count))
        return
    fighter = draft[command.who]
    if fighter.group == command.group:
        raise Refused(f"{fighter.name} is {f'of {command.group}' if command.group else 'of no group'} already.")
    of_one_side(draft, fighter.id, command.group)
    draft.emit(ev.GroupChanged(who=fighter.id, group=command.group))


def of_one_side(draft: StepBuilder, who: str, group: str) -> None:
    """Refuse to let `who` into a group of enemies, since its members do what one of them declares."""
    others = groups.of_other_sides(draft.encounter, who, group)
    if not others:
        return
    fighter, first = draft[who], others[0]
    whose = first_of([other.name for other in others], 1)
    side = f"on the side {fighter.profile.side}" if fighter.profile.side else "on no side"
    raise Refused(
        f"{fighter.name} is {side}, and {group} is a group of {first.profile.side or 'no side'} ({whose}); a group is "
        f"of one side. Give {fighter.name} a group of its own side ({who} group none: by itself), or first change its "
        f"side: {who} side {first.profile.side or 'none'}"
    )


def part(draft: StepBuilder, command: cmd.Command) -> None:
    """Take each fighter who has changed sides by this command out of its group, unless the whole group came along."""
    each = command.commands if isinstance(command, cmd.Together) else (command,)
    changed = [command.who for command in each if isinstance(command, cmd.SetSide)]
    for who in [who for who in changed if groups.of_other_sides(draft.encounter, who, draft[who].group)]:
        draft.emit(ev.GroupChanged(who=who, group=""))


def standing_sides(encounter: Encounter, rules: Rules) -> tuple[str, ...]:
    """Return the sides of the fighters who can still fight, in seat order. An unconscious fighter cannot."""
    words = rules.abilities.orders or standing_orders.NO_WORDS
    return tuple(dict.fromkeys(fighter.profile.side for fighter in encounter if standing_orders.stands(fighter, words)))


def sides_left(draft: StepBuilder) -> set[str]:
    """Return the sides of those still in the fight who can fight on."""
    return set(standing_sides(draft.encounter, draft.rules))


def last_side(draft: StepBuilder, before: set[str]) -> None:
    """Log that only one side is left, if there were others `before`, and offer the summary.

    Nothing is logged where the game keeps the fight open.
    """
    left = sides_left(draft)
    everyone = {fighter.profile.side for fighter in draft.encounter}
    if len(left) == 1 and left != before and len(everyone) > 1 and draft.encounter.began:
        if draft.rules.resolution.keeps_fight_open(draft.encounter):
            return
        side = left.pop()
        others = any(fighter.able and fighter.profile.side != side for fighter in draft.encounter)
        whose = f"{side} are the only side" if side else "only one side is"
        draft.note(f"{whose} {'that still stands' if others else 'left in the fight'}", offers=SUMMARY)


CHANGES_SIDES: frozenset[type] = frozenset((ev.PresenceChanged, ev.ConditionEnded, ev.Joined, ev.SideChanged))


def no_longer_last(draft: StepBuilder) -> None:
    """Log that a side is not the only one any more, since in this step a fighter of another came or came back."""
    if not draft.encounter.began or not draft.encounter.release:
        return
    if CHANGES_SIDES.isdisjoint(map(type, draft.events)):
        return
    before, after = standing_sides(draft.start, draft.rules), standing_sides(draft.encounter, draft.rules)
    everyone = {fighter.profile.side for fighter in draft.start}
    if len(before) == 1 and len(after) > 1 and len(everyone) > 1:
        whose = f"{before[0]} are no longer the only side" if before[0] else "There is no longer only one side"
        draft.note(f"{whose} in the fight")


def fallen(draft: StepBuilder) -> None:
    """Log that only one side still stands, if the last fighters of the others bear a condition that keeps them down.

    Such a fighter is still in the fight, but cannot fight on.
    """
    began = [event for event in draft.events if type(event) is ev.ConditionGained]
    if not began:
        return
    # `words.spares` are the conditions of fighters who are in the fight, but cannot fight on.
    words = draft.rules.abilities.orders or standing_orders.NO_WORDS
    already_told = any(isinstance(event, ev.Noted) and event.offers == SUMMARY for event in draft.events)
    if not already_told and any(event.condition in words.spares for event in began):
        last_side(draft, set(standing_sides(draft.start, draft.rules)))
