"""A combat tracker for game masters; start reading at `docs/architecture.md`, run it with `tracker`."""

__version__ = "0.3.0"
