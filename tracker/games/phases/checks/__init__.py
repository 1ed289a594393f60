"""Checks of phases: chances from base and levels, contests, Initiative."""
