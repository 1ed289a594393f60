"""The page on packs: its tutorial is checked and played as it stands, and it has every key, and no other."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import tomli
from pydantic import BaseModel

from tests.cli.calling import call
from tests.game_master import line_of_an_ordinary_game_master, sides_standing
from tracker.campaign.file_checks import check
from tracker.dice.source import SeededDice
from tracker.games.packs import formulas, models
from tracker.session import Session
from tracker.storage.preparation import read_encounter

PAGE = (Path(__file__).parents[2] / "docs" / "packs.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```toml\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
SECTIONS: dict[str, type[BaseModel]] = {
    "The top": models.Pack,
    "The clock": models.Clock,
    "Figures": models.Figure,
    "3. Tests": models.Test,
    "4. Results": models.Result,
    "5. Effects": models.Effect,
    "6. Triggers": models.TriggerRule,
    "7. Actions and their cost": models.ActionRule,
    "Modifiers": models.ModifierRule,
    "8. Pools": models.PoolRule,
    "9. States": models.ConditionRule,
    "10. Answers": models.AnswerRule,
    "12. Places": models.Places,
    "The library": models.Library,
    "Words": models.Words,
    "Rules in words": models.RuleText,
}


@pytest.mark.parametrize("section", SECTIONS)
def test_the_reference_has_every_key_of_a_table_and_no_other(section: str) -> None:
    text = PAGE.partition(f"### {section}\n")[2].partition("\n##")[0]
    keys = [key for cell in re.findall(r"^\| (`.*?) \|", text, re.MULTILINE) for key in re.findall(r"`([^`]+)`", cell)]
    fields = SECTIONS[section].model_fields
    assert sorted(keys) == sorted(field.alias or key for key, field in fields.items())


def test_every_table_with_keys_has_its_section_or_is_told_in_the_row_of_its_list() -> None:
    tables = {kind for kind in vars(models).values() if isinstance(kind, type) and issubclass(kind, models.Table)}
    small: set[type[BaseModel]] = {
        models.Phase,
        models.Place,
        models.Rest,
        models.Table,
        models.Rolling,
        models.Bounded,
        models.Typed,
    }
    assert models.WeaponFigure.model_fields.keys() == models.Figure.model_fields.keys()
    small |= {models.WeaponFigure}
    assert tables - small == set(SECTIONS.values())
    for kind in (models.Phase, models.Place, models.Rest):
        assert all(f"`{key}`" in PAGE or f"{key} = " in PAGE for key in kind.model_fields)


def test_the_page_has_the_bounds_of_formulas_and_every_function() -> None:
    numbers = (formulas.LONGEST, formulas.MOST_PARTS, formulas.DEEPEST, formulas.MOST_DICE, f"{formulas.MOST_SIDES:,}")
    bounds = "at most {} characters, {} parts, {} brackets within each other and {} dice of up to {} sides"
    assert bounds.format(*numbers) in PAGE.replace("\n", " ")
    assert all(f"`{function}(" in PAGE for function in formulas.FUNCTIONS)


def plays(folder: Path, pack: str) -> None:
    """The pack has no mistakes, and the encounter of the page is played with it to the last side."""
    (folder / "feud.toml").write_text(pack)
    (folder / "yard.toml").write_text(BLOCKS[1])
    assert check(folder / "feud.toml") == ()
    prepared = read_encounter(folder / "yard.toml", library_dirs=())
    session = Session(prepared.encounter, prepared.rules, SeededDice(5))
    for _ in range(400):
        if session.encounter.began and session.encounter.question is None and len(sides_standing(session)) < 2:
            return
        session.say(line_of_an_ordinary_game_master(session))
    raise AssertionError("nobody wins")


def test_the_tutorial_plays_after_its_first_step_and_after_its_last(tmp_path: Path) -> None:
    first, _, *others = BLOCKS
    plays(tmp_path, first)
    plays(tmp_path, first.partition("[[action]]")[0] + "".join(others))


def test_the_pack_of_tracker_new_has_no_mistakes_its_own_name_and_is_played(tmp_path: Path) -> None:
    path = tmp_path / "feud.toml"
    assert call("new", path, "--pack").code == 0
    assert 'name = "feud"' in path.read_text()
    assert call("check", path).out == f"{path}: no mistakes\n"
    fight = tmp_path / "fights" / "yard.toml"
    fight.parent.mkdir()
    assert call("new", fight, "--system", path).code == 0
    assert 'system = "../feud.toml"' in fight.read_text()
    assert call("check", fight).lines[0] == f"{fight}: no mistakes"
    assert "Club" in call("library", "--system", path).out
    assert "percent" in call("reckon", "--system", path, "attack").out
    plays(tmp_path, path.read_text())
    assert call("new", path, "--pack").code == 2


def test_each_way_to_write_dice_on_the_page_is_read_and_each_short_example_is_toml() -> None:
    dice = PAGE.partition("### 2. Dice\n")[2].partition("\n###")[0]
    written = [
        text for row in re.findall(r"^\| (`.*?) \|", dice, re.MULTILINE) for text in re.findall(r"`([^`]+)`", row)
    ]
    assert len(written) > 9
    for text in written:
        assert formulas.read(text).text == text
    examples = [text.replace("\n", " ") for text in re.findall(r"`(\w+ = [^`]+)`", PAGE)]
    assert len(examples) > 15
    for text in examples:
        tomli.loads(text)
