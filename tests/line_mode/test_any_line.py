"""Any line: odd numbers, brackets, empty pieces and signs of all kinds give events or a sentence, in every game."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.lanes import drawing, sample
from tests.line_mode.any_line import holds
from tests.tui.monkey import FIRST, GAMES, every_game, opened
from tracker.encounter.language.parser import vocabulary
from tracker.model.refusals import Refused


@every_game
def test_any_line_gives_events_or_a_sentence(path: Path, edition: str, tmp_path: Path) -> None:
    holds(opened(path, edition, tmp_path, 3), 3, len(sample(range(60), 8)), 12)


@drawing
@pytest.mark.parametrize("odd", ["--5", "+-5", "²", "9" * 400])
def test_a_number_with_two_signs_is_no_number_but_a_sentence(odd: str, tmp_path: Path) -> None:
    for path, edition in sample([GAMES[at] for at in FIRST.values()], 4):
        session = opened(path, edition, tmp_path, 1)
        who = session.encounter.combatants[0].id
        for verb in {"damage", "contest", "half"} & set(vocabulary(session.rules).verbs):
            state = session.encounter
            with pytest.raises(Refused):
                session.say(f"{who} {verb} {odd}")
            assert session.encounter is state
