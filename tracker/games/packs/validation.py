"""Validation of a pack: every mistake of a whole pack that no single key shows."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any, Self

from pydantic import ModelWrapValidatorHandler, ValidationError, model_validator

from tracker.dice.notation import Term
from tracker.encounter.language.fighter_commands import FIGHTER
from tracker.encounter.names import plain
from tracker.games.packs import formulas
from tracker.games.packs.corrections import with_the_rest
from tracker.games.packs.formulas import FUNCTIONS, Formula
from tracker.games.packs.models import (
    FIGURE_NAME,
    FORMAT,
    GAME_NAME,
    VERB,
    ActionRule,
    AnswerRule,
    Clock,
    Effect,
    Figure,
    ModifierRule,
    Pack,
    PoolRule,
    Result,
    Rolling,
    Test,
    TriggerRule,
    WeaponFigure,
    names_in,
)
from tracker.games.packs.ranges import (
    DEEPEST,
    INITIATIVE,
    MOST_WORK,
    RESULTS,
    TOP,
    WEAPON,
    depths,
    in_a_circle,
    ranges,
    work,
)
from tracker.games.packs.results import ROLLED, SHOWN
from tracker.games.packs.sheet import dice_faults, entry_model, not_dice, weapon_model
from tracker.games.packs.timing import timetable
from tracker.model.validation_errors import Fault, Faults, Place
from tracker.text.suggestions import hint_or_list

DAMAGE, DEALT = "damage", "dealt"
RESERVED = ("target", "attacker", "margin", "effect", WEAPON, INITIATIVE, DAMAGE, *FUNCTIONS.keys() - {"best"})
"""Names that formulas define, which no figure may have. A figure may have the name of a result of dice."""
OUTCOMES = ("hit", "miss", "always")
"""The outcomes of effects, besides the words of results."""
WITH_OTHERS = ("damaged", "hit", "missed", "acted")
"""The moments of triggers in which another fighter has a part."""
KERNEL_KEYS = ("name", "side", "hidden", "alias", "orders", "group", "player", "from", "number", "lasting", "pools")
"""The program's keys of a combatant. No figure may have their names."""
_CREATURE = ("name", "side", "hidden", "alias", "orders", "group")


class JudgedPack(Pack):
    """A pack without mistakes."""

    @model_validator(mode="wrap")
    @classmethod
    def _judge(cls, data: Any, handler: ModelWrapValidatorHandler[Self]) -> Self:
        """Raise a ValidationError for the mistakes in single keys, and Faults for every mistake of the whole.

        With mistakes in single keys the whole is judged without them, so that one check reports everything.
        """
        try:
            pack = handler(data)
        except ValidationError as error:
            raise with_the_rest(error, data, handler, cls.faults) from error
        if faults := cls.faults(pack):
            raise Faults(faults)
        return pack

    @classmethod
    def faults(cls, pack: Pack) -> list[Fault]:
        """Return every mistake of a pack."""
        return judged(pack)


class PackFile(JudgedPack):
    """A pack without mistakes as a file has it. One that a fight holds may have what older releases let pass."""

    @classmethod
    def faults(cls, pack: Pack) -> list[Fault]:
        """Return every mistake of a pack, with pools full where their fighter is down and triggers without a source."""
        return [*judged(pack), *_down_when_full(pack), *_without_source(pack)]


def judged(pack: Pack) -> list[Fault]:
    """Return every mistake of a pack, each once, without those that an action has from the one it is `like`."""
    derived = [*_derived(pack)]
    whole = _Whole(pack, {str(fault.place[-1]) for fault in derived})
    parts = (_names(pack), derived, whole.clock(), whole.fighters(), whole.rules(), whole.conditions(), _library(pack))
    faults = list(dict.fromkeys(fault for part in parts for fault in part))
    reported = {(fault.place, fault.text) for fault in faults}
    names = [action.name for action in pack.action]

    def is_inherited(fault: Fault) -> bool:
        """Return whether an action has a mistake from the one it is `like`, which is told there already."""
        if fault.place[:1] != ("action",) or len(fault.place) < 3:
            return False
        like = pack.action[int(fault.place[1])].like
        return like in names and (("action", names.index(like), *fault.place[2:]), fault.text) in reported

    return [fault for fault in faults if not is_inherited(fault)]


def _down_when_full(pack: Pack) -> Iterator[Fault]:
    """Yield a fault for each pool in which every fighter would begin down."""
    whole = _Whole(pack, {str(fault.place[-1]) for fault in _derived(pack)})
    for name, pool in pack.pools.items():
        if pool.down is None or pool.counts == "up" or not whole.sound(pool.full, whole.own):
            continue
        most = formulas.bounds(pool.full.root, whole.bounds)[1]
        if pool.least < most <= pool.down:
            text = f"{name} is never full of more than {formulas.whole(most)}, and at {pool.down} its fighter is down"
            yield Fault(("pools", name, "full"), f"{text}: everybody would begin so; let full be more than down")


def _without_source(pack: Pack) -> Iterator[Fault]:
    """Yield a fault for each trigger that names figures of a source and has none."""
    for place, rule in enumerate(pack.trigger):
        if rule.on in WITH_OTHERS or pack.held_by_others(rule):
            continue
        for name in names_in(rule):
            if name.startswith("source."):
                how = "needs must name a state with while: who began that is meant"
                yield Fault(
                    ("trigger", place), f'no fighter is the source of {rule.on or "every"}, so "{name}" is 0; {how}'
                )
                break


