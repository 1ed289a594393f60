"""The head line: title, the present, who is now, next and then, and whether all is saved."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, islice

from tracker.clock.agenda import Due
from tracker.clock.spans import TimeUnit
from tracker.encounter.questions import Ask
from tracker.encounter.state import DECLARE, FREE_EVENT, LAND, Encounter, Rank
from tracker.encounter.system import RuleSystem
from tracker.encounter.turn_order import in_turn
from tracker.views.cells import ELLIPSIS, Line, Span, clean, cut, fit_line, line_width, width
from tracker.views.names import shortened
from tracker.views.numbers import seconds

_TITLE = 10
"""The least room for the title in the roomier ways."""
_WAYS = (
    (True, 18, True, True, _TITLE),
    (False, 18, True, True, _TITLE),
    (False, 12, True, True, _TITLE),
    (False, 18, True, True, 0),
    *((False, longest, False, True, 0) for longest in (18, 14, 12, 11, 10, 9)),
    *((False, longest, False, False, 0) for longest in (12, 10, 9, 8, 7, 6, 5, 4, 3)),
)
"""Ways to save room, best first: seconds, the longest name, `lands` in full, what is done now, room for the title."""
_BARE = -3
"""The room that is left when everything but the title stands whole."""
_QUIET = (Rank.EFFECT, Rank.CLOSING)
_VERBS = {Ask.DECLARE: "declares", Ask.CHOOSE: "answers", Ask.DICE: "rolls", Ask.AMOUNT: "answers"}
_LONGEST_HALT = 30
_NO_LABEL = 12
"""The longest name at which what is no act of somebody's own is called `+` and its owner, as in the timeline."""


def lay_head(
    encounter: Encounter, rules: RuleSystem, title: str, trouble: str, cells: int, drawn: Encounter | None = None
) -> Line:
    """One line of exactly `cells`: the title gives way first, then names; counts are never cut.

    `drawn` is the fight with its groups folded: those of one who are due together are told once.
    """
    drawn = drawn or encounter
    if encounter.began:
        unit = rules.unit
        full = f"{unit.one} {unit.text(encounter.count)} · {seconds(unit.seconds(encounter.count))}"
        short = f"{unit.one} {unit.text(encounter.count)}"
    else:
        full = short = "not begun"
    named = clean(title)
    last = "saved ●" if not trouble else cut(trouble, max(12, cells // 3))
    for clock, longest, roomy, verb, least in _WAYS:
        middle = (
            Span(full if clock else short, "now"),
            Span("   "),
            *_order(encounter, drawn, rules, longest, roomy, verb),
        )
        room = cells - width(last) - line_width(middle) - 6
        if room >= min(least, width(named)) or (not least and room >= _BARE):
            break
    if trouble and room < _BARE:
        last = cut(trouble, max(6, width(last) + room - _BARE))
    if room < width(named):
        named = cut(named, room) if room >= 6 and ELLIPSIS not in last else ""
    right = width(last) + 1
    left = fit_line([Span(f" {named}   " if named else " ", "title"), *middle], max(0, cells - right - 1))
    space = cells - line_width(left) - right
    return fit_line((*left, Span(" " * max(1, space)), Span(last, "alarm" if trouble else "well"), Span(" ")), cells)


def _order(
    encounter: Encounter, drawn: Encounter, rules: RuleSystem, longest: int, roomy: bool, verb: bool
) -> list[Span]:
    """Now, next, then: labels and words in turn."""
    question = encounter.question
    parts: list[Span] = []
    if question is not None and question.ask is Ask.HALT:
        parts += [
            Span("now ", "dim"),
            Span(f"!{shortened(question.text, max(longest, min(_LONGEST_HALT, 2 * longest)))}", "alarm"),
        ]
    elif question is not None:
        name = _name(encounter, question.who, longest)
        parts += [Span("now ", "dim"), Span(f"{name} {_VERBS[question.ask]}" if verb else name, "due")]
    for label, word in zip(("next ", "then "), _following(encounter, drawn, rules, longest, roomy), strict=False):
        parts += [Span(f"{' · ' if parts else ''}{label}", "dim"), Span(word, "" if parts else "due")]
    if not parts:
        parts = [Span("nothing is due" if encounter.began else "", "dim")]
    return parts


def _following(encounter: Encounter, drawn: Encounter, rules: RuleSystem, longest: int, roomy: bool) -> list[str]:
    """The next two to act or to happen; what only hurts or heals with the clock comes when nothing else is due."""
    due = (due for due in in_turn(encounter, rules) if due.rank not in _QUIET and not _asked(encounter, due))
    quiet = (due for due in encounter.agenda if due.rank == Rank.EFFECT and not _of_a_pool(encounter, due))
    words = (_due_words(encounter, drawn, rules.unit, one, longest, roomy) for one in chain(due, quiet))
    return list(islice(_once(words), 2))


def _once(words: Iterable[str]) -> Iterator[str]:
    """Each of these the first time it comes."""
    told: set[str] = set()
    for word in words:
        if word not in told:
            told.add(word)
            yield word


def _asked(encounter: Encounter, due: Due) -> bool:
    question = encounter.question
    return (
        question is not None
        and question.ask is Ask.DECLARE
        and (due.who, due.what, due.count) == (question.who, DECLARE, encounter.count)
    )


def _of_a_pool(encounter: Encounter, due: Due) -> bool:
    """A point of a pool that comes or goes with the clock: the bars tell of it."""
    return due.who in encounter and encounter[due.who].has_pool(due.ref)


def _name(encounter: Encounter, who: str, longest: int) -> str:
    return shortened(encounter[who].name, longest) if who in encounter else ""


def _together(encounter: Encounter, drawn: Encounter, due: Due) -> str:
    """`12 goblins`, where more than one of a folded group declares or lands then; else empty."""
    if due.what not in (DECLARE, LAND) or drawn is encounter or drawn[due.who].name == encounter[due.who].name:
        return ""
    own = drawn[due.who].id
    alike = (one for one in encounter.agenda if (one.what, one.count) == (due.what, due.count))
    many = len({one.who for one in alike if drawn[one.who].id == own and not _asked(encounter, one)})
    return f"{many} {encounter[due.who].group}" if many > 1 else ""


def _due_words(encounter: Encounter, drawn: Encounter, unit: TimeUnit, due: Due, longest: int, roomy: bool) -> str:
    at = unit.text(due.count)
    several = shortened(_together(encounter, drawn, due), longest)
    name = several or _name(encounter, due.who, longest)
    if due.what == LAND:
        lands = "land " if several else "lands "
        return f"{name} {lands if roomy else '●'}{at}"
    if due.what == DECLARE:
        return f"{name} {at}"
    if due.what == FREE_EVENT:
        text = next((event.text for event in encounter.events if event.key == due.ref), "")
        return f"!{shortened(text, longest)} {at}"
    condition = None
    if due.who in encounter:
        condition = encounter[due.who].condition(due.ref)
    label = condition.label if condition is not None else due.ref or due.what
    if longest <= _NO_LABEL and name:
        return f"+{name} {at}"
    return f"{name} {shortened(label, longest)} {at}".strip()
