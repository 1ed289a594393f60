"""The sum behind a chance or a number, line by line with its rule ids, from the code that computes it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from tracker.encounter.names import pick, plain
from tracker.games.hybrid.actions import question_choices, social_checks, tasks
from tracker.games.hybrid.arguments import read_task, target_of
from tracker.games.hybrid.blows import knockback, odds, shock
from tracker.games.hybrid.blows.attack_chance import base_chance
from tracker.games.hybrid.blows.attack_roll import blow_of
from tracker.games.hybrid.body import (
    activities,
    activity_rates,
    conditions,
    parry_and_block,
    passive_defence,
    perception,
    roll_with_blow,
    skill_use,
    weapons,
)
from tracker.games.hybrid.body.conditions import DEFENSIVE, OFFENSIVE
from tracker.games.hybrid.book.rounding import shown
from tracker.games.hybrid.checks import resistance, skills, tiers
from tracker.games.hybrid.checks.success_chance import Chance, Df
from tracker.games.hybrid.close_quarters import disarm_and_feint, grapples
from tracker.games.hybrid.close_quarters.closing_in import BACK, fend_blow
from tracker.games.hybrid.fighter import Standing
from tracker.games.hybrid.modifiers import action_modifiers, option_parser
from tracker.games.hybrid.sheet.sheet import Weapon, sheet_of
from tracker.games.hybrid.timing import movement, stances
from tracker.games.hybrid.timing.intent import intent as intent_of
from tracker.games.hybrid.timing.ordered_attack import CLOSING
from tracker.games.toolkit import topics
from tracker.games.toolkit.topics import Explain
from tracker.model.combatant import Action, Combatant
from tracker.model.refusals import Refused

Lines = tuple[str, ...]


def explain(fighter: Standing, words: Sequence[str]) -> Lines:
    """Return the sum behind a chance or number, such as `strike`, `parry`, `perception` or a skill.

    A weapon, an opponent or a difficulty may follow the word.
    """
    if not words:
        return _page(fighter)
    if _is_task(fighter.now, words):
        return _task(fighter, words)
    return topics.explain(TOPICS, "number to explain", fighter, words)


def _page(fighter: Standing) -> Lines:
    """Return the lines for no word at all: strike, DFs, defence, and the energy of an activity under way."""
    parts = [_strike(fighter, "strike", ()), _dfs(fighter, "", ()), _defence(fighter, "", ())]
    if activity_rates.doing(fighter.now):
        parts.append(_energy(fighter, "", ()))
    return tuple(line for part in parts for line in ("", *part))[1:]


def _check(fighter: Standing, about: str, rest: Sequence[str]) -> Lines:
    """Return the sum of the check `about` names, one without a weapon. `rest` may begin with a kind, place or stat."""
    combatant, rules, first = fighter.now, fighter.rules, rest[0] if rest else ""
    dfs: list[Df] = []
    match about:
        case "roll":
            chance = roll_with_blow.roll_with_chance(combatant, rules)
        case "perception":
            kind = first if first in action_modifiers.KINDS else "physical"
            chance = perception.chance(combatant, rules, kind=kind)
        case "shock":
            dfs = shock.shock_dfs(first, rolled_with=False, book=rules.book)
            chance = resistance.check(combatant, rules, "MEN" if first == "mental" else "PEN", dfs)
        case "knockback":
            dfs = [(rules.book.damage.knockback.df, "knockback (H-DMG-6)")]
            chance = resistance.check(combatant, rules, knockback.footing(combatant), dfs)
        case "bleeding":
            dfs = [(rules.book.damage.bleeding.df, "bleeding (H-DMG-7)")]
            chance = resistance.check(combatant, rules, "PEN", dfs)
        case "escape":
            chance = grapples.escape_chance(combatant, rules)
        case "accelerate":
            chance = movement.chance(combatant, rules)
        case _:
            stat = first.upper() if first.upper() in sheet_of(combatant).stats else ""
            chance = social_checks.chance(combatant, rules, about, stat)
    return _chance(fighter, about, chance)


def _movement(fighter: Standing, about: str, rest: Sequence[str]) -> Lines:
    return movement.table(fighter.now, fighter.rules)


def _is_task(combatant: Combatant, words: Sequence[str]) -> bool:
    """Return whether the words name a skill or a stat. The caller has already tried the pools."""
    sheet = sheet_of(combatant)
    named = {plain("".join(words[:length])) for length in range(1, min(4, len(words)) + 1)}
    return any(plain(skill.name) in named for skill in sheet.skills) or words[0].split("/")[0].upper() in sheet.stats


def _task(fighter: Standing, words: Sequence[str]) -> Lines:
    """Return the sum of a task, its words as typed after `task`: `climbing difficult`."""
    combatant, rules = fighter.now, fighter.rules
    check = read_task(fighter.encounter, rules, fighter.who, [*words])
    skill = sheet_of(combatant).skill(check.name)
    modifiers = option_parser.settle(list(check.options), combatant, check.takes or tasks.usual(rules), skill, rules)
    chance = tasks.chance(combatant, rules, check, action_modifiers.read(modifiers))
    return _chance(fighter, check.name, chance)


def _initiative(fighter: Standing, about: str, rest: Sequence[str]) -> Lines:
    """Return how the next initiative is computed, from the combatant's intent and speed."""
    combatant, rules = fighter.now, fighter.rules
    table, intent = rules.book.initiative, intent_of(combatant)
    stat = "MSPD" if intent == "mental" else "PSPD"
    part = "/2" if rules.house.initiative_speed == "half" else " (house rule initiative_speed)"
    speed = shown(sheet_of(combatant).stats[stat])
    return (
        f"{table.dice} + {table.base} − {stat} {speed}{part}, {intent} intent, rounded half up (H-INIT-1)",
        f"+{table.unperceived} on entering when nothing was perceived (H-INIT-2)",
        "below 1: 1, the rest are speed points (H-INIT-4)",
    )


