"""Tally: what each fighter did and suffered, counted from the events of the steps in force."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import field, fields
from typing import NamedTuple

from tracker.encounter.engine.journal import Step
from tracker.encounter.statistics.causes import Causes, Loss
from tracker.model import events as ev
from tracker.model.events import HIT
from tracker.model.lazy_dataclass import dataclass

Points = Counter[str]


@dataclass(slots=True)
class Deeds:
    """The deeds of one combatant, and its end."""

    blows: int = 0
    hits: int = 0
    damage: int = 0
    """The damage of the fighter's hits in all, before anything stopped it."""
    hardest: ev.Struck | None = None
    """The hit with the most damage."""
    was_hit: int = 0
    checks: int = 0
    succeeded: int = 0
    best: ev.Rolled | None = None
    worst: ev.Rolled | None = None
    """The checks with the greatest and the least margin."""
    dealt: Points = field(default_factory=Counter)
    """The points that the fighter's blows took from others."""
    taken: Points = field(default_factory=Counter)
    """The points that blows took from the fighter."""
    spent: Points = field(default_factory=Counter)
    """Other losses: by the fighter's effort, by bleeding, by hand."""
    harm_dealt: int = 0
    harm_taken: int = 0
    """The points of `taken` in one number, with each blow counted once though it may empty several pools."""
    declared: int = 0
    acting: int = 0
    """Counts in which an action was under way, added up over the actions."""
    answering: int = 0
    """Counts that answers to blows took."""


_SUMMED = tuple(each.name for each in fields(Deeds) if each.name not in ("hardest", "best", "worst"))


def together(each: Iterable[Deeds]) -> Deeds:
    """Return the sum of the deeds of several, with the best roll, worst roll and hardest blow of all."""
    all_of = Deeds()
    for deeds in each:
        for name in _SUMMED:
            setattr(all_of, name, getattr(all_of, name) + getattr(deeds, name))
        if deeds.best is not None and (all_of.best is None or _margin(deeds.best) > _margin(all_of.best)):
            all_of.best = deeds.best
        if deeds.worst is not None and (all_of.worst is None or _margin(deeds.worst) < _margin(all_of.worst)):
            all_of.worst = deeds.worst
        if deeds.hardest is not None and (all_of.hardest is None or deeds.hardest.damage > all_of.hardest.damage):
            all_of.hardest = deeds.hardest
    return all_of


def _margin(roll: ev.Rolled) -> int:
    """Return the margin of a roll. 0 where it had no chance."""
    return roll.margin or 0


class _Blow(NamedTuple):
    """A blow, and the points it took from its target by pool."""

    struck: ev.Struck
    lost: Points


class _Count:
    """A pass over the events in order. `whole` are the pools that count a blow whole. Empty: all."""

    def __init__(self, whole: Collection[str] = ()) -> None:
        self.deeds: dict[str, Deeds] = {}
        self._whole = whole
        self._causes = Causes()
        self._blows: dict[int, _Blow] = {}
        """The blows that took points, by identity, since two may be equal."""
        self._now = 0
        self._since: dict[int, int] = {}
        """The count at which each action under way was declared."""

    def of(self, who: str) -> Deeds:
        return self.deeds.setdefault(who, Deeds())

    def take(self, event: ev.Event) -> None:
        """Add an event to the deeds of those it concerns. Events come in their order."""
        for loss in self._causes.take(event):
            self._lost(loss)
        match event:
            case ev.TimeAdvanced():
                self._now = event.to
            case ev.ActionDeclared():
                self.of(event.who).declared += 1
                self._since[event.action] = self._now
            case ev.ActionEnded():
                self.of(event.who).acting += self._now - self._since.pop(event.action, self._now)
            case ev.DefenceDeclared():
                self.of(event.who).answering += event.counts
            case ev.Rolled():
                self._rolled(event)
            case ev.Struck():
                self._struck(event)
            case _:
                pass

    def settled(self) -> Mapping[str, Deeds]:
        """Return the deeds once no more events come: all losses and blows are counted."""
        for loss in self._causes.settled():
            self._lost(loss)
        for struck, lost in self._blows.values():
            harm = harm_of(lost, self._whole)
            self.of(struck.who).harm_dealt += harm
            self.of(struck.target).harm_taken += harm
        self._blows.clear()
        return self.deeds

    def _rolled(self, event: ev.Rolled) -> None:
        """Count a roll that had a chance, and keep the best and the worst."""
        if event.chance is None:
            return
        deeds, margin = self.of(event.who), event.margin or 0
        deeds.checks += 1
        deeds.succeeded += event.margin is not None and margin >= 0
        if deeds.best is None or margin > (deeds.best.margin or 0):
            deeds.best = event
        if deeds.worst is None or margin < (deeds.worst.margin or 0):
            deeds.worst = event

    def _struck(self, event: ev.Struck) -> None:
        """Count a blow with its damage, for the attacker and, if it hit, for the target."""
        deeds = self.of(event.who)
        deeds.blows += 1
        deeds.damage += event.damage
        if event.outcome == HIT:
            deeds.hits += 1
            self.of(event.target).was_hit += 1
        if event.damage and (deeds.hardest is None or event.damage > deeds.hardest.damage):
            deeds.hardest = event

    def _lost(self, loss: Loss) -> None:
        """Attribute a loss to the fighter who struck the blow, or to its bearer."""
        event, blow = loss
        if blow is None or blow.who == event.who:
            self.of(event.who).spent[event.pool] += event.lost
            return
        self.of(blow.who).dealt[event.pool] += event.lost
        self.of(event.who).taken[event.pool] += event.lost
        self._blows.setdefault(id(blow), _Blow(blow, Counter())).lost[event.pool] += event.lost


def harm_of(lost: Mapping[str, int], whole: Collection[str]) -> int:
    """Return what a blow took in one number, counted once though it may empty several pools.

    `lost` are the points by pool. The number is the sum over the pools `whole` (empty: all), or over the other pools
    where that is more.
    """
    counted = sum(points for pool, points in lost.items() if not whole or pool in whole)
    return max(counted, sum(lost.values()) - counted)


def tally(steps: Iterable[Step], whole: Collection[str] = ()) -> Mapping[str, Deeds]:
    """Return the deeds of each combatant in these steps, without combatants who did and suffered nothing.

    `whole` are the pools that a blow's harm is counted by, where other pools lose the same points once more. Empty: all
    pools.
    """
    count = _Count(whole)
    for step in steps:
        for event in step.events:
            count.take(event)
    return count.settled()
