"""Tests of Shattered Prism."""
