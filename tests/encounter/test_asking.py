"""Questions for a number, and several asked at once without seeing each other's answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from tests.controllers import controller_of
from tests.encounter.table import Burning, Plain, say, table
from tracker.cli.output import output
from tracker.controller.choices.question_view import asking
from tracker.controller.input import keys
from tracker.controller.modes import Mode
from tracker.encounter.engine.simultaneous_choice import Inquiry
from tracker.encounter.engine.step import StepBuilder
from tracker.game_api.choices import Choices
from tracker.game_api.values import Abilities
from tracker.model import commands as cmd
from tracker.model import events as ev
from tracker.model.questions import Ask, Question, Task
from tracker.model.refusals import Refused
from tracker.model.state import Encounter
from tracker.session import Session
from tracker.storage.fight_log.event_codec import event_of, keys_of_event


class Energy(Burning):
    """The plain game in which the attacked one burns points before the die, and is told what each number comes to."""

    def amount_price(self, encounter: Encounter, question: Question, amount: int) -> str:
        return f"{55 - 5 * amount} % to be hit"


def asked_for_energy(dice: Sequence[int] = (15, 1, 2)) -> Any:
    fight = table(Energy, dice)
    say(fight, "begin", "next", "ann attack bob", "next")
    assert fight.encounter.question is not None and fight.encounter.question.ask is Ask.AMOUNT
    return fight


def test_a_number_is_asked_with_its_bounds_and_answered_by_a_bare_number() -> None:
    fight = asked_for_energy()
    for line in ("10", "4", "-3", "ann 3"):
        with pytest.raises(Refused, match=r"Possible: 0 to 9 in steps of 3|is no action"):
            say(fight, line)
    assert any(isinstance(event, ev.Noted) and event.text == "burns 6" for event in say(fight, "6"))
    fight = asked_for_energy()
    assert any(isinstance(event, ev.Noted) and event.text == "burns 9" for event in say(fight, "bob 9"))


def test_a_question_for_a_number_is_saved_with_its_bounds() -> None:
    fight = asked_for_energy()
    asked = next(event for event in fight.journal.steps[fight.journal.last].events if isinstance(event, ev.Asked))
    assert event_of(keys_of_event(asked), fight.rules) == asked
    assert (asked.low, asked.high, asked.step) == (0, 9, 3)


def test_a_number_is_given_by_digits_or_arrows_and_its_price_is_shown() -> None:
    controller = controller_of(asked_for_energy())
    assert controller.mode is Mode.AMOUNT
    assert asking(controller).hint == "0: 55 % to be hit · 0 to 9 in steps of 3 · ↑↓ change it, enter gives it"
    keys.press(controller, "up")
    keys.press(controller, "up")
    assert asking(controller).hint.startswith("6: 25 % to be hit")
    keys.press(controller, "down")
    assert asking(controller).field == "3"
    keys.press(controller, "escape")
    keys.press(controller, "9", "9")
    keys.press(controller, "enter")
    assert "burns 9" in [entry.words.text for entry in controller.runner.log.entries]


def test_run_says_which_numbers_answer(capsys: pytest.CaptureFixture[str]) -> None:
    fight = asked_for_energy()
    output(fight, as_json=False).end()
    assert "? How much energy? (0 to 9 in steps of 3)" in capsys.readouterr().out


class Intents(Plain):
    """The plain game in which all who share a count say first what they are about to do."""

    def begin(self, draft: StepBuilder) -> None:
        super().begin(draft)

    def before_declarations(self, draft: StepBuilder, tied: Sequence[str]) -> None:
        new = [who for who in tied if draft[who].mark("opened", -1) != draft.encounter.count]
        if len(new) < 2:
            return
        words = ("red", "white")
        asks = [Inquiry(who, f"{draft[who].name}: red or white?", words) for who in new]
        draft.gather("intent", asks, Task("intents"))

    def resume(self, draft: StepBuilder, task: Task) -> None:
        if task.stage != "intents":
            super().resume(draft, task)
            return
        for who, answer in task.data["answers"].items():
            draft.emit(ev.MarkChanged(who=who, mark="opened", value=draft.encounter.count))
            draft.emit(ev.MarkChanged(who=who, mark="intent", value=answer, why=f"means {answer}"))

    def answers(self, encounter: Encounter, question: Question) -> Any:
        return Choices.answers(self, encounter, question)


def test_all_who_share_a_count_are_asked_unseen_before_the_first_declares() -> None:
    fight = table(Intents, [3, 3])
    say(fight, "begin", "next")
    question = fight.encounter.question
    assert question is not None and (question.who, question.what, question.unseen) == ("ann", "intent", True)
    first = say(fight, "red")
    assert not any(isinstance(event, ev.MarkChanged) for event in first)
    last = say(fight, "white")
    marks = [(event.who, event.value) for event in last if isinstance(event, ev.MarkChanged) and event.mark == "intent"]
    assert marks == [("ann", "red"), ("bob", "white")]
    question = fight.encounter.question
    assert question is not None and (question.who, question.ask) == ("ann", Ask.DECLARE)
    say(fight, "ann wait")
    question = fight.encounter.question
    assert question is not None and (question.who, question.ask) == ("bob", Ask.DECLARE)


def test_any_of_them_may_answer_first() -> None:
    fight = table(Intents, [3, 3])
    say(fight, "begin", "next", "bob white")
    question = fight.encounter.question
    assert question is not None and question.who == "ann"
    assert fight.encounter.questions == (question,)
    say(fight, "red")
    assert [fight.encounter[who].marks["intent"] for who in ("ann", "bob")] == ["red", "white"]
    while fight.journal.done:
        fight.undo()
    assert fight.encounter.question is None


def test_somebody_alone_on_a_count_is_asked_nothing_before() -> None:
    fight = table(Intents, [3, 4])
    say(fight, "begin", "fix bob count 2", "next")
    assert fight.encounter.question is not None and fight.encounter.question.ask is Ask.DECLARE


class NoOrders(Plain):
    """The plain game without standing orders."""

    abilities = Abilities()


def test_a_game_without_standing_orders_says_so() -> None:
    fight = table(NoOrders)
    with pytest.raises(Refused, match="this game has no standing orders"):
        say(fight, "ann orders attack")


def sentence(fight: Session, command: cmd.Command) -> str:
    """Why a command is refused."""
    with pytest.raises(Refused) as caught:
        fight.dispatch(command)
    return caught.value.sentence


def test_what_does_not_answer_is_told_with_what_would() -> None:
    fight = asked_for_energy()
    assert sentence(fight, cmd.GiveAmount(3, "ann")) == "Ann has no open question; Bob has: How much energy?"
    assert (
        sentence(fight, cmd.Choose("bob", "red"))
        == '"red" answers no open question now. The open question is: How much energy?'
    )
    fight = table(Intents, [3, 3])
    say(fight, "begin", "next")
    asks = "Ann: red or white?"
    assert sentence(fight, cmd.Choose("ann", "blue")) == f'"blue" is no answer to: {asks} Possible: red, white.'
    assert sentence(fight, cmd.GiveDice("3")) == f"A die (3) answers no open question now. The open question is: {asks}"
    say(fight, "red")
    assert sentence(fight, cmd.Choose("ann", "white")).startswith("Ann has no open question; Bob has: ")


class Tired(Intents):
    """The game of intents in which nobody can mean red."""

    def answers(self, encounter: Encounter, question: Question) -> Any:
        open_now = Choices.answers(self, encounter, question)
        return tuple(replace(one, refused="Red takes breath.") if one.word == "red" else one for one in open_now)


def test_an_answer_that_cannot_be_given_says_why() -> None:
    fight = table(Tired, [3, 3])
    say(fight, "begin", "next")
    assert sentence(fight, cmd.Choose("ann", "red")) == "Red takes breath. Possible: white."


class Offered(Plain):
    """The plain game in which everybody is asked for a number at once, before the first declares."""

    def before_declarations(self, draft: StepBuilder, tied: Sequence[str]) -> None:
        if draft["ann"].mark("opened") == 0:
            draft.gather("stake", [Inquiry(who, f"{who} stakes", low=0, high=5) for who in tied], Task("staked"))

    def resume(self, draft: StepBuilder, task: Task) -> None:
        if task.stage == "staked":
            draft.emit(ev.MarkChanged(who="ann", mark="opened", value=1))
            draft.note(f"stakes {dict(task.data['answers'])}")
        else:
            super().resume(draft, task)


def test_numbers_too_may_be_asked_of_several_at_once_and_come_in_any_order() -> None:
    fight = table(Offered, [3, 3])
    say(fight, "begin", "next", "bob 4")
    assert fight.encounter.question is not None and fight.encounter.question.who == "ann"
    assert sentence(fight, cmd.GiveAmount(9, "ann")) == "9 is no answer to: ann stakes Possible: 0 to 5."
    notes = [event.text for event in say(fight, "ann 2") if isinstance(event, ev.Noted)]
    assert notes == ["stakes {'bob': 4, 'ann': 2}"]
