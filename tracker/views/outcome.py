"""The outcome: what came of the last blow, of other harm or of an event, as one sentence: the result comes first."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import NamedTuple

from tracker.clock.spans import WHOLE, TimeUnit
from tracker.encounter.engine.journal import Journal
from tracker.encounter.features.groups import of
from tracker.game_api.rules import Rules
from tracker.model import events as ev
from tracker.model.combatant import Combatant
from tracker.model.events import HIT, MISSED, PARRIED
from tracker.model.lazy_dataclass import dataclass
from tracker.model.state import Encounter
from tracker.narration import grammar
from tracker.narration.log_lines import BY_PROGRAM
from tracker.narration.outcome import BACK, Effects, Outcome, last_outcome
from tracker.text.cells import Line, Span, clean, cut, first_fitting, fit, line_width, width, wrap
from tracker.text.names import joined
from tracker.text.numbers import plain_number, signed
from tracker.views.numbers import bar
from tracker.views.pools import pool_words
from tracker.views.short_names import shortened

_LOSS = re.compile(r"(−\d+)(?! spent)")
"""Points lost as harm."""
_ROW_NAME, _ROW_WORD, _ROW_BAR = 12, 16, 20
"""The most cells of a name, of a pool and of a bar in a row of the outcome."""
_LEAST_BAR = 6
_FEW = 3
"""The most blows of a group on one fighter that are listed one by one where there is room."""
_WHOM = "\0"
"""The place of a name in a clause that may be told of several fighters."""
_CHIP = 8
"""The cells of the chip with the points that were lost."""
_ROW_AROUND = 14
"""The cells of such a row around its columns: the blanks and the chip."""


@dataclass(frozen=True, slots=True)
class _Way:
    """A way to save room: the longest name, whether places and harm of blows are shown, groups as one."""

    longest: int = 99
    placed: bool = True
    harm: bool = True
    gathered: bool = False
    by_program: bool = True
    """True if it is told for whom the program rolled, which the log has at each roll."""
    whole: bool = True
    """True if all must fit. Otherwise the points at the end may be cut."""


_WAYS = (
    _Way(),
    _Way(16),
    _Way(gathered=True),
    _Way(16, gathered=True),
    _Way(16, harm=False, gathered=True),
    _Way(16, harm=False, gathered=True, by_program=False),
    _Way(16, harm=False, gathered=True, by_program=False, whole=False),
    _Way(10, harm=False, gathered=True, by_program=False, whole=False),
    _Way(16, placed=False, harm=False, gathered=True, by_program=False, whole=False),
    _Way(10, placed=False, harm=False, gathered=True, by_program=False, whole=False),
    _Way(6, placed=False, harm=False, gathered=True, by_program=False, whole=False),
)
"""The ways to save room, best first. The result for each target is cut last, since only this line shows it."""


class _Sentence(NamedTuple):
    """An outcome in one way. Its first `lead_width` cells are the story, and the points end it."""

    way: _Way
    text: str
    lead_width: int

    def fits(self, cells: int, most: int) -> bool:
        """Return whether all of it fits in so many lines, or the story in one, where the way lets the points be cut."""
        return len(wrap(self.text, cells)) <= most or (not self.way.whole and self.lead_width + len(" …") <= cells)


def lay_outcome(
    most: int,
    encounter: Encounter,
    journal: Journal,
    cells: int,
    unit: TimeUnit = WHOLE,
    rules: Rules | None = None,
) -> tuple[Line, ...]:
    """Return the last outcome in at most `most` lines, the first of them in a rule. Shortened only to fit in them.

    Where a row for each pool finds room below the sentence, the points are there with a bar. Else they end it.
    """
    outcome = last_outcome(journal)
    if outcome is None:
        return ((Span("─" * cells, "rule"),),)
    outcome.lasts(encounter, rules, unit)
    rows = _pool_rows(encounter, outcome, cells)
    crowded = max(map(len, _by_group(encounter, outcome.blows).values()), default=0) > _FEW
    ways = [way for way in _WAYS if way.gathered or not crowded]
    for way in [way for way in ways if way.harm] if len(rows) in range(1, most) else ():
        story = _story_and_points(encounter, outcome, way)[0].removesuffix(":")
        texts = wrap(f"{unit.text(outcome.at)} {story}", cells - 4)
        if story and len(texts) + len(rows) <= most:
            rolled = _rolls_line(outcome, cells) if len(texts) + len(rows) < most else ()
            return (*_ruled([(Span(text, "strong"),) for text in texts], cells), *rolled, *rows)
    room = cells - 4

    def draw(way: _Way) -> _Sentence:
        story, points = _story_and_points(encounter, outcome, way)
        start = f"{unit.text(outcome.at)} "
        return _Sentence(way, start + " ".join(part for part in (story, points) if part), width(start + story))

    sentence = first_fitting(ways, draw, partial(_Sentence.fits, cells=room, most=most))
    texts = wrap(sentence.text, room)
    return _ruled(_with_chips(texts if len(texts) <= most else (cut(sentence.text, room),), sentence.lead_width), cells)


def _rolls_line(outcome: Outcome, cells: int) -> tuple[Line, ...]:
    """Return the rolls of a lone blow and its answer in a line, if they fit: `attack 5/47 very notable success`.

    They are how the result came about, so they stand below it, in the words of the log's columns.
    """
    if len(outcome.blows) != 1:
        return ()
    (blow,) = outcome.blows
    rolls = [
        f"{roll.what} {plain_number(roll.total if roll.reached is None else roll.reached)}/"
        f"{plain_number((roll.chance or 0) if roll.against is None else roll.against)} {roll.tier.lower()}"
        for roll in outcome.rolls
        if (roll.who, roll.target) == (blow.who, blow.target) or roll.who == blow.target
    ]
    text = " · ".join(rolls)
    return ((Span(f"  {text}", "dim"),),) if text and width(text) + 2 <= cells else ()


def _ruled(texts: Sequence[Line], cells: int) -> tuple[Line, ...]:
    """Return lines with the first of them in a rule, which continues behind it when it is the only one."""
    first = (Span("─ ", "rule"), *texts[0])
    if len(texts) > 1:
        return (first, *((Span("  "), *text) for text in texts[1:]))
    return ((*first, Span(" ", "rule"), Span("─" * (cells - 1 - line_width(first)), "rule")),)


def _with_chips(texts: Sequence[str], lead_width: int) -> list[Line]:
    """Return the lines of a sentence. After its first `lead_width` cells each loss is a chip."""
    lines: list[Line] = []
    passed = 0
    for text in texts:
        spans: list[Span] = []
        for part in _LOSS.split(text):
            spans.append(Span(part, "lost" if passed >= lead_width and _LOSS.fullmatch(part) else "strong"))
            passed += width(part)
        lines.append(tuple(spans))
        passed += 1  # the space at which the sentence is broken
    return lines


def _pool_rows(encounter: Encounter, outcome: Outcome, cells: int) -> tuple[Line, ...]:
    """Return a row for each pool of an outcome, the largest loss first: ` body 20 → 7 ███▒▒░ −13`.

    Each row begins with the name, unless all points are those of the one fighter who is hit, or of the subject.
    """
    rows = [
        _PoolRow.of(encounter[who], pool, by, effects)
        for who, effects in outcome.effects.items()
        if who in encounter
        for pool, by in sorted(effects.pools.items(), key=lambda change: -abs(change[1]))
        if by and encounter[who].has_pool(pool)
    ]
    losers = {row.fighter for row in rows}
    hit = {shortened(encounter[blow.target].name, _ROW_NAME) for blow in outcome.blows if blow.outcome == HIT}
    named = len(losers) > 1 or (bool(outcome.blows) and losers != hit)
    names = max((width(row.fighter) for row in rows), default=0) + 2 if named else 0
    pools = max((width(row.word) for row in rows), default=0) + 2
    changes = max((width(row.change) for row in rows), default=0) + 2
    bar_cells = min(_ROW_BAR, cells - names - pools - changes - _ROW_AROUND)
    if bar_cells < _LEAST_BAR:
        return ()
    return tuple(
        (
            Span("  "),
            Span(fit(row.fighter, names), "strong"),
            Span(fit(row.word, pools)),
            Span(fit(row.change, changes), "number"),
            *_bar(row, bar_cells),
            Span("  "),
            Span(f"{signed(row.by):^{_CHIP}}", "lost" if row.harmed else "number"),
        )
        for row in rows
    )


@dataclass(frozen=True, slots=True)
class _PoolRow:
    """The words of a row for a pool that an outcome changed."""

    fighter: str
    word: str
    change: str
    """The points before and after, by name where they have one: `20 → 7`, `d8 → d6`."""
    by: int
    harmed: int
    """The points lost as harm, not those spent."""
    left: int
    full: int

    @staticmethod
    def of(fighter: Combatant, name: str, by: int, effects: Effects) -> _PoolRow:
        """Return the row of a fighter's pool `name` that changed `by` so many points."""
        left = effects.left[name]
        pool = next(pool for pool in fighter.profile.pools if pool.name == name)
        points_before, points_after = (pool.called(points) or plain_number(points) for points in (left - by, left))
        word_ = shortened(pool_words(fighter)[name], _ROW_WORD)
        lost = by if pool.harm else -by
        return _PoolRow(
            shortened(fighter.name, _ROW_NAME),
            word_,
            f"{points_before} → {points_after}",
            by,
            min(max(0, lost), effects.harmed.get(name, 0)),
            pool.left(left),
            pool.full,
        )


