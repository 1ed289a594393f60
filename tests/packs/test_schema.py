"""`tracker schema pack`: what editors are told of a game in one file agrees with what the program reads."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import tomli

from tests.cli.calling import call
from tests.packs.mutants import SHIPPED, changed, text_of
from tracker.games.packs import formulas, models

jsonschema = pytest.importorskip("jsonschema")

TUTORIAL = re.findall(
    r"^```toml\n(pack = 1\n.*?)^```",
    (Path(__file__).parents[2] / "docs" / "packs.md").read_text("utf-8"),
    re.MULTILINE | re.DOTALL,
)


@cache
def schema() -> Any:
    printed = call("schema", "pack")
    assert printed.code == 0
    return json.loads(printed.out)


def mistakes(text: str) -> list[str]:
    """Where a pack does not fit its schema, as `clock.unit`."""
    validator = jsonschema.Draft202012Validator(schema())
    return [".".join(map(str, error.absolute_path)) for error in validator.iter_errors(tomli.loads(text))]


def test_the_schema_is_one_that_validators_accept() -> None:
    jsonschema.Draft202012Validator.check_schema(schema())


@pytest.mark.parametrize("name", SHIPPED)
def test_every_pack_that_ships_fits_the_schema(name: str) -> None:
    assert mistakes(text_of(name)) == []


def test_the_pack_of_the_page_and_the_pack_of_tracker_new_fit_the_schema_that_the_new_one_names(tmp_path: Path) -> None:
    path = tmp_path / "feud.toml"
    reply = call("new", path, "--pack")
    assert reply.code == 0 and "pack.schema.json: what an editor completes" in reply.out
    text = path.read_text("utf-8")
    named = text.splitlines()[0].removeprefix("#:schema ")
    assert json.loads((tmp_path / named).read_text("utf-8")) == schema()
    assert len(TUTORIAL) == 1
    assert mistakes(text) == mistakes(TUTORIAL[0]) == []


def test_a_second_new_pack_uses_the_schema_that_is_there(tmp_path: Path) -> None:
    (tmp_path / "pack.schema.json").write_text("{}", "utf-8")
    reply = call("new", tmp_path / "feud.toml", "--pack")
    assert reply.code == 0 and "completes" not in reply.out
    assert (tmp_path / "pack.schema.json").read_text("utf-8") == "{}"


SLIPS = [
    (("pack = 1\n", "pack = 2\n"), "pack"),
    (('name = "ticks"\n', 'name = "My Ticks"\n'), "name"),
    (("about = ", "abuot = "), ""),
    (('unit = "tick"', "unit = 4"), "clock.unit"),
    (('unit = "tick"', 'unit = "tick"\nruns = "upp"'), "clock.runs"),
    (("seconds = 0.5", "seconds = 0"), "clock.seconds"),
    (('ties = "wits"', "ties = true"), "clock.ties"),
    (('ties = "wits"', 'ties = "wits & grace"'), "clock.ties"),
    (("evade = { label", "evade = { lable"), "figures.evade"),
    (("low = 1, high = 8 }\ngrace", "low = 1, high = 8000 }\ngrace"), "figures.might.high"),
    (("armour = { label", '"ar mour" = { label'), "figures"),
    (('full = "4 + might"', "full = 1.5"), "pools.breath.full"),
    (('full = "8 + 2 * might", ', ""), "pools.life"),
    (("rest = { points = 1, hours = 1 }", "rest = { points = 1 }"), "pools.breath.rest"),
    (("lasts = 10, weighs = { fight = -2,", 'lasts = 10, weighs = { fight = "-2",'), "conditions.winded.weighs.fight"),
    (('name = "lunge"', 'name = "Lunge"'), "action.1.name"),
    (("lands = 3", "lands = [3]"), "action.1.lands"),
    (('when = "effect"', 'when = "effect"\nwho = "all"'), "action.0.effect.0.who"),
    (('adds = "2 + down(evade / 3)"', 'add = "2 + down(evade / 3)"'), "answer.1"),
    (('actions = ["attack"]', 'actions = "attack"'), "modifier.0.actions"),
    (('{ name = "Knife", speed', "{ speed"), "library.weapon.3"),
    (('name = "Marsh Raider"', "name = 3"), "library.creature.0.name"),
]


@pytest.mark.parametrize(("change", "place"), SLIPS, ids=[change[1].strip()[:30] for change, _ in SLIPS])
def test_a_slip_in_a_pack_does_not_fit_at_its_place(change: tuple[str, str], place: str) -> None:
    assert mistakes(changed("ticks", change)) == [place]


def test_every_key_is_explained_in_a_sentence_and_every_table_has_its_header_for_a_title() -> None:
    tables = {"the top": schema(), **schema()["$defs"]}
    for name, table in tables.items():
        if name != "OrdersTable":  # this one is every game's
            for key, told in table["properties"].items():
                assert told.get("description", "").endswith("."), f"{name}: {key}"
    assert {schema()["$defs"][name]["title"] for name in ("Clock", "Effect", "Figure")} == {
        "[clock]",
        "[[action.effect]]",
        "[figures.NAME]",
    }


def test_a_default_that_is_a_formula_is_written_as_one() -> None:
    assert schema()["$defs"]["ActionRule"]["properties"]["lands"]["default"] == "0"
    assert "null" not in json.dumps(schema())


def test_the_pattern_of_formulas_has_every_letter_and_sign_that_a_formula_can_have() -> None:
    signs = {character for character in map(chr, range(32, 0x2300)) if readable(f"1 {character} 2")}
    assert {"+", "-", "×", "÷", "−", "≤", "≥", "≠"} <= signs
    for text in (*(f"1 {sign} 2" for sign in signs), "min(a_1, b.c)", "2d6!", "1.5"):
        assert re.search(formulas.LETTERS, text), text


def readable(text: str) -> bool:
    """Whether a text is a formula."""
    try:
        return bool(formulas.read(text))
    except formulas.FormulaError:
        return False


def test_a_pack_belongs_to_no_game() -> None:
    printed = call("schema", "pack", "--system", "ticks")
    assert printed.code == 2 and printed.err == (
        "A pack is a game itself, and its schema is the same for every game; leave out --system.\n"
    )


def test_editors_know_the_forms_of_names_that_the_program_asks_for() -> None:
    assert {f"^{kind.pattern}$" for kind in (models.GAME_NAME, models.FIGURE_NAME, models.VERB)} <= {
        part["pattern"] for part in parts(schema()) if "pattern" in part
    }


def parts(value: Any) -> Any:
    """Every object within a schema."""
    if isinstance(value, dict):
        yield value
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from parts(inner)
