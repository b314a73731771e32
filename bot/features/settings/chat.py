"""``/config``: the settings of a server on one private panel, and the bot's permissions there.

The panel begins with all settings; each of its pages has some of them, and their selects.
All of it is for those who may manage the server: Discord shows the command to nobody else, and
each control asks again.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import discord
from discord import app_commands, ui

from bot.chat.answers.responses import respond
from bot.chat.base.answer import Answer
from bot.chat.base.bot import Bot, Feature, Interaction, control
from bot.chat.base.config_rows import BOARDS, CHANNELS, GAMES, PEOPLE, ConfigRow
from bot.chat.base.custom_id import CHOSEN, Control, whole_number
from bot.chat.common.server_rules import channels_of, check_manager
from bot.chat.controls import forms
from bot.chat.controls.components import (
    IN_A_ROW,
    ChannelSelect,
    ControlButton,
    ControlSelect,
    RoleSelect,
    view_of,
)
from bot.features.settings import texts
from bot.messages import labels, places, refusals
from bot.messages.catalogue import text
from bot.messages.phrases import time_choice, time_control
from bot.service.places import choices
from bot.service.refusals import RefusedError, ServiceRefusal
from bot.service.server_settings import UNDECIDED, ServerSettings
from bot.service.terms import USUAL_TIMES, Terms
from bot.service.usual_terms import decided_time
from bot.storage.rows import ON_CHANGE, PICTURE_MODES
from engine.game import YES_OR_NO, Game, Measure, Option, OptionError
from engine.time_control import DEFAULT_CONTROL

PAGES: Mapping[str, tuple[str, ...]] = {
    GAMES: ("place", "game", "time"),
    PEOPLE: ("challengers", "most_games", "called", "moderators"),
    CHANNELS: ("channels",),
    BOARDS: ("pictures", "boards_a_minute"),
}
"""The core's settings on each page of the panel; features add theirs, and pages. Discord has room
for four on a page, above the last row."""
ROLES = ("challengers", "called", "moderators")
"""The settings that are roles."""
OVERVIEW = "overview"
"""The page that has every setting, and none to choose."""
LAST_ROW = 4
"""The row of buttons under the selects of a page."""
DEFAULT = "default"
"""The value of a choice that stands for the default."""
MOST_GAMES = (1, 2, 3, 5, 10, 20)
MOST_BOARDS = (2, 5, 10, 20, 30)
MOST_CHANNELS = 25
MOST_FIELDS = 5
"""How many fields a form of Discord's has."""
POSTING = ("view_channel", "send_messages", "attach_files", "read_message_history")
"""The permissions that every post needs."""
CHECKED = (
    *POSTING,
    "create_public_threads",
    "send_messages_in_threads",
    "send_polls",
    "create_events",
)


