"""The contract checker itself: what it finds, what it lets through, how it says it."""

from pathlib import Path
from typing import Any

import pytest

from bot.playground.checking import Seen
from bot.playground.server import Playground
from tests import contract, contract_report
from tests.playground.plain import Json, Rest

SEND = "/channels/{channel_id}/messages"
CALLBACK = "/interactions/{interaction_id}/{interaction_token}/callback"


def checked(body: Any, route: str = SEND, method: str = "POST", multipart: bool = False) -> str:
    """Violations of a request, in one text; what the document would say is agreed beforehand."""
    if not contract.available():
        return ""
    return "; ".join(contract.check(Seen("request", method, route, 0, body, multipart)))


def expect(found: str, words: str) -> None:
    assert found == (words if contract.available() else "")


BUTTON = {"type": 2, "style": 1, "label": "b", "custom_id": "b"}


def test_a_path_leads_into_the_union() -> None:
    row = {"type": 1, "components": [BUTTON | {"custom_id": "x" * 101}]}
    found = checked({"type": 4, "data": {"components": [row]}}, CALLBACK)
    if contract.available():
        assert found.startswith("/data/components/0/components/0/custom_id: ")
        assert "longer than 100" in found


def test_a_misspelt_key() -> None:
    expect(checked({"contents": "x"}), "/contents: unknown key")
    row = {"type": 1, "components": [BUTTON | {"colour": 1}]}
    expect(checked({"components": [row]}), "/components/0/components/0/colour: unknown key")
    expect(checked({"type": 9, "data": {"custom_id": "m"}}, CALLBACK).partition(";")[0], MISSING)


MISSING = '/data: "title" is a required property'


@pytest.mark.parametrize(
    "body",
    [
        {"content": "x", "tts": False},
        {"embeds": [{"title": "t", "flags": 0}]},
        {"attachments": [{"id": 0, "filename": "a.png"}]},
        {"attachments": [{"id": "0", "filename": "a.png"}]},
        {"content": "x", "message_reference": {"message_id": 1, "channel_id": 2}},
        {"content": "x", "allowed_mentions": {"parse": [], "users": [123]}},
    ],
)
def test_harmless_ways_of_the_library(body: Json) -> None:
    assert checked(body) == ""
    assert checked(body, multipart=True) == ""


def test_an_unknown_operation() -> None:
    expect(checked({}, "/nowhere"), "/: the document has no POST /nowhere")


async def test_a_violation_is_refused_and_recorded(
    rest: Rest, games: str, playground: Playground
) -> None:
    status, body = await rest("POST", f"/channels/{games}/messages", {"content": "x", "typo": 1})
    if contract.available():
        assert (status, body["code"]) == (400, 50035)
        assert body["errors"]["typo"]["_errors"][0]["message"] == "unknown key"
        assert "typo" in playground.violations[0]
        playground.violations.clear()
    else:
        assert status == 200


def test_every_route_is_in_the_document(playground: Playground) -> None:
    for method, template in playground.served():
        body: Json | None = {} if method in ("POST", "PUT", "PATCH") else None
        expect_known = contract.check(Seen("response", method, template, 200, body))
        assert not [words for words in expect_known if "the document has no" in words]


def test_the_report(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(contract, "COUNT", tmp_path / "count")
    monkeypatch.setattr(contract, "DOCUMENT", tmp_path / "absent.json")
    contract_report.main()
    assert capsys.readouterr().out == "CONTRACT CHECKS SKIPPED\n"
    (tmp_path / "absent.json").write_text("{}")
    (tmp_path / "count").write_bytes(b"...")
    contract_report.main()
    assert capsys.readouterr().out == "3 request bodies validated against Discord's document\n"
