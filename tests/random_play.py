"""Random play of any game: what its own menus offer, now and then a change by hand, events that stop the fight."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from random import Random

from tests.lanes import system_of
from tests.tui.opening import EXAMPLE_OF, SAVES, example
from tracker.dice.source import SeededDice
from tracker.game_api.values import Choice, Menu
from tracker.games import registry
from tracker.model import commands as cmd
from tracker.model.combatant import Presence
from tracker.model.questions import Ask
from tracker.model.refusals import Refused
from tracker.session import Session


def game(name: str) -> str:
    """Return the game of an example."""
    return system_of((SAVES / f"{name}.toml").read_text(encoding="utf-8"))


_SHIPPED = sorted(path.stem for path in SAVES.glob("*.toml") if not path.name.endswith(".fight.toml"))
PACKED = tuple(name for name in _SHIPPED if game(name) in registry._PACKED)
"""Those of the games that are TOML files."""
ONE_OF_EACH = (*EXAMPLE_OF.values(), *PACKED)
"""One of each game, the packs too."""
EXAMPLES = (*EXAMPLE_OF.values(), *(name for name in _SHIPPED if name not in ONE_OF_EACH), *PACKED)
"""All that ship: one of each game, then the others, and those of the packs."""


def kind(name: str) -> str:
    """Return the game of an example; all games that are TOML files are of one kind."""
    return "pack" if name in PACKED else game(name)


MOST_OF_A_MENU = 30
DEEPEST = 4
MOST_MENUS = 60


def random_fight(name: str, seed: int, lines: int) -> Iterator[Session]:
    """An example played at random; the session after each line that was carried out."""
    session, random = example(name, seed), Random(seed)
    session.say("begin")
    for _ in range(lines):
        yield session
        line = a_line(session, random)
        try:
            session.say(line)
        except Refused:
            if line == "next":
                return


@cache
def _watched(name: str, seed: int) -> tuple[list[Session], Iterator[Session]]:
    return [], random_fight(name, seed, 10_000)


def watched(name: str, seed: int, lines: int) -> Iterator[Session]:
    """The same fight, played once for all tests that only look at it, each at sessions that stand still."""
    stills, live = _watched(name, seed)
    for at in range(lines):
        if at == len(stills):
            session = next(live, None)
            if session is None:
                return
            stills.append(_still(session))
        yield stills[at]


def _still(session: Session) -> Session:
    """The session as it stands now, whatever is said to the other."""
    journal = session.journal
    kept = replace(
        journal,
        steps={**journal.steps},
        done=[*journal.done],
        undone=[*journal.undone],
        together=[*journal.together],
        states={**journal.states},
    )
    return Session(session.encounter, session.rules, SeededDice(0), stock=session.stock, journal=kept)


def a_line(session: Session, random: Random) -> str:
    """What is said next: mostly what is offered, otherwise something by hand or what has a bad end."""
    question, encounter = session.encounter.question, session.encounter
    if random.random() < 0.06:
        return _by_hand(session, random)
    if question is None:
        return "next"
    match question.ask:
        case Ask.DICE:
            return "roll"
        case Ask.AMOUNT:
            return str(random.choice((question.low, question.low, question.high)))
        case Ask.HALT:
            return question.choices[0]
        case Ask.CHOOSE:
            offered = session.rules.choices.answers(encounter, question)
            return f"{question.who} {random.choice([one.word for one in offered if not one.refused])}"
        case Ask.DECLARE:
            return _declared(session, question.who, random)


def _declared(session: Session, who: str, random: Random) -> str:
    again = session.rules.choices.repeat_last(session.encounter, who)
    if again is not None and not again.refused and random.random() < 0.5:
        return again.line
    path: tuple[str, ...] = ()
    for _ in range(9):
        menu = session.rules.choices.menu(session.encounter, who, path)
        open_now = [one for one in menu.choices if not one.refused and not one.unfinished]
        attack = [one for one in open_now if one.key == "a" and not path]
        if not open_now:
            break
        choice = attack[0] if attack and random.random() < 0.6 else random.choice(open_now)
        if choice.line:
            return choice.line
        path = choice.path
    return f"{who} wait"


def _by_hand(session: Session, random: Random) -> str:
    everyone = list(session.encounter)
    one = random.choice(everyone)
    if random.random() < 0.3:
        at = session.rules.unit.text(session.encounter.count + random.randint(1, 8))
        return f'event {at} "The gate falls" stop'
    if random.random() < 0.4:
        return random.choice((f"fix {one.id} bleeding on", f"{one.id} is wet for {random.randint(1, 9)}"))
    if random.random() < 0.3 and one.presence is Presence.IN:
        return f"{one.id} leaves"
    if not one.profile.pools:
        return "note nothing"
    pool = random.choice(one.profile.pools)
    return f"fix {one.id} {pool.name} {random.choice((f'={pool.least}', '1', f'{pool.full}', '+1', '-1'))}"


def answers(session: Session) -> list[cmd.Command | str]:
    """What may be said to what is open: every answer to a question, of dice that they be rolled."""
    question, encounter = session.encounter.question, session.encounter
    if question is None:
        return ["next" if encounter.began else "begin"]
    match question.ask:
        case Ask.DICE:
            return ["roll"]
        case Ask.AMOUNT:
            return [str(question.low), str(question.high)]
        case Ask.HALT:
            return list(question.choices)
        case Ask.CHOOSE:
            offered = session.rules.choices.answers(encounter, question)
            return [cmd.Choose(question.who, choice.word) for choice in offered if not choice.refused]
        case Ask.DECLARE:
            again = session.rules.choices.repeat_last(encounter, question.who)
            repeated = [again.line] if again is not None and not again.refused else []
            return [f"{question.who} wait", f"{question.who} pass", *repeated]


def typed(session: Session) -> Session:
    """The same fight in which every player rolls real dice, so that each roll is a question."""
    for one in session.encounter:
        session.say(f"{one.id} typed")
    return session


def choices_of(session: Session) -> Iterator[Choice]:
    """Every answer to what is asked; of a declaration so many lines of each menu, of attacks all."""
    encounter, question = session.encounter, session.encounter.question
    if question is None:
        return
    if question.ask is Ask.CHOOSE:
        yield from session.rules.choices.answers(encounter, question)
    elif question.ask is Ask.DECLARE:
        yield from lines_of(session, question.who, ())


def lines_of(session: Session, who: str, path: tuple[str, ...], deep: int = 0) -> Iterator[Choice]:
    for at, choice in enumerate(session.rules.choices.menu(session.encounter, who, path).choices):
        if choice.refused or choice.unfinished or (at > MOST_OF_A_MENU and path[:1] != ("attack",)):
            continue
        if choice.line:
            yield choice
        elif choice.path != path and deep < 3:
            yield from lines_of(session, who, choice.path, deep + 1)


def menus_of(
    session: Session, who: str, path: tuple[str, ...] = (), seen: set[tuple[str, ...]] | None = None
) -> Iterator[Menu]:
    """The menu of a declaration and those that it leads to."""
    seen = set() if seen is None else seen
    if path in seen or len(path) > DEEPEST or len(seen) > MOST_MENUS:
        return
    seen.add(path)
    menu = session.rules.choices.menu(session.encounter, who, path)
    yield menu
    for choice in (*menu.choices, *menu.options):
        if choice.path and not choice.refused:
            yield from menus_of(session, who, choice.path, seen)
