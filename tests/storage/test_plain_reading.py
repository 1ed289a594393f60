"""What fits is read without pydantic, and is what pydantic reads; what does not fit is pydantic's to tell."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.lanes import one_a_game, sample
from tracker.game_api.lazy_model import Field, LazyModel, field_validator, fitting, model_of, of_class
from tracker.games import registry
from tracker.storage.preparation import read_encounter
from tracker.storage.toml.models import COMBATANT, Heading, Seated, encounter_model, fitting_encounter

SAVES = Path(__file__).parents[2] / "saves"
ENCOUNTERS = sorted(path for path in SAVES.glob("*.toml") if not path.name.endswith(".fight.toml"))
ODD: tuple[Any, ...] = (
    None, True, False, -1, 0, 1, 12, 10**6, 2**60, -0.5, 1.0, 1.5, float("nan"), float("inf"), "", "x",
    "x" * 400, "1/0",
    "2d6+PSE", [], ["x"], [1, 2], ["PCA"], {}, {"x": 1}, {"name": "x"}, [{}], [{"name": "x"}], [{"name": "x", "x": 1}],
)  # fmt: skip
"""Values that a key may be given by mistake, or that are right for some."""


def games_of_models() -> list[str]:
    """The games whose keys are not those of a file."""
    return [name for name in registry.names() if isinstance(registry.find(name).combatant, type(LazyModel))]


def with_odd(table: dict[str, Any], keys: list[str]) -> Iterator[dict[str, Any]]:
    """The table with each odd value at each key, those of tables in it too."""
    for key in [*keys, "unknown"]:
        for odd in ODD:
            yield {**table, key: odd}
        inner = table.get(key)
        if isinstance(inner, list) and inner and isinstance(inner[0], dict):
            yield from ({**table, key: [changed, *inner[1:]]} for changed in with_odd(inner[0], list(inner[0])))
        elif isinstance(inner, dict):
            yield from ({**table, key: changed} for changed in with_odd(inner, list(inner)))


def judged(model: Any, table: dict[str, Any]) -> Any:
    """What pydantic reads of a table. None for a mistake in it."""
    try:
        return model.model_validate(table)
    except ValueError:
        return None


@pytest.mark.parametrize("path", sample(one_a_game(ENCOUNTERS), 4), ids=lambda path: path.stem)
def test_an_encounter_that_fits_is_read_as_pydantic_reads_it_and_no_other_is_read_at_all(path: Path) -> None:
    prepared = read_encounter(path)
    system, document = prepared.system, prepared.document
    if system.name not in games_of_models():
        assert fitting_encounter(system, document) is None
        return
    assert fitting_encounter(system, document) is not None, "it is never left to pydantic, so it costs no start"
    model = encounter_model(system)
    keys = [key for key in model.model_fields if key != COMBATANT]
    own = list(model_of(system.combatant).model_fields)
    first = document[COMBATANT][0]
    tables = [*with_odd(document, keys)]
    tables += [{**document, COMBATANT: [entry, *document[COMBATANT][1:]]} for entry in with_odd(first, own)]
    for table in sample(tables, 400):
        before = copy.deepcopy(table)
        read, whole = fitting_encounter(system, table), judged(model, table)
        assert repr(table) == repr(before)
        if read is not None:
            assert whole is not None, table
            assert read.options == of_class(system.options, whole), table
            assert read.combatants == [of_class(system.combatant, one) for one in whole.combatant], table
            assert [one.model_fields_set for one in read.combatants] == [
                of_class(system.combatant, one).model_fields_set for one in whole.combatant
            ]


def test_a_class_is_read_told_and_written_like_the_model_of_pydantic() -> None:
    class Blade(LazyModel):
        """A blade."""

        model_config = {"strict": True, "extra": "forbid", "frozen": True}

        name: str
        length: float = 1.0
        marks: list[str] = Field(default_factory=list, max_length=2)
        long_: bool = Field(default=False, alias="long")

        @field_validator("name")
        @classmethod
        def _named(cls, name: str) -> str:
            if not name.strip():
                raise ValueError("a blade has a name")
            return name.strip()

    assert Blade.model_validate({"name": " Sting "}).name == "Sting"
    read = Blade.model_validate({"name": "Sting", "length": 2, "long": True})
    assert (read.name, read.length, read.marks, read.long_) == ("Sting", 2.0, [], True) and type(read.length) is float
    assert read == of_class(Blade, model_of(Blade).model_validate({"name": "Sting", "length": 2, "long": True}))
    assert read.model_dump(exclude_defaults=True) == {"name": "Sting", "length": 2.0, "long_": True}
    assert read.model_copy(update={"name": "Glam"}).name == "Glam" and read.name == "Sting"
    assert copy.deepcopy(read) == read and hash(Blade(name="Sting").name) and Blade(name="x").marks is not read.marks
    with pytest.raises(AttributeError, match="never changes"):
        read.name = "Glam"
    for wrong in ({"name": " "}, {}, {"name": "x", "marks": ["", "", ""]}, {"name": 3}, {"name": "x", "wide": 1}):
        assert fitting([Blade], wrong) is None
        with pytest.raises(ValueError, match="Blade"):
            Blade.model_validate(wrong)
    assert list(Blade.model_fields) == ["name", "length", "marks", "long_"]


def test_two_classes_that_have_a_key_in_common_are_left_to_pydantic() -> None:
    assert fitting([Seated], {"name": "Ann"}) is not None
    assert fitting([Seated, Seated], {"name": "Ann"}) is None
    assert fitting([Heading], {"title": 3}) is None and fitting([Heading], []) is None
