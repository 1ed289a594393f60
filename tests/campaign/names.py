"""Hostile names on every surface: markup, controls, turned writing and wide signs; drawn as text, columns aligned."""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import tomli_w
from rich.cells import cell_len

from tests.campaign.tally import Tally, problem_of
from tests.cli.calling import call
from tests.plain_fights import fight, rolled
from tests.tui.playing import SIZES, drawn, playing
from tests.tui.terminal import terminal
from tracker.controller.pages.openable_files import Entry
from tracker.encounter.names import plain
from tracker.tui.app import TrackerApp
from tracker.tui.app_config import AppConfig

NAMES = (
    "[bold]Brann[/bold]",
    "[@click=app.bell]Sela[/]",
    "Odo[/]",
    "\x1b[31mRed\x1b[0m",
    "\x9b2JClear",
    "\u202eevil\u202c",
    "日本の侍",
    "Zoe\u0301\u0323",
    "👨\u200d👩\u200d👧 👍🏽 ⚔️",
    "zero\u200bwidth\u00ad",
    "Hangul 각\u1100\u1161",
    "$(rm) `x` \\n %s {0}",
)
CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2066-\u2069]")
PIECES: tuple[str, ...] = (
    *NAMES,
    "[",
    "]",
    "[/",
    "\\",
    "{",
    "}",
    "%",
    "'",
    '"',
    "\x07",
    "\x1b]0;owned\x07",
    "\x1bP",
    "\r",
    "\x08",
    "\u2028",
)
PIECES += (
    "\u2066",
    "\u200f",
    "\ufeff",
    "\U000e0041",
    "\u0301" * 9,
    "ｱ",
    "🏳️\u200d🌈",
    "\t",
    "../",
    "--",
    "$",
    "~",
    "\xad",
)
KEYS = (
    "enter",
    "s",
    "l",
    "f",
    "space",
    "a",
    "escape",
    "k",
    "escape",
    "x",
    "escape",
    "question_mark",
    "escape",
    "j",
    "l",
)
LINES = 'begin\nnext\nnote {name}\njoin new "{name}" {name}\nevent 90 "{name}"\n{name} wait\nalias brann {name}\n'


def hostile(names: tuple[str, ...] = NAMES) -> list[tuple[str, str, str]]:
    """Fighters so called, their sides, and the first one's player."""
    return [(name, f"side {name}", name if at == 0 else "") for at, name in enumerate(names)]


def invented(chance: random.Random) -> str:
    """A name of a few nasty pieces."""
    return "".join(chance.choices(PIECES, k=chance.randrange(1, 5)))


def crew_of(chance: random.Random) -> tuple[str, ...]:
    """Ten invented names that one file may hold: none is blank, and no two are alike when compared."""
    names: dict[str, str] = {}
    while len(names) < 10:
        name = invented(chance)
        if name.strip():
            names.setdefault(plain(name), name)
    return tuple(names.values())


def every_surface(tally: Tally, folder: Path) -> None:
    """Names in files and lines through every command; names on every screen; what reaches a real terminal."""
    chance = random.Random(10)
    names = [*NAMES, *(invented(chance) for _ in range(4 if tally.short else 250))]
    for surface in (_terminal, _start_list):
        tally.held(surface.__name__.strip("_"), problem_of(surface))
    for at, size in enumerate(SIZES[:1] if tally.short else SIZES * 4):
        crew = NAMES if at < len(SIZES) else crew_of(chance)
        tally.held(f"screens {size}", problem_of(partial(_on_screens, size, crew)))
    commands = 0
    for name in names:
        for what, problem in _commands(folder, name):
            if tally.more(100_000):
                tally.held(f"{what} {name!a}", problem)
                commands += 1
    tally.note(f"{len(names)} names in files and lines, {commands:,} times a command; screens of {len(SIZES)} sizes")


