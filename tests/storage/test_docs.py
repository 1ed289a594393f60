"""The examples in the documentation of the files are right."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import tomli

from tests.storage.table import written
from tracker.campaign.file_checks import check
from tracker.encounter.engine.journal import Journal
from tracker.game_api.lazy_model import LazyModel
from tracker.storage.fight_log.format import apply, read_block
from tracker.storage.toml.models import Heading, Lasting, Players, Scheduled, Seated

PAGE = Path(__file__).parents[2] / "docs" / "files.md"
EXAMPLES = re.findall(r"^```toml title=\"(\w+)\"\n(.*?)^```$", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL)


def test_every_kind_of_file_has_an_example() -> None:
    assert {kind for kind, _ in EXAMPLES} == {"encounter", "library", "party", "fight"}


@pytest.mark.parametrize(("kind", "text"), [pair for pair in EXAMPLES if pair[0] != "fight"])
def test_an_example_has_no_mistakes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, text: str) -> None:
    monkeypatch.setenv("TRACKER_DATA", str(tmp_path / "mine"))
    path = written(tmp_path, text, "library/example.toml" if kind == "library" else "example.toml")
    assert [str(diagnostic) for diagnostic in check(path)] == []


@pytest.mark.parametrize("model", [Seated, Heading, Scheduled, Players, Lasting])
def test_every_key_of_every_game_is_on_the_page(model: type[LazyModel]) -> None:
    part = PAGE.read_text("utf-8").partition("### Keys of every game\n")[2].partition("\n### ")[0]
    keys = [field.alias or name for name, field in model.model_fields.items()]
    assert keys and [key for key in keys if not re.search(rf"`(\[\[)?{key}(\]\])?`", part)] == []


def test_the_example_of_a_fight_has_the_blocks_of_one() -> None:
    whole = tomli.loads(next(text for kind, text in EXAMPLES if kind == "fight"))
    assert list(whole["encounter"])[-1] == "seal"
    journal = Journal()
    for row in whole["step"]:
        apply(journal, read_block(row, None))
    assert journal.undone == [1]
