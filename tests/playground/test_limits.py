"""The project's own limits table, without Discord's document: each refusal is a 50035."""

from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import pytest

from bot.playground import command_limits, limits
from bot.playground.driver import Driver
from bot.playground.server import Playground
from tests.playground.plain import TOKEN, Json, Rest

V2 = 1 << 15


@pytest.fixture
async def playground(tmp_path: Path) -> AsyncGenerator[Playground]:
    """Without a contract checker."""
    async with Playground(token=TOKEN, database=tmp_path / "playground.db") as made:
        yield made


def button(n: int = 0, **more: Any) -> Json:
    return {"type": 2, "style": 1, "label": "b", "custom_id": f"b{n}"} | more


def row(*inner: Json) -> Json:
    return {"type": 1, "components": list(inner)}


def select(**more: Any) -> Json:
    return {"type": 3, "custom_id": "s", "options": [{"label": "a", "value": "a"}]} | more


def text(content: str = "t") -> Json:
    return {"type": 10, "content": content}


def options(count: int) -> list[Json]:
    return [{"label": str(n), "value": str(n)} for n in range(count)]


MESSAGES: list[tuple[str, Json, str]] = [
    ("content", {"content": "x" * 2001}, "content"),
    ("embeds", {"embeds": [{"title": "t"}] * 11}, "embeds"),
    ("title", {"embeds": [{"title": "x" * 257}]}, "embeds.0.title"),
    ("description", {"embeds": [{"description": "x" * 4097}]}, "embeds.0.description"),
    ("footer", {"embeds": [{"footer": {"text": "x" * 2049}}]}, "embeds.0.footer.text"),
    ("author", {"embeds": [{"author": {"name": "x" * 257}}]}, "embeds.0.author.name"),
    ("fields", {"embeds": [{"fields": [{"name": "n", "value": "v"}] * 26}]}, "embeds.0.fields"),
    (
        "field",
        {"embeds": [{"fields": [{"name": "n", "value": "x" * 1025}]}]},
        "embeds.0.fields.0.value",
    ),
    ("in total", {"embeds": [{"description": "x" * 3001}] * 2}, "embeds"),
    ("nonce", {"content": "x", "nonce": "n" * 26}, "nonce"),
    ("rows", {"components": [row(button(n)) for n in range(6)]}, "components"),
    ("width", {"components": [row(*map(button, range(6)))]}, "components.0.components"),
    ("mixed", {"components": [row(select(), button())]}, "components.0.components"),
    ("empty row", {"components": [row()]}, "components.0.components"),
    ("label", {"components": [row(button(label="x" * 81))]}, "components.0.components.0.label"),
    (
        "custom_id",
        {"components": [row(button(custom_id="x" * 101))]},
        "components.0.components.0.custom_id",
    ),
    (
        "the same twice",
        {"components": [row(button(1), button(1))]},
        "components.0.components.1.custom_id",
    ),
    (
        "link with id",
        {"components": [row(button(style=5, url="https://example.org"))]},
        "components.0.components.0.custom_id",
    ),
    (
        "nothing on it",
        {"components": [row({"type": 2, "style": 1, "custom_id": "b"})]},
        "components.0.components.0.label",
    ),
    (
        "options",
        {"components": [row(select(options=options(26)))]},
        "components.0.components.0.options",
    ),
    (
        "values",
        {"components": [row(select(options=options(1) * 2))]},
        "components.0.components.0.options.0.value",
    ),
    (
        "placeholder",
        {"components": [row(select(placeholder="x" * 151))]},
        "components.0.components.0.placeholder",
    ),
    (
        "more than there are",
        {"components": [row(select(max_values=2))]},
        "components.0.components.0.max_values",
    ),
    ("v2 without flag", {"components": [text()]}, "components.0.type"),
    ("content in v2", {"flags": V2, "content": "x", "components": [text()]}, "content"),
    ("41 in v2", {"flags": V2, "components": [text()] * 41}, "components"),
    ("text in v2", {"flags": V2, "components": [text("x" * 2001)] * 2}, "components"),
    (
        "bare button in v2",
        {"flags": V2, "components": [button()]},
        "components.0.type",
    ),
    (
        "gallery",
        {"flags": V2, "components": [{"type": 12, "items": []}]},
        "components.0.items",
    ),
    (
        "section",
        {"flags": V2, "components": [{"type": 9, "components": [text()]}]},
        "components.0.accessory",
    ),
]


def places(errors: Json, at: str = "") -> set[str]:
    """Dotted paths of all ``_errors``."""
    found: set[str] = set()
    for key, value in errors.items():
        found |= {at} if key == "_errors" else places(value, f"{at}.{key}".strip("."))
    return found


@pytest.mark.parametrize(("body", "path"), [m[1:] for m in MESSAGES], ids=[m[0] for m in MESSAGES])
async def test_a_message_beyond_a_limit(
    rest: Rest, games: str, driver: Driver, body: Json, path: str
) -> None:
    await driver.permit("#games", allow=["embed_links"])
    status, answer = await rest("POST", f"/channels/{games}/messages", body)
    assert (status, answer["code"]) == (400, 50035)
    assert path in places(answer["errors"])


async def test_a_message_at_the_limits(rest: Rest, games: str) -> None:
    rows = [row(*(button(10 * y + x, label="x" * 80) for x in range(5))) for y in range(5)]
    sent = await rest.send(games, "x" * 2000, components=rows)
    assert len(sent["components"]) == 5
    await rest.send(games, "", flags=V2, components=[text("x" * 100)] * 40)


async def test_alt_text(rest: Rest, games: str) -> None:
    body = {"attachments": [{"id": 0, "description": "x" * 1025}]}
    path = f"/channels/{games}/messages"
    status, answer = await rest("POST", path, body, files={"a.png": b"1"})
    assert (status, places(answer["errors"])) == (400, {"attachments.0.description"})


