"""Odds hold: over random play of every encounter, what a choice, a number or dice show is what is then rolled against.

The choices are drawn by a seed of their own, so that a run is always the same.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.lanes import sample, system_of
from tracker import testing as contract
from tracker.campaign.reinforcements import stock
from tracker.dice.source import SeededDice
from tracker.game_api.values import Choice
from tracker.model import events as ev
from tracker.model.questions import Ask, Question, Roll
from tracker.model.refusals import Refused
from tracker.session import Session
from tracker.storage.preparation import read_encounter

SAVES = Path(__file__).parents[1] / "saves"
ENCOUNTERS = sorted(path for path in SAVES.glob("*.toml") if not path.name.endswith(".fight.toml"))
LINES = 60
BLOWS = ("attack", "slam", "strike", "shoot")
"""What the rolls of blows are called."""
SHOWN = re.compile(r"\d %|or less|TN \d")
"""What odds look like in any of the games."""
_HIT = re.compile(r"(\d+ % to be hit)")
"""Said of an answer: what is left of the odds of the blow."""
_THEIRS = re.compile(r"their (TN −?\d+)")
"""Said of a number that makes the blow harder."""
ROLLED = ("dodge", "parry", "disarm")
"""Answers that say the odds of the blow and of one's own roll together."""
WEIGHS = (
    ev.ConditionGained, ev.ConditionEnded, ev.PoolChanged, ev.DefenceDeclared, ev.AwarenessChanged,
    ev.ModifierGiven, ev.ModifierUsed, ev.PresenceChanged, ev.ActionChanged, ev.SideChanged,
)  # fmt: skip
"""What may change the odds of an action under way: after it they need not be those of its declaration."""


def told(choice: Choice) -> str:
    """What an answer tells of its odds: the number to reach, where there is one, with its chance, then the rest."""
    price = choice.price if choice.works is None else f"{choice.price}, {choice.works.text} %"
    return f"{choice.label} {price}; {choice.risk.words if choice.risk is not None else ''}"


