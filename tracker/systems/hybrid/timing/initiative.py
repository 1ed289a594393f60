"""Initiative: the roll, and when a combatant rolls it again (H-INIT)."""

from __future__ import annotations

from fractions import Fraction

from tracker.encounter.engine.declarations import delay, may_declare_at
from tracker.encounter.engine.step import StepBuilder
from tracker.model import events as ev
from tracker.model.commands import Do
from tracker.model.questions import Roll, Task
from tracker.model.state import Encounter
from tracker.systems.hybrid.body import conditions, perception
from tracker.systems.hybrid.book.rounding import half_up, shown
from tracker.systems.hybrid.book.rulebook import Rulebook
from tracker.systems.hybrid.chances import skills
from tracker.systems.hybrid.chances.success_chance import signed
from tracker.systems.hybrid.sheets.sheet import Sheet, sheet_of
from tracker.systems.hybrid.timing.action_points import SPEED_POINTS
from tracker.systems.hybrid.timing.intent import intent

MODIFIER, REASON = "initiative.modifier", "initiative.reason"
"""The marks of what the game master puts on a combatant's next roll for initiative, and why."""
QUICKENED = "quickened"
"""The mark of counts that the rank of one's skill of rolling with blows takes off the roll that follows (ruling 90)."""
OWED = "owed"
"""The mark with counts spent on answering blows while nothing was pending that they could delay."""


def spend_time(draft: StepBuilder, who: str, counts: int, why: str) -> None:
    """Counts an answer takes delay what is pending; with nothing pending, the initiative that follows (ruling 25)."""
    if draft[who].waiting or any(due.what in ("declare", "land") for due in draft.encounter.agenda.of(who)):
        delay(draft, who, counts, why)
    else:
        owed = draft[who].mark(OWED) + counts
        draft.emit(ev.MarkChanged(who=who, mark=OWED, value=owed))


def modify(draft: StepBuilder, rules: Rulebook, command: Do) -> None:
    """What the situation puts on the next roll for initiative, once; negative is later (H-INIT-1, ruling 86)."""
    draft.actor = ""
    who, (amount, reason) = command.who, command.words
    draft.emit(ev.MarkChanged(who=who, mark=REASON, value=reason or "by the game master"))
    draft.emit(ev.MarkChanged(who=who, mark=MODIFIER, value=int(amount)))
    what = f"next initiative {signed(Fraction(int(amount)))} {reason or 'by the game master'} (H-INIT-1)"
    draft.note(f"{draft[who].name}: {what}", who)


def begin(draft: StepBuilder, rules: Rulebook) -> None:
    """Perception and initiative of everyone able, in seat order (H-INIT-1)."""
    for combatant in reversed(draft.encounter.combatants):
        if combatant.able:
            draft.push("enter", who=combatant.id)


def enter(draft: StepBuilder, rules: Rulebook, who: str) -> None:
    """The perception of a combatant who comes into the conflict; initiative follows (H-INIT-1)."""
    if not draft[who].able or conditions.helpless(draft[who]):
        return
    chance = perception.chance(draft[who], rules)
    draft.roll(chance.roll(who, "perception", "perception"), Task("entered", {"who": who}))


def entered(draft: StepBuilder, rules: Rulebook, task: Task) -> None:
    """Perception is known: a failure costs 5 counts (H-INIT-2)."""
    late = 0 if task.data["success"] else rules.book.initiative.unperceived
    roll(draft, rules, task.data["who"], late)


def roll(draft: StepBuilder, rules: Rulebook, who: str, late: int = 0, times: int = 1) -> None:
    """Roll initiative from now; `late` counts are added to it, the reaction counts `times` (H-INIT-7)."""
    table = rules.book.initiative
    reaction = _reaction(draft.encounter, rules, who) * times
    quick = _quick(draft, rules, who)
    twice = " twice, preset (H-INIT-7)" if times > 1 else ""
    stat = _speed(draft.encounter, who)
    lines = [
        f"{table.dice} + {table.base} (H-INIT-1)",
        f"reaction {stat}{twice} −{shown(reaction)} (H-INIT-1{_whole(rules)})",
    ]
    owed = draft[who].mark(OWED)
    if owed:
        draft.emit(ev.MarkChanged(who=who, mark=OWED, value=0))
        lines.append(f"answering blows +{owed} (H-DEF)")
    put_on = draft[who].mark(MODIFIER)
    if put_on:
        draft.emit(ev.MarkChanged(who=who, mark=MODIFIER, value=0))
        later = f"{abs(put_on)} {'later' if put_on < 0 else 'sooner'}"
        lines.append(f"{draft[who].marks.get(REASON)} {signed(Fraction(put_on))}, {later} (H-INIT-1)")
    sooner = draft[who].mark(QUICKENED)
    if sooner:
        draft.emit(ev.MarkChanged(who=who, mark=QUICKENED, value=0))
        lines.append(f"rank speed of rolling with a blow −{sooner} (H-SKILL-7)")
    if quick:
        lines.append(f"rank speed −{quick} (house rule rank_speed)")
    if late:
        why = "busy answering" if times > 1 else "nothing perceived"
        lines.append(f"{why} +{late} ({'H-DEF' if times > 1 else 'H-INIT-2'})")
    draft.roll(
        Roll(who, "initiative", "initiative", table.dice, sum=tuple(lines)),
        Task("initiative", {"who": who, "late": late + owed - put_on - sooner, "reaction": str(reaction + quick)}),
    )


