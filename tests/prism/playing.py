"""A game master who plays Prism at random: always something that may be said now, some of it by hand or wrong."""

from __future__ import annotations

from collections.abc import Callable

from tracker.model.questions import Ask
from tracker.model.refusals import Refused
from tracker.session import Session

Draw = Callable[[int], int]
"""Gives a whole number from 0 up to, not including, its argument."""
_HANDS = (
    "{} damage 6",
    "{} damage 15 vitality torso",
    "{} leaves",
    "{} falls",
    "{} returns",
    "fix {} EN 3",
    "fix {} VI 0",
    "fix {} TR 9",
    "fix {} vest 4",
    "fix {} prone on",
    "fix {} defensive on",
    "fix {} unconscious on",
    "fix {} tick 90",
    "{} abort",
    "{} wait",
    "{} task Dodge energy 2",
    "{} contest Dodge bob Pistol",
    "{} complex Dodge bob Pistol",
    "{} task Pistol at dan",
    "{} task Brawl at bob energy 2",
    "{} cards",
    "{} first",
    "{} improve Dodge training",
    "{} improve Dodge practice",
    "{} orders attack again, dodge 2",
    "{} orders none",
    "{} unaware of bob",
    "{} retarget bob",
    'mod -7 "bad light"',
    "join gunman",
    '{} does "climbs" 3',
    "veto",
    "undo",
)
_WAYS = ("", " move", " after", " slow", " second", " energy 3", " burn", " aim head", " second slow-after")


def line_now(session: Session, draw: Draw) -> str:
    """Something to say in this state."""
    encounter = session.encounter
    question = encounter.question
    if not encounter.began:
        return "begin"
    everyone = [one.id for one in encounter]
    if draw(8) == 0:
        return _HANDS[draw(len(_HANDS))].format(everyone[draw(len(everyone))])
    if question is None:
        waiting = [one.id for one in encounter if one.waiting]
        return _declaration(session, waiting[draw(len(waiting))], draw) if waiting and draw(3) == 0 else "next"
    if question.ask is Ask.DICE:
        return "roll" if draw(2) else f"{draw(100):02d}"
    if question.ask is Ask.AMOUNT:
        return str(question.low + draw(question.high - question.low + 2))
    if question.ask is Ask.CHOOSE:
        choices = session.rules.choices.answers(encounter, question)
        return choices[draw(len(choices))].word
    return _declaration(session, question.who, draw)


def _declaration(session: Session, who: str, draw: Draw) -> str:
    others = [one.id for one in session.encounter if one.id != who]
    kind = draw(10)
    if kind < 6:
        return f"{who} attack {others[draw(len(others))]}{_WAYS[draw(len(_WAYS))]}"
    other = others[draw(len(others))]
    lines = ("defend", "double", "pass", "wait", "use door", "move", "defend second")
    at_others = (
        f"use door at {other}",
        f"use door at {other} with Brawl",
        f"move at {other} second",
        f"double at {other}",
    )
    return f"{who} {(*lines, *at_others)[draw(len(lines) + len(at_others))]}"


def play(session: Session, draw: Draw, lines: int) -> int:
    """Say so many lines; a refusal must change nothing. How many were refused."""
    refused = 0
    for _ in range(lines):
        before, line = session.encounter, line_now(session, draw)
        try:
            session.say(line)
        except Refused as why:
            assert session.encounter is before, line
            assert " " in str(why), line
            refused += 1
    return refused
