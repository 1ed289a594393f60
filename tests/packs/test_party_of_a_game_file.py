"""A party of a game that is a file beside it: fights, what they leave, rest, library, and a new fight of one line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tracker.campaign.file_checks import check
from tracker.campaign.new_fight import planned
from tracker.campaign.party import read_party
from tracker.campaign.party_changes import differences
from tracker.campaign.party_file import write
from tracker.campaign.rest import manner, rest
from tracker.dice.source import ScriptedDice
from tracker.session import Session
from tracker.storage.preparation import read_encounter
from tracker.storage.toml.diagnostics import InvalidFile

FEUD = """pack = 1
name = "feud"
clock = { unit = "beat" }
figures = { skill = { default = 4, high = 10 } }
pools = { life = { full = 10, down = 0, rest = { points = 2, hours = 8 } } }
action = [{ name = "strike", target = true, cost = 5, roll = "2d6 + skill", at_least = 11, damage = "1d6" }]
library = { creature = [{ name = "Mongrel", skill = 3 }] }
"""
PARTY = '# ours\nkind = "party"\nsystem = "./feud.toml"\n\n[[person]]\nname = "Ann"\nskill = 6\n'
HOUND = 'system = "../feud.toml"\n\n[[creature]]\nname = "Hound"\nskill = 5\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the game, its party, a library of its own, and an encounter in a folder below."""
    for name, text in (
        ("feud.toml", FEUD),
        ("party.toml", PARTY),
        ("library/own.toml", HOUND),
        ("yard.toml", 'system = "./feud.toml"\nparty = "party.toml"\n\n[[combatant]]\nfrom = "Hound"\nside = "dogs"\n'),
        ("nights/yard.toml", 'system = "../feud.toml"\nparty = "../party.toml"\n'),
    ):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def test_what_a_fight_leaves_is_written_back_and_rest_brings_it_back(folder: Path) -> None:
    prepared = read_encounter(folder / "yard.toml")
    session = Session(prepared.encounter, prepared.rules, ScriptedDice(()))
    for line in ("begin", "ann damage 6"):
        session.say(line)
    path = folder / "party.toml"
    people = differences(read_party(path), session.encounter, session.rules, "abc", 5)
    write(path, "fight", [change for person in people for change in person.changes])
    party = read_party(path)
    assert party.people[0].combatant.pool("life") == 4
    night = rest(party, 8 * 3600, manner(party.rules, party.system.name))
    write(path, "rest", [change for person in night for change in person.changes])
    assert path.read_text(encoding="utf-8").startswith('# ours\nkind = "party"\nsystem = "./feud.toml"\n')
    assert read_encounter(folder / "yard.toml").encounter["ann"].pool("life") == 6


def test_the_game_is_found_beside_each_file_that_names_it(folder: Path) -> None:
    for name in ("feud.toml", "party.toml", "library/own.toml", "yard.toml", "nights/yard.toml"):
        assert [str(diagnostic) for diagnostic in check(folder / name)] == [], name
    assert read_encounter(folder / "nights" / "yard.toml").encounter["ann"].name == "Ann"
    assert read_encounter(folder / "yard.toml").encounter["hound"].name == "Hound"


def test_a_new_fight_of_the_party_is_of_its_game_wherever_it_is_asked_for(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fight = planned("party vs 2 mongrel, hound", folder=folder)
    fight.write()
    assert [one.name for one in read_encounter(fight.path).encounter] == ["Ann", "Mongrel 1", "Mongrel 2", "Hound"]
    monkeypatch.setattr("tracker.campaign.new_fight.data_dir", lambda: folder)
    elsewhere = folder / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "my-feud.toml").write_text(FEUD, encoding="utf-8")
    for game in ("", "./my-feud.toml"):
        fight = planned("party vs mongrel", game, folder=elsewhere)
        fight.write()
        assert fight.path.parent == folder and len(read_encounter(fight.path).encounter.combatants) == 2


@pytest.mark.parametrize(
    ("system", "told"), [("./gone.toml", "gone.toml: there is no such file"), ("./broken.toml", "has mistakes")]
)
def test_a_party_whose_game_cannot_be_read_is_refused_where_it_names_it(folder: Path, system: str, told: str) -> None:
    (folder / "broken.toml").write_text(FEUD.replace('"2d6 + skill"', '"2d6 + luck"'), encoding="utf-8")
    (folder / "party.toml").write_text(PARTY.replace("./feud.toml", system), encoding="utf-8")
    for name in ("party.toml", "yard.toml"):
        with pytest.raises(InvalidFile, match=told) as raised:
            read_party(folder / name) if name == "party.toml" else read_encounter(folder / name)
        assert raised.value.diagnostics[0].path.endswith("party.toml") and raised.value.diagnostics[0].line == 3


def test_a_party_of_another_game_does_not_join(folder: Path) -> None:
    (folder / "party.toml").write_text(PARTY.replace("./feud.toml", "d20"), encoding="utf-8")
    with pytest.raises(InvalidFile, match="is a party of another game than feud"):
        read_encounter(folder / "yard.toml")
