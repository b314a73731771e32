"""People who mean harm: forged controls, rubbish in every option, field, file and protocol."""

import asyncio
import json
import re
import sys
from collections.abc import Awaitable
from pathlib import Path
from random import Random
from typing import Any

import bot
from bot.chat.base.custom_id import Control
from bot.playground.driver import Answer, File, Json
from tests.campaign.faults import fault
from tests.campaign.players import CHANNELS, LOST
from tests.campaign.stage import Stage
from tests.campaign.texts import broken, gtp_line, referee_line, text, value
from tests.contract import ROOT

COMMAND, COMPONENT, AUTOCOMPLETE, MODAL = 2, 3, 4, 5
RECORDS = ROOT / "tests/engine/record/kept"
TRIES = 3


def controls() -> list[str]:
    """The names of all controls."""
    sources = Path(bot.__path__[0]).glob("**/*.py")
    return sorted(
        {n for file in sources for n in re.findall(r'@control\("(\w+)"', file.read_text())}
    )


def custom_id(chance: Random, matches: list[int]) -> str:
    """A ``custom_id`` that looks more or less like one of ours."""
    number = chance.choice([*matches, *matches, 0, 1, 10**9, 2**63, "x"])
    ply = chance.choice((0, 1, 2, 7, 999999999, "", "x"))
    name = chance.choice(controls())
    words = chance.choice(("", "pass", "liberties", "cancel", "win 0", "win 9", text(chance, 60)))
    made = "".join(f"k1:{name}:{number}:{ply}:{words}".splitlines())
    if chance.random() < 0.15:
        made = text(chance, 100)
    return made[: chance.choice((99, 99, 99, 3000))]


async def sends(stage: Stage, chance: Random, who: str, kind: int, data: Json) -> None:
    """Send a forged interaction. One that reads like ours must be answered, if not at once.

    All others find no control, and nothing happens.
    """
    channel = f"#{chance.choice(CHANNELS)}"
    running = stage.stored.matches()
    board = stage.stored.newest_board(chance.choice(running).id) if running else None
    source = board if kind == COMPONENT or chance.random() < 0.5 else None
    control = str(data.get("custom_id", ""))
    ours = kind == COMMAND or Control.read(control.removeprefix("s")) is not None
    for _ in range(TRIES if ours else 1):
        stage.ledger.acts += 1
        try:
            answer: Answer = await stage.driver.forge(who, channel, kind, data, source)
        except LOST:
            return
        if answer.kind != "failed":
            stage.counts["forged and answered"] += 1
            return
    stage.counts["forged and ignored"] += 1
    if ours:
        stage.wrong(f"nobody answers the forged interaction {kind} {json.dumps(data)[:600]}")


@fault("forged controls", quick=True)
async def forged_controls(stage: Stage, chance: Random) -> None:
    """Buttons, selects and forms that no message of ours has ever had."""
    await stage.play(0.1)
    people = list(stage.crowd.people.values())
    matches = [seen.id for seen in stage.stored.matches()]
    sent: list[Awaitable[None]] = []
    for _ in range(chance.randint(3, 25)):
        made = custom_id(chance, matches)
        kind = chance.choice((COMPONENT, COMPONENT, COMPONENT, MODAL))
        data: Json = {"custom_id": made}
        if kind == MODAL:
            field: Json = {"type": 4, "custom_id": chance.choice(("text", "x")), "id": 2}
            field["value"] = text(chance, 400)
            rows: list[Json] = [{"type": 18, "id": 1, "component": field}]
            data["components"] = chance.choice((rows, rows, []))
        else:
            data |= {"component_type": 2, "id": 1}
            if chance.random() < 0.3:
                data |= {"component_type": 3, "values": [text(chance, 100)]}
                data["custom_id"] = f"s{made}"
        sent.append(sends(stage, chance, chance.choice(people), kind, data))
    await asyncio.gather(*sent)


