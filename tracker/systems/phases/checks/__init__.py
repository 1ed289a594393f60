"""Checks: chances from base and levels, contests, initiative."""
