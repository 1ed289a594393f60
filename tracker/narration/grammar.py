"""Grammar: the words by which a fight is told, of one, of several and counted. Each verb is defined here, once.

It is handed names and words, never ids and never a state: what it does not hold it cannot give away.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tracker.model.combatant import Presence
from tracker.model.events import HIT, MISSED, PARRIED
from tracker.model.questions import Ask
from tracker.text.names import joined, says
from tracker.text.numbers import signed


class Verb(NamedTuple):
    """A verb as it is said of one fighter, and of several."""

    singular: str
    several: str

    def of(self, names: Sequence[str]) -> str:
        """Return the form for fighters of these names. A name given twice is one fighter."""
        return self.several if len(set(names)) > 1 else self.singular


_BLOWS = {HIT: Verb("hits", "hit"), MISSED: Verb("misses", "miss")}
_PARRY = Verb("parries", "parry")
REPLIES = {Ask.DECLARE: "declares", Ask.CHOOSE: "answers", Ask.DICE: "rolls", Ask.AMOUNT: "answers"}
"""The verb of a fighter who is asked, by kind of question."""
_JOIN = Verb("joins", "join")
_COMES_BACK = Verb("is back in the fight", "are back")


class Fate(NamedTuple):
    """A way out of the fight, in each of its forms."""

    goes: Verb
    past: str
    being: str
    """The form for counted fighters: `4 down`."""
    of_all: str
    """The form for a whole side: `The goblins are all down`."""


FATES = {
    Presence.DOWN: Fate(Verb("goes down", "go down"), "fell", "down", "are all down"),
    Presence.LEFT: Fate(Verb("leaves", "leave"), "left", "gone", "are all gone"),
    Presence.SURRENDERED: Fate(Verb("surrenders", "surrender"), "surrendered", "surrendered", "have all surrendered"),
}
FIGHT_BEGINS = "The fight begins"


# Names and numbers


def listed(names: Iterable[str], spans: bool = True) -> str:
    """Return names as a list, each once: `Ann, Bert and Wolf`. Names that differ in their number alone share one stem.

    With `spans` these are in order, and three in a row are a span: `Goblin 3, 5–7 and 9`.
    """
    each = tuple(dict.fromkeys(names))
    parted = [name.rpartition(" ") for name in each]
    stem = parted[0][0] if parted else ""
    if not stem or any(beginning != stem or not number.isdecimal() for beginning, _, number in parted):
        return joined(each)
    numbers = [number for _, _, number in parted]
    return f"{stem} {joined(_spans(sorted(map(int, numbers))) if spans else numbers)}"


def _spans(numbers: Sequence[int]) -> list[str]:
    """Return numbers in order as words, three and more in a row as a span: `3`, `5–7`, `9`."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    spans = ([f"{run[0]}–{run[-1]}"] if len(run) > 2 else map(str, run) for run in runs)
    return [word for span in spans for word in span]


def number_of(many: int, what: str) -> str:
    """Return a number of things: `1 blow`, `3 blows`."""
    return f"{many} {what}{'' if many == 1 else 's'}"


def times(many: int) -> str:
    """Return the number of times, to follow a verb: nothing, ` twice`, ` 3 times`."""
    return {1: "", 2: " twice"}.get(many, f" {many} times")


def points(changes: Iterable[tuple[str, int]]) -> str:
    """Return points by pool as they changed: `body −8, fatigue −3`."""
    return ", ".join(f"{pool} {signed(by)}" for pool, by in changes)


# Blows


def blow(who: Sequence[str], how: str, whom: str, many: int = 1, spans: bool = False) -> str:
    """Return blows of the same result: `Anna and Bert miss Gruk`, `Anna hits Gruk twice`, `Gruk parries Anna`.

    `how` is the result and `many` the number of blows. Without `whom` only the result is told. With `spans`
    numbers in a row are one span: `Goblin 5–7`.
    """
    names = listed(who, spans)
    if not whom:
        return f"{names}: {how}"
    if how == PARRIED:
        return f"{whom} {_PARRY.singular} {names}{times(many)}"
    if how in _BLOWS:
        return f"{names} {_BLOWS[how].of(who)} {whom}{times(many)}"
    return f"{names} on {whom}: {how}"


def blows_of_one(who: str, results: Sequence[str], whom: str) -> str:
    """Return the `results` of blows of one fighter at one other, hits last: `Rook misses Kane 3 times, hits twice`."""
    missed, hits = results.count(MISSED), results.count(HIT)
    other_results = [blow([who], how, whom) for how in results if how not in (MISSED, HIT)]
    parts = [blow([who], MISSED, whom, missed), *other_results] if missed else other_results
    if hits and missed and not other_results:
        parts.append(f"{_BLOWS[HIT].singular}{times(hits)}")
    elif hits:
        parts.append(blow([who], HIT, whom, hits))
    return (", " if missed else " and ").join(parts)


def counted(results: Iterable[str]) -> str:
    """Return how many blows had which result: `2 hit, 3 parried, 7 missed`."""
    many = Counter(results)
    return ", ".join(f"{many[how]} {how}" for how in sorted(many, key=lambda how: (how != HIT, how == MISSED)))


# Fighters


def joins(who: str) -> str:
    """Return that a fighter comes into the fight."""
    return f"{who} {_JOIN.singular}"


def stands(who: Sequence[str], presence: str) -> str:
    """Return that fighters fell, left, surrendered or are back: `Goblin 7 and 8 surrender`."""
    fate = FATES.get(Presence(presence))
    return f"{listed(who)} {(fate.goes if fate else _COMES_BACK).of(who)}"


def fates(presences: Iterable[Presence]) -> str:
    """Return the fighters out of the fight, counted: `4 down, 5 surrendered`. Empty without any."""
    many = Counter(presences)
    return ", ".join(f"{many[presence]} {fate.being}" for presence, fate in FATES.items() if many[presence])


def declares(who: str, what: str, lands: str = "") -> str:
    """Return what a fighter is doing, and when it lands: `Sela: long bow on Goblin 1, lands at 26`."""
    return f"{who}: {what}{f', lands at {lands}' if lands else ''}"


def aimed(what: str, target: str) -> str:
    """Return what is done, with its target where the words do not say that: `spear on Gruk`, `closing with Orc`."""
    return what if not target or says(what, target) else f"{what} on {target}"


def answers(who: str, whom: str, how: str = "") -> str:
    """Return that a fighter answers a blow: `Odo answers Goblin 1: parry`."""
    return f"{who} answers {whom}{f': {how}' if how else ''}"


def waits(who: str, waiting: bool = True) -> str:
    """Return that a fighter waits, or waits no longer."""
    return f"{who} waits{'' if waiting else ' no longer'}"


def may_declare(who: str) -> str:
    """Return whose moment comes next."""
    return f"{who} may declare"
