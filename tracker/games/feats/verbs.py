"""The verbs of feats: a row for each, with its arguments and its entries in the menus."""

from __future__ import annotations

from collections.abc import Callable

from tracker.games.feats import checks, formulas
from tracker.games.feats.actions import refusals
from tracker.games.feats.actions.breath import BreathingFighter
from tracker.games.feats.actions.declarations import Declaring
from tracker.games.feats.actions.landings import Exertion, Slam, Throw
from tracker.games.feats.arguments import THING, Thrown, ThrownAt, Way, Yards
from tracker.games.feats.book.tables import BOOK
from tracker.games.feats.fighter import AT, TO
from tracker.games.feats.menus import ALWAYS, BY_HAND, ON_LAND, ON_WATER, Menus
from tracker.games.toolkit.arguments import (
    Amount,
    AskedAmount,
    Flag,
    LastAmount,
    LastWord,
    Named,
    NamedTarget,
    NamedText,
    Offer,
    OneOf,
    Target,
    Text,
)
from tracker.games.toolkit.verbs import Entry, Verb, Verbs, always
from tracker.model.lazy_dataclass import dataclass


def _pace(name: str, does: str, refused: tuple[Callable[..., str], ...], *entries: Entry) -> FeatsVerb:
    """Return the verb of an activity such as running, with its rule from the book."""
    rule = BOOK.activities[name].rule
    return FeatsVerb(name, Declaring.pace, (name,), does, rule=rule, entries=entries, refused=refused)


def _unprepared(exertion: str, unprepared: bool) -> bool:
    """Return whether a breath is held without drawing breath first, which takes no time."""
    return unprepared


@dataclass(frozen=True, slots=True)
class FeatsVerb(Verb):
    """A verb of feats."""

    landing: type[Exertion | Slam | Throw] = Exertion
    """The class that carries its action out from the landing on."""


