"""Polls: made with a message, voted on by people, and ended by the bot or by time.

https://discord.com/developers/docs/resources/poll
"""

from collections.abc import Iterator

from bot.playground.errors import CannotDo, Json, refuse
from bot.playground.messages import Messages
from bot.playground.names import Names
from bot.playground.permissions import Permission
from bot.playground.world import World

POLL_RESULT = 46


class Polls:
    """All polls of the world."""

    def __init__(self, world: World, names: Names, messages: Messages) -> None:
        self.world = world
        self.names = names
        self.messages = messages

    async def vote(self, user: str, message: str, answers: list[int]) -> Json:
        """Let a person choose these answers, instead of those chosen before; none takes it back."""
        person, row = self.names.user(user), self.names.message(message)
        place = self.world.channel(row["channel_id"])
        poll = self._poll(row)
        if poll is None or poll["finalized"]:
            raise CannotDo("there is no poll, or it has ended")
        sees = self.world.permissions(place, person["id"]) & Permission.READ_MESSAGE_HISTORY
        if not sees or not self.messages.visible(row, person["id"]):
            raise CannotDo(f"{user} does not see that poll")
        known = [str(answer["answer_id"]) for answer in poll["answers"]]
        chosen = [str(answer) for answer in dict.fromkeys(answers)]
        if unknown := [answer for answer in chosen if answer not in known]:
            raise CannotDo(f"the poll has no answer {unknown}")
        if len(chosen) > 1 and not poll["allow_multiselect"]:
            raise CannotDo("one answer can be chosen")
        for answer in known:
            voters: list[str] = poll["votes"].setdefault(answer, [])
            if answer in chosen and person["id"] not in voters:
                voters.append(person["id"])
                self._tell("MESSAGE_POLL_VOTE_ADD", row, person["id"], answer)
            elif answer not in chosen and person["id"] in voters:
                voters.remove(person["id"])
                self._tell("MESSAGE_POLL_VOTE_REMOVE", row, person["id"], answer)
        self.world.state.messages.put(row)
        return self.messages.view(row, reader=person["id"])

    def voters(self, row: Json, answer: str) -> list[str]:
        """The ids of an answer's voters, sorted. Raises `Refusal` 520006 without a poll."""
        poll = self._poll(row)
        if poll is None:
            raise refuse(520006)
        return sorted(poll["votes"].get(answer, []), key=int)

    def end(self, row: Json, user_id: str) -> None:
        """End a poll at once. Raises `Refusal` 50005, 520006 or 520001."""
        poll = self._poll(row)
        if row["author_id"] != user_id:
            raise refuse(50005)
        if poll is None:
            raise refuse(520006)
        if poll["finalized"]:
            raise refuse(520001)
        self._end(row, poll)

    def next_end(self) -> float | None:
        """When the next poll ends."""
        return min((poll["ends"] for _, poll in self._open()), default=None)

    def elapse(self) -> None:
        """End the polls whose time has run out."""
        now = self.world.clock.now()
        for row, poll in list(self._open()):
            if poll["ends"] <= now:
                self._end(row, poll)

    def _open(self) -> Iterator[tuple[Json, Json]]:
        for message_id in list(self.messages.open_polls):
            row = self.world.state.messages.get(message_id)
            poll = self._poll(row) if row is not None else None
            if row is None or poll is None or poll["finalized"]:
                self.messages.open_polls.discard(message_id)
            else:
                yield row, poll

    def _end(self, row: Json, poll: Json) -> None:
        """Close it, and let Discord write the result as an answer to it."""
        poll |= {"finalized": True, "ends": min(poll["ends"], self.world.clock.now())}
        self.messages.open_polls.discard(row["id"])
        self.messages.changed(row)
        place = self.world.channel(row["channel_id"])
        about: Json = {"type": 0, "channel_id": row["channel_id"], "message_id": row["id"]}
        if row["guild_id"]:
            about["guild_id"] = row["guild_id"]
        self.messages.system(
            place, row["author_id"], POLL_RESULT, about=about, embeds=[_result(poll)]
        )

    def _tell(self, event: str, row: Json, user_id: str, answer: str) -> None:
        data: Json = {
            "user_id": user_id,
            "channel_id": row["channel_id"],
            "message_id": row["id"],
            "answer_id": int(answer),
        }
        if row["guild_id"]:
            data["guild_id"] = row["guild_id"]
        self.world.tell(event, data, guild_id=row["guild_id"])

    @staticmethod
    def _poll(row: Json) -> Json | None:
        found: Json | None = row.get("poll")
        return found


def _result(poll: Json) -> Json:
    """The embed of the message with the result; a tie has no winner."""
    answers: list[Json] = poll["answers"]
    votes = {a["answer_id"]: len(poll["votes"].get(str(a["answer_id"]), [])) for a in answers}
    most = max(votes.values())
    first = [answer for answer in answers if votes[answer["answer_id"]] == most]
    fields: list[tuple[str, str]] = [
        ("poll_question_text", poll["question"]["text"]),
        ("victor_answer_votes", str(most)),
        ("total_votes", str(sum(votes.values()))),
    ]
    if most and len(first) == 1:
        fields += [
            ("victor_answer_id", str(first[0]["answer_id"])),
            ("victor_answer_text", first[0]["poll_media"]["text"]),
        ]
    shown = [{"name": name, "value": value, "inline": False} for name, value in fields]
    return {"type": "poll_result", "fields": shown}
