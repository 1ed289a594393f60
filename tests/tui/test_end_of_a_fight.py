"""The end of a fight: announced when one side is left, and a page of what everybody did, by key, line and click."""

from __future__ import annotations

import re

import pytest

from tests.controllers import controller_of
from tests.hybrid.kit import ANNA, GRUK
from tests.hybrid.table import at_once
from tests.tui.opening import EXAMPLE_OF, declaring, due, example, skirmish, warren
from tests.tui.paper import Paper
from tests.tui.playing import Player, every_size, press
from tracker.controller.input.default_keys import usual_keymap
from tracker.controller.input.keys import press as press_key
from tracker.controller.modes import Mode
from tracker.controller.screen_requests import OpenPage
from tracker.encounter.statistics.tally import tally
from tracker.encounter.statistics.victory import victors
from tracker.game_api.target_keys import row_keys
from tracker.model.questions import Ask
from tracker.session import Session
from tracker.tui.screens.fight import FightScreen
from tracker.tui.screens.text_page import Reading
from tracker.tui.widgets.question import QuestionPane

SUMMARY = OpenPage("fight_summary")


def over(name: str = "duel") -> Session:
    session = example(name)
    session.say("begin")
    first = session.encounter.combatants[0].profile.side
    for one in session.encounter:
        if one.profile.side != first:
            session.say(f"{one.id} surrenders")
    return session


def question(player: Paper | Player) -> str:
    return "\n".join(player.screen.query_one(QuestionPane).text())


@every_size
@pytest.mark.parametrize("name", ["duel", "prism-corridor", "phases-ambush", "feats-drowning", "plain-skirmish"])
def test_it_is_announced_and_the_page_is_one_key_in_every_game(name: str, size: tuple[int, int]) -> None:
    session = over(name)
    steps = len(session.journal.done)
    side = session.encounter.combatants[0].profile.side
    player = Paper(session, size)
    assert (
        f"{side} " in question(player)
        and question(player).startswith("Won: ")
        and "w summary of the fight" in question(player)
    )
    player.press("w")
    assert isinstance(player.desk.screen, Reading) and "Summary of the fight" in player.text()
    assert session.encounter.combatants[0].name in player.text()
    player.press("escape")
    assert "summary of the fight" in question(player) and len(session.journal.done) == steps


def test_it_is_a_click_and_a_line_as_well() -> None:
    player = Paper(over())
    row, line = next((at, line) for at, line in enumerate(question(player).splitlines()) if "w summary" in line)
    player.click_on("#question", offset=(line.index("summary of"), row))
    assert "still in the fight: Brann" in player.text()
    player.press("escape", "colon")
    player.type("summary")
    player.press("enter")
    assert "still in the fight: Brann" in player.text()


def test_while_it_is_undecided_nothing_is_announced_and_the_page_is_there_all_the_same() -> None:
    session = example("duel")
    session.say("begin")
    player = Paper(session)
    assert "left" not in question(player)
    player.press("w")
    assert "still in the fight: Brann, Gruk" in player.text()
    player.press("escape")
    session.say("gruk falls")
    session.say("brann falls")
    player.screen.draw()
    assert "No fighter is left" in question(player)
    player.press("u")
    assert "Won: the heroes hold the field" in question(player)


def test_the_page_tells_what_was_dealt_taken_and_spent() -> None:
    session = example("duel", 11)
    for line in ("begin", "fix brann count 1", "next", "brann attack gruk", "next", "nothing", "gruk falls"):
        session.say(line)
    player = Paper(session, (80, 24))
    player.press("w")
    heading, brann, gruk = (
        next(line for line in player.seen() if line.split()[:2] in ([first, "hits"], [first, "in"], [first, "down"]))
        for first in ("state", "Brann", "Gruk")
    )
    assert heading.split()[:6] == ["state", "hits", "dealt", "taken", "best", "worst"]
    deeds = tally(session.journal.steps[n] for n in session.journal.done)
    hits, dealt, taken = brann.split()[2:5]
    assert hits == f"{deeds['brann'].hits}/1" and int(dealt) == sum(deeds["brann"].dealt.values()) and taken == "·"
    assert gruk.split()[1:3] == ["down", "0/0"] and gruk.split()[4] == dealt


def test_how_a_group_stands_is_cut_only_where_the_columns_need_its_room() -> None:
    session = due(warren())
    session.say("goblin-1 falls")
    player = Paper(session, (80, 24))
    player.press("w", *["pagedown"] * 6)
    assert "11 standing, 1 down" in player.text()


