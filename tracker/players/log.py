"""Player log: the log as the players see it. An event that they cannot see leaves no line and no count.

It is made in passes: the moments of a step, the lines of these, the samples, and whether the players see a stop.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import field, replace

from tracker.encounter.statistics.causes import Causes
from tracker.encounter.statistics.tally import harm_of
from tracker.game_api.rules import Rules
from tracker.model import events as ev
from tracker.model.events import HIT
from tracker.model.lazy_dataclass import dataclass
from tracker.model.questions import Roll
from tracker.model.state import Encounter
from tracker.narration.facts import Became, Blow, Fact, Shown
from tracker.narration.sentences import sentence
from tracker.players.known_facts import group_known
from tracker.players.known_numbers import Numbers
from tracker.players.moments import Moment, Moments
from tracker.players.own_rolls import OwnRoll, asked_roll, known_roll, own_roll
from tracker.players.samples import Sample, samples_of
from tracker.players.seat import known_question
from tracker.players.stops import Progress, stop_of
from tracker.players.view import EXACT, WORDS, Discretion, Showing, health


@dataclass(frozen=True, slots=True)
class Line:
    """One thing that players saw, and the count they saw it at. `text` is its sentence."""

    at: int
    text: str
    fact: Fact
    newcomer: str = field(default="", compare=False, repr=False)
    """The id of the fighter who joined, where the line reports that. It is not shown."""


@dataclass(frozen=True, slots=True)
class Tale:
    """All they saw so far. `now` is the count of the last line, `numbers` the players' numbers of numbered fighters."""

    now: int = 0
    lines: tuple[Line, ...] = ()
    samples: tuple[Sample, ...] = ()
    rolls: tuple[OwnRoll, ...] = ()
    """The rolls of the players' own fighters, for the player of each."""
    numbers: Numbers = field(default_factory=dict)
    progress: Progress = field(default=Progress(), compare=False)
    """The progress of the fight since then without the hidden fighters. It is no part of the tale."""
    in_sight: bool = True
    """True if the players see that the fight has stopped here. Otherwise they see the former stop: nothing shows that
    a hidden fighter is asked, or that an entry of the hidden alone has come due."""

    newcomers: frozenset[str] = frozenset()
    """The fighters who joined last, while nothing else was seen and no time passed."""
    untold: frozenset[str] = frozenset()
    """Newcomers hidden again at once. Lines of earlier steps about them are no longer shown."""

    def without_untold(self) -> Tale:
        """Return the tale without newcomers hidden at once, for lines and samples of several steps."""
        lines = tuple(line for line in self.lines if line.newcomer not in self.untold)
        samples = tuple(sample for sample in self.samples if sample.who not in self.untold)
        return replace(self, lines=lines, samples=samples) if self.untold else self

    def last(self, most: int) -> tuple[str, ...]:
        return tuple(line.text for line in self.lines[-most:])


def told(
    tale: Tale,
    before: Encounter,
    events: Iterable[ev.Event],
    rules: Rules,
    showing: Showing,
    first: bool = True,
    ordered: bool = False,
) -> tuple[Tale, Encounter]:
    """Return the tale after one step whose `events` begin in the state `before`, and the state they lead to.

    `first` says that the step begins a line of the game master's, `ordered` that standing orders took it.
    """
    known = Moments(before, rules, showing, tale.numbers, tale.newcomers, tale.untold)
    moments = known.of(events)
    asked = known_question(before)
    log = _Log(
        tale.now,
        rules,
        showing,
        asked_roll(asked),
        known_roll(asked, Discretion(before, tale.numbers), rules, showing),
    )
    for moment in moments:
        log.take(moment)
    progress = Progress() if first and tale.in_sight else tale.progress
    words = Discretion(known.state, known.numbers)
    progress, in_sight = stop_of(moments, before, words, progress, rules, showing, first=first, ordered=ordered)
    tale_after = Tale(
        lines=(*tale.lines, *log.lines()),
        now=log.now,
        samples=(*tale.samples, *samples_of(moments, showing)),
        rolls=(*tale.rolls, *log.rolls),
        numbers=known.numbers,
        progress=progress,
        in_sight=in_sight,
        newcomers=known.newcomers,
        untold=known.untold,
    )
    return tale_after.without_untold(), known.state


@dataclass(slots=True)
class _Noted:
    """A fact with the count at which it was seen."""

    at: int
    fact: Fact
    newcomer: str = ""


@dataclass(slots=True)
class _Hit:
    """A hit that players saw, whose harm later events show."""

    noted: _Noted
    blow: Blow
    lost: Counter[str] = field(default_factory=Counter)


