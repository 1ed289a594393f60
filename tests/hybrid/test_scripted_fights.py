"""The recorded fights among the examples: said again with the dice that fell, in both editions."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.lanes import sample
from tracker.dice.source import ScriptedDice
from tracker.encounter.engine.journal import Step
from tracker.model import events as ev
from tracker.model.state import Encounter
from tracker.session import Session
from tracker.storage.fight_log.opening import logged_steps, open_fight
from tracker.storage.preparation import read_encounter

SAVES = Path(__file__).parents[2] / "saves"
FIGHTS = {
    "gunfight": {"fastdraw", "preset", "trigger", "setup", "rush", "surrenders"},
    "psychic-duel": {"mind-lance", "heavy-hand", "parry", "allout"},
    "wrestling": {"close", "fend", "heed", "grapple", "hold", "throw", "escape"},
    "chase": {"accelerate", "run", "dash", "throwing-knife", "idles", "look"},
}

AS_THEY_WERE = """
[house_rules]
skill_pools = false
stat_tasks = "full"
answers_rank_speed = false
reading = "second"
"""
"""The rules by which these fights were begun; they keep them."""


def recorded(name: str, tmp_path: Path) -> tuple[Encounter, list[Step]]:
    """The end of a recorded fight and its steps in force."""
    path = tmp_path / f"finished-{name}.fight.toml"
    path.write_bytes((SAVES / path.name).read_bytes())
    opened = open_fight(path)
    assert opened.fight_file is not None
    opened.fight_file.close()
    return opened.encounter, [told.step for told in logged_steps(path) if told.in_force]


def again(name: str, steps: list[Step], edition: str, tmp_path: Path) -> Session:
    """The lines that were said, with the faces that fell, on the encounter in an edition."""
    text = (SAVES / f"{name}.toml").read_text(encoding="utf-8")
    path = tmp_path / f"{name}.toml"
    text = text.replace("system = ", f'edition = "{edition}"\nsystem = ', 1)
    path.write_text(f"{text}\n{AS_THEY_WERE}", encoding="utf-8")
    prepared = read_encounter(path)
    faces = [face for step in steps for event in step.events if isinstance(event, ev.Rolled) for face in event.faces]
    session = Session(prepared.encounter, prepared.rules, ScriptedDice(faces))
    for step in steps:
        if step.mode != "orders":
            session.say(step.line)
    assert not session.dice._faces, "no die is left over"  # type: ignore[attr-defined]
    return session


@pytest.mark.parametrize("name", FIGHTS)
def test_it_shows_what_it_is_there_to_show_and_said_again_comes_to_the_recorded_end(name: str, tmp_path: Path) -> None:
    end, steps = recorded(name, tmp_path)
    assert FIGHTS[name] <= {word for step in steps for word in step.line.split()}
    assert again(name, steps, "current", tmp_path).encounter == end
    assert len({one.profile.side for one in end if one.able}) == 1


@pytest.mark.parametrize("name", sample(FIGHTS, 2))
def test_the_same_lines_and_dice_play_through_in_1997(name: str, tmp_path: Path) -> None:
    _, steps = recorded(name, tmp_path)
    end = again(name, steps, "1997", tmp_path).encounter
    assert end.began and end.count > 0


def test_minds_are_worn_down_and_bodies_run_out_of_breath(tmp_path: Path) -> None:
    def least(name: str, pool: str) -> int:
        _, steps = recorded(name, tmp_path)
        return min(e.to for s in steps for e in s.events if isinstance(e, ev.PoolChanged) and e.pool == pool)

    assert least("psychic-duel", "MFT") == 0 and least("psychic-duel", "MBD") < 12
    assert least("chase", "PEX") == 0
