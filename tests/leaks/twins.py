"""Twins: to a fight another one of the same steps that differs from it in nothing but what the players do not see."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, fields, replace
from random import Random
from typing import Any

from tests.leaks.fights import Events, Fight
from tracker.encounter.engine.evolve import evolve
from tracker.encounter.engine.journal import Step, UndoRedo
from tracker.encounter.hidden_fighters import friendly
from tracker.encounter.roster import read_texts
from tracker.model import events as ev
from tracker.model.orders import Orders
from tracker.model.state import Encounter
from tracker.players.view import EXACT
from tracker.storage.preparation import Prepared

Block = Step | UndoRedo
LATER = 4000
"""A count that no random fight comes to."""


@dataclass(frozen=True)
class Twin:
    """How it was prepared, and the blocks that stand for each step of the other fight."""

    prepared: Prepared
    blocks: tuple[tuple[Block, ...], ...]


class _Numbers:
    """Numbers blocks from 1."""

    def __init__(self) -> None:
        self._last = 0

    def step(self, events: Iterable[ev.Event]) -> Step:
        """The next step."""
        self._last += 1
        return Step(self._last, 0, "", tuple(events))

    def taken_back(self, step: Step) -> UndoRedo:
        """The block that takes it back."""
        self._last += 1
        return UndoRedo(self._last, undo=step.n)


def as_it_was(fight: Fight) -> Twin:
    """The fight itself."""
    number = _Numbers()
    return Twin(fight.prepared, tuple((number.step(events),) for events in fight.steps))


# The hidden are others


def disguised(fight: Fight, random: Random) -> Twin:
    """The hidden have other names, points, marks, orders; the notes of the fight are others too."""
    encounter = fight.prepared.encounter
    for id in fight.hidden:
        one = encounter[id]
        points = tuple(random.randint(pool.least, pool.full) for pool in one.profile.pools)
        profile = replace(one.profile, name=f"Nobody {random.randrange(99)}", side=random.choice(("moon", "raiders")))
        lurker = replace(
            one, profile=profile, pools=points, marks={"mood": "vile"}, orders=Orders("attack"), waiting=True
        )
        encounter = encounter.with_combatant(lurker)
    notes = f"The ferryman is paid {random.randrange(999)}."
    prepared = replace(fight.prepared, encounter=encounter, notes=notes)
    return Twin(prepared, as_it_was(fight).blocks)


# Those with an alias have another name


def renamed(fight: Fight, random: Random) -> Twin:
    """Whoever goes by an alias from first to last is truly called something else, wherever the name stands."""
    start = fight.prepared.encounter
    changed = {e.who for events in fight.steps for e in events if isinstance(e, ev.AliasChanged)}
    names = {one.name: f"Nobody {random.randrange(99)}" for one in start if one.alias and one.id not in changed}
    encounter = start
    for one in start:
        if one.name in names and one.alias and one.id not in changed:
            encounter = encounter.with_combatant(replace(one, profile=replace(one.profile, name=names[one.name])))
    number = _Numbers()
    blocks = tuple((number.step(_with_names(event, names) for event in events),) for events in fight.steps)
    return Twin(replace(fight.prepared, encounter=encounter), blocks)


def _with_names(event: ev.Event, names: dict[str, str]) -> ev.Event:
    if isinstance(event, ev.EventHappened | ev.AliasChanged | ev.Joined):
        return event
    changes: dict[str, Any] = {}
    for field in fields(event):
        value = getattr(event, field.name)
        if isinstance(value, str):
            for name, other in names.items():
                changes[field.name] = value = value.replace(name, other)
    return replace(event, **changes)


# More is going on unseen


def burdened(fight: Fight, random: Random) -> Twin:
    """Secret rolls, notes, orders, marks, events to come, steps taken back, points within one word, woven in."""
    number, blocks, state = _Numbers(), list[tuple[Block, ...]](), fight.prepared.encounter
    rules, exact = fight.prepared.rules, fight.prepared.document.get("players", {}).get("health") == EXACT
    for events in fight.steps:
        for event in events:
            state = evolve(state, event)
        row: list[Block] = [number.step(events)]
        if state.began and random.random() < 0.6:
            more = tuple(read_texts(event, rules) for event in _unseen(state, fight, random, exact))
            row.append(number.step(more))
            for event in more:
                state = evolve(state, event)
        if random.random() < 0.4:
            step = number.step(_plain_to_see(state, random))
            row += [step, number.taken_back(step)]
        blocks.append(tuple(row))
    return Twin(fight.prepared, tuple(blocks))


def _unseen(state: Encounter, fight: Fight, random: Random, exact: bool) -> Iterator[ev.Event]:
    friends, lurker = friendly(state), random.choice(sorted(fight.hidden))
    strangers = [one for one in state if one.profile.side not in friends]
    somebody = random.choice(strangers)
    yield ev.Rolled(
        who=random.choice(list(state)).id, what="perception", label="perception", dice="d100",
        faces=(random.randint(1, 99),), total=42, by="program", secret=True,
    )  # fmt: skip
    yield ev.Noted(text=f"The ferryman is paid {random.randrange(99)}", who=somebody.id, secret=True)
    yield ev.OrdersChanged(who=somebody.id, orders=f"flee under {random.randrange(99)}")
    yield ev.RollerChanged(who=somebody.id, typed=random.random() < 0.5)
    yield ev.MarkChanged(who=somebody.id, mark="plan", value=f"bribe {random.randrange(99)}", why="a plan")
    yield ev.EventSet(event=f"late-{random.randrange(9**6)}", at=LATER, text="The portcullis falls")
    fall = f"fall-{random.randrange(9**6)}"
    yield ev.EventSet(event=fall, at=3, text="Mirefang falls", who=lurker, condition="grim")
    if random.random() < 0.5:
        yield ev.EventHappened(event=fall, text="Mirefang falls")
    yield ev.ModifierGiven(amount=-random.randint(1, 9), why="dark", who=somebody.id)
    if lurker in state and state[lurker].able:
        action = 7000 + random.randrange(999)
        at = state.count + random.randint(0, 9)
        yield ev.ActionDeclared(
            who=lurker, action=action, verb="lurk", label="Oubliette", speed=9, lands=at, target=somebody.id
        )
        yield ev.ActionEnded(who=lurker, action=action, how="aborted", label="Oubliette")
        yield ev.ConditionGained(who=lurker, condition="grim", label="grim", of=somebody.id)
        yield ev.WaitChanged(who=lurker, waiting=True)
        yield ev.Struck(who=lurker, target=somebody.id, outcome="hit", label="Oubliette", location="nape")
        yield ev.Struck(who=somebody.id, target=lurker, outcome="missed", label="Oubliette")
        yield ev.DefenceDeclared(who=lurker, against=somebody.id, defence="oubliette")
        other = random.choice(strangers)
        if other.id != lurker:
            yield ev.AwarenessChanged(who=other.id, of=lurker, aware=False)
    anybody = random.choice(list(state)).id
    yield ev.ConditionGained(who=anybody, condition="own-plan", label="bribed", amount=-1, own=True, secret=True)
    yield ev.ConditionGained(who=somebody.id, condition="own-oath", label="under an oath", amount=2, own=True)
    yield ev.Renamed(who=lurker, name=f"Grawlix {random.randrange(99)}", was="Mirefang")
    if not exact:
        yield from _points(somebody.id, state, random)


def _points(who: str, state: Encounter, random: Random) -> Iterator[ev.Event]:
    """Other points of somebody that the same word is said for."""
    one = state[who]
    for now, pool in zip(one.pools, one.profile.pools, strict=True):
        half = pool.full // 2
        low, high = (pool.least, half) if 2 * now <= pool.full else (half + 1, pool.full - 1)
        if pool.full > 1 and now < pool.full and low <= high:
            to = random.randint(low, high)
            yield ev.PoolChanged(who=who, pool=pool.name, by=to - now, to=to)


def _plain_to_see(state: Encounter, random: Random) -> Events:
    """What everybody would see, if it were not taken back."""
    one = random.choice(list(state))
    return (
        ev.TimeAdvanced(to=min([state.count + 9, *(due.count for due in state.agenda)])),
        ev.ActionDeclared(
            who=one.id, action=8000, verb="does", label=f"climbs {random.randrange(99)}", speed=3, lands=LATER
        ),
        ev.Revealed(who=one.id),
        ev.PresenceChanged(who=one.id, presence="surrendered"),
    )


TWINS: dict[str, Callable[[Fight, Random], Twin | None]] = {
    "disguised": disguised,
    "renamed": renamed,
    "burdened": burdened,
}
