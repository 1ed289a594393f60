"""Player log: the log as the players see it; an event that they cannot see leaves no line and no count."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from tracker.encounter.engine.evolve import evolve
from tracker.encounter.hidden_fighters import friendly, seen
from tracker.encounter.statistics.causes import Causes
from tracker.encounter.statistics.tally import harm_of
from tracker.game_api.rules import Rules
from tracker.model import events as ev
from tracker.model.combatant import Combatant, Condition, Pool, Presence
from tracker.model.state import Encounter
from tracker.narration.sentences import HIT, Fact, Kind, sentence
from tracker.players.known_names import Numbers, renumbered
from tracker.players.stops import Progress, Stops, public
from tracker.players.view import (
    BADLY_HURT,
    DOWN,
    EXACT,
    FRESH,
    HURT,
    WORDS,
    Discretion,
    Showing,
    health,
)

_PRESENCE = {
    Presence.DOWN.value: "goes down",
    Presence.LEFT.value: "leaves",
    Presence.SURRENDERED.value: "surrenders",
    Presence.IN.value: "is back in the fight",
}

NEVER_TOLD: frozenset[type[ev.Event]] = frozenset(
    {
        ev.ActionChanged,
        ev.AliasChanged,
        ev.Answered,
        ev.AwarenessChanged,
        ev.ConditionEnded,
        ev.DueAdded,
        ev.DueEnded,
        ev.DueMoved,
        ev.EventSet,
        ev.EventStruck,
        ev.GroupChanged,
        ev.GroupSet,
        ev.ModifierGiven,
        ev.ModifierUsed,
        ev.Noted,
        ev.OrdersChanged,
        ev.PoolChanged,
        ev.Renamed,
        ev.Revealed,
        ev.RollerChanged,
        ev.Rolled,
        ev.SideChanged,
        ev.TimeAdvanced,
        ev.WaitChanged,
        ev.Withdrawn,
    }
)
"""Events that leave no line of their own, and by which the players do not see time go on."""
LOOKS, STANDS = "looks", "stands"
_FOURTHS = {FRESH: 4, HURT: 3, BADLY_HURT: 1, DOWN: 0}
OF_SIGHT: frozenset[type[ev.Event]] = frozenset({ev.Joined, ev.Revealed, ev.AwarenessChanged, ev.SideChanged})
"""Events by which a fighter may come into the players' sight."""
_PLAIN_TO_SEE = (
    *(ev.DueAdded, ev.DueMoved, ev.DueEnded, ev.WaitChanged, ev.GroupChanged, ev.Revealed, ev.PresenceChanged),
    *(ev.Renamed, ev.AliasChanged, ev.SideChanged, ev.ActionDeclared, ev.ActionChanged, ev.ActionEnded, ev.Joined),
)
"""Events that change what players see of a fighter in sight, whether or not a line tells of them."""


@dataclass(frozen=True, slots=True)
class Line:
    """One thing the players saw, and the count they saw it at; `text` is its sentence."""

    at: int
    text: str
    fact: Fact
    newcomer: str = field(default="", compare=False, repr=False)
    """The id of the fighter who joined, where it tells of one; no word for players."""


@dataclass(frozen=True, slots=True)
class Sample:
    """How much a fighter has left of something from a count on.

    Of the players' own, and of all where points are shown, a pool by its words; of others how they look (`LOOKS`, in
    fourths), and of everybody whether they stand (`STANDS`).
    """

    at: int
    who: str
    """The id, which is no word for players."""
    what: str
    now: int
    full: int


