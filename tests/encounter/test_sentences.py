"""Sentences for players: who, what, at whom, when and how it came out, each in every kind; several alike told once."""

from __future__ import annotations

import pytest

from tracker.model.questions import Ask
from tracker.narration.sentences import Fact, Kind, folded, listed, question, sentence


@pytest.mark.parametrize(
    ("fact", "text"),
    [
        (Fact(Kind.BEGAN), "The fight begins"),
        (Fact(Kind.EVENT, what="The gate falls"), "The gate falls"),
        (Fact(Kind.JOINED, "Goblin 3"), "Goblin 3 joins"),
        (Fact(Kind.STANDING, "Gruk", "goes down", how="down"), "Gruk goes down"),
        (
            Fact(Kind.DECLARED, "Sela", "long bow on Goblin 1", "Goblin 1", "26"),
            "Sela: long bow on Goblin 1, lands at 26",
        ),
        (Fact(Kind.DECLARED, "Rook", "5 shots at Kane", "Kane"), "Rook: 5 shots at Kane"),
        (Fact(Kind.GIVEN_UP, "Brann", "spear on Gruk"), "Brann gives up: spear on Gruk"),
        (Fact(Kind.GIVEN_UP, "Brann"), "Brann gives up what was under way"),
        (Fact(Kind.ANSWERED, "Odo", "parry", "Goblin 1"), "Odo answers Goblin 1: parry"),
        (Fact(Kind.BLOW, "Gruk", whom="Brann", how="missed"), "Gruk misses Brann"),
        (Fact(Kind.BLOW, "Gruk", whom="Brann", how="parried"), "Brann parries Gruk"),
        (Fact(Kind.BLOW, "Gruk", whom="Brann", how="blocked"), "Gruk on Brann: blocked"),
        (Fact(Kind.BLOW, "Gruk", how="missed"), "Gruk: missed"),
        (
            Fact(Kind.BLOW, "Gruk", whom="Brann", how="hit", where="chest", harm=(("body", 8), ("fatigue", 3))),
            "Gruk hits Brann, chest (body −8, fatigue −3)",
        ),
        (Fact(Kind.BLOW, "Brann", whom="Gruk", how="hit", looks="badly hurt"), "Brann hits Gruk: badly hurt"),
        (Fact(Kind.DONE, "Nell", "rescue Old Tom", "Old Tom", how="succeeds"), "Nell succeeds: rescue Old Tom"),
        (Fact(Kind.CONDITION, "Gruk", "prone"), "Gruk: prone"),
        (Fact(Kind.SHOWN, "Wren", "intent red"), "Wren: intent red"),
    ],
)
def test_a_fact_is_one_sentence(fact: Fact, text: str) -> None:
    assert sentence(fact) == text


def test_every_kind_of_fact_has_a_sentence() -> None:
    assert all(sentence(Fact(kind, "Ann", "x", "Bob", how="hit")) for kind in Kind)


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


def goblins(
    kind: Kind, *numbers: int, whom: str = "Hild", what: str = "", lands: str = "", how: str = ""
) -> list[Fact]:
    return [Fact(kind, f"Goblin {number}", what, whom, lands, how, group="goblins") for number in numbers]


def test_what_several_of_a_group_declare_alike_is_told_once() -> None:
    facts = goblins(Kind.DECLARED, 3, 8, what="short sword on Hild", lands="23")
    facts += goblins(Kind.DECLARED, 4, whom="Sela", what="short sword on Sela", lands="23")
    facts += goblins(Kind.DECLARED, 5, whom="Sela", what="short sword on Sela", lands="24")
    assert folded(facts) == (
        "Goblin 3, 4 and 8: short sword on Hild and Sela, lands at 23",
        "Goblin 5: short sword on Sela, lands at 24",
    )


def test_misses_are_told_once_and_every_hit_by_itself() -> None:
    hit = Fact(Kind.BLOW, "Goblin 9", whom="Odo", how="hit", where="head", group="goblins")
    facts = [*goblins(Kind.BLOW, 3, 8, how="missed"), hit, *goblins(Kind.BLOW, 4, whom="Sela", how="missed")]
    assert folded(facts) == ("Goblin 3, 4 and 8 miss Hild and Sela", "Goblin 9 hits Odo, head")
    shots = [Fact(Kind.BLOW, "Rook", whom="Kane", how="missed")] * 2
    assert folded(shots) == ("Rook misses Kane twice",)


def test_hits_of_a_group_that_show_nothing_are_told_once() -> None:
    facts = goblins(Kind.BLOW, 1, 3, how="hit")
    assert folded(facts) == ("Goblin 1 and 3 hit Hild",)
    assert folded([*facts, facts[0]]) == ("Goblin 1 and 3 hit Hild, 3 times",)
    assert folded([facts[0], facts[0]]) == ("Goblin 1 hits Hild, twice",)
    hurt = Fact(Kind.BLOW, "Goblin 2", whom="Hild", how="hit", looks="hurt", group="goblins")
    assert folded([facts[0], hurt, facts[1]]) == ("Goblin 1 and 3 hit Hild", "Goblin 2 hits Hild: hurt")


def test_what_becomes_of_one_and_what_several_become_is_one_sentence() -> None:
    def become(who: str, what: str) -> Fact:
        return Fact(Kind.CONDITION, who, what)

    fell = Fact(Kind.STANDING, "Gruk", "goes down", how="down")
    assert folded([become("Gruk", "prone"), become("Gruk", "stunned")]) == ("Gruk: prone, stunned",)
    assert folded([become("Nell", "sprinting"), become("Hob", "sprinting")]) == ("Nell and Hob: sprinting",)
    apart = [become("Gruk", "prone"), fell, become("Gruk", "stunned"), become("Hob", "prone")]
    assert folded(apart) == ("Gruk: prone", "Gruk goes down", "Gruk: stunned", "Hob: prone")


def test_what_is_declared_and_done_at_once_is_told_once() -> None:
    rescue = Fact(Kind.DECLARED, "Nell", "rescue Old Tom", "Old Tom")
    done = Fact(Kind.DONE, "Nell", "rescue Old Tom", "Old Tom", how="succeeds")
    assert folded([rescue, done]) == ("Nell succeeds: rescue Old Tom",)
    assert folded([rescue]) == ("Nell: rescue Old Tom",)
    defend = Fact(Kind.DECLARED, "Vos", "defend")
    assert folded([defend, Fact(Kind.CONDITION, "Vos", "defending")]) == ("Vos: defend",)
    assert folded([defend, Fact(Kind.CONDITION, "Ilse", "defending")]) == ("Vos: defend", "Ilse: defending")


def test_answers_and_falls_are_told_once() -> None:
    answers = [Fact(Kind.ANSWERED, "Odo", "parry", f"Goblin {number}") for number in (5, 10)]
    falls = [Fact(Kind.STANDING, f"Goblin {n}", "surrenders", how="surrendered", group="goblins") for n in (7, 8)]
    assert folded([*answers, *falls]) == ("Odo answers Goblin 5 and 10: parry", "Goblin 7 and 8 surrender")


def test_the_very_same_twice_is_told_once() -> None:
    throw = Fact(Kind.DECLARED, "Wren", "attack Guard 1 with Knife", "Guard 1")
    assert folded([throw, throw]) == ("Wren: attack Guard 1 with Knife, twice",)


def test_names_are_listed_by_their_numbers() -> None:
    assert listed(["Goblin 5", "Goblin 6", "Goblin 8"]) == "Goblin 5, 6 and 8"
    assert listed(["Ann", "Goblin 6", "Ann"]) == "Ann and Goblin 6"
