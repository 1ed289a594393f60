"""Conditions: the keys of all states, and the difficulty factors they put on a fighter's actions (H-COND)."""

from __future__ import annotations

from typing import NamedTuple

from tracker.game_api.values import ConditionByHand, Doing
from tracker.games.hybrid.body import scene_changes
from tracker.games.hybrid.book.book import Book
from tracker.games.hybrid.book.house_rules import Scene
from tracker.games.hybrid.book.rulebook import Rulebook
from tracker.games.hybrid.checks.success_chance import Df, OwnDf
from tracker.games.hybrid.modifiers import action_modifiers
from tracker.model.combatant import Combatant, Condition
from tracker.model.state import Encounter

JOLTED, STUNNED, BADLY_STUNNED, UNCONSCIOUS = "jolted", "stunned", "badly stunned", "unconscious"
SHOCKED = (JOLTED, STUNNED, BADLY_STUNNED, UNCONSCIOUS)
"""The states of shock, from mild to grave."""
HELPLESS = (STUNNED, BADLY_STUNNED, UNCONSCIOUS)
PRONE, OFF_BALANCE, BOUND, ADVANCED = "prone", "off balance", "bound", "advanced"
DODGING, DROPPING = "dodging", "dropping"
ALL_OUT, RETREATING, EVADING, PRESET, MOVING = "all out", "retreating", "evading", "preset", "moving"
GRAPPLING, HELD = "grappling", "held"
CLOSED = "closed:"
"""The prefix of the condition of being closed in, before the other's id."""
BLEEDING = "bleeding"
RECOVER, BLEED = "recover", "bleed"
"""The agenda's names for a recovery check and a wound's next loss."""
DUE_WORDS = {RECOVER: "recovers", BLEED: "bleeds"}
PHASES = (DODGING, DROPPING)
"""The agenda's names for the phases of a manoeuvre."""
ATTACKED_BY = "attacked_by"
"""The mark with the fighter's last attacker, for standing orders."""

OFFENSIVE, DEFENSIVE, OTHER, PERCEIVING = "offensive", "defensive", "other", "perceiving"
"""The purposes of a check. A stance has another DF for each (ruling 42)."""
NOTICING = "noticing"
"""The purpose of a passive perception, which evading does not make harder."""


def out_of_exhaustion(combatant: Combatant, column: str, book: Book) -> list[Df]:
    """Return the DFs for an empty PEX or MEX on a `physical` or `mental` action (`column`) (H-COND)."""
    dfs: list[Df] = []
    for pool in ("PEX", "MEX"):
        if combatant.pool(pool) == 0 and combatant.full(pool):
            dfs.append((book.conditions.out_of[pool].of(column), f"out of {pool} (H-COND)"))
    return dfs


def wound_dfs(combatant: Combatant, column: str, book: Book) -> list[Df]:
    """Return the DFs of wounds, for PBD and MBD the worst step reached (H-COND, ruling 49).

    A step is reached where its percentage of the full points is lost. `column` is `physical` or `mental`.
    """
    dfs: list[Df] = []
    for pool, pool_column in (("PBD", "physical"), ("MBD", "mental")):
        lost = combatant.lost(pool)
        for row in book.conditions.wounds if lost else ():
            if lost * 100 >= row.percent * combatant.full(pool):
                df = row.own if column == pool_column else row.other
                dfs.append((df, f"{row.percent} % wounded in {pool} (H-COND)"))
                break
    return dfs


def scene_dfs(scene: Scene, book: Book) -> list[Df]:
    """Return the DFs of light, gravity and the scene (H-COND, PG table 4.4)."""
    table = book.environment
    dfs: list[Df] = []
    if scene.light is not None:
        dfs.append((table.light[scene.light], f"light {scene.light} (H-COND)"))
    if scene.gravity is not None:
        dfs.append((table.gravity[scene.gravity], f"gravity {scene.gravity} (H-COND)"))
    if scene.df:
        dfs.append((scene.df, "of the scene"))
    return dfs


