"""Who may come in, and what nobody can do from outside."""

import asyncio
import json
import logging
import resource
from datetime import timedelta

import pytest
from aiohttp import ClientSession, WSMsgType, WSServerHandshakeError

from bot.chat.gateway import sight
from bot.cli.run import MOST_FILES, allow_many_files
from bot.web import limits, open_page, viewing
from bot.web.page_file import page_file
from tests.bot.says import says
from tests.bot.table import CY, Table
from tests.bot.web.reader import Reader, opened
from tests.bot.web.test_playing import link_of


async def closed(page: Reader) -> str:
    """Why the page got nothing more, and that it gets nothing more."""
    said = await page.until("closed")
    assert not said["again"]
    with pytest.raises(EOFError):
        await page.next()
    return str(said["text"])


async def test_a_link_works_once_and_the_session_that_it_gives_goes_on(paged: Table) -> None:
    _, black, _ = await paged.begin_small()
    link = await link_of(paged, black)
    async with opened(link) as page:
        session = await page.entered()
    async with opened(link) as again:
        assert await closed(again) == says("web-link-used")
    async with opened(link, session=session) as later:
        assert (await later.board())["turn"]
        assert "welcome" not in [facts["kind"] for facts in later.heard]


async def test_a_page_that_never_heard_that_it_is_in_comes_in_with_the_same_link(
    paged: Table,
) -> None:
    """The connection broke after the link was used and before anything came back."""
    _, black, _ = await paged.begin_small()
    link, fresh = await link_of(paged, black), "only this page knows it " * 2
    async with opened(link, fresh=fresh):
        pass
    async with opened(link, fresh=fresh) as again:
        assert await again.entered() == fresh
        assert (await again.board())["turn"]
    async with opened(link) as other:
        assert await closed(other) == says("web-link-used")


@pytest.mark.parametrize("fresh", ["", "short", "é" * 40, "x" * 65])
async def test_a_session_that_could_be_guessed_begins_with_no_link(
    paged: Table, fresh: str
) -> None:
    _, black, _ = await paged.begin_small()
    match = int((await link_of(paged, black)).partition("/game/")[2].partition("#")[0])
    link = await paged.service.web_passes.link(1, match)
    assert await paged.service.web_passes.enter(link.partition("key=")[2], match, fresh) is None


async def test_a_link_is_for_five_minutes(paged: Table) -> None:
    _, black, _ = await paged.begin_small()
    link = await link_of(paged, black)
    paged.clock.ahead += timedelta(minutes=5, seconds=1)
    async with opened(link) as page:
        assert await closed(page) == says("web-link-used")


async def test_a_session_is_for_a_week(paged: Table) -> None:
    _, black, _ = await paged.begin_small()
    link = await link_of(paged, black)
    async with opened(link) as page:
        session = await page.entered()
    paged.clock.ahead += timedelta(days=8)
    async with opened(link, session=session) as page:
        assert await closed(page) == says("web-no-link")


async def test_a_link_opens_no_other_match(paged: Table) -> None:
    _, black, white = await paged.begin_small()
    await paged.begin(black, white, size=3, komi=0, button=False)
    link = await link_of(paged, black)
    async with opened(link.replace("/game/1", "/game/2")) as page:
        assert await closed(page) == says("web-link-used")
    async with opened(link) as page:
        await page.board()


@pytest.mark.parametrize("secret", ["", "x", "x" * 64, "é" * 8, "x" * 190])
async def test_secrets_that_nobody_gave(paged: Table, secret: str) -> None:
    _, black, _ = await paged.begin_small()
    link = (await link_of(paged, black)).partition("#")[0]
    async with opened(f"{link}#key={secret}") as page:
        assert await closed(page) in (says("web-link-used"), says("web-no-link"))
    if secret:
        async with opened(link, session=secret) as page:
            assert await closed(page) == says("web-no-link")


async def test_a_match_that_is_not_there(paged: Table) -> None:
    _, black, _ = await paged.begin_small()
    link = await link_of(paged, black)
    async with opened(link) as page:
        session = await page.entered()
    async with opened(link.replace("/game/1", "/game/999"), session=session) as page:
        assert await closed(page) == says("web-not-yours")


@pytest.fixture
def _checked_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(open_page, "CHECK_EVERY", 0.1)
    monkeypatch.setattr(sight, "FOR_S", 0.1)


