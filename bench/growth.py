"""How everything grows with the fighters and with the steps of a fight: one table, each line with its exponent.

`growth.py [MOST_FIGHTERS [MOST_STEPS]]` goes up to 300 fighters and 50,000 steps, which takes some minutes. Times are
the processor's, in ms. The exponent is that of the three largest sizes: 0 does not grow, 1 grows in proportion, 2 by
pairs. One above 1.3 is marked, but where the rules themselves ask about pairs: then the line says so.
"""

from __future__ import annotations

import gc
import math
import statistics
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Callable, Sequence
from pathlib import Path

from fights import begun, document, on_disk
from pairs import exponent

from tracker.controller.controller import Controller
from tracker.controller.input.default_keys import usual_keymap
from tracker.controller.input.keys import press
from tracker.dice.source import SeededDice
from tracker.encounter.engine.evolve import evolve
from tracker.model import events as ev
from tracker.model.refusals import Refused
from tracker.odds.job import Job, TooLarge, job_of
from tracker.odds.playout import play
from tracker.session import Session
from tracker.session.opening import look, session_of
from tracker.storage.atomic import Disk
from tracker.storage.fight_log.format import head
from tracker.storage.preparation import prepare
from tracker.storage.toml.models import KERNEL_KEYS
from tracker.tui.widgets.fighters import FightersPane
from tracker.tui.widgets.log import LogPane
from tracker.tui.widgets.sheet import SheetPane
from tracker.tui.widgets.timeline import TimelinePane

FIGHTERS = (3, 10, 30, 100, 300)
STEPS = (200, 1_000, 5_000, 20_000, 50_000)
ACTIVE = 2
"""So many fight, however many there are, so that a step is as much work."""
MOST = 1.3
TIMES = 20
MIB = 1024 * 1024

Figure = Callable[[int], float]
"""A figure at one size; not a number where there is none, such as a forecast of more fighters than it takes."""


def spent(work: Callable[[], object], times: int = TIMES) -> float:
    """The median of ms of the processor that `work` takes."""
    taken = []
    gc.collect()
    for _ in range(times):
        start = time.process_time()
        work()
        taken.append(time.process_time() - start)
    return 1000 * statistics.median(taken)


def held(make: Callable[[], object]) -> float:
    """The MiB that are held by what `make` makes; what is loaded once does not count."""
    make()
    gc.collect()
    tracemalloc.start()
    kept = make()
    gc.collect()
    size, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    del kept
    return size / MIB


def on(session: Session) -> None:
    """Go on by one step; where nothing is due any more, by a note."""
    question = session.encounter.question
    try:
        session.say("next" if question is None else f"{question.who} wait")
    except Refused:
        session.say("note nothing is due")


def settled(fighters: int) -> Session:
    """A fight under way, in which all but the active ones wait."""
    session = begun(fighters, active=ACTIVE)
    for _ in range(2 * fighters):
        on(session)
    return session


def key_of(session: Session) -> float:
    """A key that takes a step, and the panes of the screen after it."""
    controller, sheet = Controller(session, usual_keymap()), SheetPane("sheet")
    panes = (TimelinePane("timeline"), FightersPane("fighters"), sheet, LogPane("log", sheet))

    def key() -> None:
        press(controller, "space", " ")
        for pane, (cells, height) in zip(panes, ((120, 13), (62, 16), (57, 8), (57, 8)), strict=True):
            pane.lay(controller, cells, height)

    return spent(key)


def transition(fighters: int) -> float:
    """One event makes the next state."""
    encounter = settled(fighters).encounter
    who, pool = encounter.combatants[0], encounter.combatants[0].profile.pools[0].name
    event = ev.PoolChanged(who=who.id, pool=pool, by=-1, to=who.pools[0] - 1)
    return spent(lambda: [evolve(encounter, event) for _ in range(100)]) / 100


def going_on(fighters: int) -> float:
    """`next`, where two fight and the others wait."""
    session = settled(fighters)
    return spent(lambda: on(session))


def among_hidden(fighters: int) -> float:
    """`next`, where all fight and half of them are hidden: whoever might notice an attacker rolls for it."""
    whole = document(fighters, fighters)
    people = [{**one, "hidden": place % 2 == 0} for place, one in enumerate(whole["combatant"])]  # type: ignore[arg-type]
    prepared = prepare({**whole, "combatant": people})
    session = Session(prepared.encounter, prepared.rules, SeededDice(1))
    session.say("begin")
    return spent(lambda: [on(session) for _ in range(TIMES)], 3) / TIMES


