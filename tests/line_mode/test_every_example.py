"""Every example is played to its end by ear: by numbers, Enter and `n`, in plain lines."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.game_master import sides_standing
from tests.lanes import sample
from tests.line_mode.hearing import ENCOUNTERS, answers, opened
from tracker.line_mode.listener import Listener

DRAWN = re.compile("[\x00-\x1f\x7f-\x9f\u2190-\u21ff\u2500-\u27bf]")
"""Escapes and other control signs, arrows, boxes, blocks and shapes."""


@pytest.mark.parametrize("path", sample(ENCOUNTERS, 3), ids=lambda path: path.stem)
def test_an_example_is_played_to_the_last_side_standing_by_ear(path: Path) -> None:
    session = opened(path)
    listener = Listener(session)
    heard, typed, by_number = list(listener.begins()), 0, 0
    while typed < 6000 and not (
        session.encounter.began and session.encounter.question is None and len(sides_standing(session)) < 2
    ):
        for answer in answers(listener.controller):
            before = listener.controller.prompt
            spoken = listener.hear(answer)
            assert spoken, f"nothing is heard after {answer!r} to {before.text}"
            heard += spoken
            typed += 1
            by_number += answer.isdecimal() or answer in ("", "n")
    assert len(sides_standing(session)) == 1
    assert by_number / typed > 0.95, "numbers do"
    drawn = [line for line in heard if DRAWN.search(line) or not line.strip()]
    assert drawn == []
