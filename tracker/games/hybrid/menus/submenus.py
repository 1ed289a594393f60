"""The menus behind the verbs: attacks, close quarters, presets, simple actions, drawing, aid, scene, filters."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

from tracker.game_api.target_keys import seat_key
from tracker.game_api.values import HIT, Choice, Menu, Percent
from tracker.games.hybrid.actions import draw as draw_room
from tracker.games.hybrid.actions import first_aid
from tracker.games.hybrid.body import conditions, grips, perception, scene_changes, weapons
from tracker.games.hybrid.body.conditions import GRAPPLING, HELD, PRESET
from tracker.games.hybrid.book.rounding import shown
from tracker.games.hybrid.checks import skills
from tracker.games.hybrid.checks.success_chance import signed
from tracker.games.hybrid.close_quarters import closing_in, disarm_and_feint, grapples
from tracker.games.hybrid.fighter import Standing
from tracker.games.hybrid.menus import attack_targets
from tracker.games.hybrid.menus.declaration_menu import to_strike_with, weapon_choices
from tracker.games.hybrid.modifiers import action_modifiers
from tracker.games.hybrid.modifiers.action_modifiers import (
    ADVANCE,
    ALLOUT,
    CALLED,
    INDIRECT,
    JUMP,
    QUICK,
    RETREAT,
    RUSH,
    SETUP,
    SPIN,
)
from tracker.games.hybrid.sheet.damage_text import damage_words
from tracker.games.hybrid.sheet.sheet import Weapon, sheet_of
from tracker.games.hybrid.timing import action_points, stances
from tracker.games.toolkit.menu_paths import Chosen, Path, steps
from tracker.games.toolkit.verbs import Verb
from tracker.model.combatant import Combatant
from tracker.model.refusals import Refused

_KEYS = "123456789abdefghijklmopqrtvw"
_DIGITS = "123456789"
_NOTICES = "to notice it"
_LETTERS = "aceghikmnopqrwz"
"""The letters that are free before the fight. The others select, look up or correct something."""


def attack(fighter: Standing, path: Path, _row: Verb) -> Menu:
    """Return the menu of an attack: the weapon, then its modifiers, then the target.

    `path` holds `attack` and the choices so far. The weapon is not asked for where only one is ready.
    """
    candidates, rest = to_strike_with(fighter.now), path[1:]
    ready = [weapon for weapon in candidates if not weapons.why_not(fighter.now, weapon)]
    armed = weapons.at_hand(fighter.now) is not None
    if not rest and (len(ready) != 1 or not armed):
        choices = weapon_choices(fighter, lambda weapon: ("attack", weapon.key))
        return Menu(f"{fighter.name}: which weapon?", choices)
    weapon = (sheet_of(fighter.now).weapon(rest[0]) if rest else None) or ready[0]
    modifiers = tuple(map(str, rest[1:]))
    if modifiers and modifiers[-1] == "called":
        return _called(fighter, weapon, modifiers[:-1])
    if modifiers and modifiers[-1] == "manner":
        return _manner(fighter, weapon, modifiers[:-1])
    return _targets(fighter, weapon, modifiers)


def _called(fighter: Standing, weapon: Weapon, modifiers: Path) -> Menu:
    """Return the menu of the places to aim at, with the chance to hit the first of the possible targets (H-ATK).

    `modifiers` are the options chosen so far.
    """
    rest = action_modifiers.without(modifiers, CALLED)
    able = attack_targets.able_others(fighter)
    choices = []
    for i, (place, df) in enumerate(fighter.rules.book.attack.called.items()):
        modifiers_then, label, works = (*rest, f"{CALLED} {place}"), f"{place} {_df(df)}", None
        if able:
            percent = attack_targets.chance_now(fighter, weapon, able[0], modifiers_then)
            label, works = place, Percent.of(percent, event=HIT)
        path = ("attack", weapon.key, *steps(modifiers_then))
        choices.append(Choice(_DIGITS[i], label, path=path, works=works))
    of_target = f" of {able[0].name}" if able else ""
    return Menu(f"{fighter.name}: aim at which place{of_target}?", tuple(choices))


def _targets(fighter: Standing, weapon: Weapon, modifiers: Path) -> Menu:
    """Return the menu of the targets of an attack, with the keys for a called shot, modifiers and speed points."""
    lands = fighter.encounter.count + attack_targets.counts(fighter, weapon, modifiers)
    choices = tuple(attack_targets.targets(fighter, weapon, modifiers).values())
    path = ("attack", weapon.key, *steps(modifiers))
    extras = []
    if weapon.use != "mental" and not weapon.verb:
        extras.append(Choice("c", "called shot", path=(*path, "called")))
    extras.append(Choice("n", "modifiers", path=(*path, "manner")))
    speed_points, spent = fighter.now.mark(action_points.SPEED_POINTS), action_modifiers.read(modifiers).spent
    if speed_points > spent:
        label, rest = f"speed point {spent + 1} of {speed_points}", action_modifiers.without(modifiers, QUICK)
        extras.append(Choice("s", label, path=("attack", weapon.key, *steps(rest), Chosen(QUICK, spent + 1))))
    chosen = f", {', '.join(modifiers)}" if modifiers else ""
    # A foe out of reach is closed with first: then the heading says no count, or for whom it is.
    in_reach = [choice.lands == lands for choice in choices if not choice.refused]
    where = "" if all(in_reach) else " where it reaches,"
    landing_before = attack_targets.landing_before(fighter.encounter, lands)
    landing = f"lands on count {lands}{f'{where}{landing_before}'.rstrip(',')}. " if any(in_reach) else ""
    return Menu(f"{fighter.name}, {weapon.name}{chosen}: {landing}Target?", choices, tuple(extras))


def _manner(fighter: Standing, weapon: Weapon, chosen: Path) -> Menu:
    """Return the menu of the modifiers of an attack, as toggles that lead back to the targets.

    `chosen` are the options chosen so far. Rules: H-ACT 3 and 4, H-ATK 3–5.
    """
    book, defences = fighter.rules.book.attack, fighter.rules.book.defences
    stat = "MDF" if weapon.column == "mental" else "PDF"
    # Each row: the option, its share if it has one, and the label.
    rows = [
        (SETUP, "", "set up: chance +20, and +2 a rank"),
        (RUSH, "1/2", "rush: half the time and chance"),
        (RUSH, "1/4", "rush: a quarter"),
        (ALLOUT, "", f"all out: +{stat} to hit, no defence"),
        (ADVANCE, "", f"advance {_df(defences.advance.offensive)}"),
        (RETREAT, "", f"retreat {_df(defences.retreat.offensive)}"),
    ]
    if weapon.use != "mental":
        rows += [(SPIN, "", f"spin {_df(book.spin.df)}"), (JUMP, "", f"jump {_df(book.jump.df)}")]
    if weapon.use in ("missile", "thrown"):
        farthest = shown(sheet_of(fighter.now).stats["PST"])  # H-ATK-4
        rows.append((INDIRECT, "", f"lob {_df(book.indirect)}, to {farthest} m"))
    choices = []
    for place, (name, share, label) in enumerate(rows):
        option = f"{name} {share}".strip()
        is_chosen = option in chosen
        chosen_then = (*action_modifiers.without(chosen, name), *(() if is_chosen else (option,)))
        price, refused = "", ""
        try:
            counts = attack_targets.counts(fighter, weapon, chosen_then)
            price = f"{counts} → lands {fighter.encounter.count + counts}"
        except Refused:
            refused = f"{weapon.name} cannot be any faster."
        path = ("attack", weapon.key, *steps(chosen_then))
        choices.append(Choice(_DIGITS[place], f"{_mark(is_chosen)}{label}", path=path, price=price, refused=refused))
    return Menu(f"{fighter.name}, {weapon.name}: which modifiers?", tuple(choices))


def _mark(chosen: bool) -> str:
    """Return the mark of a toggle that is chosen. Empty for another."""
    return "● " if chosen else ""


def _df(df: int) -> str:
    """Return a DF for a label: `DF −2`."""
    return f"DF {signed(Fraction(df))}"


def close(fighter: Standing, path: Path, _row: Verb) -> Menu:
    """Return the menu of closing, giving ground, close combat, disarming and feinting (H-ATK 3, 6, 7 and 8).

    `path` is `close`, then an opponent's id or nothing, then `disarm` or `feint`.
    """
    combatant, encounter, who = fighter.now, fighter.encounter, fighter.who
    if len(path) > 2:
        return _trick(fighter, path[2])
    if len(path) == 2 and path[1]:
        return _techniques_at(fighter, encounter[path[1]])
    closed_in = closing_in.able_closed_in(combatant, encounter)
    lands = encounter.count + fighter.rules.book.close.counts
    choices = []
    for other in attack_targets.foes(fighter):
        if other not in closed_in:
            why, name = closing_in.why_not(encounter, who, other.id), f"close with {other.name}"
            choices.append(_at(other, f"{name} →{lands}", f"{who} close {other.id}", why, lands=lands, name=name))
    for other in closed_in:
        label = f"{other.name}: grapple, throw…"
        choices.append(Choice(seat_key(other.profile.seat), label, path=("close", other.id), whom=other.id))
    if fighter.has(HELD):
        works = Percent.of(grapples.escape_chance(combatant, fighter.rules).percent)
        price = f"the margin comes off the hold (strength {combatant.mark(grips.STRENGTH)})"
        free = Choice("e", "get free", line=f"{who} escape", price=price, about=("escape",), works=works)
        choices.insert(0, free)
    if fighter.has(GRAPPLING):
        choices.append(Choice("l", "let go", line=f"{who} release"))
    choices += _ground(fighter, bool(closed_in))
    for weapon in weapons.in_hand(combatant) if closed_in else ():
        choices.append(Choice("", f"drop {weapon.name}, no time", line=f"{who} discards {weapon.key}"))
    if weapons.at_hand(combatant) is not None:
        choices += [
            Choice("d", "disarm", path=("close", "", "disarm")),
            Choice("f", "feint", path=("close", "", "feint")),
        ]
    tricks = {choice.key for choice in choices if not choice.whom}
    # In a crowd a foe may sit at the letter of a trick: it is marked with the arrows instead.
    keyed = (replace(choice, key="") if choice.whom and choice.key in tricks else choice for choice in choices)
    return Menu(f"{fighter.name}: close quarters and tricks", tuple(keyed))


def _at(other: Combatant, label: str, line: str, refused: str = "", **fields: Any) -> Choice:
    """Return a choice about another fighter, under the key of its seat. `fields` are further fields of the choice."""
    return Choice(seat_key(other.profile.seat), label, line=line, refused=refused, whom=other.id, **fields)


def _ground(fighter: Standing, closed_in: bool) -> list[Choice]:
    """Return the choices to retreat, or fall back when closed in, and to advance, at the fighter's moment."""
    how, who = action_modifiers.ActionModifiers(), fighter.who
    combatant = stances.as_declared(fighter.encounter, fighter.rules, who, how)[who]
    label = "fall back, fending" if closed_in else "retreat"
    why = closing_in.why_not_back_off(combatant) if closed_in else stances.why_no_retreat(combatant)
    why_no_advance = stances.why_no_advance(combatant, None, None)
    return [
        Choice("r", label, line=f"{who} retreat", refused=why),
        Choice("v", "advance", line=f"{who} advance", refused=why_no_advance),
    ]


