"""Testing: what every rule system must keep, for authors of games: it can be begun, played, shown, saved and undone.

A game's own tests call it with a class of their own, which pytest runs:

    class TestNerve(SystemContract):
        system = NERVE
        encounters = ("duel.toml",)

What fails says in a sentence which hook is meant and what it is to do. Nothing of the program imports this module.
"""

from __future__ import annotations

import inspect
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import ClassVar

from tracker.dice.source import DiceSource, SeededDice
from tracker.encounter.engine.evolve import fold
from tracker.game_api.calculator_arguments import bounds, figures, given
from tracker.game_api.choice_keys import EVERYWHERE
from tracker.game_api.game import BASES, Game
from tracker.game_api.rules import Rules
from tracker.game_api.sheets import Calculator
from tracker.game_api.values import Doing, Menu
from tracker.games import registry
from tracker.model.events import ActionDeclared, Event, ModifierUsed, Noted, Rolled
from tracker.model.orders import ATTACK
from tracker.model.queries import Why
from tracker.model.questions import Ask
from tracker.model.refusals import Refused
from tracker.model.state import LAND, ROUND, Encounter
from tracker.session import Recorder, Session
from tracker.session.queries import answer
from tracker.storage.preparation import Prepared, read_encounter
from tracker.text.suggestions import nearest
from tracker.views.pages.rule_search import RuleSearch

MOST_LINES = 400


def play(session: Session, steps: int = 40) -> list[Encounter]:
    """Run the fight by its own menus until `steps` are taken or no fighter can act. Return all states.

    What can be repeated is repeated, as with Enter.
    """
    states = [session.encounter]
    if not session.encounter.began:
        session.say("begin")
        states.append(session.encounter)
    landings: Counter[tuple[str, str, int]] = Counter()
    for _ in range(MOST_LINES):
        if len(session.journal.done) >= steps:
            break
        check_state(session)
        line = likely(session)
        landings.update(_landing(session.encounter))
        for (who, ref, count), times in landings.items():
            assert times <= 3, (
                f"action {ref} of {who} comes due at {count} again and again: resume must `end_action` it"
            )
        try:
            outcome = session.say(line)
        except Refused as refused:
            assert line == "next", f"`{line}`, which the game offers, is refused: {refused.sentence}"
            break
        assert outcome.steps, f"`{line}` changes nothing: parse gives a command, and decide does something in the draft"
        states.append(session.encounter)
    return states


def _landing(encounter: Encounter) -> list[tuple[str, str, int]]:
    """Return the landing that `next` carries out now, where it does."""
    first = encounter.agenda.peek()
    lands = first is not None and first.what == LAND and encounter.question is None
    return [(first.who, first.ref, first.count)] if first is not None and lands else []


def likely(session: Session) -> str:
    """Return a line that continues with the fight: the likely answer to the question, or what the menus offer first."""
    question = session.encounter.question
    if question is None:
        return "next"
    if question.ask is Ask.DICE:
        return "roll"
    if question.ask is Ask.AMOUNT:
        return str(question.low)
    if question.ask is Ask.HALT:
        return question.choices[0]
    if question.ask is Ask.CHOOSE:
        answers = session.rules.choices.answers(session.encounter, question)
        check_menu(Menu(question.text, answers), (question.what,))
        open_answers = [choice.word for choice in answers if not choice.refused]
        assert open_answers, f"answers of {question.what} leaves nothing to answer with: {question.text}"
        return open_answers[0]
    return _declared(session, question.who)


def _declared(session: Session, who: str) -> str:
    again = session.rules.choices.repeat_last(session.encounter, who)
    if again is not None and not again.refused and not _refused(session, again.line):
        assert again.line.startswith(f"{who} "), f"repeat_last of {who} has the line `{again.line}`, not of its own"
        return again.line
    path: tuple[str, ...] = ()
    for _ in range(5):
        menu = session.rules.choices.menu(session.encounter, who, path)
        check_menu(menu, path)
        possible = (c for c in menu.choices if not c.refused and not c.unfinished)
        choice = next((c for c in possible if not _of_own_side(session, who, c.line)), None)
        if choice is None:
            return f"{who} wait"
        if choice.line:
            return choice.line
        path = choice.path
    return f"{who} wait"