def state_dfs(combatant: Combatant, use: str, book: Book) -> list[Df]:
    """Return the DFs of shock, lost balance and stance on an action for `use` (H-DMG-8, H-DEF-7, H-ATK-3)."""
    dfs: list[Df] = []
    for condition in combatant.conditions:
        if condition.key in SHOCKED and condition.amount:
            dfs.append((condition.amount, f"{condition.label} (H-DMG-8)"))
        elif condition.key == OFF_BALANCE:
            dfs.append((condition.amount, "off balance (H-DEF-7)"))
        elif condition.key == ADVANCED and use in (OFFENSIVE, DEFENSIVE):
            dfs.append((book.defences.advance.of(use), "advanced (H-ATK-3)"))
        elif condition.key == RETREATING and use in (OFFENSIVE, DEFENSIVE):
            dfs.append((book.defences.retreat.of(use), "retreating (H-ATK-3)"))
    return dfs


def movement_dfs(combatant: Combatant, column: str, book: Book) -> list[Df]:
    """Return the DF of a `physical` or `mental` action (`column`) while moving faster than a walk.

    Rules: H-COND, PG table 4.3.
    """
    motion = combatant.condition(MOVING)
    table = book.movement.df
    if motion is None or motion.of not in table:
        return []
    return [(table[motion.of].of(column), f"{motion.of} (H-COND)")]


def faster_than_a_walk(encounter: Encounter, book: Book) -> str:
    """Return the name of a fighter who moves faster than a walk. Empty where none does."""
    for combatant in encounter:
        motion = combatant.condition(MOVING)
        if combatant.able and motion is not None and motion.of in book.movement.df:
            return combatant.name
    return ""


def dfs_as_target(target: Combatant, rules: Rulebook) -> list[Df]:
    """Return the DF of aiming at a moving fighter, where the edition has one (H-COND, H1 table 3.12)."""
    motion = target.condition(MOVING)
    df = rules.book.movement.target.get(motion.of) if motion is not None else None
    return [(df, f"{target.name} {rules.book.energy.activity[motion.of].verb} (H-COND)")] if motion and df else []


def evading_dfs(combatant: Combatant, use: str, column: str, rules: Rulebook) -> list[Df]:
    """Return the DF of acting while evading, defences included. Perception suffers too (H-DEF-3, ruling 92)."""
    exempt = (NOTICING,) if rules.third_reading else (DEFENSIVE, NOTICING)
    if combatant.condition(EVADING) is None or use in exempt:
        return []
    table = rules.book.actions.florentine
    if use == PERCEIVING:
        return [(table.awareness, "evading (H-ACT-5)")]
    df = table.mixed[0] if column == "mental" else table.same[0]
    return [(df, "evading (H-DEF-3)")]


def dfs_on_action(combatant: Combatant, rules: Rulebook, use: str = OTHER, column: str = "physical") -> tuple[Df, ...]:
    """Return all DFs on a fighter's action now, for `use`. `column` is `physical` or `mental`.

    They are cached while the fighter's points, its conditions and the scene stay the same. Most events change none of
    these, and one question asks for the same DFs several times.
    """
    key = (combatant.profile.id, use, column)
    kept: _Kept | None = rules.dfs_now.get(key)
    scene = scene_changes.of(combatant, rules)
    if kept is None or not kept.holds(combatant, scene):
        if len(rules.dfs_now) >= MOST_KEPT:
            rules.dfs_now.clear()
        kept = rules.dfs_now[key] = _Kept(combatant, scene, tuple(_dfs_on_action(combatant, scene, rules, use, column)))
    return kept.dfs


class _Kept(NamedTuple):
    """The DFs on the actions of a fighter as it stood in a scene."""

    combatant: Combatant
    scene: Scene
    dfs: tuple[Df, ...]

    def holds(self, now: Combatant, scene: Scene) -> bool:
        """Return whether these DFs hold for the fighter `now`: same sheet, points, conditions and scene."""
        was = self.combatant
        unhurt = was.profile is now.profile and was.pools == now.pools
        return unhurt and was.conditions == now.conditions and self.scene is scene


MOST_KEPT = 256
"""The most kinds of actions, of all fighters together, whose DFs are cached at once."""