def _defence(fighter: Standing, about: str, rest: Sequence[str]) -> Lines:
    """Return the values of PDF and MDF, and the answers to a blow where the open question asks this fighter for one."""
    combatant, rules, question = fighter.now, fighter.rules, fighter.encounter.question
    lines = []
    for stat, mental in (("PDF", False), ("MDF", True)):
        factor, why = passive_defence.multiplier(combatant, aware=True, defence="", book=rules.book, mental=mental)
        value = shown(sheet_of(combatant).stats[stat])
        lines.append(f"{combatant.name}'s defence: {shown(factor)} × {stat} {value}, {why} (H-ATK-2, H-DEF)")
    if question is not None and question.what == "defence" and question.who == combatant.id:
        lines += question_choices.every_defence(fighter.encounter, rules, question)
    return tuple(lines)


def _energy(fighter: Standing, about: str, rest: Sequence[str]) -> Lines:
    """Return the rates at which the present activity costs or restores points, and where they lead."""
    combatant, rules = fighter.now, fighter.rules
    activity = activity_rates.doing(combatant)
    if not activity:
        return (f"{combatant.name} is at nothing that costs or restores energy (H-NRG-5).",)
    counts = rules.unit.many
    lines = [
        f"{rules.book.energy.activity[activity].verb}: {'+' if rate.per_count > 0 else '−'}1 {rate.pool} "
        f"every {shown(1 / abs(rate.per_count))} {counts} (H-NRG-{4 if rate.per_count > 0 else 1})"
        for rate in activity_rates.rates(activity, rules)
    ]
    return (*lines, activities.heading(fighter.encounter, rules, fighter.who) or "its bars stay where they are")


def _dfs(fighter: Standing, about: str, rest: Sequence[str]) -> Lines:
    """Return the DFs in force on physical and on mental actions, one a line."""
    combatant, rules = fighter.now, fighter.rules
    lines = []
    for column in ("physical", "mental"):
        for df, why in conditions.dfs_on_action(combatant, rules, column=column):
            lines.append(f"{column} actions DF {'+' if df > 0 else '−'}{abs(df)}: {why}")
    return tuple(lines) or (f"{combatant.name} acts without any DF now (H-COND).",)


def _parry_or_block(fighter: Standing, about: str, rest: Sequence[str]) -> Lines:
    """Return the sum of a parry or a block (`about`) with the weapon named in `rest`, else the one in use."""
    combatant, rules, (weapon, _) = fighter.now, fighter.rules, _weapon(fighter.now, rest)
    if about == "parry":
        chance = parry_and_block.parry_chance(combatant, weapon, None, rules)
    else:
        chance = parry_and_block.block_chance(combatant, weapon, rules)
    return _chance(fighter, f"{about} with {weapon.name}", chance)


def _strike(fighter: Standing, kind: str, rest: Sequence[str]) -> Lines:
    """Return the sum of a strike, a disarming or a feint with a weapon.

    A strike under way is explained as declared. Words after the target are its modifiers.
    """
    combatant, rules = fighter.now, fighter.rules
    weapon, rest = _weapon(combatant, rest)
    target, words = target_of(fighter.encounter, rest) if rest else ("", [])
    declared = next((action for action in combatant.actions if action.weapon == weapon.key), None)
    if declared is not None and not target and declared.verb == _ACTIONS[kind]:
        return _chance(fighter, declared.label, _attempt(fighter, declared))
    modifiers = option_parser.settle(option_parser.read(rules, words), combatant, weapon.speed, weapon.skill, rules)
    encounter = stances.as_declared(fighter.encounter, rules, fighter.who, action_modifiers.read(modifiers))
    action = Action(id=0, verb=_ACTIONS[kind], weapon=weapon.key, target=target, options=tuple(modifiers), label=kind)
    title = f"{kind} with {weapon.name}"
    if target:
        title = f"{weapon.name if kind == 'strike' else title} at {encounter[target].name}"
    return _chance(fighter, title, _attempt(replace(fighter, encounter=encounter), action))


