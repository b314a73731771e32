"""Who may come in, and what the page forbids itself."""

from typing import Any

import aiohttp
import pytest
import yarl

from bot.playground.server import Playground
from bot.playground.web_page import FILES

EVIL = "http://evil.example"


async def test_other_names_and_other_pages_get_nothing(playground: Playground) -> None:
    key = {"X-Driver-Key": playground.driver_key}
    port = yarl.URL(playground.url).port
    async with aiohttp.ClientSession() as session:

        async def status(path: str, headers: dict[str, str]) -> int:
            send = session.post if path.startswith("/driver") else session.get
            async with send(playground.url + path, headers=headers) as response:
                return response.status

        for path in ("/", "/page/main.js", "/driver/now"):
            assert await status(path, key) == 200
            assert await status(path, key | {"Origin": playground.url}) == 200
            assert await status(path, key | {"Host": f"localhost:{port}"}) == 200
            for wrong in (
                {"Origin": EVIL},
                {"Origin": "null"},
                {"Origin": "http://127.0.0.1:1"},
                {"Host": "evil.example"},
                {"Host": f"evil.example:{port}"},
                {"Host": "127.0.0.1:1"},
            ):
                assert await status(path, key | wrong) == 403, (path, wrong)
        for wrong in (
            {},
            {"X-Driver-Key": ""},
            {"X-Driver-Key": "ключ".encode().decode("latin-1")},
        ):
            assert await status("/driver/now", wrong) == 403


async def test_the_page_forbids_itself_what_it_does_not_need(playground: Playground) -> None:
    async with aiohttp.ClientSession() as session, session.get(playground.url) as response:
        rules = response.headers["Content-Security-Policy"].split("; ")
        assert response.headers["X-Content-Type-Options"] == "nosniff"
        assert response.headers["Referrer-Policy"] == "no-referrer"
        assert playground.driver_key not in await response.text()
    assert {"default-src 'self'", "img-src 'self' blob: data:", "frame-ancestors 'none'"} < set(
        rules
    )
    assert not [rule for rule in rules if "unsafe" in rule or "*" in rule]


async def test_only_files_of_the_page_are_served(playground: Playground) -> None:
    async with aiohttp.ClientSession() as session:
        for path in ("/page/nothing.js", "/page/..%2Fserver.py", "/page/%2e%2e%2fserver.py"):
            address = yarl.URL(playground.url + path, encoded=True)
            async with session.get(address) as response:
                assert response.status == 404


def test_nothing_is_loaded_from_elsewhere_and_no_text_becomes_markup() -> None:
    for path in FILES.iterdir():
        text = path.read_text("utf-8")
        for word in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval("):
            assert word not in text, (path.name, word)
        allowed = ("http://www.w3.org/2000/svg",)
        for plain in allowed:
            text = text.replace(plain, "")
        assert 'src="http' not in text
        assert 'href="http' not in text
        assert "url(http" not in text
        assert "@import" not in text


@pytest.mark.parametrize("said", [{"key": "wrong"}, {"key": None}, {}, [], "x"])
async def test_the_socket_needs_the_key(playground: Playground, said: Any) -> None:
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(f"{playground.url}/live") as socket,
    ):
        await socket.send_json(said)
        closed = await socket.receive(timeout=60)
        assert (closed.type, closed.data) == (aiohttp.WSMsgType.CLOSE, 1008)


async def test_the_socket_tells_of_changes(playground: Playground) -> None:
    address = f"{playground.url}/live"
    async with aiohttp.ClientSession() as session:
        with pytest.raises(aiohttp.WSServerHandshakeError):
            await session.ws_connect(address, headers={"Origin": EVIL})
        async with session.ws_connect(address) as socket:
            await socket.send_json({"key": playground.driver_key})
            first = await socket.receive_json(timeout=60)
            playground.world.add_person("Dee")
            playground.world.commit()
            second = await socket.receive_json(timeout=60)
    assert second == {"run": first["run"], "revision": first["revision"] + 1}
