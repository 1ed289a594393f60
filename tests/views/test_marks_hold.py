"""What holds of the timeline in any fight: no mark without its count, words nearest to their own mark."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass

import pytest

from tests.lanes import sample
from tests.plain_fights import DUEL, fight, rolled
from tests.random_play import EXAMPLES, watched
from tests.tui.opening import due, example, warren
from tracker.model.state import DECLARE, FREE_EVENT, LAND, ROUND, Encounter, Rank
from tracker.session import Session
from tracker.text.cells import words
from tracker.views.fighters.collapsed_groups import folded
from tracker.views.timeline.timeline import Timeline, action_words, lay_timeline

SIZES = ((60, 7), (80, 12), (120, 16), (200, 24))


@dataclass(frozen=True)
class Expected:
    """A mark that a lane must have, whole at its column or counted, and whose words are beside it."""

    sign: str
    count: int
    words: str = ""


def expected(whole: Encounter, drawn: Encounter, who: str) -> list[Expected]:
    """What is under way or due in the lane of somebody, what several of a group do alike once."""
    own = [one.id for one in whole if drawn[one.id].id == who]
    actions = {(a.label, a.target, a.declared, a.lands): a for one in own for a in whole[one].actions}
    marks = [Expected("●", action.lands, action_words(whole, action)) for action in actions.values()]
    turns = {entry.count for entry in whole.agenda if entry.what == DECLARE and entry.who in own}
    marks += [Expected("◆", count) for count in sorted(turns)]
    effects = [
        entry
        for entry in whole.agenda
        if entry.who in own and entry.what not in (DECLARE, LAND, FREE_EVENT) and entry.rank > Rank.EFFECT
    ]
    return marks + [Expected("+", entry.count) for entry in effects]


def edge_of(line: str, standing: Collection[int] = ()) -> int:
    """How many marks the edge of a line counts; one whose place is `standing` is itself drawn before the edge."""
    told = re.search(r"[ ┊](?:([●◆]→?[\d.:]+[\w-]*=?) ?)?(?:\+(\d+))?›$", line)
    if told is None:
        return 0
    return (told[1] is not None and told.start(1) not in standing) + int(told[2] or 0)


def places(line: str, laid: Timeline, session: Session, mark: Expected) -> list[tuple[int, int]]:
    """Where in a line this mark stands whole at its column: its first cell and the cell after it."""
    number = re.escape(session.rules.unit.text(mark.count))
    at = laid.names + max(0, laid.axis.column(mark.count))
    match = re.compile(rf"{re.escape(mark.sign)}→?{number}=?(?=[ ┊◇─╌]|$)").match(line, at)
    return [match.span()] if match else []


def check(session: Session, cells: int, height: int, scale: int = 1) -> None:
    whole = session.encounter
    drawn = folded(whole, ())
    laid = lay_timeline(drawn, session.rules, cells=cells, height=height, scale=scale, whole=whole)
    text = [words(line) for line in laid.lines]
    told = next((line for line in text if line.startswith("  + effects")), "")
    elsewhere = 0
    for who in dict.fromkeys(lane for lane in laid.lanes if lane):
        lines = [text[at] for at, lane in enumerate(laid.lanes) if lane == who]
        marks = expected(whole, drawn, who)
        missing = list(marks)
        for mark in marks:
            alike = [other for other in marks if (other.sign, other.count) == (mark.sign, mark.count)]
            if alike[0] is mark:
                for drawn_one, _ in zip(
                    alike, [at for line in lines for at in places(line, laid, session, mark)], strict=False
                ):
                    missing.remove(drawn_one)
        standing = [[at for mark in marks for at, _ in places(line, laid, session, mark)] for line in lines]
        counted = sum(edge_of(line, starts) for line, starts in zip(lines, standing, strict=True))
        assert sum(mark.sign != "+" for mark in missing) <= counted <= len(missing), (missing, lines, told)
        elsewhere += len(missing) - counted
        for line in lines:
            near(line, laid, session, marks)
    common = [entry for entry in whole.agenda if entry.rank <= Rank.EFFECT and entry.what not in (FREE_EVENT, ROUND)]
    if told:
        shown = len(re.findall(r"(?<=[ │])\+[\d.:]+[\w-]* (?=\S)", told[laid.names :]))
        assert shown + edge_of(told) >= len(common) + elsewhere, (told, common, elsewhere)
    else:
        assert not elsewhere, text


def near(line: str, laid: Timeline, session: Session, marks: list[Expected]) -> None:
    """The words of whatever lands on a line are nearer to its mark than to any other."""
    standing = {place: mark for mark in marks for place in places(line, laid, session, mark)}
    for (start, end), mark in standing.items():
        begin = line.find(f" {mark.words[:3]}", laid.names) + 1 if mark.words else 0
        if mark.sign != "●" or not begin:
            continue
        label = (begin, begin + len(mark.words)) if begin < start else (begin, begin)
        own = start - label[1] if begin < start else label[0] - end
        others = [
            min(abs(other[0] - label[1]), abs(label[0] - other[1])) for other in standing if other != (start, end)
        ]
        assert all(own < other for other in others), (line, mark, others)


@pytest.mark.parametrize("name", sample(EXAMPLES, 3))
@pytest.mark.parametrize("size", sample(SIZES), ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("seed", sample(range(8)))
def test_every_mark_has_its_count_or_is_counted_and_words_are_nearest_to_their_own(
    name: str, size: tuple[int, int], seed: int
) -> None:
    for at, session in enumerate(watched(name, seed, 70)):
        check(session, *size, scale=(1, 1, 0, 2, 3)[at % 5])


def test_a_count_that_is_too_near_to_another_stands_in_the_line_of_effects() -> None:
    session = rolled(fight(DUEL))
    for line in ("begin", "fix brann count 1", "next", 'brann does "sings" 9', 'brann is "sore" until 11'):
        session.say(line)
    check(session, 100, 6)


def test_states_that_find_no_line_are_counted_at_the_edge_of_the_last_that_does() -> None:
    session = due(warren())
    session.say("next")
    for who, target in (("goblin-1", "brann"), ("goblin-2", "wat"), ("goblin-3", "odo"), ("goblin-4", "sela")):
        session.say(f"only {who} attack {target}")
    drawn = folded(session.encounter, ())
    laid = lay_timeline(drawn, session.rules, cells=100, height=8, whole=session.encounter)
    lanes = [words(laid.lines[at]) for at, who in enumerate(laid.lanes) if who and drawn[who].group]
    assert len(lanes) == 3 and lanes[0].rstrip().endswith("◆20 ×8") and lanes[2].endswith(" +2›"), lanes
    check(session, 100, 8)
    for height in range(3, 14):
        check(session, 100, height)


def test_whatever_is_beyond_the_edge_is_counted_there() -> None:
    session = example("brawl")
    session.say("begin")
    who = session.encounter.combatants[0].id
    session.say(f"fix {who} count 900")
    session.say(f'{who} is "sore" until 950')
    laid = lay_timeline(session.encounter, session.rules, cells=80, height=12, scale=0)
    lane = words(laid.lines[laid.lanes.index(who)])
    assert lane.endswith(" ◆900 +1›"), lane
