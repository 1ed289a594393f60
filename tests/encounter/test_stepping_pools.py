"""A pool whose points have names, such as a die that steps from d4 to d12, is shown and typed by these names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tests.asking import explained
from tests.encounter.skirmish import refused
from tests.encounter.table import Plain, say, table, told
from tracker.cli.narration import standing
from tracker.export.html import markup
from tracker.export.sheet_pages import _pools
from tracker.game_api.sheets import CombatantSheet
from tracker.games.toolkit import pool_changes
from tracker.line_mode.status_text import how_is
from tracker.model.combatant import Pool
from tracker.model.refusals import Refused
from tracker.player_screen.layout import lay_screen
from tracker.player_screen.spectator import Scene
from tracker.players.view import Showing, view
from tracker.session import Session
from tracker.storage.fight_log.event_codec import keys_of, of_keys
from tracker.views.fighters.fighters import lay_fighters
from tracker.web.sections import sections

USAGE = Pool("UD", "usage die", 3, steps=("none", "d4", "d6", "d8"))


class Stepping(Plain):
    """The plain game with a usage die; damage by hand steps it down."""

    def read_sheet(self, entry: Mapping[str, Any]) -> CombatantSheet[object]:
        plain = super().read_sheet(entry)
        return CombatantSheet(plain.sheet, (*plain.pools, USAGE), (*plain.points, 3))

    def decide(self, draft: Any, command: Any) -> None:
        if command.verb == "damage":
            pool_changes.take(draft, command.who, "UD", int(command.words[0]), "used")
            return
        super().decide(draft, command)


@pytest.fixture
def fight() -> Session:
    """Ann has used her die once."""
    session = table(Stepping, [15, 1])
    say(session, "begin", "next", "ann damage 1")
    return session


def test_the_log_names_the_step_that_a_die_went_to(fight: Session) -> None:
    assert told(fight, say(fight, "ann damage 1")) == ["Ann UD → d4 (used)"]
    assert told(fight, say(fight, "ann damage 5")) == ["Ann UD → none, 4 beyond it (used)"]
    assert explained(fight, "ann", ("UD",))[0] == "Ann, UD none"


def test_a_step_is_typed_by_its_name_or_its_number(fight: Session) -> None:
    assert told(fight, say(fight, "fix ann UD D8")) == ["Ann UD → d8 (corrected by the GM)"]
    say(fight, "fix ann UD 1")
    assert fight.encounter["ann"].pool("UD") == 1
    assert "The points of a pool is a whole number, not d20" in refused(fight, "fix ann UD d20")
    with pytest.raises(Refused, match="UD goes from 0 to 3"):
        say(fight, "fix ann UD 4")


def test_every_pane_shows_the_step_and_no_number(fight: Session) -> None:
    fighters = "\n".join(
        "".join(span.text for span in line)
        for line in lay_fighters(fight.encounter, fight.rules, cells=110, height=9).lines
    )
    scene = Scene(view(fight.encounter, fight.rules, Showing(health="exact"), 1), fight.rules)
    screen = "\n".join("".join(span.text for span in line) for line in lay_screen(scene, "", 110, 24))
    shown = {
        "fighters": fighters,
        "line mode": how_is(fight.encounter, fight.rules, "ann"),
        "run": "\n".join(standing(fight.encounter, fight.rules)),
        "players": screen,
        "page": markup(sections(scene)["fighters"]),
        "sheet": "".join(map(markup, _pools(fight.encounter["ann"]))),
    }
    for where, text in shown.items():
        assert "d6" in text and "2/3" not in text and "2 of 3" not in text, where
    assert "10/10" in shown["fighters"] and "10/10" in shown["run"], "points that are an amount are shown as before"


def test_a_stepping_pool_is_kept_in_a_file() -> None:
    assert of_keys(Pool, keys_of(USAGE)) == USAGE
    assert USAGE.text(0) == "none" and USAGE.text(4) == "4/3" and Pool("HP", "points", 8, least=-2).text(-1) == "−1/8"
