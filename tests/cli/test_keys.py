"""`tracker keys`: the whole map, what is changed in it, and what is wrong in one's own file."""

from __future__ import annotations

from pathlib import Path

from tests.cli.calling import call
from tests.cli.showing import Shown
from tracker.controller.input.default_keys import ROWS


def test_the_usual_map_is_printed_whole(config: Path) -> None:
    reply = call("keys")
    assert reply.code == 0 and reply.lines[0].startswith(f"{config / 'keys.toml'} does not exist")
    ids = [row.id for row in ROWS]
    assert [id for id in ids if not any(f"  {id} " in line for line in reply.lines)] == []
    assert not any(line.startswith("*") for line in reply.lines)


def test_what_is_changed_is_marked_and_a_mistake_is_exit_code_2(config: Path) -> None:
    (config / "keys.toml").write_text('[keys]\nundo = "f5"\nredo = "f77"\n', encoding="utf-8")
    reply = call("keys")
    assert reply.code == 2
    (undo,) = (line for line in reply.lines if line.startswith("* f5"))
    assert "undo" in undo and "(usually u)" in undo
    assert reply.lines[-1].startswith(f'{config / "keys.toml"}:3:1: "f77" is no key')
    (config / "keys.toml").write_text('[keys]\nundo = "f5"\n', encoding="utf-8")
    assert call("keys").code == 0


def test_another_file_and_a_map_that_ships_can_be_looked_at(config: Path, tmp_path: Path) -> None:
    other = tmp_path / "others.toml"
    other.write_text('map = "number-pad"\n', encoding="utf-8")
    assert any(line.startswith("* space +") for line in call("keys", other).lines)
    assert any("` " in line and "undo" in line for line in call("keys", "--map", "left-hand").lines)
    reply = call("keys", "--map", "right-foot")
    assert reply.code == 2 and "there are left-hand, number-pad" in reply.err


def test_play_takes_the_keys_and_tells_what_is_wrong_with_them(config: Path, shown: Shown, duel: Path) -> None:
    (config / "keys.toml").write_text('[keys]\nundo = "f5"\nredoo = "f6"\n', encoding="utf-8")
    assert call("play", duel).code == 0
    assert shown.given["keys"] == {"undo": ("f5",)}
    assert shown.given["remarks"][0].startswith(f"{config / 'keys.toml'}:3:1: ")
