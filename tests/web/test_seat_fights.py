"""Fights answered from seats: written as the game master alone would have written them, but for who answered."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from random import Random

import pytest
import tomli

from tests.controllers import controller_of
from tests.lanes import lane, sample
from tests.leaks.fights import CREEPER, EDITIONS, PLAYERS, document, line_now
from tests.leaks.twins import Twin
from tests.leaks.ways_out import LINKS, Onlooker
from tracker.controller.controller import Controller
from tracker.controller.outside import seat_answers
from tracker.controller.shared_pages import SeatAnswer, Verdict
from tracker.dice.source import ScriptedDice, SeededDice
from tracker.encounter.engine.journal import Step
from tracker.encounter.hidden_fighters import seen
from tracker.model.questions import Ask
from tracker.model.refusals import Refused
from tracker.players.seat import Offer, Option, leaves, offer, why
from tracker.session import Session
from tracker.session.dry_run import why_refused
from tracker.storage.preparation import prepare
from tracker.web.broadcast import Broadcast, OpenOffer

LINES = 60 if lane.slow else 30


def open_options(options: Iterable[Option]) -> list[Option]:
    """Everything that can be taken."""
    return [
        leaf
        for one in options
        for leaf in (open_options(one.options) if one.options else [one])
        if not leaf.refused and leaf.word
    ]


def answer_to(asked: Offer, random: Random) -> str:
    """An answer as a phone gives one; empty where there is none."""
    if asked.ask is Ask.DICE:
        return "roll"
    if asked.ask is Ask.AMOUNT:
        return str(asked.low)
    options = open_options(asked.options)
    return random.choice(options).word if options else ""


def table(edition: str, seed: int) -> Controller:
    """A fight of a game with two players and somebody hidden."""
    prepared = prepare(document(edition, Random(f"{edition} {seed}")))
    return controller_of(Session(prepared.encounter, prepared.rules, SeededDice(seed)))


def said_now(edition: str, session: Session, random: Random) -> str:
    """What the game master says next."""
    try:
        return line_now(edition, session, random, frozenset())
    except Refused:
        return "next"


def offers(controller: Controller) -> Iterable[tuple[str, Offer]]:
    """Who is asked what from a seat."""
    encounter, rules = controller.session.encounter, controller.session.rules
    for player in PLAYERS:
        if (asked := offer(encounter, rules, player, encounter.count)) is not None:
            yield player, asked


def steps(controller: Controller) -> list[Step]:
    """What was written, but for who answered."""
    return [replace(step, by="", question=0) for step in controller.session.journal]


@pytest.mark.parametrize("edition", sample(EDITIONS, 2))
@pytest.mark.parametrize("seed", sample(range(8)))
def test_it_is_the_fight_that_the_game_master_alone_would_have_written(edition: str, seed: int) -> None:
    seats, alone, random, answered = table(edition, seed), table(edition, seed), Random(seed), 0
    for number in range(LINES):
        for player, asked in offers(seats):
            word = answer_to(asked, random)
            if not word:
                continue
            line, question = asked.answer(word).line, seats.session.encounter.question
            sent = SeatAnswer(number, player, line, seats.session.journal.last, number)
            verdict = seat_answers.receive(seats, sent, "take")
            assert seat_answers.receive(seats, sent, "take") == verdict, "the same twice is one"
            assert question is not None
            before = alone.seen
            if question.ask is Ask.CHOOSE:
                alone.answer(question.who, line)
            else:
                alone.say(line)
            assert (verdict.status == seat_answers.ACCEPTED) == (alone.seen != before), verdict
            answered += verdict.status == seat_answers.ACCEPTED
            break
        line = said_now(edition, seats.session, random)
        for controller in (seats, alone):
            controller.say(line)
        assert steps(seats) == steps(alone)
    by = [step for step in seats.session.journal if step.by]
    assert len(by) == answered > 0 and {step.by for step in by} <= set(PLAYERS)


@pytest.mark.parametrize("edition", sample(EDITIONS, 2))
@pytest.mark.parametrize("seed", sample(range(8)))
def test_nobody_whom_players_do_not_see_is_named_in_what_a_seat_is_asked(edition: str, seed: int) -> None:
    controller, random, asked_for = table(edition, seed), Random(seed), 0
    for _ in range(LINES):
        encounter = controller.session.encounter
        hidden = [one.name for one in encounter if not seen(encounter, one.id)]
        hidden += [one.name for one in encounter if one.alias]
        for _, asked in offers(controller):
            told = str(asked.record()).casefold()
            assert [name for name in hidden if re.search(rf"\b{re.escape(name.casefold())}\b", told)] == [], told
            assert "to be hit" not in told
            assert "`" not in told, "a line has ids"
            given = {option.word for option in leaves(asked.options)}
            assert not given & {one.id for one in encounter}, "an id counts the hidden"
            asked_for += 1
        controller.say(said_now(edition, controller.session, random))
    assert asked_for > 0


def deepest(options: Iterable[Option]) -> int:
    """Taps that lead to the last menu's answers."""
    return max((1 + deepest(one.options) for one in options), default=0)