@dataclass
class Played:
    """A fight played at random; `kept` counts what held by kind, `broken` says what did not."""

    session: Session
    drawn: random.Random
    kept: Counter[str] = field(default_factory=Counter)
    broken: list[str] = field(default_factory=list)
    under_way: dict[int, tuple[str, str, str]] = field(default_factory=dict)
    """By action: whose it is, at whom, and the odds it was offered with."""

    def line(self) -> tuple[str, str]:
        """What is said next, and what is shown of its odds."""
        question, rules = self.session.encounter.question, self.session.rules
        if question is None:
            return "next", ""
        match question.ask:
            case Ask.DICE:
                return "roll", question.text
            case Ask.AMOUNT:
                fits = [amount for amount in range(question.low, question.high + 1) if question.fits(amount)]
                amount = self.drawn.choice(fits)
                return str(amount), rules.choices.amount_price(self.session.encounter, question, amount)
            case Ask.CHOOSE:
                open_now = [one for one in rules.choices.answers(self.session.encounter, question) if not one.refused]
                choice = self.drawn.choice(open_now)
                return f"{question.who} {choice.word}", told(choice)
            case _:
                choices = [self.offered(question.who) for _ in range(4)]
                some = [choice for choice in choices if choice is not None]
                some.sort(key=lambda choice: not SHOWN.search(f"{choice.label} {choice.price}"))
                return (some[0].line, f"{some[0].label} {some[0].price}") if some else (f"{question.who} wait", "")

    def offered(self, who: str) -> Choice | None:
        """A declaration come to through the menus, a choice drawn in each."""
        path: tuple[str, ...] = ()
        for _ in range(6):
            menu = self.session.rules.choices.menu(self.session.encounter, who, path)
            there = [one for one in (*menu.choices, *menu.options) if not one.refused and not one.unfinished]
            if not there:
                return None
            choice = self.drawn.choice(there)
            if choice.line:
                return choice
            path = choice.path
        return None

    def go_on(self) -> bool:
        """Say a line and judge what it comes to; whether the fight goes on."""
        question, before = self.session.encounter.question, len(self.session.journal.done)
        line, shown = self.line()
        if question is not None and self.of_two(question):
            shown = ""
        try:
            self.session.say(line)
        except Refused:
            if line != "next":
                self.session.say(contract.likely(self.session))
            return line != "next"
        steps = self.session.journal.done[before:]
        events = [event for n in steps for event in self.session.journal.steps[n].events]
        if question is not None and SHOWN.search(shown):
            self.judge(question, line, shown, events)
        self.landed(events)
        return True

    def of_two(self, question: Question) -> bool:
        """Whether whoever is asked meets one of two blows of the same foe, of which another may be rolled first."""
        encounter = self.session.encounter
        if "reaction" not in question.what or question.about not in encounter:
            return False
        return sum(action.target == question.who for action in encounter[question.about].actions) > 1

    def judge(self, question: Question, line: str, shown: str, events: list[ev.Event]) -> None:
        """What was rolled at once is rolled against what was shown; what goes under way is kept for its landing."""
        rolls = [event for event in events if isinstance(event, ev.Rolled) and event.chance is not None]
        own = [roll for roll in rolls if roll.who == question.who]
        word = line.partition(" ")[2]
        match question.ask:
            case Ask.DECLARE:
                ended = {event.action for event in events if isinstance(event, ev.ActionEnded)}
                for event in events:
                    if isinstance(event, ev.ActionDeclared) and event.who == question.who and event.action not in ended:
                        self.under_way[event.action] = question.who, event.target, shown
                        return
            case Ask.CHOOSE | Ask.AMOUNT if "to be hit" in shown:
                self.judge_blow(question, line, shown, rolls)
                return
            case Ask.AMOUNT if " to dodge" in shown:
                own = [roll for roll in own if roll.what == "dodge"]
                self.compare(f"number {line}", shown, [self.odds(roll).split(", ")[0] for roll in own])
                return
            case Ask.CHOOSE:
                own = [roll for roll in own if roll.what == word]
            case Ask.DICE:
                own = [roll for roll in own if roll.what == question.what][:1]
                self.compare(f"dice for {question.what}", shown, [self.odds(roll).split(", ")[0] for roll in own])
                return
            case _:
                pass
        self.compare(line if " " in line else f"number {line}", shown, [self.odds(roll) for roll in own[:1]])

    def judge_blow(self, question: Question, line: str, shown: str, rolls: list[ev.Rolled]) -> None:
        """What is left to the blow, and what is taken off it, is what the blow is rolled against."""
        struck = [roll for roll in rolls if (roll.who, roll.what) == (question.about, "attack")]
        if len(struck) != 1 or "of two" in struck[0].label:
            return
        if (number := _THEIRS.search(shown)) is not None:
            self.compare(f"number {line}", number[1], [self.odds(struck[0]).split(", ")[0]])
        elif (hit := _HIT.search(shown)) is not None and line.split()[1] not in ROLLED:
            self.compare(line, hit[1], [f"{self.percent(struck[0])} % to be hit"])

    def landed(self, events: list[ev.Event]) -> None:
        """An action that lands is rolled against the odds it was offered with, if nothing has changed them since."""
        for event in events:
            if isinstance(event, ev.Rolled) and event.chance is not None and event.what in BLOWS:
                own = [
                    action
                    for action, (who, whom, _) in self.under_way.items()
                    if who == event.who and event.target in ("", whom)
                ]
                if len(own) == 1:
                    who, _, shown = self.under_way.pop(own[0])
                    odds = self.odds(event)
                    self.compare(f"{who} lands {event.label}", shown, [odds, odds.split(", ")[-1]])
            elif isinstance(event, WEIGHS) and not self.lets_it_come(event):
                touched = {getattr(event, "who", ""), getattr(event, "target", "")}
                self.under_way = {
                    action: way for action, way in self.under_way.items() if not touched & {way[0], way[1]}
                }
            elif isinstance(event, ev.ActionEnded):
                self.under_way.pop(event.action, None)

    def lets_it_come(self, event: ev.Event) -> bool:
        """Whether a blow is answered by nothing that would change it."""
        words = self.session.rules.abilities.orders
        return isinstance(event, ev.DefenceDeclared) and words is not None and event.defence == words.answers[0]

    def compare(self, line: str, shown: str, rolled: list[str]) -> None:
        """Note whether what was rolled against is what was shown."""
        if not rolled:
            return
        if any(re.search(rf"(?<![\d−]){re.escape(odds)}", shown) for odds in rolled):
            self.kept[line.split()[1]] += 1
        else:
            self.broken.append(f"{line}: shown {shown.strip()}, rolled against {' or '.join(rolled)}")

    def odds(self, roll: ev.Rolled) -> str:
        """The odds of a roll as its game writes them; of an answer to a blow without what the blow takes off it."""
        chance = roll.chance
        assert chance is not None
        for told in roll.sum:
            if (less := re.search(r"its SN \(H-CHECK-11\): −(\d+)", told)) is not None:
                chance += int(less[1])
        return self.session.rules.dice.odds(
            Roll(roll.who, roll.what, roll.label, roll.dice, chance, data={"action": roll.what})
        )

    def percent(self, roll: ev.Rolled) -> str:
        """How often it succeeds; a menu shows no less than 0 % and no more than 100 %."""
        number = re.search(r"(−?\d+) %", self.odds(roll))
        if number is None:
            return ""
        return str(min(max(int(number[1].replace("−", "-")), 0), 100))


def played(path: Path, seed: int) -> Played:
    prepared = read_encounter(path)
    session = Session(prepared.encounter, prepared.rules, SeededDice(seed), None, stock(prepared))
    session.say("begin")
    play = Played(session, random.Random(seed))
    for _ in range(LINES):
        if not play.go_on():
            break
    return play


COMPARED = [path for path in ENCOUNTERS if system_of(path.read_text(encoding="utf-8")) != "passes"]
"""All but those of the game in which the target rolls the number after the odds are shown."""


@pytest.mark.parametrize("seeds", sample([range(1, 3), range(3, 12), range(12, 21)]), ids=lambda seeds: str(seeds[0]))
@pytest.mark.parametrize("path", sample(COMPARED, 3), ids=lambda path: path.stem)
def test_what_is_shown_before_a_roll_is_what_is_rolled_against(path: Path, seeds: range) -> None:
    plays = [played(path, seed) for seed in seeds]
    broken = [told for play in plays for told in play.broken]
    assert not broken, "\n".join(broken)
    assert any(play.kept for play in plays), "nothing was compared"
