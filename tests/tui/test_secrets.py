"""Secret lines on the screen: given by a key at the question for dice, marked, left out and shown again."""

from __future__ import annotations

import pytest

from tests.controllers import controller_of
from tests.hybrid.kit import ANNA, GRUK
from tests.hybrid.table import Table
from tests.plain_fights import DUEL, fight
from tests.tui.paper import Paper
from tests.tui.playing import every_size, playing
from tracker.model.events import Rolled
from tracker.session import Session
from tracker.views.log.roll_log import RollLog


def fallen(session: Session) -> list[Rolled]:
    return [e for n in session.journal.done for e in session.journal.steps[n].events if isinstance(e, Rolled)]


@pytest.mark.parametrize(
    ("keys", "by", "secret"),
    [
        (("h", "5"), "typed", True),
        (("h", "enter"), "rolled", True),
        (("h", "h", "enter"), "rolled", False),
        (("h", "escape", "enter"), "rolled", False),
    ],
)
def test_h_at_the_question_makes_the_roll_secret_and_h_or_esc_open_again(
    keys: tuple[str, ...], by: str, secret: bool
) -> None:
    session = fight(DUEL)
    session.say("begin")
    player = Paper(session, (80, 24))
    assert "h in secret" in player.footer()
    for key in keys:
        player.press(key)
        if key == "h":
            assert ("§ secret, for the GM only" in player.text()) is player.controller.dice.secret
    first = fallen(session)[0]
    assert (first.who, first.by, first.secret) == ("brann", by, secret)


def test_the_next_roll_is_an_open_one_again() -> None:
    session = fight(DUEL)
    session.say("begin")
    player = Paper(session, (80, 24))
    player.press("h", "enter")
    assert not player.controller.dice.secret
    assert "§ secret, for the GM only" not in player.text()


@every_size
def test_i_leaves_secret_lines_out_and_shows_them_again_marked(size: tuple[int, int]) -> None:
    session = fight(DUEL)
    for line in ("begin", "secret note The ferryman is bribed", "note It rains"):
        session.say(line)
    player = Paper(session, size)
    player.press("l")
    assert "§The ferryman" in player.text() or "§ The ferryman" in player.text()
    player.press("i")
    assert "ferryman" not in player.text() and "It rains" in player.text()
    assert "i shows them" in player.text()
    player.press("down", "end")
    assert "Rolls without §" in player.text(), "as long as they are left out"
    player.press("i")
    assert "The ferryman" in player.text() and "without §" not in player.text()


@pytest.mark.parametrize(("keys", "told"), [("h", "0 § Anna perception 64"), ("ih", "")])
def test_while_they_are_left_out_what_has_just_happened_in_secret_is_not_told_either(keys: str, told: str) -> None:
    table = Table({**ANNA, "player": "Ana"}, GRUK)
    table.say("begin")
    player = Paper(table.session)
    player.press(*keys, "6", "4")
    assert [(one.who, one.total, one.secret) for one in fallen(table.session)] == [("anna", 64, True)]
    notice = player.controller.notice.text
    assert notice.startswith(told) if told else notice == ""


def words(log: RollLog) -> str:
    """All that the log shows."""
    return " | ".join(log.entry(at).words.text for at in range(log.count()))


def test_what_a_secret_initiative_came_to_is_left_out_with_it() -> None:
    """In plain the line below the roll says the initiative, with what the sheet adds; in Hybrid when it may declare."""
    session = fight(DUEL)
    session.say("begin")
    player = Paper(session, (80, 24))
    player.press("h", "1", "5")
    assert [(one.who, one.total, one.secret) for one in fallen(session)][:1] == [("brann", 15, True)]
    assert "§Brann initiative 15" in player.text() and "§Brann: initiative 1" in player.text()
    player.press("i")
    assert "nitiative 1" not in player.text() and "Goblin 1" in player.text()
    hybrid = Table({**ANNA, "player": "Ana"}, GRUK)
    hybrid.fall(1, 3, 3)
    hybrid.say("begin", "01", "secret =6")
    log = controller_of(hybrid.session).runner.log
    assert "Anna may declare at" in words(log)
    log.show_secrets(False)
    assert "Anna may declare at" not in words(log) and "Gruk may declare at" in words(log)


def test_an_open_roll_after_a_secret_one_is_told_with_what_it_came_to() -> None:
    session = fight(DUEL)
    session.say("begin")
    player = Paper(session, (80, 24))
    player.press("1", "5")
    assert "Brann: initiative 1" in player.text() and "§" not in player.text()


async def test_the_odds_are_hidden_with_the_secret_lines() -> None:
    session = fight(DUEL)
    session.say("begin")
    async with playing(session, (80, 24)) as player:
        odds = player.screen.controller.odds
        await player.press("l", "i", "asterisk")
        assert not odds.on and "Odds are hidden with the secret lines. i: show" in player.text()
        await player.press("i", "asterisk")
        assert odds.on and "Odds are hidden" not in player.text()
        odds.chances = dict(enumerate([("begin", 0.5), ("next", 0.8)], 1))
        assert odds.swing([1, 2])
        await player.press("i")
        assert "odds: playing" not in player.text() and "and the odds are hidden" in player.text()
        assert not odds.swing([1, 2])
