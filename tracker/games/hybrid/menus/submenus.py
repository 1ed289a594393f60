"""Submenus of a declaration: modifiers, close quarters, presets, simple actions, drawing, aid, scene, filters."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction

from tracker.game_api.target_keys import seat_key
from tracker.game_api.values import Choice, Menu
from tracker.games.hybrid.actions import draw as draw_room
from tracker.games.hybrid.actions import first_aid
from tracker.games.hybrid.body import conditions, grips, perception, scene_changes, weapons
from tracker.games.hybrid.body.conditions import GRAPPLING, HELD, PRESET
from tracker.games.hybrid.book.rounding import shown
from tracker.games.hybrid.book.rulebook import Rulebook
from tracker.games.hybrid.chances import skills
from tracker.games.hybrid.chances.success_chance import odds, signed
from tracker.games.hybrid.close_quarters import closing_in, disarm_and_feint, grapples
from tracker.games.hybrid.menus import attack_targets, task_and_activity
from tracker.games.hybrid.modifiers import action_modifiers
from tracker.games.hybrid.modifiers.action_modifiers import (
    ADVANCE,
    ALLOUT,
    INDIRECT,
    JUMP,
    RETREAT,
    RUSH,
    SETUP,
    SPIN,
)
from tracker.games.hybrid.sheets.damage_text import damage_words
from tracker.games.hybrid.sheets.sheet import Weapon, sheet_of
from tracker.games.hybrid.timing import action_points
from tracker.games.toolkit.menu_paths import Path, steps
from tracker.model.combatant import Combatant
from tracker.model.refusals import Refused
from tracker.model.state import Encounter

_KEYS = "123456789abdefghijklmopqrtvw"
_DIGITS = "123456789"
_LETTERS = "aceghikmnopqrwz"
"""The letters that are still free before the fight: the others select, look up or correct something."""


def modifiers_menu(encounter: Encounter, rules: Rulebook, who: str, weapon: Weapon, chosen: Sequence[str]) -> Menu:
    """Return the ways to do an attack, as toggles that lead back to the targets (H-ACT 3 and 4, H-ATK 3–5)."""
    book = rules.book.attack
    mental = weapon.use == "mental"
    stat = "MDF" if weapon.column == "mental" else "PDF"
    rows = [
        (SETUP, "", "set up: +20 %, and +2 % a rank"),
        (RUSH, "1/2", "rush: half the time and chance"),
        (RUSH, "1/4", "rush: a quarter"),
        (ALLOUT, "", f"all out: +{stat} to hit, no defence"),
        (ADVANCE, "", f"advance {_df(rules.book.defences.advance.offensive)}"),
        (RETREAT, "", f"retreat {_df(rules.book.defences.retreat.offensive)}"),
    ]
    if not mental:
        rows += [(SPIN, "", f"spin {_df(book.spin.df)}"), (JUMP, "", f"jump {_df(book.jump.df)}")]
    if weapon.use in ("missile", "thrown"):
        rows.append((INDIRECT, "", f"lob {_df(book.indirect)}, to {shown(_range(encounter, who))} m"))
    choices = []
    for place, (name, share, label) in enumerate(rows):
        option, others_chosen = f"{name} {share}".strip(), action_modifiers.without(chosen, name)
        is_chosen = option in chosen
        chosen_then = (*others_chosen, *(() if is_chosen else (option,)))
        price, refused = "", ""
        try:
            counts = attack_targets.counts(encounter[who], weapon, chosen_then, rules)
            price = f"{counts} → lands {encounter.count + counts}"
        except Refused:
            refused = f"{weapon.name} cannot be any faster."
        mark = "● " if is_chosen else ""
        choices.append(
            Choice(
                _DIGITS[place],
                f"{mark}{label}",
                path=("attack", weapon.key, *steps(chosen_then)),
                price=price,
                refused=refused,
            )
        )
    return Menu(f"{encounter[who].name}, {weapon.name}: which modifiers?", tuple(choices))


def _range(encounter: Encounter, who: str) -> Fraction:
    """Return how far a combatant can lob, in metres: its PST (H-ATK-4)."""
    return sheet_of(encounter[who]).stats["PST"]


def _df(df: int) -> str:
    """Return a DF as `DF −2`."""
    return f"DF {signed(Fraction(df))}"


def close(encounter: Encounter, rules: Rulebook, who: str, rest: Path) -> Menu:
    """Return the menu of closing, giving ground, close combat, disarming and feinting (H-ATK 3, 6, 7 and 8)."""
    combatant = encounter[who]
    if len(rest) > 1:
        return _trick(encounter, rules, who, rest[1])
    if rest and rest[0]:
        return _techniques_at(encounter, rules, who, rest[0])
    closed_in = closing_in.able_closed_in(combatant, encounter)
    choices = []
    for other in encounter:
        if other.able and other.profile.side != combatant.profile.side and other not in closed_in:
            counts = rules.book.close.counts
            why = closing_in.why_not(encounter, who, other.id)
            name = f"close with {other.name}"
            key, line = seat_key(other.profile.seat), f"{who} close {other.id}"
            lands = encounter.count + counts
            label = f"{name} →{lands}"
            choices.append(Choice(key, label, line=line, refused=why, whom=other.id, lands=lands, name=name))
    for other in closed_in:
        label = f"{other.name}: grapple, throw…"
        choices.append(Choice(seat_key(other.profile.seat), label, path=("close", other.id), whom=other.id))
    if combatant.condition(HELD) is not None:
        percent = grapples.escape_chance(combatant, rules).percent
        strength = combatant.mark(grips.STRENGTH)
        label = f"get free {odds(percent)}; the margin comes off the hold (strength {strength})"
        choices.insert(0, Choice("e", label, line=f"{who} escape", about=("escape",), name="get free"))
    if combatant.condition(GRAPPLING) is not None:
        choices.append(Choice("l", "let go", line=f"{who} release"))
    choices += _ground(encounter, rules, who, bool(closed_in))
    for weapon in weapons.in_hand(combatant) if closed_in else ():
        choices.append(Choice("", f"drop {weapon.name}, no time", line=f"{who} discards {weapon.key}"))
    armed = weapons.at_hand(combatant)
    if armed is not None:
        choices.append(Choice("d", "disarm", path=("close", "", "disarm")))
        choices.append(Choice("f", "feint", path=("close", "", "feint")))
    return Menu(f"{combatant.name}: close quarters and tricks", tuple(choices))


def _ground(encounter: Encounter, rules: Rulebook, who: str, closed_in: bool) -> list[Choice]:
    """Return the choices to give ground and to gain it, as they are at the fighter's own moment."""
    combatant = action_points.as_declared(encounter, rules, who, action_modifiers.ActionModifiers())[who]
    label = "fall back, fending" if closed_in else "retreat"
    why = closing_in.why_not_back_off(combatant) if closed_in else action_points.why_no_retreat(combatant)
    why_no_advance = action_points.why_no_advance(combatant, None, None)
    return [
        Choice("r", label, line=f"{who} retreat", refused=why),
        Choice("v", "advance", line=f"{who} advance", refused=why_no_advance),
    ]


