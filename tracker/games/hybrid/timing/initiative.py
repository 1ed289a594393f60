"""Initiative: the roll, and when a combatant rolls it again (H-INIT)."""

from __future__ import annotations

from fractions import Fraction

from tracker.encounter.engine.declarations import delay, place_at
from tracker.encounter.engine.step import StepBuilder
from tracker.encounter.engine.turn_order import in_order
from tracker.game_api.values import FirstCount
from tracker.games.hybrid.body import conditions, perception
from tracker.games.hybrid.book.rounding import exact, half_up, shown, whole
from tracker.games.hybrid.book.rulebook import Rulebook
from tracker.games.hybrid.checks import skills
from tracker.games.hybrid.checks.success_chance import signed
from tracker.games.hybrid.fighter import Acting, Data
from tracker.games.hybrid.sheet.sheet import Sheet, sheet_of
from tracker.games.hybrid.timing.action_points import SPEED_POINTS, action_over
from tracker.games.hybrid.timing.intent import intent
from tracker.games.toolkit import steps
from tracker.model.combatant import Combatant
from tracker.model.questions import Roll, Task
from tracker.model.state import Encounter

MODIFIER, REASON = "initiative.modifier", "initiative.reason"
"""The marks of the game master's modifier to the next roll for initiative, and of its reason."""
QUICKENED = "quickened"
"""The mark of the counts that rank in rolling with blows takes off the next initiative (ruling 90)."""
OWED = "owed"
"""The mark of counts spent on answering blows while nothing was pending for them to delay."""


def spend_time(draft: StepBuilder, who: str, counts: int, why: str) -> None:
    """Delay what a fighter has pending by the counts that an answer takes, else its next initiative (ruling 25)."""
    moment_given_up = draft[who].waiting and draft.rules.abilities.wait_gives_turn_up
    pending = draft[who].waiting or any(due.what in ("declare", "land") for due in draft.encounter.agenda.of(who))
    if pending and not moment_given_up:
        delay(draft, who, counts, why)
    else:
        owed = draft[who].mark(OWED) + counts
        steps.mark(draft, who, OWED, owed)


def modify(fighter: Acting, amount: int, reason: str) -> None:
    """Keep the game master's modifier to the next initiative: `-3` is three counts later (H-INIT-1, ruling 86)."""
    fighter.draft.actor = ""
    reason = reason or "by the game master"
    fighter.mark(REASON, reason)
    fighter.mark(MODIFIER, amount)
    fighter.note(f"{fighter.name}: next initiative {signed(Fraction(amount))} {reason} (H-INIT-1)")


def begin(draft: StepBuilder) -> None:
    """Queue perception and initiative of everyone able, in seat order (H-INIT-1)."""
    # The stack runs the task pushed last first, so push in reverse order.
    for who in reversed(in_order(draft.encounter)):
        draft.push("enter", who=who)


def enter(fighter: Acting) -> None:
    """Roll the perception of a combatant who enters the conflict. Initiative follows (H-INIT-1)."""
    if fighter.now.able and not conditions.helpless(fighter.now):
        fighter.roll(perception.chance(fighter.now, fighter.rules), "perception", "perception", "entered")


def entered(fighter: Acting, data: Data) -> None:
    """Roll initiative after the perception, 5 counts later on a failure (H-INIT-2)."""
    roll(fighter, 0 if data["success"] else fighter.rules.book.initiative.unperceived)


def roll(fighter: Acting, late: int = 0, times: int = 1) -> None:
    """Roll initiative from now, `late` counts later, with the reaction counted `times` (H-INIT-7)."""
    combatant, rules = fighter.now, fighter.rules  # as it is now: each mark below is read before it is used up
    table = rules.book.initiative
    reaction, rank_speed = _reaction(combatant, rules), _rank_speed_of_last(combatant, rules)
    if times > 1:
        reaction *= times
    twice = " twice, preset (H-INIT-7)" if times > 1 else ""
    speed_stat = _speed_stat(combatant)
    lines = [
        f"{table.dice} + {table.base} (H-INIT-1)",
        f"reaction {speed_stat}{twice} −{shown(reaction)} (H-INIT-1{_whole(rules)})",
    ]
    owed = combatant.mark(OWED)
    if owed:
        fighter.mark(OWED, 0)
        lines.append(f"answering blows +{owed} (H-DEF)")
    modifier = combatant.mark(MODIFIER)
    if modifier:
        fighter.mark(MODIFIER, 0)
        later = f"{abs(modifier)} {'later' if modifier < 0 else 'sooner'}"
        lines.append(f"{combatant.marks.get(REASON)} {signed(Fraction(modifier))}, {later} (H-INIT-1)")
    quickened = combatant.mark(QUICKENED)
    if quickened:
        fighter.mark(QUICKENED, 0)
        lines.append(f"rank speed of rolling with a blow −{quickened} (H-SKILL-7)")
    if rank_speed:
        lines.append(f"rank speed −{rank_speed} (house rule rank_speed)")
    if late:
        why = "busy answering" if times > 1 else "nothing perceived"
        lines.append(f"{why} +{late} ({'H-DEF' if times > 1 else 'H-INIT-2'})")
    sooner = reaction + rank_speed if rank_speed else reaction
    who, late_in_all = fighter.who, late + owed - modifier - quickened
    fighter.draft.roll(
        Roll(who, "initiative", "initiative", table.dice, sum=tuple(lines)),
        Task("initiative", {"who": who, "late": late_in_all, "reaction": str(sooner)}),
    )


