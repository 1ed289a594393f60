"""What was found when a fight was opened is said on the screen."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.lanes import sample
from tests.tui.opening import example
from tests.tui.paper import Paper
from tests.tui.playing import Player, playing
from tracker.controller.input.debounce import Debounce
from tracker.controller.pages.openable_files import Entry, Way
from tracker.dice.source import SeededDice
from tracker.games import registry
from tracker.session import Session
from tracker.session.opening import session_of
from tracker.storage.fight_log.opening import open_fight
from tracker.text.cells import width, words
from tracker.tui.app import TrackerApp
from tracker.tui.app_config import AppConfig
from tracker.tui.screens.start import StartScreen

SAVES = Path(__file__).parents[2] / "saves"


def test_a_torn_tail_is_told_on_the_screen(tmp_path: Path) -> None:
    torn = tmp_path / "duel.fight.toml"
    torn.write_bytes((SAVES / "finished-duel.fight.toml").read_bytes()[:-40])
    opened = open_fight(torn)
    assert opened.warnings and opened.fight_file is not None
    try:
        player = Paper(session_of(opened, SeededDice(1)), (120, 36))
        assert opened.warnings[0][:30] in player.text()
    finally:
        opened.fight_file.close()


@pytest.mark.parametrize("typed", sample(["enter", "ctrl+j", "space", "7", "l", "colon", "question_mark", "down"]))
async def test_a_key_typed_before_the_first_frame_does_nothing_and_a_line_says_so(typed: str) -> None:
    async with playing(example("brawl"), (120, 36)) as player:
        controller = player.screen.controller
        before, view = controller.session.encounter, controller.view.pane
        player.screen.debounce = Debounce(0.2)
        player._send(typed)
        player._send("3")
        await player.drawn()
        assert (controller.session.encounter, controller.view.pane, controller.field) == (before, view, None)
        assert "".join(player.text()).count("Keys typed before this was drawn do not count.") == 1


@pytest.mark.parametrize("typed", sample(["enter", "1", "down"]))
async def test_on_the_start_page_nothing_is_opened_by_a_key_typed_before_it_was_drawn(
    typed: str, tmp_path: Path
) -> None:
    (tmp_path / "duel.toml").write_bytes((SAVES / "duel.toml").read_bytes())
    chosen: list[Entry] = []

    def opens(entry: Entry) -> tuple[Session, Callable[[], str]]:
        chosen.append(entry)
        return example("duel"), lambda: ""

    entry = Entry("duel.toml", "an encounter", tmp_path / "duel.toml", Way.START)
    app = TrackerApp(AppConfig(None, title="Fights", entries=[entry], open_entry=opens, colour=True))
    async with app.run_test(size=(120, 36)):
        player = Player(app)
        await player.drawn()
        assert isinstance(app.screen, StartScreen)
        app.screen._debounce = Debounce(0.2)
        player._send(typed)
        await player.drawn()
        assert not chosen and "Keys typed before this was drawn do not count." in player.text()
        app.screen._debounce.drawn((0, 0), 0.0)
        app.screen._debounce.within = 0.0
        player._send("enter")
        await player.drawn()
        assert chosen == [entry]


@pytest.mark.parametrize("cells", [80, 100, 120, 150, 200])
def test_the_list_of_fights_shows_whole_columns_only(cells: int) -> None:
    fights = sorted(SAVES.glob("finished-*.fight.toml"))
    names = [fight.name.removesuffix(".fight.toml") for fight in fights]
    entries = [
        Entry(f"Go on: {name}", "saves", path, section="Fights") for name, path in zip(names, fights, strict=True)
    ]
    screen = StartScreen("Choose a fight", entries)
    for place, name in enumerate(names):
        row = words(screen._row(place, cells, max(map(len, names))))
        parts = re.split(r"  +", row[6:].strip())
        assert width(row) <= cells and name.startswith(parts[0].rstrip("…"))
        assert parts[2] in registry.names() and re.fullmatch(r"\d{1,2} \w{3} \d\d:\d\d", parts[3]), row
        assert not any("…" in part for part in parts[2:]), row
