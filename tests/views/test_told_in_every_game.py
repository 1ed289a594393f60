"""What the screen tells, over random play of every game: results before points, the head line in order."""

from __future__ import annotations

import re
from collections.abc import Iterable

import pytest

from tests.lanes import lane, sample
from tests.random_play import EXAMPLES, watched
from tracker.model import events as ev
from tracker.session import Session
from tracker.text.cells import words
from tracker.views.fighters.collapsed_groups import folded
from tracker.views.headline import lay_head
from tracker.views.outcome import lay_outcome
from tracker.views.pools import word

WIDE = 4000
SIZES = (60, 80, 120, 200)
"""Cells of the head line; every day one of them at each moment."""
LINES = 150 if lane.slow else 90
every_game = pytest.mark.parametrize("name", sample(EXAMPLES, 3))
seeds = pytest.mark.parametrize("seed", sample(range(8)))


def outcome(session: Session) -> str:
    line = lay_outcome(1, session.encounter, session.journal, WIDE, session.rules.unit, session.rules)[0]
    return words(line).strip("─ ")


def of_the_last_blow(session: Session) -> list[ev.Event]:
    """What happened from the first blow of the last step on, until something else began; nothing if it had none."""
    events: list[ev.Event] = []
    for event in session.journal.steps[session.journal.done[-1]].events:
        of_it = isinstance(event, ev.DueEnded) and (event.why or event.what in ("land", "declare", "end"))
        if events and not of_it and isinstance(event, ev.TimeAdvanced | ev.ActionDeclared | ev.DueEnded):
            return events
        if events or isinstance(event, ev.Struck):
            events.append(event)
    return events


def results(events: Iterable[ev.Event]) -> list[tuple[str, str]]:
    """What became of whom at the end of these events: conditions and changes of presence, each with its fighter."""
    told: dict[tuple[str, str], str] = {}
    for event in events:
        if isinstance(event, ev.ConditionGained):
            told[event.who, event.condition] = event.label
        elif isinstance(event, ev.ConditionEnded):
            told.pop((event.who, event.condition), None)
        elif isinstance(event, ev.PresenceChanged):
            told[event.who, "\0"] = "back in the fight" if event.presence == "in" else event.presence.upper()
    return [(who, label) for (who, _), label in told.items()]


def is_told(session: Session, who: str, label: str, story: str) -> bool:
    """Whether a story tells a result; what is so of two, such as closed in with each other, is told of one of them."""
    of_the_other = (label.replace(one.name, session.encounter[who].name) for one in session.encounter)
    return label in story or any(other in story for other in of_the_other)


def first_points(session: Session, text: str) -> int:
    """Where the first points are told."""
    names = {word(pool) for one in session.encounter for pool in one.profile.pools}
    names |= {pool.name for one in session.encounter for pool in one.profile.pools}
    places = [at for name in names for sign in "−+" if (at := text.find(f"{name} {sign}")) >= 0]
    return min(places, default=len(text))


@every_game
@seeds
def test_every_change_of_presence_and_every_condition_of_a_blow_is_told_before_any_points(name: str, seed: int) -> None:
    blows = 0
    for session in watched(name, seed, LINES):
        came = results(of_the_last_blow(session))
        text = outcome(session)
        story = text[: first_points(session, text)]
        assert all(is_told(session, who, label, story) for who, label in came), (came, text)
        blows += bool(came)
    assert blows or name not in ("phases-corridor", "plain-skirmish"), "nobody was struck"


@every_game
@seeds
def test_a_blow_is_told_at_its_own_count_and_nothing_before_it_is_its_doing(name: str, seed: int) -> None:
    for session in watched(name, seed, LINES):
        step = session.journal.steps[session.journal.done[-1]]
        if not of_the_last_blow(session) or sum(isinstance(event, ev.TimeAdvanced) for event in step.events) > 1:
            continue
        text = outcome(session)
        assert text.startswith(session.rules.unit.text(step.at)), text
        struck = [at for at, event in enumerate(step.events) if isinstance(event, ev.Struck)]
        bled = {
            (event.who, f"{event.by:+}".replace("-", "−"))
            for event in step.events[: struck[0]]
            if isinstance(event, ev.PoolChanged) and "bleeding" in event.why
        }
        for who, _ in bled:
            own = [
                event for event in step.events[struck[0] :] if isinstance(event, ev.PoolChanged) and event.who == who
            ]
            assert own or session.encounter[who].name not in text.partition(" · ")[2], text


COMING = re.compile(r"(?:next |then |, )[◆●+!]?(\d[^\s…]*)…? ")


@every_game
@seeds
def test_the_head_line_is_sorted_by_count_and_tells_nothing_that_is_not_due(name: str, seed: int) -> None:
    two = 0
    for at, session in enumerate(watched(name, seed, LINES)):
        encounter, text = session.encounter, session.rules.unit.text
        due_at = {text(due.count): due.count for due in encounter.agenda}
        for drawn in (encounter, folded(encounter, ())):
            for cells in SIZES if lane.slow else (SIZES[at % len(SIZES)],):
                line = words(lay_head(encounter, session.rules, "A title", "", cells, drawn))
                counts = [due_at[count] for count in COMING.findall(line.partition("saved")[0])]
                assert counts == sorted(counts) and len(counts) <= 2, line
                two += len(counts) == 2
    assert two
