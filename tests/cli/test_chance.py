"""`tracker chance`: every kind of skill and use (H-CHECK, H-SKILL)."""

from __future__ import annotations

import json

import pytest

from tests.cli.calling import call


def chance(*words: str) -> int:
    reply = call("chance", *words, "--json")
    assert reply.code == 0, reply.err
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
        ("--stat 12 --rank 10 --unfamiliar", 66),
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


def test_the_sum_is_told_when_asked_for() -> None:
    reply = call("chance", "--stat", "12", "--rank", "10", "--related", "similar", "--why")
    assert reply.out.splitlines()[6:] == [
        "  3 × 12 (H-CHECK-1): +36",
        "  similar: rank 10 counts as 4 (H-SKILL-4)",
        "  rank 4, specific (H-SKILL-2): +16",
    ]


def test_the_severity_of_a_critical_failure_in_1997() -> None:
    words = ("chance", "--stat", "12", "--rank", "3", "--roll", "99", "--edition", "1997", "--json")
    assert json.loads(call(*words).out)["missed_by"] == 51
    told = json.loads(call(*words, "--severity", "5").out)
    assert (told["tier"], told["effect"]) == ("Very Notable Failure", -1.0)


def test_what_only_a_skill_has_needs_a_rank() -> None:
    for option in (("--support", "4"), ("--related", "similar"), ("--kind", "general"), ("--filter", "2")):
        reply = call("chance", "--stat", "12", *option)
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
    reply = call("chance", *words.split())
    assert reply.code == 2 and "Traceback" not in reply.err


def test_an_unknown_difficulty_is_refused_with_those_there_are() -> None:
    reply = call("chance", "--stat", "12", "--difficulty", "fiendish")
    assert reply.code == 2
    assert "nearly impossible" in reply.err
