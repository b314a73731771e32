"""The page of a finished game, for whoever has its address, with a picture for a preview of it.

It has no script and no session. It shows what the channel shows, as long as everybody on the server
may see that channel; it says nothing of the server, and names people as they are called today.
"""

import asyncio
import hashlib
import re
from collections.abc import Mapping
from functools import cache, partial
from html import escape
from pathlib import Path
from string import Template

from aiohttp import web

from bot.messages import endings, overlays
from bot.messages.catalogue import text
from bot.messages.phrases import colour
from bot.pictures import Pictures
from bot.service.live_match import LiveMatch
from bot.service.refusals import RefusedError
from bot.service.service import Service
from bot.shared import Shared
from bot.uploads import Upload
from bot.web.addresses import address_of
from bot.web.host import Host
from bot.web.limits import OpenPages
from bot.web.page_file import PAGE, source_hash
from bot.web.picture_facts import size_of
from engine.match import Match

KEPT = 64
"""Pictures that are kept."""
MOST_WAITING = 16
"""Pictures that wait to be drawn, one after another: boards that are played come first."""
FOR_S = 300
"""Seconds for which others may keep what they were given."""
HERE = Path(__file__).parent
_MENTION = re.compile(r"<@!?(\d+)>")
_MARKUP = re.compile(r"\*\*|🏁 ")


class FinishedPages:
    """Serves them."""

    def __init__(
        self, service: Service, pictures: Pictures, host: Host, origin: str, counts: OpenPages
    ) -> None:
        """``origin``: the scheme and the name under which people reach them."""
        self._service = service
        self._pictures = pictures
        self._host = host
        self._origin = origin
        self._counts = counts
        self._drawn = Shared[Upload](KEPT)
        self._drawing = asyncio.Lock()
        self._waiting = 0

    def add_to(self, router: web.UrlDispatcher) -> None:
        """Serve them at their addresses."""
        router.add_get("/finished/{name:[0-9a-z-]{1,40}}", self._page)
        router.add_get("/finished/{name:[0-9a-z-]{1,40}}.png", self._picture)

    async def _page(self, request: web.Request) -> web.Response:
        live, at = await self._asked(request)
        picture = await self._draw(live, at)
        names = await self._names(live)
        html = _html(live, at, picture, names, self._origin + request.path)
        headers = {
            "Content-Security-Policy": _policy(),
            "X-Robots-Tag": "noindex",
            "Cache-Control": "no-cache",  # names and channels change
        }
        return _tagged(request, html.encode(), "text/html", headers)

    async def _picture(self, request: web.Request) -> web.Response:
        live, at = await self._asked(request)
        picture = await self._draw(live, at)
        headers = {
            "X-Robots-Tag": "noindex",
            "Cache-Control": f"public, max-age={FOR_S}",
            "Cross-Origin-Resource-Policy": "cross-origin",  # previews elsewhere show it
        }
        return _tagged(request, picture.data, "image/png", headers)

    async def _asked(self, request: web.Request) -> tuple[LiveMatch, int]:
        """The match of a request, and after how many moves. Raises `web.HTTPException`.

        Whatever may not be shown answers like what is not there, and an address that we have not
        made before anything is read.
        """
        if not self._counts.pace(address_of(request)).may():
            raise web.HTTPTooManyRequests(text=text("finished-too-many"))
        links = self._service.finished_links
        match_id = await links.match_of(request.match_info["name"])
        if match_id is None:
            raise web.HTTPNotFound(text=text("finished-gone"))
        if not self._host.ready:
            raise web.HTTPServiceUnavailable(text=text("finished-later"))
        try:
            live = await self._service.matches.live(match_id)
            if not await links.offers(live) or not await self._host.is_open(live):
                raise web.HTTPNotFound(text=text("finished-gone"))
        except RefusedError as error:  # its rules are not there any more
            raise web.HTTPNotFound(text=text("finished-gone")) from error
        except ConnectionError as error:
            raise web.HTTPServiceUnavailable(text=text("finished-later")) from error
        moves = len(live.match.turn_log.moves)
        asked = request.query.get("at", str(moves))
        if not (asked.isascii() and asked.isdecimal() and len(asked) < 6) or int(asked) > moves:
            raise web.HTTPNotFound(text=text("finished-gone"))
        return live, int(asked)

    async def _draw(self, live: LiveMatch, at: int) -> Upload:
        return await self._drawn.get((live.id, at), partial(self._drawn_next, live, at))

    async def _drawn_next(self, live: LiveMatch, at: int) -> Upload:
        if self._waiting >= MOST_WAITING:
            raise web.HTTPServiceUnavailable(text=text("finished-later"))
        self._waiting += 1
        try:
            async with self._drawing:
                frame = await asyncio.to_thread(live.match.after_moves, at)
                return await self._pictures.of(frame, f"{live.id}-{at}")
        finally:
            self._waiting -= 1

    async def _names(self, live: LiveMatch) -> Mapping[int, str]:
        names = dict(await self._service.matches.names(live.everybody))
        if self._host.me in names:
            names[self._host.me] = text("finished-computer")
        return names


