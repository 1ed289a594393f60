"""What the players get: screens, pages, logs."""
