"""Mistakes in packs: each on its line with a suggestion, what no key shows alone, and what is hostile."""

from __future__ import annotations

import time
from collections import Counter
from itertools import combinations
from pathlib import Path
from random import Random

import pytest
import tomli

from tests.lanes import sample
from tests.packs.mutants import SHIPPED, changed, diagnostics, mutants, text_of
from tracker.campaign.file_checks import examine
from tracker.storage.preparation import prepare
from tracker.storage.toml.diagnostics import InvalidFile


def told(text: str) -> list[str]:
    return [str(each).removeprefix("pack.toml:") for each in diagnostics(text)]


@pytest.mark.parametrize("seed", sample(range(60)))
@pytest.mark.parametrize("name", sample(SHIPPED))
def test_a_mistake_stands_on_its_line_and_a_slip_of_the_fingers_has_a_suggestion(name: str, seed: int) -> None:
    placed, hinted, all_of = Counter[bool](), Counter[bool](), [*mutants(name, seed)]
    for mutant in all_of:
        here = [each for each in diagnostics(mutant.text) if each.line == mutant.line]
        placed[bool(here)] += 1
        if mutant.hinted:
            hinted[any("did you mean" in each.text for each in here)] += 1
    assert placed[True] == len(all_of)
    assert hinted[False] <= 1 < hinted[True]


STRIKE = 'roll = "2d10 + fight + might + weapon.skill"\n'
POOLS = '"pool(attack, 6, 5)"\nmore_than = "pool(target.defence, 6, 5)"\ndamage'
WHOLE = [
    ("ticks", ('cost = "weapon.speed"', "cost = 0"), 'cost "0" can be 0, so time would stand still; write max(1, …)'),
    ("ticks", ('cost = "weapon.speed"', 'cost = "weapon.speed - 3"'), 'cost "weapon.speed - 3" can be 0'),
    (
        "ticks",
        ("pays = { breath = 2 }", "pays = { breath = 40 }"),
        "costs at least 40 breath, and nobody has more than 12",
    ),
    (
        "ticks",
        ("lasts = 10, ", ""),
        "nothing ends winded; give lasts, until or while, an effect with ends, or by_hand = true",
    ),
    ("ticks", ('begins = "winded"', "takes = { breath = 1 }"), "nothing begins winded"),
    (
        "ticks",
        ("cost = 4\n", 'cost = 4\nneeds = "might > 8"\n'),
        '"might > 8" is never so, and nobody can ever do this',
    ),
    ("ticks", ("cost = 4\n", 'cost = 4\nneeds = "winded * 0"\n'), "nobody can ever do this"),
    ("ticks", ('until = "declaring"', 'until = "round"'), 'belongs to a clock with rounds; this one runs "up"'),
    ("ticks", ('defence = "12 + 2 * grace"', 'defence = "12 + defence"'), "defence needs itself"),
    (
        "ticks",
        (
            f'{STRIKE}at_least = "target.defence"\ndamage = "weapon.damage + down',
            'at_least = "target.defence"\ndamage = "weapon.damage + down',
        ),
        "at_least has nothing to be held against; give a roll",
    ),
    (
        "ticks",
        ('full = "4 + might"', 'full = "0 * might"'),
        "breath is never full of more than 0; nobody has any points",
    ),
    ("ticks", ('full = "4 + might"', 'full = "9 / (might - 4)"'), "can divide by 0"),
    ("ticks", ("pays = { breath = 2 }", 'pays = { breath = "1d6" }'), "rolls dice, and none are rolled here"),
    ("ticks", ('name = "cover"', 'name = "orders"'), '"orders" means something already; give the action another name'),
    ("ticks", ('name = "dodge"', 'name = "parry"'), 'answer "parry" is there twice'),
    (
        "ticks",
        ('{ name = "Hatchet" }', '{ name = "Hatchett" }'),
        'there is no weapon "Hatchett"; did you mean "Hatchet"?',
    ),
    ("ticks", ("might = 4, grace = 4", "might = 9, grace = 4"), "might: input should be less than or equal to 8"),
    ("ticks", ('damage = "1d6-1"', 'damage = "might"'), "must be dice and numbers only"),
    (
        "ticks",
        ("default = 3, low = 1, high = 8 }\ngrace", "default = 9, low = 1, high = 8 }\ngrace"),
        "default 9 is not from 1 to 8",
    ),
    ("ticks", ("down = 0", "down = -4"), "down = -4 is never reached: life goes no lower than 0"),
    ("shots", ("round = 18\n", ""), 'the clock runs "down" and has no round'),
    (
        "shots",
        ('initiative = "1d6 + pace"', 'initiative = "pace - 20"'),
        "initiative is never more than 0, so no fighter ever acts",
    ),
    (
        "shots",
        ('label = "dive for cover"\ncost = 1', 'label = "dive for cover"\ncost = 18'),
        "a sequence has 18 shots: it can never be paid",
    ),
    ("passes", ('actions = ["attack"]', 'actions = ["atack"]'), 'there is no action "atack"; did you mean "attack"?'),
    ("passes", (f"roll = {POOLS}", f'roll = "2 * {POOLS[1:]}'), "are more than added"),
    ("ranks", ('phase = "rank"', 'phase = "ranks"'), 'there is no phase "ranks"; did you mean "rank"?'),
    ("ranks", ("up_to = 12", "up_to = 7"), "up_to 7 is never reached: the row before takes up to 7"),
    ("ranks", ("target = true\n", ""), "no action has a target, so nobody can fight"),
]


