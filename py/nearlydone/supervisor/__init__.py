"""Failures that raise no error, and three roles that notice them. Needs nothing else of the package.

- `settings`: what a run is given: intervals, limits, and what each kind of fault does
- `model`: the rules of a round: agent, supervisor, scheduler
- `run`: a run in memory, as a value
- `schema`, `record`: the same run in a SQLite file that outlives its process
- `counters`: what a run adds up to, and the ledger of what really happened
- `story`: each event as a sentence
- `cost`: the bill of a day
- `tables`: what the commands `supervisor` and `cost` answer
"""
