"""A new fight from one line: what it writes, in every game, and what it refuses."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.lanes import sample
from tracker.campaign.new_fight import NewFight, planned
from tracker.games import registry
from tracker.model.refusals import Refused
from tracker.storage.preparation import Prepared, read_encounter

PARTY = """kind = "party"
system = "plain"

[[person]]
name = "Ann"
hit_points = 16
[[person]]
name = "Bo"
"""


@pytest.fixture(autouse=True)
def at_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The user's data folder is empty."""
    monkeypatch.setattr("tracker.campaign.new_fight.data_dir", lambda: tmp_path / "data")


def written(fight: NewFight) -> Prepared:
    """Write a fight and read it again."""
    fight.write()
    return read_encounter(fight.path)


def creature_of(game: str) -> str:
    """The first creature that the library of a game has."""
    creatures = registry.find(game).builtin().get("creature", [])
    return str(creatures[0]["name"]) if creatures else ""


@pytest.mark.parametrize("game", sample(registry.names(), 5))
def test_in_every_game_names_fight_creatures_of_the_library(game: str, tmp_path: Path) -> None:
    creature = creature_of(game)
    many = f"4 {creature.lower()}, Red Varga" if creature else "Red Varga"
    prepared = written(planned(f"Ann, Bo vs {many}", game, folder=tmp_path))
    sides = [one.profile.side for one in prepared.encounter]
    assert sides[:2] == ["heroes", "heroes"] and set(sides[2:]) == {"foes"} and prepared.system.name == game
    assert len(sides) == (7 if creature else 3)
    if creature:
        assert len({one.group for one in prepared.encounter if one.profile.side == "foes" and one.group}) == 1


def test_a_party_beside_it_fights_and_gives_the_game(tmp_path: Path) -> None:
    (tmp_path / "party.toml").write_text(PARTY, encoding="utf-8")
    for line in ("party vs 4 goblin, 2 wolf", "4 goblins, 2 wolfs", "4 x goblin, 2 wolf"):
        fight = planned(line, folder=tmp_path)
        names = [one.name for one in written(fight).encounter]
        assert names == ["Ann", "Bo", "Goblin 1", "Goblin 2", "Goblin 3", "Goblin 4", "Wolf 1", "Wolf 2"]
        assert fight.path.parent == tmp_path and fight.roster == "2 heroes, 4 goblins, 2 wolves"
    assert len({*tmp_path.glob("*.toml")}) == 4, "no file is written over"


def test_figures_and_sides_stand_behind_and_before_names(tmp_path: Path) -> None:
    line = "guards: Ann hit_points=16 defence=15, Bo against raiders: 2 goblin hit_points=3"
    encounter = written(planned(line, "plain", folder=tmp_path)).encounter
    assert [one.profile.side for one in encounter] == ["guards", "guards", "raiders", "raiders"]
    assert [one.pool("HP") for one in encounter][0::2] == [16, 3]


@pytest.mark.parametrize(
    ("line", "game", "told"),
    [
        ("", "", "Give the two sides"),
        ("Ann vs", "", "Give the two sides"),
        ("a vs b vs c", "", "Give the two sides"),
        ("4 goblin", "plain", "There is no party file"),
        ("Ann vs 3 gobblin", "hybrid", 'did you mean "Goblin"?'),
        ("Ann nonsense=3 vs Bo", "plain", 'unknown key "nonsense"'),
        ("Ann hit_points=many vs Bo", "plain", "hit_points"),
        ("Ann vs Bo", "chess", "chess"),
        ("Ann vs 999 goblin", "plain", ""),
        ("Ann \x1b vs Bo", "plain", ""),
        ("x" * 600, "", "at most 500"),
    ],
)
def test_what_makes_no_fight_is_refused_in_a_sentence_and_nothing_is_written(
    line: str, game: str, told: str, tmp_path: Path
) -> None:
    with pytest.raises(Refused) as caught:
        planned(line, game, folder=tmp_path)
    assert told in caught.value.sentence and "Traceback" not in caught.value.sentence
    assert [*tmp_path.glob("*.toml")] == []
