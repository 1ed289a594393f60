"""Twins: fighters whose names differ in their number alone are never drawn alike, however little room a name has."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from random import Random

import pytest

from tests.controllers import controller_of
from tests.lanes import sample
from tests.random_play import EXAMPLES, a_line, kind
from tests.tui.opening import example
from tracker.export.html import Node, markup
from tracker.export.recap import Recap, recap_of
from tracker.export.recap_pages import as_text, chart
from tracker.export.recap_picture import recap_card
from tracker.model.combatant import Pool, Presence
from tracker.model.events import Rolled
from tracker.model.refusals import Refused
from tracker.narration.summary import account
from tracker.player_screen.layout import lay_screen
from tracker.player_screen.spectator import Scene
from tracker.players.chronicle import chronicle
from tracker.players.log import Tale, told
from tracker.players.view import EXACT, Showing, View, view
from tracker.session import Session
from tracker.text.cells import Line, line_width, words
from tracker.tui.widgets.tabs import Tabs
from tracker.views.fighters.fighters import lay_fighters
from tracker.views.log.log_columns import LEAST
from tracker.views.log.roll_log import RollLog, lay_log
from tracker.views.pages.summary_page import lay_account
from tracker.views.pools import Grid, lay_pools
from tracker.views.timeline.timeline import lay_timeline

STEMS = ("Qardsman", "大きな鬼の王さまの守り人", "Qarterstaffbearer of the Northern March", "Qéleste Carrière")
"""What twins are called: words, wide characters, one long word, several; nothing else in a fight begins like them."""
NUMBERS = (1, 11, 2, 12, 10, 3, 4, 5, 6, 7, 8, 9)
"""Those come first of which one begins with the other."""
LINES = 40
SHOWN = Showing(health=EXACT)
every_game = pytest.mark.parametrize("name", sample(EXAMPLES, each=kind))
stems = pytest.mark.parametrize("stem", sample(STEMS))
widths = pytest.mark.parametrize("cells", [80, 120, 200])


@cache
def twins(name: str, stem: str) -> Session:
    """An example whose fighters are all called alike but for their number, played for a while."""
    session, random = example(name), Random(name)
    encounter = session.encounter
    for number, combatant in enumerate(encounter.combatants):
        called = f"{stem} {NUMBERS[number] if number < len(NUMBERS) else number + 1}"
        profile = replace(combatant.profile, name=called)
        encounter = encounter.with_combatant(replace(combatant, profile=profile, group="", alias=""))
    session.encounter = session.journal.states[0] = encounter
    session.say("begin")
    for _ in range(LINES):
        try:
            session.say(a_line(session, random))
        except Refused:
            continue
    return session


def numbers_of(texts: Iterable[str], stem: str) -> list[str]:
    """The numbers of those whose name is all that these texts say, whole or shortened; each of them has one."""
    beginnings = "|".join(re.escape(stem[:length].rstrip()) for length in range(len(stem), 0, -1))
    names = [text for text in texts if re.match(rf"\W*{stem[0]}", text)]
    matches = [re.fullmatch(rf"\W*(?:{beginnings})\.? ?(\d+)\W*", text) for text in names]
    assert all(matches), [text for text, own in zip(names, matches, strict=True) if not own]
    return [own[1] for own in matches if own]


def heads(lines: Iterable[Line], cells: int) -> list[str]:
    """What stands at the beginning of these lines, span by span; every line fits."""
    kept = list(lines)
    assert all(line_width(line) <= cells for line in kept)
    return [span.text for line in kept for span in line[:4]]


def written(node: Node) -> list[str]:
    """What the texts of a picture say."""
    return [html.unescape(text) for text in re.findall(r"<text[^>]*>([^<]*)</text>", markup(node))]


def numbers(names: Iterable[str]) -> set[str]:
    return {name.rpartition(" ")[2] for name in names}


@cache
def tale_of(name: str, stem: str) -> tuple[View, Recap]:
    """What the players see of a fight, and its recap."""
    session = twins(name, stem)
    tale, state = Tale(), session.journal.states[0]
    for place in session.journal.done:
        tale, state = told(tale, state, session.journal.steps[place].events, session.rules, SHOWN)
    return view(state, session.rules, SHOWN, tale.now), recap_of(chronicle(state, session.rules, SHOWN, tale))


@every_game
@stems
@pytest.mark.parametrize("cells", sample([LEAST, 52, 60, 80, 120, 200], 3))
def test_the_log_says_by_number_who_rolled(name: str, stem: str, cells: int) -> None:
    session = twins(name, stem)
    log = RollLog(lambda who: session.encounter[who].name if who in session.encounter else who, session.rules.unit)
    log.follow(session.journal)
    page = lay_log(log, cells=cells, height=2000, columns=True)
    first = {place: line for line, place in reversed([*zip(page.lines, page.places, strict=True)])}
    rolls = [place for place in first if place >= 0 and isinstance(log.entry(place).event, Rolled)]
    assert rolls
    for place in rolls:
        who = log.name(log.entry(place).words.who[0])
        assert numbers_of([first[place][1].text], stem) == [*numbers([who])], words(first[place])


@every_game
@stems
@widths
def test_rows_lanes_and_the_summary_name_each_by_its_number(name: str, stem: str, cells: int) -> None:
    session = twins(name, stem)
    encounter, rules = session.encounter, session.rules
    everyone = numbers(fighter.name for fighter in encounter)
    rows = lay_fighters(encounter, rules, cells=cells, height=400).lines
    assert {*numbers_of(heads(rows, cells), stem)} == everyone
    lanes = lay_timeline(encounter, rules, cells=cells, height=400).lines
    able = numbers(fighter.name for fighter in encounter if fighter.able)
    assert able <= {*numbers_of(heads(lanes, cells), stem)} <= everyone
    steps = [session.journal.steps[place] for place in session.journal.done]
    summary, _ = lay_account(account(steps, encounter, rules), (), cells)
    table = next(place for place, line in enumerate(summary) if " dealt " in words(line))
    assert {*numbers_of(heads(summary[table:], cells), stem)} == everyone


@every_game
@stems
@widths
def test_the_players_screen_names_each_by_its_number(name: str, stem: str, cells: int) -> None:
    session = twins(name, stem)
    shown, _ = tale_of(name, stem)
    lines = lay_screen(Scene(shown, session.rules), "", cells, 400)
    everyone = numbers(fighter.name for fighter in shown.fighters)
    divided = next(place for place, line in enumerate(lines) if "─ Fighters" in words(line))
    there = numbers(fighter.name for fighter in shown.fighters if fighter.presence != Presence.LEFT.value)
    assert {*numbers_of(heads(lines[4:divided], cells), stem)} == there
    assert {*numbers_of(heads(lines[divided:], cells), stem)} == everyone


@every_game
@stems
def test_the_recap_names_each_by_its_number(name: str, stem: str) -> None:
    _, recap = tale_of(name, stem)
    told_of = numbers(curve.name for curve in recap.curves)
    assert {*numbers_of(written(chart(recap.curves, recap.unit, recap.last)), stem)} == told_of
    lines = [*as_text(recap)]
    blocks = [line.strip().split("  ")[0] for line in lines[lines.index("How they fared") + 1 :]]
    assert {*numbers_of(blocks[: len(recap.curves)], stem)} == told_of


@every_game
@stems
def test_the_line_of_tabs_says_by_number_whose_sheet_it_is(name: str, stem: str) -> None:
    controller = controller_of(twins(name, stem))
    for fighter in controller.session.encounter:
        controller.view.selected, controller.view.pinned = fighter.id, True
        heading = words(Tabs("tabs").lay(controller, 120, 1)[0]).split("─ ")[-1].split(" · ")[0]
        assert numbers_of([heading], stem) == [*numbers([fighter.name])]


def test_the_recaps_picture_cuts_no_name_of_a_side() -> None:
    _, recap = tale_of("plain-skirmish", STEMS[0])
    names = [f"{letter}guardsman {number}" for letter in "QRSTUVW" for number in (1, 12)]
    picture = recap_card(replace(recap, sides=(("guards", ", ".join(names)),), curves=()))
    told_on = " ".join(re.findall(r"<text[^>]*>([^<]*)</text>", picture))
    assert ", ".join(names) in re.sub(r"\s+", " ", told_on)


@pytest.mark.parametrize(("label", "bar"), [(0, 8), (6, 6), (9, 6)])
def test_pools_that_differ_in_their_number_are_labelled_by_it(label: int, bar: int) -> None:
    pools = [(Pool(f"Qenerator {place}", f"Qenerator {place}", 9), 9) for place in (1, 2, 12)]
    grid = Grid(left=20, per=1, bar=bar, number=5, gap=2, words=(), heads=(), label=label)
    labels = [span.text for row in lay_pools(pools, grid, True, {}, {}) for span in row]
    assert numbers_of(labels, "Qenerator") == ["1", "2", "12"]