def _refused(session: Session, line: str) -> bool:
    named = [combatant for combatant in session.encounter if combatant.id in line.split()[1:]]
    return any(not combatant.able for combatant in named)


def _of_own_side(session: Session, who: str, line: str) -> bool:
    side = session.encounter[who].profile.side
    return any(c.profile.side == side for c in session.encounter if c.id in line.split()[1:])


def check_menu(menu: Menu, path: tuple[str, ...] = ()) -> None:
    """Every choice has a key of its own and leads somewhere."""
    where = f"menu {path or 'at the beginning'}"
    assert isinstance(menu.choices, tuple) and isinstance(menu.options, tuple), f"{where}: its choices are a tuple"
    keys = [choice.key for choice in (*menu.choices, *menu.options) if choice.key]
    twice = [key for key, times in Counter(keys).items() if times > 1]
    assert not twice, f"{where}: more than one choice has the key {' '.join(twice)}"
    taken = [key for key in keys if key in EVERYWHERE]
    assert not taken, f"{where}: {' '.join(taken)} means the same everywhere (take back, bring back, explain)"
    for choice in (*menu.choices, *menu.options):
        assert isinstance(choice.path, tuple), f"{where}: the path of {choice.label} is a tuple of words"
        leads = choice.line or choice.path or choice.word or choice.refused
        assert leads, f"{where}: {choice.label} has neither a line nor a path, and no reason why not"


def check_state(session: Session) -> None:
    """Pools are within their bounds, no condition outlasts its end, an able fighter has a moment to come or waits.

    Where a round is to begin, a moment of the next round is enough: the game gives it then.
    """
    encounter = session.encounter
    for fighter in encounter:
        for pool, now in zip(fighter.profile.pools, fighter.pools, strict=True):
            bounds = f"{fighter.name} has {pool.name} {now}; it goes from {pool.least} to {pool.full}"
            assert pool.least <= now <= pool.full, bounds
            named = f"{pool.name} of {fighter.name} has {len(pool.steps)} names for {pool.full - pool.least + 1} steps"
            assert not pool.steps or len(pool.steps) == pool.full - pool.least + 1, named
        for condition in fighter.conditions:
            over = f"{fighter.name} is {condition.label} until {condition.until} and still at {encounter.count}"
            by_itself = f"{over}: nothing ends it; `conditions.begin` with `until` does"
            assert condition.until is None or condition.until >= encounter.count, by_itself
        if encounter.began and encounter.question is None and fighter.able:
            there = (
                fighter.waiting
                or fighter.actions
                or encounter.agenda.of(fighter.id)
                or encounter.agenda.find("", ROUND)
            )
            assert there, (
                f"{fighter.name} is able and never comes to act again: begin, join, restart put it in the order"
            )


def check_undo(session: Session, start: Encounter) -> None:
    """Taking everything back leads through equal states to the start, and bringing it back to the end."""
    end, passed = session.encounter, []
    while session.journal.done:
        passed.append(session.encounter)
        session.undo()
    assert session.encounter == start
    for state in reversed(passed):
        session.redo()
        assert session.encounter == state
    assert session.encounter == end


def check_replay(session: Session, start: Encounter) -> None:
    """Folding the events of the steps in force gives the live state."""
    state = start
    for number in session.journal.done:
        state = fold(state, session.journal.steps[number].events)
    assert state == session.encounter


def check_refusals(session: Session) -> None:
    """A line that cannot be carried out is a sentence and changes nothing."""
    before, steps = session.encounter, len(session.journal.done)
    for line in ("", "nobody strikes", "fix", "37 apples", '"'):
        try:
            session.say(line)
        except Refused as refused:
            assert refused.sentence[-1] in ".?!:" or " " in refused.sentence
        else:  # pragma: no cover
            raise AssertionError(f"{line!r} was not refused")
        assert session.encounter is before
        assert len(session.journal.done) == steps


