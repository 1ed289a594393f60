"""Story: a fight as a list of entries.

The game master's comes from the steps, the players' from what they were shown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from tracker.clock.spans import TimeUnit
from tracker.encounter.engine.journal import Step
from tracker.encounter.names import NamesLearnt
from tracker.export.axis import Bar, Lane
from tracker.model import events as ev
from tracker.model.lazy_dataclass import dataclass
from tracker.model.state import Encounter
from tracker.narration.log_lines import tell_step
from tracker.players.log import Tale


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the story. `more` is the calculation behind it."""

    at: int
    text: str
    details: tuple[str, ...] = ()
    undone: bool = False
    secret: bool = False


@dataclass(frozen=True, slots=True)
class Story:
    """A fight as entries, with a lane for each fighter who acted."""

    title: str
    unit: TimeUnit
    entries: tuple[Entry, ...]
    lanes: tuple[Lane, ...]

    @property
    def last(self) -> int:
        """The last count that the story reaches."""
        ends = [bar.end for lane in self.lanes for bar in lane.bars]
        return max([entry.at for entry in self.entries] + ends, default=0)


def story_of_steps(
    title: str,
    unit: TimeUnit,
    start: Encounter,
    steps: Iterable[tuple[Step, bool]],
    turning_term: Callable[[ev.Rolled], str] = lambda rolled: "",
) -> Story:
    """Return the whole fight for the game master. Each step comes with whether it is in force, not undone.

    `turning_term` returns the term that decided a roll's result, as a sentence. Empty for none.
    """
    names = NamesLearnt(start)
    sides = {fighter.id: fighter.profile.side for fighter in start}
    bars: dict[str, dict[int, Bar]] = {fighter.id: {} for fighter in start}
    entries: list[Entry] = []
    count_before = 0
    for step, in_force in steps:
        names.begin(in_force)
        narrated_events = tell_step(step.events, names, unit)
        for (count, _), (event, narrated) in zip(step.timed(count_before), narrated_events, strict=True):
            names.learn(event)
            if in_force:
                _draw(bars, event, count)
            if narrated is not None and narrated.text:
                turned = turning_term(event) if isinstance(event, ev.Rolled) else ""
                details = (*narrated.details, turned) if turned else narrated.details
                entries.append(Entry(count, narrated.text, details, undone=not in_force, secret=narrated.secret))
        count_before = step.at if in_force else count_before  # an undone step moves no time
    order = {side: number for number, side in enumerate(dict.fromkeys(sides.values()))}
    lanes = [
        Lane(names(who), order.get(sides.get(who, ""), 0), tuple(own_bars.values())) for who, own_bars in bars.items()
    ]
    return Story(title, unit, tuple(entries), tuple(lanes))


def _draw(bars: dict[str, dict[int, Bar]], event: ev.Event, count: int) -> None:
    """Change the bars by one event: an action declared, moved to another count, or ended before its time."""
    match event:
        case ev.ActionDeclared():
            bars.setdefault(event.who, {})[event.action] = Bar(words="", start=count, end=event.lands)
        case ev.DueMoved(what="land") if (bar := bars.get(event.who, {}).get(int(event.ref or -1))) is not None:
            bars[event.who][int(event.ref)] = replace(bar, end=event.to)
        case ev.ActionEnded() if event.how != "landed" and (bar := bars.get(event.who, {}).get(event.action)):
            bars[event.who][event.action] = replace(bar, end=max(bar.start, count))
        case _:
            pass


def story_of_tale(title: str, unit: TimeUnit, tale: Tale) -> Story:
    """Return the story that the players were shown, and nothing else."""
    entries = tuple(Entry(line.at, line.text) for line in tale.lines)
    marks = tuple(Bar(words="", start=count, end=count) for count in dict.fromkeys(entry.at for entry in entries))
    return Story(title, unit, entries, (Lane("What happened", side=0, bars=marks),))


def by_count(story: Story) -> Iterator[tuple[int, list[Entry]]]:
    """Yield consecutive entries of one count together."""
    group: list[Entry] = []
    for entry in story.entries:
        if group and group[-1].at != entry.at:
            yield group[0].at, group
            group = []
        group.append(entry)
    if group:
        yield group[0].at, group
