"""`python -m tests.pictures`: the pictures of README and docs, drawn anew from recorded fights."""

from __future__ import annotations

import asyncio
import html
import os
import re
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from textual.app import App

from tests import picture_matrix
from tests.film import film
from tests.tui.course import learning
from tests.tui.playing import drawn
from tracker.controller.courses.course import course_of
from tracker.dice.source import SeededDice
from tracker.player_screen.screen import WatchApp
from tracker.player_screen.spectator import Spectator
from tracker.session.opening import session_of
from tracker.storage.fight_log import hash_chain
from tracker.storage.fight_log.opening import open_fight
from tracker.tui.app import TrackerApp
from tracker.tui.app_config import AppConfig

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "docs" / "pictures"
SIZE = (120, 36)
_FETCHED = re.compile(r"\s*@font-face\s*\{.*?\}", re.DOTALL)
"""Fonts that a viewer would fetch from elsewhere."""


@dataclass(frozen=True)
class Picture:
    """One picture: the fight in `saves`, the last step of it that is shown, and who draws it."""

    name: str
    fight: str
    step: int
    draw: Callable[[Path], str]

    @property
    def path(self) -> Path:
        """Where it is kept."""
        return FOLDER / f"{self.name}.svg"

    def drawn(self) -> str:
        """The picture as it looks today."""
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / f"{self.fight.removeprefix('finished-')}.fight.toml"
            path.write_bytes(cut(ROOT / "saves" / f"{self.fight}.fight.toml", self.step))
            return _FETCHED.sub("", self.draw(path)).rstrip() + "\n"


@dataclass(frozen=True)
class Scene:
    """One cell of the matrix of moments that is kept: a fight, a moment of it, and the size of the terminal."""

    fight: str
    moment: str
    size: tuple[int, int]

    @property
    def name(self) -> str:
        """What its file is called."""
        return f"screen-{self.fight}-{self.moment}-{self.size[0]}x{self.size[1]}"

    @property
    def path(self) -> Path:
        """Where it is kept."""
        return FOLDER / f"{self.name}.svg"

    def drawn(self) -> str:
        """The picture as it looks today."""
        picture = asyncio.run(picture_matrix.look(self.fight, self.moment, self.size))
        return _FETCHED.sub("", picture.svg).rstrip() + "\n"


@dataclass(frozen=True)
class LessonScene:
    """A lesson of a course as it stands on the screen, for the tutorial of its game."""

    system: str
    lesson: int
    """Its place among the lessons."""

    @property
    def name(self) -> str:
        """What its file is called."""
        return f"learn-{self.system}"

    @property
    def path(self) -> Path:
        """Where it is kept."""
        return FOLDER / f"{self.name}.svg"

    def drawn(self) -> str:
        """The picture as it looks today."""

        async def shown() -> str:
            async with learning(course_of(self.system), (80, 24), self.lesson) as player:
                return player.app.export_screenshot(title=f"tracker learn {self.system}")

        return _FETCHED.sub("", asyncio.run(shown())).rstrip() + "\n"


def cut(path: Path, step: int) -> bytes:
    """A fight up to one of its steps."""
    text = path.read_bytes()
    blocks = hash_chain.verify(text).blocks
    ends = [end for start, end in blocks if f"\nn = {step}\n".encode() in text[start:end]]
    assert ends, f"{path.name} has no step {step}"
    return text[: ends[0]]


def table(path: Path) -> str:
    """The game master's screen."""
    session = session_of(open_fight(path, look=True), SeededDice(1))
    return _screenshot(TrackerApp(AppConfig(session, title=session.encounter.title, colour=True)), "tracker")


def replayed(path: Path) -> str:
    """The game master's screen, half a minute of it, from the first declaration on."""
    session = session_of(open_fight(path, look=True), SeededDice(1))
    return film(session, range(4, len(session.journal.done) + 1), SIZE)


def watch(path: Path) -> str:
    """The players' screen."""
    return _screenshot(WatchApp(Spectator(path), colour=True), "tracker watch")


def _screenshot(app: App[int], title: str) -> str:
    async def shown() -> str:
        async with app.run_test(size=SIZE):
            await drawn(app)
            await drawn(app)
            return app.export_screenshot(title=title)

    return asyncio.run(shown())


def cells(picture: str) -> list[tuple[str, str]]:
    """What a picture says, piece by piece, each with how it looks."""
    looks = {name: " ".join(look.split()) for name, look in re.findall(r"\.([\w-]+) ?\{([^}]*)\}", picture)}
    pieces = re.findall(r"<text([^>]*)>([^<]*)</text>", picture)
    classes = ["".join(re.findall(r'class="([^"]*)"', head)) for head, _ in pieces]
    return [(looks.get(name, ""), html.unescape(words)) for name, (_, words) in zip(classes, pieces, strict=True)]


PICTURES: tuple[Picture | Scene | LessonScene, ...] = (
    Picture("replay", "finished-duel", 24, replayed),
    Picture("phases", "finished-phases-corridor", 40, table),
    Picture("watch", "finished-gunfight", 28, watch),
    Scene("brawl", "targets", (80, 24)),
    Scene("warren", "targets", (80, 24)),
    Scene("prism", "defence", (80, 24)),
    Scene("feats", "declaration", (80, 24)),
    Scene("duel", "landing", (80, 24)),
    Scene("plain", "crowd", (80, 24)),
    Scene("ticks", "defence", (80, 24)),
    Scene("brawl", "end", (80, 24)),
    Scene("warren", "defence", (120, 36)),
    Scene("ambush", "targets", (120, 36)),
    Scene("gunfight", "dice", (120, 36)),
    Scene("phases", "declaration", (120, 36)),
    Scene("brawl", "defence", (200, 50)),
    Scene("duel", "declaration", (200, 50)),
    Scene("warren", "begin", (200, 50)),
    Scene("d20", "landing", (200, 50)),
    Scene("warren", "end", (200, 50)),
    LessonScene("hybrid", 6),
    LessonScene("phases", 3),
    LessonScene("prism", 9),
    LessonScene("feats", 8),
)


def main() -> None:
    """Draw them all."""
    os.environ.pop("NO_COLOR", None)
    FOLDER.mkdir(exist_ok=True)
    for picture in PICTURES:
        picture.path.write_text(picture.drawn(), encoding="utf-8")
        print(picture.path.relative_to(ROOT))


if __name__ == "__main__":
    main()
