"""The page as one file: its style, scripts and texts inside, and the policy that lets them run.

One file, since inside Discord on iOS a page may load no script from an address.
"""

import base64
import hashlib
import json
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from bot.messages.catalogue import text

PAGE = Path(__file__).parent / "page"
_STYLE = re.compile(r'<link rel="stylesheet" href="([\w.-]+)"\s*/?>')
_SCRIPT = re.compile(r'<script src="([\w.-]+)"></script>')
SDK = PAGE.parent / "discord_sdk.js"
"""Discord's package, which is no part of the repository; ``make web`` bundles it."""
_ACTIVITY = '<script type="application/json" id="activity">{}</script>'
_LAST = '<script src="main.js"></script>'
_TEXTS = re.compile(r'(<script type="application/json" id="texts">)(.*?)(</script>)', re.DOTALL)


@dataclass(frozen=True, slots=True)
class PageFile:
    """The page, and the header that says what it may do."""

    html: bytes
    policy: str


@dataclass(frozen=True, slots=True)
class Framed:
    """Where Discord shows the page: in a window of its own, with which the page talks."""

    application: int
    origin: str
    """The page's in the window."""
    ancestors: tuple[str, ...]
    """The origins of the pages that the window is in."""


@cache
def page_file(framed: Framed | None = None) -> PageFile:
    """The page in English; ``framed``: for Discord's window, where it needs Discord's package."""
    html = (PAGE / "index.html").read_text("utf-8")
    if framed is not None:
        about = _ACTIVITY.format(json.dumps({"application": str(framed.application)}))
        added = f'{about}\n<script src="{SDK.name}"></script>\n<script src="activity.js"></script>'
        html = html.replace(_LAST, f"{added}\n{_LAST}")
    styles, scripts = list[str](), list[str]()

    def style(found: re.Match[str]) -> str:
        styles.append((PAGE / found[1]).read_text("utf-8"))
        return f"<style>{styles[-1]}</style>"

    def script(found: re.Match[str]) -> str:
        file = SDK if found[1] == SDK.name else PAGE / found[1]
        scripts.append(file.read_text("utf-8"))
        return f"<script>{scripts[-1]}</script>"

    texts = json.dumps(page_texts(), ensure_ascii=False).replace("<", "\\u003c")
    html = _TEXTS.sub(lambda found: f"{found[1]}{texts}{found[3]}", html)
    html = _SCRIPT.sub(script, _STYLE.sub(style, html))
    return PageFile(html.encode(), _policy(styles, scripts, framed))


def page_texts() -> dict[str, str]:
    """The texts that the page says itself, by key; it fills in what stands in braces."""
    return {
        "web-loading": text("web-loading"),
        "web-connecting": text("web-connecting"),
        "web-touch": text("web-touch"),
        "web-spectating": text("web-spectating"),
        "web-watching": text("web-watching", number="{number}"),
        "web-board": text("web-board"),
        "web-point-closed": text("web-point-closed", point="{point}"),
        "web-play": text("web-play"),
        "web-play-point": text("web-play-point", point="{point}"),
        "web-cancel": text("web-cancel"),
        "web-more": text("web-more"),
        "web-actions": text("web-actions"),
        "web-present": text("web-present"),
        "web-move-of": text("web-move-of", number="{number}", moves="{moves}"),
        "web-move-named": text("web-move-named", number="{number}", moves="{moves}", move="{move}"),
        "web-start": text("web-start"),
        "web-moves": text("web-moves"),
        "web-slider": text("web-slider"),
        "web-earlier": text("web-earlier"),
        "web-later": text("web-later"),
        "web-new-move": text("web-new-move", number="{number}", move="{move}"),
        "web-in-the-past": text("web-in-the-past"),
        "web-unanswered": text("web-unanswered"),
        "web-overlays": text("web-overlays"),
        "web-type": text("web-type"),
        "web-back": text("web-back"),
        "web-ways": text("web-ways"),
        "web-open-game": text("web-open-game"),
        "web-activity-outside": text("web-activity-outside"),
        "web-activity-refused": text("web-activity-refused"),
    }


def _policy(styles: list[str], scripts: list[str], framed: Framed | None) -> str:
    connects, ancestors = "'self'", "'none'"
    if framed is not None:  # by name: on iOS the page has no origin that would be its own
        connects += f" {framed.origin} {framed.origin.replace('http', 'ws', 1)}"
        ancestors = " ".join(("'self'", *framed.ancestors))
    rules = (
        "default-src 'none'",
        f"script-src {' '.join(map(source_hash, scripts))}",
        f"style-src {' '.join(map(source_hash, styles))}",
        "img-src 'self' blob: data:",
        f"connect-src {connects}",
        "base-uri 'none'",
        "form-action 'none'",
        f"frame-ancestors {ancestors}",
        "require-trusted-types-for 'script'",
    )
    return "; ".join(rules)


def source_hash(source: str) -> str:
    """How a policy allows a style or a script that is inside the page."""
    digest = hashlib.sha256(source.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"
