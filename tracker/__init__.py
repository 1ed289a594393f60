"""A combat tracker for game masters; start reading at `encounter/`, run it with `tracker`."""

__version__ = "0.2.0"