def _bar(row: _PoolRow, cells: int) -> tuple[Span, ...]:
    """Return the bar of a row: only what was lost has a colour. The board says how much is left."""
    solid, shaded, gone = bar(row.left, row.full, cells, row.harmed)
    return Span(solid, "full"), Span(shaded, "shaded"), Span(gone, "full")


def sentence(
    encounter: Encounter,
    outcome: Outcome,
    longest: int = 99,
    placed: bool = True,
    harm: bool = True,
    gathered: bool = False,
) -> str:
    """Return `Gruk hits Brann: DOWN, prone · abdomen, 22 cutting · body −20`: per target result, place and points lost.

    A name has at most `longest` cells. Without `placed` hit locations are left out, without `harm` the damage at each.
    Blows on one target share their results. With groups `gathered` what several of one did is counted: `goblins
    ×9 on Brann, 2 hit, 7 missed: bleeding arm · body −11`.
    """
    return " ".join(
        part for part in _story_and_points(encounter, outcome, _Way(longest, placed, harm, gathered)) if part
    )


def _story_and_points(encounter: Encounter, outcome: Outcome, way: _Way) -> tuple[str, str]:
    """Return the story, per target its result and hit location, then the points lost. Either may be empty.

    Targets with the same result are named together. `way` says what is left out for want of room.
    """

    def name(who: str) -> str:
        """Return the name of a fighter, shortened. An unknown id is returned as it is."""
        return shortened(encounter[who].name, way.longest) if who in encounter else who

    targets = list(dict.fromkeys(blow.target for blow in outcome.blows))
    clauses: dict[tuple[int, str], list[str]] = {}
    told_of_both: set[tuple[str, str]] = set()
    for who in dict.fromkeys((*targets, *outcome.done, *outcome.effects)):
        effects = outcome.effects.get(who, Effects())
        blows = [blow for blow in outcome.blows if blow.target == who]
        results = _results(effects) or ([_no_harm(effects, blows)] if blows else [])
        results = [text for text in results if not _told_of_other(text, name(who), told_of_both)]
        told_of_both |= {(name(who), text) for text in results}
        places = [text for blow in blows if (text := _where(blow, way))] if _each_placed(blows, way) else []
        # The damage beside each place has a comma, so places are told apart by `and` alone.
        where = " and ".join(places) if way.harm else joined(places)
        lead = _who_did_what(encounter, blows, _WHOM, name, way) if blows else _WHOM
        if done := outcome.done.get(who):
            already_told = any(_says_again(text, done) for text in results)
            lead, results = (lead if already_told else f"{lead}, {done}", results) if any(results) else (lead, [done])
        details = " · ".join(filter(None, (", ".join(filter(None, results)), where)))
        if blows or details:
            rank = 0 if effects.presence else 1 if effects.conditions else 2
            clauses.setdefault((rank, f"{lead}: {details}" if details else lead), []).append(name(who))
    parts = [*(f"!{clean(text)}" for text in outcome.happened)]
    ranked = sorted(clauses.items(), key=lambda clause: clause[0][0])
    parts += [text.replace(_WHOM, grammar.listed(names)) for (_, text), names in ranked]
    if parts and outcome.by_program and way.by_program:
        parts.append(f"{BY_PROGRAM} for {grammar.listed((name(who) for who in outcome.by_program), spans=False)}")
    story = "; ".join(parts)
    lost = {who: text for who, losses in outcome.effects.items() if (text := _points(encounter, who, losses))}
    if not lost:
        return story, ""
    losers: dict[str, list[str]] = {}
    for who, text in lost.items():
        losers.setdefault(text, []).append(name(who))
    if not story:
        return "", "; ".join(f"{grammar.listed(names)}: {text}" for text, names in losers.items())
    if len(lost) == 1 and (list(lost) == targets or (not targets and len(clauses) == 1)):
        (points,) = lost.values()
        return (story, f"· {points}") if ": " in story else (f"{story}:", points)
    return story, "· " + "; ".join(f"{grammar.listed(names)} {text}" for text, names in losers.items())


