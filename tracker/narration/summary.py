"""Summary: which side won, and what each fighter did, dealt, took and spent, from the steps in force."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from tracker.clock.spans import TimeUnit
from tracker.encounter.engine.journal import Step
from tracker.encounter.features.groups import members
from tracker.encounter.names import name_of
from tracker.encounter.statistics.curves import Curve, curves
from tracker.encounter.statistics.tally import Deeds, Points, tally, together
from tracker.encounter.statistics.victory import victors
from tracker.game_api.rules import Rules
from tracker.model import events as ev
from tracker.model.combatant import Combatant
from tracker.model.lazy_dataclass import dataclass
from tracker.model.state import Encounter
from tracker.narration.field import field
from tracker.narration.grammar import fates, number_of

_INDENT = "  "


@dataclass(frozen=True, slots=True)
class Paragraph:
    """The deeds of a fighter, or of a group together with a paragraph behind it for each of the group."""

    who: str
    """The fighter's id. Empty for a group."""
    group: str
    """The common group. Empty for a fighter without one."""
    deeds: Deeds
    lines: tuple[str, ...]
    """The heading, then the lines below it."""
    behind: tuple[Paragraph, ...] = ()
    name: str = ""
    side: str = ""
    state: str = ""
    """The presence, or the numbers of a group standing and out."""
    ended: tuple[str, ...] = ()
    ids: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Account:
    """The fight so far: who holds the field and for how long it went on, a paragraph for each, the game's last word."""

    holds: str | None
    """The only side left, empty if none is. None: it is undecided."""
    head: tuple[str, ...]
    paragraphs: tuple[Paragraph, ...]
    tail: tuple[str, ...]
    each: bool = False
    """True if members of a group are told one by one, too."""
    curves: Mapping[str, tuple[Curve, ...]] = dataclasses.field(default_factory=dict)
    """The curves of points by fighter."""
    count: int = 0

    @property
    def words(self) -> tuple[str, ...]:
        """Return the lines, with an empty one between paragraphs. Those behind a group are indented."""
        lines = list(self.head)
        for paragraph in self.paragraphs:
            lines += ["", *paragraph.lines]
            for member in paragraph.behind if self.each else ():
                lines += ["", *(f"{_INDENT}{line}" for line in member.lines)]
        return (*lines, *self.tail)


def account(steps: Iterable[Step], encounter: Encounter, rules: Rules, each: bool = False) -> Account:
    """Return the fight so far, in seat order, then the last lines of the game. Groups are told together.

    With `each` its words also have the paragraph of every member of a group.
    """
    steps = tuple(steps)
    teller = _Teller(encounter, rules, dict(tally(steps, rules.abilities.counted_whole)))
    paragraphs: dict[str, Paragraph] = {}  # by fighter, or by group: a group is told where its first member sits
    for fighter in encounter:
        all_of = members(encounter, fighter.group)
        if len(all_of) < 2:
            paragraphs[f"one {fighter.id}"] = teller.of_one(fighter)
        elif f"all {fighter.group}" not in paragraphs:
            paragraphs[f"all {fighter.group}"] = teller.of_group(all_of)
    unit = rules.unit
    head = (
        field(encounter),
        f"{encounter.title}: {unit.words(encounter.count)} ({unit.seconds(encounter.count):g} s)",
        f"still in the fight: {', '.join(_left(encounter)) or 'nobody'}",
    )
    footer = rules.display.summary_footer(encounter)
    drawn, count = curves(steps, encounter), encounter.count
    return Account(victors(encounter), head, tuple(paragraphs.values()), footer, each, drawn, count)


def _left(encounter: Encounter) -> list[str]:
    """Return the names of fighters who can still act, for a group with the number."""
    left: dict[str, None] = {}
    for fighter in encounter:
        all_of = members(encounter, fighter.group)
        if fighter.able and len(all_of) < 2:
            left[fighter.name] = None
        elif fighter.able:
            left[f"{sum(member.able for member in all_of)} of {len(all_of)} {fighter.group}"] = None
    return list(left)


