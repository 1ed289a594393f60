"""An extra that is not installed is named with the command that adds it."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import tomli

from tests.cli.calling import ROOT, call
from tracker.cli import share, shells
from tracker.export import recap_picture
from tracker.text import extras


def without(*libraries: str) -> Callable[[str], str | None]:
    return lambda name: None if name in libraries else name


def test_the_command_is_that_of_pip_or_without_pip_of_uv(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/home/ana/my games/bin/python")
    monkeypatch.setattr(extras, "find_spec", without())
    assert extras.adding("web") == "'/home/ana/my games/bin/python' -m pip install 'combat-tracker[web]'"
    monkeypatch.setattr(extras, "find_spec", without("pip"))
    added = "uv pip install --python '/home/ana/my games/bin/python' 'combat-tracker[web]'"
    assert extras.adding("web") == added


@pytest.mark.parametrize(
    ("extra", "libraries", "missing"),
    [
        ("web", share.NEEDED, share.missing),
        ("png", ("resvg_py",), recap_picture.missing),
        ("shell", (shells.COMPLETES,), lambda: shells.missing(shells.COMPLETES)),
        ("shell", (shells.DOCUMENTS,), lambda: shells.missing(shells.DOCUMENTS)),
    ],
)
def test_what_an_extra_is_needed_for_says_so_when_any_library_of_it_is_missing(
    extra: str, libraries: tuple[str, ...], missing: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(extras, "find_spec", without())
    assert missing() == ""
    for library in libraries:
        monkeypatch.setattr(extras, "find_spec", without(library))
        assert f"extra `{extra}`: " in missing() and f"'combat-tracker[{extra}]'" in missing()


def test_every_extra_that_is_named_is_one_of_the_package() -> None:
    declared = tomli.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    assert {"web", "png", "shell", "sweep"} <= set(declared)


@pytest.mark.parametrize(
    ("words", "library"), [(("completions", "bash"), shells.COMPLETES), (("man",), shells.DOCUMENTS)]
)
def test_without_its_library_a_command_prints_nothing_but_the_command_that_adds_it(
    words: tuple[str, ...], library: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(extras, "find_spec", without(library))
    reply = call(*words)
    assert (reply.code, reply.out) == (2, "") and reply.err.count("\n") == 1
    assert f"{shlex.quote(str(Path(sys.executable)))} -m pip install 'combat-tracker[shell]'" in reply.err
