"""The recorded fight in the goblin warren: groups and orders read back to its end, and said again with its dice."""

from __future__ import annotations

from pathlib import Path

import pytest

from tracker.campaign.file_checks import check
from tracker.dice.source import ScriptedDice
from tracker.encounter.engine.evolve import fold
from tracker.encounter.engine.journal import Step
from tracker.game_api.rules import Rules
from tracker.model import events as ev
from tracker.session import Session
from tracker.storage.fight_log.opening import OpenedFight, logged_steps, open_fight

SAVES = Path(__file__).parents[2] / "saves"


@pytest.fixture
def recorded(tmp_path: Path) -> Path:
    path = tmp_path / "finished-goblin-warren.fight.toml"
    path.write_bytes((SAVES / path.name).read_bytes())
    return path


def opened(path: Path) -> OpenedFight:
    fight = open_fight(path)
    assert fight.fight_file is not None
    fight.fight_file.close()
    return fight


def in_force(path: Path, rules: Rules | None = None) -> list[Step]:
    return [told.step for told in logged_steps(path, rules) if told.in_force]


def said(step: Step, steps: list[Step]) -> str:
    """The line that began a step; where orders were followed first, the one that went on behind them."""
    behind = (other.line for other in steps if other.follows == step.n and not other.mode)
    return step.line if not step.mode else next(behind, "next")


def test_read_back_step_by_step_it_comes_to_its_end(recorded: Path) -> None:
    assert check(recorded) == ()
    fight = opened(recorded)
    state = fight.prepared.encounter
    for step in in_force(recorded, fight.prepared.rules):
        state = fold(state, step.events)
    assert state == fight.encounter
    assert {one.profile.side for one in state if one.able} == {"heroes"}
    assert {one.presence.value for one in state if one.group} == {"down", "left", "surrendered"}


def test_said_again_with_its_dice_it_comes_to_the_same_end(recorded: Path) -> None:
    end, steps = opened(recorded).encounter, in_force(recorded)
    prepared = opened(recorded).prepared
    faces = (face for step in steps for event in step.events if isinstance(event, ev.Rolled) and event.by != "group"
             for face in event.faces)  # fmt: skip
    session = Session(prepared.encounter, prepared.rules, ScriptedDice(faces))
    for place, step in enumerate(steps):
        if len(session.journal.done) <= place:
            session.say(said(step, steps))
    assert session.encounter == end
    assert [session.step(n).mode for n in session.journal.done] == [step.mode for step in steps]


def test_it_shows_what_groups_and_orders_can_do(recorded: Path) -> None:
    steps = in_force(recorded)
    assert len(steps) < len(list(logged_steps(recorded))), "a declaration of the whole group was taken back"
    lines = [step.line for step in steps if not step.follows and not step.mode]
    assert any(line.startswith("only goblin-") for line in lines) and "goblins attack odo" in lines
    assert sum(step.mode == "group" for step in steps) > 5 and sum(step.mode == "orders" for step in steps) > 80
    assert len(lines) < 50, "the game master's own"
    left = [event.why for step in steps for event in step.events if isinstance(event, ev.PresenceChanged)]
    assert "orders: flee under 95 %" in left and "orders: surrender at half" in left
