"""The house: no room imports one above it, and files import each other in no ring; imports for types count."""

from __future__ import annotations

import pytest

from tests.house import Arrows, arrows, circles, upward


@pytest.fixture(scope="module")
def of_the_program() -> Arrows:
    return arrows()


def test_no_room_imports_one_above_it(of_the_program: Arrows) -> None:
    assert upward(of_the_program) == []


def test_no_files_import_each_other_in_a_ring(of_the_program: Arrows) -> None:
    assert circles(of_the_program) == []
