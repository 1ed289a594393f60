"""A player's own card: what the fighter does and what is aimed at it, in words that players read."""

from __future__ import annotations

from tests.player_screen.table import Table
from tests.web.serving import text_of
from tracker.player_screen.spectator import Spectator
from tracker.web.sections import YOU, sections


def card_of(table: Table, player: str) -> list[str]:
    """The texts of the rows below a player's fighter, each row in one."""
    spectator = Spectator(table.path)
    spectator.look()
    scene, seat = spectator.scene(player), spectator.seat(player)
    assert scene is not None and seat is not None
    return text_of(sections(scene, player, seat.threats)[YOU], "li", "deeds")


def test_a_threat_is_told_in_words_and_names_its_target_once(table: Table) -> None:
    table.until_declares("goblin-1")
    table.say("goblin-1 close brann")
    rows = card_of(table, "Ana")
    lands = next(action.lands for action in table.session.encounter["goblin-1"].actions)
    assert (
        f"At you | Goblin 1: closing with Brann | lands {lands}, in {lands - table.session.encounter.count} counts"
        in rows
    )


def test_what_a_fighter_does_names_the_target_once(table: Table) -> None:
    table.until_declares("brann")
    table.say("brann attack goblin-1 bastard-sword")
    (row,) = [row for row in card_of(table, "Ana") if row.startswith("You do")]
    assert row.count("Goblin 1") == 1 and row.startswith("You do | bastard sword on Goblin 1 | lands ")