def again(draft: StepBuilder, who: str) -> None:
    """Queue a roll for initiative, for when the present action is done."""
    draft.push("again", who=who)


def rolled_again(fighter: Acting) -> None:
    """Roll initiative, unless something is pending: two actions at once share one roll (ruling 40)."""
    if fighter.now.able and not _has_pending(fighter) and not fighter.now.waiting:
        roll(fighter)


def rolled(fighter: Acting, data: Data) -> None:
    """Schedule the next declaration by the roll. Below 1 the rest becomes speed points (H-INIT 3 and 4).

    It is due 2d6 (`total`) + 8 + `late` − `reaction` counts from now. `late` sums up all other modifiers.
    """
    combatant, rules, table = fighter.now, fighter.rules, fighter.rules.book.initiative
    if not combatant.able or conditions.helpless(combatant):
        fighter.note(f"{fighter.name} has no initiative now")
        return
    reaction = data.get("reaction")
    if reaction is None:  # the first fights asked for the dice without it
        reaction = _reaction(combatant, rules) + _rank_speed_of_last(combatant, rules)
    counts = half_up(data["total"] + table.base + data["late"] - whole(exact(reaction)))
    if counts < table.least:
        points = table.least - counts
        fighter.mark(SPEED_POINTS, combatant.mark(SPEED_POINTS) + points, f"{points} speed points (H-INIT-4)")
        counts = table.least
    place_at(fighter.draft, fighter.who, fighter.count + counts, "initiative")


def _reaction(combatant: Combatant, rules: Rulebook) -> Fraction:
    """Return the roll's loss for speed: half PSPD or MSPD, or all of it by a house rule."""
    speed = sheet_of(combatant).stats[_speed_stat(combatant)]
    return speed / 2 if rules.house.initiative_speed == "half" else speed


def _whole(rules: Rulebook) -> str:
    """Return the mention of the house rule that counts the whole speed, else empty."""
    return "" if rules.house.initiative_speed == "half" else ", house rule initiative_speed"


def _rank_speed_of_last(combatant: Combatant, rules: Rulebook) -> int:
    """Return the rank speed of the skill used last, where a house rule takes it off the re-roll (ruling 13)."""
    last, sheet = combatant.last, sheet_of(combatant)
    weapon = None if last is None or rules.house.rank_speed != "initiative" else sheet.weapon(last.weapon)
    return 0 if weapon is None else skills.rank_speed(sheet, weapon.skill, rules)


def _speed_stat(combatant: Combatant) -> str:
    """Return the stat of reaction speed for the present intent: PSPD, or MSPD for a mental one."""
    return "MSPD" if intent(combatant) == "mental" else "PSPD"


def tie_order(encounter: Encounter, who: str) -> tuple[float, ...]:
    """Return the order among equals: higher speed, then higher PAW or MAW, then seat (ruling 23)."""
    stats, speed = sheet_of(encounter[who]).stats, _speed_stat(encounter[who])
    awareness = "MAW" if speed == "MSPD" else "PAW"
    return (-float(stats[speed]), -float(stats[awareness]), encounter[who].profile.seat)


def first_count(encounter: Encounter, rules: Rulebook, sheet: Sheet) -> FirstCount:
    """Return the soonest and latest count at which a joiner with this sheet may first declare."""
    table = rules.book.initiative
    speed = sheet.stats["MSPD" if sheet.intent == "mental" else "PSPD"]
    base = table.base - (speed / 2 if rules.house.initiative_speed == "half" else speed)
    lowest_roll, highest_roll = 2, 12  # of 2d6
    soonest = max(table.least, half_up(lowest_roll + base))
    latest = max(table.least, half_up(highest_roll + base + table.unperceived))
    return FirstCount(encounter.count + soonest, encounter.count + latest)


def after_action(fighter: Acting) -> None:
    """End what passes with an action, and queue initiative of its combatant (H-INIT-6, rulings 20 and 100)."""
    action_over(fighter)
    if _is_free(fighter):
        again(fighter.draft, fighter.who)


def come_back(fighter: Acting) -> None:
    """Queue initiative of a combatant who is able and has nothing pending."""
    if not fighter.now.waiting and _is_free(fighter):
        again(fighter.draft, fighter.who)


def _is_free(fighter: Acting) -> bool:
    return fighter.now.able and not conditions.helpless(fighter.now) and not _has_pending(fighter)


_PENDING = ("declare", "land", conditions.RECOVER, *conditions.PHASES)


def _has_pending(fighter: Acting) -> bool:
    return any(due.what in _PENDING for due in fighter.draft.encounter.agenda.of(fighter.who))
