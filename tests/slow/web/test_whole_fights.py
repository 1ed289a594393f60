"""Whole fights of every game, played from three phones in a real browser beside the game master's screen.

The file of such a fight equals that of the same fight which the game master alone plays at the screen, but for who
answered.
"""

from __future__ import annotations

import re
import shutil
import time
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.tui.terminal import LONG, Terminal, terminal
from tests.web.driven import Browser
from tests.web.table import Master, master
from tracker import testing
from tracker.cli.opening import onlooker_of
from tracker.dice.source import SeededDice
from tracker.model.questions import Ask
from tracker.session.onlooker import Onlooker
from tracker.session.opening import look

PLAYERS = {"Ana": "Brann", "Ben": "Sela", "Cleo": "Odo"}
GAMES = {
    "hybrid": ("bandit", "goblin", "attack again, nothing"),
    "phases": ("thug", "thug", "attack"),
    "prism": ("guard", "thug", "attack"),
    "feats": ("runner", "guardsman", ""),
    "plain": ("guard", "goblin", "attack"),
    "ticks": ("Stone Hound", "Marsh Raider", "attack"),
    "d20": ("Knight", "Kobold", "attack"),
}
"""By game: what the players' fighters are made from, what their two opponents are, and the orders of these."""
MOST_ANSWERS = {"feats": 15}
"""Answers from phones after which the opponents surrender, where they still stand; a chase has no end of its own."""
BUTTONS = (
    "return [...document.querySelectorAll('#seat button:not(:disabled, .about)')]"
    ".map(key => key.firstChild.textContent.trim())"
)
CLICK = (
    "const key = [...document.querySelectorAll('#seat button:not(:disabled, .about)')]"
    ".find(one => one.firstChild.textContent.trim() === {!r}); if (key) key.click(); return Boolean(key)"
)
ASKED = (
    "return document.querySelector('#seat button:not(:disabled, .about)') !== null"
    " || document.querySelector('#seat .answer')?.textContent.startsWith('Tell your')"
)
"""The page shows the open question: one that was answered is locked until the next one comes."""
FOES = re.compile("Gruk|Urk")
LIKELY = re.compile(r"attack|shoot|strike|throw|sword|axe|brawl|fist|spear|pistol|blade", re.IGNORECASE)
NOT_OF_THE_FIGHT = ("by", "question", "seal")


def encounter(folder: Path, game: str) -> Path:
    """A fight of three players against two opponents who fight by orders."""
    own, other, orders = GAMES[game]
    heroes = "".join(
        f'[[combatant]]\nfrom = "{own}"\nname = "{name}"\nside = "heroes"\nplayer = "{player}"\n'
        for player, name in PLAYERS.items()
    )
    line = f'orders = "{orders}"\n' if orders else ""
    path = folder / f"{game}.toml"
    path.write_text(
        f'title = "At the ford"\nsystem = "{game}"\n[players]\nseats = "take"\n{heroes}'
        f'[[combatant]]\nfrom = "{other}"\nname = "Gruk"\nside = "raiders"\n{line}'
        f'[[combatant]]\nfrom = "{other}"\nname = "Urk"\nside = "raiders"\n{line}',
        encoding="utf-8",
    )
    return path


