"""What a file says of a combatant is validated with the file, and not again when its sheet is read."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.lanes import one_a_game
from tracker.game_api.sheets import CombatantSheet
from tracker.game_api.validated import Validated
from tracker.storage.preparation import prepare, read_encounter
from tracker.storage.toml.models import encounter_model

SAVES = Path(__file__).parents[2] / "saves"
ENCOUNTERS = sorted(path for path in SAVES.glob("*.toml") if not path.name.endswith(".fight.toml"))


@pytest.mark.parametrize("path", one_a_game(ENCOUNTERS), ids=lambda path: path.stem)
def test_a_sheet_is_the_same_whether_its_entry_was_validated_before_or_not(path: Path) -> None:
    prepared = read_encounter(path)
    model: Any = encounter_model(prepared.system).model_validate(prepared.document)
    entries = prepared.document["combatant"]
    assert entries
    for entry, made, seated in zip(entries, model.combatant, prepared.encounter, strict=True):
        plain = prepared.rules.sheets.read_sheet(entry)
        assert prepared.rules.sheets.read_sheet(Validated(entry, made)) == plain
        assert CombatantSheet(seated.profile.sheet, seated.profile.pools, seated.pools) == plain


@pytest.mark.parametrize("path", one_a_game(ENCOUNTERS), ids=lambda path: path.stem)
def test_the_entries_of_a_file_are_validated_with_the_file_alone(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    prepared = read_encounter(path)

    def again(*_: object) -> None:
        raise AssertionError("an entry was validated once more")

    monkeypatch.setattr(prepared.system.combatant, "model_validate", again)
    assert prepare(prepared.document).encounter == prepared.encounter
    with pytest.raises(AssertionError, match="once more"):
        prepared.rules.sheets.read_sheet(prepared.document["combatant"][0])
