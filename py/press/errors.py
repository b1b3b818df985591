"""The one kind of error that is told to whoever ran build.py."""


class PressError(Exception):
    """Something went wrong outside this program. Its text is one sentence: what, and where."""
