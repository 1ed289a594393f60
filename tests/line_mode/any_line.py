"""Lines of odd numbers, brackets, empty pieces and signs of all kinds, said to a fight."""

from __future__ import annotations

import random

from tests.game_master import line_of_an_ordinary_game_master
from tests.lanes import sample
from tracker.encounter.language.parser import vocabulary
from tracker.line_mode.listener import Listener
from tracker.model.refusals import Refused
from tracker.session import Session

ODD_WORDS = r"""
--5 +-5 ++5 -+5 5- -0 00 1e9 1/0 0/0 ½ ² ٣ −5 .5 5. 1.5 nan inf 999999999999 -99999999999999999999
d d0 0d6 d-1 9999d9999 1d100 2d6+ = =8 ==8 =-8 ½d6 2d 33, ( ) [ ] { } [0] {0}
"" " ' '' "a \\ , .. ... - -- --- / // : ; @ # % %s
x2 x0 x-1 x999 1-2 2-1 1- -1- 1-999 all each half to of until from by at is now on off none new count roll die
1 99999999 -1 0.5 years year hours 12:61 1:2 True None $x é 日本
"""


ODD = (*ODD_WORDS.split(), "", "\x00", "\t", "\u202e", "\ufffd", "\U000e0001")


def lines(session: Session, chance: random.Random, number: int) -> list[str]:
    """Lines that begin as a line may, and go on with anything."""
    general, own = vocabulary(session.rules)
    ids = [one.id for one in session.encounter]
    texts = list(sample([f"{ids[0]} {verb} {odd}" for verb in own for odd in ("--5", "", '"')], 24))
    for _ in range(number):
        begun = chance.choice(([chance.choice(general)], [chance.choice([*ids, "all", "1-2"]), chance.choice(own)], []))
        rest = [chance.choice((*ODD, *ids, chance.choice(own))) for _ in range(chance.randrange(5))]
        texts.append(chance.choice((" ", " ", "  ", "", ", ")).join([*begun, *rest]))
    return texts


def holds(session: Session, seed: int, number: int, steps: int) -> None:
    """Each line is carried out or refused with a sentence, by the session as by ear."""
    for _ in range(steps):
        try:
            session.say(line_of_an_ordinary_game_master(session))
        except Refused:
            break
    ear = Listener(session)
    for line in lines(session, random.Random(seed), number):
        try:
            session.say(line)
        except Refused as refused:
            assert refused.sentence.strip(), line
        if session.journal.last > 400:
            return
        ear.left = False
        ear.hear(line)
        ear.hear("")