@pytest.mark.parametrize("edition", sample(EDITIONS, 2))
@pytest.mark.parametrize("seed", sample(range(8)))
def test_a_defence_takes_two_taps_and_a_declaration_four_at_most(edition: str, seed: int) -> None:
    controller, random, seen_of = table(edition, seed), Random(seed), set()
    for _ in range(LINES):
        for _, asked in offers(controller):
            taps = deepest(asked.options) + 1  # the last one sends
            assert taps <= (4 if asked.ask is Ask.DECLARE else 2), asked
            seen_of.add(asked.ask)
        controller.say(said_now(edition, controller.session, random))
    assert seen_of


def test_an_answer_waits_until_it_was_drawn_and_then_enter_takes_it() -> None:
    controller = table("plain", 1)
    controller.say("begin")
    player, asked = next(iter(offers(controller)))
    before = controller.session.journal.last
    sent = SeatAnswer(1, player, "roll", before, 1)
    assert seat_answers.receive(controller, sent, "offer").status == seat_answers.ACCEPTED
    assert seat_answers.told(controller) == f"{player}: a roll · Enter takes it"
    assert not seat_answers.ready(controller), "an enter that was on its way is the game master's own"
    controller.offer_drawn = controller.offered
    assert seat_answers.ready(controller)
    controller.dice.put("7")
    assert not seat_answers.ready(controller) and "what you type comes first" in seat_answers.told(controller)
    controller.dice.clear()
    assert seat_answers.take(controller) and controller.session.step(before + 1).by == player
    assert asked.ask is Ask.DICE and seat_answers.told(controller) == ""


def test_what_the_game_master_does_counts_and_the_answer_is_forgotten() -> None:
    controller = table("plain", 1)
    controller.say("begin")
    player, _ = next(iter(offers(controller)))
    seat_answers.receive(controller, SeatAnswer(1, player, "roll", controller.session.journal.last, 1), "offer")
    controller.say("17")
    assert seat_answers.told(controller) == "" and controller.session.step(controller.session.journal.last).by == ""
    stale = SeatAnswer(2, player, "roll", controller.session.journal.last - 1, 2)
    assert seat_answers.receive(controller, stale, "take").status == seat_answers.STALE


def test_the_answer_of_a_player_whose_link_is_revoked_is_forgotten_and_that_of_another_stays() -> None:
    controller = table("plain", 1)
    controller.say("begin")
    player, _ = next(iter(offers(controller)))
    sent = SeatAnswer(1, player, "roll", controller.session.journal.last, 1)
    seat_answers.receive(controller, sent, "offer")
    seat_answers.forget(controller, "somebody else")
    assert seat_answers.told(controller)
    seat_answers.forget(controller, player.upper())
    assert seat_answers.told(controller) == "" and not seat_answers.take(controller)


def test_a_number_that_comes_again_at_another_moment_is_another_answer() -> None:
    """Two phones of one player count by their own clocks."""
    controller = table("plain", 1)
    controller.say("begin")
    player, _ = next(iter(offers(controller)))
    place = controller.session.journal.last
    assert seat_answers.receive(controller, SeatAnswer(1, player, "roll", place, 5), "take").status == 202
    controller.say("undo")
    again = SeatAnswer(2, player, "roll", controller.session.journal.last, 5)
    assert again.place != place
    before = controller.seen
    assert seat_answers.receive(controller, again, "take").status == 202 and controller.seen != before


class InterruptedTable:
    """Ana is asked what Ann does, on a page; a creeper of whom she does not know waits."""

    def __init__(self, seats: str) -> None:
        prepared = prepare(tomli.loads(CREEPER.format(seats=seats)))
        ann, creeper, bob = 10, 20, 1
        dice = ScriptedDice([ann, creeper, bob, *[9] * 40])
        self.controller, self.seats = controller_of(Session(prepared.encounter, prepared.rules, dice)), seats
        self.onlooker = Onlooker(Twin(prepared, ()))
        self.broadcast = Broadcast(self.onlooker, LINKS, acting=True)
        self._looked = 0
        self.say("begin", "roll", "next", "creeper wait")
        assert self.asked is not None and self.asked.offer.ask is Ask.DECLARE

    def say(self, *lines: str) -> None:
        for line in lines:
            assert self.controller.say(line), self.controller.notice.text
            self.look()

    def look(self) -> None:
        """What was written is on the pages."""
        for n in self.controller.session.journal.done[self._looked :]:
            self.onlooker._enter(self.controller.session.journal.steps[n])
        self._looked = len(self.controller.session.journal.done)
        self.broadcast.show_seats()

    @property
    def asked(self) -> OpenOffer | None:
        return self.broadcast.asked(next(link for link in LINKS if link.player == "Ana"))

    def send(self, label: str) -> Verdict:
        """Ana sends the answer of this label."""
        asked = self.asked
        assert asked is not None
        option = next(one for one in open_options(asked.offer.options) if label in one.line)
        sent = SeatAnswer(1, "Ana", option.line, asked.place, 1, "phone", asked.seen)
        return seat_answers.receive(self.controller, sent, self.seats)


