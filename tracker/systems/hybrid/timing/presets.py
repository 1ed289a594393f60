"""Presets: a reaction with its trigger, declared beforehand, held at a cost, and set off (H-INIT-7, ruling 33)."""

from __future__ import annotations

from tracker.clock.agenda import Due
from tracker.encounter import events as ev
from tracker.encounter.commands import Command, Do
from tracker.encounter.declaring import close_moment
from tracker.encounter.draft import Draft
from tracker.encounter.questions import Task
from tracker.encounter.refusals import Refused
from tracker.encounter.state import Encounter, Rank
from tracker.encounter.system import RuleSystem
from tracker.systems.hybrid.body.conditions import PRESET
from tracker.systems.hybrid.body.energy import spend
from tracker.systems.hybrid.book.rounding import half_up
from tracker.systems.hybrid.book.rulebook import Rulebook
from tracker.systems.hybrid.sheets.sheet import sheet_of

HOLD = "hold"
"""What the agenda calls the next charge for holding a preset."""
FAILED = "preset-failed"
"""What a preset that cannot be carried out any more is turned into, so that it is told and asked for."""
AT_SOMEBODY = ("attack", "disarm", "feint", "close", "aids")
"""Verbs whose line names somebody first; the trigger may name whom, where the line does not."""
LINE, AT, ARMED = "preset.line", "preset.at", "preset.armed"
"""Marks: what is preset, as its line; whom it was set off by; whether it has been set off."""


def preset(draft: Draft, rules: Rulebook, command: Do) -> None:
    """Declare a preset: its words are the line to be carried out, and the trigger."""
    from tracker.systems.hybrid.timing.points import action_point

    who, (line, trigger) = command.who, command.words
    action_point(draft, who)
    close_moment(draft, who, "preset")
    draft.actor = who
    draft.emit(ev.WaitChanged(who=who, waiting=True))
    label = f"preset: {line}" + (f" if {trigger}" if trigger else "")
    draft.emit(ev.ConditionGained(who=who, condition=PRESET, label=label, why="preset (H-INIT-7)"))
    draft.emit(ev.MarkChanged(who=who, mark=LINE, value=line))
    draft.emit(ev.MarkChanged(who=who, mark=AT, value=""))
    _hold(draft, who)


def _hold(draft: Draft, who: str) -> None:
    at = draft.encounter.count + max(1, half_up(sheet_of(draft[who]).stats["MST"]))
    draft.emit(ev.DueAdded(who=who, what=HOLD, at=at, rank=Rank.EFFECT, ref="MFT"))


def held(draft: Draft, rules: Rulebook, due: Due) -> None:
    """MST counts have been held: 1 MFT, and again after as many more (ruling 33)."""
    if draft[due.who].condition(PRESET) is None:
        return
    cost, per = rules.book["initiative"]["preset"]["cost"], rules.book["energy"]["fatigue_per_exhaustion"]
    spend(draft, due.who, "MFT", cost, "holding a preset (H-INIT-7)", per)
    _hold(draft, due.who)


def drop(draft: Draft, who: str, why: str) -> None:
    """A preset is given up, lost or done: its state, its charges and its line go."""
    combatant = draft[who]
    if combatant.condition(PRESET) is not None:
        draft.emit(ev.ConditionEnded(who=who, condition=PRESET, label=combatant.condition(PRESET).label, why=why))  # type: ignore[union-attr]
    for due in draft.encounter.agenda.of(who):
        if due.what == HOLD:
            draft.emit(ev.DueEnded(who=who, what=HOLD, at=due.count, ref=due.ref, why=why))
    disarm(draft, who)


def disarm(draft: Draft, who: str) -> None:
    """What was set off is not carried out by itself any more."""
    if draft[who].marks.get(ARMED):
        draft.emit(ev.MarkChanged(who=who, mark=ARMED, value=False))


def trigger(draft: Draft, rules: Rulebook, command: Do) -> None:
    """The trigger happens: perception at DF +4, taking no time; noticed, initiative with twice the reaction."""
    from tracker.systems.hybrid.body import perception

    who, at = command.who, command.words[0]
    combatant = draft[who]
    if combatant.condition(PRESET) is None:
        raise Refused(f"{combatant.name} has nothing preset; `{who} preset attack {at or 'goblin1'} if …` does that.")
    question = draft.encounter.question
    if question is not None and question.who == who:
        draft.emit(ev.Withdrawn(who=who, what=question.what, why="its preset may be set off"))
    elif question is not None and question.ask.value != "declare":
        raise Refused(f"First answer the open question ({question.text}); then set off what is preset.")
    draft.actor = who
    draft.emit(ev.MarkChanged(who=who, mark=AT, value=at))
    df = rules.book["initiative"]["preset"]["df"]
    chance = perception.chance(combatant, rules).dfs([(df, "a preset's trigger (H-INIT-7)")])
    draft.roll(chance.roll(who, "perception", "noticing the trigger"), Task("triggered", {"who": who}))


def triggered(draft: Draft, rules: Rulebook, task: Task) -> None:
    """Noticed or not; unnoticed, the preset stays and nothing happens."""
    if task.data["success"]:
        set_off(draft, rules, task.data["who"])
    else:
        draft.emit(ev.MarkChanged(who=task.data["who"], mark=AT, value=""))
        name = draft[task.data["who"]].name
        draft.note(f"{name} does not notice the trigger; the preset stays (H-INIT-7)", task.data["who"])


def fooled(draft: Draft, rules: Rulebook, who: str, by: str) -> None:
    """A feint has set it off: at whom it was meant for, else at the feinter."""
    named = str(draft[who].marks.get(LINE, "")).split()[1:2]
    if not named or named[0] not in draft.encounter:
        draft.emit(ev.MarkChanged(who=who, mark=AT, value=by))
    set_off(draft, rules, who)


def set_off(draft: Draft, rules: Rulebook, who: str) -> None:
    """Initiative runs from now with twice the reaction; at its count the preset action is declared by itself."""
    from tracker.systems.hybrid.timing import initiative

    drop(draft, who, "set off")
    busy = draft.encounter.agenda.find(who, "declare")
    late = max(0, busy.count - draft.encounter.count) if busy is not None else 0
    if draft[who].waiting:
        draft.emit(ev.WaitChanged(who=who, waiting=False))
    draft.emit(ev.MarkChanged(who=who, mark=ARMED, value=True, why="set off (H-INIT-7)"))
    initiative.roll(draft, rules, who, late, times=rules.book["initiative"]["preset"]["reaction"])


def armed(encounter: Encounter, system: RuleSystem, who: str) -> Command | None:
    """What one whose preset was set off does at its count; None when nothing was."""
    combatant = encounter[who]
    if not combatant.marks.get(ARMED):
        return None
    from tracker.encounter.lines import parse

    verb, *rest = str(combatant.marks.get(LINE, "")).split()
    at = str(combatant.marks.get(AT, ""))
    if verb in AT_SOMEBODY and at in encounter and rest[:1] != [at] and not (rest and rest[0] in encounter):
        rest = [at, *rest]
    try:
        found = parse(encounter, system, " ".join([who, verb, *rest]))
    except Refused as refused:
        return Do(who, FAILED, (refused.sentence,))
    return found if isinstance(found, Do) else None


def fail(draft: Draft, rules: Rulebook, command: Do) -> None:
    """What was preset cannot even be read any more; the sentence says why."""
    raise Refused(command.words[0])
