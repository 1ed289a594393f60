"""`tracker watch`: the players' screen shows what they see at every size, follows the file, and only looks."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest
from textual.app import ComposeResult

from tests.cli.calling import DUEL, call
from tests.lanes import drawing, sample
from tests.player_screen.table import AMBUSH, Table, leaks
from tests.tui.playing import Hand, drawn
from tracker.player_screen.big_digits import large
from tracker.player_screen.layout import lay_screen
from tracker.player_screen.screen import LOOK, WatchApp
from tracker.player_screen.spectator import Spectator
from tracker.text.cells import line_width, words
from tracker.tui.widgets.lines import LinesPane

SIZES = ((80, 24), (120, 36), (200, 50))
SOON = 0.2


def screen(spectator: Spectator, cells: int = 120, height: int = 36) -> list[str]:
    spectator.look()
    return [words(line).rstrip() for line in lay_screen(spectator.scene(), spectator.trouble, cells, height)]


def test_now_and_next_stand_in_large(table: Table) -> None:
    lines = screen(Spectator(table.path))
    question = table.session.encounter.question
    assert question is not None
    name = table.session.encounter[question.who].name.upper()
    count = table.session.encounter.count
    assert all(piece.strip() in line for line, piece in zip(lines[1:4], large(str(count)), strict=True))
    assert f"NOW   {name} DECLARES" in lines[1]
    assert re.search(r"next +\d+ +\w+", lines[2])
    assert f"{table.session.encounter[question.who].name} may declare" not in "\n".join(lines[:4])


@pytest.mark.parametrize(("cells", "height"), SIZES)
def test_everybody_seen_is_on_the_screen_with_bars(table: Table, cells: int, height: int) -> None:
    lines = screen(Spectator(table.path), cells, height)
    assert len(lines) <= height
    for name in ("Brann", "Sela", "Goblin 1", "Goblin 2"):
        assert sum(name in line for line in lines) >= 2, "a lane and a row"
    brann = next(line for line in lines if "Brann" in line and "PBD" in line)
    assert re.search(r"PBD ▂{3,} (\d+)/\1", brann)
    assert any(re.search(r"Goblin 2 +▂{3,} fresh", line) for line in lines)


@pytest.mark.parametrize(("cells", "height"), SIZES)
def test_in_a_crowd_every_players_fighter_keeps_its_lane(tmp_path: Path, cells: int, height: int) -> None:
    table = Table(tmp_path, text=AMBUSH.replace("number = 2", "number = 14"))
    table.begin()
    lines = screen(Spectator(table.path), cells, height)
    lanes = lines[4 : next(n for n, line in enumerate(lines) if "Fighters" in line)]
    assert all(any(name in line for line in lanes) for name in ("Brann", "Sela")), lanes
    assert any(line.startswith("►") for line in lanes), "and whoever is due"
    table.close()


@pytest.mark.parametrize(("cells", "height"), sample((*SIZES, (40, 12), (20, 5))))
def test_no_line_is_wider_than_the_screen(table: Table, cells: int, height: int) -> None:
    spectator = Spectator(table.path)
    for _ in range(12):
        table.play(6)
        spectator.look()
        lines = lay_screen(spectator.scene(), spectator.trouble, cells, height)
        assert len(lines) <= height
        assert cells < 60 or all(line_width(line) <= cells for line in lines)


def test_words_for_health_are_bars_too(table: Table) -> None:
    spectator = Spectator(table.path)
    table.say("fix goblin-1 PBD 3", "fix goblin-2 PBD 15", "fix goblin-2 PFT 3")
    lines = "\n".join(screen(spectator))
    badly, hurt = re.search(r"Goblin 1 +(█+)(░+) +badly hurt", lines), re.search(r"Goblin 2 +(█+)(░+) +hurt", lines)
    assert badly is not None and len(badly[1]) * 2 < len(badly[2])
    assert hurt is not None and len(hurt[1]) > len(hurt[2]) * 2


@drawing
def test_none_of_the_hidden_is_on_any_screen(tmp_path: Path) -> None:
    looked, seeds = 0, sample(range(10), 2)
    for seed in seeds:
        table = Table(tmp_path, seed, name=f"ford{seed}")
        spectator = Spectator(table.path)
        for _ in range(25):
            if not table.hidden:
                break
            for size in SIZES:
                assert leaks("\n".join(screen(spectator, *size)).encode()) == []
                looked += 1
            table.play(1)
        table.close()
    assert looked > 12 * len(seeds)


async def test_the_screen_follows_and_draws_nothing_when_nothing_is_seen(table: Table) -> None:
    app = WatchApp(Spectator(table.path), colour=False)
    async with app.run_test(size=(80, 24)) as pilot:
        app.look()
        await drawn(app)
        pane = app.query_one(LinesPane)
        before = pane.lines
        assert "Goblin 1" in "\n".join(pane.text())
        table.say("secret note The ferryman is bribed")
        app.look()
        assert pane.lines == before
        table.say("sela damage 3 cutting chest")
        app.look()
        assert pane.lines != before
        await Hand(app).resize_terminal(200, 50)
        await drawn(app)
        app.look()
        assert len(pane.lines) > 40
        await pilot.press("space", "enter", "u", "a")
        assert app.is_running
        await pilot.press("ctrl+q")
    assert app.return_code == 0


async def test_a_look_that_is_due_before_the_screen_is_laid_out_waits_for_it(table: Table) -> None:
    class Early(WatchApp):
        def compose(self) -> ComposeResult:
            self.look()
            yield from super().compose()

    app = Early(Spectator(table.path), colour=False)
    async with app.run_test(size=(120, 36)):
        await drawn(app)
        app.look()
        assert "Goblin 1" in "\n".join(app.query_one(LinesPane).text())


async def test_a_change_is_on_the_screen_within_a_fifth_of_a_second(table: Table) -> None:
    """As long as it waits between two looks, and as long as it works on one that has seen a change."""
    app = WatchApp(Spectator(table.path), colour=False)
    worked: list[float] = []
    async with app.run_test(size=(120, 36)):
        for word in ("thunder", "lightning", "hail", "snow", "fog"):
            table.say(f"sela alias {word}")
            began = time.process_time()
            app.look()
            await drawn(app)
            worked.append(time.process_time() - began)
            assert word in "\n".join(app.query_one(LinesPane).text())
    assert LOOK + min(worked) < SOON, worked


def test_it_never_changes_the_fight_and_needs_a_terminal(table: Table) -> None:
    before = table.path.read_bytes()
    reply = call("watch", table.path)
    assert reply.code == 2 and "needs a terminal" in reply.err
    assert table.path.read_bytes() == before
    reply = call("watch", DUEL)
    assert reply.code == 2 and "this is an encounter" in reply.err
