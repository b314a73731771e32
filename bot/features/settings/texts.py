"""The settings of a server in words, and the table of the bot's permissions."""

from collections.abc import Iterable, Mapping, Sequence

from bot.chat.base.config_rows import BOARDS, CHANNELS, GAMES, PEOPLE, ConfigRow
from bot.messages.catalogue import text
from bot.messages.phrases import (
    CONTENT_LIMIT,
    facts,
    listed,
    option_value,
    permissions,
    plain,
    shortened,
    time_control,
)
from bot.service.server_settings import UNDECIDED, ServerSettings
from bot.service.usual_terms import decided_options, decided_time
from bot.storage.rows import ON_CHANGE
from engine.game import Game, Option
from engine.time_control import DEFAULT_CONTROL

MOST_ROWS, LONGEST_NAME = 20, 24
"""Channels in the table, and characters of their names."""


def panel(
    settings: ServerSettings,
    games: Mapping[str, Game],
    rows: Iterable[ConfigRow],
    only: str | None = None,
) -> str:
    """Every setting with its value or its default; only those of a page, if one is given.

    ``rows``: the settings of features.
    """
    lines = {
        GAMES: [*_games(settings, games)],
        PEOPLE: [*_people(settings)],
        CHANNELS: [*_channels(settings)],
        BOARDS: [*_boards(settings)],
    }
    for row in rows:
        if row.has_line:
            name = _name(row.setting.key)
            lines.setdefault(row.page, []).append(_line(name, row.chosen, row.default))
    if only is None:
        return "\n".join([text("config-head"), *(one for of in lines.values() for one in of)])
    return "\n".join([text("config-page-head", page=page(only)), *lines.get(only, ())])


def with_warnings(content: str, warnings: Iterable[str]) -> str:
    """The panel with what needs the owners' attention."""
    return shortened("\n".join([content, *filter(None, warnings)]), CONTENT_LIMIT)


def missing(channels: Mapping[int, Sequence[str]]) -> list[str]:
    """The permissions that the bot lacks in ``channels`` that were chosen."""
    return [
        text("config-warning", channel=_channel(channel), permissions=permissions(names))
        for channel, names in channels.items()
    ]


def gone(channels: Iterable[str], roles: Iterable[str]) -> list[str]:
    """The settings whose ``channels`` or ``roles`` are not there any more."""
    return [
        *(text("config-gone", setting=_name(key)) for key in channels),
        *(text("config-gone-role", setting=_name(key)) for key in roles),
    ]


def unheard(role: int) -> str:
    """The role for open challenges cannot be called."""
    return text("config-unheard", role=_role(role))


def bot_role(role: int) -> str:
    """The role that was chosen belongs to a bot."""
    return text("config-bot-role", role=_role(role))


def changed(
    settings: ServerSettings,
    games: Mapping[str, Game],
    rows: Iterable[ConfigRow],
    page: str,
    keys: Iterable[str],
) -> list[str]:
    """The names of the settings of a page that have no default, among them the core's ``keys``."""
    chosen = [key for key in keys if getattr(settings, key) != getattr(UNDECIDED, key)]
    names = [_name(key) for key in chosen]
    if page == GAMES:
        names += [
            text("config-name-terms", game=game.name)
            for game in games.values()
            if game.key in settings.options
        ]
    of_features = [row for row in rows if row.page == page and row.setting.of(settings) is not None]
    return names + [_name(row.setting.key) for row in of_features]


def reset_button(name: str) -> str:
    """The button that gives a page its defaults."""
    return text("button-config-reset", page=page(name))


def reset_question(name: str, changed: Iterable[str]) -> str:
    """Whether a page is to have its defaults."""
    return text("config-reset-question", page=page(name), settings=listed(changed))


def _name(key: str) -> str:
    return text(f"config-name-{_dashed(key)}")


def _line(name: str, chosen: str | None, default: str) -> str:
    value = default if chosen is None else text("config-chosen", value=chosen)
    return text("config-line", name=name, value=value)


def _games(settings: ServerSettings, games: Mapping[str, Game]) -> Iterable[str]:
    place = settings.place and text("config-place", place=settings.place)
    yield _line(text("config-name-place"), place, text("config-place", place="usual"))
    first = next(iter(games.values())).name
    game = games.get(settings.game or "")
    yield _line(text("config-name-game"), game and game.name, first)
    control, usual = decided_time(settings.time), time_control(DEFAULT_CONTROL)
    yield _line(text("config-name-time"), None if control is None else time_control(control), usual)
    for game in games.values():
        known = decided_options(game, settings)
        terms = game.in_force(known).items()
        value = facts(filter(None, (option_value(game, key, value) for key, value in terms)))
        name = text("config-name-terms", game=game.name)
        yield _line(name, value or None, text("config-terms-none"))


