"""The command palette: every key, verb and fighter by name, its key at the right, and why it cannot be used now."""

from __future__ import annotations

import pytest

from tests.controllers import controller_of
from tests.tui.opening import declaring, example
from tests.tui.playing import every_size, playing, searched
from tracker.controller.controller import Controller
from tracker.controller.input.default_keys import ROWS
from tracker.controller.modes import Mode
from tracker.controller.pages.command_palette import PaletteEntry, palette_entries
from tracker.session import Session
from tracker.tui.screens.fight import FightScreen


def labelled(controller: Controller, words: str) -> PaletteEntry:
    return next(entry for entry in palette_entries(controller) if words in entry.label)


def begun(name: str) -> Session:
    session = example(name)
    session.say("begin")
    return session


@pytest.mark.parametrize("name", ["brawl", "prism-corridor", "phases-ambush", "feats-drowning", "plain-skirmish"])
def test_everything_is_there_in_every_game(name: str) -> None:
    session = begun(name)
    controller = controller_of(session)
    there = palette_entries(controller)
    labels = {entry.label for entry in there}
    assert {entry.row for entry in there if entry.row} == {row.id for row in ROWS}
    assert all(any(label.startswith(f"select {one.name} (") for label in labels) for one in session.encounter)
    who = session.encounter[controller.prompt.who or controller.view.target(session)]
    assert {f"{who.name}: {verb}" for verb in session.rules.choices.verbs()} <= labels
    assert all((entry.do is None) != (entry.row == "") for entry in there)


def test_each_has_its_key_and_what_is_asked_comes_first() -> None:
    controller = controller_of(declaring("brawl", "hanna"))
    assert labelled(controller, "undo: undo the last").key == "u"
    assert labelled(controller, "select Old Tom").key == "2"
    assert palette_entries(controller)[0].label == controller.prompt.choices[0].label


def test_what_cannot_be_used_now_says_why() -> None:
    controller = controller_of(begun("duel"))
    assert controller.mode is Mode.FREE
    assert labelled(controller, "begin the fight").why == "Nothing to decide. space: next event"
    declared = controller_of(declaring("duel", "brann"))
    assert labelled(declared, "summary").why == "Answer the question first, or u to undo. &: summary"
    assert labelled(declared, "undo: undo the last").why == ""


@every_size
async def test_a_fuzzy_word_finds_it_with_its_key_behind(size: tuple[int, int]) -> None:
    session = declaring("brawl", "hanna")
    async with playing(session, size) as player:
        seen = await searched(player, "slct tom")
        row = next(line for line in seen if "select Old Tom" in line)
        assert "[2]" in row
        await player.press("enter")
        await player.pilot.pause()
        assert player.screen.controller.view.selected == "old-tom"


async def test_a_verb_puts_its_line_a_choice_is_taken_and_a_refused_one_says_why() -> None:
    session = declaring("duel", "brann")
    async with playing(session) as player:
        await searched(player, "brann: alias")
        await player.press("enter")
        await player.pilot.pause()
        controller = player.screen.controller
        assert controller.field is not None and controller.field.text == "brann alias "
        await player.press("escape")
        seen = await searched(player, "begin the fight")
        assert any("not now: Nothing to decide" in line for line in seen)
        await player.press("enter")
        await player.pilot.pause()
        assert isinstance(player.app.screen, FightScreen)


def test_an_offer_of_what_is_asked_is_taken_and_an_old_one_is_not() -> None:
    session = declaring("duel", "brann")
    controller = controller_of(session)
    wait = next(entry for entry in palette_entries(controller) if entry.label.split(",")[0] == "wait")
    assert wait.do is not None
    wait.do(controller)
    assert session.encounter["brann"].waiting
    steps = len(session.journal.done)
    wait.do(controller)
    assert len(session.journal.done) == steps
