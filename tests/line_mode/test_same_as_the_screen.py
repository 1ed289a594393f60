"""The same answers by ear and by the keys of the screen write the same fight, byte for byte."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.lanes import drawing, lane, sample
from tests.line_mode.hearing import SAVES, answers
from tests.tui.paper import Paper
from tracker.cli.opening import begin_fight
from tracker.controller.controller import Controller
from tracker.controller.modes import Mode
from tracker.dice.notation import read
from tracker.dice.source import SeededDice
from tracker.line_mode.listener import Listener
from tracker.line_mode.numbered_choices import numbered
from tracker.session import Session
from tracker.session.opening import session_of
from tracker.storage.fight_log.opening import OpenedFight
from tracker.storage.preparation import read_encounter

GAMES = ("duel", "ambush", "prism-corridor", "phases-corridor", "feats-rooftops", "plain-skirmish")
ANSWERS = 60 if lane.slow else 40


def fight(name: str, folder: Path) -> tuple[OpenedFight, Session]:
    folder.mkdir()
    path = Path(shutil.copy(SAVES / f"{name}.toml", folder))
    opened = begin_fight(read_encounter(path), folder / "the.fight.toml")
    return opened, session_of(opened, SeededDice(11))


def typed(controller: Controller) -> list[str]:
    """As an ordinary game master, but the dice of players are typed: every one shows a 3, a hundred 33."""
    question = controller.session.encounter.question
    if controller.mode is Mode.DICE and question is not None:
        sides = read(question.dice.replace("!", "")).dice
        if all(side < 10 for side in sides) or sides == (100,):
            return ["33" if sides == (100,) else "3" * len(sides)]
    return answers(controller)


def by_ear(name: str, folder: Path) -> tuple[bytes, list[str]]:
    opened, session = fight(name, folder)
    listener, script = Listener(session), list[str]()
    while len(script) < ANSWERS:
        for answer in typed(listener.controller):
            listener.hear(answer)
            script.append(answer)
    assert opened.fight_file is not None
    opened.fight_file.close()
    return (folder / "the.fight.toml").read_bytes(), script


@drawing
@pytest.mark.parametrize("name", sample(GAMES))
def test_the_fight_is_the_same_to_the_byte(name: str, tmp_path: Path) -> None:
    heard, script = by_ear(name, tmp_path / "ear")
    opened, session = fight(name, tmp_path / "screen")
    player = Paper(session)
    controller = player.controller
    for answer in script:
        if answer == "":
            player.press("enter")
        elif answer == "n":
            player.press("space")
        elif answer.isdecimal() and controller.mode not in (Mode.DICE, Mode.AMOUNT):
            player.press(numbered(controller.prompt)[int(answer) - 1].key)
        elif answer.isdecimal():
            player.press(*answer)
        else:
            player.press("colon", *answer, "enter")
    assert opened.fight_file is not None
    opened.fight_file.close()
    assert len(session.journal.done) > ANSWERS // 4
    assert (tmp_path / "screen" / "the.fight.toml").read_bytes() == heard