def playout(fighters: int) -> float:
    """A fight of a forecast, for each of its counts: how long it lasts is a matter of the fight."""
    whole = document(fighters, fighters)
    blade = {"name": "Short Sword", "skill": "Sword", "speed": 7, "damage": 14, "type": "cutting"}
    people = [{**one, "weapon": [blade]} for one in whole["combatant"]]  # type: ignore[attr-defined]
    prepared = prepare({**whole, "combatant": people})
    options = {key: value for key, value in whole.items() if key not in KERNEL_KEYS}
    try:
        job: Job = job_of(prepared.encounter, prepared.system.name, options)
    except TooLarge:
        return math.nan
    counts = statistics.fmean(play(job, number).count for number in range(3))
    return spent(lambda: [play(job, number) for number in range(3)], 1) / 3 / counts


def loading(fighters: int) -> float:
    """An encounter, from its keys to a fight that is ready to begin."""
    whole = document(fighters, ACTIVE)
    return spent(lambda: prepare(whole), 5)


BY_FIGHTERS: tuple[tuple[str, str, Figure, str], ...] = (
    ("a key and its panes", "ms", lambda size: key_of(settled(size)), ""),
    ("a transition", "ms", transition, ""),
    ("next", "ms", going_on, ""),
    ("next, half hidden, all fight", "ms", among_hidden, "each who might notice an attacker rolls (H-PERC-3)"),
    ("load", "ms", loading, ""),
    ("head of the file", "MiB", lambda size: len(head(prepare(document(size)).document)) / MIB, ""),
    ("memory", "MiB", lambda size: held(lambda: begun(size)), ""),
    ("playout, for each count", "ms", playout, "each chooses among all foes"),
)


def by_steps(folder: Path) -> tuple[tuple[str, str, Figure, str], ...]:
    """The figures of a fight of so many steps in a file."""

    def path(steps: int) -> Path:
        return folder / f"{steps}.fight.toml"

    def opened(steps: int) -> Session:
        return session_of(look(path(steps)), SeededDice(1))

    def stepping(steps: int) -> float:
        session = opened(steps)
        return spent(lambda: on(session))

    return (
        ("a key and its panes", "ms", lambda steps: key_of(opened(steps)), ""),
        ("next", "ms", stepping, ""),
        ("open", "ms", lambda steps: spent(lambda: opened(steps), 3), ""),
        ("file", "MiB", lambda steps: path(steps).stat().st_size / MIB, ""),
        ("memory", "MiB", lambda steps: held(lambda: opened(steps)), ""),
    )


def table(what: str, sizes: Sequence[int], figures: Sequence[tuple[str, str, Figure, str]]) -> None:
    """Print a line for each figure."""
    print(f"{what:<30}{''.join(f'{size:>10,}' for size in sizes)}   exponent")
    for name, unit, figure, pairs in figures:
        reached = [figure(size) for size in sizes]
        known = [(size, one) for size, one in zip(sizes, reached, strict=True) if not math.isnan(one)][-3:]
        grows = exponent([size for size, _ in known], [one for _, one in known])
        mark = "" if grows <= MOST else f"  pairs: {pairs}" if pairs else "  MISSED"
        print(f"{f'{name}, {unit}':<30}{''.join(f'{one:>10.3g}' for one in reached)}   {grows:8.2f}{mark}", flush=True)
    print()


def main() -> None:
    """Print both tables."""
    most_fighters = int(sys.argv[1]) if len(sys.argv) > 1 else FIGHTERS[-1]
    most_steps = int(sys.argv[2]) if len(sys.argv) > 2 else STEPS[-1]
    table("by fighters", [size for size in FIGHTERS if size <= most_fighters], BY_FIGHTERS)
    sizes = [size for size in STEPS if size <= most_steps]
    with tempfile.TemporaryDirectory() as name:
        Disk.sync = lambda disk, file: None  # type: ignore[method-assign]  # only what is written is measured here
        for size in sizes:
            on_disk(Path(name) / f"{size}.fight.toml", 30, size, noted=True)
        table("by steps", sizes, by_steps(Path(name)))


if __name__ == "__main__":
    main()
