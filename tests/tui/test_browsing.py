"""The page of library, table and party: searched, put in, kept, written back and rested, by key and by click."""

from __future__ import annotations

from pathlib import Path

import pytest
import tomli

from tests.tui.paper import Paper
from tests.tui.playing import every_size
from tracker.cli.opening import begin_fight
from tracker.dice.source import SeededDice
from tracker.session import Session
from tracker.session.opening import session_of
from tracker.storage.preparation import read_encounter
from tracker.tui.screens.library import Browsing
from tracker.views.pages.library_entries import fits

PARTY = '# Winter\nkind = "party"\n[[person]]\nname = "Brann" # big\npools = { PFT = 20, PEX = 10 }\n'
FORD = 'title = "Ford"\nparty = "party.toml"\n[[combatant]]\nname = "Gruk"\nstats = { PST = 17 }\n'


@pytest.fixture
def session(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Session:
    monkeypatch.setenv("TRACKER_DATA", str(tmp_path / "mine"))
    (tmp_path / "party.toml").write_text(PARTY)
    (tmp_path / "ford.toml").write_text(FORD)
    opened = begin_fight(read_encounter(tmp_path / "ford.toml"), tmp_path / "ford.fight.toml")
    return session_of(opened, SeededDice(1))


def test_words_sides_and_figures_are_searched() -> None:
    figures = {
        "name": "Goblin",
        "side": "raiders",
        "pools": {"PBD": 17},
        "skills": [{"name": "Short Sword", "rank": 1}],
    }
    for words in ("", "gob", "raiders", "creature goblin", "PBD>16", "pbd<=17", "sword rank=1", "short PBD>=17 goblin"):
        assert fits(words, "creature", figures), words
    for words in ("troll", "PBD>17", "goblin heroes", "rank>1", "name>1"):
        assert not fits(words, "creature", figures), words


def test_a_number_is_how_many_and_what_was_searched_for_stays(session: Session) -> None:
    player = Paper(session)
    player.press("p")
    player.type("goblin")
    before = player.text()
    player.press("enter")
    assert "Wolf" not in player.text()
    player.press("escape")
    assert player.text() == before
    player.press("enter", "2", "enter")
    assert [one.name for one in session.encounter if "Goblin" in one.name] == ["Goblin 1", "Goblin 2"]


@every_size
def test_a_creature_is_searched_looked_at_and_put_in(session: Session, size: tuple[int, int]) -> None:
    player = Paper(session, size)
    player.press("p")
    assert isinstance(player.desk.screen, Browsing)
    player.type("goblin")
    assert "Goblin" in player.text() and "skills:" in player.text() and "from: built in" in player.text()
    player.press("enter")
    player.type("raiders")
    player.press("backspace", "enter")
    assert "goblin" in session.encounter and session.encounter["goblin"].profile.side == "raider"
    player.press("escape", "escape")
    assert not isinstance(player.desk.screen, Browsing) and "Goblin" in player.text()
    player.press("u")
    assert "goblin" not in session.encounter


def test_by_click_a_row_is_marked_and_taken(session: Session) -> None:
    player = Paper(session)
    player.press("p")
    player.type("goblin")
    player.click_on(offset=(6, 2))
    assert "How many of Goblin" in player.text()
    player.click_on(offset=(6, 34))
    assert "goblin" in session.encounter
    player.click_on(offset=(14, 1))
    assert "Gruk" in player.text() and "own library" in player.text()


def test_how_many_and_on_which_side_is_read_whole_and_who_joined_is_told_on_the_page(session: Session) -> None:
    player = Paper(session, (80, 24))
    player.press("at")
    player.type("goblin archer")
    player.press("enter")
    asked = player.seen()[-2]
    assert "How many of Goblin Archer, and on which side? ▏" in asked
    assert "3 raiders" in player.seen()[-1] and "esc goes back" in player.seen()[-1]
    player.press("enter")
    assert "Goblin Archer joined raiders" in player.text()
    player.type("wolf")
    player.press("enter")
    player.type("2 heroes")
    player.press("enter")
    assert "Wolf ×2 joined heroes" in player.text()


def test_somebody_of_the_table_is_kept_in_ones_own_library_and_joins_from_there(
    session: Session, tmp_path: Path
) -> None:
    player = Paper(session)
    player.press("p", "tab", "down", "enter")
    assert "Gruk is in your library now" in player.text()
    kept = tomli.loads((tmp_path / "mine" / "library" / "own-hybrid.toml").read_text())
    assert kept["creature"][0]["name"] == "Gruk" and kept["creature"][0]["stats"] == {"PST": 17}
    player.press("enter")
    assert "has a Gruk already" in player.text()
    player.press("shift+tab")
    player.type("gruk")
    player.press("enter", "enter")
    assert "gruk-2" in session.encounter or "gruk-1" in session.encounter


def test_what_the_fight_changed_is_shown_of_each_and_written_by_one_key(session: Session, tmp_path: Path) -> None:
    session.say("fix brann PFT 5")
    party = tmp_path / "party.toml"
    player = Paper(session)
    player.press("at", "tab", "tab")
    assert "PFT 20 → 5" in player.text()
    player.press("space")
    assert "left out" in player.text()
    player.press("enter")
    assert party.read_text() == PARTY, "nobody is left to be written"
    player.press("space", "enter")
    assert "party.toml is written" in player.text()
    assert tomli.loads(party.read_text())["person"][0]["pools"]["PFT"] == 5 and "# big" in party.read_text()
    assert "written already" in player.text()
    player.type("8 hours")
    player.press("enter")
    assert tomli.loads(party.read_text())["person"][0]["pools"]["PEX"] == 50
    for _ in range(2):
        player.type("undo")
        player.press("enter")
    assert tomli.loads(party.read_text())["person"] == tomli.loads(PARTY)["person"]
    player.type("8 moons")
    player.press("enter")
    assert "Give the time, such as" in player.text()


def test_a_fight_without_a_party_says_how_one_is_named(tmp_path: Path) -> None:
    (tmp_path / "ford.toml").write_text('[[combatant]]\nname = "Gruk"\n')
    opened = begin_fight(read_encounter(tmp_path / "ford.toml"), tmp_path / "ford.fight.toml")
    player = Paper(session_of(opened, SeededDice(1)))
    player.press("p", "tab", "tab")
    assert 'party = "party.toml"' in player.text()


def test_whoever_leaves_is_told_what_the_fight_changed_in_the_party(session: Session, tmp_path: Path) -> None:
    shelf = session.shelf
    assert shelf is not None
    assert shelf.unwritten_note(session.encounter, session.journal) == "", "nothing has begun"
    for one in session.encounter:
        session.say(f"{one.id} rolled")
    session.say("begin")
    session.say("fix brann PFT 5")
    told = shelf.unwritten_note(session.encounter, session.journal)
    assert told.startswith("Brann PFT 20 → 5. `tracker party ") and told.endswith(
        "--write` writes this into the party."
    )
    (tmp_path / "party.toml").unlink()
    assert shelf.unwritten_note(session.encounter, session.journal) == ""


def test_the_party_is_asked_about_also_where_the_page_is_offered_when_one_side_is_left(session: Session) -> None:
    for one in session.encounter:
        session.say(f"{one.id} rolled")
    session.say("begin")
    session.say("fix brann PFT 5")
    for one in session.encounter:
        if one.profile.side != session.encounter["brann"].profile.side:
            session.say(f"{one.id} leaves")
    while session.encounter.question is not None:
        session.say("undo")
    player = Paper(session)
    player.press("colon", *"summary", "enter", "escape")
    assert isinstance(player.desk.screen, Browsing) and "PFT 20 → 5" in player.text()


def test_after_the_page_of_a_fight_it_is_asked_once_what_is_written_of_the_party(
    session: Session, tmp_path: Path
) -> None:
    for one in session.encounter:
        session.say(f"{one.id} rolled")
    session.say("begin")
    session.say("fix brann PFT 5")
    player = Paper(session)
    player.press("w", "escape")
    assert isinstance(player.desk.screen, Browsing) and "PFT 20 → 5" in player.text()
    player.press("enter", "escape")
    assert tomli.loads((tmp_path / "party.toml").read_text())["person"][0]["pools"]["PFT"] == 5
    player.press("w", "escape")
    assert not isinstance(player.desk.screen, Browsing), "written once, it is asked no more"
