"""Answers: what enter and the space bar make of what is asked, and for whom it is."""

from __future__ import annotations

from dataclasses import replace

from tracker.controller.choices.take_choice import take
from tracker.controller.controller import Controller
from tracker.controller.menus import orders_menu
from tracker.controller.menus.prompt import CAME_TO
from tracker.controller.modes import Mode
from tracker.controller.notice import Notice
from tracker.controller.outside import seat_answers
from tracker.controller.time_travel import Playback
from tracker.controller.typing import amounts
from tracker.encounter.advance import NothingDue, nothing_due
from tracker.encounter.engine import standing_orders
from tracker.encounter.engine.journal import JournalState
from tracker.encounter.features import groups
from tracker.game_api.values import Choice
from tracker.model.questions import Ask

STANDS = 0.25
"""The seconds for which each event is shown while the fight plays on."""


def go_on(controller: Controller) -> None:
    """Go on to whatever is due. What is asked first is said with the keys that answer it."""
    encounter, keymap = controller.session.encounter, controller.keymap
    question = encounter.question
    nothing = nothing_due(encounter, controller.session.rules) if question is None and encounter.began else None
    if not encounter.began:
        controller.notice = Notice(keymap.worded("The fight has not begun. {begin}: begin"), refused=True)
    elif nothing is not None:
        controller.notice = Notice(keymap.worded(_why_nothing(nothing)), refused=True)
    elif question is None or standing_orders.follows(encounter, controller.session.rules):
        controller.say("next")
    elif question.ask is Ask.HALT:
        words = f"{keymap.enter(controller.mode)}: go on · {{undo}}: undo"
        controller.notice = Notice(f"{question.text} – {keymap.worded(words)}", refused=True)
    else:
        likely = controller.prompt.likely is not None or controller.mode in (Mode.DICE, Mode.AMOUNT)
        controller.notice = Notice(keymap.busy(controller.mode, likely), refused=True)


def play_on(controller: Controller) -> None:
    """Go on to whatever is due, and then by itself from event to event until something is asked."""
    before = controller.seen
    go_on(controller)
    if controller.seen != before and _goes_on(controller):
        controller.playback = Playback()


def play_step(controller: Controller, now: float) -> bool:
    """Go on to the next event once the last was shown for STANDS. Return whether it went on. `now` is in seconds."""
    assert controller.playback is not None
    if not controller.playback.is_due(len(controller.session.journal.done), STANDS, now):
        return False
    before = controller.seen
    go_on(controller)
    if controller.seen == before or not _goes_on(controller):
        controller.playback = None
    return True


def _goes_on(controller: Controller) -> bool:
    """Return whether the fight can play on: no question, something due, not over or refused."""
    encounter, rules = controller.session.encounter, controller.session.rules
    asked = encounter.question is not None or controller.field is not None or controller.menu is not None
    over = CAME_TO.line in (choice.line for choice in controller.prompt.choices)
    return not (asked or over or controller.notice.refused or nothing_due(encounter, rules) is not None)


def play_on_after(controller: Controller, before: JournalState) -> None:
    """Play on if an answer has been given since `before` and the setting `play_on` is on."""
    if not controller.view.settings.play_on or controller.seen == before or controller.walked is not None:
        return
    if _goes_on(controller):
        controller.playback = Playback()


def _why_nothing(nothing: NothingDue) -> str:
    """Return why there is nothing to continue to, and what helps. Keys are named by row, in braces."""
    waiting = nothing.waiting
    if not nothing.anybody_able:
        return "No fighter is left in the fight. {join}: add a fighter · {undo}: undo"
    if not waiting:
        return "Nothing is due and no fighter waits. {join}: add a fighter · {undo}: undo"
    named = ", ".join(waiting[:3]) + (f" and {len(waiting) - 3} more" if len(waiting) > 3 else "")
    wait, it = ("wait", "one of them") if len(waiting) > 1 else ("waits", "it")
    return f"Nothing is due: {named} {wait}. Select {it} by its key, then {{declare}}: act · {{undo}}: undo"