def _techniques_at(fighter: Standing, other: Combatant) -> Menu:
    """Return the menu of the techniques of close combat against one opponent, with chance and effect."""
    choices, sheet = [], sheet_of(fighter.now)
    for index, weapon in enumerate(sheet.techniques[: len(_KEYS)]):
        percent = attack_targets.chance_now(fighter, weapon, other)
        lands = fighter.encounter.count + attack_targets.counts(fighter, weapon)
        harm = damage_words(weapon.damage, weapon.type, sheet.stats)
        effect = "a grip" if weapon.is_grip else f"{harm}, to the ground"
        choices.append(
            Choice(
                _KEYS[index],
                weapon.name,
                line=f"{fighter.who} attack {other.id} {weapon.key}",
                price=f"lands {lands}, {effect}",
                refused=attack_targets.why_not(fighter, weapon, other),
                about=("strike", weapon.key, other.id),
                works=Percent.of(percent, event=HIT),
            )
        )
    return Menu(f"{fighter.name} at {other.name}", tuple(choices))


def _trick(fighter: Standing, verb: str) -> Menu:
    """Return the menu of targets for disarming or a feint (`verb`) with the weapon at hand."""
    combatant, encounter = fighter.now, fighter.encounter
    weapon = weapons.at_hand(combatant)
    if weapon is None:
        return Menu(f"{fighter.name} has no weapon free in hand to {verb} with", ())
    lands = encounter.count + attack_targets.counts(fighter, weapon)
    choices = []
    for other in attack_targets.foes(fighter):
        why = disarm_and_feint.why_not(encounter, fighter.rules, combatant, other, weapon, verb)
        choices.append(_at(other, f"{verb} {other.name}", f"{fighter.who} {verb} {other.id}", why, lands=lands))
    return Menu(f"{fighter.name}: {verb}. Target?", tuple(choices))


