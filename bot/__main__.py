"""The arguments of the program ``keil``. The commands themselves are in `bot.cli`.

Each command imports what it needs only when it runs: the referee never waits for discord.py.
"""

import argparse
import contextlib
import gc
import logging
import sys
from collections.abc import Generator, Mapping, Sequence
from pathlib import Path

from bot.cli.exits import BAD_CONFIGURATION, refuse
from bot.features import all_jobs
from engine.game import Game
from engine.games import all_games
from engine.record import FORMS

DATA, PORT = Path("data"), 8765
"""The playground's folder, and the port of its page unless something else listens there."""


def main(arguments: Sequence[str] | None = None) -> None:
    """The console script."""
    games = all_games()
    sys.exit(_run(_parser(games).parse_args(arguments), games))


def _parser(games: Mapping[str, Game]) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="keil", description="Keil for Discord.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    running = commands.add_parser(
        "run", help="run the bot; settings come from the environment or .env"
    )
    running.add_argument(
        "--shards", metavar="IDS/COUNT", help="only these shards, such as 0-3/16 (SHARDS)"
    )
    commands.add_parser("supervise", help="run, and run again if that ends, for containers")
    health = commands.add_parser("health", help="ask the running bot of this machine how it is")
    health.add_argument("--ready", action="store_true", help="whether it can serve people, too")
    commands.add_parser("referee", help="judge games: one JSON request a line, one answer a line")
    gtp = commands.add_parser("gtp", help="a Go Text Protocol engine for every game")
    gtp.add_argument("--game", metavar="KEY", help=f"one of {', '.join(games)}")
    gtp.add_argument("--players", type=int, metavar="N", help="the number of players")
    gtp.add_argument(
        *("--option", "-o"), action="append", default=[], metavar="KEY=VALUE", help="of the game"
    )
    gtp.add_argument("--seed", type=int, metavar="N", help="makes the player repeatable")
    _add_record(commands.add_parser("record", help="check and convert files of games"), games)
    _add_admin(commands.add_parser("admin", help="look after the database of DATABASE_URL"))
    playing = [
        commands.add_parser("playground", help="a page to try the bot on; needs no Discord"),
        commands.add_parser("play", help="run if a token is set, playground if not"),
    ]
    for command in playing:
        command.add_argument("--data", type=Path, default=DATA, help=f"its folder ({DATA})")
        command.add_argument("--port", type=_port, default=PORT, help=f"of the page ({PORT})")
    return parser


def _port(text: str) -> int:
    """A port that anybody may listen on; 0: a free one."""
    if not text.isdecimal() or (int(text) and not 1024 <= int(text) <= 65535):
        raise argparse.ArgumentTypeError("use a number from 1024 to 65535, or 0 for a free port")
    return int(text)


def _add_record(parser: argparse.ArgumentParser, games: Mapping[str, Game]) -> None:
    jobs = parser.add_subparsers(dest="job", required=True, metavar="check|convert")
    check = jobs.add_parser("check", help="say of each file what it is, or where it is wrong")
    check.add_argument("files", nargs="+", metavar="FILE", help="SGF or JSON; - is standard input")
    convert = jobs.add_parser("convert", help="write a record in another form")
    convert.add_argument("file", metavar="FILE", help="SGF or JSON; - is standard input")
    forms = [*FORMS, "txt"]
    convert.add_argument("--to", choices=forms, help="as --out ends; else SGF to JSON and back")
    convert.add_argument("--out", metavar="FILE", default="-", help="(standard output)")
    convert.add_argument("--force", action="store_true", help="overwrite the file")
    for job in (check, convert):
        job.add_argument(
            "--rules",
            choices=[key for key, game in games.items() if game.like_go],
            help="by which Go in SGF is played that names other rules",
        )


