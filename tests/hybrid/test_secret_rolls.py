"""What is rolled in secret: passive perceptions by themselves, any other roll when the game master says so."""

from __future__ import annotations

from typing import Any

import pytest

from tests.hybrid.table import GOBLIN, Table, at_once
from tracker.model import events as ev
from tracker.model.refusals import Refused

SWORD = {"name": "Sword", "basis": ["PCA"], "rank": 7}
ANNA: dict[str, Any] = {
    "name": "Anna",
    "side": "heroes",
    "player": "Ada",
    "skill": [SWORD],
    "weapon": [{"name": "Sword", "skill": "Sword", "speed": 10, "damage": 13, "type": "cutting"}],
}
GRUK = {**GOBLIN, "name": "Gruk"}


def stalked(**options: Any) -> Table:
    """Gruk, whom Anna has not noticed, has a blow on the way to her; her dice are typed."""
    table = at_once(GRUK, ANNA, **options)
    table.say("anna unaware of gruk", "fix anna count 60", "next", "gruk attack anna")
    return table


def rolls(table: Table, label: str) -> list[ev.Rolled]:
    return [event for event in table.events() if isinstance(event, ev.Rolled) and event.label == label]


def test_a_players_passive_perception_falls_in_secret_and_nobody_is_asked() -> None:
    table = stalked()
    table.fall(10, 99, 3, 3)
    table.say("next")
    (noticing,) = rolls(table, "noticing Gruk")
    assert (noticing.who, noticing.total, noticing.chance) == ("anna", 10, 9), "a quarter of 3 × 12"
    assert (noticing.by, noticing.secret) == ("rolled", True)
    assert not any(isinstance(event, ev.Asked) and "noticing" in event.text for event in table.events())
    told = [event for event in table.events() if isinstance(event, ev.AwarenessChanged) and event.aware]
    assert told == [], "a failure leaves nothing but its own line"


def test_a_success_is_announced_and_the_target_may_answer() -> None:
    table = stalked()
    table.fall(9)
    table.say("next")
    (aware,) = [event for event in table.events() if isinstance(event, ev.AwarenessChanged) and event.aware]
    assert (aware.who, aware.of) == ("anna", "gruk")
    assert table.asked() == ("anna", "defence")


def test_an_encounter_may_have_its_players_type_their_passive_perceptions() -> None:
    table = stalked(perception="typed")
    table.say("next")
    assert table.asked() == ("anna", "perception")
    assert table.now.question is not None and "noticing Gruk 9 %" in table.now.question.text
    table.say("09")
    (noticing,) = rolls(table, "noticing Gruk")
    assert (noticing.by, noticing.secret) == ("typed", False)
    assert table.asked() == ("anna", "defence")


def secrets(table: Table) -> list[ev.Rolled | ev.Noted]:
    return [event for event in table.events() if isinstance(event, ev.Rolled | ev.Noted) and event.secret]


def test_a_passive_perception_on_request_falls_in_secret_and_only_a_success_is_told() -> None:
    table = at_once(GRUK, ANNA)
    table.say("anna unaware of gruk")
    table.fall(10)
    table.say("anna notices")
    (roll,) = rolls(table, "passive perception")
    assert (roll.total, roll.by, roll.tier) == (10, "rolled", "Failure")
    assert secrets(table)[0] == roll, "her player is asked for no die"
    assert table.now["anna"].unaware_of == {"gruk"}
    hidden = len(secrets(table))
    table.fall(9)
    table.say("anna notices")
    assert table.now["anna"].unaware_of == frozenset()
    assert len(secrets(table)) == hidden + 1, "its die falls in secret; what is seen is told"
    told = [event.text for event in table.events() if isinstance(event, ev.Noted) and not event.secret]
    assert len([text for text in told if text.startswith("Anna sees this")]) == 1


def test_how_badly_nothing_is_noticed_on_request_is_secret_too() -> None:
    table = at_once(GRUK, ANNA, edition="1997")
    table.fall(99, 50)
    table.say("anna notices")
    (roll,) = rolls(table, "how bad the failure is")
    assert (roll.by, roll.secret) == ("rolled", True)
    notes = [event for event in table.events() if isinstance(event, ev.Noted)]
    assert notes and all(note.secret for note in notes)


def test_a_passive_perception_on_request_is_typed_where_the_others_are() -> None:
    table = at_once(GRUK, ANNA, perception="typed")
    table.say("anna notices")
    assert table.asked() == ("anna", "perception")
    table.say("09")
    assert [(roll.by, roll.secret) for roll in rolls(table, "passive perception")] == [("typed", False)]


def asked_for_perception() -> Table:
    table = Table(ANNA, GRUK)
    table.say("begin")
    assert table.asked() == ("anna", "perception")
    return table


def test_a_die_that_is_asked_for_may_fall_in_secret() -> None:
    table = asked_for_perception()
    table.fall(61)
    table.say("secret")
    (roll,) = rolls(table, "perception")
    assert (roll.total, roll.by, roll.secret) == (61, "rolled", True)
    assert table.asked() == ("anna", "initiative"), "the next die is asked for as ever"
    table.fall(1, 1, 1)
    table.say("=8")
    assert not rolls(table, "initiative")[0].secret


def test_what_fell_behind_the_screen_is_typed_in_secret_a_hundred_with_its_second_die() -> None:
    table = asked_for_perception()
    table.say("secret 00")
    assert table.asked() == ("anna", "perception"), "an opened hundred is rolled once more"
    table.say("17")
    (roll,) = rolls(table, "perception")
    assert (roll.faces, roll.by, roll.secret) == ((100, 17), "typed", True)


def test_a_secret_die_that_is_put_right_stays_secret() -> None:
    table = asked_for_perception()
    table.say("secret 61", "fix die 16")
    assert [(roll.total, roll.secret) for roll in rolls(table, "perception")] == [(16, True)]
    (note,) = [event for event in table.events() if isinstance(event, ev.Noted)]
    assert (note.text, note.secret) == ("perception: die put right, 61 → 16", True)


def test_a_note_may_be_secret_too() -> None:
    table = asked_for_perception()
    table.say("secret note The ferryman is bribed")
    (note,) = [event for event in table.events() if isinstance(event, ev.Noted)]
    assert (note.text, note.secret) == ("The ferryman is bribed", True)


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("secret apples", "Give the roll, or nothing to let the tracker roll: secret 37; apples is no die."),
        ("secret note", "Give the text: note The rain begins"),
        ("secret 101", "101 is not on a d100"),
    ],
)
def test_what_cannot_be_secret_is_refused_in_a_sentence(line: str, sentence: str) -> None:
    table = asked_for_perception()
    before = table.now
    with pytest.raises(Refused) as refused:
        table.say(line)
    assert sentence in str(refused.value)
    assert table.now is before


def test_without_a_die_to_roll_there_is_nothing_to_hide() -> None:
    table = at_once(GRUK, ANNA)
    with pytest.raises(Refused, match="answers no open question now"):
        table.say("secret")
