"""Story: a fight told entry by entry, for the game master from its steps, for the players from what they were told."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from tracker.clock.spans import TimeUnit
from tracker.encounter.engine.journal import Step
from tracker.encounter.player_view.log import Tale
from tracker.export.axis import Bar, Lane
from tracker.model import events as ev
from tracker.model.state import Encounter
from tracker.views.narration import tell_step


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the story; `more` unfolds: the sum behind it."""

    at: int
    text: str
    more: tuple[str, ...] = ()
    undone: bool = False
    secret: bool = False


@dataclass(frozen=True, slots=True)
class Story:
    """A fight told, with a lane for each who did something in it."""

    title: str
    unit: TimeUnit
    entries: tuple[Entry, ...]
    lanes: tuple[Lane, ...]

    @property
    def last(self) -> int:
        """The last count it tells of."""
        ends = [bar.end for lane in self.lanes for bar in lane.bars]
        return max([entry.at for entry in self.entries] + ends, default=0)


def story_of_steps(title: str, unit: TimeUnit, start: Encounter, steps: Iterable[tuple[Step, bool]]) -> Story:
    """The whole fight, for the game master; each step comes with whether it is in force."""
    names = {one.id: one.name for one in start}
    sides = {one.id: one.profile.side for one in start}
    bars: dict[str, dict[int, Bar]] = {one.id: {} for one in start}
    entries: list[Entry] = []
    before = 0
    for step, in_force in steps:
        stood = not any(isinstance(event, ev.TimeAdvanced) for event in step.events)
        count = step.at if stood else before
        for event, told in tell_step(step.events, lambda who: names.get(who, who), unit):
            if isinstance(event, ev.TimeAdvanced):
                count = event.to
            elif isinstance(event, ev.Joined):
                names[event.who] = event.name
            if in_force:
                _draw(bars, event, count)
            if told is not None and told.text:
                entries.append(Entry(count, told.text, told.more, not in_force, told.secret))
        before = step.at if in_force else before
    order = {side: at for at, side in enumerate(dict.fromkeys(sides.values()))}
    lanes = [Lane(names[who], order.get(sides.get(who, ""), 0), tuple(own.values())) for who, own in bars.items()]
    return Story(title, unit, tuple(entries), tuple(lanes))


def _draw(bars: dict[str, dict[int, Bar]], event: ev.Event, count: int) -> None:
    """An action begins, is put off, or ends before its time."""
    match event:
        case ev.ActionDeclared():
            bars.setdefault(event.who, {})[event.action] = Bar("", count, event.lands)
        case ev.DueMoved(what="land") if (bar := bars.get(event.who, {}).get(int(event.ref or -1))) is not None:
            bars[event.who][int(event.ref)] = replace(bar, end=event.to)
        case ev.ActionEnded() if event.how != "landed" and (bar := bars.get(event.who, {}).get(event.action)):
            bars[event.who][event.action] = replace(bar, end=max(bar.start, count))
        case _:
            pass


def story_of_tale(title: str, unit: TimeUnit, tale: Tale) -> Story:
    """What the players were told, and nothing else."""
    entries = tuple(Entry(line.at, line.text) for line in tale.lines)
    marks = tuple(Bar("", at, at) for at in dict.fromkeys(entry.at for entry in entries))
    return Story(title, unit, entries, (Lane("What happened", 0, marks),))


def by_count(story: Story) -> Iterator[tuple[int, list[Entry]]]:
    """The entries in their order, those that follow each other at one count together."""
    group: list[Entry] = []
    for entry in story.entries:
        if group and group[-1].at != entry.at:
            yield group[0].at, group
            group = []
        group.append(entry)
    if group:
        yield group[0].at, group
