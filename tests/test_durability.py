"""The page of promises is true: every test it names is there, every part too, and README has its figures."""

from __future__ import annotations

import re

from tests.campaign.page import PAGE, rows, with_claims, with_rows
from tests.campaign.parts import PARTS
from tests.campaign.tally import Tally
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
    figures = rows(TEXT)
    assert list(figures) == [part.name for part in PARTS]
    for part in PARTS:
        good, tried, run = figures[part.name]
        assert part.fewest[1] <= good == tried, part.name
        assert re.fullmatch(r"[0-9a-f]{10}, \d{4}-\d\d-\d\d", run), f"{part.name} was run with {run}"


def test_readme_has_the_figures_of_the_last_campaign() -> None:
    assert "docs/durability.md" in README
    figures = {part.what: rows(TEXT)[part.name][:2] for part in PARTS}
    claims = re.findall(r"([\d,]+) of ([\d,]+)\s+([^,.;:]+?)(?=[,.;:]| and \d)", " ".join(README.split()))
    named = {
        what: (int(good.replace(",", "")), int(tried.replace(",", "")))
        for good, tried, what in claims
        if what in figures
    }
    assert len(named) >= 4
    for what, numbers in named.items():
        assert figures[what] == numbers, what


def test_a_part_that_was_run_writes_its_own_row_and_its_claim_in_readme_and_no_other() -> None:
    kills = next(part for part in PARTS if part.name == "kills")
    tally = Tally(seconds=1, tried=7_000, wrong=["one was lost"], notes=["6 printed events found again"])
    page, before = rows(with_rows(TEXT, [(kills, tally)], "0123456789, 2000-01-31")), rows(TEXT)
    assert page.pop("kills") == (6_999, 7_000, "0123456789, 2000-01-31") != before.pop("kills")
    assert page == before
    claims = with_claims(README, [(kills, tally)])
    changed = [(old, new) for old, new in zip(README.split(), claims.split(), strict=True) if old != new]
    assert [new for _, new in changed] == ["6,999", "7,000"]
