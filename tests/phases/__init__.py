"""Tests of phases."""