class _Teller:
    """Words for deeds, by combatant."""

    def __init__(self, encounter: Encounter, rules: Rules, deeds: dict[str, Deeds]) -> None:
        self.encounter, self.rules, self.deeds = encounter, rules, deeds
        self.pools = {pool.name: pool for fighter in encounter for pool in fighter.profile.pools}

    def of_one(self, fighter: Combatant) -> Paragraph:
        """Return the paragraph about a fighter."""
        deeds = self.deeds.get(fighter.id) or Deeds()
        ended = self.rules.display.end_of_fight_lines(self.encounter, fighter.id)
        lines = (
            f"{fighter.name} ({fighter.profile.side}): {fighter.presence.value}",
            *self.told(deeds, (fighter,), ended),
        )
        side, state = fighter.profile.side, fighter.presence.value
        return Paragraph(
            fighter.id,
            fighter.group,
            deeds,
            lines,
            name=fighter.name,
            side=side,
            state=state,
            ended=tuple(ended),
            ids=(fighter.id,),
        )

    def of_group(self, all_of: Sequence[Combatant]) -> Paragraph:
        """Return the paragraph about a group together, with those of its members behind it."""
        first, each = all_of[0], tuple(self.of_one(member) for member in all_of)
        deeds = together(member.deeds for member in each)
        ended = Counter(
            line for member in all_of for line in self.rules.display.end_of_fight_lines(self.encounter, member.id)
        )
        alike = [f"{line} ×{many}" if many > 1 else line for line, many in ended.items()]
        stand = sum(member.able for member in all_of)
        gone = fates(member.presence for member in all_of)
        became = ", ".join(filter(None, (f"{stand} standing" if stand else "", gone)))
        head = f"{first.group} ({first.profile.side}), {len(all_of)} together: {became}"
        name, ids = f"{first.group} ×{len(all_of)}", tuple(member.id for member in all_of)
        return Paragraph(
            "", first.group, deeds, (head, *self.told(deeds, all_of, alike)), each, name=name,
            side=first.profile.side, state=became, ended=tuple(alike), ids=ids,
        )  # fmt: skip

    def told(self, deeds: Deeds, all_of: Sequence[Combatant], ended: Iterable[str]) -> list[str]:
        """Return the deeds of a fighter, or of a group together, as lines. `ended` are the last lines of the game."""
        lost, several, unit = deeds.taken + deeds.spent, len(all_of) > 1, self.rules.unit
        struck = f"Blows: {deeds.blows}, {deeds.hits} hit for {deeds.damage} in all"
        if deeds.hardest is not None and deeds.hits > 1:
            by = f" by {self.name(deeds.hardest.who)}" if several else ""
            struck += f"; hardest {deeds.hardest.damage}{by} on {self.name(deeds.hardest.target)}"
        taken = f"Hit {number_of(deeds.was_hit, 'time')}" if deeds.was_hit else "Never hit"
        lines = [f"{struck}. {taken}"]
        lines.append(f"Rolls: {deeds.succeeded} of {deeds.checks} made.{self.margins(deeds, several)}")
        lines.append(f"Lost: {self.points(lost) or 'nothing'}")
        if deeds.dealt:
            lines.append(f"Dealt: {self.points(deeds.dealt)}")
        if deeds.taken:
            spent = f"; spent: {self.points(deeds.spent)}" if deeds.spent else ""
            lines.append(f"Lost to blows: {self.points(deeds.taken)}{spent}")
        if deeds.declared:
            lines.append(f"Actions declared: {deeds.declared}{_time(deeds, unit)}")
        return [f"{_INDENT}{line}" for line in (*lines, *ended)]

    def margins(self, deeds: Deeds, several: bool) -> str:
        """Return the best and the worst roll in words, with the names of rollers where `several` share the deeds."""
        if deeds.best is None or deeds.worst is None:
            return ""
        worst = f". Worst: {self.roll(deeds.worst, several)}" if deeds.worst is not deeds.best else ""
        return f" Best: {self.roll(deeds.best, several)}{worst}"

    def roll(self, roll: ev.Rolled, several: bool) -> str:
        """Return a roll with its margin: `attack on Gruk, 12 against 47 (+35)`. Among `several`, with who rolled."""
        by = f"{self.name(roll.who)}: " if several else ""
        margin = f" ({roll.margin:+d})" if roll.margin is not None else ""
        return f"{by}{roll.label}, {roll.total} against {roll.chance}{margin}".replace(" -", " −").replace("(-", "(−")

    def points(self, points: Points) -> str:
        """Return points by pool, with the names of the panes, in the order of the sheets."""
        order = sorted(points, key=lambda name: list(self.pools).index(name) if name in self.pools else len(self.pools))
        return ", ".join(f"{self.called(name)} {points[name]}" for name in order if points[name])

    def called(self, name: str) -> str:
        """Return the name of a pool out of context."""
        return self.pools[name].words if name in self.pools else name

    def name(self, who: str) -> str:
        return name_of(self.encounter, who)


def _time(deeds: Deeds, unit: TimeUnit) -> str:
    """Return the time of a fighter's actions and defences, where they took any."""
    answers = f", answers took {unit.words(deeds.answering)}" if deeds.answering else ""
    return (f", under way for {unit.words(deeds.acting)}" if deeds.acting else "") + answers