def _add_admin(parser: argparse.ArgumentParser) -> None:
    jobs = parser.add_subparsers(dest="job", required=True, metavar="JOB")
    jobs.add_parser("migrate", help="bring the schema up to date, as the bot does when it starts")
    jobs.add_parser("check", help="look everything through and replay every match")
    backup = jobs.add_parser("backup", help="write a checked backup, also while the bot is running")
    backup.add_argument("file", metavar="FILE", help="a new file (SQLite)")
    backup.add_argument("--force", action="store_true", help="replace the file if there is one")
    restore = jobs.add_parser("restore", help="copy a backup into an empty database")
    restore.add_argument("file", metavar="FILE", help="a backup")
    prune = jobs.add_parser("prune", help="delete what nobody needs any more; no game, no result")
    prune.add_argument(
        "--days", type=_days, default=90, metavar="N", help="only what is older (90, at least 7)"
    )
    for name, job in all_jobs().items():
        parser_of = jobs.add_parser(name, help=job.HELP)
        if hasattr(job, "arguments"):
            job.arguments(parser_of)
    copy = jobs.add_parser("copy", help="copy a database that no bot uses into an empty one")
    for name, meant in (("source", "FROM"), ("target", "TO")):
        copy.add_argument(name, metavar=meant, help="sqlite:///FILE or postgresql://...")


def _days(text: str) -> int:
    if not text.isascii() or not text.isdecimal() or not 7 <= int(text) <= 36500:
        raise argparse.ArgumentTypeError("a number of days, at least 7")
    return int(text)


def _run(given: argparse.Namespace, games: Mapping[str, Game]) -> int:
    """Do what the arguments say. Returns the exit status."""
    match given.command:
        case "referee":
            from engine.protocols import referee

            with contextlib.suppress(KeyboardInterrupt):
                referee.serve(sys.stdin.buffer, sys.stdout)
            return 0
        case "record":
            from bot.cli import records

            return records.run(given, games)
        case "admin":
            from bot.cli import admin

            return admin.run(given, games)
        case "gtp":
            from bot.cli import gtp

            return gtp.run(given, games)
        case "playground":
            return _play(given, games, logging.INFO)
        case "supervise":
            return _supervise()
        case "health":
            return _ask_how_it_is(given)
        case _:
            return _run_bot(given, games)


@contextlib.contextmanager
def _loading() -> Generator[None]:
    """Import without looking for garbage: what modules make stays, and people are waiting."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def _run_bot(given: argparse.Namespace, games: Mapping[str, Game]) -> int:
    """``run``, or ``play``, which opens the playground if there is no token."""
    from bot.settings import SettingsError, read_settings

    try:
        settings = read_settings(getattr(given, "shards", None))
        token = settings.discord_token.get_secret_value().strip()
        if given.command == "play" and not token:
            return _play(given, games, settings.log_level)
        token = settings.token()
    except SettingsError as error:
        return refuse(str(error), BAD_CONFIGURATION)
    with _loading():
        from bot.cli import log, run

    log.configure_logging(settings.log_level, settings.log_format, token, *settings.passwords())
    return run.until_stopped(lambda: run.run(settings, token, games))


def _supervise() -> int:
    from bot.cli import log, supervise
    from bot.settings import SettingsError, read_settings

    try:
        settings = read_settings()
    except SettingsError:  # `keil run` says what is wrong with them
        log.configure_logging(logging.INFO)
    else:
        log.configure_logging(settings.log_level, settings.log_format)
    return supervise.run()


def _ask_how_it_is(given: argparse.Namespace) -> int:
    from bot.settings import SettingsError, read_settings

    try:
        settings = read_settings()
    except SettingsError as error:
        return refuse(str(error), BAD_CONFIGURATION)
    from bot.cli import asking_health

    return asking_health.ask(settings, ready=given.ready)


def _play(given: argparse.Namespace, games: Mapping[str, Game], level: int | str) -> int:
    with _loading():
        from bot.cli import log, playground, run

    log.configure_logging(level)
    return run.until_stopped(
        lambda: playground.play(
            lambda settings, token: run.run(settings, token, games), given.data, given.port
        )
    )


if __name__ == "__main__":
    main()
