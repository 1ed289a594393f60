"""The rules in words of a game in one file: looked up as those of any other, and checked with the rest of the file."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import cast

import pytest

from tests.asking import answered
from tests.cli.calling import call
from tracker.campaign.file_checks import check
from tracker.dice.source import SeededDice
from tracker.games import registry
from tracker.games.packs.game import PackGame
from tracker.games.packs.rules_in_words import is_shipped
from tracker.session.opening import look, session_at_start
from tracker.views.pages.rule_search import RuleSearch

RULES = """
[synonyms]
shield = ["guard"]

[[rule]]
id = "M-GUARD"
title = "Going on guard"
text = "Costs 3 ticks and adds 3 to the defence until its fighter acts."
words = ["guard", "defend"]
see = ["M-CLOCK"]
signs = ["on guard"]

[[rule]]
id = "M-CLOCK"
title = "The count"
text = "The fighter with the lowest tick acts."
"""


@cache
def new_pack() -> str:
    """The pack of `tracker new`."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "my-game.toml"
        assert call("new", file, "--pack").code == 0
        return file.read_text("utf-8")


def game(folder: Path, more: str = RULES) -> Path:
    """The pack of `tracker new`, with rules in words."""
    file = folder / "my-game.toml"
    file.write_text(new_pack() + more, "utf-8")
    return file


def test_a_pack_brings_its_rules_and_a_fight_looks_them_up(tmp_path: Path) -> None:
    assert check(game(tmp_path)) == ()
    encounter = tmp_path / "yard.toml"
    fighters = "".join(f'[[combatant]]\nname = "{name}"\nside = "{name}"\n' for name in ("Ann", "Bob"))
    encounter.write_text(f'title = "Yard"\nsystem = "./my-game.toml"\n{fighters}', "utf-8")
    session = session_at_start(look(encounter), SeededDice(1))
    words = answered(session, "rules shield").words
    assert words[0] == "M-GUARD  Going on guard" and "Source: my-game." in words
    assert [rule.id for rule in session.rules.display.rule_book().shown_in("Ann on guard +3")] == ["M-GUARD"]


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('id = "M-CLOCK"', 'id = "M-GUARD"', 'rule "M-GUARD" is there twice'),
        ('see = ["M-CLOCK"]', 'see = ["M-CLOK"]', 'there is no rule "M-CLOK" to see; did you mean "M-CLOCK"?'),
        ('title = "The count"', 'titel = "The count"', "titel"),
    ],
)
def test_a_mistake_in_the_rules_is_told_with_its_place(tmp_path: Path, old: str, new: str, sentence: str) -> None:
    file = game(tmp_path, RULES.replace(old, new))
    told = call("check", file)
    assert told.code == 2 and sentence in told.out + told.err


@pytest.mark.parametrize("name", registry._PACKED)
def test_each_pack_of_the_program_has_rules_for_its_clock_its_attack_and_every_answer(name: str) -> None:
    system = registry.find(name)
    book = system.bind({}).display.rule_book()
    assert book.rule(f"{name}-clock") and book.rule(f"{name}-hit") and book.rule(f"{name}-hurt")
    assert all(id in {rule.id for rule in book.rules} for rule in book.rules for id in rule.see)
    assert RuleSearch(book).find("who goes first")[0].id == f"{name.upper()}-CLOCK"
    pack = cast("PackGame", system).pack
    labels = [answer.label or answer.name for answer in pack.answer]
    labels += [condition.label or name for name, condition in pack.conditions.items()]
    assert [label for label in labels if not book.shown_in(f"Ann · {label} 3")] == []


def test_a_pack_that_is_changed_does_not_have_the_rules_of_the_programs_own() -> None:
    pack = cast("PackGame", registry.find("ticks")).pack
    assert is_shipped(pack)
    assert not is_shipped(pack.model_copy(update={"about": "Another game of this name"}))
