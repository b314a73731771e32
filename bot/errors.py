"""Errors in one line, for logs and for the person who started the program."""


def first_line(error: BaseException) -> str:
    """The first line of what an error says; of one about the database, of what that says."""
    said = getattr(error, "orig", None) or error
    return next(iter(str(said).splitlines()), type(error).__name__)
