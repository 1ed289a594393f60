"""Names: things on a sheet by their names, none of them twice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol, TypeVar

from tracker.encounter.names import plain
from tracker.model.refusals import Refused
from tracker.model.validation_errors import Fault, Faults


def unused_skills(entry: Mapping[str, Any], used: Iterable[str]) -> Iterator[Fault]:
    """The skills of an entry that no rule goes by, beside the names of `used` that the sheet has not."""
    skills = [str(skill.get("name", "")) for skill in entry.get("skill", ())]
    there, by_rule = {plain(name) for name in skills}, tuple(dict.fromkeys(used))
    known = {plain(name) for name in by_rule}
    offered = tuple(name for name in by_rule if plain(name) not in there)
    for at, name in enumerate(skills):
        if plain(name) not in known:
            yield Fault(("skill", at, "name"), f'no rule goes by the skill "{name}"', name, offered)


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
    """Raises Faults for each name that two of them have, at the second; `what` is their key in the file, too."""
    seen: set[str] = set()
    faults: list[Fault] = []
    for at, one in enumerate(things):
        if plain(one.name) in seen:
            text = f'{what} "{one.name}" is there twice; each needs a name of its own'
            faults.append(Fault((what, at, "name"), text))
        seen.add(plain(one.name))
    if faults:
        raise Faults(faults)
