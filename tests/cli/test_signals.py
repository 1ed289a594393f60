"""A signal ends the program at once while a step is only planned, and never in the middle of one that is written."""

from __future__ import annotations

import signal
from typing import Any

import pytest

from tests.encounter.table import table
from tracker.cli.signals import Ended, watched, whole
from tracker.encounter import decide
from tracker.model.commands import Note


@pytest.mark.parametrize("planning", [True, False])
def test_a_signal_ends_a_plan_at_once_and_waits_for_what_is_being_written(planning: bool) -> None:
    done: list[str] = []

    def step() -> None:
        with watched(), whole(lambda: planning):
            signal.raise_signal(signal.SIGTERM)
            done.append("written")

    with pytest.raises(Ended):
        step()
    assert done == ([] if planning else ["written"])


def test_a_session_plans_while_it_reckons_a_line_and_no_longer_while_it_records(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    session, seen, really = table(), [], decide.decide

    def decided(*given: Any) -> Any:
        seen.append(session.planning)
        return really(*given)

    class Recorder:
        def record(self, *given: Any) -> None:
            seen.append(session.planning)

    monkeypatch.setattr("tracker.session.fight.decide", decided)
    session.recorder = Recorder()  # type: ignore[assignment]
    session.dispatch(Note("nothing"))
    assert seen == [True, False] and not session.planning
