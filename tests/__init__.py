"""Tests: they mirror the rooms of the tracker and talk like the table."""