@dataclass(frozen=True, slots=True)
class Tale:
    """All they saw so far; `now` is the count of the last of it, `numbers` what they call those who are numbered."""

    now: int = 0
    lines: tuple[Line, ...] = ()
    samples: tuple[Sample, ...] = ()
    numbers: Numbers = field(default_factory=dict)
    progress: Progress = field(default=Progress(), compare=False)
    """How far the fight has come since then, as one without the hidden; it is no part of what was told."""
    in_sight: bool = True
    """Whether the players see that the fight has stopped here. Else they go on seeing where it stopped before: nothing
    shows that a hidden fighter is asked, or that something of the hidden alone has come due."""

    newcomers: frozenset[str] = frozenset()
    """Those who joined last, while nothing else was seen since and time did not go on."""
    untold: frozenset[str] = frozenset()
    """Newcomers who were hidden in the same breath: what earlier steps told of them is told no more."""

    def without_untold(self) -> Tale:
        """The tale without those who came in hidden; for lines and samples that were put together of several steps."""
        lines = tuple(line for line in self.lines if line.newcomer not in self.untold)
        samples = tuple(sample for sample in self.samples if sample.who not in self.untold)
        return replace(self, lines=lines, samples=samples) if self.untold else self

    def last(self, most: int) -> tuple[str, ...]:
        """The last lines, the newest at the end."""
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
    teller = _Teller(tale, before, rules, showing, first, ordered)
    for event in events:
        teller.take(event)
    return teller.told(), teller.state


def came_into_sight(event: ev.Event, before: Encounter, state: Encounter) -> tuple[str, ...]:
    """Whom the players see from this event on; only those are looked at whom an event of its kind may have shown."""
    match event:
        case ev.Joined() | ev.Revealed():
            looked_at: Iterable[str] = (event.who,)
        case ev.AwarenessChanged():
            looked_at = (event.of,)
        case ev.SideChanged():
            looked_at = state.seats
        case _:
            return ()
    return tuple(who for who in looked_at if seen(state, who) and not (who in before and seen(before, who)))


@dataclass(slots=True)
class _Noted:
    """A fact in the making, and the count it was seen at."""

    at: int
    fact: Fact
    newcomer: str = ""
    lost: Counter[str] = field(default_factory=Counter)
    """Of a blow: the points it took, by the names of pools."""