def _told_of_other(result: str, name: str, pairs: Iterable[tuple[str, str]]) -> bool:
    """Return whether a result of two fighters was told of the other one: `closed in with Gruk` of Ann."""
    return any(text.endswith(f" {name}") and result == f"{text.removesuffix(name)}{other}" for other, text in pairs)


def _says_again(result: str, done: str) -> bool:
    """Return whether a result has the words of the deed that led to it: `on guard +4`, or `sprinting` and a pace."""
    return f"{result} ".startswith(f"{done} ") or (" " in done and result.endswith(f" {done.partition(' ')[2]}"))


def _results(effects: Effects) -> list[str]:
    """Return the results in words: down or gone, conditions with their length, and what has ended."""
    presence = [effects.presence if effects.presence == BACK else effects.presence.upper()]
    conditions = [f"{text} {effects.until.get(key, '')}".rstrip() for key, text in effects.conditions.items()]
    return [part for part in (*presence, *conditions, *(f"no longer {label}" for label in effects.over)) if part]


def _no_harm(effects: Effects, blows: Sequence[ev.Struck]) -> str:
    """Return the words for hits that took no points: `all damage stopped`, `no harm`. Empty for other blows."""
    if any(effects.pools.values()):
        return ""
    if all(blow.damage and blow.stopped >= blow.damage for blow in blows):
        return "all damage stopped"
    if all(blow.outcome == HIT and not blow.damage and not blow.stopped for blow in blows):
        return "no harm"
    return ""


