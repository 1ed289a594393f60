"""Phases: a percentile game without a title, in phases of three sub-phases of two seconds; the door is `game`."""
