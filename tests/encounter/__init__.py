"""Tests of the fight under any rules."""
