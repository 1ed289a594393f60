"""Values that no fight can use: refused with a sentence at their own key in every game, and never with a traceback."""

from __future__ import annotations

import time
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import pytest
import tomli_w
from pydantic import BaseModel

from tests.lanes import drawing, sample
from tests.storage.table import told, written
from tests.tui.opening import EXAMPLE_OF
from tracker.campaign.file_checks import check, examine
from tracker.dice.source import SeededDice
from tracker.games import registry
from tracker.model.refusals import Refused
from tracker.session import Session
from tracker.storage.fight_log.opening import start_fight
from tracker.storage.preparation import read_encounter
from tracker.storage.toml.diagnostics import InvalidFile
from tracker.storage.toml.models import encounter_model
from tracker.storage.toml.positions import Positions
from tracker.testing import likely

SAVES = Path(__file__).parents[2] / "saves"
WHOLE = (-(10**40), -(2**63), -1, 0, 1, 40, 1000, 10**9, 2**63, 10**40)
BROKEN = (-1e308, -0.0, 1e-320, 0.25, 13.333, 1e308)
WORDS = ("", " ", "0", "x", "x" * 60, "1d6", "0d6", "1/0", "99999999d9", "2d6+PSE", "4.2", "0s", "attack", "%s{0}[x]")


def alternatives(kind: Any) -> list[Any]:
    if get_origin(kind) is Annotated:
        return alternatives(get_args(kind)[0])
    if get_origin(kind) in (Union, types.UnionType):
        return [inner for one in get_args(kind) for inner in alternatives(one)]
    return [kind]


def extremes(kind: Any) -> Iterator[Any]:
    """Extreme values of the types that a key allows."""
    for one in alternatives(kind):
        origin = get_origin(one)
        if one is bool:
            yield from (True, False)
        elif one is int:
            yield from WHOLE
        elif one is float:
            yield from (*BROKEN, *WHOLE)
        elif one is str:
            yield from WORDS
        elif origin is Literal:
            yield from get_args(one)
        elif origin in (list, tuple):
            yield []
            yield from ([value] * number for value in extremes(get_args(one)[0]) for number in (1, 2))
        elif origin is dict:
            yield {}
            yield from ({key: value} for value in extremes(get_args(one)[1]) for key in ("x", ""))
        elif isinstance(one, type) and issubclass(one, BaseModel):
            yield {}
            for name, field in one.model_fields.items():
                yield from ({field.alias or name: value} for value in extremes(field.annotation))


def put(old: Any, new: Any) -> Any:
    """A new value in the place of an old one, of which tables keep what the new one does not say."""
    if isinstance(old, dict) and isinstance(new, dict):
        return {**old, **new}
    tables = isinstance(old, list) and isinstance(new, list) and old and new
    if tables and isinstance(old[0], dict) and isinstance(new[0], dict):
        return [{**old[0], **new[0]}, *old[1:]]
    return new


def unfit(system: str) -> list[tuple[str, bool, Any]]:
    """Each key of an encounter and, where it says so, of a combatant, with an extreme value."""
    model = encounter_model(registry.find(system))
    seated = get_args(alternatives(model.model_fields["combatant"].annotation)[0])[0]
    of_all = [(key, False, value) for key, value in of_each(model) if key not in ("combatant", "system")]
    return [*of_all, *((key, True, value) for key, value in of_each(seated) if key != "from")]


def of_each(model: type[BaseModel]) -> Iterator[tuple[str, Any]]:
    for name, field in model.model_fields.items():
        yield from ((field.alias or name, value) for value in extremes(field.annotation))


def fought(system: str, folder: Path, key: str, own: bool, value: Any, lines: int) -> None:
    """Read an encounter with one extreme value, and begin it if it is right."""
    whole = dict(read_encounter(SAVES / f"{EXAMPLE_OF[system]}.toml").document)
    if own:
        first, *others = whole["combatant"]
        whole["combatant"] = [{**first, key: put(first.get(key), value)}, *others]
    else:
        whole[key] = put(whole.get(key), value)
    path = written(folder, tomli_w.dumps(whole))
    try:
        prepared = read_encounter(path, library_dirs=())
    except InvalidFile as invalid:
        head = Positions(path.read_text()).of(("combatant", 0))
        for diagnostic in invalid.diagnostics:
            assert diagnostic.line > 0 and "Error" not in diagnostic.text, diagnostic
            assert (diagnostic.line, diagnostic.column) != head or "is missing" in diagnostic.text, diagnostic
        return
    fight = folder / "x.fight.toml"
    fight.unlink(missing_ok=True)
    start_fight(prepared, fight).close()
    examined = examine(path)
    assert examined.diagnostics == () and isinstance(examined.house_rules(True), tuple)
    session = Session(prepared.encounter, prepared.rules, SeededDice(5))
    try:
        session.say("begin")
        for _ in range(lines):
            session.say(likely(session))
    except Refused:
        pass


@drawing
@pytest.mark.parametrize("system", EXAMPLE_OF)
def test_every_extreme_value_of_every_key_is_played_or_told_at_its_key(system: str, tmp_path: Path) -> None:
    lines = len(sample(range(14), 3))
    for key, own, value in sample(unfit(system), 6):
        fought(system, tmp_path, key, own, value, lines)


