"""Names at the table, and the lines they begin."""

from __future__ import annotations

from typing import Any

import pytest

from tests.hybrid.table import GOBLIN, Table
from tracker.encounter.language.parser import LONGEST_LINE, parse
from tracker.encounter.names import combatant_named, free_id, slug
from tracker.game_api.target_keys import seat_key
from tracker.model import commands as cmd
from tracker.model.queries import Why
from tracker.model.refusals import Refused

PEOPLE: list[dict[str, Any]] = [
    {"name": name, "side": "heroes"} for name in ("Brann", "Brannoc", "Old Tom", "Goblin 1", "Goblin 2", "Übel")
]


def table() -> Table:
    return Table(*PEOPLE)


@pytest.mark.parametrize(
    ("word", "who"),
    [
        ("brann", "brann"),
        ("BRANNO", "brannoc"),
        ("goblin1", "goblin-1"),
        ("Goblin 2", "goblin-2"),
        ("tom", "old-tom"),
        ("4", "goblin-1"),
        ("1", "brann"),
        ("übel", "übel"),
    ],
)
def test_exact_beats_beginning_and_case_and_spaces_do_not_matter(word: str, who: str) -> None:
    assert combatant_named(table().now, word) == who


def test_an_ambiguous_name_is_refused_with_the_candidates_and_a_slip_with_a_hint() -> None:
    with pytest.raises(Refused, match="Goblin 1, Goblin 2"):
        combatant_named(table().now, "gob")
    with pytest.raises(Refused, match="Did you mean"):
        combatant_named(table().now, "brnan")


def test_ids_are_plain_and_never_taken_twice() -> None:
    assert slug("[bold] Sela\x1b") == "bold-sela"
    assert free_id("Goblin", ["goblin", "goblin-2"]) == "goblin-3"
    assert slug("!!!") == "nobody"


def test_seat_keys_are_single_and_different() -> None:
    keys = [seat_key(seat) for seat in range(40)]
    given = [key for key in keys if key]
    assert len(given) == len(set(given)) and all(len(key) == 1 for key in given)
    assert not set(given) & set("cnsuxy")


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("begin", cmd.Begin()),
        ("next", cmd.Advance()),
        ("to 45", cmd.Advance(45)),
        ("+3", cmd.Advance(3)),
        ("37", cmd.GiveDice("37")),
        ("=8", cmd.GiveDice("=8")),
        ("roll", cmd.GiveDice("")),
        ("df -2 bad light", cmd.GiveModifier(-2, "bad light")),
        ("brann df +1 high ground", cmd.GiveModifier(1, "high ground", "brann")),
        ("fix brann pft 20", cmd.FixPool("brann", "PFT", 20)),
        ("fix brann count 25", cmd.FixCount("brann", 25)),
        ("fix goblin 1 badly stunned on until 60", cmd.FixCondition("goblin-1", "badly stunned", True, 0, 60)),
        ("fix brann prone off", cmd.FixCondition("brann", "prone", False)),
        ("fix die 46", cmd.FixDie("46")),
        ("brann unaware of goblin 2", cmd.SetAware("brann", "goblin-2", False)),
        ("old tom wait", cmd.Wait("old-tom")),
        ('brann does "kicks the table" 12', cmd.Improvise("brann", "kicks the table", 12)),
        ("brann attack goblin1", cmd.Do("brann", "attack", ("goblin-1", "close-fist", ()))),
        ("join goblin x3 raiders", cmd.JoinCreature("goblin", 3, "raiders")),
        ("join new Thug", cmd.JoinCreature("", 1, "", "Thug")),
        ('event 60 "The gate falls" every 30', cmd.SetEvent(60, "The gate falls", 30)),
        ("why brann strike", Why("brann", ("strike",))),
        ("undo", cmd.Undo()),
        ("brann orders attack again, parry", cmd.GiveOrders("brann", "attack again, parry")),
        ("brann damage 12 cutting upper leg", cmd.Do("brann", "damage", (12, "cutting", "upper leg"))),
    ],
)
def test_a_line_is_read_as_its_command(line: str, command: object) -> None:
    fight = table()
    assert parse(fight.now, fight.session.rules, line) == command


@pytest.mark.parametrize(
    "line",
    [
        "", "   ", '"', "brann", "brann fly", "nextt", "to", "to x", "to 99999999999", "df", "df x", "fix", "fix brann",
        "fix brann PFT x", "brann does x", "join", "event", "event x y", "why", "back x", "brann attack",
        "brann attack x",
        "brann attack goblin1 called nose", "brann attack goblin1 twirl", "brann damage", "brann damage x",
        "brann orders dance",
        "brann alertness sleepy",
        "brann parry", "brann act fly", "x" * (LONGEST_LINE + 1), "undo now", "note",
    ],
)  # fmt: skip
def test_a_line_that_cannot_be_read_is_refused_in_a_sentence(line: str) -> None:
    fight = Table(*PEOPLE, GOBLIN)
    with pytest.raises(Refused) as caught:
        parse(fight.now, fight.session.rules, line)
    assert len(caught.value.sentence) > 15 and caught.value.sentence[0] in '"`' + caught.value.sentence[0].upper()
