"""Every command that takes a game takes a pack, by its name and by its file."""

from __future__ import annotations

import json
from importlib.resources import files
from itertools import product
from pathlib import Path

import pytest

from tests.cli.calling import call
from tests.lanes import sample
from tracker.games import registry

PACKS = sorted(record["name"] for record in json.loads(call("systems", "--json").out) if record["kind"] == "pack")


def test_systems_says_of_each_game_in_one_file_that_it_is_a_pack() -> None:
    in_files = {path.name.removesuffix(".toml") for path in files("tracker.games.packs.shipped").iterdir()}
    assert set(PACKS) == in_files & set(registry.names()) and len(PACKS) >= 5


@pytest.mark.parametrize(("name", "by_file"), sample(product(PACKS, (False, True))))
def test_a_pack_is_taken_by_name_and_by_file(name: str, by_file: bool, tmp_path: Path) -> None:
    game = name
    if by_file:
        game = str(tmp_path / "own.toml")
        Path(game).write_text(files("tracker.games.packs.shipped").joinpath(f"{name}.toml").read_text("utf-8"), "utf-8")
    spec = tmp_path / "some.sweep.toml"
    spec.write_text(
        f'encounter = "{game}"\nfights = 1\n[vary]\norders = ["attack nearest", "attack weakest"]\n', "utf-8"
    )
    for line in (
        ("rules", "--system", game),
        ("schema", "encounter", "--system", game),
        ("library", "--system", game),
        ("odds", game, "--fights", "1", "--orders", "attack", "--workers", "1"),
        ("sweep", str(spec), "--out", str(tmp_path / "out.csv"), "--workers", "1"),
    ):
        assert call(*line).code == 0, line
    assert len((tmp_path / "out.csv").read_text("utf-8").splitlines()) == 1 + 2


def test_a_pack_with_a_mistake_is_told_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    text = files("tracker.games.packs.shipped").joinpath("ticks.toml").read_text("utf-8")
    file.write_text(text.replace("[clock]", "[clock]\nrnus = 3", 1), "utf-8")
    told = call("odds", str(file))
    assert (
        told.code == 2
        and f'{file}:{text[: text.index("[clock]")].count(chr(10)) + 2}:1: clock: unknown key "rnus"' in told.err
    )