def _people(settings: ServerSettings) -> Iterable[str]:
    role, moderators, most = settings.challengers, settings.moderators, settings.most_games
    challengers = None if role is None else text("config-role", role=_role(role))
    yield _line(text("config-name-challengers"), challengers, text("config-everybody"))
    number = None if most is None else text("config-most", number=most)
    yield _line(text("config-name-most-games"), number, text("config-any-number"))
    called = None if settings.called is None else text("config-called", role=_role(settings.called))
    yield _line(text("config-name-called"), called, text("config-called-nobody"))
    also = None
    if moderators is not None:
        also = text("config-moderators-role", role=_role(moderators))
    yield _line(text("config-name-moderators"), also, text("config-moderators"))


def _channels(settings: ServerSettings) -> Iterable[str]:
    only = None
    if settings.channels:
        only = text("config-only", channels=listed(map(_channel, settings.channels)))
    yield _line(text("config-name-channels"), only, text("config-everywhere"))


def _boards(settings: ServerSettings) -> Iterable[str]:
    mode = None if settings.pictures is None else pictures(settings.pictures)
    yield _line(text("config-name-pictures"), mode, pictures(ON_CHANGE))
    most = settings.boards_a_minute
    number = None if most is None else text("config-boards", number=most)
    yield _line(text("config-name-boards-a-minute"), number, text("config-every-board"))


def _channel(channel: int) -> str:
    return f"<#{channel}>"


def _dashed(key: str) -> str:
    return key.replace("_", "-")


def _role(role: int) -> str:
    return f"<@&{role}>"


# --- selects, buttons and forms ---


def page(name: str) -> str:
    """The button of a page of the panel."""
    return text(f"button-config-page-{name}")


def placeholder(key: str) -> str:
    """The placeholder of the select of a setting."""
    return text(f"placeholder-config-{_dashed(key)}")


def default_choice(value: str) -> str:
    """The choice that stands for the default."""
    return text("choice-config-default", value=value)


def place_choice(place: str) -> str:
    """One of the places, or ``usual``."""
    return text(f"choice-config-place-{place}")


def pictures(mode: str) -> str:
    """One of `PICTURE_MODES` in the middle of a line."""
    return text("config-pictures", mode=mode)


def most_choice(number: int) -> str:
    """How many games one member may have open."""
    return text("choice-config-most", number=number)


def any_number() -> str:
    """No limit of open games."""
    return text("choice-config-any-number")


def boards_choice(number: int) -> str:
    """How many boards come to one channel within a minute."""
    return text("choice-config-boards", number=number)


def every_board() -> str:
    """No limit of boards in a channel."""
    return text("choice-config-every-board")


def terms_button(game: Game) -> str:
    """The button that opens the form for a game."""
    return text("button-config-terms", game=game.name)


def terms_title(game: Game) -> str:
    """The title of that form."""
    return text("title-config-terms", game=game.name)


def option_hint(option: Option) -> str:
    """The placeholder of a field: what an empty one means."""
    if option.default is None:
        return text("placeholder-config-option")
    return text("placeholder-config-option-of", value=option.write(option.default))


# --- the table of permissions ---


def table(rows: Sequence[tuple[int, str, Mapping[str, bool]]], more: Sequence[str] = ()) -> str:
    """For each channel its id, its name, and whether the bot has each permission there; then
    ``more`` lines, of features."""
    if not rows:
        return text("config-check-none")
    shown, names = rows[:MOST_ROWS], list(rows[0][2])
    legend = facts(
        text("config-check-legend", number=str(number), permission=_permission(name))
        for number, name in enumerate(names, start=1)
    )
    lines = [text("config-check-head"), legend, "```"]
    lines.append(" ".join(str(number) for number, _ in enumerate(names, start=1)))
    lines += [
        f"{' '.join('✔' if has[name] else '✘' for name in names)} #{_short(channel)}"
        for _, channel, has in shown
    ]
    lines.append("```")
    if len(rows) > len(shown):
        lines.append(text("config-check-more", number=len(rows) - len(shown)))
    lines += _missing(rows, names) or [text("config-check-fine")]
    lines += more
    return shortened("\n".join(lines), CONTENT_LIMIT)


MOST_NAMED = 3
"""Channels that are named for one missing permission; the table shows the others."""


def _missing(
    rows: Sequence[tuple[int, str, Mapping[str, bool]]], names: Sequence[str]
) -> list[str]:
    """A line for each missing permission, with the channels and the features that it breaks."""
    lines: list[str] = []
    for name in names:
        where = [_channel(channel) for channel, _, has in rows if not has[name]]
        if not where:
            continue
        if len(where) > MOST_NAMED:
            rest = text("config-check-others", number=len(where) - MOST_NAMED)
            where = [*where[:MOST_NAMED], rest]
        breaks = text(f"config-breaks-{_dashed(name)}")
        lines.append(
            text(
                "config-check-missing",
                permission=permissions([name]),
                channels=listed(where),
                breaks=breaks,
            )
        )
    return lines


def _permission(name: str) -> str:
    return text(f"permission-{_dashed(name)}")


def _short(channel: str) -> str:
    return shortened(plain(channel), LONGEST_NAME)
