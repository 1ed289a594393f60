"""Sentences for players: who, what, at whom, when and how it came out, each in every kind; several alike told once."""

from __future__ import annotations

import pytest

from tracker.model.questions import Ask
from tracker.narration.facts import (
    Answered,
    Became,
    Began,
    Blow,
    Declared,
    Done,
    Fact,
    GivenUp,
    Happened,
    Joined,
    RoundBegan,
    Shown,
    Standing,
)
from tracker.narration.grammar import blow, blows_of_one, counted, listed
from tracker.narration.sentences import folded, question, sentence


@pytest.mark.parametrize(
    ("fact", "text"),
    [
        (Began(), "The fight begins"),
        (RoundBegan("Round 2 begins"), "Round 2 begins"),
        (Happened("The gate falls"), "The gate falls"),
        (Joined("Goblin 3"), "Goblin 3 joins"),
        (Standing("Gruk", "down"), "Gruk goes down"),
        (Standing("Gruk", "in"), "Gruk is back in the fight"),
        (Declared("Sela", "long bow on Goblin 1", "Goblin 1", "26"), "Sela: long bow on Goblin 1, lands at 26"),
        (Declared("Rook", "5 shots at Kane", "Kane"), "Rook: 5 shots at Kane"),
        (GivenUp("Brann", "spear on Gruk"), "Brann gives up: spear on Gruk"),
        (GivenUp("Brann"), "Brann gives up what was under way"),
        (Answered("Odo", "parry", "Goblin 1"), "Odo answers Goblin 1: parry"),
        (Blow("Gruk", "missed", "Brann"), "Gruk misses Brann"),
        (Blow("Gruk", "parried", "Brann"), "Brann parries Gruk"),
        (Blow("Gruk", "blocked", "Brann"), "Gruk on Brann: blocked"),
        (Blow("Gruk", "missed"), "Gruk: missed"),
        (
            Blow("Gruk", "hit", "Brann", "chest", harm=(("body", 8), ("fatigue", 3))),
            "Gruk hits Brann, chest (body −8, fatigue −3)",
        ),
        (Blow("Brann", "hit", "Gruk", looks="badly hurt"), "Brann hits Gruk: badly hurt"),
        (Done("Nell", "succeeds", "rescue Old Tom"), "Nell succeeds: rescue Old Tom"),
        (Became("Gruk", "prone"), "Gruk: prone"),
        (Shown("Wren", "intent red"), "Wren: intent red"),
    ],
)
def test_a_fact_is_one_sentence(fact: Fact, text: str) -> None:
    assert sentence(fact) == text


def test_the_grammar_words_one_several_and_counted() -> None:
    assert blow(["Anna"], "missed", "Gruk") == "Anna misses Gruk"
    assert blow(["Anna", "Bert"], "missed", "Gruk") == "Anna and Bert miss Gruk"
    assert blow(["Anna"], "hit", "Gruk", 3) == "Anna hits Gruk 3 times"
    assert blow(["Anna"], "parried", "Gruk") == "Gruk parries Anna"
    assert blows_of_one("Rook", ["missed", "hit", "missed", "hit"], "Kane") == "Rook misses Kane twice, hits twice"
    assert counted(["missed", "hit", "parried", "hit"]) == "2 hit, 1 parried, 1 missed"


@pytest.mark.parametrize(
    ("ask", "what", "about", "text"),
    [
        (Ask.DECLARE, "declaration", "", "Sela declares"),
        (Ask.DICE, "initiative", "", "Sela: roll initiative"),
        (Ask.AMOUNT, "reaction energy", "Gruk", "Sela: choose reaction energy"),
        (Ask.CHOOSE, "defence", "Goblin 1", "Sela answers Goblin 1"),
        (Ask.CHOOSE, "intent", "", "Sela: choose intent"),
    ],
)
def test_a_question_says_whom_the_table_waits_for_and_for_what(ask: Ask, what: str, about: str, text: str) -> None:
    assert question(ask, "Sela", what, about) == text


GOBLINS = "goblins"


