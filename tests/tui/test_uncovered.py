"""What a list of choices covers is seen by turning the panes, and the list is there again with any other key."""

from __future__ import annotations

from tests.tui.opening import Middling, declaring, example
from tests.tui.paper import Paper
from tests.tui.playing import every_size
from tracker.controller import keys, mouse
from tracker.controller.modes import Mode


def test_at_80_by_24_the_fighters_under_a_list_are_seen_with_one_key_and_the_log_with_two_more() -> None:
    session = declaring("feats-rooftops", "sergeant-holt")
    player = Paper(session, (80, 24))
    assert player.controller.mode is Mode.DECLARE
    assert "s sprint" in player.text() and "2▼" in player.text() and "4▼" not in player.text()
    player.press("right")
    assert "1▲" in player.text() and "4▼" in player.text() and "s sprint" not in player.text()
    assert "esc: the choices" in " ".join(player.text().split())
    player.press("right", "right")
    assert "The fight begins" in player.text()
    player.press("escape")
    assert "s sprint" in player.text()


def test_a_choice_is_taken_by_its_key_though_the_panes_are_looked_at() -> None:
    session = declaring("feats-rooftops", "sergeant-holt")
    player = Paper(session, (80, 24))
    player.press("right", "down", "s")
    assert session.encounter.question is None
    assert session.encounter["sergeant-holt"].conditions
    assert not player.controller.view.uncovered


@every_size
def test_in_a_menu_the_arrows_look_while_it_is_out_of_the_way_and_mark_again_after(size: tuple[int, int]) -> None:
    session = declaring("phases-corridor", "kane")
    player = Paper(session, size)
    player.press("f")
    assert "target?" in player.text()
    before = player.controller.highlighted
    player.press("left")
    assert player.controller.listing() is None
    player.press("down", "down")
    assert player.controller.highlighted == before
    player.press("escape", "down")
    assert player.controller.listing() is not None and player.controller.highlighted == before + 1
    player.press("escape")
    assert player.controller.menu is None


def test_what_cannot_be_done_again_is_not_said_never_to_have_been_declared() -> None:
    session = example("phases-corridor", dice=Middling())
    session.say("begin")
    for one in session.encounter:
        session.say(f"{one.id} orders none")
    session.say("next")
    while (question := session.encounter.question) is None or question.who != "ilse":
        session.say("next" if question is None else f"{question.who} wait")
    session.say("ilse fire rook")
    while (question := session.encounter.question) is None or question.who != "ilse":
        session.say("next" if question is None else f"{question.who} wait")
    for other in ("thug-1", "thug-2"):
        session.say(f"{other} leaves")
    player = Paper(session, (80, 24))
    player.press("enter")
    assert "Ilse cannot repeat its last action: Rook is down. Choose an action." in player.text()


def test_a_click_on_a_key_of_the_footer_brings_the_list_back_as_the_key_does() -> None:
    session = declaring("feats-rooftops", "sergeant-holt")
    player = Paper(session, (80, 24))
    player.press("right")
    assert "s sprint" not in player.text()
    player.screen.press_row("drop")
    assert "s sprint" in player.text()


def test_what_is_asked_after_a_click_is_not_hidden_by_the_look_before_it() -> None:
    session = declaring("phases-corridor", "kane")
    player = Paper(session, (80, 24))
    player.press("f", "left")
    controller = player.controller
    assert controller.view.uncovered
    keys.choose(controller, controller.prompt.choices[-1])
    assert not controller.view.uncovered
    player.press("right")
    mouse.pick(controller, "rook")
    assert not controller.view.uncovered
