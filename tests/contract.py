"""What every rule system must keep: it can be begun, played, taken back to every state, and saved with nothing lost."""

from __future__ import annotations

from tracker.dice.source import DiceSource
from tracker.encounter.evolve import fold
from tracker.encounter.questions import Ask
from tracker.encounter.refusals import Refused
from tracker.encounter.state import Encounter
from tracker.encounter.system import RuleSystem, System
from tracker.session import Recorder, Session

MOST_LINES = 400


def play(session: Session, steps: int = 40) -> list[Encounter]:
    """Run the fight by its own menus until `steps` are taken or nobody can act; all states passed."""
    states = [session.encounter]
    session.say("begin")
    states.append(session.encounter)
    for _ in range(MOST_LINES):
        if len(session.journal.done) >= steps:
            break
        line = likely(session)
        if not line:
            break
        try:
            outcome = session.say(line)
        except Refused:
            break
        if outcome.steps:
            states.append(session.encounter)
    return states


def likely(session: Session) -> str:
    question = session.encounter.question
    if question is None:
        return "next"
    if question.ask is Ask.DICE:
        return "roll"
    if question.ask is Ask.AMOUNT:
        return str(question.low)
    if question.ask is Ask.CHOOSE:
        choices = session.rules.offers.choices(session.encounter, question)
        return next(choice.word for choice in choices if not choice.refused)
    return _declared(session, question.who)


def _declared(session: Session, who: str) -> str:
    again = session.rules.offers.again(session.encounter, who)
    if again is not None and not again.refused and not _refused(session, again.line):
        return again.line
    path: tuple[str, ...] = ()
    for _ in range(5):
        menu = session.rules.offers.menu(session.encounter, who, path)
        choice = next((c for c in menu.choices if not c.refused and not _of_own_side(session, who, c.line)), None)
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
        state = fold(state, session.journal.steps[number].events, session.rules)
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


def check_system(system: System, rules: RuleSystem) -> None:
    """Counts are read as they are written, and the models refuse what they do not know."""
    assert rules.unit.words(1) and rules.offers.verbs()
    assert [rules.unit.read(rules.unit.text(count)) for count in range(500)] == list(range(500))
    can = rules.abilities
    assert can.modifier.low < 0 < can.modifier.high and can.shortest >= 0
    assert can.damage in ("", *rules.offers.verbs())
    for model in (system.options, system.combatant, *system.parts.values()):
        assert model.model_config.get("extra") == "forbid", model
        assert model.model_config.get("strict") is True, model
    for kind in system.builtin():
        assert kind == "creature" or kind in system.parts


def check_face(session: Session) -> None:
    """Whatever can be shown of anybody at this moment can be shown."""
    rules, encounter = session.rules, session.encounter
    for one in encounter:
        assert rules.face.card(encounter, one.id).who == one.id
        assert all(isinstance(line, str) for line in session.explain(one.id, ()))
        assert all(isinstance(words(encounter, one.id), str) for words in (rules.face.doing, rules.face.heading))
        assert all(isinstance(rules.face.trend(encounter, one.id, pool.name), str) for pool in one.profile.pools)
        assert rules.sheets.sheet_record(encounter, one.id)["name"] == one.name
        assert len(rules.play.tie_order(encounter, one.id)) >= 1
        soonest, latest = rules.play.first_count(encounter, one.profile.sheet)
        assert encounter.count <= soonest <= latest
        assert all(isinstance(line, str) for line in rules.face.ended(encounter, one.id))
        assert all(pool.least <= now <= pool.full for pool, now in zip(one.profile.pools, one.pools, strict=True))
        if rules.abilities.readying:
            assert rules.offers.menu(encounter, one.id, rules.abilities.readying).title
    assert all(isinstance(line, str) for line in (*rules.face.postscript(encounter), *rules.face.house_rules()))
    question = encounter.question
    if question is not None and question.ask is Ask.CHOOSE:
        choices = rules.offers.choices(encounter, question)
        keys = [choice.key for choice in choices if choice.key]
        assert any(not choice.refused for choice in choices) and len(set(keys)) == len(keys)
    if question is not None and question.ask is Ask.AMOUNT:
        assert question.low <= question.high and rules.offers.priced(encounter, question, question.low) is not None


def fight(start: Encounter, rules: RuleSystem, dice: DiceSource, recorder: Recorder | None = None) -> Session:
    """A session at the start of a fight."""
    return Session(start, rules, dice, recorder)