def preset(fighter: Standing, path: Path, _row: Verb) -> Menu:
    """Return the menu to set off the preset, by an event or by a foe. Without one, the menu to preset an action.

    Rules: H-INIT-7.
    """
    combatant, who = fighter.now, fighter.who
    choices: list[Choice] = []
    preset_state = combatant.condition(PRESET)
    if preset_state is not None:
        df = fighter.rules.book.initiative.preset.df
        noticed = Percent.of(perception.chance(combatant, fighter.rules).dfs([(df, "trigger")]).percent)
        price = f"{_NOTICES}; then initiative with twice the reaction"
        choices.append(Choice("o", "the trigger happens", line=f"{who} trigger", price=price, works=noticed))
        for other in attack_targets.foes(fighter):
            name = f"{other.name} is the trigger"
            choices.append(_at(other, name, f"{who} trigger {other.id}", price=_NOTICES, works=noticed))
        return Menu(f"{fighter.name}: {preset_state.label}", tuple(choices))
    for index, weapon in enumerate(sheet_of(combatant).weapons[:9]):
        label, line = f"{weapon.name}, type the trigger", f"{who} preset attack {weapon.key} if "
        choices.append(Choice(_DIGITS[index], label, line=line, unfinished=True))
    choices.append(Choice("d", "dodge, type the trigger", line=f"{who} preset dodge if ", unfinished=True))
    choices.append(Choice("t", "anything else, type it", line=f"{who} preset ", unfinished=True))
    return Menu(f"{fighter.name}: which action, and which trigger?", tuple(choices))


