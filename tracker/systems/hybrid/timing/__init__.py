"""Timing: when somebody may act, and what spoils it."""
