"""The head line: who is asked or due next, the present, what follows, the title, and whether all is saved."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from tracker.clock.agenda import Due
from tracker.encounter.engine.turn_order import in_turn
from tracker.game_api.rules import Rules
from tracker.model.lazy_dataclass import dataclass
from tracker.model.questions import Ask
from tracker.model.state import DECLARE, END, FREE_EVENT, LAND, ROUND, Encounter, Rank
from tracker.narration.grammar import REPLIES
from tracker.text.cells import ELLIPSIS, Line, Span, clean, cut, first_fitting, fit, fit_line, line_width, width
from tracker.views.fighters.collapsed_groups import folded
from tracker.views.numbers import seconds
from tracker.views.short_names import shortened

_TITLE = 10
"""The least room for the title in the roomier ways."""


@dataclass(frozen=True, slots=True)
class _Way:
    """A set of parts of the headline that fits a width."""

    longest: int
    clock: bool = False
    """True if the seconds follow the count."""
    in_full: bool = True
    """True if an effect on a fighter is written out."""
    verb: bool = True
    """True if the asked fighter's verb is shown."""
    least: int = 0
    """The cells kept for the title."""
    following: int = 2


_LONGEST_NAME, _LONGEST_COMING = 18, 60
"""The most cells of a name, and of a free event where there is room for all of it."""
_WHOLE_TITLE = 999
_WAYS = (
    _Way(_LONGEST_COMING, clock=True, least=_WHOLE_TITLE),
    _Way(_LONGEST_NAME, clock=True, least=_TITLE),
    _Way(_LONGEST_NAME, least=_TITLE),
    _Way(_LONGEST_NAME),
    _Way(12, least=_TITLE),
    *(_Way(longest, in_full=False) for longest in (18, 14, 12, 11, 10, 9)),
    *(_Way(longest, in_full=False, verb=False) for longest in (12, 10, 9, 8, 7, 6, 5, 4, 3)),
    *(_Way(longest, in_full=False, verb=False, following=1) for longest in (12, 10, 8, 6, 5, 4, 3)),
)
"""The ways to save room, best first."""
_BARE = -4
"""The room that is left when everything but the title is shown whole."""
_QUIET = (Rank.EFFECT, Rank.CLOSING)
_LONGEST_HALT = 30
_ENOUGH = 60
"""The entries of the agenda searched for two with different names."""
_NO_LABEL = 12
"""The longest name with which an effect is labelled `+` and its fighter, as in the timeline."""


class _Left(NamedTuple):
    """The left part of the line in one way, and the cells that it leaves for the title."""

    way: _Way
    spans: list[Span]
    room: int

    def fits(self, title: int) -> bool:
        """Return whether a title of so many cells fits the room that this way keeps for it."""
        return self.room >= min(self.way.least, title) or (not self.way.least and self.room >= _BARE)


