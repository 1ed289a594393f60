"""A fight in a file, played by lines while others look on; three in it are hidden from the players."""

from __future__ import annotations

import random
import re
from pathlib import Path

from tests.hybrid.playing import play
from tracker.cli.opening import begin_fight
from tracker.dice.source import SeededDice
from tracker.encounter.hidden_fighters import seen
from tracker.model.questions import Ask
from tracker.session import Session
from tracker.session.opening import session_of
from tracker.storage.fight_log.opening import OpenedFight
from tracker.storage.preparation import read_encounter

HIDDEN = ("Zorbax", "Quillwing", "Mirefang")
SECRETS = ("zorbax", "quillwing", "mirefang", "oubliette", "grawlix", "bribed", "portcullis")
"""Names, ids, weapons, points, notes, events and orders that no player may meet, in lower case."""
POINTS = re.compile(rb"(?<![0-9a-f])987(?![0-9a-f])")
PLAYERS = """\
[[combatant]]
name = "Brann"
player = "Ana"
[[combatant.skill]]
name = "Long Sword"
basis = ["PCA"]
rank = 7
[[combatant.weapon]]
name = "Bastard Sword"
skill = "Long Sword"
[[combatant]]
name = "Sela"
player = "Ben"
"""
"""The fighters of Ana and Ben."""
AMBUSH = f"""\
title = "At the ford"
notes = "The ferryman is bribed."
{PLAYERS}
[[combatant]]
from = "goblin"
side = "raiders"
number = 2
[[scheduled]]
at = 900
text = "The portcullis falls"
""" + "".join(
    f"""\
[[combatant]]
name = "{name}"
side = "{side}"
hidden = true
orders = "attack again"
[combatant.derived]
PBD = 987
[[combatant.skill]]
name = "Grawlix"
basis = ["PCA"]
rank = 9
[[combatant.weapon]]
name = "Oubliette"
skill = "Grawlix"
speed = 9
damage = 13
type = "cutting"
length = 1.0
mass = 2.0
use = "melee"
"""
    for name, side in zip(HIDDEN, ("raiders", "raiders", "lurkers"), strict=True)
)


class Table:
    """A game master with an open file."""

    def __init__(self, folder: Path, seed: int = 1, text: str = AMBUSH, name: str = "ford") -> None:
        self.encounter = folder / f"{name}.toml"
        self.encounter.write_text(text, encoding="utf-8")
        self.path = folder / f"{name}.fight.toml"
        self.opened: OpenedFight = begin_fight(read_encounter(self.encounter), self.path)
        self.session: Session = session_of(self.opened, SeededDice(seed))
        self.chance = random.Random(seed)

    def say(self, *lines: str) -> None:
        """Say lines that are all carried out."""
        for line in lines:
            self.session.say(line)

    def begin(self) -> None:
        """Begin, with all dice rolled, and go on until somebody declares whom the players see."""
        self.say("begin")
        while self.session.encounter.question is not None and self.session.encounter.question.ask is Ask.DICE:
            self.say("roll")
        while (asked := self.session.encounter.question) is None or not seen(self.session.encounter, asked.who):
            self.say("next" if asked is None else f"{asked.who} wait")

    def until_declares(self, who: str) -> None:
        """Go on until `who` may declare; everybody else waits."""
        while (asked := self.session.encounter.question) is None or (asked.who, asked.ask) != (who, Ask.DECLARE):
            if asked is None:
                self.say("next")
            elif asked.ask is Ask.DECLARE:
                self.say(f"{asked.who} wait")
            else:
                self.say("roll" if asked.ask is Ask.DICE else f"{asked.who} {asked.choices[0]}")

    def play(self, lines: int) -> None:
        """Go on at random."""
        play(self.session, self.chance.randrange, lines)

    @property
    def hidden(self) -> bool:
        """Whether none of the hidden was revealed or noticed."""
        return not any(seen(self.session.encounter, name.casefold()) for name in HIDDEN)

    def close(self) -> None:
        """Leave."""
        assert self.opened.fight_file is not None
        self.opened.fight_file.close()


def leaks(data: bytes) -> list[str]:
    """What of the hidden ones is in `data`, in any case, plain or as an escape."""
    lower = data.lower()
    secrets = [word for word in SECRETS if word.encode() in lower]
    return secrets + (["987"] if POINTS.search(lower) else [])