def enter(controller: Controller) -> None:
    """Take what enter takes: a player's answer, the dice, the number, the choice that is marked, or the likely one."""
    before = controller.seen
    _enter(controller)
    play_on_after(controller, before)


def _enter(controller: Controller) -> None:
    """Take the first there is: a player's answer, dice, a number, the marked choice, the likely one. Else refuse."""
    now = controller.prompt
    if seat_answers.ready(controller):
        seat_answers.take(controller)
    elif now.mode is Mode.DICE:
        controller.say(controller.dice.line())
    elif now.mode is Mode.AMOUNT:
        controller.say(amounts.line(controller.session, controller.dice.text))
    elif 0 <= controller.view.highlight < len(now.choices):
        take(controller, now.choices[controller.view.highlight])
    elif now.likely is not None:
        _take_likely(controller, now.likely)
    elif now.mode is Mode.DECLARE:
        controller.notice = Notice(_not_again(controller), refused=True)
    elif any(not choice.refused for choice in now.choices):
        controller.notice = Notice("Only the own side can be targeted; press the fighter's key.", refused=True)
    else:
        controller.notice = Notice("No choice here is open.", refused=True)


def _take_likely(controller: Controller, likely: Choice) -> None:
    """Take the likely choice.

    If a member of a group cannot take it, set that member aside with the reason, so that the next one is asked.
    """
    encounter, who, before = controller.session.encounter, controller.prompt.who, controller.seen
    others = groups.alike(encounter, who) if controller.mode is Mode.DECLARE and groups.asked(encounter) else ()
    take(controller, likely)
    if (
        others
        and not controller.runner.only_one
        and controller.seen == before
        and controller.menu is None
        and controller.field is None
    ):
        controller.say(f"{who} aside {likely.refused or controller.notice.text}")


def _not_again(controller: Controller) -> str:
    """Return why the fighter who is asked cannot simply repeat its last act."""
    encounter, who = controller.session.encounter, controller.prompt.who
    last = encounter[who].last
    if last is None:
        return "There is no earlier declaration to repeat. Choose an action."
    reason = " now"
    if last.target in encounter and not encounter[last.target].able:
        reason = f": {controller.runner.name(last.target)} {encounter[last.target].presence.words}"
    return f"{controller.runner.name(who)} cannot repeat its last action{reason}. Choose an action."


def pick(controller: Controller) -> None:
    """Mark the next choice of what is asked, after the last one the first again."""
    if controller.prompt.choices:
        controller.view.highlight = (controller.highlighted + 1) % len(controller.prompt.choices)


def secretly(controller: Controller) -> None:
    """Roll in secret, or openly again."""
    controller.dice.secret = not controller.dice.secret


def from_now_on(controller: Controller) -> None:
    """Give the marked answer, and order the asked fighter, or all of its group, to answer so from now on."""
    now, encounter, words = controller.prompt, controller.session.encounter, controller.session.rules.abilities.orders
    choice = now.choices[controller.highlighted] if controller.highlighted >= 0 else now.likely
    if choice is None or choice.refused or words is None or choice.word not in words.answers:
        controller.notice = Notice("Orders cannot give this answer; give it by its own key.", refused=True)
        return
    asked = encounter[now.who]
    whom = [asked]
    if asked.group and not controller.runner.only_one:
        whom = [each for each in groups.members(encounter, asked.group) if each.profile.side == asked.profile.side]
    before = controller.seen
    orders = {each.id: replace(each.orders, answer=choice.word, amount=0, above=0) for each in whom}
    if controller.say(orders_menu.line_of(orders)) and controller.session.encounter.question is not None:
        controller.answer(now.who, choice.word)
    play_on_after(controller, before)


def alone(controller: Controller) -> None:
    """Declare or answer next for this one of a group only."""
    if not groups.asked(controller.session.encounter):
        controller.notice = Notice("The question is for one fighter only anyway.", refused=True)
    else:
        controller.runner.only_one = not controller.runner.only_one
