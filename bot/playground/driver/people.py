"""Acts of people on the stand-in: commands, buttons, selects, forms, messages."""

from bot.playground.driver.connection import Answer, Connection, File, as_json, message_id
from bot.playground.errors import CannotDo, Json


class PeopleVerbs(Connection):
    """Acts for people and returns what they see."""

    async def slash(
        self,
        user: str,
        channel: str,
        command: str,
        options: Json | None = None,
        *,
        twice: bool = False,
    ) -> Answer:
        """Enter ``command`` ("challenge keil"); an option that takes a file gets a `File`.

        ``twice`` delivers it to the bot twice.
        """
        return await self._ask(
            "slash",
            user=user,
            channel=channel,
            command=command,
            options=as_json(options),
            twice=twice,
        )

    async def autocomplete(
        self, user: str, channel: str, command: str, options: Json | None = None, *, focused: str
    ) -> list[Json]:
        """The choices while ``options[focused]`` is typed into the option ``focused``.

        Raises `CannotDo` if none arrive in time.
        """
        answer = await self._ask(
            "autocomplete",
            user=user,
            channel=channel,
            command=command,
            options=as_json(options),
            focused=focused,
        )
        if answer.kind != "choices":
            raise CannotDo("Loading options failed")
        return answer.choices

    async def context_menu(self, user: str, channel: str, command: str, target: str) -> Answer:
        """Use a menu command on a message (its id) or on a person (their name)."""
        return await self._ask(
            "context_menu", user=user, channel=channel, command=command, target=target
        )

    async def click(
        self, user: str, message: Json | str, button: str, *, twice: bool = False
    ) -> Answer:
        """Press the button with this custom_id or, if none has it, with this label."""
        return await self._ask(
            "click", user=user, message=message_id(message), button=button, twice=twice
        )

    async def select(
        self, user: str, message: Json | str, select: str, values: list[str]
    ) -> Answer:
        """Choose ``values`` (values, labels or names) in the select with this custom_id."""
        return await self._ask(
            "select", user=user, message=message_id(message), select=select, values=values
        )

    async def submit_modal(
        self, user: str, modal: Answer, fields: Json, *, twice: bool = False
    ) -> Answer:
        """Submit the modal that ``modal`` opened; ``fields`` by custom_id, others are unchanged."""
        return await self._ask(
            "submit_modal",
            user=user,
            interaction=modal.interaction,
            fields=as_json(fields),
            twice=twice,
        )

    async def forge(
        self,
        user: str,
        channel: str,
        kind: int,
        data: Json,
        message: Json | str | None = None,
    ) -> Answer:
        """Send the bot an interaction of this type with any ``data``, as no client would."""
        number = None if message is None else message_id(message)
        return await self._ask(
            "forge", user=user, channel=channel, kind=kind, data=data, message=number
        )

    async def say(
        self,
        user: str,
        channel: str,
        text: str,
        *,
        reply_to: Json | str | None = None,
        ping: bool = True,
        files: dict[str, bytes] | None = None,
    ) -> Json:
        """Send a message. Returns the message object."""
        sent = [as_json(File(name, body)) for name, body in (files or {}).items()]
        reply = None if reply_to is None else message_id(reply_to)
        return await self.call(
            "say", user=user, channel=channel, text=text, reply_to=reply, ping=ping, files=sent
        )

    async def vote(self, user: str, message: Json | str, *answers: int) -> Json:
        """Choose these answers of a poll, from 1 on; none takes the vote back."""
        number = message_id(message)
        return await self.call("vote", user=user, message=number, answers=list(answers))

    async def edit_message(self, user: str, message: Json | str, text: str) -> Json:
        """Edit the user's own message."""
        return await self.call("edit_message", user=user, message=message_id(message), text=text)

    async def delete_message(self, user: str, message: Json | str) -> None:
        """Delete the user's own message, or with the permission any message."""
        await self.call("delete_message", user=user, message=message_id(message))
