"""Judgement of packs: every mistake with its sentence, and the nearest pack beside it that is none."""

from __future__ import annotations

from typing import Any

import pytest
import tomli_w

from tests.encounter.table import say
from tests.packs.kit import BASE, STRIKE, table
from tests.packs.mutants import diagnostics, text_of
from tracker.model.refusals import Refused
from tracker.storage.toml.diagnostics import InvalidFile

Pack = dict[str, Any]


def mistakes(pack: Pack) -> str:
    """What is wrong with the pack of these tests, changed; empty for nothing."""
    changes = dict(pack)
    action = changes.pop("strike", {})
    also = changes.pop("also", ())
    try:
        table(action=action, also=also, **changes)
    except InvalidFile as invalid:
        return str(invalid)
    return ""


SHOTS: Pack = {"runs": "down", "unit": "shot", "round": 6, "first": 4}
RANKS: Pack = {"runs": "rounds", "unit": "rank", "round": 4}
PHASED: Pack = {"runs": "rounds", "unit": "rank", "phases": [{"name": "one"}, {"name": "two"}]}
DAZED: Pack = {"dazed": {"lasts": 3, "by_hand": True, "weighs": {"skill": -2}}}
ARMED: Pack = {"hurt": {"default": "1d6"}, "reach": {"default": 1, "low": 0, "high": 3}}


def pools(**life: Any) -> Pack:
    return {"pools": {"life": {"full": 10, "down": 0, **life}, "breath": {"full": 3}}}


def skill(**figure: Any) -> Pack:
    return {"figures": {"skill": {"default": 2, "low": 0, "high": 9, **figure}}}


