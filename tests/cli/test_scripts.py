"""A fight is a script: its log as lines, said again with their dice, comes to the same end."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.cli.calling import DUEL, ROOT, call
from tests.lanes import sample
from tracker.storage.fight_log.opening import logged_steps

FINISHED = sorted((ROOT / "saves").glob("finished-*.fight.toml"))
ORDERED = """\
title = "By orders"
[[combatant]]
name = "Ann"
player = "Eve"
stats = { PEN = 30 }
[[combatant.weapon]]
name = "Bastard Sword"
[[combatant]]
from = "goblin"
number = 3
group = "pack"
orders = "attack again, parry above 20"
stats = { PEN = 30 }
"""


def lines_of(fight: Path) -> str:
    told = call("log", fight, "--format", "lines")
    assert (told.code, told.err) == (0, "")
    return told.out


def stands(state: dict[str, Any]) -> list[object]:
    """What a fight came to, without the words that a release may put better."""
    return [
        (one["who"], one["presence"], one["pools"], sorted(mark["key"] for mark in one["conditions"]))
        for one in state["combatants"]
    ]


@pytest.mark.parametrize("fight", sample(FINISHED, 2), ids=lambda path: path.name.partition(".")[0])
def test_every_finished_fight_said_again_comes_to_its_recorded_end(fight: Path) -> None:
    lines = lines_of(fight)
    assert "follows orders" not in lines and "answers by orders" not in lines and "with its group" not in lines
    again = call("run", fight, "--script", "--json", given=lines)
    assert (again.code, again.err) == (0, "")
    recorded = call("run", fight, "--json").records[-1]
    assert stands(again.records[-1]) == stands(recorded)
    assert again.records[-1]["began"]


def fought(path: Path, *lines: str) -> Path:
    """A fight against goblins under orders, by lines; the player's dice are typed."""
    encounter = path.with_name("orders.toml")
    encounter.write_text(ORDERED, "utf-8")
    given = "\n".join(("begin", "34", "2 3", *lines))
    ran = call("run", encounter, "--seed", "3", "--save", path, given=given)
    assert (ran.code, ran.err) == (0, "")
    return encounter


def test_what_was_taken_back_and_vetoed_and_put_right_is_said_again_too(tmp_path: Path) -> None:
    fight = tmp_path / "one.fight.toml"
    encounter = fought(
        fight,
        "note one", "undo", "redo", "undo", "note two", "next", "ann wait", "df -2 bad light", "next", "veto anyway",
        "goblin-3 wait", "next", "next", "ann nothing", "undo-action", "redo", "fix die 3 4", "back 8",
        "next", "ann wait", "to 25", "secret note unseen",
    )  # fmt: skip
    told = list(logged_steps(fight))
    assert any(not one.in_force for one in told) and any(one.step.mode == "orders" for one in told)
    lines = lines_of(fight)
    assert "veto anyway" in lines and "redo" in lines and "34" in lines.split()
    other = tmp_path / "two.fight.toml"
    again = call("run", encounter, "--script", "--save", other, given=lines)
    assert (again.code, again.err) == (0, "")
    same = [[(one.step.n, one.step.events, one.in_force) for one in logged_steps(path)] for path in (fight, other)]
    assert same[0] == same[1]
    assert lines_of(other) == lines


def test_a_script_can_be_changed_and_its_dice_with_it(tmp_path: Path) -> None:
    lines = "# dice 55,1,1\nbegin\n34\n2 3\n"
    ran = call("run", DUEL, "--script", "--json", given=lines)
    assert (ran.code, ran.err) == (0, "")
    assert [record["faces"] for record in ran.records if record["kind"] == "Rolled"] == [[34], [2, 3], [55], [1, 1]]
    assert "all 0 dice given are used up" in call("run", DUEL, "--script", given="begin\n34\n2 3\n").err
    assert call("run", DUEL, "--script", given="# dice 5x\nbegin\n").err.startswith(
        "line 1: # dice 5x: '5x' is no face"
    )


def test_a_script_goes_on_with_no_fight_and_is_not_for_the_players(tmp_path: Path) -> None:
    before = FINISHED[0].read_bytes()
    refused = call("run", FINISHED[0], "--script", "--save", tmp_path / "new.fight.toml", given="")
    assert refused.code == 2 and "cannot go on with it" in refused.err
    assert FINISHED[0].read_bytes() == before and not (tmp_path / "new.fight.toml").exists()
    refused = call("log", FINISHED[0], "--format", "lines", "--for", "players")
    assert (refused.code, refused.out) == (2, "")
