"""Library and party, each way: searched, put in, kept, written back and rested by key, by line and by click."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
import tomli
import tomli_w

from tests.cli.calling import call
from tests.controllers import controller_of
from tests.lanes import sample
from tests.tui.opening import EXAMPLE_OF, SAVES, Middling
from tests.tui.paper import Paper
from tracker.cli.opening import begin_fight
from tracker.controller.pages.library_browser import Browser, Tab
from tracker.encounter.names import slug
from tracker.model.refusals import Refused
from tracker.session import Session
from tracker.session.opening import session_of
from tracker.storage.preparation import read_encounter
from tracker.views.pages.library_entries import flat

in_every_game = pytest.mark.parametrize("system", sample(EXAMPLE_OF, 2))
TABS = {Tab.LIBRARY: 4, Tab.TABLE: 13, Tab.PARTY: 20}
"""A column of each part's name on the page."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TRACKER_DATA", str(tmp_path / "mine"))
    return tmp_path


def opened(system: str, folder: Path) -> Session:
    """An example of a game, in a folder of its own."""
    path = Path(shutil.copy(SAVES / f"{EXAMPLE_OF[system]}.toml", folder))
    return session_of(begin_fight(read_encounter(path), folder / "the.fight.toml"), Middling())


def with_a_party(system: str, folder: Path) -> Session:
    """The people of the example as a party, begun, the first of them with one point left of its first pool."""
    example = read_encounter(SAVES / f"{EXAMPLE_OF[system]}.toml").document
    head = {key: example[key] for key in ("system",) if key in example}
    people = [{key: value for key, value in one.items() if key != "player"} for one in example["combatant"]]
    (folder / "party.toml").write_text(f"# ours\n{tomli_w.dumps({'kind': 'party', **head, 'person': people})}")
    (folder / "fight.toml").write_text(tomli_w.dumps({"title": "Bridge", **head, "party": "party.toml"}))
    opened = begin_fight(read_encounter(folder / "fight.toml"), folder / "the.fight.toml")
    session = session_of(opened, Middling())
    session.say("begin")
    one = session.encounter.combatants[0]
    session.say(f"fix {one.id} {one.profile.pools[0].name} 1")
    return session


def browser_of(session: Session) -> Browser:
    assert session.shelf is not None
    return Browser(controller_of(session), session.shelf)


def search(browser: Browser, words: str) -> list[str]:
    browser.field.replace(words)
    return [item.name for item in browser.items()]


def part(player: Paper, tab: Tab) -> None:
    """A click on the name of a part of the page."""
    player.click_on(offset=(TABS[tab], 1))


@in_every_game
def test_the_library_is_searched_by_word_by_kind_and_by_figure(system: str, folder: Path) -> None:
    browser = browser_of(opened(system, folder))
    everything = search(browser, "")
    creatures = [item.name for item in browser.items() if item.joins]
    creature = next(item for item in browser.items() if item.joins)
    assert search(browser, creature.name[:3].upper()) and creature.name in search(browser, creature.name.lower())
    assert search(browser, "creature") == [name for name in everything if name in creatures]
    figure, value = next(
        (name, value)
        for name, value in flat(creature.figures)
        if isinstance(value, int) and not isinstance(value, bool)
    )
    assert creature.name in search(browser, f"creature {figure}>{value - 1}")
    assert creature.name not in search(browser, f"creature {figure}>{value}")
    assert search(browser, "creature nobodycalledso") == [] and "No library entry matches" in browser.hint
    browser.field.clear()
    assert f"({figure}>{value - 1})" in browser.hint, "an example that holds in this game"


@pytest.mark.parametrize("system", sample(EXAMPLE_OF))
def test_so_many_of_a_creature_join_by_key_by_click_and_by_line(system: str, folder: Path) -> None:
    session = opened(system, folder)
    start = session.encounter
    creature = next(item for item in browser_of(session).items() if item.joins).name

    def joined() -> list[tuple[str, str]]:
        return [(one.name, one.profile.side) for one in session.encounter if one.id not in start]

    session.say(f'join "{creature}" x2 "strangers"')
    by_line = joined()
    assert len(by_line) == 2 and {side for _, side in by_line} == {"strangers"}
    session.say("undo")
    assert session.encounter == start
    player = Paper(session, (80, 24))
    player.press("p")
    player.type(f"creature {creature}")
    player.press("enter")
    player.type("2 strangers")
    player.press("enter", "escape", "escape")
    assert joined() == by_line
    player.press("u")
    assert session.encounter == start
    player.press("p")
    player.type(f"creature {creature}")
    player.click(f"▸ {creature}")
    assert f"How many of {creature}" in player.text()
    player.type("2 strangers")
    player.click("How many of")
    assert joined() == by_line


