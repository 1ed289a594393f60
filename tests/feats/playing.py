"""Playing feats at random: lines of every kind, for whoever is asked."""

from __future__ import annotations

from random import Random

from tracker import testing as contract
from tracker.model.questions import Ask
from tracker.session import Session

LINES = (
    "sprint", "run", "swim", "paddle", "float", "fly", "climb tree", "climb stone wall haste", "climb -3 0.5 secured",
    "dive", "dive unwilling", "ashore", "hold", "hold heavy unprepared", "air", "noair", "stop", "swerve", "unload",
    "concentrate", "jump 4", "lift 60", "lift 900", "shove 200", "shove 300 running", "catch 5 waiting", "drop Rope",
    "ready Rope", "ready Rope 2", "shed Rope", "throw Rock OTHER", "throw Rope area", "throw Stone OTHER -1 yards 4",
    "slam OTHER 5", "slam OTHER 7 foe 3 tackle strong", "slam OTHER 4 pounce", "rescue OTHER 2", "firstaid OTHER",
    "gap OTHER 20", "damage 2", "wait", "pass", "abort", "waves for 3", "climb ladder up", "climb tree haste cost 2",
    "carry 60", "pull 600 cart smooth", "lift 90 with OTHER", "lift 150 person OTHER", "lift", "shove", "jump", "up",
    "throw Rock OTHER to", "throw Stone area mod -2", "intercept", "catch 3 golf", "orders attack again", "orders none",
    "slam OTHER", "swoop", "hold mild", "shed boots", "acts", "hop", "hurdle", "slam OTHER 4 behind",
    "slam OTHER 9 hp 20 by Brawling",
)  # fmt: skip


FIXES = (
    "fix WHO water on", "fix WHO airless on", "fix WHO airless off", "fix WHO prone on", "fix WHO prone off",
    "fix WHO unconscious on", "fix WHO unconscious off", "fix WHO FP 0", "fix WHO FP 3", "fix WHO HP 0", "WHO return",
    "fix WHO grappled on", "WHO leave", "mod -2 dark",
)  # fmt: skip


def a_line(session: Session, random: Random, people: list[str]) -> str:
    question = session.encounter.question
    who = question.who if question is not None and random.random() < 0.7 else random.choice(people)
    if question is not None and question.ask is not Ask.DECLARE:
        return contract.likely(session)
    if random.random() < 0.12:
        return random.choice(FIXES).replace("WHO", who)
    if question is None and random.random() < 0.6:
        return "next"
    other = random.choice([one for one in people if one != who])
    return f"{who} {random.choice(LINES).replace('OTHER', other)}"
