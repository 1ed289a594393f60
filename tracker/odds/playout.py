"""Playout: one fight of a job played to its end by orders; importable, so that any worker finds it by its name."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from time import perf_counter

from tracker.dice.source import SeededDice
from tracker.encounter.decide import decide
from tracker.encounter.engine import policy
from tracker.encounter.engine.system import RuleSystem
from tracker.model import commands as cmd
from tracker.model.combatant import Combatant
from tracker.model.questions import Ask, Question
from tracker.model.refusals import Refused
from tracker.model.state import Encounter
from tracker.odds.job import Job, ready

MOST_STEPS = 2_000
"""Steps on one count after which a fight is given up: something follows by itself without end."""
UNDECIDED = "undecided"
"""Why a fight has no winner whose time ran out."""


@dataclass(frozen=True, slots=True)
class Ending:
    """How one fight ended; figures of fighters stand in seat order."""

    n: int
    """The number of the fight: its dice were seeded `seed/n`."""
    winner: str | None
    """The side left standing alone, empty: nobody stands; None: it is undecided."""
    count: int
    standing: tuple[bool, ...]
    shares: tuple[int, ...]
    """What is left of each body in percent, by the worst of its pools; 0 for one who fell."""
    points: tuple[int, ...]
    """The points left in the pools of each body."""
    why: str = ""
    """Why it is undecided: its time ran out, a question that no orders answer, or nothing was due."""


@dataclass(frozen=True, slots=True)
class Batch:
    """Some fights of one job, and the seconds that a worker took for them."""

    endings: tuple[Ending, ...]
    seconds: float


def play_batch(job: Job, numbers: Iterable[int]) -> Batch:
    """Play the fights of these numbers; raises Differs."""
    began = perf_counter()
    endings = tuple(play(job, n) for n in numbers)
    return Batch(endings, perf_counter() - began)


def play(job: Job, n: int) -> Ending:
    """Play fight `n` of a job until one side stands, its time runs out, or nobody's orders go on; raises Differs."""
    encounter, rules = ready(job)
    dice = SeededDice(f"{job.seed}/{n}")
    waiting: deque[cmd.Command] = deque()
    since = 0
    while since < MOST_STEPS:
        sides = standing_sides(encounter, rules)
        if encounter.began and len(sides) < 2 and not rules.resolution.keeps_fight_open(encounter):
            return _ending(encounter, rules, n, next(iter(sides), ""))
        if encounter.count > job.limit:
            return _ending(encounter, rules, n, None, UNDECIDED)
        followed = bool(waiting)
        command = waiting.popleft() if waiting else _next(encounter, rules)
        if command is None:
            return _ending(encounter, rules, n, None, _unanswered(encounter.question))
        try:
            decided = decide(encounter, command, rules, dice)
        except Refused as refused:
            if not followed:
                return _ending(encounter, rules, n, None, refused.sentence)
            waiting.clear()  # as in a session: what was to follow is dropped, and the fight goes on from there
            continue
        if not decided.events and not decided.then:
            return _ending(encounter, rules, n, None, "nothing more happens")
        since = since + 1 if decided.encounter.count == encounter.count else 0
        encounter = decided.encounter
        waiting.extendleft(reversed(decided.then))
    return _ending(encounter, rules, n, None, "time stands still")


def _next(encounter: Encounter, rules: RuleSystem) -> cmd.Command | None:
    """What the game master would do next without deciding anything, or None when a decision is needed."""
    if not encounter.began:
        return cmd.Begin()
    question = encounter.question
    if question is None or policy.follows(encounter, rules):
        return cmd.Advance()
    match question.ask:
        case Ask.HALT:
            return cmd.Choose(question.who, question.choices[0])
        case Ask.DICE:
            return cmd.GiveDice("")
        case _:
            return None


def _unanswered(question: Question | None) -> str:
    return "" if question is None else f"no orders answer the question of {question.what}"


def standing_sides(encounter: Encounter, rules: RuleSystem) -> dict[str, None]:
    """The sides with somebody who still stands, in seat order; who lies unconscious does not."""
    words = rules.abilities.orders or policy.NO_WORDS
    return {fighter.profile.side: None for fighter in encounter if _stands(fighter, words.spares)}


def _stands(fighter: Combatant, spares: tuple[str, ...]) -> bool:
    return fighter.able and not any(fighter.condition(key) is not None for key in spares)


def _ending(encounter: Encounter, rules: RuleSystem, n: int, winner: str | None, why: str = "") -> Ending:
    words = rules.abilities.orders or policy.NO_WORDS
    standing = tuple(_stands(fighter, words.spares) for fighter in encounter)
    shares = tuple(
        max(0, min(100, round(policy.share(fighter, words) * 100))) if stands else 0
        for fighter, stands in zip(encounter, standing, strict=True)
    )
    points = tuple(policy.points(fighter, words) for fighter in encounter)
    return Ending(n, winner, encounter.count, standing, shares, points, why)
