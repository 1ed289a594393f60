"""`tracker sweep` on a cluster, whose library takes long to load."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.calling import call


def test_a_cluster_that_is_not_there_is_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed", reason="Dask is not installed: pip install 'combat-tracker[sweep]'")
    from tracker.cli import sweep

    monkeypatch.setattr(sweep, "_WAIT", 1)
    spec = tmp_path / "bare.sweep.toml"
    spec.write_text('encounter = "plain-skirmish"\nfights = 1\nvary = { "ann.defence" = [12] }\n', encoding="utf-8")
    reply = call("sweep", spec, "--out", spec.with_name("a.csv"), "--dask", "tcp://127.0.0.1:1")
    assert reply.code == 2 and "No Dask scheduler answers at tcp://127.0.0.1:1" in reply.err
