"""Timing: phases and sub-phases, who may do what when, rate of fire."""
