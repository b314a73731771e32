"""The program ``keil``: its arguments. The commands themselves are in `bot.cli`."""

import argparse
import logging
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from bot.cli import playground, protocols, records
from bot.cli.exits import BAD_CONFIGURATION, refuse
from bot.cli.run import configure_logging, run, until_stopped
from bot.settings import Settings, SettingsError, read_settings
from engine.game import Game
from engine.games import all_games


def main(arguments: Sequence[str] | None = None) -> None:
    """The console script."""
    games = all_games()
    sys.exit(_run(_parser(games).parse_args(arguments), games))


def _parser(games: Mapping[str, Game]) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="keil", description="Keil for Discord.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    commands.add_parser("run", help="run the bot; settings come from the environment or .env")
    commands.add_parser("referee", help="judge games: one JSON request a line, one answer a line")
    gtp = commands.add_parser("gtp", help="a Go Text Protocol engine for every game")
    protocols.add_gtp_arguments(gtp, games)
    files = commands.add_parser("record", help="check and convert files of games")
    records.add_arguments(files, games)
    playing = [
        commands.add_parser("playground", help="a page to try the bot on; needs no Discord"),
        commands.add_parser("play", help="run if a token is set, playground if not"),
    ]
    for command in playing:
        command.add_argument("--data", type=Path, default=playground.DATA, help="its folder (data)")
        port = playground.PORT
        command.add_argument("--port", type=int, default=port, help=f"of the page ({port})")
    return parser


def _run(given: argparse.Namespace, games: Mapping[str, Game]) -> int:
    """Do what the arguments say; the exit status."""
    match given.command:
        case "referee":
            return protocols.run_referee()
        case "record":
            return records.run(given, games)
        case "gtp":
            return protocols.run_gtp(given, games)
        case "playground":
            return _play(given, games, logging.INFO)
        case _:
            return _run_bot(given, games)


def _run_bot(given: argparse.Namespace, games: Mapping[str, Game]) -> int:
    """``run``, or ``play``, which opens the playground if there is no token."""
    try:
        settings = read_settings()
    except SettingsError as error:
        return refuse(str(error), BAD_CONFIGURATION)
    if given.command == "play" and not settings.discord_token.get_secret_value().strip():
        return _play(given, games, settings.log_level)
    configure_logging(settings.log_level)

    async def on_discord() -> None:
        await run(settings, settings.token(), games)

    return until_stopped(on_discord)


def _play(given: argparse.Namespace, games: Mapping[str, Game], level: int | str) -> int:
    configure_logging(level)

    async def bot(settings: Settings, token: str) -> None:
        await run(settings, token, games)

    return until_stopped(lambda: playground.play(bot, given.data, given.port))


if __name__ == "__main__":
    main()