@dataclass(slots=True)
class _Teller:
    """Goes through the events of one step."""

    tale: Tale
    state: Encounter
    rules: Rules
    showing: Showing
    first: bool
    ordered: bool
    start: Encounter = field(init=False)
    """The state before this step."""
    now: int = field(init=False)
    numbers: Numbers = field(init=False)
    facts: list[_Noted] = field(default_factory=list)
    at_once: list[ev.MarkChanged] = field(default_factory=list)
    causes: Causes = field(default_factory=Causes)
    blows: dict[int, _Noted] = field(default_factory=dict)
    """The hits of this step that players saw, by the identity of their events: two may be equal."""
    looked: dict[int, str] = field(default_factory=dict)
    """By the identity of a loss: how its bearer looked before."""
    rolls: dict[str, ev.Rolled] = field(default_factory=dict)
    """By roller: its last roll of this step against a chance."""
    stops: Stops = field(init=False)
    newcomers: frozenset[str] = field(init=False)
    untold: frozenset[str] = field(init=False)
    """As in `Tale`."""
    samples: list[Sample] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.start = self.state
        self.now, self.numbers = self.tale.now, self.tale.numbers
        self.newcomers, self.untold = self.tale.newcomers, self.tale.untold
        progress = Progress() if self.first and self.tale.in_sight else self.tale.progress
        self.stops = Stops(progress, self.state, self.rules, self.first, self.ordered)

    def take(self, event: ev.Event) -> None:
        """What the players see of one event."""
        if isinstance(event, ev.MarkChanged) and self.rules.display.public_mark(event.mark, event.value):
            self.at_once.append(event)
        elif self.at_once:
            self._tell_at_once()
        before, self.state = self.state, evolve(self.state, event)
        came = came_into_sight(event, before, self.state)
        self.numbers = renumbered(before, self.state, self.numbers, seen) if came or not before.began else self.numbers
        words = Discretion(self.state, self.numbers)
        self.stops.take(event, before, words)
        if isinstance(event, ev.AwarenessChanged):
            self._hidden_at_once(event.of, before)
        elif isinstance(event, ev.TimeAdvanced):
            self.newcomers = frozenset()
        fact = self._fact(event, before, words)
        if fact is not None:
            self._note(fact, event.who if isinstance(event, ev.Joined) else "")
        self.stops.touched |= fact is not None or bool(came) or self._looks_otherwise(event, before, words)
        if fact is not None or self._shows_time(event, words):
            self.now = self.state.count
        self._watch(event, before, words, fact)
        self._measure(event, before, words, came)

    def told(self) -> Tale:
        """The tale with what this step told."""
        self._tell_at_once()
        lines = tuple(Line(one.at, sentence(one.fact), one.fact, one.newcomer) for one in self.facts)
        progress, in_sight = self.stops.end(self.state, Discretion(self.state, self.numbers))
        tale = Tale(
            now=self.now,
            lines=(*self.tale.lines, *lines),
            samples=(*self.tale.samples, *self.samples),
            numbers=self.numbers,
            progress=progress,
            in_sight=in_sight,
            newcomers=self.newcomers,
            untold=self.untold,
        )
        return tale.without_untold()

    def _measure(self, event: ev.Event, before: Encounter, words: Discretion, came: Sequence[str]) -> None:
        """Samples of the fighters whom this event has changed or brought into sight."""
        if isinstance(event, ev.PoolChanged | ev.PresenceChanged):
            if words.name(event.who):
                self._sample(event.who, before)
        elif isinstance(event, ev.Began):
            for one in self.state.combatants:
                if words.name(one.id):
                    self._sample(one.id, None)
        for who in came:
            self._sample(who, None)

    def _sample(self, who: str, before: Encounter | None) -> None:
        """What is other than before about a fighter; all of it without a before."""
        now = self._measures(self.state[who], self.state)
        was = {} if before is None else self._measures(before[who], before)
        for what, (left, full) in now.items():
            if was.get(what) != (left, full):
                self.samples.append(Sample(self.state.count, who, what, left, full))

    def _measures(self, fighter: Combatant, state: Encounter) -> dict[str, tuple[int, int]]:
        """What of a fighter players can see changing, each with its full value: exact points, or how it looks."""
        measures = {STANDS: (int(fighter.able), 1)}
        if fighter.profile.side in friendly(state) or self.showing.health == EXACT:
            for now, pool in zip(fighter.pools, fighter.profile.pools, strict=True):
                if not pool.group or pool.short:  # parts such as limbs and armour are no measure of the whole
                    measures[pool_called(pool)] = (now, pool.full)
        elif self.showing.health == WORDS:
            measures[LOOKS] = (_FOURTHS[health(fighter)], 4)
        return measures

    def _looks_otherwise(self, event: ev.Event, before: Encounter, words: Discretion) -> bool:
        """Whether an event changes what players see of a fighter, whether or not a line tells of it."""
        if isinstance(event, ev.PoolChanged):
            known = bool(words.name(event.who))
            return known and self._measures(before[event.who], before) != self._measures(
                self.state[event.who], self.state
            )
        return isinstance(event, _PLAIN_TO_SEE) and bool(words.name(event.who))

    def _hidden_at_once(self, who: str, before: Encounter) -> None:
        """A newcomer who is hidden before anything else is seen has never been there for the players."""
        if who in self.newcomers and seen(before, who) and not seen(self.state, who):
            self.untold |= {who}
            self.numbers = {id: number for id, number in self.numbers.items() if id != who}

    def _note(self, fact: Fact, newcomer: str = "") -> None:
        """Add a fact, but for what one of two has been told to have in common with the other at the same moment."""
        mirrored = (
            fact.kind is Kind.CONDITION
            and fact.whom
            and any(
                (noted.fact.kind, noted.fact.who, noted.fact.whom) == (fact.kind, fact.whom, fact.who)
                and noted.fact.how == fact.how
                for noted in self.facts
            )
        )
        self.newcomers = self.newcomers | {newcomer} if newcomer else frozenset()
        if not mirrored:
            self.facts.append(_Noted(self.state.count, fact, newcomer))

    def _tell_at_once(self) -> None:
        """A line for each of those seen who show something together, if opponents are among them."""
        words = Discretion(self.state, self.numbers)
        shown = [event for event in self.at_once if words.name(event.who)]
        self.at_once.clear()
        sides = {self.state[event.who].profile.side for event in shown}
        if len(shown) < 2 or (len(sides) == 1 and "" not in sides):
            return
        for event in shown:
            what = self.rules.display.public_mark(event.mark, event.value)
            fact = Fact(Kind.SHOWN, words.name(event.who), what, group=self._group(event.who, words))
            self.facts.append(_Noted(self.state.count, fact))
        self.now = self.state.count

    # What came of a blow, which later events tell

    def _watch(self, event: ev.Event, before: Encounter, words: Discretion, fact: Fact | None) -> None:
        """Remember the rolls of blows, and add to a hit what it took."""
        match event:
            case ev.Rolled() if event.chance is not None and not event.secret:
                self.rolls[event.who] = event
            case ev.Struck():
                self.rolls.pop(event.who, None)
                if fact is not None and fact.how == HIT and fact.whom:
                    self.blows[id(event)] = self.facts[-1]
            case ev.PoolChanged():
                self.looked[id(event)] = health(before[event.who])
            case _:
                pass
        for loss in self.causes.take(event):
            noted = self.blows.get(id(loss.blow))
            if noted is not None:
                self._lost(loss.event, noted, words)

    def _lost(self, event: ev.PoolChanged, noted: _Noted, words: Discretion) -> None:
        """Say what the blow took from its target: in points, or how the target looks now."""
        one = self.state[event.who]
        if words.friend(one.id) or self.showing.health == EXACT:
            pool = next((pool for pool in one.profile.pools if pool.name == event.pool), None)
            called = pool_called(pool) if pool is not None else event.pool
            harm = dict(noted.fact.harm)
            harm[called] = harm.get(called, 0) - event.by
            noted.lost[event.pool] -= event.by
            points = harm_of(noted.lost, self.rules.abilities.counted_whole)
            full = sum(pool.full for pool in one.profile.pools if pool.name in noted.lost)
            whole = sum(pool.full for pool in one.profile.pools if pool.name in self.rules.abilities.counted_whole)
            share = points / max(1, whole or full)
            noted.fact = replace(noted.fact, harm=tuple(harm.items()), points=points, share=share)
        elif self.showing.health == WORDS and self.looked[id(event)] != health(one):
            noted.fact = replace(noted.fact, looks=health(one))

    def _group(self, who: str, words: Discretion) -> str:
        """The group of a stranger who goes by its own name."""
        one = self.state[who]
        return "" if one.alias or words.friend(who) else one.group

    # One event

    def _shows_time(self, event: ev.Event, words: Discretion) -> bool:
        """Whether the players see that time has gone on: one of whom they know is asked, or the fight begins."""
        match event:
            case ev.Began():
                return True
            case ev.Asked():
                question = self.state.question
                if question is None or not words.name(event.who):
                    return False
                known = words.friend(event.who) and bool(words.name(event.about))
                return event.ask == "declare" or known or words.beset(question)
            case _:
                return False

    def _fact(self, event: ev.Event, before: Encounter, words: Discretion) -> Fact | None:
        """What is told of one event; None where nothing is."""
        match event:
            case ev.Began() | ev.RoundBegan() | ev.EventHappened():
                return self._of_the_fight(event, before)
            case ev.Joined():
                name = words.name(event.who)
                return Fact(Kind.JOINED, name, group=self._group(event.who, words)) if name else None
            case ev.PresenceChanged():
                return self._presence(event, words)
            case ev.ActionDeclared():
                return self._declared(event, words)
            case ev.ActionEnded():
                return self._ended(event, before, words)
            case ev.DefenceDeclared():
                name, against = words.name(event.who), words.name(event.against)
                if not name or not against:
                    return None
                defence = self.rules.display.answer_for_players(event.defence, event.label or event.defence)
                return Fact(Kind.ANSWERED, name, defence, against, group=self._group(event.against, words))
            case ev.Struck():
                return self._struck(event, words)
            case ev.ConditionGained():
                return self._gained(event, before, words)
            # Nothing of these is told; what players see of them is in the view.
            case (
                ev.TimeAdvanced()
                | ev.Rolled()
                | ev.PoolChanged()
                | ev.ConditionEnded()
                | ev.MarkChanged()
                | ev.ActionChanged()
                | ev.DueAdded()
                | ev.DueMoved()
                | ev.DueEnded()
                | ev.WaitChanged()
                | ev.OrdersChanged()
                | ev.GroupChanged()
                | ev.GroupSet()
                | ev.RollerChanged()
                | ev.AwarenessChanged()
                | ev.AliasChanged()
                | ev.Renamed()
                | ev.SideChanged()
                | ev.Revealed()
                | ev.ModifierGiven()
                | ev.ModifierUsed()
                | ev.EventSet()
                | ev.EventStruck()
                | ev.Asked()
                | ev.Answered()
                | ev.Withdrawn()
                | ev.Noted()
            ):
                return None

    def _of_the_fight(self, event: ev.Began | ev.RoundBegan | ev.EventHappened, before: Encounter) -> Fact | None:
        """The fight or a round of it begins; a free event happens, None where players are not told of it."""
        match event:
            case ev.Began():
                return Fact(Kind.BEGAN)
            case ev.RoundBegan():
                return Fact(Kind.ROUND, what=event.sentence)
            case ev.EventHappened():
                return Fact(Kind.EVENT, what=event.text) if public(event.event, before) else None

    def _presence(self, event: ev.PresenceChanged, words: Discretion) -> Fact | None:
        """A fighter leaves, falls or comes back; None where players do not see who."""
        name = words.name(event.who)
        if not name:
            return None
        return Fact(
            Kind.STANDING, name, _PRESENCE[event.presence], how=event.presence, group=self._group(event.who, words)
        )

    def _declared(self, event: ev.ActionDeclared, words: Discretion) -> Fact | None:
        """A declaration as players may know it; None where it is not open to them."""
        if not words.open(event.who, event.target, self.showing):
            return None
        lands = self.rules.unit.text(event.lands) if event.speed else ""
        deed = words.deed(self.rules, event, event.who)
        whom = words.name(event.target) if event.target else ""
        return Fact(Kind.DECLARED, words.name(event.who), deed, whom, lands, group=self._group(event.who, words))

    def _ended(self, event: ev.ActionEnded, before: Encounter, words: Discretion) -> Fact | None:
        """What a fighter gives up; of the players' own also how it came out, where that was rolled for and no blow."""
        action = before[event.who].action(event.action)
        if action is None or not words.open(event.who, action.target, self.showing):
            return None
        deed = words.deed(self.rules, action, event.who)
        if event.how == "aborted":
            return Fact(Kind.GIVEN_UP, words.name(event.who), deed)
        roll = self.rolls.get(event.who)
        if event.how != "landed" or roll is None or roll.what != action.verb or not words.friend(event.who):
            return None
        came = "succeeds" if (roll.margin or 0) >= 0 else "fails"
        return Fact(Kind.DONE, words.name(event.who), deed, words.name(action.target), how=came)

    def _struck(self, event: ev.Struck, words: Discretion) -> Fact | None:
        """A blow and its result; None where striker or target is hidden."""
        name, target = words.name(event.who), words.name(event.target) if event.target else ""
        if not name or (event.target and not target):
            return None
        group = self._group(event.who, words)
        return Fact(Kind.BLOW, name, whom=target, how=event.outcome, where=event.location, group=group)

    def _gained(self, event: ev.ConditionGained, before: Encounter, words: Discretion) -> Fact | None:
        """A condition that is seen; one that looked the same before is not told again, but for one that came anew."""
        condition = Condition(event.condition, event.label, event.amount, event.of, own=event.own, secret=event.secret)
        seen_as = words.visible(self.rules, event.who, condition)
        borne = before[event.who].condition(event.condition)
        if not seen_as or (borne is not None and words.visible(self.rules, event.who, borne) == seen_as):
            return None
        earlier = self.start[event.who].condition(event.condition) if event.who in self.start else None
        still = "still " if earlier is not None and words.visible(self.rules, event.who, earlier) == seen_as else ""
        bare = self.rules.display.visible_condition(condition)
        whom = words.name(event.of) if seen_as != bare and event.of in words.encounter else ""
        what, group = f"{still}{seen_as}", self._group(event.who, words)
        return Fact(Kind.CONDITION, words.name(event.who), what, whom, how=bare, group=group)


def pool_called(pool: Pool) -> str:
    """A pool in a word or two, with what it belongs to where that is not the body: `fatigue`, `mind body`."""
    return f"{pool.group} {pool.short}".strip() if pool.short else pool.label or pool.name