@pytest.mark.parametrize(("name", "change", "sentence"), WHOLE, ids=[sentence[:40] for _, _, sentence in WHOLE])
def test_what_no_key_shows_alone_is_told_at_its_place(name: str, change: tuple[str, str], sentence: str) -> None:
    text = changed(name, change)
    lines = told(text)
    assert any(sentence in line for line in lines), lines
    assert all(line[0].isdigit() for line in lines)


DEEP = "".join(f'b{number} = "b{number + 1} + b{number + 1}"\n' for number in range(50)) + "b50 = 1\n"
CHAIN = "".join(f'c{number} = "c{number + 1}{" + 1" * 38}"\n' for number in range(55)) + "c55 = 1\n"
HOSTILE = [
    (("12 + 2 * grace", "+".join(["1"] * 20_000)), "a formula has at most 200 characters, not 39,999"),
    (("12 + 2 * grace", "(" * 30 + "1" + ")" * 30), "a formula has at most 16 brackets within each other"),
    (("12 + 2 * grace", "-" * 150 + "1"), "parts"),
    (('initiative = "1d6"', 'initiative = "1000000000d6"'), '"1000000000d6" is too many dice'),
    (('initiative = "1d6"', 'initiative = "1d1000000000"'), "is too many dice"),
    (('initiative = "1d6"', 'initiative = "99d6 + 99d6"'), "rolls more than 100 dice"),
    (("12 + 2 * grace", "9" * 150), "is too long"),
    (('defence = "12 + 2 * grace"\n', f'defence = "b0"\n{DEEP}'), "is built on too many other figures"),
    (('defence = "12 + 2 * grace"\n', f'defence = "c0"\n{CHAIN}'), "is built on too many figures, one on another"),
    (('initiative = "1d6"', f'initiative = "{"+".join(["10d1000!"] * 10)}"'), "rolls too many kinds of dice at once"),
    (('initiative = "1d6"', f'initiative = "{"+".join(["pool(wits,999,888)"] * 9)}"'), "rolls too many kinds of dice"),
    (("seconds = 0.5", "seconds = 5e-324"), "seconds must be at least 0.0001"),
    (('name = "cover"', f'name = "{"x" * 50}"'), "is no word to type"),
    (("might = { label", '"might\\u001b" = { label'), "refused"),
]


@pytest.mark.parametrize(("change", "sentence"), HOSTILE, ids=[sentence[:40] for _, sentence in HOSTILE])
def test_a_hostile_pack_is_refused_in_a_sentence_and_at_once(change: tuple[str, str], sentence: str) -> None:
    began = time.process_time()
    lines = told(changed("ticks", change))
    assert any(sentence in line for line in lines), lines[:3]
    assert time.process_time() - began < 1


def test_a_formula_of_a_million_signs_is_refused_with_its_file() -> None:
    began = time.process_time()
    text = changed("ticks", ("12 + 2 * grace", "+".join(["1"] * 500_000)))
    (line,) = examine(Path("pack.toml"), text.encode()).diagnostics
    assert "at most 262144 are read" in line.text
    assert time.process_time() - began < 1