class Config(Feature):
    """The settings of servers."""

    config = app_commands.Group(
        name="config",
        description=text("command-config"),
        guild_only=True,
        default_permissions=discord.Permissions(manage_guild=True),
    )

    @config.command(name="settings", description=text("command-config-settings"))
    async def settings_command(self, interaction: Interaction) -> None:
        """``/config settings``."""
        await respond(interaction, self.show(interaction, Control("config", 0, 0, OVERVIEW)))

    @config.command(name="check", description=text("command-config-check"))
    async def check_command(self, interaction: Interaction) -> None:
        """``/config check``."""
        await respond(interaction, self.check(interaction, Control("configcheck", 0)))

    # --- the panel ---

    @control("config")
    async def show(self, interaction: Interaction, control: Control) -> Answer:
        """Show the page of the panel that the text names, else the overview."""
        guild = check_manager(interaction)
        settings = await self.service.servers.settings(guild.id)
        return await self._panel(guild, settings, control.text)

    @control("configured")
    async def choose(self, interaction: Interaction, control: Control) -> Answer:
        """Change a setting: the text is the page, the setting, and what was chosen."""
        guild = check_manager(interaction)
        page, _, rest = control.text.partition(" ")
        key, _, chosen = rest.partition(" ")
        rows = await self._rows(guild, await self.service.servers.settings(guild.id))
        row = next((row for row in rows if (row.page, row.setting.key) == (page, key)), None)
        if row is None and key not in PAGES.get(page, ()):
            raise RefusedError(ServiceRefusal.NO_SUCH_CONTROL)

        def change(old: ServerSettings) -> ServerSettings:
            if row is not None:
                return row.setting.chosen(old, _value_of(guild, row, chosen))
            return replace(old, **{key: self._value(guild, key, chosen)})

        role = _role(guild, chosen) if key in ROLES else None
        if role is not None and role.is_bot_managed():
            settings = await self.service.servers.settings(guild.id)
            return await self._panel(guild, settings, page, texts.bot_role(role.id))
        settings = await self.service.servers.change(guild.id, change)
        return await self._panel(guild, settings, page)

    async def _rows(self, guild: discord.Guild, settings: ServerSettings) -> list[ConfigRow]:
        """The settings of all features, page by page."""
        rows = [
            row
            for feature in self.bot.features()
            for row in await feature.config_rows(guild.id, settings)
        ]
        pages = _pages_of(rows)
        return sorted(rows, key=lambda row: pages.index(row.page))

    @control("configreset")
    async def ask_reset(self, interaction: Interaction, control: Control) -> Answer:
        """Ask whether all settings of a page are to have their defaults, and say which change."""
        guild, page = check_manager(interaction), control.text
        settings = await self.service.servers.settings(guild.id)
        rows = await self._rows(guild, settings)
        if page not in _pages_of(rows):
            raise RefusedError(ServiceRefusal.NO_SUCH_CONTROL)
        changed = texts.changed(settings, self.matches.games, rows, page, PAGES.get(page, ()))
        back = ControlButton(Control("config", 0, 0, page), text("button-config-back"))
        if not changed:
            return await self._panel(guild, settings, page)
        resets = Control("configresetnow", 0, 0, page)
        yes = ControlButton(resets, text("button-config-reset-now"), discord.ButtonStyle.danger)
        return Answer(texts.reset_question(page, changed), view_of([yes, back]))

    @control("configresetnow")
    async def reset(self, interaction: Interaction, control: Control) -> Answer:
        """Give all settings of a page their defaults."""
        guild, keys = check_manager(interaction), PAGES.get(control.text, ())
        usual: dict[str, Any] = {key: getattr(UNDECIDED, key) for key in keys}
        if control.text == GAMES:
            usual["options"] = UNDECIDED.options
        rows = await self._rows(guild, await self.service.servers.settings(guild.id))

        def change(old: ServerSettings) -> ServerSettings:
            changed = replace(old, **usual)
            for row in rows:
                changed = row.setting.chosen(changed, None) if row.page == control.text else changed
            return changed

        settings = await self.service.servers.change(guild.id, change)
        return await self._panel(guild, settings, control.text)

    def _value(self, guild: discord.Guild, key: str, chosen: str) -> Any:
        """The value of the choice; the default if this server does not have it."""
        match key:
            case "place":
                return chosen if chosen in choices() else None
            case "pictures":
                return chosen if chosen in PICTURE_MODES else None
            case "game":
                return chosen if chosen in self.matches.games else None
            case "time":
                control = decided_time(chosen)
                return None if control is None else control.write()
            case "most_games":
                return int(chosen) if chosen in map(str, MOST_GAMES) else None
            case "boards_a_minute":
                return int(chosen) if chosen in map(str, MOST_BOARDS) else None
            case _ if key in ROLES:
                role = _role(guild, chosen)
                return None if role is None or role.is_default() else role.id
            case _:
                return tuple(_text_channels(guild, chosen)[:MOST_CHANNELS])

    async def _panel(
        self, guild: discord.Guild, settings: ServerSettings, page: str, note: str = ""
    ) -> Answer:
        rows, games = await self._rows(guild, settings), self.matches.games
        pages = _pages_of(rows)
        posting = {row.setting.key: row.setting.of(settings) for row in _posting(rows)}
        missing = _missing(guild, (*settings.channels, *posting.values()))
        shown = page if page in pages else None
        content = texts.panel(settings, games, rows, shown)
        gone = texts.gone(_gone(guild, posting), _gone_roles(guild, settings))
        warnings = [*texts.missing(missing), *gone, *_unheard(guild, settings), note]
        content = texts.with_warnings(content, warnings)
        if shown is None:
            return Answer(content, view_of(_overview_controls(pages)))
        items: list[ui.Item[Any]] = []
        known = {row.setting.key: row for row in rows if row.page == page}
        for at, key in enumerate([*PAGES.get(page, ()), *known]):
            items.append(self._select(settings, page, key, known.get(key), at))
        back = Control("config", 0, 0, OVERVIEW)
        items.append(ControlButton(back, text("button-config-overview"), row=LAST_ROW))
        resets, usual = Control("configreset", 0, 0, page), texts.reset_button(page)
        items.append(ControlButton(resets, usual, row=LAST_ROW))
        for button in (each for row in known.values() for each in row.buttons):
            button.row = LAST_ROW
            items.append(button)
        if page == GAMES:
            items += self._terms_controls()
        return Answer(content, view_of(items))

    def _select(
        self, settings: ServerSettings, page: str, key: str, of_feature: ConfigRow | None, row: int
    ) -> ControlSelect | RoleSelect | ChannelSelect:
        hint = texts.placeholder(key)
        chosen = of_feature.setting.of(settings) if of_feature else getattr(settings, key)
        sets = Control("configured", 0, 0, f"{page} {key} {CHOSEN}")
        if key in ROLES:
            return RoleSelect(sets, chosen, hint, row)
        if key == "channels":
            return ChannelSelect(sets, settings.channels, hint, row, most=MOST_CHANNELS)
        if of_feature is not None and of_feature.choices is None:
            return ChannelSelect(sets, () if chosen is None else (chosen,), hint, row)
        choices = dict(_choices_of(of_feature) if of_feature else self._choices(settings, key))
        now = DEFAULT if str(chosen) not in choices else str(chosen)
        options = [
            discord.SelectOption(label=label[:100], value=value, default=value == now)
            for value, label in choices.items()
        ]
        return ControlSelect(sets, options, hint, row)

    def _choices(self, settings: ServerSettings, key: str) -> Iterator[tuple[str, str]]:
        """The values of a setting with their labels, the default first."""
        games = self.matches.games
        if key == "place":
            yield DEFAULT, texts.default_choice(texts.place_choice("usual"))
            yield from ((place, texts.place_choice(place)) for place in choices())
        elif key == "pictures":
            yield DEFAULT, texts.default_choice(texts.pictures(ON_CHANGE))
            yield from ((mode, places.pictures_choice(mode)) for mode in PICTURE_MODES)
        elif key == "game":
            yield DEFAULT, texts.default_choice(next(iter(games.values())).name)
            yield from ((game.key, game.name) for game in [*games.values()][:24])
        elif key == "time":
            yield DEFAULT, texts.default_choice(time_control(DEFAULT_CONTROL))
            for time in dict.fromkeys((*USUAL_TIMES, *filter(None, [settings.time]))):
                if (known := decided_time(time)) is not None:
                    yield time, time_choice(known)
        elif key == "boards_a_minute":
            yield DEFAULT, texts.default_choice(texts.every_board())
            yield from ((str(number), texts.boards_choice(number)) for number in MOST_BOARDS)
        else:
            yield DEFAULT, texts.default_choice(texts.any_number())
            yield from ((str(number), texts.most_choice(number)) for number in MOST_GAMES)

    # --- the usual terms of a game ---

    def _terms_controls(self) -> Iterator[ui.Item[Any]]:
        """A button for each game beside the other two, or a select above if there are too many."""
        games = [game for game in self.matches.games.values() if game.options]
        if len(games) <= IN_A_ROW - 2:
            for game in games:
                opens = Control("configterms", 0, 0, game.key)
                yield ControlButton(opens, texts.terms_button(game), row=LAST_ROW)
        else:
            options = [
                discord.SelectOption(label=texts.terms_button(game)[:100], value=game.key)
                for game in games[:25]
            ]
            opens = Control("configterms", 0, 0, CHOSEN)
            yield ControlSelect(opens, options, text("placeholder-config-terms"), LAST_ROW - 1)

    @control("configterms")
    async def open_form(self, interaction: Interaction, control: Control) -> Answer:
        """Open the form for the usual terms of a game, with what was typed before."""
        guild = check_manager(interaction)
        key, typed = control.fields()
        game = self._game(key)
        settings = await self.service.servers.settings(guild.id)
        written = {option.key: "" for option in _decided(game)}
        written |= settings.options.get(key, {})
        written |= dict(zip(list(written), typed, strict=False))
        fields = [
            forms.labelled(
                labels.option_label(option.key),
                labels.option_help(option),
                _field(option, written[option.key]),
            )
            for option in _decided(game)
        ]
        return forms.new(Control("configform", 0, 0, key), texts.terms_title(game), fields)

    @control("configform")
    async def send_form(self, interaction: Interaction, control: Control) -> Answer:
        """Change the usual terms of a game; what was left empty has the game's default."""
        guild, game = check_manager(interaction), self._game(control.text)
        filled_in = forms.filled_in(interaction)
        known = [option.key for option in _decided(game)]
        written = {key: filled_in[key].strip() for key in known if filled_in.get(key, "").strip()}
        try:
            terms = Terms.usual(game).read(written)
            game.settle(terms.options)
        except OptionError as error:
            names = [option.key for option in _decided(game)]
            typed = Control("configterms", 0, 0, game.key).with_fields(
                {name: written.get(name, "") for name in names}
            )
            again = ControlButton(typed, text("button-try-again"))
            back = ControlButton(Control("config", 0, 0, GAMES), text("button-config-back"))
            return Answer(refusals.refusal(error), view_of([again, back]))
        chosen = {key: game.option(key).write(terms.options[key]) for key in written}
        settings = await self.service.servers.change(guild.id, _with_terms(game, chosen))
        return await self._panel(guild, settings, GAMES)

    def _game(self, key: str) -> Game:
        game = self.matches.games.get(key)
        if game is None:
            raise RefusedError(ServiceRefusal.NO_SUCH_CONTROL)
        return game

    # --- permissions ---

    @control("configcheck")
    async def check(self, interaction: Interaction, control: Control) -> Answer:
        """Show what the bot may do in the channels for games, this one first."""
        guild = check_manager(interaction)
        settings = await self.service.servers.settings(guild.id)
        posting = _posting(await self._rows(guild, settings))
        chosen = {*settings.channels, *(row.setting.of(settings) for row in posting)}
        here = channels_of(interaction)
        channels = [
            channel
            for channel in guild.text_channels
            if channel.id in chosen | here
            or (not settings.channels and channel.permissions_for(guild.me).view_channel)
        ]
        channels.sort(key=lambda channel: (channel.id not in here, channel.position))
        rows = [(one.id, one.name, _granted(one)) for one in channels]
        back = ControlButton(
            Control("config", 0, 0, control.text or OVERVIEW), text("button-config-back")
        )
        more = [line for each in self.bot.features() for line in each.checked(channels)]
        return Answer(texts.table(rows, more), view_of([back]))


