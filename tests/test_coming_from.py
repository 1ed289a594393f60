"""The page for those who come from another game: every file on it is played, and all games that it names are there."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest
import tomli
import tomli_w

from tests.game_master import sides_standing
from tests.lanes import sample
from tests.random_play import a_line
from tracker import testing
from tracker.dice.source import SeededDice
from tracker.games import registry
from tracker.model.refusals import Refused
from tracker.session import Session
from tracker.storage.paths import example_called
from tracker.storage.preparation import read_encounter

PAGE = (Path(__file__).parents[1] / "docs" / "coming-from.md").read_text(encoding="utf-8")
GAMES = re.findall(r"^## (.+)$", PAGE, re.M)
FILES = re.findall(r"```toml\n(.*?)```", PAGE, re.S)
BOTH = ("Ann", "Bert")


def encounter_of(text: str) -> dict[str, object]:
    """The encounter of a file: itself, or two creatures of a pack against each other."""
    document = tomli.loads(text)
    if "pack" not in document:
        return document
    creature = document["library"]["creature"][0]["name"]
    people = [{"from": creature, "name": name, "side": name, "orders": "attack"} for name in BOTH]
    return {"system": document["name"], "pack": document, "combatant": people}


@pytest.mark.parametrize("text", sample(FILES, 3), ids=FILES.index)
def test_every_file_of_the_page_is_played_undone_and_replayed(text: str, tmp_path: Path) -> None:
    file = tmp_path / "page.toml"
    file.write_text(tomli_w.dumps(encounter_of(text)), encoding="utf-8")
    fight = read_encounter(file, library_dirs=())
    session, chance = Session(fight.encounter, fight.rules, SeededDice(5)), Random(5)
    session.say("begin")
    for _ in range(60):
        testing.check_state(session)
        if len(sides_standing(session)) < 2 and session.encounter.question is None:
            break
        line = a_line(session, chance)
        try:
            session.say(line)
        except Refused:
            if line == "next":
                break
    assert len(session.journal.done) > 3, "who falls first may fall at once"
    testing.check_replay(session, fight.encounter)


def test_each_game_says_what_works_what_does_not_and_where_to_start() -> None:
    assert len(GAMES) == 9
    for part in PAGE.split("\n## ")[1:]:
        assert all(f"**{what}**" in part for what in ("Works", "Does not", "Start")), part[:30]


def test_every_game_and_example_that_the_page_names_is_there() -> None:
    assert set(re.findall(r'`system = "([a-z0-9]+)"`', PAGE)) <= set(registry.names())
    assert all(example_called(name) for name in re.findall(r"`tracker play ([a-z0-9-]+)`", PAGE))