def act(fighter: Standing, path: Path, _row: Verb) -> Menu:
    """Return the simple actions of the table, and growing familiar with a weapon (H-ACT-2, H-SKILL-5)."""
    lines = [
        (f"{action.words}, {action.counts}", f"{fighter.who} act {name}")
        for name, action in fighter.rules.book.actions.simple.items()
    ]
    lines += [
        (f"grow familiar with {weapon.name}", f"{fighter.who} familiarise {weapon.key}")
        for weapon in sheet_of(fighter.now).weapons
        if weapon.unfamiliar
    ]
    choices = [Choice(_KEYS[index], label, line=line) for index, (label, line) in enumerate(lines)]
    choices.append(Choice("z", "something else, type it", line=f'{fighter.who} does "', unfinished=True))
    return Menu(f"{fighter.name}: simple action", tuple(choices))


def draw(fighter: Standing, path: Path, _row: Verb) -> Menu:
    """Return the weapons that can be drawn, each normally or as a fast draw (H-ACT-2)."""
    combatant, rules, who = fighter.now, fighter.rules, fighter.who
    choices: list[Choice] = []
    for weapon in sheet_of(combatant).weapons:
        if not weapons.drawn(combatant, weapon) and len(choices) < 8:
            count, slow = fighter.encounter.count, weapon.speed * rules.book.actions.draw_factor
            counts_on_success, counts_on_failure = (
                draw_room.fast_draw_counts(combatant, rules, weapon, success) for success in (True, False)
            )
            name, line = f"draw {weapon.name}", f"{who} draw {weapon.key}"
            choices.append(Choice(_DIGITS[len(choices)], f"{name} →{count + slow}", line=line, name=name))
            chance = skills.with_weapon(combatant, sheet_of(combatant), weapon, rules, "draw")
            percent = chance.dfs(conditions.dfs_on_action(combatant, rules)).percent
            name, line = f"fast draw {weapon.name}", f"{who} fastdraw {weapon.key}"
            price = f"→{count + counts_on_success}, else →{count + counts_on_failure}"
            key, works = _DIGITS[len(choices)], Percent.of(percent)
            choices.append(Choice(key, name, line=line, price=price, works=works))
    return Menu(f"{fighter.name}: which weapon?", tuple(choices))


