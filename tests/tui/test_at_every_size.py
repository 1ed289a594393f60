"""At three sizes, with few and many fighters of the real games: who matters is in sight, bars can be read."""

from __future__ import annotations

import re

import pytest

from tests.game_master import SAVES, line_of_an_ordinary_game_master
from tests.lanes import sample
from tests.tui.paper import Paper
from tests.tui.playing import SIZES
from tracker.campaign.reinforcements import stock
from tracker.dice.source import SeededDice
from tracker.model.questions import Ask
from tracker.model.refusals import Refused
from tracker.narration.outcome import last_outcome
from tracker.session import Session
from tracker.storage.preparation import read_encounter
from tracker.tui.widgets.fighters import FightersPane
from tracker.views.focus import in_focus

BAR = re.compile("[▂█◂▸▒░]{3,}")
SHORTEST = {80: 12, 120: 8, 200: 12}
FIGHTS = {
    2: ("duel", ()),
    8: ("brawl", ()),
    14: ("ambush", ("join goblin x6",)),
}


def fight(number: int) -> Session:
    save, lines = FIGHTS[number]
    prepared = read_encounter(SAVES / f"{save}.toml")
    session = Session(prepared.encounter, prepared.rules, SeededDice(5), None, stock(prepared))
    for line in lines:
        session.say(line)
    assert len(session.encounter.combatants) == number
    return session


def rows(player: Paper) -> tuple[FightersPane, list[str]]:
    pane = player.screen.query_one(FightersPane)
    assert pane.drawn is not None
    return pane, ["".join(span.text for span in line) for line in pane.drawn.lines]


def check(player: Paper, session: Session, width: int) -> None:
    pane, lines = rows(player)
    assert pane.drawn is not None
    seen, encounter = player.seen(), session.encounter
    for who in in_focus(encounter, session.rules)[:2]:
        own = [line for line in seen if encounter[who].name in line and BAR.search(line)]
        assert own, f"{who}, who acts, is asked or is aimed at, is not in sight"
    if width == 80 and player.screen.controller.listing() is not None:
        return
    shown = set(pane.drawn.rows) - {""}
    assert set(in_focus(encounter, session.rules)) <= shown, "whoever acts, is asked or is aimed at is in sight"
    hidden = len(encounter.combatants) - len(shown)
    assert pane.drawn.above + pane.drawn.below == hidden
    counted = [int(match[1]) for line in lines if (match := re.match(r" (?:[↑…↓↕] )?(\d+) (?:more|down:)", line))]
    assert sum(counted) == hidden
    for line, who in zip(lines, pane.drawn.rows, strict=True):
        if who:
            assert any(line.rstrip() in other for other in seen), "what is drawn is seen whole"
            assert all(len(bar) >= SHORTEST[width] for bar in BAR.findall(line)), line
    assert sum(len(BAR.findall(line)) for line in lines) >= 3 * len(shown)
    if (outcome := last_outcome(session.journal)) is not None:
        blow = f"─ {outcome.at} "
        assert sum(line.startswith(blow) for line in seen) == 1, "what came of the last blow stays in sight"
    assert seen[0].count("…") <= 1
    for due in [one for one in encounter.agenda if one.what in ("declare", "land")][:1]:
        assert str(due.count) in seen[0]


@pytest.mark.parametrize("number", sample(FIGHTS))
@pytest.mark.parametrize("size", sample(SIZES), ids=lambda size: f"{size[0]}x{size[1]}")
def test_a_real_fight_is_readable_at_every_step(size: tuple[int, int], number: int) -> None:
    session = fight(number)
    player = Paper(session, size)
    for step in range(28):
        try:
            session.say(line_of_an_ordinary_game_master(session))
        except Refused:
            break
        if step % 3 == 0 or session.encounter.question is None:
            player.screen.draw()
            check(player, session, size[0])
    assert last_outcome(session.journal) is not None or number != 2


def test_four_fighters_at_80_by_24_with_a_blow_about_to_land_and_damage_being_typed() -> None:
    prepared = read_encounter(SAVES / "duel.toml")
    session = Session(prepared.encounter, prepared.rules, SeededDice(5), None, stock(prepared))
    session.say("begin")
    player = Paper(session, (80, 24))
    while session.encounter.question is not None and session.encounter.question.dice:
        player.press("enter")
    player.press("j", "l")
    player.type("2 goblin")
    player.press("enter")
    for _ in range(60):
        question = session.encounter.question
        if question is not None and "is about to be hit" in question.text:
            break
        session.say(line_of_an_ordinary_game_master(session))
    player.screen.draw()
    assert "is about to be hit" in player.text() and len(session.encounter.combatants) == 4
    check(player, session, 80)
    player.press("4", "minus")
    question = session.encounter.question
    assert question is not None
    pane, _ = rows(player)
    assert pane.drawn is not None
    assert {question.who, question.about} <= set(pane.drawn.rows)
    player.press("escape")
    check(player, session, 80)


@pytest.mark.parametrize(("size", "rows_of_the_log"), [((120, 36), 5), ((200, 50), 20)])
def test_the_log_has_the_room_the_sheet_leaves(size: tuple[int, int], rows_of_the_log: int) -> None:
    session = fight(2)
    player = Paper(session, size)
    log, sheet, fighters = (player.screen.query_one(f"#{id}").region for id in ("log", "sheet", "fighters"))
    assert log.width >= 50 and log.height >= rows_of_the_log
    beside = log if size[0] >= 150 else sheet
    assert fighters.right == beside.x and beside.right <= size[0]
    for _ in range(20):
        session.say(line_of_an_ordinary_game_master(session))
    player.controller.runner.log.follow(session.journal)
    player.screen.draw()
    assert not any(line.rstrip().endswith("…") for line in player.seen()), "nothing is cut beside an empty half"


def test_while_a_list_of_choices_is_open_it_has_all_the_room_beside_the_fighters() -> None:
    session = fight(8)
    session.say("begin")
    for _ in range(120):
        question = session.encounter.question
        if question is not None and question.ask is Ask.DECLARE:
            break
        session.say(line_of_an_ordinary_game_master(session))
    player = Paper(session, (120, 36))
    player.press("a", "1")
    assert player.controller.listing() is not None
    sheet, fighters = player.screen.query_one("#sheet").region, player.screen.query_one("#fighters").region
    assert sheet.height == fighters.height
