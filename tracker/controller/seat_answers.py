"""Seat answers: what a player answered from a page, offered to the game master or taken at once.

Only the open question of that player's own fighter is answered, and only by one of its answers; nothing else that a
line could do can be reached from a page. An answer that waits blocks nobody: whatever the game master does counts.
"""

from __future__ import annotations

from tracker.controller.controller import Controller
from tracker.controller.modes import Mode
from tracker.controller.shared_pages import OfferedAnswer, SeatAnswer, Verdict
from tracker.encounter.features import groups
from tracker.encounter.names import plain
from tracker.encounter.player_view.seat import CHANGED, known_question, offer
from tracker.model.questions import Ask
from tracker.model.refusals import Refused

TAKE, OFF = "take", "off"
ACCEPTED, STALE, REFUSED = 202, 409, 422
"""The verdicts, by the statuses of HTTP."""
_REMEMBERED = 64
"""Verdicts that are kept, so that an answer that comes twice is one."""
_TAKEN, _OFFERED = "Done.", "Sent. Your game master takes it."
_ANSWERED = (Mode.DECLARE, Mode.CHOOSE, Mode.DICE, Mode.AMOUNT)


def receive(controller: Controller, answer: SeatAnswer, seats: str, busy: bool = False) -> Verdict:
    """What becomes of an answer; `busy`: the game master is at something else, so that it is only offered."""
    seen = (answer.player, answer.place, answer.phone, answer.n)
    if seen in controller.heard:
        return controller.heard[seen]
    verdict = _judged(controller, answer, seats, busy)
    controller.heard[seen] = verdict
    while len(controller.heard) > _REMEMBERED:
        del controller.heard[next(iter(controller.heard))]
    return verdict


def _judged(controller: Controller, answer: SeatAnswer, seats: str, busy: bool) -> Verdict:
    """Offer an answer to the game master, or take it where it may be; refuse one that is late or answers nothing."""
    session = controller.session
    encounter = session.encounter
    if seats == OFF or answer.place != session.journal.last:
        return Verdict(STALE, CHANGED)
    asked, question = offer(encounter, session.rules, answer.player, encounter.count), known_question(encounter)
    if asked is None or question is None:
        return Verdict(STALE, CHANGED)
    try:
        option = asked.given(answer.line)
    except Refused as refused:
        return Verdict(REFUSED, refused.sentence)
    controller.offered = OfferedAnswer(answer.player, option, question, answer.place)
    typing = controller.field is not None or bool(controller.dice.text) or controller.menu is not None
    if seats != TAKE or busy or typing or controller.mode not in _ANSWERED or question is not encounter.question:
        return Verdict(ACCEPTED, _OFFERED)
    if take(controller):
        return Verdict(ACCEPTED, _TAKEN)
    # Why it cannot be done may be something that players do not know: the sentence stays with the game master.
    return Verdict(REFUSED, "That cannot be done now. Your game master sees why.")


def offered(controller: Controller) -> OfferedAnswer | None:
    """The answer that waits and still answers the open question."""
    waiting = controller.offered
    if waiting is None:
        return None
    questions = controller.session.encounter.questions
    if not any(question is waiting.question for question in questions):
        controller.offered = None
        return None
    return waiting if questions[-1] is waiting.question else None


def ready(controller: Controller) -> bool:
    """Whether enter takes the answer that waits: nothing is typed or marked that it would take instead."""
    marked = controller.view.highlight >= 0 or bool(controller.dice.text)
    waiting = offered(controller)
    drawn = controller.offer_drawn is waiting
    return waiting is not None and drawn and controller.mode in _ANSWERED and not marked


def take(controller: Controller) -> bool:
    """Give the answer that waits as the game master would; says whether it was carried out."""
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
    """What the question line says of the answer that waits; empty when none does."""
    waiting = offered(controller)
    if waiting is None:
        return ""
    declared = waiting.question.ask is Ask.DECLARE
    answer = f"{waiting.player}: {waiting.option.line if declared else waiting.option.label}"
    marked = controller.view.highlight >= 0 or bool(controller.dice.text)
    return f"{answer} · what you type comes first" if marked else f"{answer} · Enter takes it"