def aid(fighter: Standing, path: Path, _row: Verb) -> Menu:
    """Return the wounded whom first aid can treat, with the chance, the count of the check, and the wounds."""
    works = Percent.of(first_aid.aid_chance(fighter.now, fighter.rules).percent)
    lands = fighter.encounter.count + first_aid.aid_counts(fighter.now, fighter.rules)
    choices = []
    for other in fighter.encounter:
        if wounds := conditions.wounds_of(other):
            line = f"{fighter.who} aids {other.id}"
            price = f"→{lands} · {', '.join(wound.label for wound in wounds)}"
            choices.append(_at(other, other.name, line, price=price, lands=lands, works=works))
    return Menu(f"{fighter.name}: first aid, whose wound?", tuple(choices))


def begin(fighter: Standing) -> Menu:
    """Return the menu before the fight: the words of one combatant's alertness, as toggles."""
    alertness, modifiers = perception.alertness(fighter.now), fighter.rules.book.perception.modifiers
    choices: list[Choice] = []
    free = [*_LETTERS]
    for word, df in modifiers.items():
        # A letter of the word where one is free; digits select fighters.
        key = next((letter for letter in word if letter in free), free[0])
        free.remove(key)
        then = [other for other in alertness if other != word] if word in alertness else [*alertness, word]
        line = f"{fighter.who} alertness {', '.join(then)}".strip()
        choices.append(Choice(key, f"{_mark(chosen=word in alertness)}{word} {_df(df)}", line=line))
    percent = perception.chance(fighter.now, fighter.rules).percent
    return Menu(f"{fighter.name}: perception {Percent.of(percent).words}, alertness", tuple(choices))


def scene(fighter: Standing, path: Path, _row: Verb) -> Menu:
    """Return the menu of light and gravity for every combatant from now on, with their DFs (H-COND, ruling 86).

    The rest of the scene is typed.
    """
    scene_now, table = scene_changes.of(fighter.now, fighter.rules), fighter.rules.book.environment
    choices: list[Choice] = []
    for part, value in ((scene_changes.LIGHT, scene_now.light), (scene_changes.GRAVITY, scene_now.gravity)):
        for words, df in (("full", 0), *table.of(part).items()):
            label = f"{_mark(chosen=words == (value or 'full'))}{part} {words}{f' {_df(df)}' if df else ''}"
            choices.append(Choice(_KEYS[len(choices)], label, line=f"scene {part} {words}"))
    choices.append(Choice("w", "a DF, type it", line="scene df ", unfinished=True))
    choices.append(Choice("z", "a filter skill, type it", line="scene filter ", unfinished=True))
    return Menu("The scene from now on", tuple(choices))


def filters(fighter: Standing, path: Path, _row: Verb) -> Menu:
    """Return the filter skills of a combatant, to put on or to take off (H-SKILL-3, ruling 85)."""
    sheet, line = sheet_of(fighter.now), f"{fighter.who} filter "
    worn = skills.filter_of(sheet, fighter.rules)
    choices: list[Choice] = []
    for skill in sheet.skills:
        if skill.kind == "filter":
            label, then = f"{_mark(chosen=skill.name == worn)}{skill.name}, rank {skill.rank}", skill.name
            choices.append(Choice(_KEYS[len(choices)], label, line=line + ("off" if skill.name == worn else then)))
    choices.append(Choice("w", "no filter skill", line=f"{line}off"))
    choices.append(Choice("z", "another, type it", line=line, unfinished=True))
    return Menu(f"{fighter.name}: filter skill, now {worn or 'none'}", tuple(choices))