CASES: list[tuple[Pack, str, Pack | None]] = [
    # names
    ({"name": "Trial!"}, 'name "Trial!" is no name for files', None),
    ({"pack": 2}, "pack = 2 is a form of packs that this program does not read; it reads 1", None),
    ({"derived": {"skill": 3}}, '"skill" is one of the figures already', {"derived": {"skills": 3}}),
    ({"derived": {"target": 3}}, '"target" means something already', {"derived": {"targets": 3}}),
    ({"derived": {"a-b": 3}}, '"a-b" is no name: letters, digits and _ make one; write a_b', {"derived": {"a_b": 3}}),
    ({"weapon": {"name": {"default": 3}}}, '"name" is no name for a figure of a weapon', {"weapon": ARMED}),
    (
        {"also": [{"name": "Rest", "cost": 1}]},
        '"Rest" is no word to type',
        {"also": [{"name": "sleep", "cost": 1}]},
    ),
    ({"also": [{"name": "rest", "cost": 1}]}, 'action "rest" is there twice', None),
    ({"also": [{"name": "mod", "cost": 1}]}, '"mod" means something already; give the action another name', None),
    ({"answer": [{"name": "none"}]}, '"none" means something already; give the answer another name', None),
    ({"modifier": [{"name": "a"}, {"name": "a"}]}, 'modifier "a" is there twice', {"modifier": [{"name": "a"}]}),
    # derived figures
    (
        {"derived": {"a": "b", "b": "c", "c": "b"}},
        "b needs itself; make it of figures that are there without it",
        {"derived": {"a": "b", "b": "c", "c": "skill"}},
    ),
    ({"derived": {"a": "skill / breath"}}, "can divide by 0; divide by max(1, …)", {"derived": {"a": "skill / 2"}}),
    ({"derived": {"a": "skil"}}, '"skil" is no figure here; did you mean "skill"?', {"derived": {"a": "skill"}}),
    ({"derived": {"a": "1d6"}}, '"1d6" rolls dice, and none are rolled here', None),
    # figures, pools, weapons
    (skill(default=10), "default 10 is not from 0 to 9", skill(default=9)),
    (skill(default=-1), "default -1 is not from 0 to 9", skill(default=0)),
    (pools(down=-1), "down = -1 is never reached: life goes no lower than 0", pools(down=0)),
    (pools(dead=-1), "dead = -1 is never reached", pools(dead=0)),
    (pools(least=-5, dead=1), "dead lies below down", pools(least=-5, dead=0)),
    ({"pools": {"life": {"full": 10, "dead": 0}}}, "dead lies below down; give down", None),
    (pools(full=0), "life is never full of more than 0; nobody has any points", pools(full=1)),
    (pools(full="skill - 9"), "life is never full of more than 0", pools(full="skill - 8")),
    ({"weapon": {"hurt": {"default": "might"}}}, "must be dice and numbers only, such as 1d6+2", {"weapon": ARMED}),
    ({"weapon": {"hurt": {"default": "1d6 * 2"}}}, "must be dice and numbers only", None),
    ({"weapon": {"hurt": {"default": "(1d6 + 2)"}}}, "is not dice: write for example", {
        "weapon": {"hurt": {"default": "1d6 + 2 * 3"}}
    }),
    ({"weapon": {"reach": {"default": 4, "high": 3}}}, "default 4 is not from 0 to 3", {"weapon": ARMED}),
    # the clock
    ({"clock": {"runs": "down", "unit": "shot", "first": 4}}, "and has no round; give round, its highest number", {
        "clock": SHOTS
    }),
    ({"clock": {"unit": "beat", "round": 4}}, 'round belongs to a clock with rounds; this one runs "up"', None),
    ({"clock": {"unit": "beat", "anew": True}}, "anew belongs to a clock with rounds", None),
    ({"clock": {"unit": "beat", "again": "round"}}, 'again = "round" belongs to a clock with rounds', {
        "clock": {**RANKS, "again": "round"}
    }),
    ({"clock": {**RANKS, "ends": "actions"}}, 'ends belongs to a clock with again = "turn", not "cost"', {
        "clock": {**RANKS, "again": "cost"}
    }),
    ({"clock": {**SHOTS, "first": 0}}, "first is never more than 0, so no fighter ever acts", {
        "clock": {**SHOTS, "first": 1}
    }),
    ({"clock": {**SHOTS, "phases": PHASED["phases"]}}, 'phases belong to a clock that runs "rounds"', None),
    ({"clock": {**SHOTS, "lose": 3}}, 'lose belongs to a clock that runs "passes", not "down"', {
        "clock": {**SHOTS, "runs": "passes", "lose": 3}
    }),
    ({"clock": {**PHASED, "round": 4}}, "the phases make the round already; leave out round", {"clock": PHASED}),
    ({"clock": {**PHASED, "phases": [{"name": "one"}, {"name": "one"}]}}, 'phase "one" needs one word', {
        "clock": PHASED
    }),
    # actions
    ({"strike": {"target": None, "answers": None}}, "no action has a target, so nobody can fight", None),
    ({"strike": {"cost": None}}, "cost is missing: how many beats the action takes", {"strike": {"cost": 1}}),
    ({"strike": {"cost": "skill"}}, 'cost "skill" can be 0, so time would stand still', {
        "strike": {"cost": "max(1, skill)"}
    }),
    (
        {**skill(low=2), "conditions": DAZED, "strike": {"cost": "skill"}},
        'cost "skill" can be 0, so time would stand still',
        {**skill(low=3, default=3), "conditions": DAZED, "strike": {"cost": "skill"}},
    ),
    ({"strike": {"at_most": 3}}, "at_least and at_most are both there; a roll has one number", None),
    ({"strike": {"at_least": None}}, "the roll has no number; give at_least, more_than or at_most", {
        "strike": {"at_least": None, "more_than": 3}
    }),
    ({"strike": {"roll": None}}, "at_least has nothing to be held against; give a roll", {
        "strike": {"roll": None, "at_least": None}
    }),
    ({"strike": {"roll": None, "at_least": None, "result": [{"margin": 0, "word": "a"}]}}, "nothing is rolled", None),
    ({"strike": {"roll": "skill"}}, '"skill" has no dice to roll', {"strike": {"roll": "skill + 1d4"}}),
    ({"strike": {"roll": "2 * 1d6"}}, "are more than added; a roll takes dice + a number", None),
    ({"strike": {"result": [{"margin": 1, "word": "a"}, {"margin": 1, "word": "b"}]}}, "margin 1 is there twice", {
        "strike": {"result": [{"margin": 1, "word": "a"}, {"margin": 2, "word": "b"}]}
    }),
    ({"strike": {"weapon": True}}, "the pack has no [weapon], so no fighter has one", {
        "strike": {"weapon": True}, "weapon": ARMED
    }),
    ({"strike": {"places": True}}, "the pack has no [places]", None),
    ({"strike": {"pool": "lif"}}, 'there is no pool "lif"', {"strike": {"pool": "breath"}}),
    ({"pools": {"life": {"full": 10}, "breath": {"full": 3}}}, "no pool takes damage; give one of the pools down", {
        "pools": {"life": {"full": 10}, "breath": {"full": 3}}, "strike": {"pool": "life"}
    }),
    ({"strike": {"answers": ["parry"]}}, 'there is no answer "parry"', {
        "strike": {"answers": ["parry"]}, "answer": [{"name": "parry"}]
    }),
    ({"strike": {"phase": "two"}}, 'the clock has no phases; they belong to runs = "rounds"', {
        "strike": {"phase": "two"}, "clock": PHASED
    }),
    ({"strike": {"needs": "skill > 9"}}, '"skill > 9" is never so, and nobody can ever do this', {
        "strike": {"needs": "skill > 8"}
    }),
    ({"strike": {"pays": {"breath": 4}}}, "the action costs at least 4 breath, and nobody has more than 3", {
        "strike": {"pays": {"breath": 3}}
    }),
    ({"strike": {"pays": {"breth": 1}}}, 'there is no pool "breth"', None),
    ({"strike": {"damage": "margn"}}, '"margn" is no figure here', {"strike": {"damage": "margin"}}),
    ({"strike": {"soak": "weapon.hurt"}}, '"weapon.hurt" is no figure here', {
        "strike": {"soak": "weapon.hurt", "weapon": True}, "weapon": ARMED
    }),
    # effects and conditions
    ({"strike": {"effect": [{"when": "hit"}]}}, "the effect does nothing; give begins, ends, takes", {
        "strike": {"effect": [{"when": "hit", "delays": 1}]}
    }),
    ({"strike": {"effect": [{"begins": "daze"}]}, "conditions": DAZED}, 'there is no condition "daze"', {
        "strike": {"effect": [{"begins": "dazed"}]}, "conditions": DAZED
    }),
    ({"strike": {"effect": [{"takes": {"life": 1, "lif": 1}}]}}, 'there is no pool "lif"', None),
    (
        {"also": [{"name": "pray", "cost": 1, "effect": [{"who": "target", "gives": {"life": 1}}]}]},
        'pray has no target; an effect on its own fighter has who = "self"',
        {"also": [{"name": "pray", "cost": 1, "effect": [{"who": "self", "gives": {"life": 1}}]}]},
    ),
    ({"conditions": {"dazed": {"by_hand": True, "weighs": {"skil": 1}}}}, 'there is no figure "skil"', {
        "conditions": DAZED
    }),
    ({"conditions": {"dazed": {"by_hand": True, "until": "round"}}}, 'until = "round" belongs to a clock', {
        "conditions": {"dazed": {"by_hand": True, "until": "round"}}, "clock": RANKS
    }),
    (
        {"conditions": {"dazed": {"by_hand": True, "until": "acting", "lasts": 3}}},
        "lasts and until are both there; a condition has one end",
        {"conditions": {"dazed": {"by_hand": True, "until": "acting"}}},
    ),
    (
        {"conditions": {"dazed": {}}, "strike": {"effect": [{"begins": "dazed"}]}},
        "nothing ends dazed; give lasts, until or while, an effect with ends, or by_hand = true",
        {"conditions": {"dazed": {}}, "strike": {"effect": [{"begins": "dazed"}, {"ends": "dazed", "on": "miss"}]}},
    ),
    ({"conditions": {"dazed": {"lasts": 3}}}, "nothing begins dazed", {"conditions": DAZED}),
    # answers and places
    ({"answer": [{"name": "parry", "needs": "skill > 9"}]}, "is never so", {
        "answer": [{"name": "parry", "needs": "skill > 8"}]
    }),
    ({"answer": [{"name": "parry"}], "strike": {"answers": []}}, 'can be answered with "parry"', {
        "answer": [{"name": "parry"}], "strike": {"answers": ["parry"]}
    }),
    ({"answer": [{"name": "parry", "pays": {"breath": 4}}]}, "the answer costs at least 4 breath", {
        "answer": [{"name": "parry", "pays": {"breath": 3}}]
    }),
    ({"answer": [{"name": "parry", "cost": 6}], "clock": SHOTS}, "it can never be paid", {
        "answer": [{"name": "parry", "cost": 5}], "clock": SHOTS
    }),
    (
        {"places": {"dice": "1d6", "table": [{"up_to": 3, "name": "a"}, {"up_to": 3, "name": "b"}]}},
        "up_to 3 is never reached: the row before takes up to 3",
        {"places": {"dice": "1d6", "table": [{"up_to": 3, "name": "a"}, {"up_to": 4, "name": "b"}]}},
    ),
]  # fmt: skip


