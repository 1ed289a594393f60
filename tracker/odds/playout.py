"""Playout: one fight of a job played to its end by orders. Importable, so that any worker finds it by its name."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from time import perf_counter

from tracker.dice.source import SeededDice
from tracker.encounter.decide import decide
from tracker.encounter.engine import standing_orders
from tracker.encounter.features.lulls import Lull, changes_by_itself
from tracker.encounter.features.sides import standing_sides
from tracker.encounter.language.parser import parse
from tracker.game_api.rules import Rules
from tracker.model import commands as cmd
from tracker.model import events as ev
from tracker.model.lazy_dataclass import dataclass
from tracker.model.questions import Ask, Question
from tracker.model.refusals import Refused
from tracker.model.state import Encounter
from tracker.odds.job import Job, ready

MOST_STEPS = 2_000
"""The steps on one count after which a fight is given up: its rules repeat without end."""
LONGEST_LULL = 100
"""The steps for each fighter without an attempt, after which only time passes in a fight."""
MOST_QUIET_ROUNDS = 3
"""The times that all may let a turn pass one after another, where nothing else is due that could change anything."""
_WHO_STANDS = frozenset((ev.PresenceChanged, ev.ConditionGained, ev.ConditionEnded, ev.Joined, ev.SideChanged))
"""The events after which the sides that stand may be others."""
ONLY_TIME = "only time passes"
"""The reason for a fight without a winner in which no fighter tries anything any more."""
UNDECIDED = "undecided"
"""The reason for a fight without a winner whose time ran out."""


@dataclass(frozen=True, slots=True)
class Ending:
    """The end of one fight. Figures of fighters are in seat order."""

    n: int
    """The number of the fight: its dice were seeded `seed/n`."""
    winner: str | None
    """The side left standing alone. Empty: no fighter stands. None: undecided."""
    count: int
    standing: tuple[bool, ...]
    shares: tuple[int, ...]
    """The percent left of each body, by the worst of its pools. 0 for a fighter who fell."""
    points: tuple[int, ...]
    """The points left in the pools of each body."""
    assumed: tuple[str, ...] = ()
    """The questions that no orders answer. The playout took the choice that commits to least."""
    why: str = ""
    """The reason for being undecided: its time ran out, or nothing was due."""


@dataclass(frozen=True, slots=True)
class Batch:
    """Some fights of one job, and the seconds that a worker took for them."""

    endings: tuple[Ending, ...]
    seconds: float


def play_batch(job: Job, numbers: Iterable[int]) -> Batch:
    """Play the fights of these numbers. Return their endings and the seconds they took. Raises Differs."""
    began = perf_counter()
    endings = tuple(play(job, n) for n in numbers)
    return Batch(endings, perf_counter() - began)


def play(job: Job, n: int) -> Ending:
    """Play fight `n` of a job until one side stands or its time runs out. Raises Differs.

    A question that no orders answer gets the choice that commits to least, and is in `Ending.assumed`.
    """
    try:
        return _play(job, n, kept=False)
    except _Spoilt:  # the rules refused a command: it is played again so that it can go on after that
        return _play(job, n, kept=True)


class _Spoilt(Exception):
    """A refusal in the middle of a fight whose states are not kept, so that it cannot continue from there."""


def _play(job: Job, n: int, kept: bool) -> Ending:
    """Play fight `n` of a job. With `kept` each state could be saved, and a refusal is noted in the ending.

    Without it the fight is played faster, but cannot continue from a refusal: raises _Spoilt.
    """
    encounter, rules = job.encounter, ready(job)
    dice = SeededDice(f"{job.seed}/{n}")
    waiting: deque[cmd.Command] = deque(_first_commands(encounter, rules, job.first))
    assumed: set[str] = set()
    since, lull = 0, Lull()
    sides = standing_sides(encounter, rules)
    while since < MOST_STEPS:
        if encounter.began and len(sides) < 2 and not rules.resolution.keeps_fight_open(encounter):
            return _ending(encounter, rules, n, sides[0] if sides else "", assumed)
        if encounter.count > job.limit:
            return _ending(encounter, rules, n, winner=None, assumed=assumed, why=UNDECIDED)
        question, followed = encounter.question, bool(waiting)
        command = waiting.popleft() if waiting else _next_command(encounter)
        if followed and isinstance(command, cmd.Advance) and question is not None:
            continue  # it was to follow an answer that has asked something more
        if isinstance(command, cmd.Unattended) and _asks_for_more_than_orders(encounter, rules):
            assumed.add(encounter.questions[-1].what)
        try:
            decided = decide(encounter, command, rules, dice, kept)
        except Refused as refused:
            if not kept:
                raise _Spoilt from refused
            if not followed:
                return _ending(encounter, rules, n, winner=None, assumed=assumed, why=refused.sentence)
            waiting.clear()  # as in a session: the commands that were to follow are dropped
            continue
        if not decided.events and not decided.then:
            return _ending(encounter, rules, n, winner=None, assumed=assumed, why="nothing more happens")
        lull.add(_declares(command, question), decided.events, decided.encounter)
        # A fight in which no fighter tries anything ends only by the clock: it is given up.
        stays = lull.rounds >= MOST_QUIET_ROUNDS and not changes_by_itself(decided.encounter)
        if stays or lull.steps > LONGEST_LULL * len(encounter.combatants):
            return _ending(encounter, rules, n, winner=None, assumed=assumed, why=ONLY_TIME)
        since = since + 1 if decided.encounter.count == encounter.count else 0
        encounter = decided.encounter
        if not _WHO_STANDS.isdisjoint(map(type, decided.events)):
            sides = standing_sides(encounter, rules)
        waiting.extendleft(reversed(decided.then))
    return _ending(encounter, rules, n, winner=None, assumed=assumed, why="time stands still")


def _declares(command: cmd.Command, question: Question | None) -> str:
    """Return the fighter who declares by a command. Empty if it is no declaration."""
    if isinstance(command, cmd.Unattended) and question is not None and question.ask is Ask.DECLARE:
        return question.who
    return command.who if isinstance(command, cmd.Ordered) else ""


def _first_commands(encounter: Encounter, rules: Rules, line: str) -> tuple[cmd.Command, ...]:
    """Read the line that a job begins with as a command. Raises Refused for a line that changes nothing."""
    if not line:
        return ()
    command = parse(encounter, rules, line)
    if not isinstance(command, cmd.Command):
        raise Refused(f"`{line}` cannot begin a forecast: it changes nothing in the fight.")
    return (command,)


def _next_command(encounter: Encounter) -> cmd.Command:
    """Return the command by which a fight without a GM goes on: begin, advance, or answer by orders."""
    if not encounter.began:
        return cmd.Begin()
    return cmd.Advance() if encounter.question is None else cmd.Unattended()


def _asks_for_more_than_orders(encounter: Encounter, rules: Rules) -> bool:
    """Return whether orders could answer the open question, but those of the fighter do not."""
    question = encounter.question
    choice = question is not None and question.ask in (Ask.CHOOSE, Ask.AMOUNT, Ask.DECLARE)
    return choice and not standing_orders.follows(encounter, rules)


def _ending(
    encounter: Encounter, rules: Rules, n: int, winner: str | None, assumed: Iterable[str], why: str = ""
) -> Ending:
    """Return the ending of fight `n` in this state. `why` tells how a fight without a winner ended."""
    words = rules.abilities.orders or standing_orders.NO_WORDS
    standing = tuple(standing_orders.stands(fighter, words) for fighter in encounter)
    shares = tuple(
        max(0, min(100, round(standing_orders.share(fighter, words) * 100))) if stands else 0
        for fighter, stands in zip(encounter, standing, strict=True)
    )
    points = tuple(standing_orders.points(fighter, words) for fighter in encounter)
    return Ending(
        n=n,
        winner=winner,
        count=encounter.count,
        standing=standing,
        shares=shares,
        points=points,
        assumed=tuple(sorted(assumed)),
        why=why,
    )
