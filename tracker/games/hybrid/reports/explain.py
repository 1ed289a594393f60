"""The sum behind a chance or a number, line by line with its rule ids, from the code that computes it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tracker.encounter.names import pick, plain
from tracker.games.hybrid.actions import question_choices, social_checks, tasks
from tracker.games.hybrid.arguments import read_task, target_of
from tracker.games.hybrid.blows import hit_odds, knockback, shock
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
from tracker.games.hybrid.book.rulebook import Rulebook
from tracker.games.hybrid.chances import resistance, skills, tiers
from tracker.games.hybrid.chances.success_chance import Chance
from tracker.games.hybrid.close_quarters import disarm_and_feint, grapples
from tracker.games.hybrid.close_quarters.closing_in import BACK, fend_blow
from tracker.games.hybrid.modifiers import action_modifiers, option_parser
from tracker.games.hybrid.sheets.sheet import Weapon, sheet_of
from tracker.games.hybrid.timing import action_points, movement
from tracker.games.hybrid.timing.intent import intent as intent_of
from tracker.games.hybrid.timing.ordered_attack import CLOSING
from tracker.model.combatant import Action, Combatant
from tracker.model.refusals import Refused
from tracker.model.state import Encounter

WITH_WEAPON = ("strike", "parry", "block", "disarm", "feint", "fend", "speed")
ABOUT = (
    *WITH_WEAPON,
    *("roll", "perception", "shock", "bleeding", "knockback", "escape", "accelerate"),
    *("defence", "initiative", "movement", "energy", "dfs", "reaction", "presence", "morale"),
)
"""The words after `why`, besides pools, `count`, `tier`, and the skills and stats of a task."""


def explain(encounter: Encounter, rules: Rulebook, who: str, words: Sequence[str]) -> tuple[str, ...]:
    """Return the sum behind a chance or number, such as `strike`, `parry`, `perception` or a skill.

    A weapon, an opponent or a difficulty may follow the word.
    """
    combatant = encounter[who]
    if words and _is_task(combatant, words):
        return _task(encounter, rules, combatant, list(words))
    if not words:
        return _page(encounter, rules, combatant)
    about = pick(words[0], [(name, name) for name in ABOUT], "number to explain")
    rest = list(words[1:])
    if about in WITH_WEAPON:
        return _with_weapon(encounter, rules, combatant, about, rest)
    if about in _PLAIN:
        return _PLAIN[about](encounter, rules, combatant)
    chances: dict[str, Callable[[], Chance]] = {
        "roll": lambda: roll_with_blow.roll_with_chance(combatant, rules),
        "perception": lambda: perception.chance(
            combatant, rules, kind=rest[0] if rest and rest[0] in action_modifiers.KINDS else "physical"
        ),
        "shock": lambda: _shock(combatant, rules, rest),
        "knockback": lambda: resistance.check(
            combatant, rules, knockback.footing(combatant), [(rules.book.damage.knockback.df, "knockback (H-DMG-6)")]
        ),
        "bleeding": lambda: resistance.check(
            combatant, rules, "PEN", [(rules.book.damage.bleeding.df, "bleeding (H-DMG-7)")]
        ),
        "escape": lambda: grapples.escape_chance(combatant, rules),
        "accelerate": lambda: movement.chance(combatant, rules),
        **{verb: _meeting(combatant, rules, verb, rest) for verb in social_checks.VERBS},
    }
    return _told(f"{combatant.name}, {about}", chances[about](), rules)


def _page(encounter: Encounter, rules: Rulebook, combatant: Combatant) -> tuple[str, ...]:
    """Return the sums of a strike, the DFs in force, the defence and the energy, one after the other."""
    parts = [_with_weapon(encounter, rules, combatant, "strike", []), _dfs(encounter, rules, combatant)]
    parts.append(_defence(encounter, rules, combatant))
    if activity_rates.doing(combatant):
        parts.append(_energy(encounter, rules, combatant))
    lines: list[str] = []
    for part in parts:
        lines += ["", *part] if lines else part
    return tuple(lines)


def _shock(combatant: Combatant, rules: Rulebook, rest: list[str]) -> Chance:
    """Return the shock check: of the mind after `mental`, else by the place that was hit."""
    dfs = shock.shock_dfs(rest[0] if rest else "", rolled_with=False, book=rules.book)
    return resistance.check(combatant, rules, "MEN" if rest[:1] == ["mental"] else "PEN", dfs)


def _meeting(combatant: Combatant, rules: Rulebook, verb: str, rest: list[str]) -> Callable[[], Chance]:
    """Return a function that computes the presence or morale check, on the stat named in `rest` if any."""
    stat = rest[0].upper() if rest and rest[0].upper() in sheet_of(combatant).stats else ""
    return lambda: social_checks.chance(combatant, rules, verb, stat)


def _is_task(combatant: Combatant, words: Sequence[str]) -> bool:
    """Whether the words name a skill or a stat; the caller has already tried the pools."""
    sheet = sheet_of(combatant)
    named = {plain("".join(words[:length])) for length in range(1, min(4, len(words)) + 1)}
    return any(plain(skill.name) in named for skill in sheet.skills) or words[0].split("/")[0].upper() in sheet.stats


def _task(encounter: Encounter, rules: Rulebook, combatant: Combatant, words: list[str]) -> tuple[str, ...]:
    """Return the sum of a task check, with its difficulties and modifiers."""
    check = read_task(encounter, rules, combatant.id, words)
    skill = sheet_of(combatant).skill(check.name)
    modifiers = option_parser.settle(list(check.options), combatant, check.takes or tasks.usual(rules), skill, rules)
    chance = tasks.chance(combatant, rules, check, action_modifiers.read(modifiers))
    return _told(f"{combatant.name}, {check.name}", chance, rules)


def _initiative(encounter: Encounter, rules: Rulebook, combatant: Combatant) -> tuple[str, ...]:
    """Return how the next initiative is computed, from the combatant's intent and speed."""
    table, intent = rules.book.initiative, intent_of(combatant)
    stat = "MSPD" if intent == "mental" else "PSPD"
    part = "/2" if rules.house.initiative_speed == "half" else " (house rule initiative_speed)"
    speed = shown(sheet_of(combatant).stats[stat])
    return (
        f"{table.dice} + {table.base} − {stat} {speed}{part}, {intent} intent, rounded half up (H-INIT-1)",
        f"+{table.unperceived} on entering when nothing was perceived (H-INIT-2)",
        "below 1: 1, the rest are speed points (H-INIT-4)",
    )