def _techniques_at(encounter: Encounter, rules: Rulebook, who: str, target: str) -> Menu:
    """Return the menu of the techniques of close combat against one opponent, with chance and effect."""
    combatant, other = encounter[who], encounter[target]
    choices = []
    for index, weapon in enumerate(sheet_of(combatant).techniques[: len(_KEYS)]):
        percent = attack_targets.chance_now(encounter, rules, who, weapon, other, ())
        lands = encounter.count + attack_targets.counts(combatant, weapon, (), rules)
        why = attack_targets.why_not(encounter, rules, who, weapon, other)
        line = f"{who} attack {target} {weapon.key}"
        label = f"{weapon.name} {odds(percent)}"
        effect = "a grip" if weapon.is_grip else f"{_damage(combatant, weapon)}, to the ground"
        about = ("strike", weapon.key, target)
        price = f"lands {lands}, {effect}"
        choices.append(Choice(_KEYS[index], label, line=line, price=price, refused=why, about=about, name=weapon.name))
    return Menu(f"{combatant.name} at {other.name}", tuple(choices))


def _damage(combatant: Combatant, weapon: Weapon) -> str:
    """Return the damage of a weapon in words, with the combatant's stats computed."""
    return damage_words(weapon.damage, weapon.type, sheet_of(combatant).stats)