# Names


def _names(pack: Pack) -> Iterator[Fault]:
    """Yield a fault for each name that is not allowed, reserved, or used twice."""
    if pack.pack != FORMAT:
        yield Fault(
            ("pack",), f"pack = {pack.pack} is a form of packs that this program does not read; it reads {FORMAT}"
        )
    if not GAME_NAME.fullmatch(pack.name):
        yield Fault(("name",), f'name "{pack.name}" is no name for files: small letters, digits and - make one')
    seen: dict[str, str] = {}
    for table in ("figures", "derived", "pools", "conditions"):
        for name in getattr(pack, table):
            if not FIGURE_NAME.fullmatch(name):
                meant = name.replace("-", "_")
                instead = f"; write {meant}" if FIGURE_NAME.fullmatch(meant) else ""
                yield Fault((table, name), f'"{name[:30]}" is no name: letters, digits and _ make one{instead}')
            elif name in RESERVED or (table == "figures" and name in KERNEL_KEYS):
                yield Fault((table, name), f'"{name}" means something already; give it another name')
            elif name in seen:
                yield Fault(
                    (table, name), f'"{name}" is one of the {seen[name]} already; give one of them another name'
                )
            seen[name] = table
    for name in pack.weapon:
        if not FIGURE_NAME.fullmatch(name) or name == "name":
            yield Fault((WEAPON, name), f'"{name[:30]}" is no name for a figure of a weapon')
    yield from _rule_names(pack)
    yield from _rule_texts(pack)


def _rule_texts(pack: Pack) -> Iterator[Fault]:
    """Yield a fault for each rule in words whose id is used twice, or that refers to no rule."""
    ids = [rule.id for rule in pack.rule]
    for place, rule in enumerate(pack.rule):
        if rule.id in ids[:place]:
            yield Fault(("rule", place, "id"), f'rule "{rule.id}" is there twice; each needs an id of its own')
        for number, other in enumerate(rule.see):
            if other not in ids:
                yield Fault(("rule", place, "see", number), f'there is no rule "{other}" to see', other, tuple(ids))


def _rule_names(pack: Pack) -> Iterator[Fault]:
    """Yield a fault for each action, answer and modifier whose name cannot be typed, is reserved, or is used twice."""
    undefended = pack.words.undefended
    lists: tuple[tuple[str, Sequence[ActionRule | AnswerRule | ModifierRule], Collection[str]], ...] = (
        ("action", pack.action, (*FIGHTER, DAMAGE, "mod")),
        ("answer", pack.answer, (undefended,)),
        ("modifier", pack.modifier, ()),
    )
    for kind, rules, taken in lists:
        seen: set[str] = set()
        for place, rule in enumerate(rules):
            where: Place = (kind, place, "name")
            if not VERB.fullmatch(rule.name):
                yield Fault(
                    where, f'"{rule.name}" is no word to type: small letters and - make one; label may be any words'
                )
            elif rule.name in taken:
                yield Fault(where, f'"{rule.name}" means something already; give the {kind} another name')
            elif plain(rule.name) in seen:
                yield Fault(where, f'{kind} "{rule.name}" is there twice; each needs a name of its own')
            seen.add(plain(rule.name))


def _derived(pack: Pack) -> Iterator[Fault]:
    """Yield a fault for each derived figure that needs itself, adds up too much, or is nested too deep."""
    heavy = [name for name, size in work(pack).items() if size > MOST_WORK]
    for name in heavy:
        circle = "needs itself" if in_a_circle(pack, name) else "is built on too many other figures"
        yield Fault(("derived", name), f"{name} {circle}; make it of figures that are there without it")
    for name in () if heavy else (name for name, deep in depths(pack).items() if deep > DEEPEST):
        yield Fault(("derived", name), f"{name} is built on too many figures, one on another; make it of fewer")


# The whole


