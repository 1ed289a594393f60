"""Rules at hand: from whatever names a rule on the screen to its text in two keys, and by words."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from tests.asking import explained
from tests.controllers import controller_of
from tests.lanes import sample
from tests.tui.opening import EXAMPLE_OF, declaring, example
from tests.tui.paper import Paper
from tracker.controller.pages.rules_at_hand import KEYS, RulesAtHand
from tracker.game_api.rule_book import RuleBook
from tracker.session import Session
from tracker.tui.screens.calculator import Reckoning
from tracker.tui.screens.fight import FightScreen
from tracker.tui.screens.help_page import HelpPage
from tracker.tui.screens.rule_page import RulePage

SIZES = [(80, 24), (120, 36)]
each_size = pytest.mark.parametrize("size", sample(SIZES))


def key_of(player: Paper, id: str) -> str:
    """The key beside a rule, as the page that lists it shows it."""
    for line in player.seen():
        words = line.split()
        if id in words and (before := words[: words.index(id)]):
            keys = [word for word in before if word in KEYS]
            return keys[-1]
    raise AssertionError(f"{id} is not in {player.text()}")


def typed(player: Paper, line: str) -> None:
    """Give a line at the command line."""
    player.press("colon")
    player.type(line)
    player.press("enter")


def opened(player: Paper, id: str, by: str = "question_mark") -> str:
    """Press `?` and the key of a rule; the text that stands then."""
    player.press(by)
    player.press(key_of(player, id))
    assert isinstance(player.desk.screen, RulePage)
    return player.text()


@each_size
def test_from_a_choice_of_the_question_to_its_rule_in_two_keys_and_back(size: tuple[int, int]) -> None:
    player = Paper(declaring("brawl", "hanna"), size)
    text = opened(player, "H-DEF-3")
    assert "H-DEF-3  Evade" in text and "2 × PDF or MDF" in text
    player.press("escape", "escape")
    assert isinstance(player.desk.screen, FightScreen)


@each_size
def test_from_a_condition_to_its_rule_in_two_keys(size: tuple[int, int]) -> None:
    session = declaring("brawl", "hanna")
    session.say("fix innkeeper stunned on")
    player = Paper(session, size)
    assert "System shock: jolted, stunned, unconscious" in opened(player, "H-DMG-8")


@each_size
def test_from_a_refusal_to_its_rule_in_two_keys(size: tuple[int, int]) -> None:
    session = example("phases-corridor")
    session.say("begin")
    session.say("next")
    player = Paper(session, size)
    typed(player, "kane move 4")
    assert "(P-SUB)" in player.text()
    assert "What may be done when" in opened(player, "P-SUB", by="f1")
    player.press("escape", "escape")
    assert "kane move 4" in player.text()


@each_size
def test_from_the_refusal_of_a_choice_to_its_rule_in_two_keys(size: tuple[int, int]) -> None:
    session = example("phases-corridor")
    session.say("begin")
    session.say("next")
    player = Paper(session, size)
    player.press("m")
    assert "(P-SUB)" in player.text()
    assert "What may be done when" in opened(player, "P-SUB")


def test_from_the_sum_of_a_log_line_to_its_rule_in_two_keys() -> None:
    session = example("brawl")
    session.say("begin")
    player = Paper(session)
    player.press("l", "up", "up")
    assert "(H-INIT-1)" in player.text()
    assert "2d6 + 8 less half the reaction speed" in opened(player, "H-INIT-1")


def test_from_a_card_to_its_rule_in_two_keys() -> None:
    player = Paper(declaring("brawl", "hanna"))
    assert "two blows" in player.text()
    assert "Two actions at once" in opened(player, "H-ACT-5")


@each_size
def test_from_an_explanation_to_its_rules_in_two_keys(size: tuple[int, int]) -> None:
    player = Paper(declaring("brawl", "hanna"), size)
    player.press("x")
    assert "? rules" in player.footer()
    assert "The base chance" in opened(player, "H-CHECK-1")
    player.press("escape", "escape", "escape")
    assert isinstance(player.desk.screen, FightScreen)


@pytest.mark.parametrize("game", sample(EXAMPLE_OF, 2))
async def test_every_rule_that_an_explanation_names_has_a_key(game: str) -> None:
    session = example(EXAMPLE_OF[game])
    session.say("begin")
    session.say("next")
    who = session.encounter.combatants[0].id
    text = "\n".join(explained(session, who, ()))
    rules = RulesAtHand.of(session, text)
    assert rules.book.cited(text)
    assert set(rules.book.cited(text)) <= {entry.rule.id for entry in rules.shown}


@each_size
def test_words_find_a_rule_and_enter_opens_the_best_with_the_other_answers(size: tuple[int, int]) -> None:
    player = Paper(declaring("brawl", "hanna"), size)
    player.press("question_mark", "slash", *"arrow parried")
    assert "enter" in player.footer() and "H-DEF-7     Parry" in player.text()
    player.press("enter")
    assert "H-DEF-7  Parry" in player.text() and "Other answers" in player.text()
    player.press("escape")
    assert isinstance(player.desk.screen, HelpPage) and "find: arrow parried" in player.footer()
    player.press("escape", "escape")
    assert isinstance(player.desk.screen, FightScreen)


def test_keys_are_still_found_beside_the_rules() -> None:
    player = Paper(declaring("brawl", "hanna"), (80, 24))
    player.press("question_mark", "slash", *"undo")
    assert any(line.startswith("   u ") for line in player.seen())


def test_from_a_rule_to_those_beside_it_and_back_one_by_one() -> None:
    player = Paper(declaring("brawl", "hanna"), (80, 24))
    opened(player, "H-DEF-3")
    player.press(key_of(player, "H-ACT-5"))
    assert "H-ACT-5  Two actions at once" in player.text()
    player.click("H-INIT-6")
    assert "H-INIT-6  After an action" in player.text()
    player.press("escape")
    assert "H-ACT-5  Two actions at once" in player.text()
    player.press("escape")
    assert "H-DEF-3  Evade" in player.text()


def test_a_typed_line_looks_rules_up_too() -> None:
    player = Paper(declaring("brawl", "hanna"), (80, 24))
    typed(player, "rules parry an arrow")
    assert "H-DEF-7  Parry" in player.text()
    player.press("escape")
    typed(player, "rules xyzzy")
    assert "No rule answers" in player.text()


def test_a_house_rule_in_force_is_said_with_its_value(tmp_path: Path) -> None:
    session = _house("[house_rules]\nflorentine = [-4, -6]\n", tmp_path)
    player = Paper(session, (80, 24))
    typed(player, "rules H-ACT-5")
    assert "In this fight by house rule: florentine = [-4, -6]." in player.text()


def _house(text: str, folder: Path) -> Session:
    """A fight under house rules."""
    from tracker.dice.source import SeededDice
    from tracker.session.opening import look, session_at_start

    file = folder / "house.toml"
    file.write_text(f'title = "House"\n{text}[[combatant]]\nname = "Ann"\n[[combatant]]\nname = "Bob"\n', "utf-8")
    return session_at_start(look(file), SeededDice(1))


def test_rules_that_cannot_be_read_are_a_mistake_of_the_program_and_the_help_opens_without_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def broken(*_: object) -> object:
        raise ValueError("rules.toml of somewhere: rule.1.id: wrong")

    monkeypatch.setattr("tracker.games.toolkit.rule_files.read_rule_book", broken)
    controller = controller_of(declaring("brawl", "hanna"), report=lambda text: "the report")
    read = partial(RulesAtHand.of, controller.session, "parry")
    assert controller.guarded(read, RulesAtHand(RuleBook()), "Reading the rules").shown == ()
    assert controller.notice is not None and "error in the program" in controller.notice.text


def test_an_unfolded_roll_says_which_term_turned_it() -> None:
    session = example("brawl")
    session.say("begin")
    for fighter in session.encounter:
        session.say(f"fix {fighter.id} count {1 if fighter.id == 'hanna' else 40 + fighter.profile.seat}")
    session.say("next")
    session.say("hanna typed")
    session.say("hanna task PST")
    session.say("df -4 slippery")
    while session.encounter.question is None or session.encounter.question.what != "task":
        session.say("next")
    session.say("14")
    player = Paper(session, (80, 36))
    player.press("l")
    for _ in range(4):
        if "it would have succeeded" in player.text():
            break
        player.press("up")
    assert "without the −20 for slippery it would have succeeded" in " ".join(player.text().split())


@each_size
def test_from_a_calculator_to_its_rules_in_two_keys_while_figures_are_typed(size: tuple[int, int]) -> None:
    player = Paper(declaring("brawl", "hanna"), size)
    player.press("percent_sign", "enter")
    assert "f1 rules" in player.footer()
    player.press("f1")
    assert isinstance(player.desk.screen, RulePage)
    player.press("escape")
    assert isinstance(player.desk.screen, Reckoning)
