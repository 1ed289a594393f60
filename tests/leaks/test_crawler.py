"""The crawler: ten fights with three hidden fighters each, and all the bytes that players get of them on every way out.

None of it names the hidden, their ids, their weapons or their numbers, nor notes, events to come or orders.
"""

from __future__ import annotations

import pytest

from tests.cli.calling import call
from tests.lanes import sample
from tests.leaks.ambush import FIGHTS, Ambush
from tests.leaks.fights import PLAYERS
from tests.leaks.ways_out import ways_out
from tests.player_screen.table import leaks
from tracker.player_screen.spectator import Spectator

FORMS = ("text", "json", "markdown", "html")


@pytest.mark.parametrize("seed", sample(range(len(FIGHTS))))
def test_none_of_the_hidden_is_in_any_byte_of_what_players_are_shown(fight: Ambush) -> None:
    spectator, crawled = Spectator(fight.path), 0
    for _ in fight.moments():
        spectator.look()
        for way, data in ways_out(spectator).items():
            assert leaks(data) == [], way
            crawled += len(data)
    assert crawled > 100_000
    for form in FORMS:
        reply = call("log", fight.path, "--for", "players", "--format", form)
        assert leaks((reply.out + reply.err).encode()) == [], form
    assert leaks(fight.path.read_bytes()), "they are in the file"
    own = [one.name for one in fight.session.encounter if one.profile.player in PLAYERS]
    for sheet in (("--format", "html"), ()):
        assert leaks(call("sheet", fight.path, *own, *sheet).out.encode()) == []
