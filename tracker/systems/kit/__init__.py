"""What every game would otherwise copy: plain answers, guards, targets, menus, sums and opposed checks."""
