"""`tracker reckon` and `tracker new --system`: what a game declares of itself on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.calling import call


def test_a_calculator_reads_the_arguments_it_declares() -> None:
    said = call("reckon", "--system", "hybrid", "chance", "--stat", "12", "--rank", "3", "--roll", "37", "--json")
    known = call("chance", "--stat", "12", "--rank", "3", "--roll", "37", "--json")
    assert said.code == 0
    assert json.loads(said.out) == json.loads(known.out)


def test_a_value_out_of_bounds_is_refused() -> None:
    with pytest.raises(SystemExit):
        call("reckon", "--system", "hybrid", "chance", "--stat", "1001")
    assert call("reckon", "--system", "hybrid", "luck").err.strip().endswith("there are chance.")
    assert 'unknown system "hybird"; did you mean "hybrid"?' in call("reckon", "--system", "hybird").err


def test_without_a_name_what_can_be_reckoned_is_listed() -> None:
    assert call("reckon").lines == [
        "tracker reckon --system hybrid chance: a chance and its thresholds, and what a roll against it means"
    ]


def test_new_writes_the_template_of_the_game_named(tmp_path: Path, nerve: Path) -> None:
    path = tmp_path / "own.toml"
    assert call("new", path, "--system", "nerve").code == 0
    assert path.read_text(encoding="utf-8") == 'system = "nerve"\n\n[[combatant]]\nname = "Ann"\n'
    assert call("new", tmp_path / "other.toml", "--system", "nreve").code == 2
    assert not (tmp_path / "other.toml").exists()
    assert call("new", tmp_path / "usual.toml").code == 0
    assert "[[combatant]]" in (tmp_path / "usual.toml").read_text(encoding="utf-8")
