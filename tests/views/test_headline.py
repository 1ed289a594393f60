"""The head line: now, next and on deck at every size, figures whole, at most one ellipsis."""

from __future__ import annotations

import re

import pytest

from tests.hybrid.kit import ANNA, GRUK
from tests.hybrid.table import at_once
from tests.lanes import lane, sample
from tests.plain_fights import DUEL, fight, rolled
from tests.random_play import EXAMPLES, watched
from tests.tui.opening import example
from tracker.model.state import DECLARE, LAND
from tracker.session import Session
from tracker.text.cells import width, words
from tracker.views.headline import coming, lay_head
from tracker.views.short_names import shortened

SIZES = (60, 80, 120, 200)
LONG = "A very long title of a fight that nobody wants to read in full"


def head(session: Session, cells: int, title: str = LONG, trouble: str = "") -> str:
    return words(lay_head(session.encounter, session.rules, title, trouble, cells))


@pytest.mark.parametrize("cells", [60, 80, 120, 200])
def test_now_next_and_then_are_in_the_head_line_at_every_size(cells: int) -> None:
    session = rolled(fight())
    session.say("begin")
    for who in ("brann", "goblin-1", "goblin-2"):
        session.say(f"fix {who} count 2")
    session.say("next")
    line = head(session, cells)
    assert width(line) == cells
    assert all(word in line for word in (" Sela ", "then ", ", ", "saved ●", "round 1"))


@pytest.mark.parametrize("cells", [72, 80, 120])
def test_names_shorten_before_figures_and_numbered_ones_can_still_be_told_apart(cells: int) -> None:
    one, two = {**GRUK, "name": "Goblin Archer 1"}, {**GRUK, "name": "Goblin Archer 2"}
    table = at_once(ANNA, one, two)
    table.say("fix goblin-archer-1 count 1187", "fix goblin-archer-2 count 1191", "next")
    line = head(table.session, cells)
    assert re.search(r" Anna (declares )?  .* then ◆1187 Go\S* ?\S* ?1, ◆1191 Go\S* ?\S* ?2 ", line), line
    assert line.count("…") <= 1
    trouble = head(table.session, cells, trouble="the disk is full and nothing is saved")
    assert trouble.count("…") <= 1 and "1187" in trouble and "1191" in trouble


def test_what_is_due_stands_by_count_with_its_verb() -> None:
    table = at_once(ANNA, GRUK)
    table.say("fix gruk bleeding on", "fix anna bleeding on", "fix gruk count 60", "next")
    line = head(table.session, 120)
    assert "then +20 Gruk bleeds, ◆60 Gruk" in line, "it bleeds at 20, long before he acts"


def test_what_is_due_first_is_told_though_its_fighter_is_due_again_later() -> None:
    table = at_once(ANNA, GRUK)
    table.say("fix gruk bleeding on", "fix gruk count 60", "fix anna count 50")
    assert re.search(r"next \+20 Gruk bleeds .* then ◆50 Anna", head(table.session, 120))


def test_what_ends_at_a_count_is_no_longer() -> None:
    table = at_once(ANNA, GRUK)
    table.say("fix gruk count 60", "fix anna count 70", "anna is wet until 40")
    assert re.search(r"next \+40 Anna no longer wet .* then ◆60 Gruk", head(table.session, 120))


def test_what_comes_next_is_told_in_full_on_its_own_line_though_the_head_line_cuts_it() -> None:
    session = fight(DUEL)
    session.say('event 3 "The bell rings three times"')
    assert "next !3 The bell rings… " in head(session, 80)
    assert coming(session.encounter, session.rules) == "!3 The bell rings three times"


def test_what_is_not_saved_is_said() -> None:
    line = head(fight(DUEL), 80, "x", "not saved since 12:04")
    assert "not saved since 12:04" in line and "saved ●" not in line


def test_a_number_is_the_last_of_a_name_to_go() -> None:
    assert [shortened("Goblin 12", cells) for cells in (9, 8, 7, 5, 4, 3)] == [
        "Goblin 12", "Gobl. 12", "Gob. 12", "Gob12", "Go12", "G12",
    ]  # fmt: skip
    assert [shortened("kobolds ×8", cells) for cells in (10, 9, 6, 3)] == ["kobolds ×8", "kobol. ×8", "kob.×8", "k×8"]
    assert shortened("Bartholomew", 6) == "Barth."
    assert all(width(shortened(name, 7)) <= 7 for name in ("大きな鬼たち 3", "[bold]Gruk[/bold]", "é" * 20))


def test_in_little_room_what_is_no_act_is_a_plus_and_its_owner_rather_than_two_words_cut_short() -> None:
    session = example("feats-rooftops")
    session.say("begin")
    session.say("next")
    for who in ("tess", "sergeant-holt", "guardsman-1", "guardsman-2"):
        session.say(f"{who} sprint")
    for n in (1, 1):
        session.say(f"event strike {n}")
    in_full = r"next \+16 Tess sprinting .* then \+16 Sergeant Holt sprinting"
    assert re.search(in_full, head(session, 120))
    assert re.search(in_full, head(session, 80)), "before the title"
    assert re.search(r"next \+16 Tess .* then \+16 Serg\w*\b(?! \w*ing)", head(session, 62))


@pytest.mark.parametrize("cells", [80, 120])
def test_what_befalls_one_who_is_out_is_said_by_count_with_what_it_is(cells: int) -> None:
    table = at_once(ANNA, GRUK)
    table.say("fix gruk bleeding on", "anna leaves", "gruk surrenders", "gruk is dazed until 71")
    line = head(table.session, cells)
    assert re.search(r"next \+20 Gruk bleeds .* then \+71 Gruk no longer dazed", line), line


@pytest.mark.parametrize("name", sample(EXAMPLES, 3))
@pytest.mark.parametrize("seed", sample(range(8)))
def test_the_head_line_is_sorted_by_count_and_nothing_that_is_told_is_past(name: str, seed: int) -> None:
    for at, session in enumerate(watched(name, seed, 80)):
        encounter, unit = session.encounter, session.rules.unit
        counts = {unit.text(due.count): due.count for due in encounter.agenda}
        for cells in SIZES if lane.slow else (SIZES[at % len(SIZES)],):
            line = head(session, cells, encounter.title)
            told = [re.match(r"[◆●+!]?([\d.:]+[\w-]*)", part) for part in re.split(r"(?:next|then|,) ", line)[1:]]
            shown = [counts[match[1]] for match in told if match is not None]
            assert shown == sorted(shown) and all(count >= encounter.count for count in shown), line
            acts = any(due.what in (DECLARE, LAND) and due.count > encounter.count for due in encounter.agenda)
            assert shown or not acts, line


def test_an_event_is_told_in_full_where_the_title_leaves_room() -> None:
    session = fight(DUEL)
    session.say('event in 12 "Boots on the stairs: a guard has heard the shots"')
    assert "!12 Boots on the stairs: a guard has heard the shots" in head(session, 160)
    assert "!12 Boots on the…" in head(session, 80)
    assert all("Boots" in head(session, cells) and len(head(session, cells)) == cells for cells in range(80, 200, 7))
