"""The next action planned ahead: kept at the seat, offered at its question and never sent by itself, withdrawn."""

from __future__ import annotations

import hashlib
import hmac
import json
from pathlib import Path
from typing import Any

import pytest

from tests.controllers import controller_of
from tests.player_screen.table import PLAYERS, Table
from tracker.controller.choices import question_view
from tracker.controller.shared_pages import Door, page
from tracker.model.questions import Ask
from tracker.player_screen.spectator import Spectator
from tracker.storage.table.links import Link
from tracker.text.cells import words
from tracker.web.answers import Answer, Answers, Reply
from tracker.web.broadcast import Broadcast

ANA, BEN = Link("a" * 22, "Ana", "s" * 22), Link("b" * 22, "Ben", "t" * 22)


class Pages:
    """The pages of Ana and Ben beside a fight, and what they hand to the program that plays."""

    def __init__(self, folder: Path) -> None:
        goblins = '[[combatant]]\nfrom = "goblin"\nside = "raiders"\nnumber = 2\n'
        self.table = Table(folder, text=PLAYERS + goblins)
        self.table.begin()
        spectator = Spectator(self.table.path)
        spectator.look()
        self.broadcast = Broadcast(spectator, (ANA, BEN), acting=True, seal="q")
        self.handed: list[Answer] = []
        self.answers = Answers(self.broadcast, self._hand, self._clock)
        self.now = 0.0

    def _clock(self) -> float:
        self.now += 1
        return self.now

    async def _hand(self, answer: Answer) -> Reply:
        self.handed.append(answer)
        return Reply(202, "Sent.")

    def say(self, *lines: str) -> None:
        """The game master plays, and the pages look at it."""
        self.table.say(*lines)
        self.look()

    def look(self) -> None:
        """The pages look at the fight again."""
        self.broadcast._look()
        self.broadcast._show()

    def plan(self, link: Link = ANA) -> Any:
        """What the phones of a link are told of its plan."""
        return json.loads(self.broadcast.shown(link).data)["plan"]

    async def send(self, id: str, word: str, link: Link = ANA) -> Reply:
        """Send a message about a plan."""
        body = json.dumps({"id": id, "line": word, "n": 1}).encode()
        return await self.answers.take(link, body, hmac.new(link.secret.encode(), body, hashlib.sha256).hexdigest())

    def word(self, *labels: str, link: Link = ANA) -> tuple[str, str]:
        """The id under which a link plans, and the word of a line by the labels that lead to it."""
        menu = self.broadcast.plan_menu(link)
        options = menu["choices"]
        for label in labels:
            option = next(one for one in options if one["label"].startswith(label))
            options = option["choices"]
        return str(menu["id"]), str(option["word"])


@pytest.fixture
def pages(tmp_path: Path) -> Pages:
    """Brann has declared; Ana may plan what he does next."""
    own = Pages(tmp_path)
    own.table.until_declares("brann")
    own.say("brann look")
    return own


async def test_a_plan_is_kept_marked_at_its_question_and_over_with_it(pages: Pages) -> None:
    id, word = pages.word("dodge")
    assert pages.plan() == {"id": id, "label": ""}
    assert (await pages.send(id, word)).status == 202
    kept = pages.plan()
    assert (
        kept["state"] == "kept"
        and kept["label"].startswith("dodge")
        and pages.broadcast.plans == {"Ana": kept["label"]}
    )
    pages.table.until_declares("brann")
    pages.look()
    asked = pages.broadcast.asked(ANA)
    assert asked is not None and pages.plan()["state"] == "ready"
    assert asked.offer.answer(pages.plan()["word"]).line == "brann dodge"
    assert pages.handed == [], "a plan is never sent by itself"
    pages.say("brann wait")
    assert pages.plan()["label"] == "" and pages.broadcast.plans == {}


async def test_a_plan_is_withdrawn_once_and_no_old_message_brings_it_back(pages: Pages) -> None:
    id, word = pages.word("dodge")
    assert (await pages.send(id, word)).status == 202
    assert (await pages.send(id, word)).status == 409, "its id is past"
    own = pages.plan()["id"]
    assert (await pages.send(own, "", BEN)).status == 409, "it is Ana's"
    assert (await pages.send(own, "")).text == "The plan is withdrawn."
    for past in (id, own):
        assert (await pages.send(past, word)).status == 409
    assert pages.plan()["label"] == "" and pages.handed == []


async def test_nothing_but_a_line_of_the_menu_can_be_planned(pages: Pages) -> None:
    for word in ("brann dodge", "undo", "0", "99", "0.99.0", "\u202e", "<b>x</b>"):
        id, _ = pages.word("dodge")
        assert word not in [one["word"] for one in pages.broadcast.plan_menu(ANA)["choices"] if one["word"]]
        assert (await pages.send(id, word)).status == 409, word
    assert pages.plan()["label"] == "" and pages.broadcast.plans == {}


async def test_a_plan_that_cannot_be_done_any_more_says_why(pages: Pages) -> None:
    id, word = pages.word("attack", "Goblin 1")
    assert (await pages.send(id, word)).status == 202
    pages.say("goblin-1 leaves")
    pages.table.until_declares("brann")
    pages.look()
    plan = pages.plan()
    assert (plan["state"], plan["word"]) == ("gone", "") and plan["label"].startswith("attack, Goblin 1")
    assert "Goblin 1" in plan["why"] and plan["why"].endswith(".")


async def test_what_is_planned_is_of_the_players_own_fighters_who_are_not_asked_now(pages: Pages) -> None:
    lines = {option.line.partition(" ")[0] for option in pages.broadcast._spectator.plans("Ana")}
    assert lines <= {"brann", ""}
    pages.table.until_declares("brann")
    pages.look()
    question = pages.table.session.encounter.question
    assert question is not None and question.ask is Ask.DECLARE
    assert pages.plan() is None and pages.broadcast.plan_menu(ANA)["choices"] == []
    assert pages.plan(BEN) is not None


def test_the_game_master_reads_a_plan_at_the_question_and_on_the_page_of_links(pages: Pages) -> None:
    pages.table.until_declares("brann")
    controller = controller_of(pages.table.session)
    assert "plans" not in question_view.asking(controller).hint
    controller.plans = {"ANA": "attack, Goblin 1", "Ben": "dodge"}
    assert "Ana plans: attack, Goblin 1" in question_view.asking(controller).hint
    lines = page([Door("Ana", "http://192.0.2.7/a/", ("x",), 1, "attack, Goblin 1")], 0, "", "", 80, 24)
    assert " Plans: attack, Goblin 1" in [words(line) for line in lines]


def test_a_phone_that_asks_for_the_menu_again_and_again_makes_no_work(
    pages: Pages, monkeypatch: pytest.MonkeyPatch
) -> None:
    menu = pages.broadcast.plan_menu(ANA)
    with monkeypatch.context() as patched:
        patched.setattr(Spectator, "plans", None)
        assert pages.broadcast.plan_menu(ANA) == menu != pages.broadcast._plans.menu(BEN, ())
    pages.say("fix brann prone on")
    assert pages.broadcast.plan_menu(ANA) != menu
