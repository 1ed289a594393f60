"""Setup: from a fight to the jobs of its forecast, and from their results to its result."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import field, replace
from typing import Any

from tracker.encounter.features.sides import standing_sides
from tracker.game_api.rules import Rules
from tracker.games import registry
from tracker.model.lazy_dataclass import dataclass
from tracker.model.refusals import Refused
from tracker.model.state import Encounter
from tracker.odds.batches import Until
from tracker.odds.forecast import Forecast, InThisProcess
from tracker.odds.job import Job, job_of
from tracker.odds.playout import Ending
from tracker.odds.policies import Change, Policy, changes, forecast_side, policies
from tracker.odds.result import MOST_HELP, Fighter, Helped, Odds, Row, side
from tracker.odds.tally import Paired, Tally, likely_helps, paired_of

USUAL_FIGHTS = 400
"""The default number of fights of each policy."""
MOST_FIGHTS = 1_000_000
WITHIN_FIGHTS = 10_000
"""The most fights of each policy that `within` plays."""
HELPED_SHARE = 4
"""The share of the fights in which one change is tried: a fourth."""
HELPED_AGAIN = 2
"""The factor of further fights for the best changes."""
MOST_CHANGES = 12


class NothingToForecast(Refused):
    """A fight that is over, or has one side. The text is a sentence."""


def _why_decided(encounter: Encounter, rules: Rules) -> str:
    """Return why a fight without two standing sides has no odds: the side left, or missing fighters."""
    sides = {fighter.profile.side for fighter in encounter}
    if not sides:
        return "the fight has no fighters yet. Add some of two sides."
    if len(sides) == 1:
        return f"the fight has only one side, {side(sides.pop())}. Add a fighter of another side."
    standing = standing_sides(encounter, rules)
    if not standing:
        return "no fighter can fight any more."
    many = standing[0].endswith("s") or not standing[0]
    return f"only {'the ' if standing[0].endswith('s') else ''}{side(standing[0])} {'are' if many else 'is'} left."


@dataclass(frozen=True)
class Setup:
    """The fights of a forecast: the fight under each policy, as jobs."""

    encounter: Encounter
    rules: Rules
    system: str
    options: Mapping[str, Any]
    seed: str
    side: str
    policies: tuple[Policy, ...]
    jobs: tuple[Job, ...]
    finder: str = ""
    moment: str = "from the start"

    def odds(self, tallies: Sequence[Tally], helped: Sequence[Helped] = ()) -> Odds:
        """Return the result of the fights known so far."""
        rows = tuple(Row(policy.text, tally) for policy, tally in zip(self.policies, tallies, strict=True))
        fighters = tuple(
            Fighter(fighter.id, fighter.name, fighter.profile.side, fighter.able) for fighter in self.encounter
        )
        helped = tuple(sorted(helped, key=lambda change: -change.paired.difference.share))
        title, count = self.encounter.title, self.encounter.count
        return Odds(
            title=title,
            moment=self.moment,
            seed=self.seed,
            side=self.side,
            fighters=fighters,
            rows=rows,
            helped=helped,
            unit=self.rules.unit,
            began=count,
        )

    def changes(self) -> tuple[tuple[Change, Job], ...]:
        """Return the possible changes under the first policy, each as a job with the same dice."""
        armour = registry.of({**self.options, "system": self.system}).builtin().get("armour", ())
        tried = changes(self.policies[0].encounter, self.side, self.rules, armour)[:MOST_CHANGES]
        return tuple(
            (change, job_of(change.encounter, self.system, self.options, self.seed, finder=self.finder))
            for change in tried
        )

    def after(self, line: str) -> Job:
        """Return the fight by the first policy after a line has been carried out, with the same dice."""
        return replace(self.jobs[0], first=line)


def set_up(
    encounter: Encounter,
    rules: Rules,
    system: str,
    options: Mapping[str, Any],
    orders: Sequence[str] = (),
    seed: object = 1,
    finder: str = "",
) -> Setup:
    """Return the forecast of `encounter`. `orders` are the policies, by default three.

    `options` are the game's options of the encounter. `finder` is the `module:function` by which a worker finds a game
    from outside. Raises NothingToForecast, NoOrders, TooLarge, or Refused for orders that the game lacks.
    """
    if len(standing_sides(encounter, rules)) < 2:
        raise NothingToForecast(f"Nothing to forecast: {_why_decided(encounter, rules)}")
    meant = policies(encounter, rules.abilities.orders, orders)
    jobs = tuple(job_of(policy.encounter, system, options, seed, finder=finder) for policy in meant)
    moment = f"at {rules.unit.moment(encounter.count)}" if encounter.began else "from the start"
    return Setup(
        encounter=encounter,
        rules=rules,
        system=system,
        options=options,
        seed=str(seed),
        side=forecast_side(encounter),
        policies=meant,
        jobs=jobs,
        finder=finder,
        moment=moment,
    )


@dataclass
class Machines:
    """The executor of a forecast, how many workers it has, and another one in its place where it breaks."""

    executor: Executor = field(default_factory=InThisProcess)
    workers: int = 1
    renewed: Callable[[Executor], Executor] | None = None


Told = Callable[[int, int, Odds], None]
"""A function called now and then with the fights known, the most fights wanted, and the odds so far."""


def forecast(setup: Setup, until: Until, machines: Machines, tell: Told | None = None, changed: bool = True) -> Odds:
    """Play a forecast to its end. With `changed` also what would help most. Raises Differs and Broke.

    Each change is tried in a share of the fights, and the best ones in further fights with the same dice.
    """
    first: list[Ending] = []
    tried = setup.changes() if changed else ()
    # `once` fights try each change, `in_all` fights the best changes, `most` is the number of all fights to play.
    once = max(1, until.fights // HELPED_SHARE)
    in_all = min(until.fights, once * (1 + HELPED_AGAIN))
    best = min(len(tried), MOST_HELP)
    most = until.fights * len(setup.jobs) + once * len(tried) + (in_all - once) * best

    def keep(place: int, endings: tuple[Ending, ...]) -> None:
        """Keep the first fights under the first policy, which the changes are compared with."""
        if place == 0 and len(first) < in_all:
            first.extend(endings)

    under_way = _forecast(setup.jobs, until, machines, keep)
    tallies = under_way.finish(
        None if tell is None else lambda: tell(under_way.done, most, setup.odds(under_way.tallies))
    )
    if not tried:
        return setup.odds(tallies)
    so_far = setup.odds(tallies)
    played = under_way.done

    def compare(jobs: Sequence[Job], begin: int, end: int) -> list[Paired]:
        """Play the fights from `begin` to `end` with each change, and hold them against the fights without it."""
        nonlocal played
        others: list[list[Ending]] = [[] for _ in jobs]
        again = _forecast(
            jobs, Until(end), machines, lambda place, endings: others[place].extend(endings), [begin] * len(jobs)
        )
        again.finish(None if tell is None else lambda: tell(played + again.done, most, so_far))
        played += (end - begin) * len(jobs)
        return [paired_of(first[begin:end], endings, setup.side) for endings in others]

    known = len(first)
    once = min(once, known)
    jobs = [job for _, job in tried]
    helped = compare(jobs, 0, once)
    leading = sorted(range(len(tried)), key=lambda place: -helped[place].difference.share)[:best]
    if once < min(in_all, known):
        # Those that lead may lead by chance, so further fights judge them, and only those.
        further = compare([jobs[place] for place in leading], once, min(in_all, known))
        judged = dict(zip(leading, further, strict=True))
        likely = dict(zip(leading, likely_helps(further), strict=True))
    else:
        judged, likely = dict(enumerate(helped)), dict(enumerate(likely_helps(helped)))
    return setup.odds(
        tallies,
        tuple(
            Helped(change.text, judged.get(place, helped[place]), likely.get(place, False))
            for place, (change, _) in enumerate(tried)
        ),
    )


def _forecast(
    jobs: Sequence[Job],
    until: Until,
    machines: Machines,
    keep: Callable[[int, tuple[Ending, ...]], None],
    first: Sequence[int] = (),
) -> Forecast:
    """Return a forecast of these jobs that plays on these machines. `first` is each job's first number to play."""
    return Forecast(jobs, until, machines.executor, machines.workers, keep=keep, renewed=machines.renewed, first=first)
