"""The worked moment by keys alone on the screen, with Bob's dice typed: the same events as line by line."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from tests.prism.table import pools
from tests.tui.paper import Paper
from tests.tui.playing import every_size
from tracker.dice.source import ScriptedDice
from tracker.model import events as ev
from tracker.session import Session
from tracker.storage.preparation import read_encounter

SAVES = Path(__file__).parents[2] / "saves"
FELL = (39, 40, 31)
"""What the program rolls for Eve and Dan; Bob's dice are typed."""
KEYS = (
    ("enter", "space", "r", "r"),
    ("a", "1", "1"),
    ("a", "3"),
    ("space", "a", "d", "4", "enter", "3", "3"),
    ("space", "m", "a", "1"),
    ("space", "d", "2", "enter", "d", "1", "2", "enter", "3", "6"),
    ("space", "w", "r", "k"),
    ("s", "a", "2", "a", "2"),
    ("space", "a", "e", "3", "enter", "5", "0", "2", "7"),
    ("space", "o", "space"),
)
LINES = (
    *("begin", "next", "red", "red", "eve attack bob fist", "bob attack dan", "next", "absorb", "dodge", "4", "33"),
    *("next", "dan attack bob move", "next", "dodge", "2", "desperation", "12", "36"),
    *("next", "white", "red", "eve defend", "bob attack eve second", "bob attack eve"),
    *("next", "absorb", "deflect", "3", "50", "27", "next", "dan double", "next"),
)


def corridor() -> Session:
    fight = read_encounter(SAVES / "prism-corridor.toml")
    return Session(fight.encounter, fight.rules, ScriptedDice(FELL))


def happened(session: Session) -> list[ev.Event]:
    return [event for number in session.journal.done for event in session.journal.steps[number].events]


def pressed(player: Paper, keys: Sequence[Sequence[str]]) -> None:
    for some in keys:
        player.press(*some)


def test_the_moment_by_keys_is_the_moment_by_lines() -> None:
    by_line, by_key = corridor(), corridor()
    for line in LINES:
        by_line.say(line)
    player = Paper(by_key, (120, 36))
    pressed(player, KEYS)
    assert player.pressed <= 62
    assert happened(by_key) == happened(by_line)
    assert pools(by_key, "eve") == {"EN": 9, "ST": 8, "VI": 12, "TR": 11, "vest": 9}
    assert pools(by_key, "bob") == {"EN": 8, "ST": 3, "VI": 14, "TR": 20}


@every_size
def test_a_reaction_is_asked_with_its_odds_at_every_size(size: tuple[int, int]) -> None:
    session = corridor()
    player = Paper(session, size)
    pressed(player, KEYS[:3])
    player.press("space")
    assert "How to react?" in player.text()
    assert "absorb" in player.text() and "dodge" in player.text()
    player.press("d", "4")
    assert "their TN 47" in player.text() and "% to be hit" in player.text()
    player.press("backspace", "6")
    assert "their TN 46" in player.text(), "the odds change with the number"


def test_the_layers_are_on_the_screen_with_threshold_and_capacity() -> None:
    session = corridor()
    player = Paper(session, (120, 36))
    pressed(player, KEYS[:9])
    assert "Vest AC" in player.text()
    player.press("s")
    player.press("2")
    assert "Vest AT 9 AC 9/30" in player.text()


def test_a_skill_is_tried_by_three_keys_with_its_number_shown_and_takes_no_time() -> None:
    session = corridor()
    player = Paper(session, (80, 24))
    pressed(player, KEYS[:1])
    player.press("t")
    assert "Brawl  50 %  TN 49" in player.text()
    player.press("b")
    rolled = [event for event in happened(session) if isinstance(event, ev.Rolled)]
    assert [(one.who, one.total, one.chance) for one in rolled] == [("eve", 39, 49)]
    question = session.encounter.question
    assert question is not None and question.who == "eve", "she may still declare"


def test_a_part_of_the_body_is_typed_once_the_target_is_chosen() -> None:
    session = corridor()
    player = Paper(session, (80, 24))
    player.press("enter", "space", "r", "r", "a", "1")
    assert "[c at a part of the body?]" in player.text()
    player.press("c")
    assert "[c at a part of the body, typed]" in player.text()
    player.press("1")
    field = player.screen.controller.field
    assert field is not None and field.text == 'eve attack bob "Fist" aim '
    player.type("head")
    player.press("enter")
    assert session.encounter["eve"].actions[0].label == "attack Bob with Fist, at the head"
