"""Action modifiers: the ways to do an action, such as rushed, aimed or two at once."""
