"""The words of /view."""

from engine.position import Game


def told(sample: Game) -> str:
    """Over the board on which somebody sees what they have chosen."""
    return (
        f"This is how you see boards, here one of **{sample.name}**. What you choose holds for all "
        "pictures that are for you alone (/board, /replay, /rules), from the next one on. "
        "The boards in the channel look the same for everybody."
    )
