"""`tracker check` to the letter: warnings, whom a file holds, standard input, and what editors are told."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.calling import DUEL, call
from tests.lanes import sample
from tests.tui.opening import EXAMPLE_OF

WARNED = {
    "prism": (
        "attributes = { Initative = 22, Sped = 3, Treshold = 4, Coordination = 8 }\n"
        'dodge = "Dodg"\nskill = [{ name = "Dodge", value = 5, attribute = "Coordination" }]\n',
        [("4:16", "Initiative"), ("4:32", "Speed"), ("4:42", "Threshold"), ("5:1", "Dodge")],
    ),
    "feats": (
        'skill = [\n  { name = "Runing", value = 12 },\n  { name = "Swiming", value = 12 },\n'
        '  { name = "Bowls", value = 9 },\n]\n',
        [("5:5", "Running"), ("6:5", "Swimming")],
    ),
    "phases": (
        'bonuses = { reflexs = 4 }\n[[combatant.weapon]]\nname = "Fist"\n',
        [("4:13", "reflexes"), ("6:1", "Fists")],
    ),
    "hybrid": (
        'filter = "Ridng"\n[[combatant.skill]]\nname = "Riding"\nkind = "filter"\n'
        '[[combatant.skill]]\nname = "Acrobtics"\n',
        [("4:1", "Riding"), ("9:1", "Acrobatics")],
    ),
    "plain": ('[[combatant.weapon]]\nname = "Bwo"\n', [("5:1", "Bow")]),
}


@pytest.mark.parametrize("system", WARNED)
def test_a_free_name_nearly_like_one_that_is_used_is_warned_of_on_its_line(system: str, tmp_path: Path) -> None:
    keys, expected = WARNED[system]
    path = tmp_path / "ford.toml"
    path.write_text(f'system = "{system}"\n[[combatant]]\nname = "Ann"\n{keys}')
    reply = call("check", path)
    warned = [line.removeprefix(f"{path}:") for line in reply.lines if ": warning: " in line]
    assert [(line.split(": ")[0], line.split('did you mean "')[1].split('"')[0]) for line in warned] == expected
    assert reply.code == 0 and f"{path}: no mistakes, {len(expected)} warning" in reply.out
    assert call("check", "--strict", path).code == 2


@pytest.mark.parametrize("system", sample(EXAMPLE_OF, 2))
def test_a_name_as_it_is_used_and_one_that_is_near_none_are_not_warned_of(system: str, tmp_path: Path) -> None:
    skills = {
        "prism": "attributes = { Initiative = 22, Luck = 3 }\n",
        "feats": 'skill = [{ name = "Running", value = 12 }, { name = "Bowls", value = 9 }]\n',
        "phases": "bonuses = { reflexes = 4, charm = 2 }\n",
        "hybrid": '[[combatant.skill]]\nname = "Acrobatics"\n[[combatant.skill]]\nname = "Bowls"\n',
        "plain": '[[combatant.weapon]]\nname = "Bow"\n',
    }[system]
    path = tmp_path / "ford.toml"
    path.write_text(f'system = "{system}"\n[[combatant]]\nname = "Ann"\n{skills}')
    assert (call("check", "--strict", path).code, call("check", path).lines[0]) == (0, f"{path}: no mistakes")


def test_somebody_alone_on_a_side_that_is_nearly_another_is_warned_of(tmp_path: Path) -> None:
    path = tmp_path / "ford.toml"
    sides = ("raiders", "raider", "raiders", "team 1", "team 2")
    path.write_text(
        "".join(f'[[combatant]]\nname = "{n}"\nside = "{side}"\n' for n, side in zip("ABCDE", sides, strict=True))
    )
    (line,) = [line for line in call("check", path).lines if ": warning: " in line]
    assert line == f'{path}:6:1: warning: combatant "B": nobody else is on the side "raider"; did you mean "raiders"?'


def test_of_two_sides_neither_is_mistyped(tmp_path: Path) -> None:
    path = tmp_path / "hunt.toml"
    path.write_text('[[combatant]]\nname = "Mira"\nside = "hunted"\n[[combatant]]\nname = "Brute"\nside = "hunters"\n')
    assert call("check", "--strict", path).code == 0


@pytest.mark.parametrize("system", sample(EXAMPLE_OF, 2))
def test_a_new_encounter_is_warned_of_nowhere(system: str, tmp_path: Path) -> None:
    path = tmp_path / "new.toml"
    assert call("new", path, "--system", system).code == 0
    assert call("check", "--strict", path).code == 0


@pytest.mark.parametrize("system", sample(EXAMPLE_OF, 2))
def test_orders_that_mean_nobody_are_a_mistake_at_their_key(system: str, tmp_path: Path) -> None:
    path = tmp_path / "ford.toml"

    def told(orders: str) -> list[str]:
        text = f'[[combatant]]\nname = "Ann"\n[[combatant]]\nname = "Bob"\nside = "others"\norders = "{orders}"\n'
        path.write_text(f'system = "{system}"\n{text}')
        return call("check", path).lines

    for orders in ("attack furiously", "atack", "attack nearest, flee without Olaf"):
        (line,) = told(orders)
        assert line.startswith(f'{path}:7:1: combatant "Bob": orders ')
    assert told("attack An")[0].endswith('did you mean "Ann"?') and told("attack nearst")[0].endswith('"nearest"?')
    for orders in ("attack ann", "attack nearest", "attack, flee under 30, surrender without Ann"):
        assert told(orders)[0] == f"{path}: no mistakes"


@pytest.mark.parametrize("system", sample(EXAMPLE_OF, 2))
def test_the_check_says_whom_a_file_holds(system: str, tmp_path: Path) -> None:
    people = "".join(f'[[person]]\nname = "{name}"\n' for name in ("Ann", "Bob", "Cid"))
    (tmp_path / "party.toml").write_text(f'kind = "party"\nsystem = "{system}"\n{people}')
    own = "".join(
        f'[[combatant]]\n{who}\nside = "foes"\n'
        for who in ('name = "Bandit"\nnumber = 6', 'name = "Wolf"\nnumber = 1', 'name = "Town Archer"\nnumber = 2')
    )
    path = tmp_path / "ford.toml"
    path.write_text(f'system = "{system}"\nparty = "party.toml"\n{own}')
    assert call("check", path).lines[1] == "  3 heroes, 6 bandits, a wolf, 2 town archers"


def test_the_check_reads_standard_input(tmp_path: Path) -> None:
    reply = call("check", "-", given='[[combatant]]\nname = "Ann"\nskil = 1\n')
    assert reply.code == 2 and reply.lines == ['-:3:1: combatant "Ann": unknown key "skil"; did you mean "skill"?']
    assert call("check", "-", given=DUEL.read_text()).lines[0] == "-: no mistakes"


def test_the_check_tells_editors_where_a_mistake_begins_and_ends(tmp_path: Path) -> None:
    path = tmp_path / "ford.toml"
    path.write_text('system = "plain"\n[[combatant]]\nname = "Ann"\ndefense = 4\n[[combatant.weapon]]\nname = "Bwo"\n')
    reply = call("check", "--json", path)
    (diagnostic,) = json.loads(reply.out)
    assert reply.code == 2 and diagnostic == {
        "file": str(path),
        "line": 4,
        "column": 1,
        "end_column": 8,
        "severity": "error",
        "message": 'combatant "Ann": unknown key "defense"; did you mean "defence"?',
        "hint": 'did you mean "defence"?',
    }
    path.write_text(path.read_text().replace("defense", "defence"))
    reply = call("check", "--json", path)
    assert reply.code == 0 and [one["severity"] for one in json.loads(reply.out)] == ["warning"]
    absent = json.loads(call("check", "--json", tmp_path / "absent.toml").out)
    assert [(one["line"], one["column"], one["end_column"], one["hint"]) for one in absent] == [(None,) * 4]


def test_a_mistyped_game_beside_a_party_hides_no_other_mistake(tmp_path: Path) -> None:
    (tmp_path / "party.toml").write_text('kind = "party"\n[[person]]\nname = "Brann"\nskil = 1\n')
    path = tmp_path / "ford.toml"
    path.write_text('system = "hybird"\nparty = "party.toml"\n[[combatant]]\nfrom = "gobin"\n')
    lines = [line.removeprefix(f"{tmp_path}/") for line in call("check", path).lines]
    assert 'ford.toml:1:1: unknown system "hybird"; did you mean "hybrid"?' in lines
    assert any(line.startswith("ford.toml:4:1: ") and line.endswith('did you mean "Goblin"?') for line in lines)
    assert 'party.toml:4:1: combatant "Brann": unknown key "skil"; did you mean "skill"?' in lines
    assert len(lines) == 3