def test_an_answer_sent_while_a_hidden_fighter_acts_out_of_turn_is_taken_when_that_is_done() -> None:
    table = InterruptedTable("take")
    before = table.asked
    table.say("creeper acts")
    assert (question := table.controller.session.encounter.question) is not None and question.who == "creeper"
    assert before is not None and table.asked is not None
    assert (table.asked.id, table.asked.offer) == (before.id, before.offer), "her page keeps her question"
    assert table.send("attack bob") == Verdict(202, "Sent.")
    assert not seat_answers.take_due(table.controller), "the creeper is asked"
    table.say("creeper wait")
    assert table.asked is not None and table.asked.id == before.id
    assert seat_answers.take_due(table.controller)
    assert [(step.by, step.line) for step in table.controller.session.journal if step.by] == [
        ("Ana", 'ann attack bob "Sword"')
    ]


def test_an_answer_that_waits_for_the_game_master_outlasts_a_hidden_fighter_who_acts_out_of_turn() -> None:
    table = InterruptedTable("offer")
    assert table.send("attack bob") == Verdict(202, "Sent. Your game master takes it.")
    table.say("creeper acts")
    assert seat_answers.told(table.controller) == 'Ana: ann attack bob "Sword" · waits'
    assert not seat_answers.take(table.controller), "the creeper is asked"
    table.say("creeper wait")
    assert seat_answers.told(table.controller) == 'Ana: ann attack bob "Sword" · Enter takes it'


@pytest.mark.parametrize("hidden_acts", [False, True])
def test_an_answer_to_what_is_asked_no_more_is_forgotten_with_the_same_words_either_way(hidden_acts: bool) -> None:
    table = InterruptedTable("offer")
    before = table.asked
    if hidden_acts:
        table.say("creeper acts")
    assert table.send("attack bob") == Verdict(202, "Sent. Your game master takes it.")
    if hidden_acts:
        table.say("creeper wait")
    table.say("ann wait")
    assert seat_answers.told(table.controller) == "" and not seat_answers.take(table.controller)
    assert before is not None and (table.asked is None or table.asked.id != before.id)


def test_dice_that_cannot_have_fallen_are_refused_with_what_can() -> None:
    dice = Offer("ann", "Ann", Ask.DICE, "Ann: roll", dice="1d100!")
    with pytest.raises(Refused, match=r"^999 is not on a d100: 1 to 100\.$"):
        dice.answer("999")


@pytest.mark.parametrize("edition", sample(EDITIONS, 2))
@pytest.mark.parametrize("seed", sample(range(12)))
def test_whatever_is_refused_to_a_page_is_refused_with_a_reason_that_names_nobody_hidden(
    edition: str, seed: int
) -> None:
    controller, random, sent = table(edition, seed), Random(seed), 0
    for number in range(LINES):
        for player, asked in offers(controller):
            word = answer_to(asked, random)
            if not word:
                continue
            encounter, line = controller.session.encounter, asked.answer(word).line
            answer = SeatAnswer(number, player, line, controller.session.journal.last, number)
            told, sent = seat_answers.receive(controller, answer, "take").text, sent + 1
            if "game master sees why" in told:  # players do not know how far a foe has run in a chase
                assert why_refused(controller.session, line).endswith("(F-THROW-3)."), line
            assert "`" not in told, "a line has ids"
            assert [one.name for one in encounter if not seen(encounter, one.id) and one.name in told] == []
            break
        controller.say(said_now(edition, controller.session, random))
    assert sent > 0


@pytest.mark.parametrize(
    ("refused", "told"),
    [
        (
            "Tomas lies on the ground: it crawls, or `tomas stand` gets up first.",
            "Tomas lies on the ground: it crawls.",
        ),
        ("Gruk cannot do it: unaware of it; `gruk aware of zorbax` reveals it.", "Gruk cannot do it: unaware of it."),
        ("Tess has no Rope in hand. e: ready a thing (F-THROW-1)", "Tess has no Rope in hand."),
        ("`ann stand` gets up first.", "This cannot be done now."),
    ],
)
def test_a_page_reads_a_refusal_without_what_the_game_master_would_type(refused: str, told: str) -> None:
    assert why(refused) == told
