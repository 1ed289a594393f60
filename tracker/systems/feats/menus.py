"""Menus: what can be declared, by key, with its price in time and its odds before enter."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from tracker.encounter.names import seat_key
from tracker.encounter.questions import Question
from tracker.encounter.refusals import Refused
from tracker.encounter.state import Encounter
from tracker.rules.values import Choice, Menu
from tracker.systems.feats import checks
from tracker.systems.feats.actions import condition as now
from tracker.systems.feats.actions import declarations, deeds, motion, slams, throws
from tracker.systems.feats.actions.declarations import TO
from tracker.systems.feats.book.house import HouseRules
from tracker.systems.feats.book.tables import BOOK
from tracker.systems.feats.rules import impacts, loads, rolls, travel
from tracker.systems.feats.sheets import Sheet, Thing
from tracker.systems.kit import menus, rows
from tracker.systems.kit.figures import exact, half_up, plain
from tracker.systems.kit.paths import Path, asked, asks, chosen, numbers, switch, words
from tracker.systems.kit.sums import Sum, signed

ROWS = rows.read_rows("tracker.systems.feats")
NUMBERS = {
    "yards": ("How many yards does it move?", range(1, 13)),
    "foe": ("How many yards does the foe come towards it?", range(13)),
    "cost": ("How many FP does the game master ask for the climb?", range(13)),
    "mod": ("What do size, speed and distance come to?", range(-10, 4)),
    "margin": ("How well was it thrown?", range(13)),
    "technique": ("What is the technique worth?", range(-3, 8)),
}
"""Numbers a menu asks for on the way, with what can be had by key."""


@dataclass(frozen=True, slots=True)
class Menus:
    """The menus of one combatant as things stand."""

    encounter: Encounter
    who: str
    house: HouseRules

    @property
    def own(self) -> Sheet:
        """Its sheet."""
        return now.sheet_of(self.encounter, self.who)

    @property
    def name(self) -> str:
        """Its name."""
        return self.encounter[self.who].name

    def odds(self, need: Sum | int | None) -> str:
        """`12 or less, 74.1 %`."""
        if need is None:
            return "no roll"
        return rolls.odds(need if isinstance(need, int) else need.total, self.house.criticals)

    def why_not(self, verb: str) -> str:
        """Why a verb cannot be said now."""
        return declarations.why_not(self.encounter, self.who, verb, self.house)

    def choice(self, key: str, label: str, line: str, price: str = "", refused: str = "") -> Choice:
        """A line of its own; refused as its verb would be."""
        why = refused or self.why_not(line.split(maxsplit=1)[0])
        return Choice(key, label, line=f"{self.who} {line}", price=price, refused=why)

    def rows(self, *names: str) -> tuple[Choice, ...]:
        """Choices out of `menus.toml`, with the figures and odds of this sheet."""
        numbers = {what: plain(value) for what, value in checks.figures(self.own).items()}
        odds = {f"{what}_odds": self.odds(need) for what, need in checks.needs(self.own).items()}
        there = [row for name in names for row in ROWS[name]]
        return rows.choices(there, self.who, numbers | odds, self.why_not)

    def root(self, path: Path) -> Menu:
        """What may be declared; what cannot be is left out, and its key says why."""
        choices = self.rows("water" if now.wet(self.encounter, self.who) else "land", "always")
        shown = tuple(choice for choice in choices if not choice.refused)
        wait = menus.wait(self.who, price="acts at any second")
        return Menu(f"{self.name} may declare.", (*shown, wait), absent=tuple(one for one in choices if one.refused))

    def climb(self, path: Path) -> Menu:
        """What is climbed: in haste, on a rope, at a cost of its own (F-CLIMB)."""
        haste, cost = "haste" in path, int(chosen(path, "cost", "0"))
        points = motion.climbing_cost(haste, cost, self.house)
        kinds = BOOK.climb.kind if self.house.climbs == "known" else ()
        by_hand = Choice("o", "modifier and ft/s", line=f"{self.who} climb", unfinished=True, price="as -3 0.5 haste")
        choices = [by_hand]
        for key, kind in zip(menus.letters([kind.name for kind in kinds], taken="ohsc"), kinds, strict=True):
            seconds = plain(half_up(30 / (kind.combat if haste else kind.regular)))
            need = None if kind.modifier is None else checks.climbing(self.own, kind.modifier)
            price = f"{self.odds(need)} · 30 ft in {seconds} s{f' · {points} FP' if points else ''}"
            choices.insert(-1, self.choice(key, f"{kind.name} †", f"climb {kind.name}{words(path[1:])}", price))
        own_cost = asks("c", f"the climb's own FP: {cost}", path, "cost")
        options = (switch("h", "haste", path), switch("s", "secured", path, "rope: secured"), own_cost)
        return Menu(f"{self.name} climbs what?", tuple(choices), options)

    def hold(self, path: Path) -> Menu:
        """How hard one works while holding the breath, and whether there is a second to draw it (F-BREATH-1)."""
        unprepared, control = "unprepared" in path, self.own.skill("Breath Control") is not None
        choices = []
        for exertion in travel.EXERTIONS:
            seconds = travel.breath(self.own.ht, exertion, control=control, unprepared=unprepared)
            price = f"{'no time' if unprepared else '1 s'}, then {seconds} s"
            choices.append(self.choice(exertion[0], exertion, f"hold {exertion}{words(path[1:])}", price))
        return Menu(
            f"{self.name} holds the breath at what exertion?", tuple(choices), (switch("n", "unprepared", path),)
        )

    def slam(self, path: Path) -> Menu:
        """Whom, how, over how many yards, and how far the foe comes towards one (F-SLAM)."""
        yards = chosen(path, "yards", str(now.full_move(self.encounter, self.who)))
        kind = next((word for word in checks.KINDS if word in path[1:]), checks.PLAIN)
        how = (kind, yards, chosen(path, "foe", "0"), "strong" if "strong" in path else "")

        def price(target: str) -> str:
            mine, back = slams.both_dice(self.encounter, self.who, target, how, self.house)
            means = f"{plain(max(Fraction(0), mine.mean))} against {plain(max(Fraction(0), back.mean))} on average"
            return f"{self.odds(checks.slamming(self.own, kind))}; {mine.text} against {back.text}, {means}"

        def line(target: str) -> str:
            return f"{self.who} slam {target} {yards}{words(path[1:], 'yards')}"

        reach = f", {BOOK.slam.reach} yd more reach" if kind in checks.LEAPING else ""
        kinds = [word for word in checks.KINDS if not declarations.why_no_slam(self.encounter, self.who, word)]
        following = kinds[(kinds.index(kind) + 1) % len(kinds)]
        rest = tuple(word for word in path if word not in checks.KINDS[1:])
        options = (
            asks("v", f"own yards: {yards}", path, "yards"),
            asks("f", f"foe's yards: {how[2]}", path, "foe"),
            switch("s", "strong", path, "all-out, strong"),
            Choice("k", f"kind: {kind}{reach}", path=rest if following == checks.PLAIN else (*rest, following)),
        )
        return Menu(f"{self.name} slams whom?", menus.targets(self.encounter, self.who, line, price), options)

    def throw(self, path: Path) -> Menu:
        """What, then at whom, to whom or where, with what modifiers (F-THROW)."""
        if len(path) < 2:
            return self._things("throw", self._thrown)
        thing, to, modifier = now.thing_of(self.own, path[1], self.name), TO in path, chosen(path, "mod", "0")
        dice, there = checks.thrown_dice(self.own, thing), words(path[2:], TO)
        harm = f", {dice.text}" if dice is not None else ", no thrust on the sheet"
        at, area = (self.odds(checks.throwing(self.own, thing, one, int(modifier))) for one in (True, False))
        choices = menus.targets(
            self.encounter,
            self.who,
            lambda target: f'{self.who} throw "{thing.name}" {target}{words(path[2:])}',
            lambda target: area if to else at + harm,
        )
        options = (
            switch("o", TO, path, "to be caught"),
            asks("m", f"size, speed, distance: {signed(int(modifier)) if int(modifier) else 0}", path, "mod"),
        )
        reach = plain(checks.reach(self.own, thing) or Fraction(0))
        lobbed = self.choice("a", "an area", f'throw "{thing.name}" area{there}', area)
        return Menu(f"{thing.name}, up to {reach} yd, {'to' if to else 'at'} whom?", (*choices, lobbed), options)

    def _thrown(self, thing: Thing) -> tuple[str, str]:
        far = checks.reach(self.own, thing)
        why = declarations.why_no_throw(self.encounter, self.who, thing, "", "", gap=False)
        hands = impacts.hands(exact(thing.weight), self.own.lift)
        return f"{thing.weight:g} lb" + (f", {hands}-handed, {plain(far)} yd" if far is not None else ""), why

    def ready(self, path: Path) -> Menu:
        """What is taken up, in how many seconds (F-GRAB-1)."""

        def price(thing: Thing) -> tuple[str, str]:
            times = [loads.ready_seconds(exact(thing.weight), self.own.lift, hands) for hands in (1, 2)]
            seconds = next((f"{time} s" for time in times if time is not None), "too heavy (F-LIFT-2)")
            held = now.holds(self.encounter, self.who, thing)
            return f"{thing.weight:g} lb, {seconds}", "in hand" if held else "" if times[1] else seconds

        return self._things("ready", price)

    def shed(self, path: Path) -> Menu:
        """What is got rid of in the water (F-SWIM-3)."""
        return self._things("shed", lambda thing: (self.odds(checks.shedding(self.own, thing.piece)), ""))

    def drop(self, path: Path) -> Menu:
        """What is let go of."""
        held = {one.name: now.holds(self.encounter, self.who, one) for one in self.own.things}
        return self._things("drop", lambda thing: ("", "" if held[thing.name] else "not in hand"))

    def _things(self, verb: str, priced: Callable[[Thing], tuple[str, str]]) -> Menu:
        choices = []
        for key, thing in zip(menus.letters([one.name for one in self.own.things]), self.own.things, strict=True):
            price, why = priced(thing)
            one = self.choice(key, thing.name, f'{verb} "{thing.name}"', price, why)
            further = Choice(key, thing.name, path=(verb, thing.name), price=price, refused=why)
            choices.append(further if verb == "throw" else one)
        return Menu(f"{self.name}: {verb} what?", tuple(choices))

    def lift(self, path: Path) -> Menu:
        """With whom, or whom: one who is unwilling must be grappled first; the weight is asked (F-LIFT, F-GRAB-2)."""
        side, choices = self.encounter[self.who].profile.side, [self.choice("l", "alone", "lift", self._lifts(""))]
        for one in self.encounter:
            if one.id != self.who and one.able and one.profile.side == side:
                choices.append(self.choice("", f"with {one.name}", f"lift with {one.id}", self._lifts(one.id)))
        for one in self.encounter:
            if one.id != self.who:
                why = declarations.held_fast(self.encounter, self.who, one.id)
                choices.append(self.choice("", f"{one.name} itself", f"lift person {one.id}", self._lifts(""), why))
        return Menu(f"{self.name} lifts", tuple(choices))

    def _lifts(self, helper: str) -> str:
        lift, skill = declarations.lift_of(self.encounter, self.who, helper), self.own.skill("Lifting")
        most = loads.limits(lift)
        told = f"2 s to {plain(most['one_hand'])} lb, 4 s to {plain(most['two_hands'])} lb"
        return told if skill is None else f"{told}; Lifting {self.odds(skill)}"

    def catch(self, path: Path) -> Menu:
        """By DX or a sport, waiting for it or not, how well it was thrown; or what flies to another (F-CATCH)."""
        margin, ways = chosen(path, "margin", "0"), tuple(throws.ways_to_catch(self.own).values())
        ready = "waiting" in path or throws.waits(self.encounter, self.who)
        choices = []
        for key, sport in zip(menus.letters([sport or "DX" for sport in ways], taken="wmp"), ways, strict=True):
            line = " ".join(filter(None, ("catch", margin, "waiting" if ready else "", sport)))
            price = self.odds(checks.catching(self.own, ready, int(margin), sport))
            choices.append(self.choice(key, sport or "DX", line, price))
        number = self.own.defences.get(deeds.PARRY)
        why = "" if number is not None else f"{self.name} has no parry on the sheet."
        choices.append(self.choice("p", "what flies to another", "intercept", self.odds(number or 0), why))
        options = (switch("w", "waiting", path), asks("m", f"thrown well by: {margin}", path, "margin"))
        return Menu(f"{self.name} catches by what?", tuple(choices), options)

    def rescue(self, path: Path) -> Menu:
        """Whom to save from drowning, or to give first aid (F-SAVE, F-AIR-3)."""
        technique, choices = int(chosen(path, "technique", "0")), []
        for one in sorted(self.encounter, key=lambda one: one.condition(now.DROWNING) is None and one.able):
            wet = now.wet(self.encounter, one.id)
            if one.id == self.who or not (wet or one.condition(now.DROWNED)):
                continue
            verb, label = ("rescue", one.name) if wet else ("firstaid", f"first aid for {one.name}")
            saving = checks.rescue(self.own, now.sheet_of(self.encounter, one.id), technique)
            price = self.odds(saving if wet else self.own.skill("First Aid") or 0)
            line = f"{verb} {one.id}{f' {technique}' if wet and technique else ''}"
            why = declarations.why_not_whom(self.encounter, self.who, verb, one.id)
            choices.append(self.choice(seat_key(one.profile.seat), label, line, price, why))
        nobody = Choice("o", "nobody", line=f"{self.who} rescue", refused="Nobody is in deep water or needs first aid.")
        options = (asks("t", f"technique: {signed(technique) if technique else 0}", path, "technique"),)
        return Menu("Rescue whom?", tuple(choices) or (nobody,), options)

    def other(self, path: Path) -> Menu:
        """What is said by hand and takes no time."""
        return Menu(f"{self.name}, by hand", self.rows("other"))

    # Questions

    def answer(self, word: str, question: Question) -> tuple[str, int | None, str]:
        """Label, target and refusal of one way to meet a blow, or to catch what is thrown to one."""
        if word in (deeds.NONE, deeds.AVOIDED):
            return {deeds.NONE: "nothing", deeds.AVOIDED: "avoided, the GM says"}[word], None, ""
        if word.startswith(deeds.BY):
            other = word.removeprefix(deeds.BY)
            number = now.sheet_of(self.encounter, other).defences.get(deeds.PARRY)
            return f"{self.encounter[other].name} takes it from the air", number, ""
        if question.what == "catch":
            sport = throws.ways_to_catch(self.own).get(word, "")
            margin = int(question.then[-1].data["margin"])
            need = checks.catching(self.own, throws.waits(self.encounter, self.who), margin, sport)
            return sport or "DX", need.total, ""
        known = self.own.defences.get(word)
        return word, known, "" if known is not None else f"no {word} on the sheet"

    def answers(self, question: Question) -> tuple[Choice, ...]:
        """The ways to answer, each with its odds, by first letters; orders weigh the odds (`dodge above 50`)."""
        told = [(word, *self.answer(word, question)) for word in question.choices]
        keys = menus.letters([label for _, label, _, _ in told])
        choices = []
        for key, (word, label, number, why) in zip(keys, told, strict=True):
            percent = None if number is None else int(rolls.percent(number, self.house.criticals))
            price = "" if number is None else self.odds(number)
            choices.append(Choice(key, label, word, price=price, refused=why, chance=percent))
        return tuple(choices)

    def priced(self, question: Question, amount: int) -> str:
        """What so many pounds, or yards of run-up, come to (F-LIFT-2, F-GRAB-3, F-JUMP-2)."""
        if question.what == "jump":
            jumps = checks.figures(self.own, exact(amount))
            return f"{plain(jumps['high_inches'])} in up, {plain(jumps['broad_feet'])} ft across"
        if question.what == "shove":
            return "it gives way, 1 s"
        helper = question.then[-1].data["words"][0]
        return f"{declarations.lift_seconds(self.encounter, self.who, exact(amount), helper)} s"


def menu(encounter: Encounter, who: str, path: Path, house: HouseRules) -> Menu:
    """What may be declared, step by step; raises Refused for a path that leads nowhere."""
    here = Menus(encounter, who, house)
    if (name := asked(path)) in NUMBERS:
        return numbers(path, *NUMBERS[name])
    further: dict[str, Callable[[Path], Menu]] = {
        "": here.root, "climb": here.climb, "hold": here.hold, "slam": here.slam, "attack": here.slam,
        "throw": here.throw,
        "ready": here.ready, "shed": here.shed, "drop": here.drop, "lift": here.lift, "catch": here.catch,
        "rescue": here.rescue, "other": here.other,
    }  # fmt: skip
    first = path[0] if path else ""
    if first not in further:
        raise Refused(f"There is no menu {' '.join(path)}.")
    return further[first](path)
