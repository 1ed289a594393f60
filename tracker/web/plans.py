"""Plans: what players mean to declare next, kept at their seats. A plan is offered at its question and never sent."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tracker.model.lazy_dataclass import dataclass
from tracker.model.questions import Ask
from tracker.model.refusals import Refused
from tracker.player_screen.spectator import Seat, Spectator
from tracker.players.seat import CHANGED, Option, leaves
from tracker.storage.table.links import Link

KEPT, READY, GONE = "kept", "ready", "gone"
"""A plan waits for its question, answers the open one, or cannot be declared at it."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A planned declaration: by which fighter, as the game master would type it, and as its player reads it."""

    line: str
    label: str
    asked: str = ""
    """The id of the question that it was offered at. Empty: it waits for one."""

    @property
    def who(self) -> str:
        """Return the id of the fighter, with which the line begins."""
        return self.line.partition(" ")[0]


class Plans:
    """The plans of all links. `seal` begins the ids under which they are made and withdrawn: each counts once."""

    def __init__(self, seal: str) -> None:
        self._seal = seal
        self._count = 0
        self._ids: dict[Link, str] = {}
        """The ids by which links change their plans."""
        self._menus: dict[Link, tuple[Option, ...]] = {}
        self._kept: dict[Link, Plan] = {}

    def told(self, links: Sequence[Link]) -> Mapping[str, str]:
        """Return the plan of each of these links in words, by player, for the game master."""
        return {link.player: plan.label for link, plan in self._kept.items() if link in links}

    def menu(self, link: Link, options: tuple[Option, ...]) -> dict[str, Any]:
        """Keep what a link may plan, and return it as plain data for its phone, with the id of the plan."""
        self._menus[link] = options
        return {"id": self.id_of(link), "choices": [option.record() for option in options]}

    def options(self, link: Link, id: str) -> tuple[Option, ...]:
        """Return what a link may plan under an id. Nothing where the id is none or past."""
        return self._menus.get(link, ()) if self._ids.get(link) == id else ()

    def names(self, id: str) -> bool:
        """Return whether an id is one of a plan, that of a link or a past one."""
        return id.startswith(f"{self._seal}p")

    def change(self, link: Link, id: str, word: str) -> str:
        """Keep the plan that a word stands for, or withdraw the one that is kept (an empty word).

        Return the result in a sentence. Raises Refused where the id is past, or the word is nothing to plan.
        """
        if self._ids.get(link) != id:
            raise Refused(CHANGED)
        plan = None
        if word:
            plans = (
                Plan(option.line, label)
                for label, option in _labelled(self._menus.get(link, ()))
                if option.word == word
            )
            plan = next(plans, None)
            if plan is None:
                raise Refused("This is nothing to plan.")
            self._kept[link] = plan
        else:
            self._kept.pop(link, None)
        self._renew(link)
        return f"Planned: {plan.label}" if plan is not None else "The plan is withdrawn."

    def shown(self, link: Link, spectator: Spectator, seat: Seat | None, asked: str) -> dict[str, Any] | None:
        """Return the plan of a link as its phones are told of it; `asked` is the id of the open question.

        None where there is nothing to plan. A plan is over once the question that it was offered at is.
        """
        plan = self._kept.get(link)
        if plan is not None and plan.asked and plan.asked != asked:
            del self._kept[link]
            self._renew(link)
            plan = None
        if plan is None:
            return {"id": self.id_of(link), "label": ""} if spectator.planners(link.player) else None
        message = {"id": self.id_of(link), "label": plan.label, "state": KEPT, "word": "", "why": ""}
        if seat is None or seat.offer is None or seat.offer.ask is not Ask.DECLARE or seat.offer.who != plan.who:
            return message
        self._kept[link] = Plan(plan.line, plan.label, asked)
        same = [option for option in leaves(seat.offer.options) if option.line == plan.line]
        open_one = next((option for option in same if not option.refused), None)
        if open_one is not None:
            return message | {"state": READY, "word": open_one.word}
        why = same[0].refused if same else spectator.plan_refusal(plan.who, plan.line)
        return message | {"state": GONE, "why": why}

    def id_of(self, link: Link) -> str:
        """Return the id by which a link's plan is changed next."""
        return self._ids.get(link) or self._renew(link)

    def _renew(self, link: Link) -> str:
        """Give a link's plan a new id: a repeated message changes nothing."""
        self._count += 1
        self._ids[link] = f"{self._seal}p{self._count}"
        return self._ids[link]


def _labelled(options: Sequence[Option], before: str = "") -> list[tuple[str, Option]]:
    """Return each answer within the options, labelled with the menus that lead to it: `attack, Gruk`.

    `before` is the label of the menus that these options are in.
    """
    labelled: list[tuple[str, Option]] = []
    for option in options:
        label = f"{before}, {option.label}" if before else option.label
        labelled += _labelled(option.options, label) if option.options else [(label, option)]
    return labelled
