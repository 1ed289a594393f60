"""The packs that ship: each keeps the contract of every game, plays what is offered, and goes along with its fight."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import tomli

from tests.cli.calling import call
from tests.encounter.table import say, told
from tests.game_master import SAVES
from tests.lanes import sample
from tests.leaks.pairs import counted
from tests.packs.mutants import SHIPPED, text_of
from tests.packs.random_fights import ENCOUNTERS, played
from tracker import testing
from tracker.campaign.file_checks import check
from tracker.dice.source import SeededDice
from tracker.games import registry
from tracker.games.packs import game
from tracker.odds import job
from tracker.odds.playout import play
from tracker.session import Session
from tracker.session.forecasts import setup_of
from tracker.storage.fight_log.opening import open_fight, start_fight
from tracker.storage.preparation import Prepared, read_encounter

packs = pytest.mark.parametrize("name", SHIPPED)
some_packs = pytest.mark.parametrize("name", sample(SHIPPED, 3))


@some_packs
class TestContract(testing.SystemContract):
    """The contract as the author of a game calls it, on each pack: its template and its encounter."""

    @pytest.fixture(autouse=True)
    def _of_the_pack(self, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(type(self), "system", registry.find(name), raising=False)
        monkeypatch.setattr(type(self), "encounters", (ENCOUNTERS[name],))


@packs
def test_a_pack_that_ships_has_no_mistakes_and_fits_on_a_few_pages(name: str) -> None:
    assert call("check", Path(game.__file__).parent / "shipped" / f"{name}.toml").out.endswith(": no mistakes\n")
    assert len(text_of(name).splitlines()) <= (360 if name == "d20" else 140), "d20 is a whole known game"


@some_packs
def test_the_finished_fight_of_a_pack_is_checked_and_told(name: str) -> None:
    path = SAVES / f"finished-{ENCOUNTERS[name].name.removesuffix('.toml')}.fight.toml"
    assert check(path) == ()
    assert "is the only side left" in call("log", path).out.replace("are the only side", "is the only side")


def test_points_below_none_are_written_with_the_same_sign_wherever_they_stand() -> None:
    prepared = read_encounter(SAVES / "countup-bridge.toml", library_dirs=())
    session = Session(prepared.encounter, prepared.rules, SeededDice(1))
    for line in ("begin", "roll"):
        session.say(line)
    lines = told(session, say(session, "fix wolf life =-6"))
    assert lines[-2:] == ["Wolf hit points −24 → −6 (corrected by the GM)", "Wolf goes down (hit points −6)"]


@pytest.mark.parametrize("seed", sample(range(20)))
@some_packs
def test_a_random_fight_keeps_its_state_sound_and_is_undone_and_replayed(name: str, seed: int) -> None:
    session, start = played(name, seed, 60)
    testing.check_face(session)
    testing.check_replay(session, start)
    testing.check_undo(session, start)


def begun(tmp_path: Path, prepared: Prepared) -> Path:
    """A fight of these fighters that has begun, as a file."""
    path = tmp_path / "begun.fight.toml"
    file = start_fight(prepared, path)
    session = Session(prepared.encounter, prepared.rules, SeededDice(3), file)
    for line in ("begin", "next"):
        session.say(line)
    file.close()
    return path


def test_a_fight_holds_its_whole_pack_and_is_played_by_it_when_the_file_is_edited_or_gone(tmp_path: Path) -> None:
    own = tmp_path / "feud.toml"
    own.write_text(text_of("ticks").replace('name = "ticks"', 'name = "feud"'))
    encounter = tmp_path / "yard.toml"
    encounter.write_text(
        'system = "./feud.toml"\n[[combatant]]\nname = "Ann"\n[[combatant]]\nname = "Bob"\nside = "b"\n'
    )
    path = begun(tmp_path, read_encounter(encounter))
    assert tomli.loads(path.read_text())["encounter"]["pack"] == tomli.loads(own.read_text())
    own.unlink()
    opened = open_fight(path, look=True)
    assert opened.prepared.system.name == "feud"
    assert opened.prepared.rules.unit.one == "tick"
    assert check(path) == ()
    assert call("log", path).code == 0


def test_a_party_of_a_pack_keeps_its_points_and_rests(tmp_path: Path) -> None:
    party = tmp_path / "party.toml"
    party.write_text('kind = "party"\nsystem = "ticks"\n[[person]]\nname = "Ann"\npools = { life = 3 }\n')
    assert call("check", party).code == 0
    assert call("rest", party, "8", "hours").code == 0
    assert "life = 5" in party.read_text()


def test_a_pack_is_found_beside_the_encounter_in_the_data_folder_and_in_a_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TRACKER_DATA", str(tmp_path / "data"))
    folder = tmp_path / "data" / "systems"
    folder.mkdir(parents=True)
    (folder / "feud.toml").write_text(text_of("ticks").replace('name = "ticks"', 'name = "feud"'))
    encounter = tmp_path / "yard.toml"
    encounter.write_text('system = "feud"\n[[combatant]]\nname = "Ann"\n[[combatant]]\nname = "Bob"\nside = "b"\n')
    assert call("check", encounter).lines[0] == f"{encounter}: no mistakes"
    records = json.loads(call("systems", "--json").out)
    assert [record["from"] for record in records if record["name"] == "feud"] == [str(folder / "feud.toml")]
    assert game.from_package("tracker.games.packs.shipped", "shots.toml").name == "shots"


def test_a_pack_with_mistakes_is_told_with_their_places_wherever_it_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TRACKER_DATA", str(tmp_path / "data"))
    folder = tmp_path / "data" / "systems"
    folder.mkdir(parents=True)
    text = text_of("ticks").replace('name = "ticks"', 'name = "feud"').replace("weapon.speed", "weapon.sped")
    for path in (folder / "feud.toml", tmp_path / "feud.toml"):
        path.write_text(text)
    encounter = tmp_path / "yard.toml"
    line = next(number for number, line in enumerate(text.split("\n"), 1) if "weapon.sped" in line)
    for system in ("./feud.toml", "feud"):
        encounter.write_text(f'system = "{system}"\n[[combatant]]\nname = "Ann"\n')
        told = call("check", encounter)
        assert told.code == 2 and f"feud.toml:{line}:1: " in told.out, "the folder of a long path may be cut"
        assert 'did you mean "weapon.speed"?' in told.out and "?." not in told.out
    encounter.write_text('system = "./nowhere.toml"\n[[combatant]]\nname = "Ann"\n')
    assert "there is no such file" in call("check", encounter).out


@pytest.mark.parametrize("name", sample(SHIPPED))
def test_a_pack_beside_its_encounter_is_forecast_and_a_worker_plays_it_from_the_job_alone(
    name: str, tmp_path: Path
) -> None:
    (tmp_path / "feud.toml").write_text(text_of(name).replace(f'name = "{name}"', 'name = "feud"'))
    encounter = tmp_path / "yard.toml"
    encounter.write_text(ENCOUNTERS[name].read_text().replace(f'system = "{name}"', 'system = "./feud.toml"'))
    prepared = read_encounter(encounter)
    setup = setup_of(prepared.encounter, prepared.rules, prepared, "attack", 1)
    (tmp_path / "feud.toml").unlink()
    ending = play(setup.jobs[0], 0)
    job._bound.cache_clear()
    game._of_text.cache_clear()
    assert not registry.knows("feud")
    assert play(setup.jobs[0], 0) == ending and ending.count > 0
    assert list(json.loads(setup.jobs[0].options)["pack"]["pools"]) == list(prepared.document["pack"]["pools"])


def test_the_sheet_of_a_player_does_not_tell_how_hurt_a_foe_is() -> None:
    prepared = read_encounter(ENCOUNTERS["passes"], library_dirs=())
    session = Session(prepared.encounter, prepared.rules, SeededDice(1))
    before = session.rules.display.card(session.encounter, "kestrel")
    session.say("fix wired-blade health 4")
    assert session.rules.display.card(session.encounter, "kestrel") == before
    assert session.rules.display.card(session.encounter, "wired-blade") != before


@pytest.mark.parametrize("name", sample(SHIPPED))
def test_what_is_hidden_of_a_fight_shows_on_no_way_out(name: str) -> None:
    count = counted(name, sample(range(2)))
    assert (count.same, count.leaks) == (count.pairs, ())
