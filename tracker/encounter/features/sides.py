"""Sides: who changes side or group, whom a group may have, and that only one side is left."""

from __future__ import annotations

from tracker.encounter.engine.step import StepBuilder
from tracker.encounter.features import groups
from tracker.model import commands as cmd
from tracker.model import events as ev
from tracker.model.refusals import Refused


def set_side(draft: StepBuilder, command: cmd.SetSide) -> None:
    """Somebody changes sides."""
    one = draft[command.who]
    if one.profile.side == command.side:
        raise Refused(f"{one.name} is {f'on the side {command.side}' if command.side else 'on no side'} already.")
    before = sides_left(draft)
    draft.emit(ev.SideChanged(who=one.id, side=command.side))
    last_side(draft, before)


def set_group(draft: StepBuilder, command: cmd.SetGroup | cmd.PlayGroup) -> None:
    """Somebody joins or leaves a group, or how a group is played changes."""
    if isinstance(command, cmd.PlayGroup):
        old = draft.encounter.group(command.group)
        together = old.together if command.together is None else command.together
        one_roll = old.one_roll if command.one_roll is None else command.one_roll
        draft.emit(ev.GroupSet(group=command.group, together=together, one_roll=one_roll))
        return
    one = draft[command.who]
    if one.group == command.group:
        raise Refused(f"{one.name} is {f'of {command.group}' if command.group else 'of no group'} already.")
    of_one_side(draft, one.id, command.group)
    draft.emit(ev.GroupChanged(who=one.id, group=command.group))


def of_one_side(draft: StepBuilder, who: str, group: str) -> None:
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


def part(draft: StepBuilder, command: cmd.Command) -> None:
    """Who has changed sides is no longer of its group, unless all of that came along."""
    each = command.commands if isinstance(command, cmd.Together) else (command,)
    changed = [one.who for one in each if isinstance(one, cmd.SetSide)]
    for who in [who for who in changed if groups.of_other_sides(draft.encounter, who, draft[who].group)]:
        draft.emit(ev.GroupChanged(who=who, group=""))


def sides_left(draft: StepBuilder) -> set[str]:
    """The sides of those still in the fight."""
    return {one.profile.side for one in draft.encounter if one.able}


def last_side(draft: StepBuilder, before: set[str]) -> None:
    """Say once that only one side is left of those there were before."""
    left = sides_left(draft)
    everyone = {one.profile.side for one in draft.encounter}
    if len(left) == 1 and left != before and len(everyone) > 1 and draft.encounter.began:
        if draft.rules.resolution.keeps_fight_open(draft.encounter):
            return
        side = left.pop()
        whose = f"{side} are the only side" if side else "only one side is"
        draft.note(f"{whose} left in the fight", offers="summary")
