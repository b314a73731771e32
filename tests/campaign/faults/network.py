"""Requests that fail: storms of errors, lost connections, slow answers, rate limits."""

import asyncio
from random import Random

from bot.playground.driver import CALLBACK, EDIT, FOLLOW_UP, SEND, Json
from tests.campaign.faults import fault
from tests.campaign.stage import REAL, WIDE, Stage, between

EVERYTHING = "*"
ROUTES = (EVERYTHING, SEND, EDIT, CALLBACK, FOLLOW_UP, "GET *")


async def storm(stage: Stage, chance: Random) -> None:
    """Let people play in it; now and then the bot is killed in its middle."""
    await stage.play(between(chance, 0.5, 4.0))
    if chance.random() < 0.4:
        await stage.kill()
        await stage.launch()
        await stage.play(between(chance, 0.2, 2.0))


@fault("errors of Discord's", quick=True)
async def errors(stage: Stage, chance: Random) -> None:
    """500, 502, 503, 504: a storm over some routes or all."""
    for _ in range(chance.randint(1, 3)):
        status = chance.choice((500, 502, 503, 504))
        await stage.driver.fail_next(
            chance.choice(ROUTES),
            status,
            times=chance.randint(1, 40),
            body={"message": f"{status}: Server Error", "code": 0},
        )
    await storm(stage, chance)


@fault("too many requests", quick=True)
async def too_many_requests(stage: Stage, chance: Random) -> None:
    """A storm of 429, of one route or of all."""
    everywhere = chance.random() < 0.3
    body: Json = {
        "message": "You are being rate limited.",
        "retry_after": round(chance.uniform(0.2, 1.5), 3),
        "global": everywhere,
    }
    await stage.driver.fail_next(
        EVERYTHING if everywhere else chance.choice(ROUTES),
        429,
        times=chance.randint(1, 15),
        body=body,
    )
    await storm(stage, chance)


@fault("real rate limits", weight=0.5)
async def real_rate_limits(stage: Stage, chance: Random) -> None:
    """Discord's own limits: five boards in five seconds for each channel."""
    await stage.driver.rates(**REAL)
    await stage.play(between(chance, 3.0, 8.0))
    if chance.random() < 0.5:
        await stage.kill()
        await stage.launch()
        await stage.play(between(chance, 0.2, 2.0))
    await stage.driver.rates(**WIDE)


@fault("resets", quick=True)
async def resets(stage: Stage, chance: Random) -> None:
    """Connections are reset, before a request was applied or after it."""
    for _ in range(chance.randint(1, 3)):
        await stage.driver.drop_next(
            chance.choice(ROUTES), times=chance.randint(1, 25), applied=chance.random() < 0.5
        )
    await storm(stage, chance)


@fault("late requests", quick=True)
async def late_requests(stage: Stage, chance: Random) -> None:
    """Connections break at once, and Discord carries the requests out later, in any order."""
    routes = [chance.choice((SEND, SEND, EDIT)) for _ in range(chance.randint(1, 4))]
    held = [await stage.driver.cut_next(route) for route in routes]
    await stage.play(between(chance, 0.3, 3.0))
    for late in chance.sample(held, len(held)):
        await late.release()
        await stage.play(between(chance, 0.0, 0.5))
    await storm(stage, chance)


@fault("refused repetitions", quick=True)
async def refused_repetitions(stage: Stage, chance: Random) -> None:
    """A board is not answered, its repetitions are refused, and then Discord has it after all."""
    body: Json = {"message": "Missing Permissions", "code": 50013}
    late = await stage.driver.cut_next(SEND)
    await stage.driver.fail_next(SEND, 403, times=chance.randint(1, 6), body=body)
    await stage.play(between(chance, 0.5, 3.0))
    await late.release()
    await storm(stage, chance)


@fault("slow answers")
async def slow_answers(stage: Stage, chance: Random) -> None:
    """Answers that come seconds after the request was applied."""
    route, seconds = chance.choice(ROUTES), chance.uniform(0.3, 4.0)
    await stage.driver.slow_next(route, seconds, times=chance.randint(3, 40))
    await storm(stage, chance)


@fault("requests that hang", weight=0.5)
async def hanging(stage: Stage, chance: Random) -> None:
    """Requests that are never answered, until the connection is lost."""
    await stage.driver.hang_next(chance.choice((SEND, EDIT, CALLBACK)), times=chance.randint(1, 6))
    await storm(stage, chance)


@fault("not found", weight=0.5)
async def not_found(stage: Stage, chance: Random) -> None:
    """404 for channels that exist, as in outages, and from a proxy."""
    body: Json = chance.choice(
        (
            {"message": "404: Not Found", "code": 0},
            {"message": "Unknown Channel", "code": 10003},
            {"message": "Unknown Webhook", "code": 10015},
        )
    )
    route = chance.choice((SEND, EDIT, "GET /channels/*"))
    await stage.driver.fail_next(route, 404, times=chance.randint(1, 10), body=body)
    await storm(stage, chance)


@fault("no token", weight=0.3)
async def unauthorised(stage: Stage, chance: Random) -> None:
    """401 and 403 for a while."""
    status, code = chance.choice(((401, 0), (403, 50001), (403, 50013)))
    body: Json = {"message": "refused", "code": code}
    await stage.driver.fail_next(
        chance.choice((SEND, EDIT)), status, times=chance.randint(1, 8), body=body
    )
    await storm(stage, chance)


@fault("no permission", weight=0.5)
async def no_permission(stage: Stage, chance: Random) -> None:
    """The bot may not write in a channel for a while."""
    channel = f"#{chance.choice(('games', 'corner', 'garden', 'attic'))}"
    lost = chance.sample(["send_messages", "attach_files", "view_channel"], k=chance.randint(1, 2))
    await stage.driver.permit(channel, deny=lost)
    try:
        await storm(stage, chance)
    finally:
        await stage.driver.permit(channel, allow=lost)
    await asyncio.sleep(0.1)
