"""Slash commands and menus: they read what was chosen, ask `bot.actions`, and answer."""

from collections.abc import Mapping
from typing import Any

from discord import app_commands

from bot.actions import Actions
from bot.commands.challenge import challenge_commands, challenge_menu
from bot.commands.look import look_commands
from bot.commands.play import play_commands
from bot.commands.records import record_commands
from bot.commands.rules import rules_commands
from engine.position import Game

Tree = app_commands.CommandTree[Any]


def add_commands(tree: Tree, actions: Actions, games: Mapping[str, Game]) -> None:
    """Every command of the bot; those that start or teach a game come from the games themselves."""
    tree.add_command(challenge_commands(actions, games))
    tree.add_command(challenge_menu(actions))
    whole_games, rules = record_commands(actions, games), rules_commands(actions, games)
    for command in (*play_commands(actions), *look_commands(actions), *whole_games, *rules):
        tree.add_command(command)
