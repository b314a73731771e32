"""REST v10: polls, with the bot's permissions."""

from bot.playground.errors import Json, invalid_form
from bot.playground.permissions import Permission
from bot.playground.polls import Polls
from bot.playground.routing import Answer, Call, Routes


class PollRest:
    """The routes of polls."""

    def __init__(self, polls: Polls) -> None:
        self.polls = polls
        self.world = polls.world

    def add_to(self, routes: Routes) -> None:
        """Register every route."""
        poll = "/channels/{channel_id}/polls/{message_id}"
        routes.add("POST", poll + "/expire", self._end)
        routes.add("GET", poll + "/answers/{answer_id}", self._voters)

    def _message(self, call: Call) -> Json:
        channel = self.world.channel(call.params["channel_id"])
        self.world.require(channel, self.world.app_id, Permission.VIEW_CHANNEL)
        message_id = call.params["message_id"]
        return self.polls.messages.find(channel["id"], message_id, self.world.app_id)

    async def _end(self, call: Call) -> Answer:
        row = self._message(call)
        self.polls.end(row, self.world.app_id)
        return Answer(200, self.polls.messages.view(row, reader=self.world.app_id))

    async def _voters(self, call: Call) -> Answer:
        most, after = int(call.query.get("limit", "25")), int(call.query.get("after", "0"))
        if not 1 <= most <= 100:
            raise invalid_form([(("limit",), "NUMBER_TYPE_MAX", "Must be between 1 and 100")])
        found = self.polls.voters(self._message(call), call.params["answer_id"])
        shown = [user for user in found if int(user) > after][:most]
        return Answer(200, {"users": [self.world.user_view(user) for user in shown]})
