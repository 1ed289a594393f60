"""Seat answers: what a player answered from a page, offered to the game master or taken at once.

Only the open question of that player's own fighter is answered, and only by one of its answers. Nothing else that a
line could do can be reached from a page. An answer that waits blocks no one: each line of the GM counts.
"""

from __future__ import annotations

from tracker.controller.controller import Controller
from tracker.controller.modes import Mode
from tracker.controller.notice import Notice
from tracker.controller.shared_pages import OfferedAnswer, SeatAnswer, Verdict
from tracker.encounter.features import groups
from tracker.encounter.hidden_fighters import seen
from tracker.encounter.names import plain
from tracker.model.events import Answered
from tracker.model.questions import Ask, Question
from tracker.model.refusals import Refused
from tracker.model.state import Encounter
from tracker.players.known_numbers import numbered
from tracker.players.seat import (
    CHANGED,
    interrupted,
    known_fight,
    known_question,
    offer,
    refusal_of,
    same_question,
    why,
)
from tracker.session import Session

TAKE, OFF = "take", "off"
ACCEPTED, STALE, REFUSED = 202, 409, 422
"""The verdicts, by the statuses of HTTP."""
_REMEMBERED = 64
"""The number of verdicts kept, so that a repeated answer counts once."""
_TAKEN, _OFFERED = "Sent.", "Sent. Your game master takes it."
_NOTHING = "That changes nothing now."
_UNSAID = "That cannot be done now. Your game master sees why."
_ANSWERED = (Mode.DECLARE, Mode.CHOOSE, Mode.DICE, Mode.AMOUNT)


def receive(controller: Controller, answer: SeatAnswer, seats: str, busy: bool = False) -> Verdict:
    """Receive an answer from a player's page and return its verdict, the same one if it comes twice.

    `seats` is the setting for such answers. While the GM is `busy` an answer is only offered.
    """
    once = (answer.player, answer.place, answer.phone, answer.n)
    if once in controller.heard:
        return controller.heard[once]
    verdict = _judged(controller, answer, seats, busy)
    controller.heard[once] = verdict
    while len(controller.heard) > _REMEMBERED:
        del controller.heard[next(iter(controller.heard))]
    return verdict


def _judged(controller: Controller, answer: SeatAnswer, seats: str, busy: bool) -> Verdict:
    """Offer an answer to the GM, or take it where allowed. Refuse one that is late or answers nothing.

    `seats` is the setting for answers of players. While the GM is `busy` none is taken.
    Where a hidden fighter is asked by now, the answer counts for the question of the player, and waits.
    """
    session = controller.session
    if seats == OFF:
        return Verdict(STALE, CHANGED)
    encounter = _as_asked(session, answer.place, answer.seen)
    if encounter is None:
        return Verdict(STALE, CHANGED)
    asked, question = offer(encounter, session.rules, answer.player, encounter.count), known_question(encounter)
    if asked is None or question is None or _answered_since(session, answer.place, question):
        return Verdict(STALE, CHANGED)
    try:
        option = asked.given(answer.line)
    except Refused as refused:
        return Verdict(REFUSED, refused.sentence)
    # `refusal` is by the true fight, `reason` by the fight as players know it: only that is told them.
    refusal, reason = refusal_of(encounter, session.rules, question, option.line), ""
    if refusal:
        known = known_fight(encounter, question, encounter.count, numbered(encounter, {}, seen))
        reason = why(refusal_of(known, session.rules, known.questions[0], option.line))
    if reason:
        return Verdict(REFUSED, reason)
    typing = controller.field is not None or bool(controller.dice.text) or controller.menu is not None
    waits = interrupted(session.encounter)
    ready_now = not busy and not typing and (waits or (controller.mode in _ANSWERED and _open(session, question)))
    at_once = seats == TAKE and ready_now
    if at_once and refusal:
        # Players do not know the reason: the sentence stays with the game master.
        controller.notice = Notice(f"{answer.player}: {refusal}", refused=True)
        return Verdict(REFUSED, _UNSAID)
    controller.offered = OfferedAnswer(answer.player, option, question, answer.place, answer.seen, at_once and waits)
    if not at_once:
        return Verdict(ACCEPTED, _OFFERED)
    if waits or take(controller):
        return Verdict(ACCEPTED, _TAKEN)
    return Verdict(REFUSED, _NOTHING)


