"""Answers: what enter, the arrows and a space bar make of what is asked, and for whom it is."""

from __future__ import annotations

from tracker.controller import amounts
from tracker.controller.keymap.rows import Look
from tracker.controller.modes import Mode
from tracker.controller.notice import Notice
from tracker.controller.surface import Surface
from tracker.controller.view_state import PAGE
from tracker.encounter.advance import leads_anywhere
from tracker.encounter.engine import policy
from tracker.encounter.features import groups
from tracker.model.questions import Ask
from tracker.model.state import Encounter
from tracker.system_api.values import Choice


def go_on(desk: Surface) -> None:
    """Go on to whatever is due; what is asked first is said with the keys that answer it."""
    encounter, keymap = desk.session.encounter, desk.keymap
    question = encounter.question
    stuck = question is None and encounter.began and not leads_anywhere(encounter, desk.session.rules)
    if stuck:
        desk.notice = Notice(keymap.worded(_nothing_due(encounter)), True)
    elif question is None or not encounter.began or policy.follows(encounter, desk.session.rules):
        desk.say("next")
    elif question.ask is Ask.HALT:
        words = f"{keymap.enter(desk.mode)}: seen, go on · {{undo}}: undo"
        desk.notice = Notice(f"{question.text} – {keymap.worded(words)}", True)
    else:
        likely = desk.front.likely is not None or desk.mode in (Mode.DICE, Mode.AMOUNT)
        desk.notice = Notice(keymap.busy(desk.mode, likely), True)


def _nothing_due(encounter: Encounter) -> str:
    """Why there is nothing to go on to, and what helps; keys by the names of their rows, in braces."""
    able = [one for one in encounter if one.able]
    waiting = [one.name for one in able if one.waiting]
    if not able:
        return "Nobody is left in the fight. {join}: somebody joins · {undo}: undo"
    if not waiting:
        return "Nothing is due and nobody waits. {join}: somebody joins · {undo}: undo"
    named = ", ".join(waiting[:3]) + (f" and {len(waiting) - 3} more" if len(waiting) > 3 else "")
    wait, it = ("wait", "one of them") if len(waiting) > 1 else ("waits", "it")
    return f"Nothing is due: {named} {wait}. Select {it} by its key, then {{declare}} to act · {{undo}}: undo"


def enter(desk: Surface) -> None:
    """Take what enter takes: the dice, the number, the choice that is marked, or the likely one."""
    now = desk.front
    if now.mode is Mode.DICE:
        desk.say(desk.dice.line())
    elif now.mode is Mode.AMOUNT:
        desk.say(amounts.line(desk.session, desk.dice.text))
    elif 0 <= desk.marked < len(now.choices):
        desk.take(now.choices[desk.marked])
    elif now.likely is not None:
        _take_likely(desk, now.likely)
    else:
        desk.notice = Notice(_not_again(desk) if now.mode is Mode.DECLARE else "Nothing here can be taken.", True)


def _take_likely(desk: Surface, likely: Choice) -> None:
    """Take it; who is asked for its group and cannot do it steps aside with the reason, and another of it is asked."""
    encounter, who, before = desk.session.encounter, desk.front.who, desk.seen
    others = groups.alike(encounter, who) if desk.mode is Mode.DECLARE and groups.asked(encounter) else ()
    desk.take(likely)
    if others and not desk.alone and desk.seen == before and desk.path is None and desk.field is None:
        desk.say(f"{who} aside {likely.refused or desk.notice.text}")


def _not_again(desk: Surface) -> str:
    """Why whoever is asked cannot simply do the same again."""
    encounter, who = desk.session.encounter, desk.front.who
    last = encounter[who].last
    if last is None:
        return "Nothing was declared before that could be done again; choose."
    out = " now"
    if last.target in encounter and not encounter[last.target].able:
        out = f": {desk.name(last.target)} {encounter[last.target].presence.words}"
    return f"What {desk.name(who)} did last cannot be done again{out}; choose."


def pick(desk: Surface) -> None:
    """Mark the next choice of what is asked, after the last one the first again."""
    if desk.front.choices:
        desk.marked = (desk.highlighted + 1) % len(desk.front.choices)


def secretly(desk: Surface) -> None:
    """Roll in secret, or openly again."""
    desk.dice.secret = not desk.dice.secret


def alone(desk: Surface) -> None:
    """What is declared or answered next is for this one of a group only."""
    if not groups.asked(desk.session.encounter):
        desk.notice = Notice("No group is asked now, so it is for one only anyway.", True)
    else:
        desk.alone = not desk.alone


def up(desk: Surface) -> None:
    """The arrow up."""
    _move(desk, -1)


def down(desk: Surface) -> None:
    """The arrow down."""
    _move(desk, 1)


def page(desk: Surface, to: Look) -> None:
    """Mark the choice a page on or back, or the last: what stands behind a list keeps still."""
    last = len(desk.front.choices) - 1
    by = desk.looking.list_page or PAGE
    here = max(0, desk.highlighted)
    places = {Look.PAGE_UP: here - by, Look.PAGE_DOWN: here + by, Look.END: last}
    desk.marked = max(0, min(last, places[to]))


def _move(desk: Surface, by: int) -> None:
    if desk.mode is Mode.AMOUNT:
        desk.dice.turn_to(amounts.stepped(desk.session, desk.dice.text, -by))
    elif not desk.looking.uncovered and (desk.mode is Mode.MENU or (desk.listed and desk.front.choices)):
        desk.marked = max(0, min(len(desk.front.choices) - 1, desk.highlighted + by))
    else:
        desk.looking.move(by, desk.session)
