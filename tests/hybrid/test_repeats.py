"""What enter declares again, and how whoever moves goes on moving."""

from __future__ import annotations

from tests.controllers import controller_of
from tests.hybrid.kit import ANNA, GRUK
from tests.hybrid.table import Table, at_once
from tracker.controller.controller import Controller
from tracker.controller.input.keys import press as press_key
from tracker.controller.modes import Mode

CLIMBER = {**ANNA, "skill": [*ANNA["skill"], {"name": "Climbing", "basis": ["PAG"], "rank": 3}]}


def due(first: str = "", entry: dict[str, object] | None = None) -> Table:
    """Anna may declare; `first` was done before, if anything."""
    table = at_once(entry or CLIMBER, GRUK)
    table.say("fix gruk count 500", "next")
    if first:
        table.fall(99, 3, 3, 3, 3)
        table.say(first, "next", "next")
    assert table.asked() == ("anna", "declaration")
    return table


def press(controller: Controller, *keys: str) -> None:
    for key in keys:
        press_key(controller, key, key if len(key) == 1 else None)


def test_enter_repeats_the_last_task_and_says_which() -> None:
    table = due("anna task climbing difficult takes 12")
    done = table.now["anna"].last
    again = table.session.rules.choices.repeat_last(table.now, "anna")
    assert done is not None and again is not None
    assert again.told.startswith("Climbing (difficult) ") and "%" in again.told
    assert again.price == f"lands {table.now.count + 10}", "rank 3 takes 2 off the 12"
    press(controller_of(table.session), "enter")
    (action,) = table.now["anna"].actions
    assert (action.verb, action.options, action.lands) == ("task", done.options, table.now.count + 10)


def test_enter_repeats_a_look_around() -> None:
    table = due("anna look mental")
    press(controller_of(table.session), "enter")
    (action,) = table.now["anna"].actions
    assert (action.verb, action.options) == ("look", ("mental",))


def test_a_task_said_again_is_the_same_task() -> None:
    table = due()
    lines = (
        "climbing", "climbing difficult", "climbing -3 unfamiliar", "PAG/DEX unranked takes 20",
        "climbing against gruk perception", "climbing against gruk PAG", "PAG now",
    )  # fmt: skip
    for line in lines:
        command = table.session.rules.choices.parse(table.now, "anna", "task", line.split())
        (check,) = command.words  # type: ignore[union-attr]
        again = table.session.rules.choices.parse(table.now, "anna", "task", check.typed().split())
        assert again == command, line


def test_whoever_runs_goes_on_by_enter_or_a_key_and_declares_anew_afterwards() -> None:
    table = due()
    controller = controller_of(table.session)
    press(controller, "m")
    run = next(choice for choice in controller.prompt.choices if choice.label.startswith("runs "))
    press(controller, run.key)
    assert controller.mode is Mode.DECLARE and table.now["anna"].last is None
    likely = controller.prompt.likely
    assert likely is not None and likely.label == f"runs on →{table.now.count + 10}"
    began = table.now.count
    press(controller, "c", "2")
    assert controller.mode is Mode.FREE
    (action,) = table.now["anna"].actions
    assert (action.label, action.lands) == ("runs on", began + 20)
    table.fall(3, 3)
    table.say("next", "next")
    assert table.asked() == ("anna", "declaration") and table.now.count == began + 20 + 12
    press(controller, "enter")
    (action,) = table.now["anna"].actions
    assert (action.label, action.lands) == ("runs on", table.now.count + 20), "enter does the same again"


def test_who_stands_still_or_sits_has_nothing_to_go_on_with() -> None:
    table = due()
    controller = controller_of(table.session)
    press(controller, "c")
    assert "nothing to carry on" in controller.notice.text
    table.say("anna sits")
    press(controller, "c")
    assert "nothing to carry on" in controller.notice.text
    press(controller, "enter")
    assert "no earlier declaration to repeat" in controller.notice.text