def _defence(encounter: Encounter, rules: Rulebook, combatant: Combatant) -> tuple[str, ...]:
    """Return both defence values, and the open question's defences when it is this combatant's."""
    lines = []
    for stat, mental in (("PDF", False), ("MDF", True)):
        factor, why = passive_defence.multiplier(combatant, aware=True, defence="", book=rules.book, mental=mental)
        value = shown(sheet_of(combatant).stats[stat])
        lines.append(f"{combatant.name}'s defence: {shown(factor)} × {stat} {value}, {why} (H-ATK-2, H-DEF)")
    question = encounter.question
    if question is not None and question.what == "defence" and question.who == combatant.id:
        lines += question_choices.every_defence(encounter, rules, question)
    return tuple(lines)


def _energy(encounter: Encounter, rules: Rulebook, combatant: Combatant) -> tuple[str, ...]:
    """Return what the activity of a combatant costs or restores, and when a bar is empty or full."""
    activity = activity_rates.doing(combatant)
    if not activity:
        return (f"{combatant.name} is at nothing that costs or restores energy (H-NRG-5).",)
    counts = rules.unit.many
    lines = [
        f"{rules.book.energy.activity[activity].verb}: {'+' if rate.per_count > 0 else '−'}1 {rate.pool} "
        f"every {shown(1 / abs(rate.per_count))} {counts} (H-NRG-{4 if rate.per_count > 0 else 1})"
        for rate in activity_rates.rates(activity, rules)
    ]
    return (*lines, activities.heading(encounter, rules, combatant.id) or "its bars stay where they are")


def _dfs(encounter: Encounter, rules: Rulebook, combatant: Combatant) -> tuple[str, ...]:
    """Return each DF in force on physical and on mental actions, with its reason."""
    lines = []
    for column in ("physical", "mental"):
        for df, why in conditions.dfs_on_action(combatant, rules, column=column):
            lines.append(f"{column} actions DF {'+' if df > 0 else '−'}{abs(df)}: {why}")
    return tuple(lines) or (f"{combatant.name} acts without any DF now (H-COND).",)


_PLAIN: dict[str, Callable[[Encounter, Rulebook, Combatant], tuple[str, ...]]] = {
    "initiative": _initiative,
    "defence": _defence,
    "energy": _energy,
    "dfs": _dfs,
    "movement": lambda encounter, rules, combatant: movement.table(combatant, rules),
}


