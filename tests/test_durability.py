"""The page of promises is true: every test it names is there, every part too, and README has its figures."""

from __future__ import annotations

import re

from tests.campaign.page import PAGE, rows
from tests.campaign.parts import PARTS
from tests.tui.terminal import ROOT

TEXT = PAGE.read_text(encoding="utf-8")
ROW = re.compile(r"^\| (.+\.) \| (.*) \|$", re.M)
NAMED = re.compile(r"`(?:part ([\w-]+)|([\w/]+\.py)::(\w+))`")
PROMISES = ROW.findall(TEXT[TEXT.index("## Promises") : TEXT.index("## The campaign")])
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_every_promise_is_held_by_something_that_is_there() -> None:
    parts = {part.name for part in PARTS}
    assert len(PROMISES) > 15
    for promise, held in PROMISES:
        named = NAMED.findall(held)
        assert named and len(named) == held.count("`") // 2, promise
        for part, file, name in named:
            if part:
                assert part in parts, part
                continue
            text = (ROOT / "tests" / file).read_text(encoding="utf-8")
            assert re.search(rf"^(?:async )?def {name}\(", text, re.M), f"{file}::{name}"


def test_every_part_of_the_campaign_holds_a_promise_and_has_its_figures() -> None:
    held = {part for _, tests in PROMISES for part, _, _ in NAMED.findall(tests) if part}
    assert held == {part.name for part in PARTS}
    figures = rows()
    assert list(figures) == [part.name for part in PARTS]
    for part in PARTS:
        good, tried = figures[part.name]
        assert part.fewest[1] <= good == tried, part.name


def test_readme_has_the_figures_of_the_last_campaign() -> None:
    assert "docs/durability.md" in README
    figures = {part.what: rows()[part.name] for part in PARTS}
    claims = re.findall(r"([\d,]+) of ([\d,]+)\s+([^,.;:]+?)(?=[,.;:]| and \d)", " ".join(README.split()))
    named = {
        what: (int(good.replace(",", "")), int(tried.replace(",", "")))
        for good, tried, what in claims
        if what in figures
    }
    assert len(named) >= 4
    for what, numbers in named.items():
        assert figures[what] == numbers, what
