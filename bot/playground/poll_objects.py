"""A poll as it is sent, as it is kept and as Discord returns it."""

from collections.abc import Iterator

from bot.playground.errors import Json, Path, Problem, fields, items
from bot.playground.limits import too_long
from bot.playground.snowflakes import stamp

LONGEST_HOURS = 32 * 24


def poll_problems(poll: Json) -> Iterator[Problem]:
    """Checks the texts of a poll that is sent, how many answers it has, and for how long it is."""
    at: Path = ("poll",)
    question = fields(poll.get("question")).get("text")
    yield from too_long((*at, "question", "text"), question, 300, 1)
    answers = items(poll.get("answers"))
    yield from too_long((*at, "answers"), answers, 10, 1)
    for number, answer in enumerate(answers):
        text = fields(answer.get("poll_media")).get("text")
        yield from too_long((*at, "answers", number, "poll_media", "text"), text, 55, 1)
    hours = poll.get("duration")
    if hours is not None and not 1 <= hours <= LONGEST_HOURS:
        words = f"Must be between 1 and {LONGEST_HOURS}"
        yield (*at, "duration"), "NUMBER_TYPE_MAX", words


def kept(poll: Json, now: float) -> Json:
    """The record of a poll that is sent now; by default it is for a day."""
    answers = [
        {"answer_id": number, "poll_media": _media(answer["poll_media"])}
        for number, answer in enumerate(items(poll["answers"]), 1)
    ]
    return {
        "question": {"text": poll["question"]["text"]},
        "answers": answers,
        "allow_multiselect": bool(poll.get("allow_multiselect")),
        "ends": now + 3600.0 * float(poll.get("duration") or 24),
        "finalized": False,
        "votes": {},
    }


def poll_object(poll: Json, reader: str | None) -> Json:
    """The poll object for a reader; answers without votes are not counted."""
    votes: dict[str, list[str]] = poll["votes"]
    return {
        "question": poll["question"],
        "answers": poll["answers"],
        "expiry": stamp(poll["ends"]),
        "allow_multiselect": poll["allow_multiselect"],
        "layout_type": 1,
        "results": {
            "is_finalized": poll["finalized"],
            "answer_counts": [
                {"id": int(answer), "count": len(voters), "me_voted": reader in voters}
                for answer, voters in votes.items()
                if voters
            ],
        },
    }


def _media(given: Json) -> Json:
    media: Json = {"text": given["text"]}
    if emoji := fields(given.get("emoji")):
        media["emoji"] = {"id": emoji.get("id"), "name": emoji.get("name")}
    return media