def _html(live: LiveMatch, at: int, picture: Upload, names: Mapping[int, str], address: str) -> str:
    match = live.match
    moves = [turn.text for turn in match.turn_log.moves]
    last = at == len(moves)
    title = text("web-title", game=match.game.name, id=str(live.id))
    result = _plain(endings.result(live, match.game), names)
    shown = "" if last else f"?at={at}"
    width, height = size_of(picture.data)
    return _template().substitute(
        title=escape(title),
        result=escape(result.replace("\n", " ")),
        lines="".join(f"<p>{escape(line)}</p>" for line in result.splitlines()),
        score=_score(match) if overlays.scored(match) else "",
        address=escape(f"{address}{shown}"),
        picture=escape(f"{address}.png{shown}"),
        alt=escape(picture.alt or ""),
        width=width,
        height=height,
        shown=escape(_plain(overlays.after_ply(at), names)),
        steps=_steps(at, len(moves)),
        moves="".join(_move(number, name, at) for number, name in enumerate(["", *moves])),
        moves_label=escape(text("web-moves")),
        style=_style(),
    )


def _score(match: Match) -> str:
    """The arithmetic of the score, a column for each colour."""
    colours = ["", *(colour(letter) for letter in match.game.colours)]
    rows = overlays.score_rows(match)
    columns = colours[: len(rows[-1])]
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in columns)
    body = ""
    for name, *of in rows:
        cells = "".join(f"<td>{escape(number)}</td>" for number in of)
        body += f'<tr><th scope="row">{escape(name)}</th>{cells}</tr>'
    return f"<table><tr>{head}</tr>{body}</table>"


def _steps(at: int, last: int) -> str:
    """The links to the move before and after."""
    back, on = escape(text("web-earlier")), escape(text("web-later"))
    earlier = f'<a rel="prev" href="?at={at - 1}">‹ {back}</a>' if at else f"<span>‹ {back}</span>"
    later = f'<a rel="next" href="?at={at + 1}">{on} ›</a>' if at < last else f"<span>{on} ›</span>"
    return earlier + later


def _move(number: int, name: str, at: int) -> str:
    """A link to the board after a move; 0: before the first one."""
    label = f"{number} {name}" if number else text("web-start")
    current = ' aria-current="true"' if number == at else ""
    return f'<li><a href="?at={number}"{current}>{escape(label)}</a></li>'


def _plain(said: str, names: Mapping[int, str]) -> str:
    """A text of Discord's notation without it, with the names of those whom it mentions."""
    bare = _MARKUP.sub("", said)
    return _MENTION.sub(lambda found: names.get(int(found[1]), "?"), bare)


@cache
def _template() -> Template:
    return Template((HERE / "finished.html").read_text("utf-8"))


@cache
def _style() -> str:
    files = PAGE / "style.css", HERE / "finished.css"
    return "".join(file.read_text("utf-8") for file in files)


@cache
def _policy() -> str:
    rules = (
        "default-src 'none'",
        f"style-src {source_hash(_style())}",
        "img-src 'self' data:",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
    return "; ".join(rules)


def _tagged(
    request: web.Request, body: bytes, kind: str, headers: Mapping[str, str]
) -> web.Response:
    """An answer that need not be sent again to whoever has it."""
    tag = hashlib.sha256(body).hexdigest()[:32]
    known = {one.value for one in request.if_none_match or ()}
    if tag in known:
        response = web.Response(status=304, headers=headers)
    else:
        charset = "utf-8" if kind == "text/html" else None
        response = web.Response(body=body, content_type=kind, charset=charset, headers=headers)
    response.etag = tag
    return response