class _Whole:
    """A pack with sound names, and the names that its formulas may use."""

    def __init__(self, pack: Pack, unsound: Collection[str] = ()) -> None:
        self.pack = pack
        places = pack.places.table if pack.places is not None else []
        rules: tuple[Any, ...] = (*pack.action, *pack.answer, *pack.trigger, *places)
        effects = [effect for rule in rules for effect in rule.effect]
        self.begun = {effect.begins for effect in effects if effect.begins}
        self.ended = {effect.ends for effect in effects if effect.ends}
        self.ended |= {effect.begins for effect in effects if effect.begins and effect.lasts is not None}
        self.bounds = ranges(pack, self.begun, unsound)
        self.own = (*pack.figures, *pack.derived, *pack.pools, *pack.conditions)
        self.weapon = tuple(f"{WEAPON}.{name}" for name in pack.weapon)

    @property
    def top(self) -> tuple[str, ...]:
        """Return the names of the highest figures of all fighters."""
        return tuple(f"{TOP}.{name}" for name in (*self.own, INITIATIVE))

    def rolled(self, rolling: Rolling | None) -> tuple[str, ...]:
        """Return the names of the results of a roll. Empty without a roll."""
        if rolling is None or rolling.roll is None:
            return ()
        opposed = rolling.against is not None and formulas.rolls_dice(rolling.against.root, self.pack.is_dice)
        return (*RESULTS, *ROLLED, *((f"other.{name}" for name in (*SHOWN, "rolled")) if opposed else ()))

    def of(self, other: str) -> tuple[str, ...]:
        """Return the names of another fighter's figures."""
        return tuple(f"{other}.{name}" for name in (*self.own, INITIATIVE))

    def formula(self, place: Place, formula: Formula | None, known: Collection[str], dice: str = "") -> Iterator[Fault]:
        """Yield the faults of one formula: names that are not `known`, a divisor of 0, and dice.

        `dice` is empty where none may be rolled, `any`, or `sum` where they are only added.
        """
        if formula is None:
            return
        strange = [name for name in dict.fromkeys(formulas.names(formula.root)) if name not in known]
        for name in strange:
            listed = "" if formulas_near(name, known) else f"; there are {', '.join(list(known)[:12])}"
            yield Fault(place, f'"{name[:40]}" is no figure here{listed}', name, tuple(known))
        if strange:
            return
        if formulas.may_divide_by_zero(formula.root, self.bounds):
            yield Fault(place, f'"{formula.text}" can divide by 0; divide by max(1, …)')
        if formulas.dice_in_dice(formula.root, self.pack.is_dice):
            yield Fault(place, f'"{formula.text}" rolls dice for the number or the sides of dice; put a figure there')
        if not dice and formulas.rolls_dice(formula.root, self.pack.is_dice):
            yield Fault(place, f'"{formula.text}" rolls dice, and none are rolled here')
        if dice == "sum" and not formulas.in_a_sum(formula.root, self.pack.is_dice):
            yield Fault(
                place, f'the dice of "{formula.text}" are more than added; a roll takes dice + a number, as in 2d10 + 3'
            )
        elif dice and len([*_dice_parts(formula.root, self.pack.is_dice)]) > formulas.MOST_TERMS:
            yield Fault(place, f"more than {formulas.MOST_TERMS} kinds of dice are rolled at once; make it fewer")
        elif dice and sum(_dice_parts(formula.root, self.pack.is_dice)) > formulas.MOST_DICE:
            yield Fault(place, f'"{formula.text}" rolls more than {formulas.MOST_DICE} dice; make it fewer')
        elif dice and formulas.too_many([*formulas.most_dice(formula.root, self.bounds)]):
            yield Fault(place, f'"{formula.text}" rolls too many kinds of dice at once; make it fewer')

    def sound(self, formula: Formula | None, known: Collection[str]) -> bool:
        """Return whether all names of a formula are known, so that its bounds are meaningful."""
        return formula is not None and all(name in known for name in formulas.names(formula.root))

    # Parts of a pack

    def clock(self) -> Iterator[Fault]:
        """Yield the faults of the clock."""
        clock, place = self.pack.clock, ("clock",)
        yield from self.formula((*place, "initiative"), clock.initiative, self.own, "any")
        yield from self.formula((*place, "first"), clock.first, (*self.own, INITIATIVE, *self.top))
        yield from self.formula((*place, "ties"), clock.ties, (*self.own, INITIATIVE))
        if clock.runs in ("down", "passes") and clock.round is None:
            yield Fault(place, f'the clock runs "{clock.runs}" and has no round; give round, its highest number')
        for key in ("round", "phases", "anew"):
            yield from self._rounds((*place, key), key if getattr(clock, key) else "")
        yield from self._rounds((*place, "again"), f'again = "{clock.again}"' if clock.again != "cost" else "")
        if clock.again == "turn" and not any(pool.refill == "turn" for pool in self.pack.pools.values()):
            yield Fault((*place, "again"), 'again = "turn" needs a pool that pays; write refill = "turn" in one')
        if clock.ends != "points" and clock.again != "turn":
            yield Fault((*place, "ends"), f'ends belongs to a clock with again = "turn", not "{clock.again}"')
        yield from self._round(clock)
        known = (*self.own, INITIATIVE, *self.top)
        if clock.runs in ("down", "passes"):
            first = clock.first or formulas.read(INITIATIVE)
            if self.sound(first, known) and formulas.bounds(first.root, self.bounds)[1] < 1:
                key = "first" if clock.first is not None else "initiative"
                yield Fault((*place, key), f"{key} is never more than 0, so no fighter ever acts; let it reach 1")

    def _rounds(self, place: Place, what: str) -> Iterator[Fault]:
        """Yield a fault for what needs rounds, in its words, where there are none. Empty for nothing."""
        if what and self.pack.clock.runs == "up":
            yield Fault(place, f'{what} belongs to a clock with rounds; this one runs "up"')

    def _known(self, place: Place, name: str, what: str, known: Iterable[str]) -> Iterator[Fault]:
        """Yield a fault for a name that is none of those known. An empty one names nothing."""
        known = tuple(known)
        if name and name not in known:
            yield _unknown(place, name, what, known)

    def _round(self, clock: Clock) -> Iterator[Fault]:
        """Yield the faults of the keys that make a round: phases, `round` and `lose`."""
        place = ("clock",)
        if clock.phases and clock.runs in ("down", "passes"):
            yield Fault((*place, "phases"), f'phases belong to a clock that runs "rounds", not "{clock.runs}"')
        if "lose" in clock.model_fields_set and clock.runs != "passes":
            yield Fault((*place, "lose"), f'lose belongs to a clock that runs "passes", not "{clock.runs}"')
        if clock.phases and clock.round:
            yield Fault((*place, "round"), "the phases make the round already; leave out round")
        seen: set[str] = set()
        for index, phase in enumerate(clock.phases):
            if not VERB.fullmatch(phase.name) or phase.name in seen:
                yield Fault(
                    (*place, "phases", index), f'phase "{phase.name}" needs one word of small letters of its own'
                )
            seen.add(phase.name)

    def fighters(self) -> Iterator[Fault]:
        """Yield the faults of figures, derived figures, pools, weapons and places."""
        pack = self.pack
        every: list[tuple[Place, Figure | WeaponFigure]] = [
            (("figures", name), each) for name, each in pack.figures.items()
        ]
        every += [((WEAPON, name), each) for name, each in pack.weapon.items()]
        for place, each in every:
            if isinstance(each.default, str):
                if why := not_dice(each.default):
                    yield Fault((*place, "default"), why)
            elif not each.low <= each.default <= each.high:
                text = f"default {each.default} is not from {each.low} to {each.high}"
                yield Fault((*place, "default" if "default" in each.model_fields_set else "low"), text)
        for name, formula in pack.derived.items():
            yield from self.formula(("derived", name), formula, self.own)
        yield from self._pools()
        yield from self._places()

    def _pools(self) -> Iterator[Fault]:
        """Yield the faults of pools. A pool may be made of figures and of the pools before it."""
        pack, earlier = self.pack, list[str]()
        for name, pool in pack.pools.items():
            place = ("pools", name)
            known = (*pack.figures, *pack.derived, *earlier, *(self.weapon if pool.of else ()))
            yield from self.formula((*place, "full"), pool.full, known)
            yield from self.formula((*place, "start"), pool.start, known)
            yield from self._pool(place, pool)
            if self.sound(pool.full, self.own) and formulas.bounds(pool.full.root, self.bounds)[1] <= pool.least:
                yield Fault((*place, "full"), f"{name} is never full of more than {pool.least}; nobody has any points")
            for key in ("down", "dead"):
                value = getattr(pool, key)
                if value is not None and value < pool.least and pool.counts == "down":
                    yield Fault(
                        (*place, key), f"{key} = {value} is never reached: {name} goes no lower than {pool.least}"
                    )
            if pool.counts == "down" and pool.dead is not None and (pool.down is None or pool.dead > pool.down):
                yield Fault((*place, "dead"), "dead lies below down; give down, which is no lower")
            earlier.append(name)

    def _pool(self, place: Place, pool: PoolRule) -> Iterator[Fault]:
        """Yield the faults of one pool at a place, apart from those of its formulas."""
        pack = self.pack
        if pool.absorbs and pool.absorbs not in pack.pools:
            yield _unknown((*place, "absorbs"), pool.absorbs, "pool", tuple(pack.pools))
        elif pool.absorbs and (pool.absorbs == place[-1] or pool.counts == "up"):
            yield Fault((*place, "absorbs"), "it absorbs for another pool, with points of its own that count down")
        yield from self._rounds((*place, "refill"), 'refill = "round"' if pool.refill == "round" else "")
        if pool.of and not pack.armed:
            yield Fault((*place, "of"), "the pack has no [weapon], so no fighter has a thing with points")
        if pool.counts == "up":
            if pool.down is not None and pool.dead is not None and pool.dead < pool.down:
                yield Fault((*place, "dead"), "dead lies above down in a pool that counts up")
            for key in ("down", "dead"):
                mark = getattr(pool, key)
                if mark is not None and mark <= pool.least:
                    yield Fault((*place, key), f"{key} = {mark} is where everybody begins; let it be more")

    def _places(self) -> Iterator[Fault]:
        """Yield the faults of the table of places that a blow may hit."""
        pack = self.pack
        if pack.places is not None:
            yield from self.formula(("places", "dice"), pack.places.dice, (), "any")
            last = None
            for index, row in enumerate(pack.places.table):
                where = ("places", "table", index)
                if last is not None and row.up_to <= last:
                    yield Fault(
                        (*where, "up_to"), f"up_to {row.up_to} is never reached: the row before takes up to {last}"
                    )
                last = row.up_to
                known = (*self.own, *self.weapon, *self.of("target"), *RESULTS, DAMAGE)
                yield from self.formula((*where, "damage"), row.damage, known)
                yield from self.formula((*where, "soak"), row.soak, known, "any")
                yield from self._effects(where, row.effect, (*known, DEALT), ())
                taken = [*pack.actions, *(modifier.name for modifier in pack.modifier)]
                if row.aim is not None and (not VERB.fullmatch(row.name) or row.name in taken):
                    yield Fault((*where, "name"), f'"{row.name}" is typed to aim at it; it needs a word of its own')

    def rules(self) -> Iterator[Fault]:
        """Yield the faults of actions, answers and modifiers."""
        pack = self.pack
        if not any(action.target for action in pack.action):
            yield Fault(("action",), "no action has a target, so nobody can fight; write target = true in one")
        yield from self._fallen()
        for place, action in enumerate(pack.action):
            yield from self._action(("action", place), action)
        yield from self._answers()
        for place, trigger in enumerate(pack.trigger):
            yield from self._trigger(("trigger", place), trigger)
        names = tuple(pack.actions)
        for place, modifier in enumerate(pack.modifier):
            for index, name in enumerate(modifier.actions):
                yield from self._known(("modifier", place, "actions", index), name, "action", names)
            actions = [action for action in pack.action if not modifier.actions or action.name in modifier.actions]
            known = self.own + (self.weapon if any(action.weapon for action in actions) else ())
            known += self.of("target") if any(action.target for action in actions) else ()
            for key, dice in (("roll", "sum"), (DAMAGE, "any"), ("cost", ""), ("lands", "")):
                yield from self.formula(("modifier", place, key), getattr(modifier, key), known, dice)

    def _answers(self) -> Iterator[Fault]:
        """Yield the faults of all answers: their formulas, their price, and whether they can ever be given."""
        pack = self.pack
        for place, answer in enumerate(pack.answer):
            where, known = ("answer", place), (*self.own, INITIATIVE, *self.of("attacker"), *self.top)
            for key in ("needs", "cost"):
                yield from self.formula((*where, key), getattr(answer, key), known)
            yield from self._answer(where, answer, known)
            yield from self._payment(where, answer.pays, known, "answer")
            yield from self._never(where, answer.needs, known)
            if not any(answer in pack.answers_to(action) for action in pack.action):
                yield Fault(
                    (*where, "name"), f'no action with a target and a roll can be answered with "{answer.name}"'
                )
            if self.sound(answer.cost, known) and pack.clock.round and pack.clock.runs != "rounds":
                least = formulas.bounds(answer.cost.root, self.bounds)[0]
                if least >= pack.clock.round:
                    length = f"a {pack.clock.round_name} has {pack.clock.round} {pack.clock.unit}s"
                    yield Fault((*where, "cost"), f"cost is at least {least}, and {length}: it can never be paid")

    def _answer(self, place: Place, answer: AnswerRule, known: Collection[str]) -> Iterator[Fault]:
        """Yield the faults of the test, results and effects of one answer. `known` are names for its formulas."""
        yield from self._test(place, answer.test, known)
        known_then = (*known, *self.rolled(answer.test))
        yield from self.formula((*place, "adds"), answer.adds, known_then, "any" if answer.on == "damaged" else "")
        yield from self.formula((*place, "number"), answer.number, known_then, "sum")
        if answer.number is not None and answer.on != "aimed":
            yield Fault((*place, "number"), f'number belongs to an answer on = "aimed", not "{answer.on}"; give adds')
        if answer.result and answer.test is None:
            yield Fault((*place, "result"), "the answer rolls nothing, so there are no results; give a test")
        yield from self._results(place, answer.result, known_then, bool(answer.test))
        words = tuple(row.word for row in answer.result)
        yield from self._effects(place, answer.effect, (*known_then, DAMAGE), words)

    def _trigger(self, place: Place, trigger: TriggerRule) -> Iterator[Fault]:
        """Yield the faults of one trigger at a place."""
        known = (*self.own, INITIATIVE, *self.of("source"), *self.top)
        known += (DAMAGE, DEALT) if trigger.on == "damaged" else ()
        if bool(trigger.on) == (trigger.every is not None):
            text = "on and every are both there; a trigger has one moment" if trigger.on else "give on or every"
            yield Fault((*place, "every") if trigger.on else place, text)
        yield from self._rounds((*place, "on"), 'on = "round"' if trigger.on == "round" else "")
        yield from self.formula((*place, "needs"), trigger.needs, known)
        yield from self._never(place, trigger.needs, known)
        yield from self._test(place, trigger.test, known)
        alone = "" if trigger.on in WITH_OTHERS else f"nobody else has a part in {trigger.on or 'every'}"
        yield from self._effects(place, trigger.effect, (*known, *self.rolled(trigger.test)), (), alone)

    def _test(self, place: Place, test: Test | None, known: Collection[str]) -> Iterator[Fault]:
        """Yield the faults of a test, if there is one. `known` are the names that its formulas may use."""
        if test is not None:
            if test.roll is None:
                yield Fault((*place, "test"), "the test rolls nothing; give roll, and at_least, more_than or at_most")
            yield from self._rolling((*place, "test"), test, known)

    def _rolling(self, place: Place, rolling: Rolling, known: Collection[str]) -> Iterator[Fault]:
        """Yield the faults of a roll and its number. `known` are the names that their formulas may use."""
        yield from self.formula((*place, "roll"), rolling.roll, known, "sum")
        yield from self.formula((*place, "edge"), rolling.edge, known)
        numbers = [key for key in ("at_least", "more_than", "at_most") if getattr(rolling, key) is not None]
        for key in numbers:
            yield from self.formula((*place, key), getattr(rolling, key), known, "sum")
        if len(numbers) > 1:
            yield Fault((*place, numbers[1]), f"{numbers[0]} and {numbers[1]} are both there; a roll has one number")
        if rolling.roll is None:
            for key in (*numbers, *(["edge"] if rolling.edge is not None else [])):
                yield Fault((*place, key), f"{key} has nothing to be held against; give a roll")
            return
        if not numbers:
            yield Fault((*place, "roll"), "the roll has no number; give at_least, more_than or at_most")
        if not formulas.rolls_dice(rolling.roll.root, self.pack.is_dice):
            yield Fault((*place, "roll"), f'"{rolling.roll.text}" has no dice to roll')

    def _results(self, place: Place, rows: Sequence[Result], known: Collection[str], rolls: bool) -> Iterator[Fault]:
        """Yield the faults of rows of results. Formulas are checked where there is a roll (`rolls`)."""
        for index, row in enumerate(rows):
            where = (*place, "result", index)
            if row.margin is None and row.when is None:
                yield Fault((*where, "word"), f'nothing says when it is "{row.word}"; give a margin or when')
            before = [each.margin for each in rows[:index] if each.when is None]
            if row.when is None and row.margin is not None and row.margin in before:
                yield Fault((*where, "margin"), f"margin {row.margin} is there twice")
            if rolls:
                yield from self.formula((*where, "when"), row.when, known)
                yield from self.formula((*where, DAMAGE), row.damage, (*known, DAMAGE), "any")
            yield from self._known((*where, "pool"), row.pool, "pool", self.pack.pools)

    def _fallen(self) -> Iterator[Fault]:
        """Yield the faults of actions at fallen fighters."""
        reaching = [place for place, action in enumerate(self.pack.action) if action.fallen]
        for place in reaching:
            if not self.pack.action[place].target:
                text = "fallen belongs to an action with a target; write target = true"
                yield Fault(("action", place, "fallen"), text)
        if not self.pack.fights and any(self.pack.action[place].target for place in reaching):
            text = "every action with a target reaches the fallen, so an order to attack means none; let one do without"
            yield Fault(("action", reaching[0], "fallen"), text)

    def _action(self, place: Place, action: ActionRule) -> Iterator[Fault]:
        """Yield the faults of one action, whose position ends the place."""
        pack = self.pack
        earlier = tuple(each.name for each in pack.action[: int(place[-1])])
        if action.like and action.like not in earlier:
            yield _unknown((*place, "like"), action.like, "action before it", earlier)
            return
        known = (*self.own, INITIATIVE, *(self.weapon if action.weapon else ()))
        known += (*self.of("target"), *self.of("other")) if action.target else ()
        known += self.top
        rolled = (*known, *self.rolled(action.rolled))
        for key in ("needs", "cost", "lands"):
            yield from self.formula((*place, key), getattr(action, key), known)
        yield from self._rolling(place, action, known)
        yield from self._test(place, action.test, known)
        yield from self._results(place, action.result, rolled, rolls=action.rolled.roll is not None)
        yield from self.formula((*place, DAMAGE), action.damage, rolled, "any")
        yield from self.formula((*place, "soak"), action.soak, (*rolled, DAMAGE), "any")
        if action.targets and not action.target:
            yield Fault((*place, "targets"), "targets belong to an action with a target; write target = true")
        yield from self._payment(place, action.pays, known, "action")
        yield from self._never(place, action.needs, known)
        yield from self._time(place, action, known)
        yield from self._roll(place, action)
        if action.weapon and not pack.armed:
            yield Fault((*place, WEAPON), "the pack has no [weapon], so no fighter has one")
        if action.places and pack.places is None:
            yield Fault((*place, "places"), "the pack has no [places], so nothing says where a blow hits")
        yield from self._known((*place, "pool"), action.pool, "pool", pack.pools)
        if action.harms and not action.pool and not pack.body:
            yield Fault((*place, DAMAGE), "no pool takes damage; give one of the pools down = 0, or say pool = here")
        for index, name in enumerate(action.answers or ()):
            yield from self._known((*place, "answers", index), name, "answer", pack.answers)
        words = ("declared", *(row.word for row in action.result))
        named = (*rolled, DAMAGE, DEALT) if action.harms else rolled
        yield from self._effects(
            place, action.effect, named, words, "" if action.target else f"{action.name} has no target"
        )

    def _time(self, place: Place, action: ActionRule, known: Collection[str]) -> Iterator[Fault]:
        """Yield the faults of an action's cost in time and its phase. `known` are names for its formulas."""
        clock = self.pack.clock
        if action.cost is None and clock.runs != "passes" and clock.again == "cost":
            yield Fault(
                (*place, "cost"), f"cost is missing: how many {clock.units or clock.unit + 's'} the action takes"
            )
        if self.sound(action.cost, known) and action.cost is not None:
            least = formulas.bounds(action.cost.root, self.bounds)[0]
            # Without time, points must be paid that a turn refills: else the action could go on for ever.
            free = any(
                self.pack.by_turn({pool: paid}) and formulas.bounds(paid.root, self.bounds)[0] >= 1
                for pool, paid in action.pays.items()
            )
            if least < (0 if free else 1):
                text = f'cost "{action.cost.text}" can be {formulas.whole(least)}, so time would stand still'
                how = 'write max(1, …), a cost of 1 or more, or let it pay from a pool with refill = "turn"'
                yield Fault((*place, "cost"), f"{text}; {how}")
        phases = timetable(clock).phases
        if action.phase and not phases:
            yield Fault((*place, "phase"), 'the clock has no phases; they belong to runs = "rounds"')
        else:
            yield from self._known((*place, "phase"), action.phase, "phase", phases)

    def _roll(self, place: Place, action: ActionRule) -> Iterator[Fault]:
        """Yield the faults of an action's keys together with its test."""
        if action.test is not None:
            for key in ("roll", "edge", "at_least", "more_than", "at_most"):
                if getattr(action, key) is not None:
                    yield Fault((*place, key), f"{key} and test are both there; an action has one roll")
            if action.test.who == "target" and not action.target:
                yield Fault((*place, "test", "who"), f"{action.name} has no target to roll; write target = true")
        if action.rolled.roll is None and action.result:
            yield Fault((*place, "result"), "nothing is rolled, so there are no results; give a roll")

    def _effects(
        self,
        place: Place,
        effects: Sequence[Effect],
        known: Collection[str],
        words: Sequence[str],
        alone: str = "",
    ) -> Iterator[Fault]:
        """Yield the faults of effects. `words` are further outcomes, `alone` says why there is no other fighter."""
        for index, effect in enumerate(effects):
            where = (*place, "effect", index)
            yield from self._known((*where, "on"), effect.on, "outcome", (*OUTCOMES, *words))
            yield from self._test(where, effect.test, known)
            yield from self.formula((*where, "when"), effect.when, known)
            yield from self.formula((*where, "level"), effect.level, known)
            yield from self._points(where, effect, (*known, *self.rolled(effect.test)))
            yield from self._does(where, effect, alone)

    def _points(self, place: Place, effect: Effect, known: Collection[str]) -> Iterator[Fault]:
        """Yield the faults of the points that an effect takes and gives, and of its times."""
        for key in ("takes", "gives"):
            for pool, formula in getattr(effect, key).items():
                yield from self._known((*place, key, pool), pool, "pool", self.pack.pools)
                yield from self.formula((*place, key, pool), formula, known, "any")
        for key in ("delays", "lasts"):
            yield from self.formula((*place, key), getattr(effect, key), known, "any")
        if effect.lasts is not None and not effect.begins:
            yield Fault((*place, "lasts"), "lasts belongs to an effect that begins a condition; give begins")

    def _does(self, place: Place, effect: Effect, alone: str) -> Iterator[Fault]:
        """Yield the faults of an effect's changes besides points. `alone`: why there is no other fighter, or empty."""
        pack = self.pack
        for key in ("begins", "ends"):
            yield from self._known((*place, key), getattr(effect, key), "condition", pack.conditions)
        yield from self._known((*place, "acts"), effect.acts, "action", pack.actions)
        if effect.acts in pack.actions and pack.actions[effect.acts].target and alone:
            yield Fault((*place, "acts"), f"{effect.acts} has a target, and {alone}")
        does = effect.begins or effect.ends or effect.takes or effect.gives or effect.breaks or effect.acts
        if not does and effect.delays == formulas.ZERO:
            yield Fault(place, "the effect does nothing; give begins, ends, takes, gives, delays, breaks or acts")
        if effect.who == "target" and "who" in effect.model_fields_set and alone:
            text = f'{alone}; an effect on its own fighter has who = "self"'
            yield Fault((*place, "who"), text)

    def _payment(self, place: Place, pays: dict[str, Formula], known: Collection[str], what: str) -> Iterator[Fault]:
        """Yield the faults of a price in points: unknown pools, too many points. `what` is `action` or `answer`."""
        for pool, formula in pays.items():
            where = (*place, "pays", pool)
            if pool not in self.pack.pools:
                yield _unknown(where, pool, "pool", tuple(self.pack.pools))
                continue
            if self.pack.pools[pool].counts == "up":
                yield Fault(where, f"{pool} counts up, so nothing is paid from it; an effect gives it points")
            yield from self.formula(where, formula, known)
            least, most = formulas.bounds(formula.root, self.bounds)[0], self.bounds(pool)[1]
            if self.sound(formula, known) and least > most:
                yield Fault(
                    where,
                    f"the {what} costs at least {least} {pool}, and nobody has more than {most}: it is never paid",
                )

    def _never(self, place: Place, needs: Formula | None, known: Collection[str]) -> Iterator[Fault]:
        """Yield a fault for a need that can never be fulfilled."""
        if needs is not None and self.sound(needs, known):
            nothing = formulas.never(needs.root, self.bounds)
            if nothing:
                yield Fault((*place, "needs"), f'"{needs.text}" is never so, and nobody can ever do this')

    def conditions(self) -> Iterator[Fault]:
        """Yield the faults of conditions: what they weigh on, what begins and what ends them."""
        pack = self.pack
        weighed = (*pack.figures, *pack.derived)
        for name, rule in pack.conditions.items():
            place = ("conditions", name)
            for figure in rule.weighs:
                yield from self._known((*place, "weighs", figure), figure, "figure", weighed)
            yield from self.formula(
                (*place, "lasts"), rule.lasts, (*self.own, *self.weapon, *self.of("target"), *RESULTS, DAMAGE), "any"
            )
            yield from self._rounds((*place, "until"), 'until = "round"' if rule.until == "round" else "")
            known = (*self.own, *self.of("source"))
            yield from self.formula((*place, "while"), rule.while_, known)
            if rule.lasts is not None and rule.until:
                yield Fault((*place, "until"), "lasts and until are both there; a condition has one end")
            ends = rule.lasts is not None or rule.until or rule.by_hand or rule.while_ is not None
            if not ends and name not in self.ended:
                text = f"nothing ends {name}; give lasts, until or while, an effect with ends, or by_hand = true"
                yield Fault(place, text)
            if name not in self.begun and not rule.by_hand:
                yield Fault(place, f"nothing begins {name}; an effect with begins does, or write by_hand = true")


