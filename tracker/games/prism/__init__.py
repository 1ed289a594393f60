"""Prism: Shattered Prism, a percentile game on a chain of one-second turns."""