def check_orders(session: Session, steps: int = 40) -> None:
    """Check that fighters who are ordered to attack declare by themselves, where the game knows orders."""
    words = session.rules.abilities.orders
    if words is None or len({fighter.profile.side for fighter in session.encounter}) < 2:
        return
    for fighter in session.encounter:
        session.say(f"{fighter.id} orders {ATTACK}")
    play(session, steps)
    ordered = [event for event in _events(session) if isinstance(event, ActionDeclared) and event.ordered]
    vain = [event.text for event in _events(session) if isinstance(event, Noted) and "cannot be followed" in event.text]
    assert not vain, f"command_for_orders: {vain[0]}"
    assert ordered, f"nobody follows the order `{ATTACK}`: command_for_orders returns what attacks, or what comes first"


def check_modifier(session: Session, steps: int = 40) -> None:
    """A modifier of the game master goes into the next roll that it touches, with a line of its sum."""
    scale = session.rules.abilities.modifier
    session.say(f"{scale.word} {scale.low} pitch dark")
    play(session, steps)
    rolled = [event for event in _events(session) if isinstance(event, Rolled)]
    if not any(event.chance is not None for event in rolled):
        return
    assert any(isinstance(event, ModifierUsed) for event in _events(session)), (
        f"`{scale.word} {scale.low}` goes into no roll: with_modifier returns each one as it was"
    )
    assert any("pitch dark" in line for event in rolled for line in event.sum), (
        "with_modifier adds no line with the reason to the sum of the roll"
    )


def _events(session: Session) -> list[Event]:
    """Return the events of the steps in force."""
    return [event for number in session.journal.done for event in session.journal.steps[number].events]


def check_declaration(system: Game) -> None:
    """Every part has what it must define, and no public method that is no hook: a mistyped hook would never be called.

    What is a game's own is a function of its modules, or a method whose name begins with an underscore.
    """
    assert not system.lacking(), (
        f"{', '.join(system.lacking())} in {system.name} (tracker/game_api says what each does)"
    )
    for kind in {*system.classes}:
        bases = [base for part, base in BASES.items() if getattr(system, part) is kind]
        hooks = {name for base in bases for name in dir(base)}
        for name in dir(kind):
            if not name.startswith("_") and name not in hooks and _is_method(inspect.getattr_static(kind, name)):
                near = nearest(name, hooks)
                meant = f"; did you mean `{near}`?" if near else ", and begins with no underscore"
                raise AssertionError(f"{name} of {kind.__name__} in {system.name} is no hook{meant}")


def _is_method(attribute: object) -> bool:
    return callable(attribute) or isinstance(attribute, property | staticmethod | classmethod | cached_property)


def check_system(system: Game, rules: Rules) -> None:
    """Counts are read as they are written, options are the game's own, and the models refuse what they do not know."""
    check_declaration(system)
    for name in BASES:
        part = getattr(rules, name)
        read = f"{type(part).__name__} has options as a file has them; `bind` reads them with the model"
        assert not isinstance(part.options, Mapping), read
    assert rules.unit.words(1) and rules.choices.verbs()
    assert [rules.unit.read(rules.unit.text(count)) for count in range(500)] == list(range(500))
    can = rules.abilities
    assert can.modifier.low < 0 < can.modifier.high and can.shortest >= 0
    assert can.damage in ("", *rules.choices.verbs())
    for model in (system.options, system.combatant, *system.parts.values()):
        assert model.model_config.get("extra") == "forbid", model
        assert model.model_config.get("strict") is True, model
    for kind in system.builtin():
        assert kind == "creature" or kind in system.parts
    orders = "abilities.orders.does has no `attack`, the only order with a target (see `command_for_orders`)"
    assert can.orders is None or ATTACK in can.orders.does, orders


