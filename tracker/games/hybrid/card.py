"""The card of one combatant: ready-made chances and the DFs in force."""

from __future__ import annotations

from fractions import Fraction

from tracker.game_api.values import Card, Strike
from tracker.games.hybrid.actions.experience import POINTS
from tracker.games.hybrid.blows.attack_chance import strike_chance
from tracker.games.hybrid.body import conditions, parry_and_block, perception, weapons
from tracker.games.hybrid.book.rounding import shown
from tracker.games.hybrid.book.rulebook import Rulebook
from tracker.games.hybrid.checks import skills, tiers
from tracker.games.hybrid.checks.success_chance import Chance, signed
from tracker.games.hybrid.sheet.damage_text import damage_words
from tracker.games.hybrid.sheet.sheet import Weapon, sheet_of
from tracker.games.hybrid.timing.action_points import SPEED_POINTS
from tracker.games.hybrid.timing.intent import intent
from tracker.model.combatant import Combatant
from tracker.model.state import Encounter

_FLORENTINE = ("two blows", "second")
"""The captions of a strike as the first and as the second of two at once."""
_TIERS = ("solid", "notable", "very", "amaz.")
"""The thresholds from half of the chance downwards, in short words."""


def card(encounter: Encounter, rules: Rulebook, who: str) -> Card:
    """Return the card of one combatant: the chances of every weapon, then DFs, figures and skills.

    Closed in, the techniques of close combat follow the weapons.
    """
    combatant = encounter[who]
    sheet = sheet_of(combatant)
    techniques = sheet.techniques if conditions.closed_in(combatant) else ()
    strikes = tuple(_strike(combatant, weapon, rules) for weapon in (*sheet.weapons, *techniques))
    return Card(who, combatant.name, strikes, _modifiers(combatant, rules), _facts(combatant, rules))


def first_blow(combatant: Combatant, rules: Rulebook) -> Strike | None:
    """Return the strike of the first weapon that is drawn. None without one."""
    drawn = (weapon for weapon in sheet_of(combatant).weapons if weapons.drawn(combatant, weapon))
    weapon = next(drawn, None)
    return None if weapon is None else _strike(combatant, weapon, rules)


def _modifiers(combatant: Combatant, rules: Rulebook) -> tuple[str, ...]:
    """Return each DF in force with its reason, and both figures where mental actions have another one."""
    physical = conditions.dfs_on_action(combatant, rules)
    mental = conditions.dfs_on_action(combatant, rules, column="mental")
    modifiers = []
    for (df, why), (mental_df, _) in zip(physical, mental, strict=True):
        mental_words = f", mental {signed(Fraction(mental_df))}" if mental_df != df else ""
        modifiers.append(f"DF {signed(Fraction(df))}{mental_words} {why}")
    stances = conditions.state_dfs(combatant, conditions.OFFENSIVE, rules.book)
    others = conditions.state_dfs(combatant, conditions.DEFENSIVE, rules.book)
    for (df, why), (defensive, _) in zip(stances, others, strict=True):
        if df != defensive:
            modifiers.append(f"DF {signed(Fraction(df))} to attack, {signed(Fraction(defensive))} to defend: {why}")
    return tuple(modifiers)


def _strike(combatant: Combatant, weapon: Weapon, rules: Rulebook) -> Strike:
    """Return a weapon's row on the card: chances to strike, parry and block, thresholds, speed and damage."""
    chance = strike_chance(combatant, weapon, rules)
    percent = chance.percent
    chances = [("strike", percent)]
    if weapon.use in weapons.CLOSE_QUARTERS and not weapon.verb:
        chances.append(("parry", parry_and_block.parry_chance(combatant, weapon, None, rules).percent))
        chances.append(("block", parry_and_block.block_chance(combatant, weapon, rules).percent))
        for place, df in enumerate(rules.book.actions.florentine.same):  # two actions at once: first and second
            chance_in_pair = Chance(chance.exact + df * chance.per_df)
            chances.append((_FLORENTINE[place], chance_in_pair.percent))
    limits = tiers.thresholds(percent, rules.book)
    lower_thresholds = tuple(reversed(limits[:-1]))
    rank_speed = skills.rank_speed(sheet_of(combatant), weapon.skill, rules)
    quicker = rank_speed if rules.house.rank_speed == "action" else 0
    slower = rules.book.checks.unranked_counts if weapon.skill is None else 0
    speed = f"{weapon.speed}{f'−{quicker}' if quicker else ''}{f'+{slower}' if slower else ''}"
    counts = max(0, weapon.speed - quicker + slower)
    aside = "" if weapons.drawn(combatant, weapon) else "not drawn"
    damage = "a grip" if weapon.is_grip else damage_words(weapon.damage, weapon.type, sheet_of(combatant).stats)
    return Strike(
        weapon.name, tuple(chances), lower_thresholds, speed, damage, aside=aside, tiers=_TIERS, counts=counts
    )


def _facts(combatant: Combatant, rules: Rulebook) -> tuple[str, ...]:
    """Return the lower lines of the card: figures, states in force, speed points, skills, armour and house rules."""
    sheet = sheet_of(combatant)
    mental = intent(combatant) == "mental"
    names = ("MDF", "MSPD", "PSE") if mental else ("PDF", "PSPD", "PSE")
    figures = " ".join(f"{name} {shown(sheet.stats[name])}" for name in names)
    kind = "mental" if mental else "physical"
    lines = [f"{figures} perception {perception.chance(combatant, rules, kind=kind).percent}"]
    if mental:
        lines.append("mental intent")
    if why := conditions.defenceless(combatant, rules):
        lines.append(f"no parry, block, crouch, dodge, fend or rolling with blows: {why} (ruling 91)")
    all_out = combatant.condition(conditions.ALL_OUT)
    if all_out is not None:
        stat = "MDF" if all_out.of == "mental" else "PDF"
        lines.append(f"all out: {stat} lent to the attack until its next declaration (H-ATK-3)")
    points = combatant.mark(SPEED_POINTS)
    if points:
        lines.append(f"speed points {points}")
    for skill in sheet.skills:
        if skill.kind != "support" and skill.basis:
            chance = skills.chance(sheet, skill, rules).percent
            lines.append(f"{skill.name} rank {skill.rank}, {skills.name_of(skill.rank, rules.book)}: {chance}")
        else:
            lines.append(f"{skill.name} rank {skill.rank}")
    for piece in sheet.armour:
        stops = ", ".join(f"{kind} {points}" for kind, points in piece.stops.items())
        lines.append(f"{piece.name}: {stops}")
    if combatant.mark(POINTS):
        lines.append(f"experience {combatant.mark(POINTS)}")
    changed = rules.changed()
    if changed:
        lines.append(f"house rules: {', '.join(changed)}")
    return tuple(lines)
