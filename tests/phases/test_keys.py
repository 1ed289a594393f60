"""Phases by keys: few of them for what is usual, and what cannot be done says why."""

from __future__ import annotations

from tests.phases.table import GUN, KANE, LASER, ROOK, VOS, begun
from tests.tui.paper import Paper


def test_a_burst_takes_four_keys_and_the_same_again_one() -> None:
    table = begun({**ROOK, "initiative": 90, "weapon": [{**GUN, "rof": 9}]}, KANE, dice=[100] * 9)
    player = Paper(table.session)
    player.press("space")
    player.pressed = 0
    player.press("f", "2", "4", "enter")
    assert table.now["rook"].mark("fired.machinegun") == 4 and player.pressed == 4
    table.until("rook", "1.2")
    player.screen.draw()
    assert "4 shots" in player.text()
    player.press("enter")
    assert table.now["rook"].mark("fired.machinegun") == 8


def test_aim_and_level_change_the_chance_before_the_shot() -> None:
    table = begun({**KANE, "weapon": [LASER]}, VOS, dice=[100])
    player = Paper(table.session, (80, 24))
    player.press("space", "f")
    assert "92 %" in player.text()
    player.press("s")
    assert "level −1 69 % × 0.75" in " ".join(player.text().split())
    player.press("escape", "c")
    told = " ".join(player.text().split())
    assert "left arm 46 % level −2" in told, "the chance of each place before it is chosen"
    player.press("5")
    assert "aim: left arm" in player.text() and "46 %" in player.text()
    player.press("s")
    assert "level −1 23 %" in " ".join(player.text().split()), (
        "of each level, on top of the aim, whose level has another multiplier"
    )
    player.press("1")
    assert "level: −1" in player.text() and "23 %" in player.text()
    player.press("2")
    assert table.now["kane"].mark("used") == 1


def test_what_cannot_be_done_says_why_on_its_key() -> None:
    table = begun(KANE, VOS)
    player = Paper(table.session)
    player.press("space", "m")
    assert "Kane can only fire a loaded ranged weapon" in player.text()


def test_a_attacks_as_in_most_games_with_the_first_weapon_that_can() -> None:
    table = begun({**KANE, "weapon": [LASER]}, VOS, dice=[100])
    player = Paper(table.session, (80, 24))
    player.press("space", "a")
    assert "fire Laser pistol: target?" in player.text()
    player.press("escape")
    assert player.text().count("fire Laser pistol") == 1, "the second key is not listed"
