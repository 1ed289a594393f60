"""Playing feats at random: lines of every kind, for whoever is asked."""

from __future__ import annotations

from pathlib import Path
from random import Random

from tracker import testing as contract
from tracker.dice.source import SeededDice
from tracker.model.questions import Ask
from tracker.model.refusals import Refused
from tracker.session import Session
from tracker.storage.preparation import read_encounter

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


SAVES = Path(__file__).parents[2] / "saves"


def fight_at_random(name: str, seed: int, lines: int, faces: bool) -> int:
    """A fight of so many lines, in which a refusal changes nothing, and which replays; how many were refused."""
    prepared = read_encounter(SAVES / f"{name}.toml", library_dirs=())
    session, random = Session(prepared.encounter, prepared.rules, SeededDice(seed)), Random(seed)
    session.say("begin")
    people = [one.id for one in session.encounter]
    refused = 0
    for turn in range(lines):
        before, steps = session.encounter, len(session.journal.done)
        try:
            session.say(a_line(session, random, people))
        except Refused as refusal:
            assert " " in refusal.sentence
            assert session.encounter is before and len(session.journal.done) == steps
            refused += 1
        if faces and turn % 4 == seed % 4:
            contract.check_face(session)
        _sound(session)
    contract.check_replay(session, prepared.encounter)
    if faces:
        contract.check_undo(session, prepared.encounter)
    return refused


def _sound(session: Session) -> None:
    """Whoever is able and has nothing under way is asked some time, or may act at any second."""
    encounter = session.encounter
    for one in encounter:
        if one.able and encounter.began and not one.waiting and not one.actions:
            due = encounter.agenda.find(one.id, "declare")
            open_now = encounter.question is not None
            assert due is not None or open_now, f"{one.name} is lost at {encounter.count}"
        activities = [c.key for c in one.conditions if c.key in ("sprint", "run", "swim", "paddle", "float", "climb")]
        assert len(activities) <= 1
        assert not activities or one.able
