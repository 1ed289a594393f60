"""Sweep file: which encounter, which parameters over which values, how many fights of each combination."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from tracker.model.lazy_dataclass import dataclass
from tracker.storage.paths import file_called
from tracker.storage.toml import validation
from tracker.storage.toml.diagnostics import InvalidFile
from tracker.storage.toml.models import STRICT
from tracker.storage.toml.reader import read

_Number = Annotated[int, Field(ge=-1_000_000_000, le=1_000_000_000)]
_Text = Annotated[str, Field(max_length=300)]
MOST_VALUES = 1_000


class _Values(BaseModel):
    model_config = STRICT

    from_: Annotated[int, Field(alias="from", ge=-1_000_000, le=1_000_000)]
    to: Annotated[int, Field(ge=-1_000_000, le=1_000_000)]
    step: Annotated[int, Field(ge=1, le=1_000_000)] = 1


class _Model(BaseModel):
    model_config = STRICT

    format: Literal[1] = 1
    encounter: Annotated[str, Field(min_length=1, max_length=1000)]
    """The path, from the folder of the sweep."""
    fights: Annotated[int, Field(ge=1, le=1_000_000)] = 1_000
    orders: _Text = ""
    seed: _Number | _Text = 1
    vary: Annotated[
        dict[
            str, Annotated[list[bool | _Number | float | _Text], Field(min_length=1, max_length=MOST_VALUES)] | _Values
        ],
        Field(min_length=1, max_length=20),
    ]


@dataclass(frozen=True, slots=True)
class SweepSpec:
    """The contents of a sweep file."""

    encounter: Path
    fights: int
    orders: str
    seed: str
    parameters: dict[str, tuple[Any, ...]]


def read_sweep(path: Path) -> SweepSpec:
    """Return the sweep file at `path`. Raises InvalidFile with all its mistakes."""
    source = read(path)
    if "combatant" in source.data and "vary" not in source.data:
        text = f'this is an encounter; a sweep is a file of its own with encounter = "{path.stem}" and a table [vary]'
        raise InvalidFile([source.diagnostic((), text)])
    result = validation.validate(_Model, source.data, source.data)
    if result.findings:
        raise InvalidFile([source.diagnostic(finding.path, finding.text) for finding in result.findings])
    spec: Any = result.model
    parameters = {}
    for name, values in spec.vary.items():
        if not isinstance(values, _Values):
            parameters[name] = tuple(values)
            continue
        listed = tuple(range(values.from_, values.to + 1, values.step))
        if not 0 < len(listed) <= MOST_VALUES:
            text = f"from {values.from_} to {values.to} are {len(listed)} values; give 1 to {MOST_VALUES}"
            raise InvalidFile([source.diagnostic(("vary", name), text)])
        parameters[name] = listed
    encounter = path.parent / spec.encounter
    if not encounter.exists():
        encounter = file_called(spec.encounter)
    return SweepSpec(encounter, spec.fights, spec.orders, str(spec.seed), parameters)
