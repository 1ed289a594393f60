"""Checks: what each roll of feats is rolled against, as sums that explain themselves."""