def _dfs_on_action(combatant: Combatant, scene: Scene, rules: Rulebook, use: str, column: str) -> list[Df]:
    """Return all DFs on a fighter's action in this scene, without the cache. The game master's own come last."""
    return [
        *out_of_exhaustion(combatant, column, rules.book),
        *wound_dfs(combatant, column, rules.book),
        *movement_dfs(combatant, column, rules.book),
        *scene_dfs(scene, rules.book),
        *state_dfs(combatant, use, rules.book),
        *evading_dfs(combatant, use, column, rules),
        *(OwnDf(df, words) for df, words in combatant.weights),
    ]


def defenceless(combatant: Combatant, rules: Rulebook) -> str:
    """Return why an all-out attacker has no active defence now. Empty when it has (rulings 79 and 91)."""
    if not rules.third_reading:
        return "all out until its next declaration" if combatant.condition(ALL_OUT) is not None else ""
    out = any(action_modifiers.ALLOUT in action_modifiers.read(action.options) for action in combatant.actions)
    return "all out until its attack is over" if out else ""


def closed_in(combatant: Combatant) -> tuple[str, ...]:
    """Return the ids of the fighters with whom this one is closed in."""
    return tuple(c.of for c in combatant.conditions if c.key.startswith(CLOSED))


def bleeds(key: str) -> bool:
    """Return whether a key is that of an open wound."""
    return key.startswith(BLEEDING)


def wounds_of(combatant: Combatant) -> tuple[Condition, ...]:
    """Return the conditions of the fighter's open wounds."""
    return tuple(condition for condition in combatant.conditions if bleeds(condition.key))


def worst_shock(combatant: Combatant) -> str:
    """Return the key of the fighter's worst state of shock. Empty without one."""
    return next((key for key in reversed(SHOCKED) if combatant.condition(key) is not None), "")


def by_hand(book: Book) -> tuple[ConditionByHand, ...]:
    """Return the conditions that the game master can begin: key, label and usual DF."""
    shocks = {row.name: row.df for row in book.damage.shocked}
    weights = {**{key: shocks[key] for key in SHOCKED}, PRONE: 0, OFF_BALANCE: -4, BLEEDING: 0}
    return tuple(ConditionByHand(key, key, df) for key, df in weights.items())


VISIBLE = frozenset((*SHOCKED, PRONE, OFF_BALANCE, BOUND, DODGING, DROPPING, RETREATING, EVADING, GRAPPLING, HELD))


def visible(condition: Condition) -> str:
    """Return what players see of a condition, without names. Empty for one in the fighter's mind."""
    if condition.key in VISIBLE:
        return condition.key
    if condition.key.startswith(CLOSED):
        return "closed in"
    if bleeds(condition.key):
        return BLEEDING
    return condition.of if condition.key == MOVING else ""


def helpless(combatant: Combatant) -> str:
    """Return the state that forbids declarations and active defences (ruling 50). Empty without one."""
    if not combatant.conditions:
        return ""
    return next((key for key in reversed(HELPLESS) if combatant.condition(key) is not None), "")


def doing(encounter: Encounter, who: str) -> Doing:
    """Return the phase of a dodge or drop, `dodging 3×PDF`, else a stun, `stunned until 81`. Else nothing."""
    combatant = encounter[who]
    for key in PHASES:
        phase = combatant.condition(key)
        if phase is not None:
            return Doing(phase.label)
    return recovering(encounter, combatant)


_NOTHING = Doing("")


def recovering(encounter: Encounter, combatant: Combatant) -> Doing:
    """Return a stun with the count of its recovery check, `stunned until 81`. Else nothing."""
    state = helpless(combatant)
    if not state:
        return _NOTHING
    due = encounter.agenda.find(combatant.id, RECOVER)
    return Doing(state, f"until {due.count}" if due is not None else "")


def may_declare(encounter: Encounter, who: str) -> str:
    """Return why a fighter may not declare: it is stunned or worse (ruling 50). Empty when it may."""
    combatant = encounter[who]
    state = recovering(encounter, combatant)
    return f"{combatant.name} cannot declare: {state.words}." if state else ""


def why_held(combatant: Combatant, what: str) -> str:
    """Return why a held fighter cannot do `what` (ruling 46). Empty for a free fighter."""
    hold = combatant.condition(HELD)
    if hold is None:
        return ""
    return (
        f"{combatant.name} cannot {what}: {hold.label} (ruling 46); "
        f"it can grapple, throw, overbear, strike at close quarters, or `{combatant.id} escape`."
    )
