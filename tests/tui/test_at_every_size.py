"""At three sizes, with few and many fighters of the real games: who matters is in sight, bars can be read."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from tests.controllers import controller_of
from tests.game_master import SAVES, line_of_an_ordinary_game_master
from tests.lanes import one_a_game, sample
from tests.tui.monkey import EXAMPLES
from tests.tui.opening import example
from tests.tui.paper import Paper
from tests.tui.playing import SIZES
from tracker.campaign.reinforcements import stock
from tracker.dice.source import SeededDice
from tracker.model.questions import Ask
from tracker.model.refusals import Refused
from tracker.narration.outcome import last_outcome
from tracker.session import Session
from tracker.storage.preparation import read_encounter
from tracker.text.cells import words
from tracker.tui.widgets.question import QuestionPane
from tracker.views.focus import in_focus
from tracker.views.short_names import CrowdName

BAR = re.compile("[▂█◂▸▒░]{4,} +−?[0-9]+/[0-9]+")
"""A bar with its number."""
CELLS = re.compile("[▁▂▃▄▅▆▇·✗]+|×[0-9]+")
"""A pulse."""
TABS = {"fighters": "Fighters", "sheet": "Sheet", "log": "Rolls"}
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


def check(player: Paper, session: Session, width: int) -> None:
    board, encounter, seen = player.screen._timeline.drawn, session.encounter, player.seen()
    assert board is not None
    shown = player.controller.view.shown(session)
    rows: dict[str, str] = {}
    for line, who in zip(board.lines, board.lanes, strict=True):
        rows.setdefault(who, words(line))
    for who in in_focus(shown, session.rules, whole=encounter):
        assert who in rows and any(line.startswith(rows[who][:20]) for line in seen), "who matters is in sight"
    for who in set(rows) - {""}:
        head = rows[who][: board.names]
        if width == 80 or isinstance(shown[who].name, CrowdName):
            assert CELLS.search(head), head
        else:
            assert len(BAR.findall(head)) == 3, head
    if (outcome := last_outcome(session.journal)) is not None:
        assert sum(line.startswith(f"─ {outcome.at} ") for line in seen) == 1, "what came of the last blow is in sight"
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
    question, board = session.encounter.question, player.screen._timeline.drawn
    assert question is not None and board is not None
    assert {question.who, question.about} <= set(board.lanes)
    player.press("escape")
    check(player, session, 80)


@pytest.mark.parametrize("path", sample(one_a_game(EXAMPLES), 4), ids=lambda path: path.stem)
@pytest.mark.parametrize("size", sample(SIZES), ids=lambda size: f"{size[0]}x{size[1]}")
def test_axis_sheets_bars_and_rolls_are_there_at_every_size_each_with_heading_and_key(
    size: tuple[int, int], path: Path
) -> None:
    prepared = read_encounter(path)
    session = Session(prepared.encounter, prepared.rules, SeededDice(5))
    first = session.encounter.combatants[0]
    pools = [pool for pool in first.profile.pools if not pool.group] or first.profile.pools[:1]
    player = Paper(session, size)
    keymap = player.controller.keymap
    for pane in ("timeline", "fighters", "sheet", "log"):
        player.press(keymap.key(pane))
        text = player.text()
        assert player.screen.query_one(f"#{pane}").region.height >= 1, pane
        assert f"{keymap.key('timeline')} Timeline" in text
        if pane == "fighters" and pools:
            assert any(word in text for word in (pools[0].short or pools[0].label, pools[0].name)), text
            assert re.search(rf"[▂█▒░]{{4,}} +{re.escape(pools[0].text(first.pools[0]))}", text), text
        if pane == "log":
            assert "Rolls" in text
        if size[0] < 110:
            assert all(f"{keymap.key(id)} {word}" in text for id, word in TABS.items()), text


@pytest.mark.parametrize("lines", [4, 5, 6])
def test_a_question_of_two_lines_above_a_table_is_not_cut_to_one_for_a_notice(lines: int) -> None:
    session = example("prism-armour")
    session.say("begin")
    while (question := session.encounter.question) is None or question.ask is not Ask.CHOOSE:
        session.say("next" if question is None else f"{question.who} pass")
    controller = controller_of(session)
    pane = QuestionPane("question")
    text = "Kobold 2 against Asha: attack with the other hand with Knife, 23 against 18. Answer?"
    asking = replace(pane.asked(controller, 74), text=text, listed=True, notice=f"{text} {text}")
    _, asked = pane._with_table(controller, asking, 74, lines)
    assert "18. Answer?" in " ".join(words(line).strip() for line in asked.lines), asked.lines
