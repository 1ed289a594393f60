"""Picking: the choices of a question are marked one after another by one key, and enter takes the one marked."""

from __future__ import annotations

from tests.tui.opening import declaring
from tests.tui.paper import Paper
from tests.tui.playing import every_size


@every_size
def test_every_choice_is_marked_in_a_list_after_the_last_the_first_and_enter_takes_one(
    size: tuple[int, int],
) -> None:
    session = declaring("duel", "brann")
    player = Paper(session, size)
    controller = player.controller
    places = []
    for _ in range(len(controller.prompt.choices) + 1):
        player.press("ctrl+n")
        marked = controller.prompt.choices[controller.highlighted]
        assert f"▸{marked.key} {marked.label}" in player.text(), "the one marked is seen"
        places.append(controller.highlighted)
    assert set(places) == set(range(len(controller.prompt.choices))) and places[0] == places[-1]
    while controller.prompt.choices[controller.highlighted].label != "wait":
        player.press("ctrl+n")
    player.press("enter")
    assert session.encounter["brann"].waiting
