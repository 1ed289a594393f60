"""An ordinary game master: the line it would say next, whatever is asked, and who still stands."""

from __future__ import annotations

from pathlib import Path

from tracker import testing as contract
from tracker.game_api.values import Choice
from tracker.model.questions import Ask
from tracker.session import Session

SAVES = Path(__file__).parents[1] / "saves"


def line_of_an_ordinary_game_master(session: Session) -> str:
    """Parries what can be parried, attacks the first foe it knows of, and looks around for one it does not."""
    question, encounter = session.encounter.question, session.encounter
    if question is None:
        return "next" if encounter.began else "begin"
    if question.ask is Ask.DICE:
        return "roll"
    if question.ask is Ask.AMOUNT:
        return str(question.low)
    if question.ask is Ask.CHOOSE:
        open_now = [c.word for c in session.rules.choices.answers(encounter, question) if not c.refused]
        return f"{question.who} {'parry' if 'parry' in open_now else open_now[0]}"
    menu = session.rules.choices.menu(encounter, question.who, ())
    up = next((c.line for c in menu.choices if c.key == "g"), "")
    attack = next((c for c in menu.choices if c.key == "a" and c.path == ("attack",)), None)
    if attack is None:
        return contract.likely(session)
    if not up and attack.refused:
        ready = rules_menu(session, question.who, ("draw",))
        up = next((choice.line for choice in ready if not choice.refused), "")
    if up or attack.refused:
        return up or f"{question.who} wait"
    menu = session.rules.choices.menu(encounter, question.who, ("attack",))
    while not any(choice.line for choice in menu.choices):
        menu = session.rules.choices.menu(encounter, question.who, next(c for c in menu.choices if not c.refused).path)
    side = encounter[question.who].profile.side
    foes = {c.id for c in encounter if c.profile.side != side}
    lines = (c.line for c in menu.choices if not c.refused and c.line.split()[2] in foes)
    return next(lines, f"{question.who} {'look' if 'look' in session.rules.choices.verbs() else 'wait'}")


def rules_menu(session: Session, who: str, path: tuple[str, ...]) -> tuple[Choice, ...]:
    return session.rules.choices.menu(session.encounter, who, path).choices


def sides_standing(session: Session) -> set[str]:
    return {combatant.profile.side for combatant in session.encounter if combatant.able}


def answered(session: Session) -> None:
    """The open question gets the first answer there is."""
    question = session.encounter.question
    assert question is not None
    match question.ask:
        case Ask.DICE:
            session.say("roll")
        case Ask.AMOUNT:
            session.say(str(question.low))
        case Ask.CHOOSE:
            open_now = [one for one in session.rules.choices.answers(session.encounter, question) if not one.refused]
            session.say(f"{question.who} {open_now[0].word}")
        case Ask.DECLARE:
            session.say(f"{question.who} wait")
