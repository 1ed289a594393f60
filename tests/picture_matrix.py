"""`python -m tests.picture_matrix FOLDER`: every moment of every game at every size, as text and as SVG, to look at."""

from __future__ import annotations

import argparse
import asyncio
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.game_master import SAVES, line_of_an_ordinary_game_master, sides_standing
from tests.tui.opening import example
from tests.tui.playing import Player, drawn
from tracker.controller.user_settings import Settings
from tracker.dice.source import SeededDice
from tracker.games.packs import shipped
from tracker.model import events as ev
from tracker.model.questions import Ask
from tracker.model.refusals import Refused
from tracker.session import Session
from tracker.session.opening import look as look_at
from tracker.session.opening import session_of
from tracker.tui.app import TrackerApp
from tracker.tui.app_config import AppConfig
from tracker.tui.theme import NAMED

_SHORT = {
    "goblin-warren": "warren",
    "phases-corridor": "phases",
    "prism-corridor": "prism",
    "feats-rooftops": "feats",
    "plain-skirmish": "plain",
}
"""Fights of several words whose pictures have a shorter name. Those of packs are named by their pack."""


def _fights() -> dict[str, str]:
    """Every encounter that the program brings, by the name of its pictures."""
    packs = {path.stem for path in Path(shipped.__file__).parent.glob("*.toml")}
    names = sorted(path.stem for path in SAVES.glob("*.toml") if not path.name.endswith(".fight.toml"))
    starts = {name: name.partition("-")[0] for name in names}
    return {_SHORT.get(name, starts[name] if starts[name] in packs else name): name for name in names}


FIGHTS = _fights()
SIZES = ((80, 24), (120, 36), (200, 50))
MOMENTS = ("begin", "declaration", "targets", "defence", "dice", "landing", "crowd", "end")
_SEED = 3
_BLOWS_BEFORE = {"declaration": 3, "targets": 3, "defence": 2, "dice": 2, "crowd": 8}
"""Blows that have been struck before a moment is looked at, so that something has happened."""
_ASKED = {"declaration": Ask.DECLARE, "targets": Ask.DECLARE, "defence": Ask.CHOOSE, "dice": Ask.DICE}
"""What a moment asks. At a landing and in a crowd, a landing later on, nothing is asked."""
_NEVER = 9999
_MOST_LINES = 1500
_DEEPEST = 4
"""Menus that lead to a target at most."""


def at_moment(fight: str, moment: str) -> Session:
    """A fight played by an ordinary game master up to the first moment of a kind after a few blows.

    Where the fight is over before, the first of them.
    """
    if moment == "begin":
        return session_of(look_at(SAVES / f"{FIGHTS[fight]}.toml"), SeededDice(_SEED))
    session = _played_to(fight, moment, _BLOWS_BEFORE.get(moment, _NEVER if moment == "end" else 0))
    return session if moment not in _ASKED or _is_here(session, moment) else _played_to(fight, moment, 0)


def _played_to(fight: str, moment: str, blows_before: int) -> Session:
    """The same after so many blows."""
    session = example(FIGHTS[fight], _SEED)
    if moment == "dice":
        for fighter in session.encounter:
            session.say(f"{fighter.id} typed")
    blows = 0
    for _ in range(_MOST_LINES):
        if blows >= blows_before and _is_here(session, moment):
            break
        if session.encounter.began and len(sides_standing(session)) < 2:
            break
        try:
            session.say(line_of_an_ordinary_game_master(session))
        except Refused:
            break
        step = session.journal.steps[session.journal.last]
        struck = {event.target for event in step.events if isinstance(event, ev.Struck)}
        hurts = any(isinstance(event, ev.PoolChanged) and event.harmed and event.who in struck for event in step.events)
        if moment in ("landing", "crowd") and hurts and session.encounter.question is None and blows >= blows_before:
            break
        blows += sum(isinstance(event, ev.Struck) for event in step.events)
    return session


def _is_here(session: Session, moment: str) -> bool:
    question = session.encounter.question
    if question is None or question.ask is not _ASKED.get(moment):
        return False
    if moment == "targets":
        choices = session.rules.choices.menu(session.encounter, question.who, ()).choices
        return any(choice.key == "a" and not choice.refused for choice in choices)
    return moment != "defence" or bool(question.about)


async def _opened(player: Player, moment: str) -> None:
    """Press the keys that lead to what is looked at."""
    controller = player.screen.controller
    if moment == "end":
        await player.press(*(["colon", *"summary", "enter"]))
        return
    if moment != "targets":
        return
    await player.press("a")
    for _ in range(_DEEPEST):
        choices = controller.prompt.choices
        if any(choice.whom for choice in choices):
            return
        first = next((choice.key for choice in choices if not choice.refused and choice.key), "")
        if not first:
            return
        await player.press(first)


@dataclass(frozen=True, slots=True)
class Look:
    """A moment at a size, as text and as a picture."""

    text: str
    svg: str


async def look(fight: str, moment: str, size: tuple[int, int], theme: str = "dark") -> Look:
    """A moment of a fight at a size, in the colours of a theme."""
    settings = Settings(theme=theme)
    app = TrackerApp(AppConfig(at_moment(fight, moment), title=fight, guard=0.0, colour=True, settings=settings))
    async with app.run_test(size=size):
        player = Player(app)
        await player.drawn()
        await drawn(app)
        await _opened(player, moment)
        await drawn(app)
        return Look(player.text(), app.export_screenshot(title="tracker"))


def cells_of_matrix() -> Iterator[tuple[str, str, tuple[int, int]]]:
    """Every fight, moment and size."""
    for fight in FIGHTS:
        for moment in MOMENTS:
            for size in SIZES:
                yield fight, moment, size


def main() -> None:
    """Draw them all, or those whose name holds a word."""
    parser = argparse.ArgumentParser(allow_abbrev=False)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--theme", default="dark", choices=sorted(NAMED))
    parser.add_argument("only", nargs="*", help="draw only names that contain all of these words")
    options = parser.parse_args()
    os.environ.pop("NO_COLOR", None)
    options.folder.mkdir(parents=True, exist_ok=True)
    for fight, moment, size in cells_of_matrix():
        name = f"{fight}-{moment}-{size[0]}x{size[1]}"
        if all(word in name for word in options.only):
            seen = asyncio.run(look(fight, moment, size, options.theme))
            (options.folder / f"{name}.txt").write_text(seen.text, encoding="utf-8")
            (options.folder / f"{name}.svg").write_text(seen.svg, encoding="utf-8")
            print(name, flush=True)


if __name__ == "__main__":
    main()