def formulas_near(name: str, known: Collection[str]) -> bool:
    """Return whether a known name is near enough to be suggested."""
    return hint_or_list(name, known).startswith("; did you mean")


def _dice_parts(node: formulas.Node, is_dice: Any) -> Iterator[int]:
    """Yield the number of dice in each part of a formula. A pool and a weapon's dice count as one."""
    for part in formulas.walk(node):
        match part:
            case Term():
                yield part.dice
            case formulas.Throw(count=formulas.Number(value=number), least=None):
                yield int(number)
            case formulas.Throw():
                yield 1
            case formulas.Name() if is_dice(part.path):
                yield 1


def _unknown(place: Place, name: str, what: str, known: Sequence[str]) -> Fault:
    """Return the fault of a name that no `what` (pool, action) has. It lists `known` names when none is near."""
    listed = "" if formulas_near(name, known) else f"; there are {', '.join(known[:12]) or 'none'}"
    return Fault(place, f'there is no {what} "{name[:40]}"{listed}', name, tuple(known))


# The library


def _library(pack: Pack) -> Iterator[Fault]:
    """Yield the faults of creatures and weapons of the library, except for figures with a wrong name or default."""
    bad = {name for name in pack.figures if not FIGURE_NAME.fullmatch(name) or name in KERNEL_KEYS}
    for name, figure in pack.weapon.items():
        if (
            not FIGURE_NAME.fullmatch(name)
            or name == "name"
            or (isinstance(figure.default, str) and not_dice(figure.default))
        ):
            bad.add(name)
    sound = {
        table: {name: figure for name, figure in getattr(pack, table).items() if name not in bad}
        for table in ("figures", WEAPON)
    }
    for fault in _library_faults(pack.model_copy(update=sound)):
        if fault.word not in bad:
            yield fault


