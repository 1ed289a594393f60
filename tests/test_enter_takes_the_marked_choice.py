"""Enter takes the choice that is marked, at every question and in every menu of every game."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import settings

from tests.controllers import controller_of
from tests.hybrid.table import BRANN, GOBLIN, at_once
from tests.lanes import sample
from tests.random_play import EXAMPLES, random_fight
from tests.tui.playing import press
from tracker.controller.controller import Controller
from tracker.controller.menus.menu_path import GameMenu, menu_of_choice
from tracker.controller.menus.prompt import Prompt
from tracker.dice.source import SeededDice
from tracker.game_api.values import Choice
from tracker.model import commands as cmd
from tracker.model.events import Answered
from tracker.model.questions import Ask
from tracker.model.refusals import Refused
from tracker.session import Session

CHOOSING = (Ask.CHOOSE, Ask.DECLARE, Ask.HALT)
DEEPEST = 3
"""Menus are opened so far below a declaration."""


def anew(session: Session) -> Session:
    """The same moment with dice of its own, the same each time."""
    return Session(session.encounter, session.rules, SeededDice(11))


def menus(session: Session, menu: GameMenu | None = None) -> Iterator[GameMenu | None]:
    """The question itself, then the first few menus that lead on from it."""
    yield menu
    prompt = controller_of(anew(session)).prompt_with(menu)
    leads_on = [choice for choice in prompt.choices if choice.path and not choice.refused]
    if menu is None or len(menu.path) < DEEPEST:
        for choice in leads_on[: 2 if menu is None else 1]:
            further = menu_of_choice(choice, prompt.who)
            if isinstance(further, GameMenu) and further != menu:
                yield from menus(session, further)


def marked(session: Session, menu: GameMenu | None, place: int) -> Controller:
    """The fight at its screen, with the choice at `place` marked by keys."""
    controller = controller_of(anew(session))
    controller.open_menu(menu)
    for _ in range(len(controller.prompt.choices)):
        if controller.highlighted == place and controller.view.highlight >= 0:
            break
        press(controller, "ctrl+n")
    assert controller.view.highlight == place, "every choice can be marked"
    return controller


def recorded(session: Session) -> list[object]:
    return [step.events for step in session.journal]


def said(session: Session, prompt: Prompt, choice: Choice) -> list[object]:
    """What the journal holds once the choice itself has been said or given; nothing where that is refused."""
    other = anew(session)
    try:
        if choice.line:
            other.say(choice.line)
        else:
            other.dispatch(cmd.Choose(prompt.who, choice.word), choice.word)
    except Refused:
        pass
    return recorded(other)


def checked(session: Session) -> int:
    """Mark each choice of what is asked, press Enter, and compare; gives how many were marked."""
    count = 0
    for menu in menus(session):
        prompt = controller_of(anew(session)).prompt_with(menu)
        for place, choice in enumerate(prompt.choices):
            controller = marked(session, menu, place)
            press(controller, "enter")
            count += 1
            if choice.refused:
                assert controller.notice.text == choice.refused and not recorded(controller.session)
            elif choice.unfinished:
                assert controller.field is not None and controller.field.text == choice.line
            elif choice.line or choice.word:
                assert recorded(controller.session) == said(session, prompt, choice), choice
            elif choice.path:
                assert controller.menu == menu_of_choice(choice, prompt.who)
    return count


def drawn(name: str, seed: int) -> list[Session]:
    """Moments of a random fight with something to choose: so many of the answers, and of the declarations."""
    most = settings().max_examples // 4
    asked: dict[Ask, list[Session]] = {ask: [] for ask in CHOOSING}
    for session in random_fight(name, seed, 12 * most):
        question = session.encounter.question
        if question is not None and question.ask in CHOOSING:
            asked[question.ask].append(anew(session))
    return [session for some in asked.values() for session in some[:: -(-len(some) // most) or 1]]


@pytest.mark.parametrize("name", sample(EXAMPLES, 2))
@pytest.mark.parametrize("seed", sample(range(3)))
def test_at_every_question_enter_records_the_choice_that_was_marked(name: str, seed: int) -> None:
    assert sum(checked(session) for session in drawn(name, seed)) > settings().max_examples // 2


def test_enter_blocks_when_the_block_is_marked_though_doing_nothing_is_the_likely_answer() -> None:
    table = at_once({**BRANN, "player": ""}, GOBLIN, house_rules={"must_close": False, "wait": "free"})
    table.say("next", "brann wait", "goblin-1 attack brann", "next")
    controller = controller_of(table.session)
    words = [choice.word for choice in controller.prompt.choices]
    assert words[0] == "nothing" and "parry" in words
    press(controller, *["down"] * words.index("parry"))
    assert controller.ghosts.ghosts, "the bar of the one that is marked slips"
    table.fall(99, 3, 3)
    press(controller, "enter")
    assert [one.answer for one in table.events() if isinstance(one, Answered)][-1] == "parry"
