"""Fights that are forecast in tests: small ones of the plain game, and executors that behave as clusters may."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future
from pathlib import Path
from typing import Any

from tracker.odds.job import Job, job_of
from tracker.odds.playout import Ending
from tracker.odds.setup import Setup, set_up
from tracker.storage.preparation import Prepared, prepare, read_encounter
from tracker.storage.toml.models import KERNEL_KEYS

SAVES = Path(__file__).parents[2] / "saves"
ENCOUNTERS = sorted(path for path in SAVES.glob("*.toml") if not path.name.endswith(".fight.toml"))


def options_of(prepared: Prepared) -> dict[str, Any]:
    """The options of an encounter, without the kernel's own keys."""
    return {key: value for key, value in prepared.document.items() if key not in KERNEL_KEYS}


def example(name: str = "plain-skirmish") -> Prepared:
    """An encounter that ships."""
    return read_encounter(SAVES / f"{name}.toml", library_dirs=())


def duel(hit_points: int = 6, first: int = 0, **more: Any) -> Prepared:
    """Two fighters of the plain game alike, who attack each other by orders; Ann's initiative is `first` more."""
    club = {"name": "Club", "attack": 0, "damage": "1d4"}
    fighter = {"hit_points": hit_points, "defence": 11, "orders": "attack", "weapon": [club]}
    return prepare(
        {
            "title": "Duel",
            "system": "plain",
            "combatant": [
                {"name": "Ann", "side": "heroes", "initiative": first, **fighter},
                {"name": "Bo", "side": "raiders", "initiative": 0, **fighter},
            ],
            **more,
        }
    )


def setup_of(prepared: Prepared, *orders: str, seed: object = 1) -> Setup:
    """What a forecast of an encounter plays."""
    return set_up(prepared.encounter, prepared.rules, prepared.system.name, options_of(prepared), orders, seed)


def job(prepared: Prepared | None = None, seed: object = 1) -> Job:
    """A job of an encounter with the orders in it."""
    prepared = duel() if prepared is None else prepared
    return job_of(prepared.encounter, prepared.system.name, options_of(prepared), seed)


def ending(n: int = 0, winner: str | None = "heroes", count: int = 10, share: int = 50, why: str = "") -> Ending:
    """The end of a fight of one hero and one raider."""
    heroes = winner == "heroes"
    return Ending(n, winner, count, (heroes, not heroes), (share if heroes else 0, share), (3, 3), (), why)


class Backwards(Executor):
    """Keeps what is submitted until it is asked to be done, and then does the last first; `most` waited at once."""

    def __init__(self) -> None:
        self.waiting: list[tuple[Future[Any], Callable[..., Any], tuple[Any, ...]]] = []
        self.most = 0

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self.waiting.append((future, fn, args))
        self.most = max(self.most, len(self.waiting))
        return future

    def do_one(self) -> None:
        """Do what was submitted last."""
        if self.waiting:
            future, fn, args = self.waiting.pop()
            if future.set_running_or_notify_cancel():
                future.set_result(fn(*args))