def _granted(channel: discord.TextChannel) -> dict[str, bool]:
    """For each permission that is checked: True if the bot has it."""
    may = channel.permissions_for(channel.guild.me)
    return {name: getattr(may, name) for name in CHECKED}


def _pages_of(rows: Iterable[ConfigRow]) -> list[str]:
    """The pages of the panel, those of the core first."""
    return [*dict.fromkeys([*PAGES, *(row.page for row in rows)])]


def _overview_controls(pages: Sequence[str]) -> Iterator[ui.Item[Any]]:
    """A button for each page, or a select if a row has no room for them; and the permissions."""
    if len(pages) <= IN_A_ROW:
        for page in pages:
            yield ControlButton(Control("config", 0, 0, page), texts.page(page), row=0)
    else:
        options = [discord.SelectOption(label=texts.page(page), value=page) for page in pages]
        opens = Control("config", 0, 0, CHOSEN)
        yield ControlSelect(opens, options, text("placeholder-config-page"), 0)
    checks = Control("configcheck", 0, 0, OVERVIEW)
    yield ControlButton(checks, text("button-config-check"), row=1)


def _posting(rows: Sequence[ConfigRow]) -> list[ConfigRow]:
    """The settings that are channels in which features post."""
    return [row for row in rows if row.choices is None]