@pytest.mark.parametrize(("wrong", "sentence", "right"), CASES, ids=[sentence[:50] for _, sentence, _ in CASES])
def test_a_mistake_of_a_pack_is_told_and_the_pack_beside_it_is_none(
    wrong: Pack, sentence: str, right: Pack | None
) -> None:
    assert sentence in mistakes(wrong)
    if right is not None:
        assert mistakes(right) == ""


# What a fight makes of it


def test_the_name_of_a_condition_is_one_while_it_is_borne() -> None:
    fight = table(6, action={"needs": "dazed"}, conditions=DAZED)
    say(fight, "begin", "next")
    with pytest.raises(Refused, match="Ann cannot strike now: it needs dazed"):
        say(fight, "ann strike bob")
    say(fight, "fix ann dazed on", "ann strike bob")


def test_the_unit_of_a_clock_has_its_plural_and_its_seconds() -> None:
    unit = table(clock={"unit": "beat", "seconds": 0.5}).rules.unit
    assert (unit.words(1), unit.words(2), unit.seconds(10)) == ("1 beat", "2 beats", 5.0)
    own = table(clock={"unit": "foot", "units": "feet", "seconds": 2}).rules.unit
    assert (own.words(2), own.seconds(10)) == ("2 feet", 20.0)


@pytest.mark.parametrize(("label", "shown"), [({}, "life"), ({"label": "hits"}, "hits")])
def test_a_pool_is_shown_by_its_label_and_else_by_its_name(label: dict[str, str], shown: str) -> None:
    fight = table(**pools(**label))
    assert next(pool.label for pool in fight.encounter["ann"].profile.pools if pool.name == "life") == shown


