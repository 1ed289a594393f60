"""What a combatant carries is in the library or whole; the library lists what there is."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.calling import call
from tests.hybrid.table import BRANN, GOBLIN
from tracker.storage import preparation

ROOT = Path(__file__).parents[2]
SELA = """\
[[combatant]]
name = "Sela"
[[combatant.skill]]
name = "Bow"
rank = 3
"""


@pytest.fixture(autouse=True)
def _data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRACKER_DATA", str(tmp_path / "data"))


def checked(tmp_path: Path, text: str, name: str = "sela.toml") -> list[str]:
    path = tmp_path / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    reply = call("check", path)
    lines = [line.removeprefix(f"{path}:").strip() for line in reply.lines if not line.startswith("  ")]
    assert reply.code == (0 if lines == ["no mistakes"] else 2)
    return lines


def test_a_mistyped_weapon_of_the_library_is_told_whatever_else_it_says(tmp_path: Path) -> None:
    weapon = '[[combatant.weapon]]\nname = "Log Bow"\nskill = "Bow"\n'
    assert checked(tmp_path, SELA + weapon) == [
        '7:1: combatant "Sela", weapon "Log Bow": the library has no weapon "Log Bow", '
        'and this entry gives no speed or damage; did you mean "Long Bow"?'
    ]
    assert "gives no damage" in checked(tmp_path, SELA + weapon + "speed = 12\n")[0]
    assert checked(tmp_path, SELA + weapon.replace("Log", "Long")) == ["no mistakes"]
    assert checked(tmp_path, SELA + weapon + "speed = 12\ndamage = 0\n") == ["no mistakes"], "one of its own"


def test_a_mistyped_armour_is_told_and_one_that_says_what_it_stops_is_whole(tmp_path: Path) -> None:
    armour = '[[combatant.armour]]\nname = "Leather Jak"\ncovers = ["chest"]\n'
    assert checked(tmp_path, SELA + armour) == [
        '7:1: combatant "Sela", armour "Leather Jak": the library has no armour "Leather Jak", '
        'and this entry gives no stops; did you mean "Leather Jack"?'
    ]
    assert checked(tmp_path, SELA + armour + "stops = { all = 1 }\n") == ["no mistakes"]


def test_a_name_like_no_other_is_told_where_the_names_are(tmp_path: Path) -> None:
    (told,) = checked(tmp_path, SELA + '[[combatant.weapon]]\nname = "Zzyzx"\n')
    assert told.endswith("damage; `tracker library weapon` lists those there are")


def test_a_mistyped_key_is_told_once(tmp_path: Path) -> None:
    told = checked(tmp_path, SELA + '[[combatant.weapon]]\nname = "Stick"\nsped = 4\ndamage = 3\n')
    assert told == ['8:1: combatant "Sela", weapon "Stick": unknown key "sped"; did you mean "speed"?']


def test_what_a_creature_of_a_library_carries_is_judged_too(tmp_path: Path) -> None:
    library = '[[creature]]\nname = "Troll"\n[[creature.weapon]]\nname = "Tree Trunk"\n'
    (told,) = checked(tmp_path, library, "library/trolls.toml")
    assert told.startswith('4:1: creature "Troll", weapon "Tree Trunk": the library has no weapon "Tree Trunk"')
    trunk = '[[weapon]]\nname = "Tree Trunk"\nspeed = 14\ndamage = "2d6+6"\n'
    assert checked(tmp_path, library + trunk, "library/trolls.toml") == ["no mistakes"]


def test_who_carries_something_that_is_not_whole_cannot_join(tmp_path: Path) -> None:
    troll = '[[creature]]\nname = "Troll"\n[[creature.weapon]]\nname = "Tree Trunk"\n'
    (tmp_path / "library").mkdir()
    (tmp_path / "library" / "trolls.toml").write_text(troll, encoding="utf-8")
    (tmp_path / "sela.toml").write_text(SELA, encoding="utf-8")
    reply = call("run", tmp_path / "sela.toml", given="join troll\n")
    assert reply.code == 1
    assert 'Troll cannot join: the library has no weapon "Tree Trunk"' in reply.err


def test_a_fight_that_has_begun_is_taken_as_it_was_written() -> None:
    bare = {**GOBLIN, "weapon": [{"name": "Log Bow", "skill": "Short Sword"}]}
    prepared = preparation.prepare({"system": "hybrid", "combatant": [BRANN, bare]})
    assert "goblin-1" in prepared.encounter


# The library


def test_the_library_lists_creatures_weapons_and_armour_with_their_figures() -> None:
    reply = call("library")
    assert reply.code == 0
    rows = [line.split() for line in reply.lines]
    assert ["Bastard", "Sword", "10", "13", "cutting", "1", "melee"] in rows
    assert ["Long", "Bow", "14", "2d6+8", "piercing", "1.8", "missile"] in rows
    assert ["Goblin", "raiders", "33", "20", "Short", "Sword", "1", "Short", "Sword"] in rows
    assert ["Helmet", "all", "5,", "crushing", "3", "head"] in rows
    assert max(map(len, reply.lines)) <= 80


def test_words_pick_by_name_and_kind_and_a_mistyped_one_is_told_the_nearest() -> None:
    assert [line.split("  ")[1] for line in call("library", "bow").lines] == ["weapon", "Long Bow", "Short Bow"]
    assert {record["kind"] for record in listed("armour")} == {"armour"}
    nothing = call("library", "log bow")
    assert (nothing.code, nothing.out) == (1, "")
    assert nothing.err == 'The library has no entry "log bow"; did you mean "Long Bow"?\n'


def listed(*words: object) -> list[dict[str, object]]:
    records = json.loads(call("library", *words, "--json").out)
    assert isinstance(records, list)
    return records


def test_ones_own_and_what_lies_beside_a_file_are_listed_and_said_to_be(tmp_path: Path) -> None:
    oar = '[[weapon]]\nname = "%s"\nspeed = 9\ndamage = %d\n'
    for folder, text in ((tmp_path / "data", oar % ("Oar", 5)), (tmp_path, oar % ("oar", 6) + oar % ("Oar Stump", 3))):
        (folder / "library").mkdir(parents=True)
        (folder / "library" / "oars.toml").write_text(text, encoding="utf-8")
    (tmp_path / "sela.toml").write_text(SELA, encoding="utf-8")
    (mine,) = [one for one in listed("oar") if one["name"] == "Oar"]
    assert (mine["damage"], mine["from"]) == (5, "yours")
    beside = listed("oar", "--beside", tmp_path / "sela.toml")
    assert [(one["name"], one["damage"], one["from"]) for one in beside if "ar" in str(one["name"])[:3]] == [
        ("Oar Stump", 3, "beside"),
        ("oar", 6, "beside"),
    ], "the nearest of a name"
    assert beside[0]["file"] == str(tmp_path / "library" / "oars.toml")
    text = call("library", "oar", "--beside", tmp_path / "sela.toml").out
    assert "Oar Stump (beside)" in text
    (sword,) = listed("bastard")
    assert (sword["from"], sword["file"]) == ("built in", "")


# The sheet


def test_a_sheet_shows_armour() -> None:
    (brann,) = json.loads(call("sheet", ROOT / "saves" / "ambush.toml", "Brann", "--json").out)
    assert brann["armour"][0] == {
        "name": "Mail Shirt",
        "stops": {"all": 4, "cutting": 6, "crushing": 2},
        "covers": ["chest", "abdomen", "groin", "upper arm"],
    }
    lines = call("sheet", ROOT / "saves" / "ambush.toml", "Brann").lines
    assert "  Mail Shirt  all 4, cutting 6, crushing 2  chest, abdomen, groin, upper arm" in lines
    assert all(len(line) <= 80 for line in lines if "Mail Shirt" in line or "Helmet" in line)


def test_armour_everywhere_is_broken_to_the_width(tmp_path: Path) -> None:
    text = SELA + '[[combatant.armour]]\nname = "Plate"\nstops = { all = 9 }\n'
    (tmp_path / "sela.toml").write_text(text, encoding="utf-8")
    reply = call("sheet", tmp_path / "sela.toml")
    (plate,) = [at for at, line in enumerate(reply.lines) if line.startswith("  Plate")]
    assert len(reply.lines[plate:]) > 1 and max(map(len, reply.lines[plate:])) <= 80
    words = " ".join(" ".join(reply.lines[plate:]).split())
    (record,) = json.loads(call("sheet", tmp_path / "sela.toml", "--json").out)
    assert words == f"Plate all 9 {', '.join(record['armour'][0]['covers'])}"