@every_size
def test_a_folded_group_is_one_paragraph_of_the_page_that_a_key_or_a_click_unfolds(size: tuple[int, int]) -> None:
    session = due(warren())
    for line in ("goblin-2 damage 3", "goblins surrenders"):
        session.say(line)
    player = Paper(session, size)

    def heading() -> tuple[int, int]:
        """Where the group's paragraph begins, scrolled to."""
        player.press(*["pagedown"] * 6)
        lines = player.seen()
        y = next((at for at, line in enumerate(lines) if "goblins ×12" in line), -1)
        return lines[y].index("goblins"), y

    player.press("w")
    held = "The heroes hold the field, all 5 fighters; the raiders have all surrendered."
    assert held in " ".join(player.text().split())
    x, y = heading()
    words = [word for word in player.seen()[y].split() if word != "raiders"]  # the side, where there is room
    assert words[:5] == ["goblins", "×12", "▸", "12", "surrendered"]
    assert "Goblin 2" not in player.text() and "= unfolds groups" in player.footer()
    player.press("equals_sign")
    assert "= folds groups" in player.footer()
    player.press(*["pagedown"] * 9)
    assert re.search(r"Goblin 12 +(raiders +)?surrendered", player.text())
    player.press("equals_sign")
    x, y = heading()
    player.click_on(offset=(x, y))
    assert "goblins ×12 ▾" in player.text() and re.search(r"Goblin 1 +(raiders +)?surrendered", player.text())
    player.press("escape")
    assert isinstance(player.desk.screen, FightScreen)


def test_a_group_unfolded_in_the_fight_is_so_on_the_page_and_a_page_without_groups_has_no_such_key() -> None:
    player = Paper(due(warren()), (120, 36))
    player.press("equals_sign", "w", *["pagedown"] * 9)
    assert re.search("Goblin 12 +in ", player.text()) or re.search("Goblin 12 +raiders +in ", player.text())
    player.press("escape")
    player.turn_to(over())
    player.press("w")
    assert "groups" not in player.footer()
    player.press("equals_sign")
    assert isinstance(player.desk.screen, FightScreen), "as any other key it closes the page"


OWN = [
    ({}, "w", "w"),
    ({"came-to": ("f6",)}, "f6", "f6"),
    ({"came-to": ("comma",), "farther": ("w",)}, "comma", ","),
]
"""Maps of one's own with the key of the page, and how that is written."""


@pytest.mark.parametrize(("own", "key", "letter"), OWN)
async def test_log_and_question_name_the_key_of_the_page_as_it_is_on_the_map(
    own: dict[str, tuple[str, ...]], key: str, letter: str
) -> None:
    controller = controller_of(over(), usual_keymap(own))
    newest = controller.runner.log.newest()
    assert (
        newest is not None
        and newest.words.text == f"heroes are the only side left in the fight: {letter} shows how it went"
    )
    assert [(one.key, one.label) for one in controller.prompt.choices] == [(letter, "summary of the fight")]
    assert press_key(controller, key, letter) == SUMMARY
    if letter != "w":
        assert press_key(controller, "w", "w") != SUMMARY


@pytest.mark.parametrize("game", EXAMPLE_OF)
def test_once_one_side_is_left_the_key_of_the_page_never_acts_though_somebody_is_asked(game: str) -> None:
    session = example(EXAMPLE_OF[game])
    session.say("begin")
    side = session.encounter.combatants[0].profile.side
    for one in session.encounter.combatants:
        if one.profile.side != side:
            session.say(f"{one.id} leaves")
    for _ in range(20):
        question = session.encounter.question
        if question is not None and question.ask is Ask.DECLARE:
            break
        session.say("next" if question is None else f"{question.who} {question.choices[0]}".strip())
    controller = controller_of(session)
    assert controller.mode is Mode.DECLARE
    assert [one.label for one in controller.prompt.options if one.key == "w"] == ["summary of the fight"]
    before, waits = (
        session.encounter,
        [one for one in controller.prompt.choices if one.line.endswith((" wait", " hold"))],
    )
    taken = ("", "w", *row_keys(session.encounter).values())
    assert all(one.key not in taken for one in waits), "what had the key has another, and no fighter's"
    assert press_key(controller, "w", "w") == SUMMARY and session.encounter is before
    if waits:
        press(controller, waits[0].key)
        assert session.encounter is not before


def test_while_two_sides_are_left_the_same_letter_waits() -> None:
    session = declaring("duel", "brann")
    press(controller_of(session), "w")
    assert session.encounter["brann"].waiting


@pytest.mark.parametrize("keys", [(), ("space",), ("space", "a"), ("semicolon",), ("j",)])
def test_the_page_has_a_key_that_is_the_same_whatever_is_asked(keys: tuple[str, ...]) -> None:
    controller = controller_of(skirmish())
    press(controller, *keys)
    assert press_key(controller, "ampersand", "&") == SUMMARY
    dice = example("duel")
    dice.say("brann typed")
    dice.say("begin")
    asked = controller_of(dice)
    assert asked.mode is Mode.DICE and press_key(asked, "ampersand", "&") == SUMMARY


def test_while_dice_are_asked_for_after_the_last_blow_the_key_sums_up_as_the_log_says() -> None:
    table = at_once({**ANNA, "player": "Ada"}, GRUK)
    table.say("fix gruk PBD 1", "fix gruk count 60", "next", "anna attack gruk", "next", "gruk nothing")
    controller = controller_of(table.session)
    while victors(table.now) is None:
        assert table.now.question is not None
        table.say("02" if table.now.question.dice.startswith("d100") else "66")
    assert controller.mode is Mode.DICE
    assert press_key(controller, "w", "w") == SUMMARY and controller.mode is Mode.DICE
