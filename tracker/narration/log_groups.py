"""Groups in the log: what several of one group did at one moment as one line, with the single lines behind it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Sequence
from dataclasses import fields, replace
from enum import Enum, auto

from tracker.clock.spans import WHOLE, TimeUnit
from tracker.model import events as ev
from tracker.model.lazy_dataclass import dataclass
from tracker.narration import grammar
from tracker.narration.grammar import counted, number_of
from tracker.narration.log_entry import Entry
from tracker.narration.log_lines import Names, Told
from tracker.text.names import and_more

Groups = Callable[[str], str]
"""A function from an id to the name of its group. Empty without one."""

_TOLD_ONCE = (
    ev.ActionDeclared, ev.DueAdded, ev.DefenceDeclared, ev.Answered, ev.WaitChanged, ev.OrdersChanged,
    ev.AwarenessChanged,
)  # fmt: skip
"""The events told once if several of a group do the same, by whatever cause. Others only as the group was told."""
_MAY_DIFFER = ("who", "action", "ref", "against", "sum")
"""The fields that may differ between events told in one line."""


class _Kind(Enum):
    """A kind of line for several: attacks of a group, answers to them, or the same act by each."""

    ATTACKS = auto()
    ANSWERS = auto()
    ALIKE = auto()


@dataclass(frozen=True, slots=True)
class Key:
    """The key that the lines of one fold share: their kind, their group, and the rest."""

    kind: _Kind
    group: str
    rest: tuple[Hashable, ...] = ()


class Folding:
    """Folds the lines of one moment. `name` and `group` say what an id is called and of which group it is."""

    def __init__(self, name: Names, group: Groups, unit: TimeUnit = WHOLE) -> None:
        self.name, self.group, self.unit = name, group, unit

    def folded(self, lines: Sequence[Entry], in_force: Collection[int]) -> list[Entry]:
        """Return the lines. Those of a group that belong together are behind one, at the position of the first.

        `in_force` are the numbers of the steps in force.
        """
        keys = self._keys(lines)
        by_key: dict[Key, list[Entry]] = {}
        for line, key in zip(lines, keys, strict=True):
            if key is not None:
                by_key.setdefault(key, []).append(line)
        several = {key for key, members in by_key.items() if self._are_several(key, members)}
        shown: list[Entry] = []
        begun: set[Key] = set()
        for line, key in zip(lines, keys, strict=True):
            if key is None or key not in several:
                shown.append(line)
            elif key not in begun:
                begun.add(key)
                fold = Entry(line.step, line.at, line.words, line.when, root=line.root, behind=tuple(by_key[key]))
                shown.append(self.worded(fold, in_force))
        return shown

    def worded(self, entry: Entry, in_force: Collection[int]) -> Entry:
        """Return a fold reworded by the lines behind it that are in force, or by all when none is.

        `in_force` are the numbers of the steps in force.
        """
        behind = [line for line in entry.behind if line.step in in_force] or list(entry.behind)
        words, last = self._words(behind), behind[-1]
        who = tuple(dict.fromkeys(who for line in entry.behind for who in line.words.who))
        return replace(entry, words=replace(words, who=who), step=last.step)

    # The lines that belong together

    def _keys(self, lines: Sequence[Entry]) -> list[Key | None]:
        """Return for each line the key of the common line of its group. None for a line told alone."""
        keys: list[Key | None] = [None] * len(lines)
        volleys: Counter[str] = Counter()  # by group: a new declaration begins a volley, told in its own line
        declared: set[Key] = set()
        for number, line in enumerate(lines):
            match line.event:
                case _ if line.words.secret:
                    pass
                case ev.Struck(who=who) if group := self.group(who):
                    for place in (*self._before_blow(lines, number, who), number):
                        keys[place] = Key(_Kind.ATTACKS, group, (volleys[group],))
                case ev.DefenceDeclared(who=who, against=against) if group := self.group(against):
                    for place in (number, *self._around_answer(lines, number, who)):
                        keys[place] = Key(_Kind.ANSWERS, group, (who, volleys[group]))
                case ev.Rolled(group=""):
                    pass
                case event if event is not None and (group := self.group(getattr(event, "who", ""))):
                    keys[number] = key = Key(_Kind.ALIKE, group, (line.root, *_features(event)))
                    if isinstance(event, ev.ActionDeclared) and key not in declared:
                        declared.add(key)
                        volleys[group] += 1
                case _:
                    pass
        return keys

    def _before_blow(self, lines: Sequence[Entry], position: int, who: str) -> list[int]:
        """Return the positions of the rolls and answers directly before the blow at a position."""
        places: list[int] = []
        for place in range(position - 1, -1, -1):
            match lines[place].event:
                case ev.Rolled(group="", secret=False):
                    places.append(place)
                case ev.DefenceDeclared(against=against) if against == who:
                    places.append(place)
                case _:
                    break
        return places

    @staticmethod
    def _around_answer(lines: Sequence[Entry], position: int, who: str) -> list[int]:
        """Return the positions of an answer's parts: the order before it, and the action it delays behind it."""
        places: list[int] = []
        line_before = lines[position - 1].event if position else None
        if isinstance(line_before, ev.Answered) and line_before.who == who:
            places.append(position - 1)
        line_after = lines[position + 1].event if position + 1 < len(lines) else None
        if isinstance(line_after, ev.DueMoved) and line_after.who == who:
            places.append(position + 1)
        return places

    @staticmethod
    def _are_several(key: Key, lines: Sequence[Entry]) -> bool:
        """Return whether lines of one key are about several fighters of the group, so that they share a line."""
        match key.kind:
            case _Kind.ATTACKS:
                who = {line.event.who for line in lines if isinstance(line.event, ev.Struck)}
            case _Kind.ANSWERS:
                who = {line.event.against for line in lines if isinstance(line.event, ev.DefenceDeclared)}
            case _Kind.ALIKE:
                who = {getattr(line.event, "who", "") for line in lines}
                alike = isinstance(lines[0].event, (*_TOLD_ONCE, ev.Rolled)) or any(line.as_group for line in lines)
                return alike and len(who) > 1
        return len(who) > 1

    # The sentence for them together

    def _words(self, behind: Sequence[Entry]) -> Told:
        """Return one line for several: attacks counted, answers counted, or the first and the number of the others."""
        struck = [line.event for line in behind if isinstance(line.event, ev.Struck)]
        if struck:
            return Told(self._attacks(struck), role="strong")
        answers = [line.event for line in behind if isinstance(line.event, ev.DefenceDeclared)]
        if answers and len({answer.against for answer in answers}) >= len({answer.who for answer in answers}):
            return Told(self._answers(answers, [line.event for line in behind]))
        first, others = behind[0].words, and_more(len(behind) - 1)
        return replace(
            first, text=f"{first.text} ({others.strip()} of the group)" if others else first.text, details=()
        )

    def _attacks(self, struck: Sequence[ev.Struck]) -> str:
        """Return attacks counted: `goblins: 12 attacks on Brann, 2 hit, 3 parried, 7 missed`."""
        group, many = self.group(struck[0].who), len(struck)
        attacks = number_of(many, "attack")
        targets = dict.fromkeys(blow.target for blow in struck)
        if len(targets) == 1:
            return f"{group}: {attacks} on {self.name(struck[0].target)}, {counted(blow.outcome for blow in struck)}"
        on = {target: counted(blow.outcome for blow in struck if blow.target == target) for target in targets}
        each = "; ".join(f"on {self.name(target)} {ways}" for target, ways in on.items())
        return f"{group}: {attacks}, {each}"

    def _answers(self, answers: Sequence[ev.DefenceDeclared], events: Sequence[ev.Event | None]) -> str:
        """Return answers counted: `Brann answers goblins: parries ×12, 60 counts, 90 → 150`."""
        many = Counter(answer.label or answer.defence for answer in answers)
        each = ", ".join(f"{label} ×{times}" if times > 1 else label for label, times in many.items())
        counts = sum(answer.counts for answer in answers)
        moved = [event for event in events if isinstance(event, ev.DueMoved)]
        price = f", {self.unit.words(counts)}" if counts else ""
        price += f", {self.unit.text(moved[0].from_)} → {self.unit.text(moved[-1].to)}" if moved else ""
        return f"{grammar.answers(self.name(answers[0].who), self.group(answers[0].against), each)}{price}"


def _features(event: ev.Event) -> tuple[Hashable, ...]:
    """Return the features of an event. Those with equal features are told as one line.

    Of a roll that places a group it does not matter who threw it.
    """
    left_out = (*_MAY_DIFFER, "by") if isinstance(event, ev.Rolled) else _MAY_DIFFER
    return type(event).__name__, *(getattr(event, field.name) for field in fields(event) if field.name not in left_out)
