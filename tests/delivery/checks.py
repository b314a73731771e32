"""What must be true when everything has come to rest."""

from collections.abc import Sequence

from tests.delivery.channels import Channels, Message, Violation
from tests.delivery.codes import Code
from tests.delivery.rules import NEVER
from tests.delivery.store import Match, Store


def check(store: Store, discord: Channels, stuck: Sequence[int | None]) -> None:
    """Raise `Violation` unless the channels show what the store says of matches not stuck."""
    unknown = Code.UNKNOWN_CHANNEL
    gone = [channel for channel in discord.channels if discord.refuses(channel) == unknown]
    for match in store.matches():
        lives = match.channel not in gone and match.card_channel not in gone
        if match.closed and lives:
            raise Violation(f"match {match.id} has ended, but its channel is there")
        if match.ply < 0 or not lives or match.id in stuck:
            continue
        there = [
            message
            for message in discord.messages.values()
            if message.match == match.id
            and not message.deleted
            and message.channel not in gone
            and message.row not in discord.left
            and store.row(message.row).not_before < NEVER
        ]
        _check_place(store, match)
        _check_turns(discord, match)
        _check_call(store, discord, match)
        _check_boards(store, discord, match, there)
        _check_card(match, there)


def _check_place(store: Store, match: Match) -> None:
    card = None if match.card is None else store.row(match.card)
    waits = match.place == "thread" and match.thread is None
    if waits and card and card.message and card.desired == "full":
        raise Violation(f"match {match.id} should be in a thread, but is beside its card")


def _check_turns(discord: Channels, match: Match) -> None:
    unannounced = [ply for ply in range(match.ply + 1) if (match.id, ply) not in discord.announced]
    if unannounced:
        raise Violation(f"turns {unannounced} of match {match.id} are announced nowhere")


def _check_call(store: Store, discord: Channels, match: Match) -> None:
    """The message that calls the next player stands; a line that others have deleted need not."""
    caller = store.row(discord.announced[match.id, match.ply])
    lost = any(m.row == caller.id and m.deleted == "others" for m in discord.messages.values())
    forgiven = lost and caller.kind != "living"
    if not match.over and caller.desired != "full" and not forgiven:
        raise Violation(f"turn {match.ply} of match {match.id} calls nobody: row {caller.id}")


def _check_boards(store: Store, discord: Channels, match: Match, there: list[Message]) -> None:
    living = 0
    for message in there:
        row = store.row(message.row)
        if row.kind in ("card", "thread"):
            continue
        best = row.desired == "full" and row.ply == match.ply
        full = message.shows.desired == "full"
        if full != best or (best and message.shows.ply != match.ply):
            shown = f"{message.shows.desired} {message.shows.ply}"
            raise Violation(f"row {row.id} ({row.kind}) shows {shown}, ply is {match.ply}")
        living += row.kind == "living" and full
    if match.place == "living" and living > 1:
        raise Violation(f"match {match.id} has two living boards")
    messages = [message for message in discord.messages.values() if message.match == match.id]
    boards = [
        row
        for row in store.rows()
        if row.match == match.id and row.kind in ("board", "living") and row.desired == "full"
    ]
    if not boards and not any(message.deleted == "others" for message in messages):
        raise Violation(f"match {match.id} has no board")


def _check_card(match: Match, there: list[Message]) -> None:
    if match.place != "thread" or match.thread is None:
        return
    for message in there:
        shows = message.shows
        if message.row == match.card and (shows.ply, shows.over) != (match.ply, match.over):
            raise Violation(
                f"the card of match {match.id} shows ply {shows.ply}, over {shows.over}, "
                f"but it is at {match.ply}, over {match.over}"
            )