VERBS = Verbs(
    _pace(
        "sprint",
        "runs as fast as it can, until its next declaration",
        refusals.RUNS,
        Entry("s", "sprint", "{sprint_odds} each 15 s · {sprint} yd/s", menu=ON_LAND),
    ),
    _pace(
        "run",
        "runs, paced",
        refusals.RUNS,
        Entry("r", "run, paced", "{run_odds} each minute · {run} yd/s", menu=ON_LAND),
    ),
    FeatsVerb(
        "climb",
        Declaring.set_out_climbing,
        ("climb -3 0.5 haste secured cost 2",),
        "climbs by a modifier and feet a second, or a known climb, as in `climb tree`; in haste, on a rope, at a cost "
        "in FP",
        (
            Way(),
            Flag("haste", Offer("h", "haste")),
            Flag("secured", Offer("s", "rope: secured")),
            Named(
                "cost",
                0,
                100,
                0,
                Offer("c", "the climb's own FP: {cost}", "How many FP does the game master ask for the climb?", 0, 12),
            ),
        ),
        "F-CLIMB",
        (Entry("c", "climb", "a roll now, then every 5 min", menu=ON_LAND),),
        leads=Menus.climb,
        refused=refusals.RUNS,
    ),
    FeatsVerb(
        "stop",
        BreathingFighter.stop,
        ("stop",),
        "ends an activity and declares a second later",
        entries=(Entry("s", "stop", "asked again in 1 s", menu=BY_HAND),),
        at_any_time=always,
        refused=(refusals.nothing_to_stop,),
    ),
    FeatsVerb(
        "swerve",
        Declaring.swerve,
        ("swerve",),
        "breaks a sprint for a second",
        rule="F-RUN-4",
        entries=(Entry("v", "swerve", "a second at plain Move", menu=BY_HAND),),
        at_any_time=always,
        refused=(refusals.not_sprinting,),
    ),
    FeatsVerb(
        "hop",
        BreathingFighter.hop,
        ("hop",),
        "over a knee-high obstacle, which breaks a sprint",
        rule="F-JUMP-3",
        entries=(Entry("k", "hop, knee-high", "no time, breaks a sprint", menu=BY_HAND),),
        at_any_time=always,
        refused=refusals.RUNS,
    ),
    FeatsVerb(
        "hurdle",
        Declaring.hurdle,
        ("hurdle",),
        "over a waist-high obstacle, which takes the second",
        rule="F-JUMP-3",
        entries=(Entry("h", "hurdle, waist-high", "1 s, a whole Move", menu=BY_HAND),),
        refused=refusals.RUNS,
    ),
    FeatsVerb(
        "dive",
        Declaring.plunge,
        ("dive unwilling",),
        "into deep water; with `unwilling` not on purpose",
        (Flag("unwilling"),),
        "F-SWIM-1",
        (
            Entry("I", "dive in", "{dive_odds}", menu=ON_LAND),
            Entry("f", "into the water, not on purpose", "{fall_odds}", line="dive unwilling", menu=BY_HAND),
        ),
        refused=(refusals.in_water_already,),
    ),
    FeatsVerb(
        "noair",
        BreathingFighter.lose_air,
        ("noair",),
        "has no air",
        rule="F-AIR-1",
        entries=(Entry("b", "no air", "1 FP a second", menu=BY_HAND),),
        at_any_time=always,
    ),
    FeatsVerb(
        "air",
        BreathingFighter.clean_air,
        ("air",),
        "has clean air again",
        rule="F-AIR-3",
        entries=(Entry("a", "clean air", "points come back", menu=BY_HAND),),
        at_any_time=always,
    ),
    FeatsVerb(
        "unload",
        Declaring.unload,
        ("unload",),
        "sets the load down",
        entries=(Entry("n", "unload", "sets down {load} lb", menu=BY_HAND),),
        at_any_time=always,
        refused=(refusals.no_load,),
    ),
    FeatsVerb(
        "drop",
        Declaring.drop,
        ('drop "Rope"',),
        "lets a thing go",
        (THING,),
        entries=(Entry("r", "drop", "no time", menu=BY_HAND),),
        leads=Menus.things,
        at_any_time=always,
        refused=(refusals.no_things,),
    ),
    FeatsVerb(
        "carry",
        Declaring.load,
        ("carry 40",),
        "lb on the back",
        (Amount(0, 1_000_000),),
        "F-ENC-1",
        (Entry("c", "carry", "lb, up to {on_the_back}", line="carry ", menu=BY_HAND),),
        at_any_time=always,
    ),
    FeatsVerb(
        "pull",
        Declaring.pull,
        ("pull 600 cart smooth",),
        "lb on a vehicle",
        (Amount(0, 1_000_000), OneOf(*BOOK.vehicles), Flag("smooth")),
        "F-DRAG-1",
        (Entry("l", "pull", "lb, then cart and smooth", line="pull ", menu=BY_HAND),),
        at_any_time=always,
    ),
    FeatsVerb(
        "damage",
        Declaring.damage,
        ("damage 3",),
        "points by hand",
        (Amount(1, 100_000),),
        entries=(Entry("d", "damage", "points", line="damage ", menu=BY_HAND),),
        at_any_time=always,
    ),
    FeatsVerb(
        "gap",
        BreathingFighter.fall_behind,
        ("gap mira 20",),
        "so many yards behind another",
        (Target(), Amount(-100_000, 100_000)),
        entries=(Entry("g", "gap", "to whom, yards behind", line="gap ", menu=BY_HAND),),
        at_any_time=always,
    ),
    FeatsVerb(
        "slam",
        Declaring.slam,
        ("slam brute 5 foe 3 tackle strong behind", "slam brute 12 hp 22 by Riding"),
        "yards moved, those the foe came; `tackle`, `pounce`, `rush`; all-out; a solid obstacle behind the foe; with a "
        "mount or vehicle of so many hit points, and the skill that steers it",
        (
            Target(),
            OneOf(*checks.KINDS[1:], usual=checks.PLAIN),
            Yards(
                1,
                1000,
                name="yards",
                offer=Offer("v", "own yards: {yards}", "How many yards does it move?", 1, 1000),
            ),
            Named(
                "foe",
                0,
                1000,
                0,
                Offer("f", "foe's yards: {foe}", "How many yards does the foe come towards it?", 0, 1000),
            ),
            Flag("strong", Offer("s", "all-out, strong")),
            Flag("behind", Offer("b", "an obstacle behind")),
            Named("hp", 1, 10_000),
            NamedText("by"),
        ),
        "F-SLAM",
        (Entry("a", "slam", "{slam_odds} · 1 s", menu=ON_LAND),),
        leads=Menus.slam,
        refused=(
            refusals.in_water,
            refusals.lying_down,
        ),
        landing=Slam,
    ),
    FeatsVerb(
        "jump",
        Declaring.jump,
        ("jump 6",),
        "a measured jump with its yards of run-up",
        (AskedAmount(0, 1000),),
        "F-JUMP",
        (Entry("n", "jump", "1 s, standing {high_inches} in up or {broad_feet} ft across", menu=ON_LAND),),
        refused=(
            refusals.in_water,
            refusals.lying_down,
            refusals.not_in_position,
        ),
    ),
    FeatsVerb(
        "concentrate",
        Declaring.get_in_position,
        ("concentrate",),
        "in position for a jump",
        rule="F-JUMP-3",
        entries=(Entry("N", "get in position", "1 s, before a jump", menu=ON_LAND),),
        refused=(refusals.in_position_already,),
    ),
    FeatsVerb(
        "lift",
        Declaring.lift,
        ("lift 200 with hob", "lift 180 person brute"),
        "lb, with a helper; a person",
        (AskedAmount(1, 100_000), NamedTarget("with"), NamedTarget("person")),
        "F-LIFT",
        (Entry("l", "lift", "up to {two_hands} lb, 2 or 4 s", menu=ON_LAND),),
        leads=Menus.lift,
    ),
    FeatsVerb(
        "shove",
        Declaring.shove,
        ("shove 200 running",),
        "shoves an obstacle of so many lb, or knocks it over at a run",
        (AskedAmount(1, 100_000), Flag("running")),
        "F-GRAB-3",
        (
            Entry("h", "shove", "up to {shove} lb, 1 s", menu=ON_LAND),
            Entry("k", "knock over, running", "up to {shove_at_a_run} lb, 1 s", line="shove running", menu=ON_LAND),
        ),
        refused=(refusals.in_water,),
    ),
    _pace(
        "swoop",
        "flies fast",
        refusals.FLIES,
        Entry("f", "fly fast", "{swoop_odds} each 15 s · {swoop} yd/s", menu=ON_LAND),
    ),
    _pace(
        "fly",
        "flies, paced",
        refusals.FLIES,
        Entry("v", "fly, paced", "{fly_odds} each minute · {fly} yd/s", menu=ON_LAND),
    ),
    FeatsVerb(
        "throw",
        Declaring.throw,
        ('throw "Rock" brute mod -1 yards 10', 'throw "Rope" tom to'),
        "with a modifier and the distance; to a catcher; `throw Rock area` into an area",
        (
            Thrown(),
            ThrownAt(),
            LastAmount(
                -40,
                40,
                0,
                2,
                name="mod",
                offer=Offer("m", "size, speed, distance: {mod}", "What do size, speed and distance come to?", -10, 3),
            ),
            Named("yards", 0, 10_000),
            OneOf(TO, usual=AT, offer=Offer("o", "to be caught")),
        ),
        "F-THROW",
        (Entry("t", "throw", "1 s", menu=ALWAYS),),
        leads=Menus.throw,
        refused=(refusals.nothing_in_hand,),
        landing=Throw,
    ),
    FeatsVerb(
        "catch",
        BreathingFighter.catch,
        ("catch 5 waiting",),
        "catches a thing thrown to it, by the thrower's margin; a sport may follow",
        (
            Amount(
                -20,
                20,
                0,
                name="margin",
                offer=Offer("m", "thrown well by: {margin}", "How well was it thrown?", 0, 12),
            ),
            Flag("waiting", Offer("w", "waiting")),
            Text(),
        ),
        "F-CATCH-1",
        (Entry("i", "catch", "{catch_odds} · no time", menu=ALWAYS),),
        leads=Menus.catch,
        at_any_time=always,
    ),
    FeatsVerb(
        "ready",
        Declaring.ready,
        ('ready "Rope" 2',),
        "takes up a thing with so many hands",
        (THING, LastWord("", "1", "2")),
        "F-LIFT-2",
        (Entry("e", "ready", "1, 2 or 4 s", menu=ALWAYS),),
        leads=Menus.things,
        refused=(refusals.no_things,),
    ),
    FeatsVerb(
        "hold",
        Declaring.draw_breath,
        ("hold heavy unprepared",),
        "a breath, for `rest`, `mild` or `heavy` work; `unprepared` without drawing it first",
        (OneOf(*formulas.EXERTIONS, usual="rest"), Flag("unprepared", Offer("n", "unprepared"))),
        "F-BREATH-1",
        (Entry("b", "hold the breath", "1 s, then {seconds_rest} s at rest", menu=ALWAYS),),
        leads=Menus.hold,
        at_any_time=_unprepared,
    ),
    FeatsVerb(
        "rescue",
        Declaring.rescue,
        ("rescue tom 2",),
        "lifesaving, with the bonus of the technique",
        (
            Target(),
            Amount(
                -10,
                10,
                0,
                name="technique",
                offer=Offer("t", "technique: {technique}", "What is the technique worth?", -3, 7),
            ),
        ),
        "F-SAVE",
        (Entry("m", "rescue, first aid", "1 s", menu=ALWAYS),),
        leads=Menus.rescue,
    ),
    _pace("float", "floats", refusals.SWIMS, Entry("f", "float", "{float_odds} each 30 min", menu=ON_WATER)),
    _pace(
        "paddle", "swims slowly", refusals.SWIMS, Entry("r", "swim slowly", "{paddle_odds} each 30 min", menu=ON_WATER)
    ),
    _pace(
        "swim",
        "swims fast",
        refusals.SWIMS,
        Entry("s", "swim fast", "{swim_odds} each minute · {swim} yd/s", menu=ON_WATER),
    ),
    FeatsVerb(
        "ashore",
        BreathingFighter.ashore,
        ("ashore",),
        "out of the water",
        entries=(Entry("l", "land, ashore", "no time", menu=ON_WATER),),
        at_any_time=always,
        refused=(refusals.ashore_already,),
    ),
    FeatsVerb(
        "shed",
        Declaring.shed,
        ('shed "mail"',),
        "takes off a piece of gear in the water",
        (THING,),
        "F-SWIM-3",
        (Entry("h", "shed gear", "1 s", menu=ON_WATER),),
        leads=Menus.things,
        refused=(
            refusals.not_afloat,
            refusals.no_things,
        ),
    ),
    FeatsVerb(
        "up",
        Declaring.get_up,
        ("up",),
        "gets up from lying",
        entries=(Entry("g", "get up", "no time", menu=ON_LAND, rank=-1),),
        at_any_time=always,
        refused=(refusals.standing_already,),
    ),
    FeatsVerb(
        "firstaid",
        Declaring.first_aid,
        ("firstaid tom",),
        "gets water out of the lungs",
        (Target(),),
        "F-AIR-3",
        refused=(refusals.no_first_aid,),
    ),
    FeatsVerb(
        "intercept",
        BreathingFighter.intercept,
        ("intercept",),
        "a parry that takes a thing thrown to another fighter",
        rule="F-CATCH-2",
        at_any_time=always,
    ),
)
