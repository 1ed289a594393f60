"""A game master who plays at random: always something that may be said now."""

from __future__ import annotations

from collections.abc import Callable

from tracker.model.questions import Ask
from tracker.model.refusals import Refused
from tracker.model.state import DECLARE
from tracker.session import Session

Draw = Callable[[int], int]
"""Gives a whole number from 0 up to, not including, its argument."""

_HANDS = (
    "{} damage 6 cutting chest",
    "{} damage 15 crushing head",
    "{} leaves",
    "{} surrenders",
    "{} returns",
    "fix {} PFT 3",
    "fix {} stunned on",
    "fix {} stunned off",
    "fix {} prone on",
    "{} abort",
    "df -2 bad light",
    'event 400 "The gate falls"',
    "{} orders attack again",
    "{} orders none",
    "join goblin",
    "{} runs",
    "{} sits",
    "{} walks",
    "{} idles",
    "{} morale",
    "{} reaction brann",
    "{} presence",
    "{} task PAG difficult now",
    "{} trigger",
    "{} intent mental",
    "{} gains 3",
)


def line_now(session: Session, draw: Draw) -> str:
    """Something that can be said in this state; now and then something by hand."""
    encounter = session.encounter
    question = encounter.question
    if not encounter.began:
        return "begin"
    if draw(9) == 0:
        somebody = encounter.combatants[draw(len(encounter.combatants))].id
        return _HANDS[draw(len(_HANDS))].format(somebody)
    if question is None:
        waiting = [c.id for c in encounter if c.waiting]
        if waiting and draw(3) == 0:
            return declaration(session, waiting[draw(len(waiting))], draw)
        return "next" if draw(6) else "+3"
    if question.ask is Ask.DICE:
        return "roll"
    if question.ask is Ask.CHOOSE:
        words = [c.word for c in session.rules.choices.answers(encounter, question) if not c.refused]
        return f"{question.who} {words[draw(len(words))]}"
    return declaration(session, question.who, draw)


def declaration(session: Session, who: str, draw: Draw) -> str:
    """Something `who` may declare, by the menu."""
    path: tuple[str, ...] = ()
    for _ in range(5):
        menu = session.rules.choices.menu(session.encounter, who, path)
        offered = [choice for choice in (*menu.choices, *menu.options) if not choice.refused]
        if not offered:
            break
        first = path == () and draw(3) and offered[0].path
        choice = offered[0] if first else offered[draw(len(offered))]
        if choice.line:
            return f"{choice.line}something" if choice.unfinished else choice.line
        path = choice.path
    return f"{who} wait"


def play(session: Session, draw: Draw, lines: int) -> int:
    """Say `lines` lines; refusals are part of the game. Returns how many were carried out."""
    carried_out = 0
    for _ in range(lines):
        try:
            session.say(line_now(session, draw))
            carried_out += 1
        except Refused as refused:
            assert refused.sentence.endswith((".", ")", "]")) or "`" in refused.sentence or ":" in refused.sentence
        check(session)
    return carried_out


def check(session: Session) -> None:
    """What is true after every line, whatever was said."""
    encounter = session.encounter
    assert all(due.count >= encounter.count for due in encounter.agenda), "time never goes back"
    for combatant in encounter:
        for points, pool in zip(combatant.pools, combatant.profile.pools, strict=True):
            assert pool.least <= points <= pool.full
        mine = encounter.agenda.of(combatant.id)
        declares = [due for due in mine if due.what == DECLARE]
        assert len(declares) <= 1
        if not combatant.able:
            assert not declares and not combatant.actions
    if encounter.began and encounter.question is None:
        for combatant in encounter:
            busy = encounter.agenda.of(combatant.id)
            in_order = combatant.waiting or any(
                due.what in ("declare", "land", "recover", "dodging", "dropping", "end") for due in busy
            )
            assert not combatant.able or in_order, f"{combatant.name} has dropped out of the order"
