"""`tracker reckon chance`: every kind of skill and use (H-CHECK, H-SKILL), also by its former name."""

from __future__ import annotations

import json

import pytest

from tests.cli.calling import call
from tracker.text import former


def chance(*words: str) -> int:
    reply = call("reckon", "chance", *words, "--json")
    assert (reply.code, reply.err) == (0, "")
    return int(json.loads(reply.out)["chance"])


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("--stat 15 --rank 4 --df -5", 36),
        ("--stat 12", 18),
        ("--stat 12,12,13", 19),
        ("--stat 40/3 --rank 8 --df -1", 67),
        ("--stat 12 --rank 10 --kind general", 46),
        ("--stat 12 --rank 10 --kind support", 56),
        ("--stat 12 --rank 10 --kind filter", 76),
        ("--stat 12 --rank 10 --support 4 --support 2", 88),
        ("--stat 12 --rank 10 --filter 3", 48),
        ("--stat 12 --rank 3 --filter 10", 48),
        ("--stat 12 --rank 10 --related similar", 52),
        ("--stat 12 --rank 10 --related dissimilar", 44),
        ("--stat 12 --rank 9 --related stretch", 36),
        ("--stat 12 --rank 10 --unfamiliar 0", 66),
        ("--stat 12 --rank 10 --unfamiliar 1", 71),
        ("--stat 12 --rank 10 --unfamiliar 2", 76),
        ("--stat 12 --rank 9 --pool 4,3", 77),
        ("--stat 12 --rank 2 --pool 2,2,1 --edition 1997", 48),
        ("--stat 12 --rank 10 --difficulty difficult", 51),
        ("--stat 12 --rank 10 --difficulty difficult --difficulty simple", 64),
        ("--stat 12 --rank 10 --setup", 116),
        ("--stat 12 --rank 10 --filter 3 --setup", 74),
        ("--stat 12 --rank 10 --related similar --setup", 36 + 16 + 28),
        ("--stat 12 --rank 10 --related similar --pool 4,3", 36 + 16 + 3),
        ("--stat 12 --rank 10 --filter 3 --pool 8,7", 36 + 12 + 2),
        ("--stat 12 --rank 10 --rush 1/4", 19),
        ("--stat 15 --passive --rank 0", 11),
        ("--stat 12 --rank 25 --edition 1997", 116),
        ("--stat 12 --rank 5 --support 30 --edition 1997", 96),
    ],
)
def test_chances(words: str, expected: int) -> None:
    assert chance(*words.split()) == expected


@pytest.mark.parametrize(
    "words",
    [
        "",
        "--unfamiliar",
        "--unfamiliar --why",
        "--unfamiliar 2 --why",
        "--pool 4,3 --rank 9",
        "--support 4 --support 2",
        "--difficulty difficult --difficulty simple",
        "--setup --passive --rush 1/4",
        "--roll 99",
    ],
)
@pytest.mark.parametrize("form", ["--json", ""])
def test_the_former_name_prints_the_same_and_says_the_new_one(words: str, form: str) -> None:
    line = ["--stat", "12,12,13", "--rank", "10", *words.split(), *form.split()]
    former_reply = call("chance", *line)
    given = " ".join(line).replace("--unfamiliar --", "--unfamiliar 0 --").removesuffix("--unfamiliar")
    given += "--unfamiliar 0" if line[-1] == "--unfamiliar" else ""
    reply = call("reckon", "chance", *given.split())
    assert (former_reply.code, former_reply.out) == (0, reply.out) and reply.out
    assert former_reply.err == f"{former.CHANCE}\n" and "tracker reckon chance" in former.CHANCE


def test_the_sum_is_told_when_asked_for() -> None:
    reply = call("reckon", "chance", "--stat", "12", "--rank", "10", "--related", "similar", "--why")
    assert reply.out.splitlines()[6:] == [
        "  3 × 12 (H-CHECK-1): +36",
        "  similar: rank 10 counts as 4 (H-SKILL-4)",
        "  rank 4, specific (H-SKILL-2): +16",
    ]


def test_the_severity_of_a_critical_failure_in_1997() -> None:
    words = ("reckon", "chance", "--stat", "12", "--rank", "3", "--roll", "99", "--edition", "1997", "--json")
    assert json.loads(call(*words).out)["missed_by"] == 51
    told = json.loads(call(*words, "--severity", "5").out)
    assert (told["tier"], told["effect"]) == ("Very Notable Failure", -1.0)


def test_what_only_a_skill_has_needs_a_rank() -> None:
    for option in (("--support", "4"), ("--related", "similar"), ("--kind", "general"), ("--filter", "2")):
        reply = call("reckon", "chance", "--stat", "12", *option)
        assert reply.code == 2 and "--rank" in reply.err


@pytest.mark.parametrize(
    "words",
    [
        "--stat 12,12,12,12",
        "--stat x",
        "--stat 12 --rush 2",
        "--stat 12 --pool x",
        "--stat 12 --kind magic",
        "--stat 1/0",
    ],
)
def test_nonsense_is_wrong_usage(words: str) -> None:
    reply = call("reckon", "chance", *words.split())
    assert reply.code == 2 and "Traceback" not in reply.err


@pytest.mark.parametrize("word", ["fiendish", "", "simple,,difficult"])
def test_an_unknown_difficulty_is_refused_with_those_there_are(word: str) -> None:
    reply = call("reckon", "chance", "--stat", "12", "--difficulty", word)
    assert reply.code == 2
    assert "nearly impossible" in reply.err and "Traceback" not in reply.err
