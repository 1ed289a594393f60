"""The changes that the tests are tried with: what is drawn, and that a trial tells the harmless from the rest."""

from __future__ import annotations

import ast
import random
from pathlib import Path

import pytest
import tomli

from tests.lanes import sample
from tests.mutants.__main__ import equivalents, rows
from tests.mutants.drawing import (
    FIGURES,
    ROOMS,
    ROOT,
    SYSTEMS,
    Function,
    Mutant,
    changeable,
    changed,
    count,
    drawn,
    files,
)
from tests.mutants.running import Verdict

SEEDS = sample((1, 7))


def function_of(mutant: Mutant) -> Function:
    return next(
        function
        for path, name, function in changeable(mutant.game)
        if (path, name) == (ROOT / mutant.file, mutant.function)
    )


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("game", sample(ROOMS))
def test_every_change_that_is_drawn_compiles_and_differs(game: str, seed: int) -> None:
    for mutant in drawn(game, 20, seed):
        path = ROOT / mutant.file
        assert mutant.old != mutant.new
        if mutant.function:
            function = function_of(mutant)
            made = changed(function, mutant.number)[0]
            assert ast.dump(made) != ast.dump(function)
            compile(ast.fix_missing_locations(ast.Module([made], [])), str(path), "exec")
        else:
            text = path.read_text(encoding="utf-8")
            assert text[mutant.number :].startswith(mutant.figure)
            after = text[: mutant.number] + mutant.new + text[mutant.number + len(mutant.figure) :]
            assert tomli.loads(after) != tomli.loads(text)


@pytest.mark.parametrize("game", sample(ROOMS))
def test_each_change_of_a_function_is_another_one(game: str) -> None:
    for _, _, function in random.Random(1).sample(changeable(game), 6):
        made = [ast.dump(changed(function, number)[0]) for number in range(count(function))]
        assert len({*made, ast.dump(function)}) == len(made) + 1


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("game", sample(ROOMS))
def test_no_function_is_drawn_twice_and_one_in_ten_at_most_is_a_figure(game: str, seed: int) -> None:
    mutants = drawn(game, 60, seed)
    places = [(mutant.file, mutant.function, mutant.number if not mutant.function else 0) for mutant in mutants]
    assert len(set(places)) == len(places) <= 60
    assert sum(not mutant.function for mutant in mutants) <= 60 // FIGURES
    assert sum(bool(mutant.function) for mutant in mutants) >= min(54, len(changeable(game)))


@pytest.mark.parametrize("game", sample(ROOMS))
def test_the_same_seed_draws_the_same_and_another_seed_draws_others(game: str) -> None:
    assert drawn(game, 20, 5) == drawn(game, 20, 5) != drawn(game, 20, 6)


def test_all_kinds_are_drawn_and_both_editions_of_hybrid_give_figures() -> None:
    mutants = drawn("hybrid", 200, 1)
    kinds = {mutant.kind for mutant in mutants}
    assert kinds == {"comparison", "boundary", "arithmetic", "and/or", "not", "dropped", "refusal", "figure"}
    tables = {Path(mutant.file).name for mutant in mutants if mutant.kind == "figure" and mutant.game == "hybrid"}
    assert tables == {"current.toml", "1997.toml"}


def test_every_module_of_rules_is_in_a_room() -> None:
    """What a game shows, reads and names is no rule; all else can be drawn."""
    drawn_from = {path.relative_to(SYSTEMS).parts[:2] for game in ROOMS for path in files(game)}
    shown = {
        "menus", "library", "game.py", "preferences.py", "menus.py", "card.py", "explain.py",
        "json_records.py", "calculators.py", "carry_over.py", "models.py", "choices.py", "validation.py",
        "templates.py", "rules_in_words.py", "shipped", "__init__.py",
    }  # fmt: skip
    there = {
        path.relative_to(SYSTEMS).parts[:2]
        for game in ROOMS
        for path in (SYSTEMS / game).rglob("*.py")
        if path.relative_to(SYSTEMS).parts[1] not in shown
    }
    assert there == drawn_from


def test_a_reason_holds_for_a_line_wherever_it_stands_and_no_longer_once_it_is_written_anew() -> None:
    mutant = drawn("prism", 1, 1)[0]
    elsewhere = Mutant(**{**{name: getattr(mutant, name) for name in mutant.__slots__}, "line": mutant.line + 40})
    rewritten = Mutant(**{**{name: getattr(mutant, name) for name in mutant.__slots__}, "old": mutant.old + " + 0"})
    assert elsewhere.hash == mutant.hash != rewritten.hash


def test_a_change_without_an_effect_counts_neither_as_killed_nor_as_alive() -> None:
    killed, same, alive = drawn("prism", 3, 1)
    verdicts = [Verdict(killed, "a test", 3, 0.1), Verdict(same, "", 3, 0.1), Verdict(alive, "", 3, 0.1)]
    assert rows(verdicts, {same.hash: "it is the same", killed.hash: "stale"}) == [("prism", 3, 1, 1, 1)]


def test_every_reason_is_a_sentence_of_its_own_change() -> None:
    assert all(len(key) == 12 and len(reason.split()) > 4 for key, reason in equivalents().items())
