"""Playing phases at random: by the menus mostly, by lines of every kind too."""

from __future__ import annotations

from random import Random

from tracker.model.questions import Ask
from tracker.session import Session

LINES = (
    '{who} other "thinks" 3',
    '{who} does "speaks" 0', "{who} damage 4 head shock", "{who} damage 9 chest", "{who} abort",
    "{who} task hide against {other} perception level -1", "{who} task hide unless {other} perception",
    "fix {other} HD 3", "fix {other} HF -2", "fix {other} LA 0", "{other} returns", "level -2 smoke", "{who} rest",
    "fix {who} count 30.2", "{other} leaves", "join guard", "undo", "{who} wait", "to 40.1",
)  # fmt: skip


def by_menu(session: Session, who: str, random: Random) -> str:
    path: tuple[str, ...] = ()
    for _ in range(9):
        menu = session.rules.choices.menu(session.encounter, who, path)
        open_now = [one for one in (*menu.choices, *menu.options) if not one.refused and not one.unfinished]
        if not open_now:
            break
        choice = random.choice(open_now)
        if choice.line:
            return choice.line
        path = choice.path
    return f"{who} hold"


def a_line(session: Session, random: Random) -> str:
    question, everyone = session.encounter.question, [one.id for one in session.encounter]
    if question is None:
        return "next"
    if question.ask is Ask.DICE:
        return "roll"
    if question.ask is Ask.AMOUNT:
        return str(random.randint(question.low, question.high))
    if question.ask is Ask.CHOOSE:
        return random.choice([one.word for one in session.rules.choices.answers(session.encounter, question)])
    again = session.rules.choices.repeat_last(session.encounter, question.who)
    if again is not None and random.random() < 0.4:
        return again.line
    if random.random() < 0.25:
        return random.choice(LINES).format(who=question.who, other=random.choice(everyone))
    return by_menu(session, question.who, random)