@pytest.mark.parametrize(
    ("at_least", "figures", "chance"),
    [("target.life", {}, 0), ("target.worn", {"worn": "life - 5"}, 67), ("10", {}, 0), ("5", {}, 67)],
)
def test_a_card_tells_no_chance_that_would_show_how_hurt_a_foe_is(
    at_least: str, figures: dict[str, str], chance: int
) -> None:
    fight = table(action={"at_least": at_least}, derived={"deep": "worn", **figures} if figures else {})
    say(fight, "begin", "bob damage 7")
    (strike,) = fight.rules.display.card(fight.encounter, "ann").strikes
    assert [percent for _, percent in strike.chances] == [chance]


# Several mistakes at once


def told(text: str) -> list[str]:
    return [str(each).partition(": ")[2] for each in diagnostics(text)]


def test_what_stands_in_a_table_with_a_mistyped_name_is_judged_at_its_place() -> None:
    text = text_of("ticks").replace("[conditions]", "[conditons]", 1)
    first = told(text)
    assert len(first) == 1 and 'did you mean "conditions"?' in first[0]
    second = told(text.replace("lasts = 10", "lasst = 10", 1))
    assert len(second) == 2 and any('unknown key "lasst"' in line for line in second)


@pytest.mark.parametrize(("table_name", "wrong"), [("action", "acton"), ("answer", "anwser"), ("modifier", "modifer")])
def test_one_of_several_entries_under_a_mistyped_name_is_read_with_the_others(table_name: str, wrong: str) -> None:
    text = text_of("ticks")
    if f"[[{table_name}]]" not in text:
        text += f'\n[[{table_name}]]\nname = "one"\n[[{table_name}]]\nname = "two"\n'
    at = text.rindex(f"[[{table_name}]]")
    text = f"{text[:at]}[[{wrong}]]{text[at + len(table_name) + 4 :]}"
    lines = told(text)
    assert len(lines) == 1 and f'did you mean "{table_name}"?' in lines[0], lines


