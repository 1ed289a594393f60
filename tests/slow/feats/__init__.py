"""Slow tests of feats."""
