"""The files of the computer player: the core and what was learned, as they are installed."""

from importlib.resources import files

from engine.ai.machine import Machine
from engine.games import all_games

WEIGHTS = "weights-"


def core() -> bytes:
    """The program that `Machine` runs."""
    return files("engine.ai").joinpath("core", "core.wasm").read_bytes()


def weights() -> dict[str, bytes]:
    """The learned weights, by the name in a game's `Arena`."""
    found = files("engine.ai").joinpath("core").iterdir()
    return {
        file.name.removeprefix(WEIGHTS).removesuffix(".bin"): file.read_bytes()
        for file in found
        if file.name.startswith(WEIGHTS)
    }


def machine() -> Machine:
    """A machine for all games. Raises `MachineError` where there can be none."""
    return Machine(core(), weights(), all_games().values())