def _value_of(guild: discord.Guild, row: ConfigRow, chosen: str) -> Any:
    """The value of the choice for a feature's setting; None if this server does not have it."""
    if row.choices is None:
        return next(iter(_text_channels(guild, chosen)), None)
    return next((value for value, _ in row.choices if str(value) == chosen), None)


def _choices_of(row: ConfigRow) -> Iterator[tuple[str, str]]:
    """The values of a feature's setting with their labels, the default first."""
    yield DEFAULT, texts.default_choice(row.default)
    yield from ((str(value), label) for value, label in row.choices or ())


def _missing(guild: discord.Guild, chosen: Sequence[int | None]) -> dict[int, list[str]]:
    """The permissions that the bot lacks in the channels chosen for its posts, by channel id."""
    missing: dict[int, list[str]] = {}
    for number in dict.fromkeys(chosen):
        channel = None if number is None else _text_channel(guild, number)
        if channel is not None:
            granted = _granted(channel)
            if lacks := [name for name in POSTING if not granted[name]]:
                missing[channel.id] = lacks
    return missing


def _gone(guild: discord.Guild, chosen: Mapping[str, int | None]) -> list[str]:
    """The settings whose channel is not there any more."""
    return [key for key, at in chosen.items() if at and _text_channel(guild, at) is None]