def field(**more: Any) -> Json:
    inner = {"type": 4, "style": 1, "custom_id": "f"} | more
    return {"type": 18, "label": "l", "component": inner}


def chosen(**more: Any) -> Json:
    return {"type": 18, "label": "l", "component": select(**more)}


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({"title": "x" * 46}, "data.title"),
        ({"custom_id": "x" * 101}, "data.custom_id"),
        ({"components": []}, "data.components"),
        ({"components": [field(custom_id=f"f{n}") for n in range(6)]}, "data.components"),
        ({"components": [field(), field()]}, "data.components.1.component.custom_id"),
        ({"components": [field() | {"label": "x" * 46}]}, "data.components.0.label"),
        ({"components": [field(max_length=4001)]}, "data.components.0.component.max_length"),
        ({"components": [field(max_length=0)]}, "data.components.0.component.max_length"),
        ({"components": [field(min_length=-1)]}, "data.components.0.component.min_length"),
        ({"components": [field(placeholder="x" * 101)]}, "data.components.0.component.placeholder"),
        ({"components": [button()]}, "data.components.0.type"),
        ({"components": [row(select())]}, "data.components.0.components.0.type"),
        ({"components": [chosen(disabled=True)]}, "data.components.0.component.disabled"),
        ({"components": [chosen(min_values=0)]}, "data.components.0.component.min_values"),
        (
            {"components": [chosen(min_values=0, required=True)]},
            "data.components.0.component.min_values",
        ),
        (
            {"components": [chosen(type=19, min_values=0)]},
            "data.components.0.component.min_values",
        ),
    ],
)
def test_a_modal_beyond_a_limit(change: Json, path: str) -> None:
    good: Json = {"title": "t", "custom_id": "m", "components": [field()]}
    assert not list(limits.modal_problems(good))
    found = {".".join(map(str, at)) for at, _, _ in limits.modal_problems(good | change)}
    assert path in found


def test_a_modal_within_every_limit() -> None:
    components = [
        row({"type": 4, "style": 1, "custom_id": "old", "label": "l"}),
        chosen(min_values=0, required=False, disabled=False),
        field(min_length=0, max_length=1),
    ]
    modal: Json = {"title": "t", "custom_id": "m", "components": components}
    assert not list(limits.modal_problems(modal))


def test_nothing_cannot_be_enough_where_something_is_required() -> None:
    """In messages too, where ``required`` has no other meaning."""
    for required, wrong in ((True, ["components.0.components.0.min_values"]), (False, [])):
        shown = {"components": [row(select(min_values=0, required=required))]}
        found = [".".join(map(str, at)) for at, _, _ in limits.message_problems(shown, 0)]
        assert found == wrong


def option(n: int = 0, **more: Any) -> Json:
    return {"type": 3, "name": f"o{n}", "description": "d"} | more


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({"name": "Upper"}, "0.name"),
        ({"name": "x" * 33}, "0.name"),
        ({"description": "x" * 101}, "0.description"),
        ({"description": ""}, "0.description"),
        ({"name_localizations": {"de": "x" * 33}}, "0.name_localizations.de"),
        ({"options": [option(n) for n in range(26)]}, "0.options"),
        ({"options": [option(1), option(1)]}, "0.options.0.name"),
        ({"options": [option(max_length=0)]}, "0.options.0.max_length"),
        ({"options": [option(file_types=[".sgf"])]}, "0.options.0.file_types"),
        ({"options": [option(type=11, file_types=["sgf"])]}, "0.options.0.file_types.0"),
        ({"options": [option(type=11, file_types=["." + "x" * 16])]}, "0.options.0.file_types.0"),
        ({"options": [option(type=11, file_types=[".x"] * 11)]}, "0.options.0.file_types"),
        ({"options": [option(min_length=6001)]}, "0.options.0.min_length"),
        ({"options": [option(1), option(2, required=True)]}, "0.options.1"),
        (
            {"options": [option(choices=[{"name": "x" * 101, "value": "v"}])]},
            "0.options.0.choices.0.name",
        ),
        (
            {"options": [option(choices=[{"name": "n", "value": str(n)} for n in range(26)])]},
            "0.options.0.choices",
        ),
        (
            {"options": [option(autocomplete=True, choices=[{"name": "n", "value": "v"}])]},
            "0.options.0.autocomplete",
        ),
        (
            {
                "options": [
                    option(
                        k, choices=[{"name": f"{n:04}" * 25, "value": str(n)} for n in range(25)]
                    )
                    for k in range(4)
                ]
            },
            "0",
        ),
    ],
)
async def test_a_command_beyond_a_limit(
    rest: Rest, playground: Playground, change: Json, path: str
) -> None:
    good: Json = {"name": "play", "description": "d"}
    place = f"/applications/{playground.world.app_id}/commands"
    assert (await rest("PUT", place, [good]))[0] == 200
    status, answer = await rest("PUT", place, [good | change])
    assert (status, answer["code"]) == (400, 50035)
    assert path in places(answer["errors"])


async def test_command_names_are_unique(rest: Rest, playground: Playground) -> None:
    good: Json = {"name": "play", "description": "d"}
    place = f"/applications/{playground.world.app_id}/commands"
    assert (await rest("PUT", place, [good, good]))[0] == 400
    assert (await rest("PUT", place, [good, {"name": "play", "type": 3}]))[0] == 200


def test_too_many_choices() -> None:
    choices = [{"name": str(n), "value": str(n)} for n in range(26)]
    [(path, code, _)] = command_limits.choice_problems(choices, ("data", "choices"))
    assert (path, code) == (("data", "choices"), "BASE_TYPE_MAX_LENGTH")
