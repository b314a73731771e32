"""Texts, files and protocol lines as an attacker, a broken client or a cat would send them."""

import json
from random import Random

PIECES = (
    "a1",
    "b2",
    "z99",
    "a0",
    "komi 3",
    "komi nan",
    "komi 1e400",
    "pass",
    "resign",
    "undo",
    "white",
    "button",
    "@everyone",
    "<@1>",
    "<@&2>",
    "<#3>",
    "</play:4>",
    "[a](https://example.org)",
    "```",
    "**",
    "||",
    "`",
    "\\",
    "'; DROP TABLE turn; --",
    "%s%n{0}{game}",
    "\0",
    "\x1b[31m",
    "\u202e",
    "\u200b",
    "\ufeff",
    "e\u0301",
    "\U0001f469\u200d\U0001f469\u200d\U0001f467",
    "ａ１",
    "٣",
    "²",
    "½",
    "-1",
    "9223372036854775808",
    "1" * 30,
    "\n",
    "\r\n",
    "\t",
    "|",
    ":",
    "k1:say:1:0:pass",
)


def text(chance: Random, longest: int = 200) -> str:
    """Some text, not empty."""
    made = "".join(chance.choice(PIECES) for _ in range(chance.randint(1, 6)))
    if chance.random() < 0.1:
        made *= longest
    return made[: chance.randint(1, longest)] or "x"


def broken(chance: Random, whole: bytes) -> bytes:
    """A file with some bytes changed, cut off, repeated."""
    made = bytearray(whole)
    for _ in range(chance.randint(1, 8)):
        if not made:
            break
        at = chance.randrange(len(made))
        what = chance.randrange(4)
        if what == 0:
            made[at] = chance.randrange(256)
        elif what == 1:
            del made[at : at + chance.randint(1, 40)]
        elif what == 2:
            made[at:at] = made[at : at + 60] * chance.randint(1, 50)
        else:
            made[at:at] = text(chance).encode()
    return bytes(made)


def value(chance: Random, depth: int = 2) -> object:
    """A JSON value of any kind."""
    what = chance.randrange(8 if depth else 6)
    if what == 0:
        return None
    if what == 1:
        return chance.random() < 0.5
    if what == 2:
        return chance.choice((0, 1, -1, 3, 2**31, 2**63, 2**70))
    if what == 3:
        return chance.choice((0.5, -1.5, 1e300))
    if what in (4, 5):
        return text(chance)
    if what == 6:
        return [value(chance, depth - 1) for _ in range(chance.randint(0, 3))]
    return {text(chance, 10): value(chance, depth - 1) for _ in range(chance.randint(0, 3))}


GTP = (
    *("protocol_version", "name", "version", "list_commands", "known_command play", "quit x"),
    *("boardsize 5", "boardsize 0", "boardsize 99999999999", "boardsize a", "clear_board"),
    *("komi 3", "komi nan", "komi -inf", "showboard", "undo", "final_score", "printsgf"),
    *("play b a1", "play w pass", "play b resign", "play x a1", "play", "genmove b", "genmove w"),
    *("keil-games", "keil-game ki", "keil-game go", "keil-players 3", "keil-players -1"),
    *("loadsgf /", "loadsgf", "keil-option size 4", "keil-legal", "keil-say 0 button", "\t", "#"),
)


def gtp_line(chance: Random) -> bytes:
    """A line for ``keil gtp``: a command, with or without a number, or rubbish."""
    line = chance.choice(GTP) if chance.random() < 0.7 else text(chance).replace("\n", " ")
    if chance.random() < 0.3:
        line = f"{chance.randint(-1, 10**12)} {line}"
    made = line.encode()
    return (broken(chance, made) if chance.random() < 0.2 else made).replace(b"\n", b" ")


def referee_line(chance: Random) -> bytes:
    """A line for ``keil referee``."""
    request: dict[str, object] = {
        "game": chance.choice(("keil", "ki", "kee", "go", value(chance))),
        "options": chance.choice(({}, {"size": 3}, {"size": value(chance)}, value(chance))),
        "moves": chance.choice(([], ["a1", "b1"], [value(chance)], value(chance))),
    }
    if chance.random() < 0.3:
        request[chance.choice(("setup", "id", "seats", text(chance, 10)))] = value(chance)
    made = json.dumps(request).encode()
    return (broken(chance, made) if chance.random() < 0.3 else made).replace(b"\n", b" ")
