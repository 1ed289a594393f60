"""The fight log: a file of hash-chained blocks, appended step by step and replayed when the fight is opened.

`format` writes and reads blocks, `hash_chain` seals and verifies them, `writer` appends them, `reader` replays them,
`follower` watches a file that grows, `spill_files` and `spill_recovery` keep the steps a failing disk refused.
"""