def _commands(folder: Path, name: str) -> Iterator[tuple[str, str]]:
    """What each command writes of a name that stands in its file, its lines or the file's own name."""
    fighter = {"name": name, "side": f"side {name}", "player": name, "weapon": [{"name": "Club", "skill": name}]}
    document = {
        "format": 1,
        "title": name,
        "system": "hybrid",
        "notes": name,
        "combatant": [fighter, {"name": "Brann"}],
    }
    bad, good, saved = folder / "bad.toml", folder / "good.toml", folder / "good.fight.toml"
    bad.write_text(tomli_w.dumps(document), "utf-8")
    good.write_text('[[combatant]]\nname = "Brann"\n[[combatant]]\nname = "Gruk"\nside = "b"\n', "utf-8")
    saved.unlink(missing_ok=True)
    lines = LINES.format(name=name)
    odd = folder / (name.replace("/", "∕").replace("\0", "")[:60] + ".toml")
    calls = {
        "check": ("check", bad),
        "sheet": ("sheet", bad),
        "sheet --json": ("sheet", bad, "--json"),
        "run": ("run", bad),
        "run lines": ("run", good, "--save", saved, "--seed", 1),
        "run --json": ("run", good, "--seed", 1, "--json"),
        "log": ("log", saved),
        "log json": ("log", saved, "--format", "json"),
        "log for players": ("log", saved, "--for", "players"),
        "library": ("library", name),
        "a file that is not there": ("check", odd),
        "play of such a file": ("play", odd),
        "join": ("join", saved, odd),
        "a word that is none": (name,),
    }
    for what, words in calls.items():

        def written(words: tuple[object, ...] = words) -> None:
            came = call(*words, given=lines)
            for text in (came.out, came.err):
                bytes_of_theirs = CONTROL.search(text.replace("\n", " "))
                assert bytes_of_theirs is None, f"{bytes_of_theirs[0]!a} in {text[-200:]!a}"
            assert came.code in (0, 1, 2), f"exit code {came.code}"
            assert "Traceback" not in came.err

        yield what, problem_of(written)


def _on_screens(size: tuple[int, int], names: tuple[str, ...]) -> None:
    asyncio.run(_screens(size, names))


async def _screens(size: tuple[int, int], names: tuple[str, ...]) -> None:
    session = rolled(fight(hostile(names), title="[bold]The \x1b[5m[/] fight\u202e"))
    async with playing(session, size) as player:

        def aligned(after: str) -> None:
            seen = player.seen()
            control = CONTROL.search("".join(seen))
            assert control is None, f"{control[0]!a} after {after}"
            assert {cell_len(line) for line in seen} == {size[0]}, f"columns not aligned after {after}"

        for key in KEYS:
            await player.press(key)
            aligned(key)
        await player.press("escape", "escape", "escape", "ctrl+p")
        for sign in ("b", "[", "/", "]"):
            await player.press(sign)
            aligned(f"{sign} in the palette")
        await player.press("escape", "escape", "colon")
        player.screen.controller.paste("\x1b[31m[red]x[/]\u202e\n" * 3)
        player.screen.draw()
        await player.pilot.pause()
        aligned("a paste")


def _start_list() -> None:
    asyncio.run(_choose())


async def _choose() -> None:
    entries = [Entry(name, f"a fight of {name}", Path(name)) for name in NAMES]

    def open_entry(entry: Entry) -> tuple[object, object]:
        raise ValueError(f"cannot be opened: {entry.path}")

    app = TrackerApp(AppConfig(entries=entries, open_entry=open_entry, title=NAMES[3], words=NAMES[1], colour=True))  # type: ignore[arg-type]
    async with app.run_test(size=(80, 24)) as pilot:
        for key in ("", *"123456789"):
            await pilot.press(*([key] if key else []))
            await drawn(app)
            lines = ["".join(segment.text for segment in strip) for strip in app.screen._compositor.render_strips()]
            assert not CONTROL.search("".join(lines))
            assert {cell_len(line) for line in lines} == {80}


POINTER = "\x1b]22;default\x07"
"""The shape of the mouse pointer, which Textual sets."""
TITLE = "The end\x1b]0;owned\x07 \x9b5m"
PROGRAM = """
import sys
from tests.campaign.names import TITLE, hostile
from tests.plain_fights import fight
from tracker.tui.app import run
from tracker.tui.app_config import AppConfig
sys.exit(run(AppConfig(fight(hostile(), title=TITLE))))
"""


def _terminal() -> None:
    with terminal(PROGRAM) as own:
        own.until("The end")
        own.send("\rlf")
        own._read(0.5)
        own.send("\x10[")
        own._read(0.5)
        own.send("\x1b\x1b")
        own._read(0.5)
        own.send("\x11")
        own.ended()
    text = own.written.decode()
    text = text.replace(POINTER, "")
    assert "\x1b]" not in text, "the title of the window, or something else of the terminal's own, was set"
    assert "\x9b" not in text and "\x1b[31m" not in text and "\u202e" not in text and "\x07" not in text
