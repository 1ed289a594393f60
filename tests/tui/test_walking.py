"""Walking back: `[` and `]` show every step as it was; nothing changes until Enter goes back to what is seen."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.controllers import controller_of
from tests.lanes import sample
from tests.tui.opening import due, example, warren
from tests.tui.paper import Paper
from tests.tui.playing import Player, every_size
from tracker.controller.controller import Controller
from tracker.controller.modes import Mode
from tracker.dice.source import SeededDice
from tracker.session import Session
from tracker.session.opening import session_of
from tracker.storage.crash_reports import crash_reporter
from tracker.storage.fight_log.opening import open_fight
from tracker.storage.preparation import read_encounter
from tracker.tui.app import TrackerApp
from tracker.tui.app_config import AppConfig
from tracker.tui.widgets.log import LogPane
from tracker.tui.widgets.question import QuestionPane
from tracker.tui.widgets.timeline import TimelinePane

SAVES = Path(__file__).parents[2] / "saves"


def fought() -> Session:
    """The duel, some steps into it."""
    session = example("duel")
    for line in (
        "begin",
        "fix brann count 1",
        "next",
        "brann attack gruk",
        "gruk damage 12 cutting chest",
        "note here",
    ):
        session.say(line)
    return session


def question(player: Paper | Player) -> str:
    return "\n".join(player.screen.query_one(QuestionPane).text())


def test_every_step_is_shown_as_it_was_with_what_it_changed() -> None:
    session = fought()
    player = Paper(session)
    now = player.text()
    player.press("[")
    assert "You are looking at count 1, step 7 of 8: Gruk" in question(player)
    assert "gruk damage 12 cutting chest" not in question(player) and "Gruk fatigue −12 → 21" in question(player)
    player.press("[")
    assert "Brann: bastard sword" in question(player), "what the step before changed"
    gruk = session.encounter["gruk"]
    assert f"{gruk.full('PFT')}/{gruk.full('PFT')}" in player.text()
    assert player.screen.query_one(TimelinePane).faded and not player.screen.query_one(QuestionPane).faded
    player.press("]", "]")
    assert player.text() == now, "behind the last step is the present"
    assert not player.screen.query_one(TimelinePane).faded


def test_enter_goes_back_to_here_and_redo_brings_all_back() -> None:
    session = fought()
    before = session.encounter
    player = Paper(session)
    player.press("[", "[", "[", "enter")
    assert len(session.journal.done) == 5 and session.encounter.question is not None
    assert "Undone: " in player.text() and player.controller.mode is Mode.DECLARE
    player.press("y")
    assert session.encounter == before


@pytest.mark.parametrize("begun", [False, True])
def test_walking_back_behind_the_joining_of_whoever_is_selected_selects_nobody(begun: bool) -> None:
    session = fought() if begun else example("duel")
    session.say("join new Thug")
    session.say("note there")
    player = Paper(session)
    controller = player.controller
    controller.view.select("thug")
    controller.view.marks = ("thug", "brann")
    player.press("[", "[")
    while controller.walked:
        assert controller.shown.view.selected in {"", *(one.id for one in controller.shown.session.encounter)}
        player.press("s", "tab", "down", "[")
    assert controller.shown.view.selected != "thug"
    player.press("escape", "escape")
    assert controller.walked is None


@pytest.mark.parametrize("line", ["undo-action", "undo", "back 0", "note x", "join new Thug", "fix die 3", "veto"])
def test_a_line_said_while_looking_back_changes_nothing_and_says_why(line: str) -> None:
    session = fought()
    state = session.encounter
    player = Paper(session)
    controller = player.controller
    player.press("[")
    for own in (controller, controller.shown):
        assert not own.say(line)
    player.screen.draw()
    assert "changes the fight" in question(player)
    assert session.encounter is state and controller.walked == len(session.journal.done) - 1
    player.press("[", "]", "enter")
    assert controller.walked is None


async def test_a_moment_that_cannot_be_drawn_is_told_and_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    app = TrackerApp(AppConfig(fought(), report=crash_reporter(tmp_path), guard=0.0, colour=True))
    async with app.run_test(size=(120, 36)):
        player = Player(app)
        await player.drawn()
        with monkeypatch.context() as patched:
            patched.setattr(Controller, "_make_prompt", lambda controller, menu: 1 / 0 if controller.moment else None)
            await player.press("[")
            told = " ".join(question(player).split())
            assert "an error in the program" in told and "The report is" in told
        await player.press("escape")
        assert player.screen.controller.walked is None
        await player.press("[")
        assert "You are looking at count 1, step 7 of 8" in question(player)


def test_esc_returns_to_the_present_and_a_key_of_the_game_is_refused_with_the_reason() -> None:
    session = fought()
    player = Paper(session)
    now, state = player.text(), session.encounter
    player.press("[")
    for key in ("space", "u", "a", "minus", "j", "colon", "v", "backspace"):
        player.press(key)
        assert "changes the fight" in question(player) and "esc: return" in question(player), key
    assert session.encounter is state
    player.press("escape")
    assert player.text() == now


def test_walking_looks_only_panes_fighters_and_help_still_work() -> None:
    session = fought()
    player = Paper(session, (80, 24))
    player.press("[", "2", "s")
    assert player.controller.shown.view.selected == "gruk" and "Gruk" in player.text()
    player.press("question_mark", "slash", *"look back")
    assert "look back through the steps" in player.text()
    player.press("escape", "escape", "escape")
    assert player.controller.view.selected == "gruk", "whoever was picked there stays picked"


def test_the_beginning_is_the_end_of_the_walk_and_nothing_is_walked_before_anything_happened() -> None:
    prepared = read_encounter(SAVES / "duel.toml")
    session = Session(prepared.encounter, prepared.rules, SeededDice(1))
    player = Paper(session)
    player.press("[")
    assert "The fight has no steps to look back on yet" in question(player)
    session.say("begin")
    session.notes = "Ana types her dice."
    player = Paper(session)
    player.press("[")
    assert "before step 1 of 1" in question(player)
    assert "the start of the fight" in question(player) and "Ana" not in question(player)
    player.press("[")
    assert "no step comes before it" in question(player)
    player.press("enter")
    assert not session.encounter.began


def test_any_line_of_the_log_the_same_by_key_by_click_and_by_a_typed_line() -> None:
    session = fought()
    player = Paper(session)
    player.press("l", "up", "up", "[")
    place = player.controller.walked
    assert place is not None and place < len(session.journal.done)
    player.press("escape", "escape", "colon")
    player.type("walk")
    player.press("enter")
    assert player.controller.walked == len(session.journal.done) - 1
    log = player.screen.query_one(LogPane)
    row = next(at for at, line in enumerate(log.text()) if "Gruk may declare" in " ".join(line.split()))
    player.click_on(log, offset=(5, row))
    assert "begin" in question(player) and player.controller.walked == 3
    y, x = next((y, line.index("esc")) for y, line in enumerate(question(player).splitlines()) if "esc" in line)
    player.click_on("#question", offset=(x + 1, y))
    assert player.controller.walked is None


@pytest.mark.parametrize("size", sample([(80, 24), (120, 36)]))
def test_a_click_with_ctrl_on_a_line_of_the_log_walks_to_its_moment_and_the_footer_leads_on(
    size: tuple[int, int],
) -> None:
    session = fought()
    before = session.encounter
    player = Paper(session, size)
    player.press("l")
    log = player.screen.query_one(LogPane)
    row = next(
        at
        for at, line in enumerate(log.text())
        if {"Gruk may declare", "Brann may declare"} & {" ".join(line.split()[1:4])}
    )
    player.click_on(log, offset=(5, row), control=True)
    place = player.controller.walked
    assert place is not None and place < len(session.journal.done)
    player.click("] look on")
    assert player.controller.walked == place + 1
    player.click("[ look back")
    assert player.controller.walked == place
    player.click("esc back")
    assert player.controller.walked is None and session.encounter == before
    player.click_on(log, offset=(5, row), button=3)
    player.click("enter back to here")
    assert len(session.journal.done) == place and session.encounter != before


def test_a_line_that_was_taken_back_is_no_moment() -> None:
    session = fought()
    session.say("undo")
    player = Paper(session)
    player.press("l", "up", "[")
    assert player.controller.walked is None
    assert "You undid that line" in question(player)


def test_walking_writes_nothing_and_reads_the_old_steps_of_a_long_fight(tmp_path: Path) -> None:
    path = tmp_path / "finished-gunfight.fight.toml"
    path.write_bytes((SAVES / path.name).read_bytes())
    opened = open_fight(path)
    session = session_of(opened, SeededDice(1))
    data, done = path.read_bytes(), len(session.journal.done)
    player = Paper(session)
    player.press(*["["] * 12)
    assert f"step {done - 12} of {done}" in question(player)
    player.controller.walk_to(0)
    player.screen.draw()
    player.press("]")
    assert f"step 1 of {done}" in question(player)
    assert path.read_bytes() == data
    player.press("escape")
    assert path.read_bytes() == data
    assert opened.fight_file is not None
    opened.fight_file.close()


@every_size
@pytest.mark.parametrize(
    "name", sample(["brawl", "plain-skirmish", "prism-corridor", "phases-ambush", "feats-drowning"])
)
def test_every_game_is_walked_back_to_its_beginning_and_on_again(name: str, size: tuple[int, int]) -> None:
    session = example(name)
    session.say("begin")
    for _ in range(6):
        if session.encounter.question is None:
            session.say("next")
            continue
        break
    states = [session.journal.states[0], *(session.journal.states[n] for n in session.journal.done)]
    player = Paper(session, size)
    for place in range(len(states) - 2, -1, -1):
        player.press("[")
        assert player.controller.shown.session.encounter == states[place]
    for place in range(1, len(states) - 1):
        player.press("]")
        assert player.controller.shown.session.encounter == states[place]
    player.press("]")
    assert player.controller.walked is None


def test_walking_back_names_the_key_of_the_last_page_and_keeps_groups_unfolded() -> None:
    session = due(warren())
    controller = controller_of(session)
    controller.view.unfolded = frozenset({"goblins"})
    for one in session.encounter:
        if one.group:
            assert controller.say(f"{one.id} falls")
    controller.walk_to(len(session.journal.done))
    told = " ".join(controller.shown.moment.changed) if controller.shown.moment else ""
    assert "w shows how it went" in told and "`summary`" not in told
    assert controller.shown.view.unfolded == {"goblins"}
