"""Played pages: the fights that README and the tutorials tell, read from the pages' own text.

`<kbd>a</kbd>` in a page is a key to press, in its place in the text; a quoted line is one that the screen then shows.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from tests.tui.paper import Paper
from tracker.campaign.reinforcements import stock
from tracker.dice.source import SeededDice
from tracker.session import Session
from tracker.storage.preparation import read_encounter

ROOT = Path(__file__).parents[1]
TUTORIALS = sorted((ROOT / "docs" / "tutorials").glob("*.md"))
COMMAND = re.compile(r"^(?:\.venv/bin/)?tracker play (saves/[\w-]+\.toml) --seed (\w+)$", re.M)
_PART = re.compile(r"<kbd>(?P<key>[^<]+)</kbd>|^ *> (?P<quote>.+)$", re.M)
_NAMES = {"Enter": "enter", "Space": "space", "Esc": "escape", "Backspace": "backspace"}


@dataclass(frozen=True, slots=True)
class Step:
    """Keys to press, one after another, and the lines that the screen then shows."""

    keys: tuple[str, ...]
    quotes: tuple[str, ...]


def five_minutes() -> str:
    """The part of README that plays a first fight."""
    return (ROOT / "README.md").read_text("utf-8").partition("\n## Your first fight")[2].partition("\n## ")[0]


def steps_of(page: str) -> list[Step]:
    """The steps of a page in their order; each ends with its quoted lines."""
    steps: list[Step] = []
    keys: list[str] = []
    quotes: list[str] = []
    for part in _PART.finditer(page[page.index("```sh") :]):
        if part["quote"] is not None:
            quotes.append(part["quote"])
            continue
        if quotes:
            steps.append(Step(tuple(keys), tuple(quotes)))
            keys, quotes = [], []
        keys.append(_NAMES.get(part["key"], part["key"]))
    assert quotes, "a page ends with what the screen shows"
    return [*steps, Step(tuple(keys), tuple(quotes))]


def session_of(page: str) -> Session:
    """The fight that the page's command opens, with the same dice."""
    match = COMMAND.search(page)
    assert match, "a page begins with its command, seed and all"
    prepared = read_encounter(ROOT / match[1])
    return Session(prepared.encounter, prepared.rules, SeededDice(match[2]), None, stock(prepared))


def shows(text: str, quote: str) -> bool:
    """Whether a screen's text has a quoted line, also where it is wrapped."""
    return quote in " ".join(text.split())


def play(player: Paper, page: str) -> None:
    """Press every key of a page, none of which is refused, and see every line that it quotes."""
    for step in steps_of(page):
        for key in step.keys:
            player.press(key)
            notice = player.controller.notice
            assert not notice.refused, (key, notice.text)
        for quote in step.quotes:
            assert shows(player.text(), quote), (step, player.text())