AT_THEIR_KEYS = [
    ("plain", "hurt = 11\n", ["4:1"]),
    ("plain", '[[combatant.weapon]]\nname = "Bow"\ndamage = "2*PSE"\n', ["6:1"]),
    ("phases", '[[combatant.weapon]]\nname = "Bow"\ndamage = "1d"\n', ["6:1"]),
    ("phases", '[[combatant.weapon]]\nname = "Stick"\nhf = "1d6"\ndamage = "1d6"\n', ["7:1"]),
    ("phases", '[[combatant.weapon]]\nname = "Stick"\nsf = "d6!"\n', ["6:1"]),
    ("phases", '[[combatant.weapon]]\nname = "Stick"\nrounds = 3\n', ["6:1"]),
    ("phases", "skill = [{ name = 'A' }, { name = 'a' }]\n", ["4:28"]),
    ("phases", "pools = { HF = 999, XX = 1 }\n", ["4:11", "4:21"]),
    ("prism", "now = { Energy = 999 }\n", ["4:9"]),
    ("prism", "[house_rules]\nrandom_location = true\n", ["5:1"]),
    (
        "prism",
        '[[combatant.skill]]\nname = "A"\nattribute = "B"\n[[combatant.weapon]]\nname = "C"\nskill = "A"\n'
        'modifier = 1\nthreshold = 3\n[[combatant.armour]]\nname = "D"\nthreshold = 1\ncapacity = 1\nleft = 4\n',
        ["11:1"],
    ),
    ("prism", '[[combatant.armour]]\nname = "D"\nthreshold = 1\ncapacity = 1\nleft = 4\n', ["8:1"]),
    ("feats", "load = 999999\n", ["4:1"]),
    ("feats", 'thrust = "2*PSE"\n', ["4:1"]),
    ("feats", "pools = { HP = 999 }\n", ["4:11"]),
    ("feats", 'orders = "atack"\n', ["4:1"]),
    ("hybrid", "pools = { PFT = 9999, PBD = 9999 }\n", ["4:11", "4:23"]),
    ("hybrid", '[[combatant.skill]]\nname = "A"\nkind = "support"\n', ["4:1"]),
    ("hybrid", '[[combatant.skill]]\nname = "A"\n[[combatant.skill]]\nname = "a"\n', ["6:1"]),
]


@pytest.mark.parametrize(("system", "keys", "places"), AT_THEIR_KEYS)
def test_what_only_the_game_sees_is_told_at_its_own_key(
    system: str, keys: str, places: list[str], tmp_path: Path
) -> None:
    diagnostics = told(tmp_path, f'system = "{system}"\n[[combatant]]\nname = "Ann"\n{keys}')
    assert [diagnostic.removeprefix("ford.toml:").split(": ")[0] for diagnostic in diagnostics] == places


@pytest.mark.parametrize("system", EXAMPLE_OF)
def test_no_game_is_told_the_notation_of_another(system: str, tmp_path: Path) -> None:
    keys = 'thrust = "two"\n' if system == "feats" else '[[combatant.weapon]]\nname = "Bow"\ndamage = "2 six"\n'
    diagnostics = " ".join(told(tmp_path, f'system = "{system}"\n[[combatant]]\nname = "Ann"\n{keys}'))
    if system == "prism":
        assert "unknown key" in diagnostics, "it has no damage dice at all"
        return
    assert ("PSE" in diagnostics) == (system == "hybrid") and "is not dice" in diagnostics


@pytest.mark.parametrize("system", sample(["hybrid", "prism"]))
def test_nine_thousand_unknown_weapons_are_judged_within_a_second(system: str, tmp_path: Path) -> None:
    weapons = ",".join(f'{{name="Blade {number}"}}' for number in range(9000))
    path = written(tmp_path, f'system = "{system}"\n[[combatant]]\nname = "Ann"\nweapon = [{weapons}]\n')
    before = time.process_time()
    diagnostics = check(path)
    assert time.process_time() - before < 1
    assert sum(diagnostic.beyond_limit or 1 for diagnostic in diagnostics) >= 9000, "every one of them is counted"


@pytest.mark.parametrize(
    ("keys", "place", "what"),
    [
        ('name = "Ann"\ntowards = { PFT = "1/0" }', "person 1: ", "is no part of the way"),
        ('name = "Ann"\ntowards = { PFT = "half" }', "", "is no part of the way"),
    ],
)
def test_a_part_of_the_way_that_is_none_is_a_mistake(keys: str, place: str, what: str, tmp_path: Path) -> None:
    path = written(tmp_path, f'kind = "party"\n[[person]]\n{keys}\n', "party.toml")
    (diagnostic,) = check(path)
    assert (diagnostic.line, diagnostic.column) == (4, 13) and what in diagnostic.text


def test_an_empty_list_of_what_was_written_is_a_mistake(tmp_path: Path) -> None:
    path = written(tmp_path, 'kind = "party"\ndone = []\n[[person]]\nname = "Ann"\n', "party.toml")
    (diagnostic,) = check(path)
    assert diagnostic.line == 2 and "done is empty; take it out" in diagnostic.text


def test_a_table_with_too_many_keys_is_told_once_and_no_traceback(tmp_path: Path) -> None:
    attributes = ", ".join(f"A{number} = 1" for number in range(50))
    (diagnostic,) = told(tmp_path, f'system = "prism"\n[[combatant]]\nname = "Ann"\nattributes = {{ {attributes} }}\n')
    assert diagnostic.startswith("ford.toml:4:1: ") and "attributes must have at most 40 entries, not 50" in diagnostic