def test_what_several_of_a_group_declare_alike_is_told_once() -> None:
    facts = [Declared(f"Goblin {n}", "short sword on Hild", "Hild", "23", GOBLINS) for n in (3, 8)]
    facts += [Declared("Goblin 4", "short sword on Sela", "Sela", "23", GOBLINS)]
    facts += [Declared("Goblin 5", "short sword on Sela", "Sela", "24", GOBLINS)]
    assert folded(facts) == (
        "Goblin 3, 4 and 8: short sword on Hild and Sela, lands at 23",
        "Goblin 5: short sword on Sela, lands at 24",
    )
    assert folded([facts[0], facts[1], facts[0]]) == ("Goblin 3 and 8: short sword on Hild, lands at 23",)


def misses(*numbers: int, whom: str = "Hild") -> list[Blow]:
    return [Blow(f"Goblin {number}", "missed", whom, group=GOBLINS) for number in numbers]


def test_misses_are_told_once_and_every_hit_by_itself() -> None:
    hit = Blow("Goblin 9", "hit", "Odo", "head", GOBLINS)
    facts = [*misses(3, 8), hit, *misses(4, whom="Sela")]
    assert folded(facts) == ("Goblin 3, 4 and 8 miss Hild and Sela", "Goblin 9 hits Odo, head")
    assert folded([Blow("Rook", "missed", "Kane")] * 2) == ("Rook misses Kane twice",)


def test_hits_of_a_group_that_show_nothing_are_told_once() -> None:
    facts = [Blow(f"Goblin {number}", "hit", "Hild", group=GOBLINS) for number in (1, 3)]
    assert folded(facts) == ("Goblin 1 and 3 hit Hild",)
    assert folded([*facts, facts[0]]) == ("Goblin 1 and 3 hit Hild, 3 times",)
    assert folded([facts[0], facts[0]]) == ("Goblin 1 hits Hild, twice",)
    hurt = Blow("Goblin 2", "hit", "Hild", group=GOBLINS, looks="hurt")
    assert folded([facts[0], hurt, facts[1]]) == ("Goblin 1 and 3 hit Hild", "Goblin 2 hits Hild: hurt")


def test_what_becomes_of_one_and_what_several_become_is_one_sentence() -> None:
    fell = Standing("Gruk", "down")
    assert folded([Became("Gruk", "prone"), Became("Gruk", "stunned")]) == ("Gruk: prone, stunned",)
    assert folded([Became("Nell", "sprinting"), Became("Hob", "sprinting")]) == ("Nell and Hob: sprinting",)
    apart: list[Fact] = [Became("Gruk", "prone"), fell, Became("Gruk", "stunned"), Became("Hob", "prone")]
    assert folded(apart) == ("Gruk: prone", "Gruk goes down", "Gruk: stunned", "Hob: prone")


def test_what_is_declared_and_done_at_once_is_told_once() -> None:
    rescue = Declared("Nell", "rescue Old Tom", "Old Tom")
    assert folded([rescue, Done("Nell", "succeeds", "rescue Old Tom")]) == ("Nell succeeds: rescue Old Tom",)
    assert folded([rescue]) == ("Nell: rescue Old Tom",)
    defend = Declared("Vos", "defend")
    assert folded([defend, Became("Vos", "defending")]) == ("Vos: defend",)
    assert folded([defend, Became("Ilse", "defending")]) == ("Vos: defend", "Ilse: defending")


def test_answers_and_falls_are_told_once() -> None:
    answers = [Answered("Odo", "parry", f"Goblin {number}") for number in (5, 10)]
    falls = [Standing(f"Goblin {number}", "surrendered", GOBLINS) for number in (7, 8)]
    assert folded([*answers, *falls]) == ("Odo answers Goblin 5 and 10: parry", "Goblin 7 and 8 surrender")


def test_the_very_same_twice_is_told_once() -> None:
    throw = Declared("Wren", "attack Guard 1 with Knife", "Guard 1")
    assert folded([throw, throw]) == ("Wren: attack Guard 1 with Knife, twice",)


def test_names_are_listed_by_their_numbers() -> None:
    assert listed(["Goblin 5", "Goblin 6", "Goblin 8"]) == "Goblin 5, 6 and 8"
    assert listed(["Ann", "Goblin 6", "Ann"]) == "Ann and Goblin 6"