def _library_faults(pack: Pack) -> Iterator[Fault]:
    """Yield the faults of the weapons and creatures of a library, for a pack whose figures are sound."""
    weapon = weapon_model(pack)
    entry = entry_model(pack, weapon)
    weapons = {plain(str(each.get("name", ""))): each for each in pack.library.weapon}
    if pack.library.weapon and not pack.armed:
        yield Fault(("library", WEAPON), "the pack has no [weapon], so no creature has one")
        return
    for place, each in enumerate(pack.library.weapon):
        where: Place = ("library", WEAPON, place)
        yield from _entry_faults(weapon, weapon, each, where, ())
        yield from _not_dice(pack, [each], where[:-1], place)
    for place, creature in enumerate(pack.library.creature):
        where = ("library", "creature", place)
        if not isinstance(creature.get("name"), str) or not creature["name"].strip():
            yield Fault(where, '"name" is missing')
            continue
        carried = creature.get(WEAPON, [])
        whole = dict(creature)
        if isinstance(carried, list) and pack.armed:
            whole[WEAPON] = [
                {**weapons.get(plain(str(carried_weapon.get("name", ""))), {}), **carried_weapon}
                if isinstance(carried_weapon, dict)
                else carried_weapon
                for carried_weapon in carried
            ]
            for index, carried_weapon in enumerate(carried):
                if (
                    isinstance(carried_weapon, dict)
                    and carried_weapon.keys() == {"name"}
                    and plain(str(carried_weapon["name"])) not in weapons
                ):
                    names = tuple(str(each.get("name")) for each in pack.library.weapon)
                    yield _unknown((*where, WEAPON, index, "name"), str(carried_weapon["name"]), "weapon", names)
        yield from _entry_faults(entry, weapon, whole, where, _CREATURE)
        if isinstance(carried, list):
            yield from _not_dice(pack, carried, (*where, WEAPON), 0)