@pytest.mark.parametrize("system", sample(EXAMPLE_OF))
def test_somebody_is_kept_in_ones_own_library_by_key_by_click_and_by_line(system: str, folder: Path) -> None:
    session = opened(system, folder)
    first, second = session.encounter.combatants[:2]
    player = Paper(session, (80, 24))
    player.press("p", "tab", "enter")
    assert f"{first.name} is in your library now" in player.text()
    part(player, Tab.LIBRARY)
    part(player, Tab.TABLE)
    player.click(f"   {second.name}")
    player.click(f"▸ {second.name}")
    assert f"{second.name} is in your library now" in player.text()
    third = session.encounter.combatants[-1] if len(session.encounter.combatants) > 2 else None
    if third is not None:
        assert session.say(f"keep {third.id}").words[0].startswith(f"{third.name} is in your library now")
    with pytest.raises(Refused, match=f"has a {first.name} already"):
        session.say(f"keep {first.id}")
    kept = [tomli.loads(path.read_text()) for path in (folder / "mine" / "library").glob("*.toml")]
    names = {record["name"] for library in kept for record in library["creature"]}
    assert names == {first.name, second.name, *([third.name] if third else [])}
    session.say(f'join "{first.name}" "strangers"')
    assert session.encounter.combatants[-1].profile.side == "strangers"


@pytest.mark.parametrize("system", sample(EXAMPLE_OF))
def test_one_is_left_out_the_rest_written_and_rested_by_click_as_by_key_and_line(system: str, folder: Path) -> None:
    session = with_a_party(system, folder)
    party, first = folder / "party.toml", session.encounter.combatants[0]
    before = party.read_text()

    def kept() -> dict[str, object]:
        people = {slug(one["name"]): one for one in tomli.loads(party.read_text())["person"]}
        return dict(people[first.id])

    was = kept()

    def written() -> bool:
        """What is left of a pool, under the game's own key, and the fight it is of."""
        return len({key for key, value in kept().items() if was.get(key) != value} - {"fight"}) == 1

    player = Paper(session, (80, 24))
    player.press("p")
    part(player, Tab.PARTY)
    full, left = session.encounter[first.id].profile.pools[0].full, 1
    assert f" {full} → {left}" in player.text() or f" 0 → {full - left}" in player.text(), "what it was, in full"
    player.click(f"▸ {first.name}")
    assert "left out" in player.text()
    player.click("Rest, bind, undo or redo:")
    assert kept() == was, "who is left out is not written"
    player.click(f"▸ {first.name}")
    player.click("Rest, bind, undo or redo:")
    assert written() and party.read_text().startswith("# ours\n")
    player.type("undo")
    player.click("Rest, bind, undo or redo:")
    assert kept() == was
    player.press("enter")
    assert written()
    player.type("undo")
    player.press("enter")
    assert tomli.loads(party.read_text())["person"] == tomli.loads(before)["person"]
    assert call("party", folder / "the.fight.toml", "--write").code == 0
    assert written()


BLEEDING = """kind = "party"
[[person]]
name = "Brann" # big
pools = { PEX = 10 }
lasting = [{ condition = "bleeding" }]
"""


def bleeding(folder: Path, named: str = "party.toml") -> tuple[Session, Path]:
    """A fight, in a folder of its own, of a party of one who bleeds."""
    room = folder / "room"
    room.mkdir()
    party = (room / named).resolve()
    party.write_text(BLEEDING)
    (room / "f.toml").write_text(f'party = "{named}"\n[[combatant]]\nname = "Gruk"\n')
    return session_of(begin_fight(read_encounter(room / "f.toml"), room / "f.fight.toml"), Middling()), party


def test_who_bleeds_is_bound_and_rested_on_the_page_of_the_party(folder: Path) -> None:
    session, party = bleeding(folder)
    player = Paper(session, (80, 24))
    player.press("p", "tab", "tab")
    player.type("8 hours")
    player.press("enter")
    assert "type bind brann, then rest" in player.text() and party.read_text() == BLEEDING
    player.press("escape")
    player.type("bind brann")
    player.press("enter")
    assert "bleeding: bound" in player.text() and "lasting" not in party.read_text()
    player.type("8 hours")
    player.press("enter")
    assert "PEX 10 → 50" in player.text() and "PEX = 50" in party.read_text()
    player.type("undo")
    player.press("enter")
    assert "PEX = 10" in party.read_text() and "# big" in party.read_text()


@pytest.mark.parametrize("text", ["bind", "8 hours", "undo", "redo"])
def test_a_party_outside_the_folder_of_the_fight_is_asked_about_once_before_it_is_written(
    folder: Path, text: str
) -> None:
    session, party = bleeding(folder, "../party.toml")
    browser = browser_of(session)
    browser.show(Tab.PARTY)

    def entered() -> str:
        browser.field.replace(text)
        browser.press("enter", None)
        return browser.words

    if text in ("undo", "redo", "8 hours"):
        assert call("party", "bind", party).code == 0
    if text == "redo":
        assert call("party", party, "--undo").code == 0
    before = party.read_bytes()
    assert entered() == f"Write outside the fight's folder? enter: yes, esc: no · {party}"
    assert browser.press("escape", None) and browser.words == "The tracker wrote nothing."
    assert entered().startswith("Write outside"), "asked anew after esc"
    browser.mark(0)
    assert entered().startswith("Write outside"), "asked anew after a click on a row"
    assert party.read_bytes() == before
    browser.press("enter", None)
    assert party.read_bytes() != before, browser.words
    between = party.read_bytes()
    browser.field.replace("undo" if text != "undo" else "redo")
    browser.press("enter", None)
    assert party.read_bytes() != between, "it is asked once a page"
