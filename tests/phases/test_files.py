"""Files of phases: mistakes told with their place and what was meant, the template, calculators, the summary."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.asking import answered, explained
from tests.cli.calling import call
from tests.phases.table import KANE, VOS, begun
from tracker.games.phases.game import PHASES
from tracker.storage.toml.diagnostics import InvalidFile

HEAD = 'format = 1\ntitle = "t"\nsystem = "phases"\n'


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('[[combatant]]\nname = "A"\nhit_factor = 3\n', 'unknown key "hit_factor"; did you mean "hit_factors"?'),
        ('[house_rules]\nlethal = "some"\n[[combatant]]\nname = "A"\n', "lethal"),
        ('[house_rules.called]\nneck = -2\n[[combatant]]\nname = "A"\n', 'unknown key "neck"'),
        ('[[combatant]]\nname = "A"\nskill = [{ name = "Hide", stat = "nerve" }]\n', 'takes the bonus "nerve"'),
        ('[[combatant]]\nname = "A"\nskill = [{ name = "Hide" }, { name = "hide" }]\n', "is there twice"),
        ('[[combatant]]\nname = "A"\nweapon = [{ name = "X", rof = 2 }]\n', "is for melee, so it has no rof"),
        ('[[combatant]]\nname = "A"\nweapon = [{ name = "X", damage = "1d6", sf = "1d4" }]\n', "also hf or sf"),
        ('[[combatant]]\nname = "A"\nweapon = [{ name = "X", damage = "d6!" }]\n', "dice and numbers"),
        ('[[combatant]]\nname = "A"\nweapon = [{ name = "X", damage = "much" }]\n', "dice and numbers"),
        ('[[combatant]]\nname = "A"\npools = { XX = 3 }\n', 'pools has "XX"; there are HF HD CH VI RA LA RL LL'),
        ('[[combatant]]\nname = "A"\npools = { CH = 13 }\n', "pools has CH 13; it goes from 0 to 12"),
        ('[[combatant]]\nname = "A"\nsurprise = -5\n', "surprise"),
        ('[[combatant]]\nname = "A"\n[[scheduled]]\nat = "4.4"\ntext = "x"\n', "4.4"),
        ('[[combatant]]\nname = "A"\norders = "dance"\n', "there are attack, hold, rest"),
    ],
)
def test_a_mistake_is_told_with_its_place(tmp_path: Path, text: str, told: str) -> None:
    path = tmp_path / "wrong.toml"
    path.write_text(HEAD + text, encoding="utf-8")
    reply = call("check", path)
    assert reply.code != 0 and told in reply.out + reply.err
    assert f"{path.name}:" in reply.out + reply.err


@pytest.mark.parametrize(
    ("combatant", "place"),
    [
        ('bonuses = { luck = 1 }\nskill = [{ name = "Hide", stat = "nerve" }]\n', "7:"),
        ('skill = [{ name = "Hide", stat = "nerve" }]\nbonuses = { nerev = 1 }\n', "7:"),
        ('skill = [{ name = "Pistol" }]\nweapon = [{ name = "X", skill = "Pistl" }]\n', "7:"),
        ('skill = [{ name = "Pistol" }]\npools = { XX = 3 }\n', "7:"),
        ('skill = [{ name = "Pistol" }]\npools = { HF = 3, CH = 13 }\n', "7:19"),
    ],
)
def test_what_does_not_fit_together_is_told_where_it_was_mistyped(tmp_path: Path, combatant: str, place: str) -> None:
    path = tmp_path / "wrong.toml"
    path.write_text(f'{HEAD}[[combatant]]\nname = "A"\n{combatant}', encoding="utf-8")
    reply = call("check", path)
    assert f"{path.name}:{place}" in reply.out + reply.err


def test_a_weapon_may_go_by_a_skill_nobody_has_but_not_by_one_mistyped(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    text = f'{HEAD}[[combatant]]\nname = "A"\nskill = [{{ name = "Pistol" }}]\nweapon = [{{ name = "X", skill = "'
    path.write_text(text + 'Axes" }]\n', encoding="utf-8")
    assert call("check", path).code == 0
    path.write_text(text + 'Pistool" }]\n', encoding="utf-8")
    reply = call("check", path)
    assert 'did you mean "Pistol"?' in reply.out + reply.err


def test_the_template_and_both_encounters_check_clean(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    assert call("new", path, "--system", "phases").code == 0
    assert call("check", path).code == 0
    printed = call("sheet", path, "--json")
    assert printed.code == 0 and '"initiative": 55' in printed.out
    text = path.read_text(encoding="utf-8")
    for key in PHASES.options.model_fields["house_rules"].annotation.model_fields:  # type: ignore[union-attr]
        assert f"# {key} = " in text


def test_pools_given_count_at_the_start() -> None:
    table = begun({**KANE, "pools": {"HF": 12, "LA": 0}}, VOS)
    assert (table.pools("kane")["HF"], table.pools("kane")["LA"], table.pools("kane")["CH"]) == (12, 0, 12)
    with pytest.raises(InvalidFile):
        begun({**KANE, "pools": {"HF": 31}})


def reckoned(*words: str) -> dict[str, object]:
    reply = call("reckon", "--system", "phases", *words, "--json")
    assert reply.code == 0, reply.err
    record: dict[str, object] = json.loads(reply.out)
    return record


def test_what_can_be_reckoned_is_as_in_a_fight() -> None:
    arm = reckoned(
        "chance", "--skill", "75", "--stat", "7", "--bonus", "10", "--level", "-1", "--aim", "arm", "--roll", "23"
    )
    assert (arm["base"], arm["level"], arm["chance"], arm["outcome"]) == (92, -3, 23, "success")
    assert reckoned("chance", "--skill", "55", "--shots", "5")["at_least_one"] == 98
    assert reckoned("chance", "--skill", "55", "--level", "-5", "--past-the-end", "impossible")["chance"] == 0
    contest = reckoned("contest", "--skill", "60", "--other", "70", "--roll", "10", "--other-roll", "65")
    assert (contest["chance"], contest["outcome"]) == (60, "the other wins")
    assert contest["wins"] == 18.0 and contest["other_wins"] == 82.0
    assert call("reckon", "--system", "phases", "contest", "--skill", "6", "--other", "7", "--roll", "3").code != 0
    init = reckoned(
        "initiative", "--reflexes", "7", "--intuition", "3", "--points", "15", "--level", "-2", "--roll", "28"
    )
    assert (init["skill"], init["chance"], init["outcome"]) == (55, 28, "success")
    places = reckoned("locations", "--hf", "25", "--roll", "41")
    assert (places["chest"], places["left arm"], places["hit"]) == (10, 5, "vitals")
    assert reckoned("shots", "--rof", "5", "--fired", "3") == {"in_a_sub_phase": 5, "now": 2, "left_in_the_phase": 2}
    assert reckoned("clock", "--at", "4.2") == {"count": 10, "at": "4.2", "sub_phase": 2, "seconds": 20.0}
    assert call("reckon", "--system", "phases", "clock", "--at", "4.5").code != 0


def test_the_summary_says_what_is_by_hand() -> None:
    table = begun(KANE, VOS)
    summary = answered(table.session, "summary").words
    assert any("skill points" in line and "by hand" in line for line in summary)


def test_the_summary_tells_no_time_under_way_of_actions_that_take_none() -> None:
    table = begun(KANE, VOS)
    table.until("vos", "1.2")
    table.say("vos move")
    assert "  Actions declared: 1" in answered(table.session, "summary").words
    table.until("vos", "1.3")
    table.say('vos other "climbs" 2')
    table.until("vos", "3.2")
    assert any(
        line.startswith("  Actions declared: 2, under way for ") for line in answered(table.session, "summary").words
    )


def test_every_number_is_explained_with_its_rule() -> None:
    table = begun(KANE, VOS)
    why = explained(table.session, "kane", ("fire", "vos", "at", "left", "arm", "level", "-1"))
    assert why[:7] == (
        "Pistol +75 (P-CHECK-1)",
        "stat bonus reflexes +7 (P-CHECK-1)",
        "Laser pistol +10 (P-CHECK-1)",
        "base 92",
        "level −2: aimed at the left arm (P-DMG-5) (P-CHECK-3)",
        "level −1: range and the like (P-CHECK-3)",
        "level −3: × 0.25 (P-CHECK-2)",
    )
    assert "chance 23 (P-CHECK-4)" in why and "Laser pistol at Vos: 23 %" in why
    everything = explained(table.session, "vos", ())
    assert any("head 20 % = 4" in line for line in everything)
    assert explained(table.session, "kane", ("defence",))[-1] == "Kane defends with dodge (P-HIT-2): 0 %"