@dataclass(slots=True)
class _Log:
    """The log of one step, made moment by moment. `now` is the count at which players saw the last one."""

    now: int
    rules: Rules
    showing: Showing
    asked: Roll | None = None
    """The roll that the players know to be asked for where the step begins."""
    known: Roll | None = None
    """The same roll, with the chance that its player may know."""
    rolls: list[OwnRoll] = field(default_factory=list)
    _noted: list[_Noted] = field(default_factory=list)
    _at_once: list[Moment] = field(default_factory=list)
    """The adjacent moments in which fighters show a public mark."""
    _causes: Causes = field(default_factory=Causes)
    _hits: dict[int, _Hit] = field(default_factory=dict)
    """The hits by identity of their events, since two may be equal."""
    _looked: dict[int, str] = field(default_factory=dict)
    """The bearer's look before a loss, by identity of the loss."""

    def take(self, moment: Moment) -> None:
        """Note what players hear of a moment. Public marks shown one after another are told together at the end."""
        event, fact = moment.event, moment.fact
        if isinstance(event, ev.MarkChanged) and self.rules.display.public_mark(event.mark, event.value):
            self._at_once.append(moment)
        elif self._at_once:
            self._tell_at_once()
        if fact is not None and not self._is_mirrored(fact):
            self._noted.append(_Noted(moment.after.count, fact, event.who if isinstance(event, ev.Joined) else ""))
        if fact is not None or _shows_time(moment):
            self.now = moment.after.count
        self._watch(moment)

    def lines(self) -> Sequence[Line]:
        if self._at_once:
            self._tell_at_once()
        return [Line(noted.at, sentence(noted.fact), noted.fact, noted.newcomer) for noted in self._noted]

    def _is_mirrored(self, fact: Fact) -> bool:
        """Return whether a mutual condition of two was told already from the other side."""
        if not isinstance(fact, Became) or not fact.whom:
            return False
        mirror = (fact.whom, fact.who, fact.bare)
        told_before = (noted.fact for noted in self._noted if isinstance(noted.fact, Became))
        return any((other.who, other.whom, other.bare) == mirror for other in told_before)

    def _tell_at_once(self) -> None:
        """Note the mark of each visible fighter, if opponents are among them."""
        last = self._at_once[-1]
        words = last.words
        shown = [moment.event for moment in self._at_once if isinstance(moment.event, ev.MarkChanged)]
        shown = [event for event in shown if words.name(event.who)]
        self._at_once.clear()
        sides = {last.after[event.who].profile.side for event in shown}
        # Fighters on no side oppose one another, so that among them one "side" is enough.
        if len(shown) < 2 or (len(sides) == 1 and "" not in sides):
            return
        for event in shown:
            what = self.rules.display.public_mark(event.mark, event.value)
            fact = Shown(words.name(event.who), what, group_known(event.who, words))
            self._noted.append(_Noted(last.after.count, fact))
        self.now = last.after.count

    # The harm of a blow, which other events tell

    def _watch(self, moment: Moment) -> None:
        """Keep the hits, and add the losses to them."""
        match moment.event:
            case ev.Struck() if isinstance(moment.fact, Blow) and moment.fact.how == HIT and moment.fact.whom:
                self._hits[id(moment.event)] = _Hit(self._noted[-1], moment.fact)
            case ev.Rolled():
                roll = own_roll(moment.event, self.asked, self.known, moment.words, self.showing, len(self._noted))
                if roll is not None:
                    self.rolls.append(roll)
            case ev.PoolChanged(who=who):
                self._looked[id(moment.event)] = health(moment.before[who])
            case _:
                pass
        for loss in self._causes.take(moment.event):
            hit = self._hits.get(id(loss.blow))
            if hit is not None:
                self._add_loss(loss.event, hit, moment)

    def _add_loss(self, event: ev.PoolChanged, hit: _Hit, moment: Moment) -> None:
        """Add a loss to its hit: points, or the target's new look."""
        fighter, blow = moment.after[event.who], hit.blow
        if moment.words.friend(fighter.id) or self.showing.health == EXACT:
            pool = next((pool for pool in fighter.profile.pools if pool.name == event.pool), None)
            called = pool.words if pool is not None else event.pool
            harm = dict(blow.harm)
            harm[called] = harm.get(called, 0) + event.lost
            hit.lost[event.pool] += event.lost
            whole_pools = self.rules.abilities.counted_whole
            points = harm_of(hit.lost, whole_pools)
            full = sum(pool.full for pool in fighter.profile.pools if pool.name in hit.lost)
            whole = sum(pool.full for pool in fighter.profile.pools if pool.name in whole_pools)
            share = points / max(1, whole or full)
            hit.blow = replace(blow, harm=tuple(harm.items()), points=points, share=share)
        elif self.showing.health == WORDS and self._looked[id(event)] != health(fighter):
            hit.blow = replace(blow, looks=health(fighter))
        hit.noted.fact = hit.blow


def _shows_time(moment: Moment) -> bool:
    """Return whether players see that time has passed: a fighter they know is asked, or the fight begins."""
    match moment.event:
        case ev.Began():
            return True
        case ev.Asked(who=who, about=about, ask=ask):
            words, question = moment.words, moment.after.question
            if question is None or not words.name(who):
                return False
            known = words.friend(who) and bool(words.name(about))
            return ask == "declare" or known or words.beset(question)
        case _:
            return False