def lay_head(
    encounter: Encounter,
    rules: Rules,
    title: str,
    trouble: str,
    cells: int,
    grouped: Encounter | None = None,
    over: bool = False,
) -> Line:
    """Return one line of exactly `cells`: the title gives way first, then names. Counts are never cut.

    `grouped` is the fight with its groups folded: those of one due together are told once. Once a fight is `over`
    nothing comes next.
    """
    shown = grouped or encounter
    if encounter.began:
        unit = rules.unit
        full = f"{unit.moment(encounter.count)} · {seconds(unit.seconds(encounter.count))}"
        short = f"{unit.one} {unit.text(encounter.count)}"
    else:
        full = short = "not begun"
    entries = _entries(encounter, rules)
    named = clean(title)
    last = "saved ●" if not trouble else cut(trouble, max(12, cells // 3))
    around = width(last) + 7

    def draw(way: _Way) -> _Left:
        present = full if way.clock else short
        spans = [Span(present, "now")] if over else _now_and_next(encounter, shown, rules, entries, way, present)
        return _Left(way, spans, cells - around - line_width(spans))

    # The warning about unsaved steps gives way before the second of the coming moments.
    ways = [way for way in _WAYS if way.following > 1 or not trouble]
    left, room = first_fitting(ways, draw, partial(_Left.fits, title=width(named)))[1:]
    if trouble and room < _BARE:
        last = cut(trouble, max(6, width(last) + room - _BARE))
    if room < width(named):
        cut_already = any(ELLIPSIS in text for text in (last, *(span.text for span in left)))
        named = cut(named, room) if room >= 6 and not cut_already else ""
    right = f"{named}  " if named else ""
    end = width(right) + width(last) + 1
    begins = fit_line([Span(" "), *left], max(0, cells - end - 1))
    space = max(1, cells - line_width(begins) - end)
    saved = Span(last, "alarm" if trouble else "saved")
    return fit_line((*begins, Span(" " * space), Span(right, "title"), saved, Span(" ")), cells)


def _now_and_next(
    encounter: Encounter, grouped: Encounter, rules: Rules, entries: Sequence[Due], way: _Way, moment: str
) -> list[Span]:
    """Return the question or the next entry, then the present, then the following: `then ●26 Gruk, ◆30 Brann`."""
    question = encounter.question
    due = _following(encounter, grouped, rules, entries, way.longest, way.in_full)[: way.following]
    following = [words for words, _ in due]
    present = [Span(moment, "now" if encounter.began else "strong")]
    if question is not None and question.ask is Ask.HALT:
        text = shortened(question.text, max(way.longest, min(_LONGEST_HALT, 2 * way.longest)))
        first = [Span(f" !{text} ", "acts")]
    elif question is not None:
        name = _name(encounter, question.who, way.longest)
        first = [Span(f" {name} {REPLIES[question.ask]} " if way.verb else f" {name} ", "acts")]
    elif following:
        first = [Span("next ", "dim"), Span(following.pop(0), "strong")]
    else:
        return [*present, Span("   nothing is due" if encounter.began else "", "dim")]
    then = [Span("   then ", "dim"), Span(", ".join(following))] if following else []
    return [*first, Span("   "), *present, *then]


def coming(encounter: Encounter, rules: Rules) -> str:
    """Return what is due first, in full: `●27 Gruk, short sword Brann`. Empty when nothing is due."""
    entries = _entries(encounter, rules)
    following = _following(encounter, folded(encounter, ()), rules, entries, _LONGEST_COMING, roomy=True)
    if not following:
        return ""
    return _with_its_action(encounter, *following[0])


def what_comes(encounter: Encounter, drawn: Encounter, rules: Rules, cells: int, most: int) -> tuple[Line, ...]:
    """Return at most `most` lines with what is due, by count, each with the counts until then.

    `drawn` is the fight with its groups folded: those of one who are due together are told once.
    """
    words: dict[str, Due] = {}
    for due in in_turn(encounter, rules):
        if len(words) == most:
            break
        if not _is_asked_now(encounter, due):
            words.setdefault(_due_words(encounter, drawn, rules, due, _LONGEST_COMING, roomy=True), due)
    counted = rules.unit.counting is None
    rows: list[tuple[str, str, str]] = []
    for text, due in words.items():
        moment, _, rest = _with_its_action(encounter, text, due).partition(" ")
        until = due.count - encounter.count
        rows.append((moment, "now" if until <= 0 else f"+{until}" if counted else "", rest))
    moments, untils = (max((width(row[place]) for row in rows), default=0) for place in (0, 1))
    return tuple(
        fit_line((Span(f" {fit(moment, moments)}"), Span(f" {fit(until, untils)}", "dim"), Span(f"  {rest}")), cells)
        for moment, until, rest in rows
    )


def _with_its_action(encounter: Encounter, words: str, due: Due) -> str:
    """Return the words of a due entry. If one action lands, its label follows."""
    action = encounter[due.who].action(int(due.ref)) if due.what == LAND and " ×" not in words else None
    return f"{words}, {clean(action.label)}" if action is not None else words


def _entries(encounter: Encounter, rules: Rules) -> list[Due]:
    """Return the entries to come, those that stop the fight first.

    Of effects that only change pools and stop nothing, at most one stands before them, if it is due before them.
    """
    stops: list[Due] = []
    quiet: list[Due] = []
    for due in in_turn(encounter, rules):
        if _is_asked_now(encounter, due):
            continue
        is_quiet = due.rank in _QUIET and not rules.resolution.next_stops_at(encounter, due)
        if is_quiet and (due.rank != Rank.EFFECT or _of_a_pool(encounter, due)):
            continue
        (quiet if is_quiet else stops).append(due)
        if len(stops) > _ENOUGH:
            break
    before = [due for due in quiet[:1] if not stops or due.count < stops[0].count]
    return [*before, *stops, *quiet]


def _following(
    encounter: Encounter, grouped: Encounter, rules: Rules, entries: Sequence[Due], longest: int, roomy: bool
) -> list[tuple[str, Due]]:
    """Return the first two of the entries that differ in words, by count, each with its words.

    Names have at most `longest` cells. `roomy`: effects are written out.
    """
    words: dict[str, Due] = {}
    for due in entries:
        words.setdefault(_due_words(encounter, grouped, rules, due, longest, roomy), due)
        if len(words) == 2:
            break
    return sorted(words.items(), key=lambda item: (item[1].count, item[1].rank))


def _is_asked_now(encounter: Encounter, due: Due) -> bool:
    """Return whether an entry of the agenda is the declaration that is asked for now."""
    question = encounter.question
    return (
        question is not None
        and question.ask is Ask.DECLARE
        and (due.who, due.what, due.count) == (question.who, DECLARE, encounter.count)
    )


def _of_a_pool(encounter: Encounter, due: Due) -> bool:
    """Return whether an entry is a point of a pool that comes or goes with the clock, which the bars show."""
    return due.who in encounter and encounter[due.who].has_pool(due.ref)


def _name(encounter: Encounter, who: str, longest: int) -> str:
    """Return the name of a fighter, shortened. Empty without one."""
    return shortened(encounter[who].name, longest) if who in encounter else ""


def _group_due_together(encounter: Encounter, grouped: Encounter, due: Due) -> str:
    """Return `goblins ×12` if several of a group that `grouped` folds declare or land at that count. Else empty."""
    if due.what not in (DECLARE, LAND) or grouped is encounter or grouped[due.who].name == encounter[due.who].name:
        return ""
    drawn_id = grouped[due.who].id
    alike = (entry for entry in encounter.agenda if (entry.what, entry.count) == (due.what, due.count))
    many = len(
        {entry.who for entry in alike if grouped[entry.who].id == drawn_id and not _is_asked_now(encounter, entry)}
    )
    return f"{encounter[due.who].group} ×{many}" if many > 1 else ""


def _due_words(encounter: Encounter, grouped: Encounter, rules: Rules, due: Due, longest: int, roomy: bool) -> str:
    """Return an entry as the headline has it: `●24 Gruk` lands, `◆24 Gruk` declares, `+24 Gruk bleeds` is an effect.

    A name has at most `longest` cells. `roomy`: the verb of an effect is written out.
    """
    moment = rules.unit.text(due.count)
    several = shortened(_group_due_together(encounter, grouped, due), longest)
    name = several or _name(encounter, due.who, longest)
    if due.what == LAND:
        return f"●{moment} {name}"
    if due.what == DECLARE:
        return f"◆{moment} {name}"
    if due.what == FREE_EVENT:
        text = next((event.text for event in encounter.events if event.key == due.ref), "")
        return f"!{moment} {cut(text, longest)}"
    if due.what == ROUND:
        return f"{moment} {rules.unit.round_name} {due.ref}"
    verb = rules.display.due_verb(due)
    if verb and name:
        return f"+{moment} {name} {verb}" if roomy else f"+{moment} {name}"
    condition = encounter[due.who].condition(due.ref) if due.who in encounter else None
    label = condition.label if condition is not None else due.ref or due.what
    if due.what == END and name:
        label = f"no longer {label}"
    if name and longest <= _NO_LABEL:
        return f"+{moment} {name}"
    return f"+{moment} {name} {shortened(label, longest)}" if name else f"+{moment} {shortened(label, longest)}"
