"""Growth: the target of an improvement and what each method is worth."""

from __future__ import annotations

from typing import Literal, get_args

from tracker.systems.prism.book.tables import book

Method = Literal["chance", "practice", "training", "teaching"]
METHODS: tuple[str, ...] = get_args(Method)


def target(skill: int, potential: int) -> int:
    """What must be rolled at or under for a skill to rise; below 0 it cannot (S-GROW-1)."""
    growth = book().growth
    return growth.from_ - growth.factor * (skill + potential)


def worth(method: Method) -> int:
    """The points a method gives (S-GROW-1)."""
    points = getattr(book().growth, method)
    assert isinstance(points, int)
    return points
