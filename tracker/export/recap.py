"""Recap: a fight as the players saw it, for a player who missed it: the end, the turning points, each fighter.

Everything comes from a chronicle, so it holds nothing that the players were not shown.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from itertools import groupby
from typing import TypeVar

from tracker.clock.spans import TimeUnit
from tracker.model.combatant import Presence
from tracker.model.events import HIT
from tracker.model.lazy_dataclass import dataclass
from tracker.narration.facts import (
    Answered,
    Became,
    Began,
    Blow,
    Declared,
    Done,
    Fact,
    Happened,
    Joined,
    Shown,
    Standing,
)
from tracker.narration.grammar import FATES, listed
from tracker.narration.sentences import folded, folded_rows, sentence
from tracker.players.chronicle import Chronicle, Person
from tracker.players.log import Line
from tracker.players.samples import LOOKS, STANDS, Sample
from tracker.players.view import BADLY_HURT, FRESH, HURT
from tracker.text.names import and_more

_NARROW = 1 / 3
"""The share of a pool at or under which an escape counts as narrow."""
_LULL = 6
"""A scene ends after a lull longer than the whole fight divided by this."""
_LONG_SCENE = 24
"""The lines after which a scene ends at the next fall."""
_LONGEST_SCENE = 60
"""The lines after which a scene ends with its moment. The lines of a group count one by one."""
_MINUTES = 2
"""The minutes from which a length is in minutes and seconds."""
_MOST_TURNS = 5
_MARKS = 3
"""The most events, arrivals and falls in a heading."""
_QUIET = (Declared, Answered, Shown)
_FOURTHS = {FRESH: 4, HURT: 3, BADLY_HURT: 1}


@dataclass(frozen=True, slots=True)
class Turn:
    """A turning point: its heading, its count and its sentence."""

    heading: str
    at: int
    text: str


@dataclass(frozen=True, slots=True)
class Row:
    """The deeds of one fighter, or of a group, as far as players saw them."""

    name: str
    player: str
    side: str
    blows: int
    hits: int
    was_hit: int
    lost: str
    """Points lost to blows, by pool, without limbs and armour. Empty when players see no points."""
    ended: str
    """The way and time a fighter left the fight. For a group, the number who did."""


@dataclass(frozen=True, slots=True)
class Curve:
    """One measure of a fighter over the counts: steps of a count and the share left from then on, 0 to 1."""

    name: str
    side: int
    """The number of its side, in the order of appearance."""
    what: str
    steps: tuple[tuple[int, float], ...]
    left: str
    """The rest at the end, in words."""


@dataclass(frozen=True, slots=True)
class Told:
    """One line of the log. A quiet one is a declaration, without its result."""

    text: str
    quiet: bool


@dataclass(frozen=True, slots=True)
class Scene:
    """Moments that belong together, with a heading of the most remarkable ones."""

    heading: str
    moments: tuple[tuple[int, tuple[Told, ...]], ...]


@dataclass(frozen=True, slots=True)
class Recap:
    """A whole fight, ready to be printed."""

    title: str
    unit: TimeUnit
    ended: str
    lasted: str
    sides: tuple[tuple[str, str], ...]
    """Each side with the names of its fighters."""
    turns: tuple[Turn, ...]
    rows: tuple[Row, ...]
    curves: tuple[Curve, ...]
    scenes: tuple[Scene, ...]
    last: int


def recap_of(chronicle: Chronicle, lines: Sequence[Line] | None = None) -> Recap:
    """Return the recap of a fight. `lines` are the lines of the log to include, by default all."""
    unit = chronicle.unit
    last = max([chronicle.now, *(line.at for line in chronicle.lines), *(sample.at for sample in chronicle.samples)])
    return Recap(
        title=chronicle.title,
        unit=unit,
        ended=_ended_how(chronicle),
        lasted=_length(unit, last),
        sides=tuple(_sides(chronicle.people)),
        turns=tuple(_turns(chronicle)),
        rows=tuple(_rows(chronicle)),
        curves=tuple(_curves(chronicle)),
        scenes=tuple(_scenes(chronicle.lines if lines is None else lines, unit, last)),
        last=last,
    )


def _length(unit: TimeUnit, last: int) -> str:
    """Return the length of a fight in rounds where they have a name, else in counts, and in seconds."""
    seconds = _minutes(unit.seconds(last))
    rounds = unit.counting.greatest if unit.counting is not None else ""
    if unit.counting is not None and rounds:
        many = unit.counting.greatest_number(last) - unit.counting.greatest_number(0) + 1
        return f"{many} {rounds if many == 1 else _plural(rounds)}, {seconds}"
    return seconds if unit.many == "seconds" else f"{unit.words(last)}, {seconds}"


def _minutes(seconds: float) -> str:
    """Return a length in words: `95 seconds`, from `_MINUTES` minutes on `2 minutes 5 seconds`."""
    minutes, rest = divmod(round(seconds), 60)
    if minutes < _MINUTES:
        return f"{seconds:g} seconds"
    return f"{minutes} minutes{f' {rest} second{_s(rest)}' if rest else ''}"


def _s(many: int) -> str:
    return "" if many == 1 else "s"


def _plural(name: str) -> str:
    """Return the plural of a word such as `round`."""
    return f"{name}{'es' if name.endswith(('s', 'x', 'sh', 'ch')) else 's'}"


def _ended_how(chronicle: Chronicle) -> str:
    """Return the side that holds the field, or the sides that stand when no fighter is out."""
    if not chronicle.began or any(person.presence != Presence.IN.value for person in chronicle.people):
        return chronicle.field
    sizes = Counter(person.group for person in chronicle.people if person.group)
    names = (
        _group_name(person.group, sizes[person.group]) if sizes[person.group] > 1 else person.name
        for person in chronicle.people
    )
    return f"Everybody stands: {listed([*_of_one_kind([*names])])}."


def _group_name(group: str, many: int) -> str:
    """Return the name of a group with its size: `6 bandits`."""
    return f"{many} {group}"


def _sides(people: Sequence[Person]) -> Iterator[tuple[str, str]]:
    """Yield each side with its names. A group is named once with its size."""
    for side in dict.fromkeys(person.side for person in people):
        names: dict[str, None] = {}
        for person in (person for person in people if person.side == side):
            members = [other for other in people if other.group and other.group == person.group]
            player = f" ({person.player})" if person.player else ""
            names[_group_name(person.group, len(members)) if len(members) > 1 else f"{person.name}{player}"] = None
        yield side or "on no side", ", ".join(_of_one_kind([*names]))


def _of_one_kind(names: Sequence[str]) -> Iterator[str]:
    """Yield the names. Three and more in a row that differ in their number alone are one: `Guard 1–3`."""
    for _, same in groupby(names, lambda name: _stem(name) or name):
        row = [*same]
        yield from [listed(row)] if len(row) > 2 else row


def _stem(name: str) -> str:
    """Return a name without its number: `Guard` for `Guard 2`. Empty for a name without one."""
    stem, _, number = name.rpartition(" ")
    return stem if number.isdecimal() else ""


# The turning points


def _turns(chronicle: Chronicle) -> list[Turn]:
    """Return the turning points in the order of the fight: first blood, biggest hit, escape, first and last fall."""
    blows = [*_of_kind(chronicle.lines, Blow)]
    weights = _weights(blow for _, blow in blows)
    falls = [(line, fact) for line, fact in _of_kind(chronicle.lines, Standing) if fact.presence in FATES]
    felling = {id(_hit_before(chronicle, *fall)) for fall in falls if fall[1].presence == Presence.DOWN.value}
    bloody = [
        (line, blow) for line, blow in blows if blow.how == HIT and (weights[id(blow)] > 0 or id(blow) in felling)
    ]
    placed: list[tuple[int, Turn]] = []

    def add(heading: str, line: Line, addition: str = "") -> None:
        """Add a turning point at a line, with its place in the log."""
        placed.append((chronicle.lines.index(line), Turn(heading, line.at, sentence(line.fact) + addition)))

    if bloody:
        add("First blood", bloody[0][0])
        biggest = _biggest(bloody, weights)
        if biggest is not bloody[0][0]:
            add("Biggest hit", biggest)
        else:
            placed[0] = (placed[0][0], replace(placed[0][1], heading="First blood, and the biggest hit"))
    if blows and not bloody:
        add("First blow", blows[0][0])
    if falls:
        half = _half_of_a_side(chronicle, falls)
        if half is not None:
            add(f"Half of {half.side} out of the fight", half.line, f": {half.left} of {half.size} are left")
        elif len(falls) > 1:
            add("First out of the fight", falls[0][0], _by_whom(chronicle, *falls[0]))
        heading = "Last out of the fight" if len(falls) > 1 else "Out of the fight"
        add(heading, falls[-1][0], _by_whom(chronicle, *falls[-1]))
    for heading, line in _other_turns(chronicle.lines):
        if len(placed) < _MOST_TURNS - 1 and line.text not in {turn.text for _, turn in placed}:
            add(heading, line)
            if isinstance(line.fact, Became):
                placed[-1] = (placed[-1][0], replace(placed[-1][1], text=_as_deed(line.fact)))
    turns = [turn for _, turn in sorted(placed, key=lambda pair: pair[0])]
    escape = _escape(chronicle)
    if escape is not None:
        place = next((index for index, turn in enumerate(turns) if turn.at > escape.at), len(turns))
        turns.insert(place, escape)
    return turns


_Kind = TypeVar("_Kind", bound=Fact)


def _of_kind(lines: Iterable[Line], kind: type[_Kind]) -> Iterator[tuple[Line, _Kind]]:
    """Yield the lines that tell facts of a kind, each with its fact."""
    for line in lines:
        if isinstance(line.fact, kind):
            yield line, line.fact


def _other_turns(lines: Sequence[Line]) -> Iterator[tuple[str, Line]]:
    """Yield other turning points for a fight with few usual ones, the weightiest first."""
    yield from (("Back", line) for line, fact in _of_kind(lines, Standing) if fact.presence not in FATES)
    yield from (("Done", line) for line, _ in _of_kind(lines, Done))
    yield from (("It happened", line) for line, _ in _of_kind(lines, Happened))
    yield from (("Close quarters", line) for line, fact in _of_kind(lines, Became) if fact.whom)


def _as_deed(fact: Became) -> str:
    """Return a condition that ties two fighters as an act of one of them: `Nim closes in with Holt`."""
    return re.sub(r"^(.+): closed in with", r"\1 closes in with", sentence(fact))


def _biggest(hits: Sequence[tuple[Line, Blow]], weights: Mapping[int, float]) -> Line:
    """Return the biggest hit: the one with most points, or that changed the look of its target even more.

    `weights` are those of `_weights`. Where players see no points, only the look tells.
    """
    most = max(blow.points for _, blow in hits)
    heaviest = [(line, blow) for line, blow in hits if not blow.points or blow.points == most]
    return max(heaviest, key=lambda hit: weights[id(hit[1])])[0]


def _weights(blows: Iterable[Blow]) -> Mapping[int, float]:
    """Return by the identity of a blow the share that it took of its target, 0 to 1 and more."""
    looked: dict[str, int] = {}
    weights: dict[int, float] = {}
    for blow in blows:
        weight = blow.share
        if blow.looks:
            now = _FOURTHS.get(blow.looks, 0)
            weight = max(weight, (looked.get(blow.whom, 4) - now) / 4)
            looked[blow.whom] = now
        weights[id(blow)] = weight
    return weights


_LARGE_SIDE = 4
"""The fighters of a side from which it matters that half of them are out."""


@dataclass(frozen=True, slots=True)
class _Half:
    """The fall after which half of a side is out, with the numbers left and in all."""

    side: str
    line: Line
    left: int
    size: int


def _half_of_a_side(chronicle: Chronicle, falls: Sequence[tuple[Line, Standing]]) -> _Half | None:
    """Return the first fall after which half of a large side is out. None without one, or where it is the last."""
    side_of = {person.name: person.side for person in chronicle.people}
    sizes = Counter(side_of.values())
    out: dict[str, set[str]] = {}
    for line, fall in falls[:-1]:
        side = side_of.get(fall.who, "")
        out.setdefault(side, set()).add(fall.who)
        left = sizes[side] - len(out[side])
        if side and sizes[side] >= _LARGE_SIDE and 2 * left <= sizes[side]:
            return _Half(f"the {side}", line, left, sizes[side])
    return None


def _by_whom(chronicle: Chronicle, line: Line, fall: Standing) -> str:
    """Return the words that name the blow under which a fighter falls or gives up. Empty without one."""
    blow = _hit_before(chronicle, line, fall)
    if blow is None:
        return ""
    if fall.presence != Presence.DOWN.value:
        return f" after a hit by {blow.who}"
    return f" under a blow of {blow.who}{f', {blow.where}' if blow.where else ''}"


def _hit_before(chronicle: Chronicle, line: Line, fall: Standing) -> Blow | None:
    """Return the hit before a fall on the same count. None without one."""
    place = chronicle.lines.index(line)
    for earlier in reversed(chronicle.lines[:place]):
        if earlier.at != line.at:
            return None
        blow = earlier.fact
        if isinstance(blow, Blow) and blow.how == HIT and blow.whom == fall.who:
            return blow
    return None


def _escape(chronicle: Chronicle) -> Turn | None:
    """Return the narrowest escape of a fighter who is in the fight at the end. None without one."""
    fell = {fact.who for _, fact in _of_kind(chronicle.lines, Standing)}
    names = {
        person.id: person.name for person in chronicle.people if person.presence == "in" and person.name not in fell
    }
    low_samples = [
        sample
        for sample in chronicle.samples
        if sample.who in names and sample.what != STANDS and sample.fells
        if sample.full > 0 and sample.now <= _NARROW * sample.full
    ]
    if not low_samples:
        return None
    least = min(low_samples, key=lambda sample: sample.now / sample.full)
    name = names[least.who]
    if least.what == LOOKS:
        return Turn("Narrow escape", least.at, f"{name} is {BADLY_HURT} and still stands")
    left = f"{least.now if least.harm is None else least.harm} of {least.full} {least.what}".replace("-", "−")
    has = "is down to" if least.harm is None else "has"
    return Turn("Narrow escape", least.at, f"{name} {has} {left} and still stands")


# The deeds of each fighter


@dataclass(slots=True)
class _Deeds:
    """The numbers of one row while they are counted."""

    blows: int = 0
    hits: int = 0
    was_hit: int = 0
    lost: Counter[str] = field(default_factory=Counter)
    ended: list[str] = field(default_factory=list)


def _rows(chronicle: Chronicle) -> Iterator[Row]:
    """Yield a row for each fighter of the players, then for the others, groups together."""
    measured = {sample.what for sample in chronicle.samples}
    sizes = Counter(person.group for person in chronicle.people if person.group)
    key_of = {person.name: person.group if sizes[person.group] > 1 else person.name for person in chronicle.people}
    deeds: dict[str, _Deeds] = {}
    for _, blow in _of_kind(chronicle.lines, Blow):
        doer = deeds.setdefault(key_of.get(blow.who, blow.who), _Deeds())
        target = deeds.setdefault(key_of.get(blow.whom, blow.whom), _Deeds())
        doer.blows += 1
        doer.hits += blow.how == HIT
        target.was_hit += blow.how == HIT
        target.lost.update(dict(blow.harm))
    for line, fact in _of_kind(chronicle.lines, Standing):
        deeds.setdefault(key_of.get(fact.who, fact.who), _Deeds()).ended.append(f"{fact.presence} {line.at}")
    shown: set[str] = set()
    for person in sorted(chronicle.people, key=lambda person: (not person.player, not person.friend)):
        key = key_of[person.name]
        if key in shown:
            continue
        shown.add(key)
        deeds_of_row = deeds.get(key, _Deeds())
        group = [other for other in chronicle.people if key_of[other.name] == key]
        name = _group_name(person.group, len(group)) if len(group) > 1 else person.name
        lost = ", ".join(f"{pool} {by}" for pool, by in deeds_of_row.lost.items() if pool in measured)
        ended = _end_of(group, deeds_of_row, chronicle.unit)
        yield Row(
            name, person.player, person.side, deeds_of_row.blows, deeds_of_row.hits, deeds_of_row.was_hit, lost, ended
        )


def _end_of(group: Sequence[Person], deeds: _Deeds, unit: TimeUnit) -> str:
    """Return the end of a fighter or group: `fell at 117`, `stands`, `5 fell, 3 left`."""
    if len(group) > 1:
        many = Counter(person.presence for person in group)
        parts = [f"{many[presence]} {fate.past}" for presence, fate in FATES.items() if many[presence]]
        return ", ".join([*parts, *([f"{many['in']} stand"] if many["in"] else [])])
    person = group[0]
    if person.presence == Presence.IN.value:
        return "stands"
    # `ended` has a text such as `down 117` for each time it went out or came back.
    count = next(
        (text.rpartition(" ")[2] for text in reversed(deeds.ended) if text.startswith(f"{person.presence} ")), ""
    )
    past = FATES[Presence(person.presence)].past
    if not count:
        return past
    in_round = unit.counting is not None and unit.counting.of
    return f"{past} {'in' if in_round else 'at'} {unit.moment(int(count))}"


# The curves of pools and looks


def _curves(chronicle: Chronicle) -> Iterator[Curve]:
    """Yield the two measures of each fighter that lost most. For a group the number standing."""
    sizes = Counter(person.group for person in chronicle.people if person.group)
    order = {side: place for place, side in enumerate(dict.fromkeys(person.side for person in chronicle.people))}
    shown: set[str] = set()
    for person in sorted(chronicle.people, key=lambda person: (not person.player, not person.friend)):
        if sizes[person.group] > 1:
            if person.group not in shown:
                shown.add(person.group)
                yield _group_curve(chronicle, person.group, order[person.side])
            continue
        measures: dict[str, list[Sample]] = {}
        for sample in chronicle.samples:
            if sample.who == person.id and sample.what != STANDS and sample.full > 0:
                measures.setdefault(sample.what, []).append(sample)
        by_loss = sorted(measures, key=lambda what: min(sample.now / sample.full for sample in measures[what]))
        changed = [what for what in by_loss if len(measures[what]) > 1][:2] or by_loss[:1]
        for what in (what for what in measures if what in changed):
            samples = measures[what]
            steps = tuple((sample.at, max(0.0, min(1.0, sample.now / sample.full))) for sample in samples)
            yield Curve(
                person.name,
                order[person.side],
                "" if what == LOOKS else what,
                steps,
                _state_at_end(samples[-1], person),
            )


def _state_at_end(sample: Sample, person: Person) -> str:
    """Return the words at the end of a curve: points of the full ones, or a look."""
    if sample.what == LOOKS:
        words = {fourths: word for word, fourths in _FOURTHS.items()}
        return words.get(sample.now, person.presence) if person.presence == Presence.IN.value else person.presence
    points = sample.now if sample.harm is None else sample.harm
    return f"{points}/{sample.full}".replace("-", "−")


def _group_curve(chronicle: Chronicle, group: str, side: int) -> Curve:
    """Return the curve of a group: its share of standing members, as steps over the counts."""
    members = {person.id for person in chronicle.people if person.group == group}
    stands: dict[str, int] = {}
    steps: list[tuple[int, float]] = []
    for sample in chronicle.samples:
        if sample.who in members and sample.what == STANDS:
            stands[sample.who] = sample.now
            if steps and steps[-1][0] == sample.at:
                steps.pop()
            steps.append((sample.at, sum(stands.values()) / len(members)))
    left = f"{sum(stands.values())}/{len(members)}"
    return Curve(_group_name(group, len(members)), side, "standing", tuple(steps), left)


# The log, scene by scene


def _scenes(lines: Sequence[Line], unit: TimeUnit, last: int) -> Iterator[Scene]:
    """Yield the scenes of a log. `last` is the last count of the fight, by which a lull is measured."""
    scene: list[Line] = []
    for moment in _moments(lines):
        if scene and _begins_scene(scene, moment, last):
            yield _scene(scene, unit)
            scene = []
        scene += moment
    if scene:
        yield _scene(scene, unit)


def by_moment(lines: Iterable[Line]) -> Iterator[tuple[int, tuple[Told, ...]]]:
    """Yield each count with its lines, equal deeds of a group folded into one."""
    for moment in _moments(lines):
        yield moment[0].at, _told([line.fact for line in moment])


def _moments(lines: Iterable[Line]) -> Iterator[list[Line]]:
    """Yield the lines of each count together."""
    moment: list[Line] = []
    for line in lines:
        if moment and moment[-1].at != line.at:
            yield moment
            moment = []
        moment.append(line)
    if moment:
        yield moment


def _begins_scene(scene: Sequence[Line], moment: Sequence[Line], last: int) -> bool:
    """Return whether a new scene begins with the lines of a `moment`, which follow those of `scene`.

    It does after a lull, with an event or newcomer, and after a fall in a long scene. `last` is the fight's last count.
    """
    lull = moment[0].at - scene[-1].at
    comes = any(isinstance(line.fact, Happened | Joined) for line in moment)
    fell = any(isinstance(line.fact, Standing) for line in scene if line.at == scene[-1].at)
    if len(scene) >= _LONGEST_SCENE:
        return True
    if all(isinstance(line.fact, Began) for line in scene):
        return False
    return lull > max(1, last / _LULL) or (comes and len(scene) > 1) or (len(scene) >= _LONG_SCENE and fell)


def _scene(scene: Sequence[Line], unit: TimeUnit) -> Scene:
    """Return these lines as a scene. Its heading has the counts, and the first events, arrivals and falls."""
    marked = [line.fact for line in scene if isinstance(line.fact, Happened | Joined | Standing)]
    marks = folded([*dict.fromkeys(marked)])
    words = "; ".join(marks[:_MARKS])
    left_out = f";{and_more(len(marks) - _MARKS)}" if len(marks) > _MARKS else ""
    heading = f"{_span(unit, scene[0].at, scene[-1].at)}{': ' if words else ''}{words}{left_out}"
    return Scene(heading, tuple(by_moment(scene)))


def _span(unit: TimeUnit, first: int, last: int) -> str:
    """Return the counts of a scene: `Count 16–62`. Where rounds have a name, those: `Rounds 1–2`."""
    noun, begins, ends = unit.one, unit.text(first), unit.text(last)
    if unit.counting is not None and unit.counting.greatest:
        begins, ends = (str(unit.counting.greatest_number(count)) for count in (first, last))
        noun = unit.counting.greatest if begins == ends else _plural(unit.counting.greatest)
    return f"{noun[0].upper()}{noun[1:]} {begins if begins == ends else f'{begins}–{ends}'}"


def _told(facts: Sequence[Fact]) -> tuple[Told, ...]:
    """Return the lines of one moment, equal deeds folded into one in the place of the first of them."""
    return tuple(Told(row.text, isinstance(row.first, _QUIET)) for row in folded_rows(facts))
