"""A computer player: what it thinks of a position, and the move that a level makes of it.

Strength is a number of playouts and a seed, never time: the same seed gives the same move on every
machine.
"""

from engine.ai.levels import LEVELS, Level, choose
from engine.ai.machine import Machine, MachineError
from engine.ai.search_player import SearchPlayer
from engine.ai.thoughts import Considered, Effort, Thinker, Thoughts, lead

__all__ = [
    "LEVELS",
    "Considered",
    "Effort",
    "Level",
    "Machine",
    "MachineError",
    "SearchPlayer",
    "Thinker",
    "Thoughts",
    "choose",
    "lead",
]
