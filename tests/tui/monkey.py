"""A monkey: keys, clicks, sizes and lines at random, at every example of every game in each of its editions."""

from __future__ import annotations

import random
import re
from pathlib import Path
from time import process_time
from typing import get_args

import pytest
from textual.events import Key, Paste

from tests.controllers import controller_of
from tests.lanes import sample, system_of
from tests.tui.odd_bytes import some
from tests.tui.playing import SIGNS, playing
from tracker.campaign.reinforcements import stock
from tracker.controller.choices.question_view import asking
from tracker.controller.choices.take_choice import take
from tracker.controller.input import mouse
from tracker.controller.input.keys import press as press_key
from tracker.dice.source import SeededDice
from tracker.encounter.engine.evolve import fold
from tracker.games import registry
from tracker.session import Session
from tracker.storage.preparation import read_encounter
from tracker.tui.input_reader import InputReader

HANGS = 2.0
"""Seconds of the processor after which a key has hung."""
SAVES = Path(__file__).parents[2] / "saves"


EXAMPLES = sorted(path for path in SAVES.glob("*.toml") if not path.name.endswith(".fight.toml"))


EDITION = re.compile(r'^edition = ".*?".*\n', re.M)


ORDINARY = (
    *("enter", "enter", "enter", "enter", "space", "space", "space", "space"),
    *"0123456789" * 2,
    *"abcdefghijklmnopqrstuvwxyz",
    *(
        "u",
        "y",
        "backspace",
        "v",
        "x",
        "escape",
        "escape",
        "j",
        "minus",
        "semicolon",
        "apostrophe",
        "comma",
        "full_stop",
        "equals_sign",
        "colon",
    ),
    *("tab", "slash", "up", "down", "left", "right", "pageup", "pagedown", "end", "home", "delete", "ctrl+w", "ctrl+t"),
    *("question_mark", "z", "shift+tab", "f1", "ctrl+a", "ctrl+u", "ctrl+o", "backslash", "number_sign"),
    *("left_square_bracket", "left_square_bracket", "right_square_bracket"),
)


LINES = (
    *("next", "to 60", "+5", "undo", "redo", "undo-action", "back 3", "veto", "fix die 33", "fix die roll 2 4", "roll"),
    *(
        "join goblin",
        "join new Thug",
        "summary",
        "note x",
        "mark all",
        "mark 1-2",
        "all is soaked -1 until it acts",
        "1-2 damage 2 half 1",
        "all leaves",
        "all returns",
        "df -2 dark",
        "begin",
        "37",
        "=8",
        "nonsense here",
        '"',
        "why",
        "walk",
        "--5",
        "all damage --5",
    ),
)


def editions_of(text: str) -> tuple[str, ...]:
    field = registry.find(system_of(text)).options.model_fields.get("edition")
    return tuple(get_args(field.annotation)) if field is not None else ("",)


GAMES = [(path, edition) for path in EXAMPLES for edition in editions_of(path.read_text(encoding="utf-8"))]


NAMES = [f"{path.stem}-{edition or 'only'}" for path, edition in GAMES]
FIRST = {system_of(path.read_text(encoding="utf-8")): at for at, (path, _) in reversed([*enumerate(GAMES)])}
"""Where the first example of each game stands."""
CASES = [pytest.param(*game, id=name) for game, name in zip(GAMES, NAMES, strict=True)]
_ONE_EACH = sample(CASES, each=lambda case: system_of(case.values[0].read_text(encoding="utf-8")))
every_game = pytest.mark.parametrize(("path", "edition"), _ONE_EACH)
"""One example of each game every day; in the slow lane all of them, in each edition."""
few_games = pytest.mark.parametrize(("path", "edition"), sample(_ONE_EACH, 3))
"""Of those every day three."""


def opened(path: Path, edition: str, folder: Path, seed: int) -> Session:
    text = path.read_text(encoding="utf-8")
    if edition:
        text = EDITION.sub("", text).replace("\n[", f'\nedition = "{edition}"\n\n[', 1)
    copy = folder / path.name
    copy.write_text(text, encoding="utf-8")
    prepared = read_encounter(copy)
    return Session(prepared.encounter, prepared.rules, SeededDice(seed), None, stock(prepared))


def sound(session: Session) -> None:
    """Folding the journal anew gives the state that is shown."""
    state = session.journal.states[0]
    for n in session.journal.done:
        state = fold(state, session.journal.steps[n].events)
    assert state == session.encounter


def at_the_controller(session: Session, seed: int, keys: int) -> None:
    chance = random.Random(seed)
    controller = controller_of(session)
    for _ in range(keys):
        kind, began = chance.random(), process_time()
        if kind < 0.02 and session.encounter.combatants:
            who = chance.choice(session.encounter.combatants).id
            controller.view.select(who)
        elif kind < 0.03:
            mouse.wheel(controller, chance.choice(("log", "sheet", "fighters", "timeline")), chance.choice((-1, 1)))
        elif kind < 0.05:
            controller.say(chance.choice(LINES))
        elif kind < 0.06 and (choices := controller.prompt.choices) and controller.field is None:
            take(controller, chance.choice(choices))
        else:
            key = chance.choice(ORDINARY)
            press_key(controller, key, SIGNS.get(key, key if len(key) == 1 else None))
        asking(controller.shown)
        controller.shown.listing()
        assert process_time() - began < HANGS, f"a key took {process_time() - began:.1f} s"


async def through_the_screen(session: Session, seed: int, turns: int, burst: int = 1) -> int:
    """So many turns, most of them `burst` keys at once; how many keys were sent."""
    chance, reader, sent = random.Random(seed), InputReader(), 0
    async with playing(session, chance.choice(((80, 24), (120, 36), (200, 50)))) as player:
        driver, pilot = player.app._driver, player.pilot
        assert driver is not None

        def send(*keys: str) -> None:
            nonlocal sent
            sent += len(keys)
            for key in keys:
                driver.send_message(Key(key, SIGNS.get(key, key if len(key) == 1 else None)))

        for turn in range(turns):
            kind, size, began = chance.random(), player.app.size, process_time()
            if kind < 0.05:
                await pilot.click(offset=(chance.randrange(size.width), chance.randrange(size.height)))
            elif kind < 0.06:
                widths, heights = ((1, 20), (1, 8)) if chance.random() < 0.3 else ((20, 220), (8, 60))
                await pilot.resize_terminal(chance.randrange(*widths), chance.randrange(*heights))
            elif kind < 0.08:
                driver.send_message(Paste(chance.choice(("goblin", "12\n", "next", "[bold]\x1b[2J", "37"))))
            elif kind < 0.10:
                send("ctrl+p", chance.choice("abcdnu"))
                await pilot.pause()
                send(*chance.choices(("down", "pagedown", "pageup", "up", "ctrl+end", "s"), k=3))
                send("enter", "enter", "enter", "escape")
            elif kind < 0.12:
                for message in (*reader.read(some(chance)), *reader.tick()):
                    if getattr(message, "key", "") not in ("ctrl+q", "ctrl+z", "ctrl+c"):
                        driver.process_message(message)
            else:
                send(*chance.choices(ORDINARY, k=burst))
            if turn % 3:
                await pilot.pause()
            assert process_time() - began < HANGS, f"a turn took {process_time() - began:.1f} s"
        await pilot.pause()
        assert player.app._exception is None and player.app.is_running
    sound(session)
    return sent
