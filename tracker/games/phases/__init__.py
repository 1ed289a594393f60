"""Phases: an untitled percentile game, in phases of three sub-phases of two seconds each."""