@fault("forged commands", quick=True)
async def forged_commands(stage: Stage, chance: Random) -> None:
    """Commands with options of the wrong kind, of no kind, and none at all."""
    await stage.play(0.1)
    people, known = list(stage.crowd.people.values()), await stage.driver.commands()
    sent: list[Awaitable[None]] = []
    for _ in range(chance.randint(3, 20)):
        command: Json = chance.choice(known)
        kind = chance.choice((COMMAND, COMMAND, AUTOCOMPLETE))
        data: Json = {"id": command["id"], "name": command["name"], "type": command["type"]}
        if chance.random() < 0.1:
            data["name"] = text(chance, 30)
        options: list[Json] = command.get("options") or []
        data["options"] = [_forged(option, chance, kind) for option in options[:1]]
        if chance.random() < 0.7:
            data["options"] = [_forged(option, chance, kind) for option in options]
            chance.shuffle(data["options"])
            if any(option["type"] == 1 for option in data["options"]):
                data["options"] = data["options"][:1]
        if command["type"] != 1:
            data["target_id"] = chance.choice(("1", "9" * 19, *stage.crowd.people))
        sent.append(sends(stage, chance, chance.choice(people), kind, data))
    await asyncio.gather(*sent)


def _forged(option: Json, chance: Random, kind: int) -> Json:
    made: Json = {"name": option["name"], "type": option["type"]}
    if option["type"] in (1, 2):
        inner: list[Json] = option.get("options") or []
        chosen = [each for each in inner if chance.random() < 0.6]
        return made | {"options": [_forged(each, chance, kind) for each in chosen]}
    given: dict[int, Any] = {
        3: text(chance, 6000),
        4: chance.choice((-1, 0, 3, 2**53)),
        5: chance.random() < 0.5,
        10: chance.choice((-1.5, 0.25, 1e300)),
    }
    made["value"] = given.get(option["type"], "1")
    if option["type"] in (3, 4, 5) and chance.random() < 0.1:
        # Discord itself names people and files, and discord.py reads numbers as numbers.
        made["value"] = value(chance)
    if kind == AUTOCOMPLETE and option.get("autocomplete"):
        made["focused"] = True
    return made


@fault("rubbish", quick=True)
async def rubbish(stage: Stage, chance: Random) -> None:
    """Rubbish as people can send it: in options, as replies, as files."""
    await stage.play(0.1)
    people = list(stage.crowd.people.values())
    records = sorted(RECORDS.iterdir())
    for _ in range(chance.randint(3, 15)):
        who, channel = chance.choice(people), f"#{chance.choice(CHANNELS)}"
        running = stage.stored.matches()
        what = chance.randrange(4)
        try:
            if what == 0:
                options: Json = {"move": text(chance), "game": text(chance, 20)}
                await stage.crowd.does(stage.driver.slash(who, channel, "play", options))
            elif what == 1 and running:
                seen = chance.choice(running)
                board = stage.stored.newest_board(seen.id)
                player = stage.crowd.people[chance.choice(seen.players)]
                await stage.driver.say(player, seen.channel, text(chance, 1900), reply_to=board)
            elif what == 2:
                record = chance.choice(records)
                body = broken(chance, record.read_bytes())
                name = chance.choice((record.name, text(chance, 40).replace("/", "") or "x"))
                given: Json = {"file": File(name, body)}
                await stage.crowd.does(stage.driver.slash(who, channel, "import", given))
            else:
                await stage.driver.autocomplete(
                    who, channel, "play", {"move": text(chance, 100)}, focused="move"
                )
        except LOST:
            stage.counts["rubbish that no client sends"] += 1


@fault("protocols", weight=0.5, quick=True)
async def protocols(stage: Stage, chance: Random) -> None:
    """`keil gtp` and `keil referee` answer every line and end well."""
    stage.crowd.gate.set()
    which = chance.choice(("gtp", "referee"))
    line = gtp_line if which == "gtp" else referee_line
    sent = b"\n".join(line(chance) for _ in range(chance.randint(20, 200))) + b"\n"
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", which),
        cwd=ROOT,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    answers, errors = await process.communicate(sent)
    if process.returncode != 0 or errors:
        stage.wrong(f"keil {which} ended with {process.returncode}: {errors.decode()[-400:]}")
    if which == "referee":
        for answer in answers.splitlines():
            json.loads(answer)
    elif any(not part.startswith((b"=", b"?")) for part in answers.split(b"\n\n") if part.strip()):
        stage.wrong("keil gtp gave an answer that begins with neither = nor ?")
