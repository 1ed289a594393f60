"""What every game would otherwise copy: default hooks, refusals, targets, menus, sums and opposed checks."""