def test_each_key_that_is_missing_is_told_and_no_mistake_follows_from_it() -> None:
    text = text_of("ticks")
    names = [line for line in text.splitlines() if line.startswith('name = "') and line != 'name = "ticks"']
    without = text.replace(names[1] + "\n", "", 1).replace(names[2] + "\n", "", 1)
    lines = told(without)
    assert len(lines) == 2 and all('"name"' in line and "missing" in line for line in lines), lines


JAB: Pack = {"name": "jab", "cost": 1}
QUICK: Pack = {"name": "quick", "actions": ["jab"]}
GRIT: Pack = {"skill": {"default": 2, "low": 0, "high": 9}, "grit": {"default": []}}
ALONE: list[tuple[Pack, str]] = [
    (
        {"action": [STRIKE, {"nmae": "jab", "cost": 1}], "modifier": [QUICK]},
        'action 2: unknown key "nmae"; did you mean "name"?',
    ),
    ({"action": [STRIKE], "acton": [JAB], "modifier": [QUICK]}, 'unknown key "acton"; did you mean "action"?'),
    ({"figures": {"skill": {"default": "x"}}}, 'figures, skill: default must be a whole number, not "x"'),
    ({"figures": GRIT, "derived": {"a": "grit + 1"}}, "figures, grit: default must be a whole number, not a list"),
    (
        {"figures": {"skill": {**BASE["figures"]["skill"], "default": 20}, "grit": 7}},
        "figures: grit must be a table, not 7",
    ),
    ({"action": [{**STRIKE, "target": "yes"}, JAB]}, 'action "strike": target must be true or false, not "yes"'),
    (
        {"conditions": {"dazed": {"lasts": 3, "foo": 1}}, "action": [{**STRIKE, "effect": [{"begins": "dazed"}]}]},
        'conditions, dazed: unknown key "foo"',
    ),
    (
        {"action": [{**STRIKE, "cost": []}, JAB], "answer": [{"name": "parry", "adds": 1}]},
        'action "strike": cost: must be a whole number, or a formula in quotes',
    ),
    ({"action": [7, JAB], "conditions": {"dazed": {"lasts": 3}}}, "entry 1 of action must be a table, not 7"),
]


@pytest.mark.parametrize(("pack", "mistake"), ALONE, ids=[mistake[:40] for _, mistake in ALONE])
def test_a_mistake_in_one_key_is_told_alone_and_nothing_that_only_follows_from_it(pack: Pack, mistake: str) -> None:
    assert told(tomli_w.dumps({**BASE, **pack})) == [mistake]


