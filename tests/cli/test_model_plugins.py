"""No plugins of pydantic are looked for; whoever asks its loader for more gets the real one."""

from __future__ import annotations

import importlib
import sys

import pytest

from tracker.cli.model_plugins import _LOADER, without_plugins


def test_the_stand_in_names_no_plugins_and_gives_way_to_the_real_loader(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, _LOADER, raising=False)
    monkeypatch.setenv("PYDANTIC_DISABLE_PLUGINS", "__all__")
    without_plugins()
    stand_in = importlib.import_module(_LOADER)
    assert list(stand_in.get_plugins()) == []
    assert stand_in.PYDANTIC_ENTRY_POINT_GROUP == "pydantic"
    with pytest.raises(AttributeError):
        assert stand_in.no_such_name


def test_whoever_wants_plugins_has_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, _LOADER, raising=False)
    monkeypatch.setenv("PYDANTIC_DISABLE_PLUGINS", "one")
    without_plugins()
    assert _LOADER not in sys.modules