def again(draft: StepBuilder, who: str) -> None:
    """Initiative is to be rolled once what is being done now is done."""
    draft.push("again", who=who)


def rolled_again(draft: StepBuilder, rules: Rulebook, who: str) -> None:
    """Roll again, unless it was done already: two actions at once have one initiative between them (ruling 40)."""
    if draft[who].able and not _has_pending(draft, who) and not draft[who].waiting:
        roll(draft, rules, who)


def rolled(draft: StepBuilder, rules: Rulebook, task: Task) -> None:
    """2d6 + 8 − reaction (+5): that many counts from now; below 1 the rest becomes speed points (H-INIT 3–4)."""
    who, table = task.data["who"], rules.book.initiative
    if not draft[who].able or conditions.helpless(draft[who]):
        draft.note(f"{draft[who].name} has no initiative now", who)
        return
    total = half_up(task.data["total"] + table.base + task.data["late"] - Fraction(task.data["reaction"]))
    if total < table.least:
        points = table.least - total
        kept = draft[who].mark(SPEED_POINTS) + points
        draft.emit(ev.MarkChanged(who=who, mark=SPEED_POINTS, value=kept, why=f"{points} speed points (H-INIT-4)"))
        total = table.least
    may_declare_at(draft, who, draft.encounter.count + total, "initiative")


def _reaction(encounter: Encounter, rules: Rulebook, who: str) -> Fraction:
    speed = sheet_of(encounter[who]).stats[_speed(encounter, who)]
    return speed / 2 if rules.house.initiative_speed == "half" else speed


def _whole(rules: Rulebook) -> str:
    return "" if rules.house.initiative_speed == "half" else ", house rule initiative_speed"


def _quick(draft: StepBuilder, rules: Rulebook, who: str) -> int:
    """Rank speed of the skill used last, where the house takes it off the re-roll (ruling 13)."""
    last = draft[who].last
    if rules.house.rank_speed != "initiative" or last is None:
        return 0
    weapon = sheet_of(draft[who]).weapon(last.weapon)
    return 0 if weapon is None else skills.rank_speed(sheet_of(draft[who]), weapon.skill, rules)


def _speed(encounter: Encounter, who: str) -> str:
    return "MSPD" if intent(encounter[who]) == "mental" else "PSPD"


def tie_order(encounter: Encounter, who: str) -> tuple[float, ...]:
    """Higher speed of the last intent first, then PAW or MAW, then seat (ruling 23)."""
    stats = sheet_of(encounter[who]).stats
    speed = _speed(encounter, who)
    awareness = "MAW" if speed == "MSPD" else "PAW"
    return (-float(stats[speed]), -float(stats[awareness]), encounter[who].profile.seat)


def first_count(encounter: Encounter, rules: Rulebook, sheet: Sheet) -> tuple[int, int]:
    """The soonest and latest count at which a joiner with this sheet may first declare."""
    table = rules.book.initiative
    speed = sheet.stats["MSPD" if sheet.intent == "mental" else "PSPD"]
    base = table.base - (speed / 2 if rules.house.initiative_speed == "half" else speed)
    soonest = max(table.least, half_up(2 + base))
    return encounter.count + soonest, encounter.count + max(table.least, half_up(12 + base + table.unperceived))


def after_action(draft: StepBuilder, rules: Rulebook, who: str) -> None:
    """An action is over: what clears with it goes, and its owner rolls initiative (H-INIT-6, rulings 20 and 100)."""
    for key in (conditions.JOLTED, *((conditions.OFF_BALANCE,) if rules.third_reading else ())):
        condition = draft[who].condition(key)
        if condition is not None and condition.since < draft.encounter.count and not draft[who].actions:
            draft.end(who, key, "action over")
    if draft[who].able and not conditions.helpless(draft[who]) and not _has_pending(draft, who):
        again(draft, who)


def come_back(draft: StepBuilder, rules: Rulebook, who: str) -> None:
    """A combatant who is able and has lost all it had pending rolls initiative from now."""
    able = draft[who].able and not conditions.helpless(draft[who])
    if able and not draft[who].waiting and not _has_pending(draft, who):
        again(draft, who)


def _has_pending(draft: StepBuilder, who: str) -> bool:
    """Whether its next action point, landing, recovery or phase is on the agenda already."""
    pending = ("declare", "land", conditions.RECOVER, *conditions.PHASES)
    return any(due.what in pending for due in draft.encounter.agenda.of(who))
