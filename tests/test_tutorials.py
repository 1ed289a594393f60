"""The tutorials are fights one can play: their keys, pressed on the screen, lead where their pages say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.tui.playing import Player, playing
from tracker.campaign.reinforcements import stock
from tracker.dice.source import SeededDice
from tracker.session import Session
from tracker.storage.preparation import read_encounter

ROOT = Path(__file__).parents[1]
PAGES = sorted((ROOT / "docs" / "tutorials").glob("*.md"))
_COMMAND = re.compile(r"^tracker play (saves/[\w-]+\.toml) --seed (\w+)$", re.M)
_LINE = re.compile(r"^(Keys: .*|\*Now: .*\*)$", re.M)
_NOW = re.compile(r"Now: ([\w-]+) ([\d.]+)\. (.*?) (?:is|are) asked\.")
_LEFT = re.compile(r"([A-Z][\w ]*?) has (\d+) (\w+) left\.")


def session_of(page: str) -> Session:
    """The fight that the page's command opens, with the same dice."""
    match = _COMMAND.search(page)
    assert match, "a tutorial begins with its command, seed and all"
    prepared = read_encounter(ROOT / match[1])
    return Session(prepared.encounter, prepared.rules, SeededDice(match[2]), None, stock(prepared))


def assert_now(session: Session, line: str) -> None:
    """The fight stands where this line of a page says."""
    state = session.encounter
    now = _NOW.search(line)
    assert now, line
    unit = session.rules.unit
    who = None if state.question is None else state[state.question.who].profile.name
    assert (unit.one, unit.text(state.count), who or "Nothing") == now.groups(), line
    for name, points, pool in _LEFT.findall(line):
        fighter = next(fighter for fighter in state if fighter.profile.name == name)
        assert fighter.pool(pool) == int(points), line


async def follow(player: Player, session: Session, page: str) -> int:
    """Press the keys of a page and check each moment it names; how many it names."""
    moments = 0
    for line in _LINE.findall(page):
        if line.startswith("Keys: "):
            await player.press(*re.findall(r"`([^`]+)`", line))
        else:
            assert_now(session, line)
            moments += 1
    return moments


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
async def test_the_keys_of_a_tutorial_lead_where_its_page_says(path: Path) -> None:
    page = path.read_text("utf-8")
    session = session_of(page)
    async with playing(session) as player:
        assert await follow(player, session, page) >= 4


def test_every_game_with_a_fight_of_its_own_has_a_tutorial() -> None:
    assert {path.stem for path in PAGES} == {"hybrid", "phases", "prism", "feats"}


async def test_the_first_fight_of_readme_goes_as_it_says() -> None:
    prepared = read_encounter(ROOT / "saves" / "duel.toml")
    session = Session(prepared.encounter, prepared.rules, SeededDice("4"), None, stock(prepared))
    async with playing(session) as player:
        await player.press("enter", "3", "7", "3", "5")
        assert_now(session, "Now: count 0. Nothing is asked.")
        await player.press("space", "a", "1")
        assert session.encounter["gruk"].actions[0].verb == "close", "his short sword does not reach Brann yet"
        await player.press("space", "a", "2")
        assert_now(session, "Now: count 14. Nothing is asked.")
        await player.press("space")
        assert_now(session, "Now: count 20. Gruk is asked.")
        assert "parry" in player.text() and "block" in player.text() and "roll with the blow" in player.text()
        await player.press("enter", "2", "2")
        before = session.encounter
        await player.press("u")
        assert session.encounter != before
        await player.press("y")
        assert session.encounter == before