SKILL = BASE["figures"]["skill"]
MISTYPED = {"derived": {"a": "skil + 1"}}
BESIDE = 'derived: a: "skil" is no figure here; did you mean "skill"?'
NO_FORMULA = 'action "strike": cost: must be a whole number, or a formula in quotes'
TOGETHER: list[tuple[Pack, list[str]]] = [
    (
        {"actoin": [{**JAB, "cost": "skil"}]},
        [
            'unknown key "actoin"; did you mean "action"?',
            'actoin "jab": cost: "skil" is no figure here; did you mean "skill"?',
        ],
    ),
    ({"actoin": 3, **MISTYPED}, ['unknown key "actoin"', BESIDE]),
    (
        {"action": [{**STRIKE, "cost": [], "damage": "skil"}, JAB]},
        [NO_FORMULA, 'action "strike": damage: "skil" is no figure here; did you mean "skill"?'],
    ),
    ({"action": [{**STRIKE, "cost": 2.5}, JAB], **MISTYPED}, [NO_FORMULA, BESIDE]),
    ({"action": [{**STRIKE, "cost": True}, JAB], **MISTYPED}, [NO_FORMULA, BESIDE]),
    ({"action": [{**STRIKE, "xyzzy": 1}, JAB], **MISTYPED}, ['action "strike": unknown key "xyzzy"', BESIDE]),
    ({"action": [STRIKE, {"cost": 1}], **MISTYPED}, ['action 2: "name" is missing', BESIDE]),
    (
        {"action": [{**STRIKE, "result": [{"margin": 3}]}, JAB], **MISTYPED},
        ['action "strike", result 1: "word" is missing', BESIDE],
    ),
    (
        {"action": [{**STRIKE, "result": [{"word": "grazed"}]}, JAB], **MISTYPED},
        ['action "strike", result 1: word: nothing says when it is "grazed"; give a margin or when', BESIDE],
    ),
    ({"action": [], **MISTYPED}, ["action must have at least 1 entries, not 0", BESIDE]),
    ({"clock": 7, **MISTYPED}, ["clock must be a table, not 7", BESIDE]),
    (
        {"figures": {"skill": {**SKILL, "default": 2.5}}, **MISTYPED},
        ["figures, skill: default must be a whole number, not 2.5", BESIDE],
    ),
    ({"pools": {"life": {"down": 0}, "breath": {"full": 3}}, **MISTYPED}, ['pools, life: "full" is missing', BESIDE]),
    (
        {"clock": {"unit": "beat", "xyzzy": 1}, "derived": {"a": "xyzzy + 1"}},
        [
            'clock: unknown key "xyzzy"',
            'derived: a: "xyzzy" is no figure here; there are skill, a, life, breath',
        ],
    ),
    (
        {"rule": [{"id": "T-A", "title": "x", "text": "x", "name": "xyzzy"}], "derived": {"a": "xyzzy + 1"}},
        [
            'rule "xyzzy": unknown key "name"; it belongs at the top of the file, before the first table',
            'derived: a: "xyzzy" is no figure here; there are skill, a, life, breath',
        ],
    ),
    (
        {"figures": {"skill": SKILL, "grit": 7}, "derived": {"b": "grit + 1", **MISTYPED["derived"]}},
        ["figures: grit must be a table, not 7", BESIDE],
    ),
    (
        {"perks": {"brave": {"x": 1}}, "derived": {"b": "brave + 1", **MISTYPED["derived"]}},
        ['unknown key "perks"', BESIDE],
    ),
    (
        {"perks": [{"name": "brave"}], "derived": {"b": "brave + 1", **MISTYPED["derived"]}},
        ['unknown key "perks"', BESIDE],
    ),
]


@pytest.mark.parametrize(("pack", "mistakes_told"), TOGETHER, ids=[lines[0][:40] for _, lines in TOGETHER])
def test_what_else_is_wrong_is_told_in_the_same_check_and_not_what_only_follows(
    pack: Pack, mistakes_told: list[str]
) -> None:
    assert told(tomli_w.dumps({**BASE, **pack})) == mistakes_told


def test_a_base_pack_has_no_mistakes() -> None:
    assert mistakes({}) == "" and BASE["action"][0] == STRIKE


@pytest.mark.parametrize(("full", "wrong"), [(2, True), (3, True), (4, False), ("skill - 6", True), ("skill", False)])
def test_a_file_whose_fighters_would_all_begin_down_is_told_so(full: int | str, wrong: bool) -> None:
    pack = {**BASE, "pools": {"life": {"full": full, "down": 3, "least": -9}, "breath": {"full": 3}}}
    lines = told(tomli_w.dumps(pack))
    most = 3 if full == "skill - 6" else full
    words = f"life is never full of more than {most}, and at 3 its fighter is down"
    assert [words in line for line in lines] == ([True] if wrong else [])
