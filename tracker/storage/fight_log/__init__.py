"""The fight log: a file of hash-chained blocks, appended step by step, never lost."""
