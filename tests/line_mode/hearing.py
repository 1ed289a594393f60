"""Hearing: a game master who answers by numbers alone, and what is then heard."""

from __future__ import annotations

from pathlib import Path

from tests.game_master import line_of_an_ordinary_game_master
from tracker.campaign.reinforcements import stock
from tracker.controller.controller import Controller
from tracker.controller.menus.prompt import menu_of
from tracker.controller.modes import Mode
from tracker.dice.source import SeededDice
from tracker.game_api.values import Choice
from tracker.line_mode.numbered_choices import numbered
from tracker.session import Session
from tracker.storage.preparation import read_encounter

SAVES = Path(__file__).parents[2] / "saves"
ENCOUNTERS = sorted(path for path in SAVES.glob("*.toml") if not path.name.endswith(".fight.toml"))


def opened(path: Path, seed: int = 5) -> Session:
    prepared = read_encounter(path)
    return Session(prepared.encounter, prepared.rules, SeededDice(seed), None, stock(prepared), notes=prepared.notes)


def answers(controller: Controller) -> list[str]:
    """What an ordinary game master types now: numbers, Enter and `n`; a line only where no number stands for it."""
    session, now = controller.session, controller.prompt
    if now.mode is Mode.FREE:
        return ["n"]
    if now.mode in (Mode.BEGIN, Mode.DICE, Mode.AMOUNT):
        return [""]
    line = line_of_an_ordinary_game_master(session)
    if now.mode is Mode.CHOOSE:
        word = line.partition(" ")[2]
        return [str(1 + next(at for at, choice in enumerate(numbered(now)) if choice.word == word))]
    if (numbers := numbers_to(session, now.who, line, numbered(now))) or now.likely is None:
        return numbers or [line]
    return [""] if now.likely.line == line else [line]


def numbers_to(session: Session, who: str, line: str, choices: tuple[Choice, ...], depth: int = 0) -> list[str]:
    """The numbers that lead through the menus to a line; none when none do."""
    for place, choice in enumerate(choices, 1):
        if choice.line == line and not choice.refused and not choice.unfinished:
            return [str(place)]
    for place, choice in enumerate(choices, 1):
        if choice.line or choice.refused or not choice.path or depth > 3:
            continue
        menu = menu_of(session.encounter, session.rules, who, choice.path)
        if deeper := numbers_to(session, who, line, menu.choices, depth + 1):
            return [str(place), *deeper]
    return []
