"""Preset triggers: a reaction declared beforehand, its trigger noticed or not, and set off (H-INIT-7, ruling 33)."""

from __future__ import annotations

from collections.abc import Callable

from tracker.encounter.engine.declarations import close_moment
from tracker.games.hybrid.body import perception
from tracker.games.hybrid.body.conditions import PRESET
from tracker.games.hybrid.fighter import Acting, Data
from tracker.games.hybrid.timing import held_presets, initiative
from tracker.games.hybrid.timing.action_points import action_point
from tracker.games.toolkit import steps
from tracker.model import events as ev
from tracker.model.commands import Command, Do
from tracker.model.refusals import Refused
from tracker.model.state import Encounter

FAILED = "preset-failed"
"""The verb that replaces a preset that can no longer be carried out, so that the refusal is shown."""


AT_SOMEBODY = ("attack", "disarm", "feint", "close", "aids")
"""The verbs whose line names a combatant first. Without one, the trigger names it."""


def preset(fighter: Acting, line: str, trigger: str) -> None:
    """Declare a preset: the `line` to carry out once the `trigger`, in free words, happens. Uses the moment."""
    draft, who = fighter.draft, fighter.who
    action_point(fighter)
    close_moment(draft, who, "preset")
    draft.actor = who
    draft.emit(ev.WaitChanged(who=who, waiting=True))
    label = f"preset: {line}" + (f" if {trigger}" if trigger else "")
    draft.emit(ev.ConditionGained(who=who, condition=PRESET, label=label, why="preset (H-INIT-7)"))
    verb, *words = line.split()
    held_presets.write(draft, who, held_presets.Preset(verb, tuple(words)))
    held_presets.schedule_charge(draft, who)


def trigger(fighter: Acting, culprit: str = "") -> None:
    """Roll whether a combatant notices its trigger: perception at DF +4, taking no time.

    A success sets off the preset: initiative with twice the reaction. `culprit` is the id of the fighter who triggers
    it, empty for none.
    """
    draft, rules, who, combatant = fighter.draft, fighter.rules, fighter.who, fighter.now
    if combatant.condition(PRESET) is None:
        example = f"{who} preset attack {culprit or 'goblin1'} if …"
        raise Refused(f"{combatant.name} has nothing preset; `{example}` presets an attack.")
    question = draft.encounter.question
    if question is not None and question.who == who:
        draft.emit(ev.Withdrawn(who=who, what=question.what, why="its preset may be set off"))
    elif question is not None and question.ask.value != "declare":
        raise Refused(f"First answer the open question ({question.text}); then trigger the preset action.")
    draft.actor = who
    steps.mark(draft, who, held_presets.AT, culprit)
    df = rules.book.initiative.preset.df
    chance = perception.chance(combatant, rules).dfs([(df, "a preset's trigger (H-INIT-7)")])
    fighter.roll(chance, "perception", "noticing the trigger", "triggered")


def triggered(fighter: Acting, data: Data) -> None:
    """Set off a preset on a success of the perception roll. Otherwise the preset stays."""
    if data["success"]:
        set_off(fighter)
    else:
        fighter.note(f"{fighter.name} does not notice the trigger; the preset stays (H-INIT-7)")


def fooled(fighter: Acting, by: str) -> None:
    """Set off a preset by a feint: against its own target, or else against the feinter."""
    if not held_presets.of(fighter.now).at(fighter.draft.encounter):
        fighter.mark(held_presets.AT, by)
    set_off(fighter)


def set_off(fighter: Acting) -> None:
    """End a preset and roll initiative from now with twice the reaction. At that count the action is declared.

    A declaration already due makes it as much later.
    """
    held_presets.give_up(fighter.draft, fighter.who, "set off")
    declaration = fighter.draft.encounter.agenda.find(fighter.who, "declare")
    late = max(0, declaration.count - fighter.count) if declaration is not None else 0
    if fighter.now.waiting:
        fighter.draft.emit(ev.WaitChanged(who=fighter.who, waiting=False))
    fighter.mark(held_presets.ARMED, value=True, why="set off (H-INIT-7)")
    initiative.roll(fighter, late, times=fighter.rules.book.initiative.preset.reaction)


def armed(encounter: Encounter, who: str, read: Callable[[str, list[str]], Command]) -> Command | None:
    """Return the preset action that has been set off, its words read by `read`. None when none was."""
    preset = held_presets.of(encounter[who])
    if not preset.armed:
        return None
    words = preset.words
    # A verb that needs a target, in a line without one, goes at the fighter who triggered it.
    if preset.verb in AT_SOMEBODY and preset.by in encounter and not preset.at(encounter):
        words = (preset.by, *words)
    try:
        command = read(preset.verb, list(words))
    except Refused as refused:
        return Do(who, FAILED, (refused.sentence,))
    return command if isinstance(command, Do) else None


def fail(fighter: Acting, why: str) -> None:
    """Refuse a preset whose line cannot be read any more, with the reason."""
    raise Refused(why)
