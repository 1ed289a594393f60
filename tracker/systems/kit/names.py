"""Names: things on a sheet by their names, none of them twice."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol, TypeVar

from tracker.encounter.names import plain
from tracker.encounter.refusals import Refused


class Named(Protocol):
    """What has a name."""

    @property
    def name(self) -> str:
        """Its name."""
        ...


Thing = TypeVar("Thing", bound=Named)


def named(things: Iterable[Thing], name: str) -> Thing | None:
    """The thing of this name, in any spelling of case and spaces."""
    return next((one for one in things if plain(one.name) == plain(name)), None) if name else None


def demanded(things: Sequence[Thing], name: str, whose: str, what: str) -> Thing:
    """The same; raises Refused with what there is."""
    thing = named(things, name)
    if thing is None:
        raise Refused(f'{whose} has no {what} "{name}"; there are {", ".join(one.name for one in things) or "none"}.')
    return thing


def check_once(things: Iterable[Named], what: str) -> None:
    """Raises ValueError for a name that two of them have."""
    seen: set[str] = set()
    for one in things:
        if plain(one.name) in seen:
            raise ValueError(f'{what} "{one.name}" is there twice; each needs a name of its own')
        seen.add(plain(one.name))