def _with_weapon(
    encounter: Encounter, rules: Rulebook, combatant: Combatant, kind: str, rest: list[str]
) -> tuple[str, ...]:
    """Return the sum of a strike, parry, block, disarming, feint or speed with a weapon.

    A strike under way is explained as declared; words after the target are its modifiers.
    """
    weapon, rest = _weapon(combatant, rest)
    title = f"{combatant.name}, {kind} with {weapon.name}"
    if kind == "speed":
        return _speed(combatant, weapon, rules)
    if kind == "parry":
        return _told(title, parry_and_block.parry_chance(combatant, weapon, None, rules), rules)
    if kind == "block":
        return _told(title, parry_and_block.block_chance(combatant, weapon, rules), rules)
    if kind == "fend":
        return _fend(encounter, rules, combatant, weapon, rest)
    target, words = target_of(encounter, rest) if rest else ("", [])
    declared = next((action for action in combatant.actions if action.weapon == weapon.key), None)
    if declared is not None and not target and declared.verb == _ACTIONS[kind]:
        return _told(f"{combatant.name}, {declared.label}", _attempt(encounter, rules, combatant.id, declared), rules)
    modifiers = option_parser.settle(option_parser.read(rules, words), combatant, weapon.speed, weapon.skill, rules)
    encounter = action_points.as_declared(encounter, rules, combatant.id, action_modifiers.read(modifiers))
    action = Action(0, _ACTIONS[kind], weapon.key, target, tuple(modifiers), kind)
    if target:
        what = weapon.name if kind == "strike" else f"{kind} with {weapon.name}"
        title = f"{combatant.name}, {what} at {encounter[target].name}"
    return _told(title, _attempt(encounter, rules, combatant.id, action), rules)


_ACTIONS = {"strike": "attack", "disarm": "disarm", "feint": "feint"}
"""The verb of the action that a word after `why` is about."""


def _attempt(encounter: Encounter, rules: Rulebook, who: str, action: Action) -> Chance:
    """Return the chance that is rolled when an attack, a disarm or a feint lands; without a target only its own sum."""
    if action.verb != "attack":
        return disarm_and_feint.chance(encounter, rules, who, action)
    if action.target:
        return hit_odds.of(encounter, rules, blow_of(who, action)).attack
    weapon = weapons.weapon_of(encounter[who], action.weapon)
    chance = base_chance(encounter[who], weapon, rules)
    return chance.dfs(conditions.dfs_on_action(encounter[who], rules, OFFENSIVE, weapon.column))


def _fend(
    encounter: Encounter, rules: Rulebook, combatant: Combatant, weapon: Weapon, rest: list[str]
) -> tuple[str, ...]:
    """Return the sum of a fend against a fighter who closes in: the one named, or the one who closes now.

    `retreat` behind it is the fend that gives ground. Where no fighter is meant, it is only the fender's own sum.
    """
    back = BACK in rest
    named = [word for word in rest if word != BACK]
    question = encounter.question
    closer = target_of(encounter, named)[0] if named else ""
    if not closer and question is not None and question.who == combatant.id and question.what == CLOSING:
        closer = question.about
    if not closer:
        own = base_chance(combatant, weapon, rules)
        own.dfs(conditions.dfs_on_action(combatant, rules, DEFENSIVE, weapon.column))
        return _told(f"{combatant.name}, fend with {weapon.name}", own, rules)
    blow = fend_blow(encounter, rules, combatant.id, closer, weapon, back)
    title = (
        f"{combatant.name}, fend with {weapon.name} against {encounter[closer].name}{', in retreat' if back else ''}"
    )
    return _told(title, hit_odds.of(encounter, rules, blow).attack, rules)


def _speed(combatant: Combatant, weapon: Weapon, rules: Rulebook) -> tuple[str, ...]:
    """Return how the counts of an attack with a weapon are computed."""
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


def _weapon(combatant: Combatant, rest: list[str]) -> tuple[Weapon, list[str]]:
    """Return the weapon named first in `rest` and the words after it; without one, the weapon in use."""
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


def _told(title: str, chance: Chance, rules: Rulebook) -> tuple[str, ...]:
    """Return a title, the sum of a chance line by line, and the thresholds of its tiers."""
    limits = tiers.thresholds(chance.percent, rules.book)
    rows = zip(rules.book.checks.success, limits, strict=True)
    met = ", ".join(f"{row.name} {limit}" for row, limit in rows if limit)
    return (title, *chance.total(), met or "cannot succeed (H-CHECK-5)")