def _not_dice(pack: Pack, weapons: Sequence[Any], where: Place, first: int) -> Iterator[Fault]:
    """Yield a fault for each figure of weapons that must be dice and is not. `first` is their position at `where`."""
    for index, weapon in enumerate(weapons):
        if not isinstance(weapon, dict):
            continue
        written = {name: weapon.get(name, figure.default) for name, figure in pack.weapon.items()}
        for place, text in dice_faults(pack, [written]):
            yield Fault((*where, first + index, place[-1]), text)


def _entry_faults(model: Any, weapon: Any, entry: dict[str, Any], where: Place, also: Iterable[str]) -> Iterator[Fault]:
    """Yield the faults of an entry of the library. `weapon` is the model of weapons, `also` are the program's keys."""
    try:
        model.model_validate({key: value for key, value in entry.items() if key not in also})
    except ValidationError as error:
        known = (*also, *model.model_fields)
        of_weapon = tuple(weapon.model_fields)
        for each in error.errors(include_url=False):
            place = (*where, *each["loc"])
            if each["type"] == "extra_forbidden":
                name = str(each["loc"][-1])
                yield Fault(place, f'unknown key "{name[:40]}"', name, known if len(each["loc"]) == 1 else of_weapon)
            elif each["type"] == "missing":
                yield Fault(where, f'"{each["loc"][-1]}" is missing')
            else:
                message = str(each["msg"])
                yield Fault(place, f"{each['loc'][-1]}: {message[:1].lower()}{message[1:]}")
