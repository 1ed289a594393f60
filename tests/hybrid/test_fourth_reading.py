"""The fourth reading of the guides (rulings 104 to 106)."""

from __future__ import annotations

import pytest

from tests.hybrid.table import Table, at_once
from tests.hybrid.test_third_reading import ANNA, GRUK, editions
from tracker.model import events as ev

# 104

LOSSES = {
    "given up": ("anna abort",),
    "stunned": ("fix anna stunned on",),
    "down": ("fix anna PBD 0",),
}
"""How the game master takes an action away: the lines of each way."""


def with_action_under_way(edition: str, condition: str, **house: str) -> Table:
    """Return a fight in which Anna's blow is under way, and a condition that lasts until her next action is over."""
    table = at_once(ANNA, GRUK, edition=edition, house_rules={"fumble": "note", **house})
    table.say(f"fix anna {condition} on", "fix gruk count 60", "next", "anna attack gruk", "to 12")
    assert table.now["anna"].condition(condition) is not None
    return table


@editions
@pytest.mark.parametrize("condition", ["off balance", "jolted"])
@pytest.mark.parametrize("how", LOSSES)
def test_a_lost_action_ends_what_lasts_until_the_next_action_is_over(edition: str, condition: str, how: str) -> None:
    table = with_action_under_way(edition, condition)
    table.fall(3, 3, 3, 3)
    table.say(*LOSSES[how])
    assert not table.now["anna"].actions
    assert table.now["anna"].condition(condition) is None


@editions
def test_fights_of_the_third_reading_keep_lost_balance_until_an_action_has_landed(edition: str) -> None:
    table = with_action_under_way(edition, "off balance", reading="third")
    table.say("anna abort")
    assert table.now["anna"].condition("off balance") is not None


def test_what_begins_on_the_count_on_which_the_action_is_lost_stays() -> None:
    table = at_once(ANNA, GRUK)
    table.say("fix gruk count 60", "next", "anna attack gruk", "to 12", "fix anna off balance on", "anna abort")
    assert table.now["anna"].condition("off balance") is not None


@editions
def test_a_disarmed_fighter_is_no_longer_off_balance(edition: str) -> None:
    table = at_once(ANNA, GRUK, edition=edition, house_rules={"fumble": "note"})
    table.say(
        "fix anna off balance on",
        "fix anna count 14",
        "next",
        "gruk disarm anna",
        "next",
        "anna attack gruk",
        "fix anna count 30",
    )
    table.fall(1, 99, 3, 3, 3, 3)
    table.say("next")
    assert [event.why for event in table.events() if isinstance(event, ev.ActionEnded) and event.how == "lost"] == [
        "disarmed (H-ATK-6)"
    ]
    assert table.now["anna"].condition("off balance") is None