def _trick(encounter: Encounter, rules: Rulebook, who: str, verb: str) -> Menu:
    """Return the menu of the enemies on whom a disarming or a feint can be tried."""
    combatant = encounter[who]
    weapon = weapons.at_hand(combatant)
    if weapon is None:
        return Menu(f"{combatant.name} has no weapon free in hand to {verb} with", ())
    lands = encounter.count + attack_targets.counts(combatant, weapon, (), rules)
    choices = [
        Choice(
            seat_key(other.profile.seat),
            f"{verb} {other.name}",
            line=f"{who} {verb} {other.id}",
            refused=disarm_and_feint.why_not(encounter, rules, combatant, other, weapon, verb),
            whom=other.id,
            lands=lands,
        )
        for other in encounter
        if other.able and other.profile.side != combatant.profile.side
    ]
    return Menu(f"{combatant.name}: {verb}. Target?", tuple(choices))


def preset(encounter: Encounter, rules: Rulebook, who: str, rest: Path) -> Menu:
    """Return the menu to set off a preset; without one, the menu to choose an action to preset (H-INIT-7)."""
    combatant = encounter[who]
    choices = []
    preset_state = combatant.condition(PRESET)
    if preset_state is not None:
        df = rules.book.initiative.preset.df
        percent = perception.chance(combatant, rules).dfs([(df, "trigger")]).percent
        then = "then initiative with twice the reaction"
        label = f"the trigger happens, {odds(percent)} to notice"
        choices.append(Choice("o", label, line=f"{who} trigger", price=then, name="the trigger happens"))
        for other in encounter:
            if other.able and other.profile.side != combatant.profile.side:
                name = f"{other.name} is the trigger"
                label = f"{name}, {odds(percent)} to notice"
                key, line = seat_key(other.profile.seat), f"{who} trigger {other.id}"
                choices.append(Choice(key, label, line=line, whom=other.id, name=name))
        return Menu(f"{combatant.name}: {preset_state.label}", tuple(choices))
    for index, weapon in enumerate(sheet_of(combatant).weapons[:9]):
        line = f"{who} preset attack {weapon.key} if "
        label = f"{weapon.name}, type the trigger"
        choices.append(Choice(_DIGITS[index], label, line=line, unfinished=True))
    choices.append(Choice("d", "dodge, type the trigger", line=f"{who} preset dodge if ", unfinished=True))
    choices.append(Choice("t", "anything else, type it", line=f"{who} preset ", unfinished=True))
    return Menu(f"{combatant.name}: which action, and which trigger?", tuple(choices))


def act(encounter: Encounter, rules: Rulebook, who: str, rest: Path) -> Menu:
    """Return the simple actions of the table, and growing familiar with a weapon (H-ACT-2, H-SKILL-5)."""
    rows = rules.book.actions.simple
    choices = [
        Choice(_KEYS[i], f"{row.words}, {row.counts}", line=f"{who} act {name}")
        for i, (name, row) in enumerate(rows.items())
    ]
    unfamiliar = [weapon for weapon in sheet_of(encounter[who]).weapons if weapon.unfamiliar]
    for index, weapon in enumerate(unfamiliar, len(choices)):
        label = f"grow familiar with {weapon.name}"
        choices.append(Choice(_KEYS[index], label, line=f"{who} familiarise {weapon.key}"))
    choices.append(Choice("z", "something else, type it", line=f'{who} does "', unfinished=True))
    return Menu(f"{encounter[who].name}: simple action", tuple(choices))


def draw(encounter: Encounter, rules: Rulebook, who: str, rest: Path) -> Menu:
    """Return the weapons that can be drawn, each normally or as a fast draw (H-ACT-2)."""
    combatant = encounter[who]
    choices: list[Choice] = []
    factor = rules.book.actions.draw_factor
    for weapon in sheet_of(combatant).weapons:
        if not weapons.drawn(combatant, weapon) and len(choices) < 8:
            key = _DIGITS[len(choices)]
            count, draw_counts = encounter.count, weapon.speed * factor
            counts_on_success, counts_on_failure = (
                draw_room.fast_draw_counts(combatant, rules, weapon, success) for success in (True, False)
            )
            name, line = f"draw {weapon.name}", f"{who} draw {weapon.key}"
            choices.append(Choice(key, f"{name} →{count + draw_counts}", line=line, name=name))
            key = _DIGITS[len(choices)]
            chance = skills.with_weapon(combatant, sheet_of(combatant), weapon, rules, "draw")
            percent = chance.dfs(conditions.dfs_on_action(combatant, rules)).percent
            name = f"fast draw {weapon.name}"
            price = f"→{count + counts_on_success}, else →{count + counts_on_failure}"
            line = f"{who} fastdraw {weapon.key}"
            choices.append(Choice(key, f"{name} {odds(percent)}", line=line, price=price, name=name))
    return Menu(f"{combatant.name}: which weapon?", tuple(choices))