def _points(encounter: Encounter, who: str, effects: Effects) -> str:
    """Return the points that changed: `body −8, breath −2 spent`."""
    called = pool_words(encounter[who]) if who in encounter else {}
    changed = {pool: by for pool, by in effects.pools.items() if by}
    spent = {pool for pool in effects.spent if not effects.harmed.get(pool)}
    return ", ".join(
        grammar.points([(called.get(pool, pool), by)]) + " spent" * (pool in spent) for pool, by in changed.items()
    )


def _who_did_what(
    encounter: Encounter, blows: Sequence[ev.Struck], target: str, name: Callable[[str], str], way: _Way
) -> str:
    """Return the blows: `Anna hits Gruk`, `goblins on Brann, 2 hit, 7 missed`, `Goblin 5 and 7 miss Brann`.

    `target` is the name of the fighter at whom all of them are aimed, or the place for it.
    """
    groups = _by_group(encounter, blows) if way.gathered else {}
    sentences = [
        f"{group} ×{len(same_blows)} on {target}, {grammar.counted(blow.outcome for blow in same_blows)}"
        for group, same_blows in groups.items()
    ]
    single = [blow for blow in blows if of(encounter, blow.who) not in groups]
    alike: dict[tuple[str, ...], list[list[ev.Struck]]] = {}
    for who in dict.fromkeys(blow.who for blow in single):
        same_blows = [blow for blow in single if blow.who == who]
        alike.setdefault(tuple(blow.outcome for blow in same_blows), []).append(same_blows)
    # Effects follow the last sentence, so the blows that had them come last.
    for ways, each in sorted(alike.items(), key=lambda item: (HIT in item[0], set(item[0]) != {MISSED})):
        if len(each) > 1 and ways in ((HIT,), (MISSED,)):
            sentences.append(grammar.blow([name(same_blows[0].who) for same_blows in each], ways[0], target))
        else:
            sentences += [grammar.blows_of_one(name(same_blows[0].who), ways, target) for same_blows in each]
    return ", ".join(sentences)


def _by_group(encounter: Encounter, blows: Sequence[ev.Struck]) -> dict[str, list[ev.Struck]]:
    """Return the blows of each group of which several fighters have struck."""
    groups: dict[str, list[ev.Struck]] = {}
    for blow in blows:
        if group := of(encounter, blow.who):
            groups.setdefault(group, []).append(blow)
    return {group: blows for group, blows in groups.items() if len({blow.who for blow in blows}) > 1}


def _each_placed(blows: Sequence[ev.Struck], way: _Way) -> bool:
    """Return whether the place of each blow is shown: not where those of a group are counted."""
    return way.placed and not (way.gathered and len({blow.who for blow in blows}) > 2)


def _where(blow: ev.Struck, way: _Way) -> str:
    """Return the hit location and the damage of a blow: `abdomen, 22 cutting`. Empty for a miss or a parry."""
    if blow.outcome in (MISSED, PARRIED):
        return ""
    amount = f"{blow.damage} {blow.type or ('damage' if not blow.location else '')}".rstrip() if blow.damage else ""
    return ", ".join(filter(None, (blow.location, amount if way.harm else "")))
