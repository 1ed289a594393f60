"""Any chance, pool, count or tier can be explained, by the engine, with its rule ids (`x` and `why`)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.hybrid.kit import ANNA, GRUK, current_tables, duel, refused
from tests.hybrid.table import Table, at_once
from tracker.games.hybrid import explain


def why(table: Table, line: str) -> tuple[str, ...]:
    return table.ask(f"why {line}").words


@pytest.mark.parametrize("about", explain.TOPICS)
def test_every_number_that_can_be_asked_for_has_an_answer_with_its_rule(about: str) -> None:
    words = why(duel(), f"anna {about}")
    assert words and any("(H-" in line or "H-NRG" in line for line in words)


def test_a_chance_is_a_sum_that_adds_up() -> None:
    table = duel(scene={"light": "50% off"})
    assert why(table, "anna strike sword gruk") == (
        "Anna, Sword at Gruk",
        "3 × PCA 12 (H-CHECK-1): 36",
        "Sword rank 7 (H-SKILL-2): +28",
        "DF −3 light 50% off (H-COND): −15",
        "Gruk's defence, 1 × PDF 12, aware (H-ATK-2): −12",
        "chance 37 %",
        "Very Notable Success 4, Notable Success 9, Solid Success 19, Success 37",
    )


def test_a_declared_blow_is_explained_as_it_was_declared() -> None:
    table = duel()
    table.say("anna attack gruk spin called chest rush 1/2")
    words = why(table, "anna strike")
    assert "DF −6 called chest (H-ATK-4): −30" in words
    assert "DF −2 spinning (H-ATK-5): −10" in words
    assert any(line.startswith("rushed (H-ACT-3): × ") for line in words)


def test_a_pool_is_told_by_what_changed_it() -> None:
    table = duel()
    table.fall(52, 40, 3, 3)
    table.say("anna attack gruk", "next", "gruk nothing", "gruk walks")
    assert why(table, "gruk PFT") == (
        "Gruk, PFT 23 of 36",
        "at 17: −13 → 23, sword",
        "out of PFT at 13817",
    )
    assert why(table, "gruk PEX")[1] == "at 17: −1 → 59, 10 PFT lost (H-NRG-2)"
    assert why(table, "gruk MFT")[1] == "unchanged in this fight"
    table.say("fix gruk PFT 20")
    assert why(table, "gruk PFT")[2] == "at 17: −3 → 20, put right by hand"


def test_a_pool_taken_back_is_no_longer_told() -> None:
    table = duel()
    table.say("fix gruk PFT 20", "undo")
    assert why(table, "gruk PFT")[1] == "unchanged in this fight"


@current_tables
def test_a_count_is_told_by_initiative_declarations_and_delays() -> None:
    table = at_once(ANNA, GRUK)
    table.fall(99, 3, 3)
    table.say("fix gruk count 12", "next", "anna attack gruk", "next", "gruk attack anna", "next", "gruk parry")
    words = why(table, "gruk count")
    assert words[0] == "Gruk, at 17: lands at 21"
    assert "at 12: short sword takes 6 counts, lands at 18" in words
    assert "at 17: moved from 18 to 21, parry (H-DEF)" in words
    assert any(line.startswith("at 0: initiative 6") for line in why(table, "anna count"))


def test_a_tier_is_told_by_the_last_roll_and_what_each_needs() -> None:
    table = duel()
    table.fall(13, 40, 1, 3, 3, 3, 3)
    table.say("anna attack gruk", "next", "gruk nothing")
    words = why(table, "anna tier")
    assert words[0] == "Anna, sword at Gruk at 17"
    assert "chance 52 %, rolled 13, margin 39: Notable Success" in words
    assert "Very Notable Success: 5 or less, × 2 (H-CHECK-6)" in words
    assert words[-1] == "critical failure from 102 on (H-CHECK-7)"
    assert why(table, "gruk tier")[0].startswith("Gruk, not bleeding") or "shock" in why(table, "gruk tier")[0]


def test_a_page_has_everything_and_the_roll_that_is_asked_for() -> None:
    table = at_once({**ANNA, "player": "Ana"}, GRUK)
    table.say("fix gruk count 60", "fix anna PBD 12", "next", "anna attack gruk", "next", "gruk nothing")
    assert table.asked() == ("anna", "attack")
    words = why(table, "anna")
    assert words[0].startswith("Anna: sword at Gruk 32 %, d100")
    assert "50 % wounded in PBD (H-COND): −20" in " ".join(words)
    assert "Anna, PBD 12 of 24" in words
    assert any(line.startswith("physical actions DF −4") for line in words)


def test_at_the_question_of_a_defence_all_ten_stand_with_price_or_reason() -> None:
    table = duel()
    table.say("anna attack gruk", "next")
    words = " ".join(why(table, "gruk defence"))
    for defence in (
        "no defence",
        "parry",
        "block",
        "crouch",
        "roll with the blow",
        "dodge",
        "drop prone",
        "evade",
        "retreat",
        "fend",
    ):
        assert defence in words, defence


def test_a_task_is_explained_with_its_difficulty() -> None:
    words = why(duel(), "anna PAG difficult")
    half = "unranked, half of it (H-CHECK-3): 18"
    assert words[1:5] == ("3 × PAG 12 (H-CHECK-1): 36", half, "DF −5 difficult (PG 2.2): −25", "chance −7 %")
    words = why(duel(house_rules={"stat_tasks": "full"}), "anna PAG difficult")
    assert words[1:4] == ("3 × PAG 12 (H-CHECK-1): 36", "DF −5 difficult (PG 2.2): −25", "chance 11 %")
    assert "number to explain" in refused(duel(), "why anna cooking")


@current_tables
def test_the_summary_tells_who_is_left_what_was_spent_and_what_experience_buys() -> None:
    learned = {"name": "Sword", "basis": ["PCA"], "rank": 7, "like": "primitive weapon"}
    table = duel({**ANNA, "skill": [learned]})
    table.fall(40, 40, 3, 3)
    table.say("anna attack gruk", "next", "gruk nothing", "anna gains 12", "gruk falls")
    words = table.ask("summary").words
    assert words[:3] == (
        "Anna holds the field; Gruk is down.",
        "a fight: 17 counts (1.7 s)",
        "still in the fight: Anna",
    )
    assert "  Blows: 1, 1 hit for 13 in all. Never hit" in words
    assert "  Lost: fatigue 13, exhaustion 1" in words
    assert "  12 experience" in words and "  Sword 8: 12 ✓" in words
    assert words[-1].startswith("`anna gains 3`")


def test_when_one_side_is_left_it_is_said() -> None:
    table = duel()
    outcome = table.say("gruk surrenders")
    assert any(getattr(event, "offers", "") == "summary" for event in outcome.events)


@pytest.mark.parametrize(
    ("line", "ends"),
    [
        ("anna shock head", 36 - 30),
        ("anna presence PAW", 75 - 15),
        ("anna knockback", 60 - 10),
        ("anna strike sword gruk called head", 52 - 60),
        ("anna strike sword gruk setup", 52 + 34),
    ],
)
def test_what_is_explained_is_what_would_be_rolled(line: str, ends: int) -> None:
    anna: dict[str, Any] = {**ANNA, "stats": {"PAW": 25, "PAG": 20}, "derived": {"PCA": 12, "PDF": 12}}
    words = duel(anna).ask(f"why {line}").words
    assert f"chance {ends} %".replace("-", "−") in words


def test_the_fist_is_explained_as_the_fist() -> None:
    assert "3" in duel().ask("why anna speed fist").words[0]
