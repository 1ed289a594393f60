"""Outside: dice and answers that come from outside the program."""