_ACTIONS = {"strike": "attack", "disarm": "disarm", "feint": "feint"}
"""The action's verb by the word after `why`."""


def _attempt(fighter: Standing, action: Action) -> Chance:
    """Return the chance of an attack, a disarm or a feint when it lands. Without a target only its own sum."""
    encounter, rules, who = fighter.encounter, fighter.rules, fighter.who
    if action.verb != "attack":
        return disarm_and_feint.chance(encounter, rules, who, action)
    if action.target:
        return odds.hit_odds(encounter, rules, blow_of(who, action)).attack
    weapon = weapons.weapon_of(encounter[who], action.weapon)
    chance = base_chance(encounter[who], weapon, rules)
    return chance.dfs(conditions.dfs_on_action(encounter[who], rules, OFFENSIVE, weapon.column))


def _fend(fighter: Standing, about: str, rest: Sequence[str]) -> Lines:
    """Return the sum of a fend against a fighter who closes in: the one named, or the one who closes now.

    `retreat` behind it is the fend that gives ground. Where no fighter is meant, it is only the fender's own sum.
    """
    encounter, rules, combatant = fighter.encounter, fighter.rules, fighter.now
    weapon, rest = _weapon(combatant, rest)
    back = BACK in rest
    named = [word for word in rest if word != BACK]
    question, title = encounter.question, f"{about} with {weapon.name}"
    closer = target_of(encounter, named)[0] if named else ""
    if not closer and question is not None and question.who == combatant.id and question.what == CLOSING:
        closer = question.about
    if not closer:
        fender = base_chance(combatant, weapon, rules)
        fender.dfs(conditions.dfs_on_action(combatant, rules, DEFENSIVE, weapon.column))
        return _chance(fighter, title, fender)
    blow = fend_blow(encounter, rules, combatant.id, closer, weapon, back)
    title += f" against {encounter[closer].name}{', in retreat' if back else ''}"
    return _chance(fighter, title, odds.hit_odds(encounter, rules, blow).attack)


def _speed(fighter: Standing, about: str, rest: Sequence[str]) -> Lines:
    """Return how many counts a blow with the weapon named in `rest` takes, and why."""
    combatant, rules = fighter.now, fighter.rules
    weapon, _ = _weapon(combatant, rest)
    rank_speed = skills.rank_speed(sheet_of(combatant), weapon.skill, rules)
    total = skill_use.of_weapon(combatant, weapon, rules).counts()
    where_it_counts = (
        "off the next initiative instead (house rule rank_speed)" if rules.house.rank_speed == "initiative" else ""
    )
    return (
        f"{weapon.name} speed {weapon.speed}",
        f"rank speed −{rank_speed} (H-SKILL-7) {where_it_counts}".rstrip(),
        *(() if weapon.skill else (f"unranked +{rules.book.checks.unranked_counts} (H-CHECK-3)",)),
        f"{total} {rules.unit.many}, at least 1 (H-INIT-5)",
    )


def _weapon(combatant: Combatant, rest: Sequence[str]) -> tuple[Weapon, Sequence[str]]:
    """Return the weapon named first in `rest` and the words after it. Without one, the weapon in use."""
    sheet = sheet_of(combatant)
    candidates = sheet.all_weapons
    if rest:
        offered = [(weapon.name, weapon) for weapon in candidates] + [(weapon.key, weapon) for weapon in candidates]
        offered += [("fist", sheet.fist)] if sheet.fist is not None else []
        try:
            return pick(rest[0], offered, f"weapon of {combatant.name}"), rest[1:]
        except Refused:
            pass
    key_in_use = combatant.actions[0].weapon if combatant.actions else ""
    weapon_in_use = next((weapon for weapon in candidates if weapon.key == key_in_use), None)
    return weapon_in_use or weapons.at_hand(combatant) or sheet.weapons[0], rest


def _chance(fighter: Standing, title: str, chance: Chance) -> Lines:
    """Return the title, the lines of the sum, and the highest roll for each tier of success."""
    book = fighter.rules.book
    limits = tiers.thresholds(chance.percent, book)
    met = ", ".join(f"{row.name} {limit}" for row, limit in zip(book.checks.success, limits, strict=True) if limit)
    return (f"{fighter.name}, {title}", *chance.total(), met or "cannot succeed (H-CHECK-5)")


TOPICS: Mapping[str, Explain] = {
    "strike": _strike,
    **dict.fromkeys(("parry", "block"), _parry_or_block),
    **dict.fromkeys(("disarm", "feint"), _strike),
    "fend": _fend,
    "speed": _speed,
    **dict.fromkeys(("roll", "perception", "shock", "bleeding", "knockback", "escape", "accelerate"), _check),
    "defence": _defence,
    "initiative": _initiative,
    "movement": _movement,
    "energy": _energy,
    "dfs": _dfs,
    **dict.fromkeys(social_checks.VERBS, _check),
}
"""The words after `why`, besides pools, `count`, `tier`, and the skills and stats of a task."""
