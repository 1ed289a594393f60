"""The head line: title, the present, who is now, next and then, and whether all is saved."""

from __future__ import annotations

from tracker.clock.agenda import Due
from tracker.encounter.questions import Ask
from tracker.encounter.state import DECLARE, FREE_EVENT, LAND, Encounter, Rank
from tracker.encounter.system import RuleSystem
from tracker.views.cells import Line, Span, clean, cut, fit_line, line_width, width
from tracker.views.numbers import seconds

_WAYS = (
    (True, 18, 10),
    (False, 18, 10),
    (False, 12, 10),
    (False, 18, -4),
    (False, 12, -4),
    (False, 8, -4),
    (False, 5, -4),
)
"""Ways to save room, best first: with the seconds, the longest name, and the least room the title must have."""


def lay_head(encounter: Encounter, rules: RuleSystem, title: str, trouble: str, cells: int) -> Line:
    """One line of exactly `cells`; the title gives way first, now and next always stay."""
    if encounter.began:
        unit = rules.unit
        full = f"{unit.one} {encounter.count} · {seconds(unit.seconds(encounter.count))}"
        short = f"{unit.one} {encounter.count}"
    else:
        full = short = "not begun"
    saved = (Span("saved ●", "well"),) if not trouble else (Span(cut(trouble, max(12, cells // 3)), "alarm"),)
    right = line_width(saved) + 1
    for clock, longest, least in _WAYS:
        middle = (Span(full if clock else short, "now"), Span("   "), *_order(encounter, longest, clock))
        room = cells - right - line_width(middle) - 5
        if room >= min(least, width(clean(title))):
            break
    named = clean(title)
    if room < width(named):
        named = cut(named, room) if room >= 6 else ""
    left: list[Span] = [Span(f" {named}   " if named else " ", "title"), *middle]
    left = list(fit_line(left, max(0, cells - right - 1)))
    space = cells - line_width(left) - right
    return fit_line((*left, Span(" " * max(1, space)), *saved, Span(" ")), cells)


def _order(encounter: Encounter, longest: int, roomy: bool) -> list[Span]:
    """Now, next, then: alternating labels and words, so that they can be cut after any pair."""
    question = encounter.question
    dues = [due for due in encounter.agenda.entries[:24] if not _asked(encounter, due) and not _quiet(encounter, due)]
    parts: list[Span] = []
    if question is not None:
        verb = {Ask.DECLARE: "declares", Ask.CHOOSE: "answers", Ask.DICE: "rolls"}[question.ask]
        parts += [Span("now ", "dim"), Span(f"{_name(encounter, question.who, longest)} {verb}", "due")]
    words: list[str] = []
    for due in dues:
        word = _due_words(encounter, due, longest, roomy)
        if word not in words:
            words.append(word)
        if len(words) == 2:
            break
    for label, word in zip(("next ", "then "), words, strict=False):
        parts += [Span(f"{' · ' if parts else ''}{label}", "dim"), Span(word, "" if parts else "due")]
    if not parts:
        parts = [Span("", "dim"), Span("nothing is due" if encounter.began else "", "dim")]
    return [Span(""), *parts]


def _asked(encounter: Encounter, due: Due) -> bool:
    question = encounter.question
    return (
        question is not None
        and question.ask is Ask.DECLARE
        and (due.who, due.what, due.count) == (question.who, DECLARE, encounter.count)
    )


def _quiet(encounter: Encounter, due: Due) -> bool:
    """A point of a pool that comes or goes with the clock: the bars tell of it."""
    return due.rank == Rank.EFFECT and due.who in encounter and encounter[due.who].has_pool(due.ref)


def _name(encounter: Encounter, who: str, longest: int) -> str:
    return cut(encounter[who].name, longest) if who in encounter else ""


def _due_words(encounter: Encounter, due: Due, longest: int, roomy: bool) -> str:
    name = _name(encounter, due.who, longest)
    if due.what == LAND:
        return f"{name} {'lands ' if roomy else '●'}{due.count}"
    if due.what == DECLARE:
        return f"{name} {due.count}"
    if due.what == FREE_EVENT:
        text = next((event.text for event in encounter.events if event.key == due.ref), "")
        return f"!{cut(text, longest)} {due.count}"
    condition = None
    if due.who in encounter:
        condition = encounter[due.who].condition(due.ref)
    label = condition.label if condition is not None else due.ref or due.what
    return f"{name} {cut(label, longest)} {due.count}".strip()