def check_keeping(system: Game, session: Session) -> None:
    """Check that the values kept after a fight have keys of a combatant of the game."""
    keys = {*system.combatant.model_fields, *system.parts}
    for fighter in session.encounter:
        for pool, now in zip(fighter.profile.pools, fighter.pools, strict=True):
            kept = session.rules.carry_over.pool_kept(pool, now)
            unread = (
                f"pool_kept keeps {pool.name} under `{kept and kept.keys[0]}`, which {system.combatant.__name__} lacks"
            )
            assert kept is None or kept.keys[0] in keys, unread
        for thing in session.rules.carry_over.things_kept(session.encounter, fighter.id):
            assert thing.keys[0] in keys, f"things_kept keeps {thing.label} under `{thing.keys[0]}`, which is no key"


def check_face(session: Session) -> None:
    """Draw everything that can be shown of every fighter at this moment."""
    check_state(session)
    rules, encounter = session.rules, session.encounter
    for fighter in encounter:
        assert rules.display.card(encounter, fighter.id).who == fighter.id
        assert all(isinstance(line, str) for line in answer(Why(fighter.id, ()), session.view).words)
        assert isinstance(rules.display.pool_outlook(encounter, fighter.id), str)
        assert isinstance(doing := rules.display.activity(encounter, fighter.id), Doing) and bool(doing) is bool(
            doing.words
        )
        assert all(
            isinstance(rules.display.pool_trend_text(encounter, fighter.id, pool.name), str)
            for pool in fighter.profile.pools
        )
        assert rules.sheets.sheet_record(encounter, fighter.id)["name"] == fighter.name
        assert len(rules.turns.tie_order(encounter, fighter.id)) >= 1
        first = rules.turns.first_count(encounter, fighter.profile.sheet)
        assert encounter.count <= first.soonest <= first.latest
        assert all(isinstance(line, str) for line in rules.display.end_of_fight_lines(encounter, fighter.id))
        if rules.abilities.readying:
            assert rules.choices.menu(encounter, fighter.id, rules.abilities.readying).title
    assert all(
        isinstance(line, str) for line in (*rules.display.summary_footer(encounter), *rules.display.house_rules())
    )
    question = encounter.question
    if question is not None and question.ask is Ask.CHOOSE:
        answers = rules.choices.answers(encounter, question)
        keys = [choice.key for choice in answers if choice.key]
        assert any(not choice.refused for choice in answers) and len(set(keys)) == len(keys)
    if question is not None and question.ask is Ask.AMOUNT:
        assert (
            question.low <= question.high and rules.choices.amount_price(encounter, question, question.low) is not None
        )


def check_calculators(game: Game, session: Session) -> None:
    """A fight has the calculators of its game. Each answers, or refuses in a sentence, at both ends of its figures."""
    names = [calculator.name for calculator in game.calculators()]
    assert len(set(names)) == len(names), f"calculators: two have one name: {', '.join(names)}"
    for who in ("", *(fighter.id for fighter in session.encounter)):
        reckoned = session.rules.sheets.reckoning(session.encounter, who)
        answered = [calculator.name for calculator in reckoned]
        assert answered == names, f"reckoning gives {', '.join(answered)}, and calculators {', '.join(names)}"
        for calculator in reckoned:
            mute = [argument.name for argument in calculator.arguments if not argument.about]
            assert calculator.about and not mute, f"{calculator.name} does not say what it, or its {mute} tells"
            for end in (0, -1):
                check_answer(calculator, end)


def check_answer(calculator: Calculator, end: int) -> None:
    """The calculator answers in figures, or refuses, with each figure that it needs at one `end` of its range."""
    ranges = {
        argument.name: argument.choices or bounds(argument) or ("1",)
        for argument in calculator.arguments
        if argument.required
    }
    try:
        given_figures = given(calculator, {name: str(values[end]) for name, values in ranges.items()})
        assert all(isinstance(line, str) for line in figures(calculator.reckon(given_figures)))
    except Refused as refused:
        assert " " in refused.sentence, f"{calculator.name} refuses without a sentence: {refused.sentence}"


