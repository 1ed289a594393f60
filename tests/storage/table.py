"""The table these tests sit at: a ford, a fighter, three goblins, and dice that are known."""

from __future__ import annotations

from pathlib import Path

from tracker import testing as contract
from tracker.campaign.reinforcements import stock
from tracker.dice.source import DiceSource, SeededDice
from tracker.session import Session
from tracker.storage.atomic import Disk
from tracker.storage.fight_log.opening import OpenedFight, open_fight, start_fight
from tracker.storage.preparation import Prepared, read_encounter
from tracker.storage.toml.diagnostics import InvalidFile

FORD = """\
format = 1
title = "Ambush at the ford"
system = "plain"
notes = "Rain since noon."

[scene]
modifier = 5

[[combatant]]
name = "Brann"
side = "heroes"
defence = 13
hit_points = 12
[[combatant.weapon]]
name = "Spear"
attack = 5

[[combatant]]
from = "goblin"
number = 3
side = "raiders"
hidden = true
hit_points = 7

[[scheduled]]
at = 60
text = "The gate falls"
"""


def written(folder: Path, text: str, name: str = "ford.toml") -> Path:
    """A file with this text."""
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode("utf-8"))
    return path


def ford(folder: Path, text: str = FORD) -> Prepared:
    """The encounter at the ford, with no library but the built-in one."""
    return read_encounter(written(folder, text), library_dirs=())


def told(folder: Path, text: str, name: str = "ford.toml") -> list[str]:
    """The mistakes of an encounter as they are printed, without the folder."""
    path = written(folder, text, name)
    try:
        read_encounter(path, library_dirs=(folder / "library",))
    except InvalidFile as error:
        return [str(diagnostic).removeprefix(f"{folder}/") for diagnostic in error.diagnostics]
    return []


def sat_down(prepared: Prepared, path: Path, dice: DiceSource | None = None, disk: Disk | None = None) -> Session:
    """A session that records a new fight at `path`."""
    fight_file = start_fight(prepared, path, disk)
    return Session(prepared.encounter, prepared.rules, dice or SeededDice(3), fight_file, stock(prepared))


def resumed(opened: OpenedFight, dice: DiceSource | None = None) -> Session:
    """A session that goes on with an opened fight."""
    return Session(
        opened.encounter,
        opened.prepared.rules,
        dice or SeededDice(4),
        opened.fight_file,
        stock(opened.prepared),
        opened.journal,
        opened.earlier,
    )


def stand_up(session: Session) -> str:
    """Close the fight's file; its trouble, if any."""
    fight_file = session.recorder
    fight_file.close()  # type: ignore[union-attr]
    return fight_file.trouble  # type: ignore[union-attr, no-any-return]


def looked_at(path: Path) -> OpenedFight:
    """The fight as somebody sees it who only looks."""
    return open_fight(path, look=True)


def long_fight(tmp_path: Path, seed: int = 3) -> tuple[Session, Path]:
    """Sixty steps, some joined, some taken back, some brought back."""
    path = tmp_path / "ford.fight.toml"
    session = sat_down(ford(tmp_path), path, SeededDice(seed))
    contract.play(session, 40)
    session.say("join goblin x2")
    session.say("join new Thug heroes")
    for number in range(9):
        session.say(f"note line {number}")
    for _ in range(6):
        session.undo()
    for _ in range(2):
        session.redo()
    session.say('event 90 "Rain"')
    session.say("mod -2 bad light")
    return session, path