@pytest.mark.usefixtures("_checked_often")
async def test_a_spectator_who_loses_the_channel_loses_the_board(paged: Table) -> None:
    _, black, _ = await paged.begin_small()
    async with opened(await link_of(paged, CY)) as page:
        await page.board()
        await paged.driver.permit("#games", allow=["view_channel"])  # the bot still sees it
        await paged.driver.permit("#games", who=black, allow=["view_channel"])
        await paged.driver.permit("#games", who="@everyone", deny=["view_channel"])
        assert await closed(page) == says("web-not-yours")
    async with opened(await link_of(paged, black)) as page:
        await page.board()  # whoever plays sees their own game anyway


async def test_in_an_outage_of_discords_nobody_loses_sight(
    paged: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What Discord said last holds; of whom nothing is known, the page tries again."""
    monkeypatch.setattr(open_page, "CHECK_EVERY", 0.1)
    _, black, _ = await paged.begin_small()
    monkeypatch.setattr(sight, "UNANSWERED", (Exception,))
    async with opened(await link_of(paged, CY)) as page:
        await page.board()

        async def away(*_: object) -> bool:
            raise OSError

        monkeypatch.setattr(sight, "channel_that_shows", away)
        await paged.play(black, "c3")
        assert (await page.board(1))["moves"] == ["c3"]


async def test_nothing_secret_is_stored_or_logged(
    paged: Table, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    _, black, _ = await paged.begin_small()
    link = await link_of(paged, black)
    async with opened(link) as page:
        session = await page.entered()
    rows = await paged.store.read(
        lambda tx: tx.connection.exec_driver_sql("SELECT * FROM web_pass").all()
    )
    for secret in (link.partition("key=")[2], session):
        assert secret not in str(rows)
        assert secret not in caplog.text


# --- the browser's side ---


async def test_only_our_own_page_may_open_a_socket(paged: Table) -> None:
    _, black, _ = await paged.begin_small()
    link = await link_of(paged, black)
    for origin in ("https://evil.example", "null", "http://127.0.0.1:1"):
        with pytest.raises(WSServerHandshakeError) as refused:
            async with opened(link, headers={"Origin": origin}):
                pass
        assert refused.value.status == 403
    async with opened(link) as page:  # nobody has used it
        await page.board()


async def test_another_name_that_leads_here_is_refused(paged: Table) -> None:
    """As in rebinding: somebody's name is made to lead to this machine."""
    await paged.begin_small()
    url = (await link_of(paged, CY)).partition("/game/")[0]
    async with ClientSession() as http:
        async with http.get(f"{url}/game/1", headers={"Host": "evil.example"}) as response:
            assert response.status == 421
        async with http.get(f"{url}/game/1") as response:
            assert response.status == 200


async def test_the_page_may_run_only_what_is_in_it(paged: Table) -> None:
    await paged.begin_small()
    url = (await link_of(paged, CY)).partition("#")[0]
    async with ClientSession() as http, http.get(url) as response:
        html = await response.text()
        policy = response.headers["Content-Security-Policy"]
        assert response.headers["Referrer-Policy"] == "no-referrer"
        assert response.headers["X-Content-Type-Options"] == "nosniff"
        assert "Set-Cookie" not in response.headers
    rules = dict(rule.split(" ", 1) for rule in policy.split("; "))
    assert rules["default-src"] == "'none'"
    assert "unsafe" not in policy
    assert rules["frame-ancestors"] == "'none'"
    assert html.encode() == page_file().html
    for outside in ("http://", "https://", "//cdn", " onclick=", "javascript:", "innerHTML"):
        assert outside not in html.replace("http://www.w3.org/2000/svg", ""), outside


@pytest.mark.parametrize("path", ["/", "/game/", "/game/x", "/game/1/../..", "/live/x", "/enter"])
async def test_there_is_nothing_else(paged: Table, path: str) -> None:
    await paged.begin_small()
    url = (await link_of(paged, CY)).partition("/game/")[0]
    async with ClientSession() as http, http.get(url + path) as response:
        assert response.status in (404, 405)
        assert response.headers["X-Content-Type-Options"] == "nosniff"


# --- what a page says that is no page ---

NONSENSE = [
    "",
    "x",
    "[]",
    "null",
    "1" * 1000,
    "[" * 1500,
    '{"do": 1}',
    '{"do": "nothing"}',
    '{"do": "act"}',
    '{"do": "act", "act": "play", "value": 7, "ply": 0, "id": "a"}',
    '{"do": "act", "act": "play", "value": "c3", "ply": -1, "id": "a"}',
    '{"do": "act", "act": "play", "value": "c3", "ply": 1e99, "id": "a"}',
    '{"do": "act", "act": "play", "value": "c3", "ply": true, "id": "a"}',
    '{"do": "look", "at": "1", "overlay": "none"}',
    '{"do": "look", "at": -1}',
    '{"do": "preview", "point": {}}',
]


@pytest.mark.parametrize("said", NONSENSE)
async def test_what_no_page_says_ends_the_page_and_nothing_else(paged: Table, said: str) -> None:
    _, black, _ = await paged.begin_small()
    async with paged.nothing_happens(), opened(await link_of(paged, black)) as page:
        await page.board()
        await page.socket.send_str(said)
        assert await closed(page) == says("web-not-understood")


async def test_a_huge_frame_ends_the_page(paged: Table) -> None:
    _, black, _ = await paged.begin_small()
    async with opened(await link_of(paged, black)) as page:
        await page.board()
        await page.socket.send_str(json.dumps({"do": "preview", "point": "x" * 5000}))
        with pytest.raises(EOFError):
            await page.until("never")
    async with opened(await link_of(paged, black)) as page:
        await page.board()


@pytest.mark.parametrize(
    ("act", "value"),
    [
        ("play", "z99"),
        ("play", ""),
        ("play", "c\u0000"),
        ("play", "\ud83d"),
        ("play", "e9\u200b"),
        ("say", "komi\u00a07"),
        ("play", "<@1>"),
        ("play", "allow"),
        ("play", "timeout"),
        ("play", "adjudge 0"),
        ("say", "komi 1000000000000"),
        ("ask", "win 7"),
        ("ask", "win x"),
        ("ask", "computer 0 8"),
        ("ask", "everything"),
        ("allow", ""),
        ("refuse", ""),
        ("undo", ""),
        ("void", ""),
        ("", ""),
    ],
)
async def test_acts_that_cannot_be_done_are_refused_in_a_sentence(
    paged: Table, act: str, value: str
) -> None:
    _, black, _ = await paged.begin_small()
    async with opened(await link_of(paged, black)) as page, paged.nothing_happens():
        await page.board()
        refused = await page.act(act, value, ply=0)
        assert refused["kind"] == "refused"
        assert refused["text"].endswith((".", "?")), refused["text"]
        assert "reference" not in refused["text"].lower(), refused["text"]


async def test_nobody_moves_for_another(paged: Table) -> None:
    """Whatever a page says of who one is."""
    _, _, white = await paged.begin_small()
    async with opened(await link_of(paged, white)) as page, paged.nothing_happens():
        await page.board()
        user = next(
            live.players[live.match.to_move or 0] for live in [await paged.service.matches.live(1)]
        )
        await page.say("act", act="play", value="c3", ply=0, id="a", user=user, you=user)
        assert (await page.until("refused"))["id"] == "a"


async def test_a_fault_of_ours_has_a_reference_and_ends_no_other_page(
    paged: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(_: bytes) -> tuple[int, int]:
        raise ZeroDivisionError

    await paged.begin_small()
    with monkeypatch.context() as during:
        during.setattr(viewing, "size_of", broken)
        async with opened(await link_of(paged, CY)) as page:
            told = await closed(page)
    (line,) = [r for r in caplog.records if r.levelno >= logging.ERROR]
    assert line.__dict__["reference"] in told
    async with opened(await link_of(paged, CY)) as page:
        await page.board()


# --- limits ---


async def test_one_person_has_so_many_boards_open(
    paged: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(open_page, "MOST_OF_PERSON", 2)
    _, black, _ = await paged.begin_small()
    one, two, three = [await link_of(paged, black) for _ in range(3)]
    async with opened(one) as first, opened(two) as second:
        await first.board()
        await second.board()
        async with opened(three) as third:
            assert await closed(third) == says("web-too-many")
    async with opened(await link_of(paged, black)) as page:
        await page.board()


async def test_one_address_has_so_many_open(paged: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.web.door.MOST_OF_ADDRESS", 1)
    _, black, _ = await paged.begin_small()
    async with opened(await link_of(paged, black)) as page:
        await page.board()
        with pytest.raises(WSServerHandshakeError) as refused:
            async with opened(await link_of(paged, black)):
                pass
        assert refused.value.status == 429
        link = await link_of(paged, black)
        async with opened(link, headers={"X-Forwarded-For": "6.6.6.6, 203.0.113.9"}) as other:
            await other.board()  # the proxy says that it is from elsewhere
        for same in ("127.0.0.1", "::ffff:127.0.0.1"):
            with pytest.raises(WSServerHandshakeError) as refused:
                async with opened(link, headers={"X-Forwarded-For": same}):
                    pass
            assert refused.value.status == 429


async def test_whoever_does_not_say_who_they_are_takes_the_place_of_few(
    paged: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.web.door.MOST_ENTERING_OF_ADDRESS", 2)
    _, black, white = await paged.begin_small()
    links = [await link_of(paged, who) for who in (black, white)]
    at = links[0].partition("/game/")[0]
    async with ClientSession() as http, opened(links[0]) as page:
        await page.board()
        silent = [await http.ws_connect(f"{at}/live/1", headers={"Origin": at}) for _ in range(2)]
        with pytest.raises(WSServerHandshakeError) as refused:
            async with opened(links[1]):
                pass
        assert refused.value.status == 429
        async with opened(links[1], headers={"X-Forwarded-For": "203.0.113.9"}) as other:
            await other.board()
        for socket in silent:
            await socket.close()


def test_pages_leave_half_of_the_files_to_the_rest() -> None:
    now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (1000, most))
        assert limits.most_pages() == 500
        allow_many_files()
        more, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        assert 1000 < more <= MOST_FILES
        assert limits.most_pages() == min(limits.MOST, more // 2)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (now, most))


@pytest.mark.parametrize("entered", [False, True], ids=["before it enters", "afterwards"])
async def test_pings_wait_as_words_do(
    paged: Table, monkeypatch: pytest.MonkeyPatch, entered: bool
) -> None:
    """So a flood of them keeps nobody busy: of three, the last one gets no answer here."""
    monkeypatch.setattr(limits, "A_SECOND", 0.0001)
    monkeypatch.setattr(limits, "AT_ONCE", 2.0)
    _, black, _ = await paged.begin_small()
    link = await link_of(paged, black)
    at, key = link.partition("/game/")[0], link.partition("#key=")[2]
    async with (
        ClientSession() as http,
        http.ws_connect(f"{at}/live/1", headers={"Origin": at}, autoping=False) as socket,
    ):

        async def next_pong() -> None:
            while (await socket.receive()).type is not WSMsgType.PONG:
                pass

        if entered:
            await socket.send_str(json.dumps({"do": "hello", "key": key, "fresh": "new " * 8}))
            while (await socket.receive()).type is not WSMsgType.BINARY:
                pass
        for _ in range(3):
            await socket.ping()
        async with asyncio.timeout(60):
            await next_pong()
            await next_pong()
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.5):
                await next_pong()


def test_a_page_that_says_much_waits() -> None:
    now = 0.0
    pace = limits.Pace(lambda: now)
    waits = [pace.take() for _ in range(30)]
    assert waits[:24] == [0.0] * 24
    assert waits[24:] == sorted(waits[24:])
    assert waits[24] > 0
    now = 100.0
    assert pace.take() == 0.0


async def test_a_page_that_reads_nothing_costs_nobody_anything(
    paged: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.web.door.HEARTBEAT_S", 2.0)
    _, black, white = await paged.begin_small()
    async with opened(await link_of(paged, CY)) as slow, opened(await link_of(paged, CY)) as page:
        await slow.board()
        connection = slow.socket._response.connection
        assert connection is not None
        assert connection.transport is not None
        connection.transport.pause_reading()
        await page.board()
        for ply, (who, move) in enumerate([(black, "c3"), (white, "d4"), (black, "b2")], 1):
            await paged.play(who, move)
            assert len((await page.board(ply))["moves"]) == ply
        assert paged.door is not None
        door = paged.door

        async def freed() -> bool:
            return not door.pages  # nor does the other one read any more, and so give no sign

        await paged.until(freed)


async def test_who_says_nothing_is_not_kept(paged: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(open_page, "PATIENCE_S", 0.1)
    await paged.begin_small()
    at = (await link_of(paged, CY)).partition("/game/")[0]
    async with (
        ClientSession() as http,
        http.ws_connect(f"{at}/live/1", headers={"Origin": at}) as socket,
        asyncio.timeout(60),
    ):
        assert (await socket.receive()).type in (WSMsgType.CLOSE, WSMsgType.CLOSED)
