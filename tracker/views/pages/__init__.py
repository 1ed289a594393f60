"""Pages over the fight: rules, library, summary."""