def test_a_fight_with_a_pack_that_would_stand_still_is_not_opened() -> None:
    pack = tomli.loads(text_of("ticks"))
    pack["action"][0]["cost"] = 0
    with pytest.raises(InvalidFile, match="so time would stand still"):
        prepare({"system": "ticks", "pack": pack, "combatant": [{"name": "Ann"}]})


def test_a_weapon_with_which_an_action_rolls_more_dice_than_can_be_rolled_is_refused() -> None:
    """The step of the roll would be refused for ever, and the fight would stand still."""
    five = "weapon.damage + " + " + ".join(f"1d{sides}" for sides in range(2, 10))
    pack = tomli.loads(
        changed("ticks", ('damage = "weapon.damage + down(margin / 3)"\nsoak', f'damage = "{five}"\nsoak'))
    )
    many = "99d6+99d8+99d10+99d12+99d20"
    document = {"system": "ticks", "pack": pack}
    prepare({**document, "combatant": [{"name": "Ann", "weapon": [{"name": "Maul"}]}]})
    with pytest.raises(InvalidFile, match="damage: attack would roll too many kinds of dice at once with it"):
        prepare({**document, "combatant": [{"name": "Ann", "weapon": [{"name": "Maul", "damage": many}]}]})


def test_many_mistakes_at_once_are_all_told() -> None:
    lines = told(text_of("ticks").replace("target.defence", "target.defense").replace("breath = 2", "breth = 2"))
    assert len(lines) == 3, lines


def test_a_mistake_in_a_formula_brings_no_others_with_it() -> None:
    (line,) = told(changed("ticks", ("12 + 2 * grace", "12 + * grace")))
    assert "stands where a value belongs (at character 6)" in line


EVERY_STAGE = [
    ("\n[clock]", "\nflavour = 3\n[clock]", 'unknown key "flavour"'),
    ('derived]\ndefence = "12 + 2 * grace"', 'derived]\ndefence = "12 $ 2"', '"$ 2" is no part of a formula'),
    ("[figures]", "[figures]\ntarget = { default = 2 }", '"target" means something already'),
    ("lasts = 10, ", "", "nothing ends winded"),
    ("pays = { breath = 2 }", "pays = { breth = 2 }", 'there is no pool "breth"'),
    ("might = 3", "migt = 3", 'unknown key "migt"'),
]
"""A change of ticks for each stage in which a pack is judged: keys, formulas, names, the whole, the library."""


def test_one_check_tells_the_mistakes_of_every_stage() -> None:
    text = text_of("ticks")
    changes = [each for each in EVERY_STAGE if each[0] in text]
    assert len(changes) >= 5
    for before, after, _ in changes:
        text = text.replace(before, after, 1)
    told_now = told(text)
    for _, _, sentence in changes:
        assert any(sentence in each for each in told_now), (sentence, told_now)
    assert len(told_now) == len(changes)


@pytest.mark.parametrize("seed", sample(range(40)))
@pytest.mark.parametrize("name", sample(SHIPPED))
def test_two_mistakes_are_told_at_once_wherever_they_stand(name: str, seed: int) -> None:
    whole, random = text_of(name).split("\n"), Random(seed)
    changes = []
    for mutant in mutants(name, seed):
        lines = mutant.text.split("\n")
        differ = [at for at, (one, other) in enumerate(zip(whole, lines, strict=False)) if one != other]
        if len(lines) == len(whole) and len(differ) == 1 and differ[0] + 1 == mutant.line:
            changes.append((differ[0], lines[differ[0]]))
    pairs = [(one, other) for one, other in combinations(changes, 2) if one[0] != other[0]]
    missed = []
    for (at, line), (other_at, other) in random.sample(pairs, min(10, len(pairs))):
        lines = [line if place == at else other if place == other_at else kept for place, kept in enumerate(whole)]
        if not reads_as_toml("\n".join(lines)):
            continue
        reported = {each.line for each in diagnostics("\n".join(lines))}
        if not {at + 1, other_at + 1} <= reported:
            missed.append((line, other))
    assert len(pairs) > 10 and len(missed) <= 1, missed


def reads_as_toml(text: str) -> bool:
    """Whether a file is TOML at all: of one that is not, the first place where it is none is all that can be told."""
    try:
        tomli.loads(text)
    except tomli.TOMLDecodeError:
        return False
    return True