def check_rule_book(session: Session) -> None:
    """Check that explanations name only rules of the game's book, and that each is found by its id.

    A game that brings no rules in words may name what it likes.
    """
    book = session.rules.display.rule_book()
    if not book.rules:
        return
    search = RuleSearch(book)
    for rule in book.rules:
        assert search.find(rule.id) == (rule,), f"{rule.id} is there twice: rule_book has each id once"
        lost = [id for id in rule.see if book.rule(id) is None]
        assert not lost, f"rule_book: {rule.id} leads to {', '.join(lost)}, which is not there"
    letters = "|".join({rule.id.partition("-")[0] for rule in book.rules})
    for combatant in session.encounter:
        for line in answer(Why(combatant.id, ()), session.view).words:
            for id in re.findall(rf"\b(?:{letters})-[A-Z]+(?:-\d+)?\b", line):
                assert book.rule(id) is not None, f"rule_book lacks {id}, which explain names: {line}"


def fight(start: Encounter, rules: Rules, dice: DiceSource, recorder: Recorder | None = None) -> Session:
    """Return a session at the start of a fight."""
    return Session(start, rules, dice, recorder)


class SystemContract:
    """The contract of a game as tests: each plays its template, and every encounter that is named.

    `encounters` are paths from where pytest is called. Pytest finds a subclass whose name begins with `Test`.
    """

    system: ClassVar[Game]
    encounters: ClassVar[Sequence[str | Path]] = ()
    lines: ClassVar[int] = 40
    """Steps of each encounter that are played."""

    def test_every_hook_is_there(self, tmp_path: Path) -> None:
        """Hooks, options, models, words and odds, on the template."""
        (template, *_) = self._prepared(tmp_path)
        check_system(self._game, template.rules)

    def test_it_is_played_shown_and_saved(self, tmp_path: Path) -> None:
        """Each encounter is played by its own menus, shown at every moment, and what outlasts it has a key."""
        for prepared in self._prepared(tmp_path):
            session = fight(prepared.encounter, prepared.rules, SeededDice(1))
            check_face(session)
            play(session, self.lines)
            assert session.journal.done, f"{prepared.path}: nothing of it can be played"
            check_face(session)
            check_rule_book(session)
            check_calculators(self._game, session)
            check_keeping(self._game, session)

    def test_it_follows_orders_and_takes_a_modifier(self, tmp_path: Path) -> None:
        """Fighters ordered to attack declare by themselves, and a game master's modifier goes into a roll."""
        for prepared in self._prepared(tmp_path):
            check_orders(fight(prepared.encounter, prepared.rules, SeededDice(3)), self.lines)
            if self._game is self.system:  # a game of an older release may know no modifier
                check_modifier(fight(prepared.encounter, prepared.rules, SeededDice(4)), self.lines)

    def test_it_is_undone_replayed_and_refuses_in_sentences(self, tmp_path: Path) -> None:
        """Every step is undone and done again, folding the events gives the state, and a refusal changes nothing."""
        for prepared in self._prepared(tmp_path):
            session = fight(prepared.encounter, prepared.rules, SeededDice(2))
            play(session, self.lines)
            check_refusals(session)
            check_replay(session, prepared.encounter)
            check_undo(session, prepared.encounter)

    @property
    def _game(self) -> Game:
        """The system. One of an older release as one of today."""
        return registry.of_today(self.system)

    def _prepared(self, folder: Path) -> list[Prepared]:
        """Return the template and the encounters, by this system, whatever else of its name is installed."""
        check_declaration(self._game)
        template = folder / "template.toml"
        template.write_text(self._game.template(), encoding="utf-8")
        with registry.in_place_of(self._game):
            return [read_encounter(Path(path), library_dirs=()) for path in (template, *self.encounters)]