def aid(encounter: Encounter, rules: Rulebook, who: str, rest: Path) -> Menu:
    """Return the wounded whom first aid can treat, with the chance, the count of the check, and the wounds."""
    combatant = encounter[who]
    percent, counts = first_aid.aid_chance(combatant, rules).percent, first_aid.aid_counts(combatant, rules)
    choices = [
        Choice(
            seat_key(other.profile.seat),
            f"{other.name} {odds(percent)}",
            line=f"{who} aids {other.id}",
            price=f"→{encounter.count + counts} · {', '.join(wound.label for wound in wounds)}",
            whom=other.id,
            lands=encounter.count + counts,
            name=other.name,
        )
        for other in encounter
        if (wounds := conditions.wounds_of(other))
    ]
    return Menu(f"{combatant.name}: first aid, whose wound?", tuple(choices))


def _letters(words: Iterable[str]) -> dict[str, str]:
    """Return a letter for each word, one of its own letters where one is free; digits select fighters."""
    keys: dict[str, str] = {}
    for word in words:
        free_letters = [letter for letter in _LETTERS if letter not in keys.values()]
        keys[word] = next((letter for letter in word if letter in free_letters), free_letters[0])
    return keys


def begin(encounter: Encounter, rules: Rulebook, who: str, rest: Path) -> Menu:
    """Return the menu before the fight: the words of one combatant's alertness, as toggles."""
    combatant = encounter[who]
    alertness = perception.alertness(combatant)
    choices: list[Choice] = []
    modifiers = rules.book.perception.modifiers
    keys = _letters(modifiers)
    for word, df in modifiers.items():
        then = [other for other in alertness if other != word] if word in alertness else [*alertness, word]
        mark = "● " if word in alertness else ""
        choices.append(Choice(keys[word], f"{mark}{word} {_df(df)}", line=f"{who} alertness {', '.join(then)}".strip()))
    percent = perception.chance(combatant, rules).percent
    return Menu(f"{combatant.name}: perception {odds(percent)}, alertness", tuple(choices))


def scene(encounter: Encounter, rules: Rulebook, who: str, rest: Path) -> Menu:
    """Return the menu of light and gravity for every combatant from now on, with their DFs (H-COND, ruling 86).

    The rest of the scene is typed.
    """
    scene_now, table = scene_changes.of(encounter[who], rules), rules.book.environment
    choices: list[Choice] = []
    for part, value in ((scene_changes.LIGHT, scene_now.light), (scene_changes.GRAVITY, scene_now.gravity)):
        for words, df in (("full", 0), *table.of(part).items()):
            mark = "● " if words == (value or "full") else ""
            factor = f" {_df(df)}" if df else ""
            choices.append(Choice(_KEYS[len(choices)], f"{mark}{part} {words}{factor}", line=f"scene {part} {words}"))
    choices.append(Choice("w", "a DF, type it", line="scene df ", unfinished=True))
    choices.append(Choice("z", "a filter skill, type it", line="scene filter ", unfinished=True))
    return Menu("The scene from now on", tuple(choices))


def filters(encounter: Encounter, rules: Rulebook, who: str, rest: Path) -> Menu:
    """Return the filter skills of a combatant, to put on or to take off (H-SKILL-3, ruling 85)."""
    sheet = sheet_of(encounter[who])
    worn = skills.filter_of(sheet, rules)
    filter_skills = [skill for skill in sheet.skills if skill.kind == "filter"]
    choices = [
        Choice(_KEYS[index], f"{'● ' if skill.name == worn else ''}{skill.name}, rank {skill.rank}", line=line)
        for index, skill in enumerate(filter_skills)
        for line in [f"{who} filter {'off' if skill.name == worn else skill.name}"]
    ]
    choices.append(Choice("w", "no filter skill", line=f"{who} filter off"))
    choices.append(Choice("z", "another, type it", line=f"{who} filter ", unfinished=True))
    return Menu(f"{encounter[who].name}: filter skill, now {worn or 'none'}", tuple(choices))


MENUS: dict[str, Callable[[Encounter, Rulebook, str, Path], Menu]] = {
    "close": close,
    "preset": preset,
    "task": task_and_activity.task,
    "move": task_and_activity.move,
    "carry on": task_and_activity.carry_on,
    "act": act,
    "draw": draw,
    "aid": aid,
    "begin": begin,
    "scene": scene,
    "filter": filters,
}