def _role(guild: discord.Guild, chosen: str) -> discord.Role | None:
    """The role that was chosen, if this server has it."""
    return next((guild.get_role(number) for number in _numbers(chosen)), None)


def _gone_roles(guild: discord.Guild, settings: ServerSettings) -> list[str]:
    """The settings whose role is not there any more."""
    chosen = {key: getattr(settings, key) for key in ROLES}
    return [key for key, role in chosen.items() if role and guild.get_role(role) is None]


def _unheard(guild: discord.Guild, settings: ServerSettings) -> Iterator[str]:
    """The warning that Discord does not let the bot call the role for open challenges."""
    role = None if settings.called is None else guild.get_role(settings.called)
    if role is not None and not (role.mentionable or guild.me.guild_permissions.mention_everyone):
        yield texts.unheard(role.id)


def _text_channel(guild: discord.Guild, number: int) -> discord.TextChannel | None:
    channel = guild.get_channel(number)
    return channel if isinstance(channel, discord.TextChannel) else None


def _text_channels(guild: discord.Guild, chosen: str) -> list[int]:
    """Those that the server has."""
    return [number for number in _numbers(chosen) if _text_channel(guild, number) is not None]


def _numbers(chosen: str) -> list[int]:
    return [number for part in chosen.split(",") if (number := whole_number(part)) is not None]


def _decided(game: Game) -> list[Option]:
    """The options that the form has: a handicap is for two people, never for a server."""
    options = [one for one in game.options if one.measure is not Measure.HANDICAP]
    return options[:MOST_FIELDS]


def _with_terms(
    game: Game, chosen: Mapping[str, str]
) -> Callable[[ServerSettings], ServerSettings]:
    def changed(old: ServerSettings) -> ServerSettings:
        others = {key: terms for key, terms in old.options.items() if key != game.key}
        return replace(old, options={**others, game.key: chosen} if chosen else others)

    return changed


def _field(option: Option, text: str) -> ui.Item[Any]:
    """A select of the choices, or a field for one line; both may stay empty."""
    choices = option.choices or (YES_OR_NO if option.kind is bool else ())
    if not choices:
        return forms.text_field(option.key, text, required=False, hint=texts.option_hint(option))
    options = [
        discord.SelectOption(label=labels.choice(choice), value=choice, default=choice == text)
        for choice in choices
    ]
    return ui.Select(
        custom_id=option.key,
        placeholder=texts.option_hint(option),
        options=options,
        required=False,
        min_values=0,
    )


async def setup(bot: Bot) -> None:
    """Register the feature."""
    await bot.add_cog(Config(bot))
