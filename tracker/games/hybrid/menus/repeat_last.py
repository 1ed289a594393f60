"""Enter at a declaration: the last attack, task, look or stretch of time once more."""

from __future__ import annotations

from dataclasses import replace

from tracker.game_api.values import Choice, Percent
from tracker.games.hybrid.actions import tasks
from tracker.games.hybrid.body import perception
from tracker.games.hybrid.checks.task_check import read_words
from tracker.games.hybrid.fighter import Standing
from tracker.games.hybrid.menus import attack_targets, task_and_activity
from tracker.games.hybrid.modifiers import action_modifiers
from tracker.model.combatant import IMPROVISED, Action


def again(fighter: Standing) -> Choice | None:
    """Return the last action as a choice for Enter. A combatant who moves and has done nothing yet moves on."""
    last = fighter.now.last
    if last is None:
        return task_and_activity.going_on(fighter, task_and_activity.STRETCHES[0], "enter")
    match last.verb:
        case "task":
            return _task(fighter, last)
        case "look":
            return _look(fighter, last)
        # A label with a quotation mark cannot be quoted in a line.
        case _ if last.verb == IMPROVISED and '"' not in last.label:
            line = f'{fighter.who} does "{last.label}" {last.speed}'
            return Choice(
                "enter", f"{last.label} again", line=line, price=f"until {fighter.encounter.count + last.speed}"
            )
    return attack_targets.again(fighter)


def _task(fighter: Standing, last: Action) -> Choice | None:
    """Return the last task as a choice, with its chance and count. None when its opponent is gone or unable."""
    check = replace(read_words(last.options), options=())
    if check.against and (check.against not in fighter.encounter or not fighter.encounter[check.against].able):
        return None
    percent = tasks.chance(fighter.now, fighter.rules, check, action_modifiers.ActionModifiers()).percent
    difficulty_words = f" ({', '.join(check.difficulties)})" if check.difficulties else ""
    opponent = f" against {fighter.encounter[check.against].name}" if check.against else ""
    lands = fighter.encounter.count + tasks.counts(fighter.now, fighter.rules, check)
    name, line = f"{check.name}{difficulty_words}{opponent}", f"{fighter.who} task {check.typed()}"
    return Choice("enter", name, line=line, price=f"lands {lands}", works=Percent.of(percent))


def _look(fighter: Standing, last: Action) -> Choice:
    """Return the last look around as a choice, with its chance and count, at the same kind of perception."""
    kind = action_modifiers.read(last.options).kind or action_modifiers.KINDS[0]
    percent = perception.chance(fighter.now, fighter.rules, kind=kind).percent
    line = f"{fighter.who} look {kind}"
    price = f"lands {fighter.encounter.count + last.speed}"
    return Choice("enter", last.label, line=line, price=price, works=Percent.of(percent))
