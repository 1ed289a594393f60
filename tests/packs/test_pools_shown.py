"""Pools of every kind on the screen and for players: none at all, temporary points, wounds that count up."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
import tomli_w

from tests.cli.calling import call
from tests.game_master import SAVES
from tests.packs.kit import BASE, table
from tracker.encounter.statistics.tally import tally
from tracker.export.recap import recap_of
from tracker.player_screen.spectator import Spectator
from tracker.players.view import BADLY_HURT, FRESH, health
from tracker.session import Session
from tracker.views.choices.choice_table import UNHURT, hurt
from tracker.views.fighters.fighters import Seen, lay_fighters
from tracker.views.focus import last_losses

POOLS = {
    "wounds": {"full": 12, "counts": "up", "down": 12, "rest": {"points": 2, "hours": 8}},
    "spells": {"full": "max(0, skill - 2)"},
    "songs": {"full": "max(0, skill - 8)"},
    "ward": {"full": 5, "start": 0},
}
PEOPLE = ({"name": "Ann", "skill": 5}, {"name": "Bob", "side": "b"}, {"name": "Cat", "side": "b"})


def fight(*dice: int) -> Session:
    """Ann, who has three spells, against Bob and Cat, who have none; a blow is eight wounds."""
    return table(*dice, pools=POOLS, people=PEOPLE, action={"damage": "8"})


def rows(session: Session, cells: int = 80) -> Sequence[str]:
    """The lines of the pane of fighters."""
    seen = Seen(title="Fighters")
    laid = lay_fighters(session.encounter, session.rules, cells=cells, height=9, seen=seen)
    return ["".join(span.text for span in line) for line in laid.lines]


@pytest.mark.parametrize("cells", [60, 80, 160])
def test_a_pool_of_which_a_fighter_can_have_no_points_is_not_drawn(cells: int) -> None:
    heading, ann, bob, _ = rows(fight(), cells)
    assert "spells" in heading and "3/3" in ann
    assert "songs" not in heading, "nobody can have songs"
    assert "0/0" not in ann + bob


def test_wounds_fill_up_while_their_bar_is_what_is_left() -> None:
    session = fight(6)
    assert "▂ 0/12" in rows(session)[2].replace("  ", " "), "unhurt is drawn as full"
    for line in ("begin", "ann strike bob", "bob rest", "cat rest", "next"):
        session.say(line)
    assert "░ 8/12" in rows(session)[2].replace("  ", " ")
    assert health(session.encounter["bob"]) == BADLY_HURT
    assert health(session.encounter["cat"]) == FRESH
    session.say("bob heal 3")
    assert session.encounter["bob"].pool("wounds") == 5
    session.say("bob damage 7")
    assert not session.encounter["bob"].able


def test_a_blow_that_adds_wounds_is_told_as_a_loss_and_weak_is_who_has_most_of_them() -> None:
    session = fight(6, 6)
    for line in ("fix cat wounds 3", "ann orders strike weakest", "begin", "next"):
        session.say(line)
    assert session.encounter["cat"].pool("wounds") == 11
    assert tally(session.journal)["ann"].dealt == {"wounds": 8}
    assert last_losses(session.journal)["cat"] == {"wounds": 8}


def test_a_party_keeps_wounds_and_rest_takes_them_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRACKER_DATA", str(tmp_path / "data"))
    folder = tmp_path / "data" / "systems"
    folder.mkdir(parents=True)
    pack = {**BASE, "name": "scars", "pools": POOLS, "about": "wounds"}
    (folder / "scars.toml").write_text(tomli_w.dumps(pack))
    party = tmp_path / "party.toml"
    party.write_text('kind = "party"\nsystem = "scars"\n[[person]]\nname = "Ann"\npools = { wounds = 7 }\n')
    result = call("rest", party, "8", "hours")
    assert result.code == 0, result.err
    assert "wounds = 5" in party.read_text()


def test_a_narrow_escape_is_of_points_that_keep_one_up() -> None:
    spectator = Spectator(SAVES / "finished-d20-lair.fight.toml")
    spectator.look()
    chronicle = spectator.chronicle()
    assert chronicle is not None
    spent = {sample.what for sample in chronicle.samples if not sample.fells}
    assert {"1st", "2nd"} <= spent, "spells are cast in this fight"
    escapes = [turn.text for turn in recap_of(chronicle).turns if turn.heading == "Narrow escape"]
    assert all(" hit points " in text for text in escapes)


def test_what_a_turn_has_spent_stands_beside_no_target() -> None:
    pools = {**POOLS, "acts": {"full": 1, "refill": "turn"}, "rush": {"full": 2, "refill": "turn"}}
    bob = table(pools=pools, people=PEOPLE).encounter["bob"].with_pool("acts", 0).with_pool("rush", 1)
    assert hurt(bob.with_pool("ward", 2).with_pool("wounds", 3)) == "wounds 3/12, ward 2/5, rush 1/2"
    assert hurt(bob.with_pool("rush", 2)) == UNHURT


def test_pools_always_in_play_stand_before_what_stands_beside() -> None:
    pools = {"rage": {"full": 5, "start": 0}, "life": {"full": 10, "down": 0}}
    session = table(pools=pools, people=PEOPLE)
    session.say("fix bob rage 2")
    bob, beside = rows(session)[2:4]
    assert "10/10" in bob and "besides" in beside and "2/5" in beside