@dataclass
class Evening:
    """A game master's program, three phones, and the fight between them."""

    own: Master
    window: Browser
    phones: dict[str, str]
    """The windows of the players."""
    random: Random
    fight: Onlooker = field(init=False)
    answers: int = 0

    def __post_init__(self) -> None:
        self.fight = onlooker_of(look(self.own.path), SeededDice(1))

    def last(self) -> int:
        """The number of the last step in the file."""
        self.fight.catch_up()
        return self.fight.journal.last

    def types(self, keys: str) -> None:
        """The game master types and sees the outcome; a Space too soon after the last is a slip, so it comes again."""
        step, end = self.last(), time.monotonic() + LONG
        while self.last() <= step:
            assert time.monotonic() < end, (keys, self.fight.encounter.question, self.own.terminal.written[-800:])
            self.own.terminal.quiet(0.1)
            self.own.terminal.send(keys)
            again = time.monotonic() + (1 if keys == " " else 5)
            while self.last() <= step and time.monotonic() < again:
                time.sleep(0.02)
            if keys.startswith(":") and self.last() <= step:
                self.own.terminal.send("\x1b")

    @property
    def over(self) -> bool:
        """Whether only one side still stands."""
        return len({one.profile.side for one in self.fight.encounter if one.able}) < 2

    def go_on(self) -> None:
        """Whoever is asked answers: a player from the phone, the game master for everybody else."""
        step, question = self.last(), self.fight.encounter.question
        player = "" if question is None or question.who not in self.fight.encounter else self._player(question.who)
        if player and question is not None and question.ask is not Ask.HALT and self._answered(player, step):
            self.answers += 1
            return
        self.types(" " if question is None else f":{testing.likely(self.fight)}\r")

    def _player(self, who: str) -> str:
        return self.fight.encounter[who].profile.player

    def _answered(self, player: str, step: int) -> bool:
        """Whether a player's phone answered; what the true fight refuses again and again is the game master's.

        A tap on a question that has just changed is stale: the player looks again and taps again.
        """
        self.window.look_at(self.phones[player])
        refused = 0
        while refused < 3:
            self.window.until(ASKED)
            if self.last() > step:
                return True
            keys = self.window.run(BUTTONS)
            if not keys:
                return False
            send = next((key for key in keys if key.startswith("Send")), "")
            key = send or self._drawn(keys, typed=len(self.own.steps_by(player)) == 0)
            self.window.run(CLICK.format(key))
            if key == "Roll for me" or send:
                if self._taken(step):
                    return True
                refused += 1
        return False

    def _drawn(self, keys: list[str], typed: bool) -> str:
        """One of the buttons: the first dice are typed on the pad, of deeds a blow comes first."""
        if "Roll for me" in keys:
            return self.random.choice([key for key in keys if key.isdecimal()]) if typed else "Roll for me"
        deeds = [key for key in keys if key != "‹ Back"]
        for kind in (FOES, LIKELY):
            deeds = [key for key in deeds if kind.search(key)] or deeds
        return self.random.choice(deeds)

    def _taken(self, step: int) -> bool:
        """Whether what was sent became a step; else the page is unlocked again."""
        end = time.monotonic() + LONG
        while self.last() <= step:
            if self.window.run(ASKED):
                return self.last() > step
            assert time.monotonic() < end, self.window.text()[:500]
            time.sleep(0.03)
        return True


def steps(path: Path) -> list[dict[str, Any]]:
    """The blocks of a fight's file, but for who answered."""
    import tomli

    blocks = tomli.loads(path.read_text("utf-8")).get("step", [])
    return [{key: value for key, value in block.items() if key not in NOT_OF_THE_FIGHT} for block in blocks]


def alone(path: Path, lines: list[str]) -> list[dict[str, Any]]:
    """The steps of the same fight when the game master types every line at the screen."""
    program = f"import sys\nfrom tracker.cli import main\nsys.exit(main(['play', {str(path)!r}, '--seed', '1']))"
    fight = path.with_name(f"{path.stem}.fight.toml")
    with terminal(program) as screen:
        screen.until("Brann")
        screen.quiet()
        for line in lines:
            _typed(screen, line, fight)
        screen.quiet()
    return steps(fight)


def _typed(screen: Terminal, line: str, fight: Path) -> None:
    """Type a line and wait until the file has it."""
    before = fight.stat().st_size
    screen.quiet(0.1)
    screen.send(f":{line}\r")
    end = time.monotonic() + LONG
    while fight.stat().st_size == before:
        assert time.monotonic() < end, (line, screen.written[-800:])
        screen.answered(0.05, 0.2)


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_fight_from_three_phones_is_the_one_played_at_the_screen(
    game: str, window: Browser, tmp_path: Path
) -> None:
    path = encounter(tmp_path, game)
    (tmp_path / "alone").mkdir()
    shutil.copy(path, tmp_path / "alone")
    with master(path) as own, window.more(3) as handles:
        phones = dict(zip(PLAYERS, handles, strict=True))
        for player, handle in phones.items():
            link = own.links.of(player)
            assert link is not None
            window.look_at(handle)
            window.open(f"http://127.0.0.1:{own.shared.port}{link.address}", 390, 844)
        own.terminal.send(":begin\r")
        own.terminal.quiet()
        evening = Evening(own, window, phones, Random(game))
        while not evening.over:
            evening.go_on()
            if evening.answers >= MOST_ANSWERS.get(game, 40) and evening.fight.encounter.question is None:
                for foe in [one.id for one in evening.fight.encounter if one.profile.side == "raiders" and one.able]:
                    evening.types(f":{foe} surrenders\r")
        own.terminal.quiet()
        answered = {step.by for step in evening.fight.journal if step.by}
        lines = ["next" if step.mode else step.line for step in evening.fight.journal if not step.follows]
        assert answered == set(PLAYERS)
        played = steps(own.path)
    assert alone(tmp_path / "alone" / path.name, lines) == played
