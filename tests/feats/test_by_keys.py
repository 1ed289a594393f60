"""Feats by keys alone: the worked moment with typed dice, the budgets, every menu with its price before enter."""

from __future__ import annotations

from typing import Any

import pytest

from tests.feats.table import chase, points, waiting
from tests.tui.paper import Paper
from tests.tui.playing import every_size
from tracker.model import events as ev
from tracker.session import Session

ANA: dict[str, Any] = {"player": "Ana"}
BRUTES_DICE = (3, 3, 4, 2, 2, 3, 4, 2)
"""What the program rolls for Brute; Mira's dice are typed."""
LINES = (
    *(
        "begin",
        "next",
        "mira sprint",
        "brute sprint",
        "next",
        "454",
        "next",
        "to 20",
        "mira dive",
        "344",
        "brute stop",
        "next",
    ),
    *("brute run", "to 25", "234", "to 36", "brute stop", "next", "brute wait", "to 85", "333", "mira float", "to 90"),
    *("brute throw Rock mira mod -1", "none", "next", "brute wait", "to 100", "mira ashore", "next"),
    *("mira slam brute 5 foe 3", "344", "none", "6", "next"),
)
KEYS = (
    *("enter", "space", "s", "s", "space", "4", "5", "4", "space", ":to 20", "1", "enter", "I"),
    *("3", "4", "4", "2", "enter", "o", "s", "space", "r", ":to 25", "2", "3", "4", ":to 36", "2", "enter", "o", "s"),
    *("space", "w", ":to 85", "3", "3", "3", "1", "enter", "f", ":to 90", "2", "enter", "t", "r", "m", "1", "1", "o"),
    *(
        "space",
        "w",
        ":to 100",
        "1",
        "enter",
        "l",
        "space",
        "a",
        "v",
        "5",
        "f",
        "3",
        "2",
        "3",
        "4",
        "4",
        "o",
        "6",
        "space",
    ),
)


def happened(session: Session) -> list[ev.Event]:
    return [event for number in session.journal.done for event in session.journal.steps[number].events]


def pressed(player: Paper, *keys: str) -> None:
    """Keys one after another; one that begins with a colon is a line typed."""
    for key in keys:
        if key.startswith(":"):
            player.press("colon")
            player.type(key[1:])
            player.press("enter")
        else:
            player.press(key)


def test_the_moment_by_keys_is_the_moment_by_lines() -> None:
    by_line, by_key = chase(*BRUTES_DICE, mira=ANA), chase(*BRUTES_DICE, mira=ANA)
    for line in LINES:
        by_line.say(line)
    player = Paper(by_key)
    pressed(player, *KEYS)
    assert happened(by_key) == happened(by_line)
    assert points(by_key) == (7, 9, 9, 12) and by_key.encounter["brute"].condition("prone") is not None


def count(session: Session, *keys: str) -> int:
    """How many keys it took, from what is asked now."""
    player = Paper(session)
    pressed(player, *keys)
    return player.pressed


def test_the_budgets() -> None:
    """On to what is due 1; the same again 2 with no defence; any attack 4; a defence 1; undo 1; damage 2 and digits."""
    fight = chase(3, 4, 4, 6, 2, 3, 4, 4, 6, 2, brute={"dodge": 8})
    fight.say("begin")
    player = Paper(fight)
    hit_points = []
    for keys in (("space",), ("a", "2", "o"), ("u",), ("y",), ("1", "minus", "2", "enter")):
        pressed(player, *keys)
        hit_points.append((points(fight)[0], points(fight)[2]))
    assert hit_points == [(12, 14), (11, 9), (12, 14), (11, 9), (9, 9)]
    again = chase(3, 4, 4, 6, 2, 3, 4, 4, 6, 2)
    for line in ("begin", "next", "mira slam brute 5 foe 3", "none", "next"):
        again.say(line)
    assert count(again, "enter", "o") == 2
    assert sum(isinstance(event, ev.Rolled) and event.what == "slam" for event in happened(again)) == 2


RUNNER: dict[str, Any] = {
    "dodge": 9,
    "parry": 9,
    "skill": [
        {"name": "Lifting", "value": 12},
        {"name": "Basketball", "value": 14},
        {"name": "First Aid", "value": 11},
    ],
    "thing": [{"name": "Rope", "weight": 10.0, "held": True}, {"name": "Anvil", "weight": 120.0}],
    "traits": ["wings"],
}
BY_KEY = (
    (("c", "h", "s", "c", "3"), ("tree † 74.1 % 12 or less; 30 ft in 30 s · 6 FP",), "t", ("climb", "secured")),
    (("c",), ("stone wall † 1.9 % 4 or less", "ladder up † no roll"), "l", ("climb",)),
    (("b", "n"), ("heavy no time, then 5 s",), "h", ("breath",)),
    (("b",), ("mild 1 s, then 44 s",), "m", ()),
    (("a", "v", "6", "f", "4", "s", "k"), ("kind: tackle", "98.1 % 16 or less; 1d+2 against 1d"), "2", ()),
    (("l",), ("Lifting 12 or less",), "l", ()),
    (("i", "m", "5"), ("Basketball 74.1 % 12 or less",), "b", ()),
    (("t", "r", "o", "m", "3"), ("37.5 % 9 or less",), "2", ()),
    (("e",), ("120 lb, 4 s",), "a", ()),
)


@pytest.mark.parametrize(("keys", "shown", "last", "conditions"), BY_KEY)
def test_every_menu_has_its_price_before_the_last_key(
    keys: tuple[str, ...], shown: tuple[str, ...], last: str, conditions: tuple[str, ...]
) -> None:
    fight = chase(*[3] * 12, mira=RUNNER)
    for line in ("begin", "next"):
        fight.say(line)
    player = Paper(fight, (200, 50))
    pressed(player, *keys)
    prompt = player.screen.controller.prompt
    offered = " | ".join(f"{one.told} {one.beside}" for one in (*prompt.choices, *prompt.options))
    for words in shown:
        assert words in offered
    before = len(fight.journal.done)
    pressed(player, last)
    assert len(fight.journal.done) == before + 1, player.text()
    mira = fight.encounter["mira"]
    for key in conditions:
        assert mira.condition(key) is not None


def test_at_eighty_columns_the_odds_and_pounds_of_what_may_be_declared_are_read_whole() -> None:
    fight = chase()
    for line in ("begin", "next"):
        fight.say(line)
    player = Paper(fight, (80, 24))
    shown = player.text()
    for words in ("sprint, 12 or less, 74.1 %", "run, paced, 12 or less, 74.1 %"):
        assert words in shown, shown
    player.press("z")
    assert "up to 696 lb, 1 s" in player.text()


def test_pounds_and_run_up_are_asked_with_what_they_come_to() -> None:
    fight = chase()
    for line in ("begin", "next"):
        fight.say(line)
    player = Paper(fight, (120, 36))
    pressed(player, "h", "3", "0", "0")
    assert "it gives way" in player.text()
    pressed(player, "enter")
    assert fight.encounter["mira"].last is not None and fight.encounter["mira"].last.options[0] == "300"
    pressed(player, "w", "space", "N", "space", "space", "n", "4")
    assert "56 in up, 19 ft across" in player.text()


@every_size
def test_what_cannot_be_done_says_why_on_its_key_at_every_size(size: tuple[int, int]) -> None:
    fight = waiting(3, 3, 3)
    fight.say("mira dive")
    player = Paper(fight, size)
    pressed(player, "1", "enter", "h")
    assert "no things on the sheet" in " ".join(player.text().split())
