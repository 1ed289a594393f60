"""The recorded fight in the corridor: read back it comes to its end, and said again with its dice it is the same."""

from __future__ import annotations

from pathlib import Path

from tracker.dice.source import ScriptedDice
from tracker.model import events as ev
from tracker.session import Session
from tracker.storage.fight_log.opening import logged_steps, open_fight

SAVES = Path(__file__).parents[2] / "saves"


def test_said_again_it_comes_to_the_recorded_end(tmp_path: Path) -> None:
    path = tmp_path / "finished-phases-corridor.fight.toml"
    path.write_bytes((SAVES / path.name).read_bytes())
    opened = open_fight(path)
    assert opened.fight_file is not None
    opened.fight_file.close()
    told = list(logged_steps(path))
    steps = [one.step for one in told if one.in_force]
    assert len(steps) < len(told), "a step taken back stays in the file"
    rolls = [event for step in steps for event in step.events if isinstance(event, ev.Rolled)]
    prepared = opened.prepared
    session = Session(prepared.encounter, prepared.rules, ScriptedDice(face for one in rolls for face in one.faces))
    for place, step in enumerate(steps):
        if len(session.journal.done) <= place:
            session.say("next" if step.mode == "orders" else step.line)
    assert session.encounter == opened.encounter
    end = session.encounter
    assert {one.profile.side for one in end if one.able} == {"boarders"}
    assert end["kane"].condition("dying") is not None and end["rook"].condition("unconscious") is not None
    verbs = {event.verb for step in steps for event in step.events if isinstance(event, ev.ActionDeclared)}
    assert {"fire", "strike", "move", "load", "defend"} <= verbs
    assert len(rolls) > 60