def _as_asked(session: Session, place: int, last_seen: int) -> Encounter | None:
    """Return the fight in which a player was asked. None where that was undone, or another is asked.

    `place` is the last step when the page was made, `last_seen` the last one players had seen. 0: all of them.
    While only a hidden fighter is asked, it is the fight as players last saw it.
    """
    if not last_seen:
        return session.encounter if place == session.journal.last else None
    if last_seen not in session.journal.done:
        return None
    then, now = session.state_after(last_seen), session.encounter
    if interrupted(now):
        return then
    return now if same_question(known_question(then), known_question(now)) else None


def _answered_since(session: Session, place: int, question: Question) -> bool:
    """Return whether the fighter of a question has answered in a step after number `place`, undone or not."""
    steps = session.journal.steps
    later = (steps[n] for n in range(place + 1, session.journal.last + 1) if n in steps)
    return any(isinstance(event, Answered) and event.who == question.who for step in later for event in step.events)


def _open(session: Session, question: Question) -> bool:
    return same_question(session.encounter.question, question)


def offered(controller: Controller) -> OfferedAnswer | None:
    """Return the answer that waits and still answers the open question.

    It waits on while only a hidden fighter is asked.
    """
    waiting, session = controller.offered, controller.session
    if waiting is None:
        return None
    taken_back = waiting.seen and waiting.seen not in session.journal.done
    if taken_back or _answered_since(session, waiting.place, waiting.question):
        controller.offered = None
        return None
    if interrupted(session.encounter):
        return None
    if not any(same_question(question, waiting.question) for question in session.encounter.questions):
        controller.offered = None
        return None
    return waiting if _open(session, waiting.question) else None


def take_due(controller: Controller, busy: bool = False) -> bool:
    """Carry out the answer that waited for a hidden fighter, once it is asked for again. Return whether one was.

    While the game master is `busy` or types, it stays offered.
    """
    waiting = offered(controller)
    typing = controller.field is not None or bool(controller.dice.text) or controller.menu is not None
    if waiting is None or not waiting.at_once or busy or typing:
        return False
    return take(controller)


def ready(controller: Controller) -> bool:
    """Return whether enter takes the answer that waits: nothing is typed or marked that it would take instead."""
    marked = controller.view.highlight >= 0 or bool(controller.dice.text)
    waiting = offered(controller)
    drawn = controller.offer_drawn is waiting
    return waiting is not None and drawn and controller.mode in _ANSWERED and not marked


def take(controller: Controller) -> bool:
    """Give the answer that waits as the game master would. Return whether it was carried out."""
    waiting = offered(controller)
    if waiting is None:
        return False
    controller.offered = None
    session, question, line = controller.session, waiting.question, waiting.option.line
    before, only = controller.seen, controller.runner.only_one
    controller.runner.only_one = bool(groups.asked(session.encounter))
    session.seat = (waiting.player, waiting.place)
    try:
        if question.ask is Ask.CHOOSE:
            controller.answer(question.who, line)
        else:
            controller.say(line)
    finally:
        session.seat = None
        controller.runner.only_one = only and bool(groups.asked(session.encounter))
    return controller.seen != before


def forget(controller: Controller, player: str | None) -> None:
    """Forget the answer of a player that waits, whose link works no more (None: of whichever player)."""
    waiting = controller.offered
    if waiting is not None and (player is None or plain(waiting.player) == plain(player)):
        controller.offered = None


def told(controller: Controller) -> str:
    """Return the words on the waiting answer. Empty when none waits."""
    now = offered(controller)
    waiting = controller.offered if now is None else now
    if waiting is None:
        return _planned(controller)
    declared = waiting.question.ask is Ask.DECLARE
    answer = f"{waiting.player}: {waiting.option.line if declared else waiting.option.label}"
    if now is None:
        return f"{answer} · waits" if interrupted(controller.session.encounter) else ""
    marked = controller.view.highlight >= 0 or bool(controller.dice.text)
    return f"{answer} · what you type comes first" if marked else f"{answer} · Enter takes it"


def _planned(controller: Controller) -> str:
    """Return what the player of a fighter who is asked to declare plans. Empty without a plan."""
    encounter, question = controller.session.encounter, controller.session.encounter.question
    if question is None or question.ask is not Ask.DECLARE or question.who not in encounter:
        return ""
    player = encounter[question.who].profile.player
    plan = next((plan for whose, plan in controller.plans.items() if player and plain(whose) == plain(player)), "")
    return f"{player} plans: {plan}" if plan else ""
