"""What is asked: questions, lists and tables of choices."""
