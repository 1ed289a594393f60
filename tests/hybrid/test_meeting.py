"""Meeting people and learning: reactions, presence, morale, experience (H-NPC, H-SKILL 9 and 10)."""

from __future__ import annotations

from typing import Any

from tests.hybrid.kit import ANNA, GRUK, duel, refused, rolls
from tests.hybrid.table import GOBLIN, Table
from tracker.model import events as ev


def notes(table: Table) -> list[str]:
    return [event.text for event in table.events() if isinstance(event, ev.Noted)]


def test_a_reaction_goes_by_the_characters_general_awareness_and_is_secret() -> None:
    table = duel({**ANNA, "stats": {"PAW": 15, "MAW": 12}})
    table.fall(41)
    table.say("gruk reaction anna")
    roll = rolls(table, "reaction")[0]
    assert (roll.who, roll.chance, roll.secret) == ("gruk", 41, True), "3 × 13.5"
    assert notes(table)[-1].startswith("Gruk is well disposed to Anna")


def test_presence_is_difficult_and_on_what_fits() -> None:
    table = duel({**ANNA, "stats": {"PAW": 15, "MAW": 12}})
    table.fall(50, 50)
    table.say("anna presence", "anna presence PAW")
    assert [roll.chance for roll in rolls(table, "presence")] == [26, 30]


def test_morale_comes_after_a_perception() -> None:
    table = duel()
    table.fall(30, 40)
    table.say("gruk morale")
    assert rolls(table, "perception")[-1].who == "gruk"
    assert rolls(table, "morale")[0].chance == 36
    assert "loses heart" in notes(table)[-1]
    table.fall(90)
    table.say("gruk morale")
    assert "does not see" in notes(table)[-1]


def test_morale_is_offered_when_half_of_a_side_is_out() -> None:
    others = [{**GOBLIN, "name": f"Goblin {n}"} for n in (1, 2, 3)]
    table = Table(ANNA, GRUK, *others, dice=[1, 3, 3] * 5)
    table.say("begin", "gruk leaves")
    assert not any("are losing" in note for note in notes(table))
    table.say("goblin-1 falls")
    assert notes(table)[-1] == "raiders are losing: `goblin-2 morale` tries Goblin 2's nerve (H-NPC)"


def test_a_side_is_losing_once_however_many_more_go_until_somebody_comes_back() -> None:
    others = [{**GOBLIN, "name": f"Goblin {n}", "group": "goblins"} for n in (1, 2, 3, 4, 5)]
    table = Table(ANNA, GRUK, *others, dice=[1, 3, 3] * 9)
    table.say("begin", "gruk falls", "goblins surrenders")

    def told() -> int:
        return sum("raiders are losing" in note for note in notes(table))

    assert told() == 1, "the second of the goblins made it half of six; of the others no more is said"
    table.say(*(f"goblin-{n} returns" for n in (1, 2, 3, 4)), "goblin-2 falls")
    assert told() == 2, "half once more"
    table.say("goblin-2 leaves", "goblin-3 falls")
    assert told() == 2, "carried off, he makes it no worse"


def test_experience_is_handed_out_and_says_what_it_buys() -> None:
    learned: dict[str, Any] = {"name": "Fist", "basis": ["PCA"], "rank": 0, "discipline": "physical"}
    table = duel(
        {
            **ANNA,
            "skill": [learned, {"name": "Lore", "rank": 4, "basis": ["MST"], "discipline": "mental"}],
            "weapon": [],
        }
    )
    table.say("anna gains 3")
    assert notes(table)[-1] == "Anna: +3 experience, 3 in all; nothing to buy with it yet (H-SKILL-9)"
    table.say("anna gains 1")
    assert notes(table)[-1] == "Anna: +1 experience, 4 in all; buys Fist 0 → 1 for 4 (H-SKILL-9)"
    rules = table.session.rules
    assert rules.display.end_of_fight_lines(table.now, "anna") == ("4 experience", "Fist 1: 4 ✓", "Lore 5: 9")
    assert rules.display.end_of_fight_lines(table.now, "gruk") == ()
    assert "cannot be taken away" in refused(table, "anna gains -9")


def test_training_gives_a_point_for_ten_twenty_or_thirty_hours() -> None:
    table = duel()
    table.say("anna trains 25 teacher", "anna trains 45 partner", "anna trains 29")
    assert table.now["anna"].mark("experience") == 2 + 2
    assert notes(table)[-1] == "Anna trains 29 h alone: 0 experience, 29 h towards the next point (H-SKILL-10)"
    table.say("anna trains 1 alone", "anna trains 5 teacher")
    assert table.now["anna"].mark("experience") == 6
    assert "Give the hours" in refused(table, "anna trains 5 dog")


def test_they_may_be_rolled_while_somebody_may_declare_but_not_within_a_blow() -> None:
    table = duel()
    table.say("anna attack gruk", "next")
    assert "Answer the question first" in refused(table, "gruk morale")
    assert GRUK["side"] == "raiders"
