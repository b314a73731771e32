"""Settings, read once from the environment (or ``.env``); wrong ones are named in one line."""

import ipaddress
from pathlib import Path
from typing import Self
from urllib.parse import parse_qsl, unquote, urlsplit

from pydantic import Field, SecretStr, ValidationError, field_validator, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from bot.shards import Shards

DISCORD_API, DISCORD_GATEWAY = "https://discord.com", "wss://gateway.discord.gg/"
ACTIVITY = "https://{application}.discordsays.com"
_DISCORDS_OWN = ("discord.com", "discord.gg", "discordapp.com")


class SettingsError(ValueError):
    """A setting is wrong or missing; the text is one line for the operator."""


def database_address(url: str) -> str:
    """The address of a database, with the name of its driver. Raises `ValueError`."""
    for prefix in ("sqlite+aiosqlite:///", "sqlite:///"):
        if url.startswith(prefix):
            path = url.removeprefix(prefix)
            if not path or path.startswith(":memory:") or "?" in path:
                raise ValueError("must name a file, such as sqlite:///data/keil.db")
            return f"sqlite+aiosqlite:///{path}"
    for prefix in ("postgresql+psycopg://", "postgresql://", "postgres://"):
        if url.startswith(prefix):
            rest = url.removeprefix(prefix)
            if not urlsplit(f"//{rest}").path.strip("/"):
                raise ValueError("must name a database, such as postgresql://keil@host/keil")
            return f"postgresql+psycopg://{rest}"
    raise ValueError("must begin with sqlite:/// or postgresql://, such as sqlite:///data/keil.db")


class Settings(BaseSettings):
    """All settings, under the names in ``deploy/env.example``."""

    model_config = SettingsConfigDict(env_file=".env", extra="ignore", frozen=True)

    discord_token: SecretStr = SecretStr("")
    discord_token_file: Path | None = None
    discord_client_secret: SecretStr = SecretStr("")
    discord_client_secret_file: Path | None = None
    database_url: str = Field(default="sqlite:///data/keil.db", repr=False)  # may hold a password
    discord_api_url: str = DISCORD_API
    discord_gateway_url: str = DISCORD_GATEWAY
    discord_activity_url: str = ACTIVITY
    shards: str = ""
    requests_per_second: float = Field(default=50.0, ge=1, le=100_000)
    log_level: str = Field(default="INFO", pattern="^(DEBUG|INFO|WARNING|ERROR)$")
    log_format: str = Field(default="text", pattern="^(text|json)$")
    health_address: str = ""
    practice_games: int = Field(default=3, ge=0, le=1000)
    answer_pause: float = Field(default=1.5, ge=0, le=10)
    operator_contact: str = Field(default="", max_length=200)
    privacy_url: str = Field(default="", max_length=300, pattern="^(https://[^ <>]+)?$")
    terms_url: str = Field(default="", max_length=300, pattern="^(https://[^ <>]+)?$")
    web_url: str = Field(default="", max_length=300)
    web_address: str = "127.0.0.1:8780"
    forget_servers_after_days: int = Field(default=30, ge=1, le=3650)

    @field_validator("database_url")
    @classmethod
    def _a_database(cls, url: str) -> str:
        """Accept a file of SQLite, or a database of PostgreSQL; a file of secrets ends its line."""
        return database_address(url.strip())

    @field_validator("shards")
    @classmethod
    def _of_discord(cls, text: str) -> str:
        return str(Shards.parse(text)) if text.strip() else ""

    @model_validator(mode="after")
    def _a_shared_database(self) -> Self:
        if self.shards and not self.database_url.startswith("postgresql"):
            raise ValueError(
                "SHARDS needs PostgreSQL, which several processes can share: set DATABASE_URL"
            )
        return self

    @field_validator("web_url")
    @classmethod
    def _where_people_look(cls, url: str) -> str:
        return _page_url(url) if url else ""

    @field_validator("web_address")
    @classmethod
    def _where_the_page_is(cls, address: str) -> str:
        host_and_port(address)
        return address

    @field_validator("health_address")
    @classmethod
    def _where_to_listen(cls, address: str) -> str:
        if address:
            host_and_port(address)
        return address

    @field_validator("discord_api_url")
    @classmethod
    def _a_web_address(cls, url: str) -> str:
        return _checked(url, secure="https", plain="http").rstrip("/")

    @field_validator("discord_gateway_url")
    @classmethod
    def _a_socket_address(cls, url: str) -> str:
        return _checked(url, secure="wss", plain="ws")

    @field_validator("discord_activity_url")
    @classmethod
    def _where_discord_shows_it(cls, url: str) -> str:
        return url if url == ACTIVITY else _checked(url, secure="https", plain="http").rstrip("/")

    @model_validator(mode="after")
    def _read_files(self) -> Self:
        for name in ("discord_token", "discord_client_secret"):
            file: Path | None = getattr(self, f"{name}_file")
            if file is None:
                continue
            if getattr(self, name).get_secret_value():
                raise ValueError(f"set {name.upper()} or {name.upper()}_FILE, not both")
            try:
                secret = file.read_text("utf-8").strip()
            except (OSError, UnicodeDecodeError) as error:
                raise ValueError(f"{name.upper()}_FILE cannot be read") from error
            object.__setattr__(self, name, SecretStr(secret))
        return self

    @model_validator(mode="after")
    def _a_page_for_the_window(self) -> Self:
        if self.client_secret() and not self.web_url:
            raise ValueError(
                "DISCORD_CLIENT_SECRET is for the board in Discord's window, which needs the page: "
                "set WEB_URL"
            )
        return self

    def own_shards(self) -> Shards | None:
        """The shards of this process; None: all."""
        return Shards.parse(self.shards) if self.shards else None

    def token(self) -> str:
        """The bot's token. Raises `SettingsError` if there is none."""
        token = self.discord_token.get_secret_value().strip()
        if not token:
            raise SettingsError(
                "DISCORD_TOKEN is not set: put the bot's token into the environment or into .env"
            )
        if not token.isascii() or not token.isprintable() or " " in token:
            raise SettingsError("DISCORD_TOKEN is no token: it has characters that no token has")
        return token

    def client_secret(self) -> str:
        """The application's secret, with which the board opens in Discord's window; empty: none."""
        return self.discord_client_secret.get_secret_value().strip()

    def passwords(self) -> tuple[str, ...]:
        """Secrets besides the token: the application's, and the passwords in the database's
        address, raw and decoded."""
        address = urlsplit(self.database_url)
        written = address.password or ""
        meant = (value for name, value in parse_qsl(address.query) if "password" in name)
        return (self.client_secret(), written, unquote(written), *meant)


def host_and_port(address: str) -> tuple[str, int]:
    """Where to listen. Raises `ValueError`."""
    host, colon, port = address.rpartition(":")
    try:
        ip = ipaddress.ip_address(host.removeprefix("[").removesuffix("]"))
        bracketed = host.startswith("[") and host.endswith("]")
        if not colon or bracketed != (ip.version == 6) or not 0 < int(port) < 1 << 16:
            raise ValueError
    except ValueError:
        raise ValueError("must be an IP address and a port, such as 127.0.0.1:9090") from None
    return str(ip), int(port)


def _checked(url: str, *, secure: str, plain: str) -> str:
    """Accept only an address of Discord or of this machine: the token is sent nowhere else."""
    try:
        parts = urlsplit(url)
        host = parts.hostname or ""
        _ = parts.port
    except ValueError as error:
        raise ValueError("is no address") from error
    if parts.username or parts.password or parts.query or parts.fragment:
        raise ValueError("must be a plain address")
    if any(host == own or host.endswith("." + own) for own in _DISCORDS_OWN):
        if parts.scheme != secure:
            raise ValueError(f"must begin with {secure}://")
        return url
    if not _is_loopback(host):
        raise ValueError("must be an address of Discord or of this machine (127.0.0.1)")
    if parts.scheme not in (secure, plain):
        raise ValueError(f"must begin with {plain}://")
    return url


def _page_url(url: str) -> str:
    """Accept the address of a whole site; without encryption, only on this machine."""
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError:
        raise ValueError("is no address") from None
    if parts.path.strip("/") or parts.query or parts.fragment or parts.username:
        raise ValueError("must be the address of a site of its own, such as https://keil.example")
    secure = parts.scheme == "https" and bool(parts.hostname)
    if not secure and not (parts.scheme == "http" and _is_loopback(parts.hostname or "")):
        raise ValueError("must begin with https://")
    port = "" if parts.port in (None, 443 if secure else 80) else f":{parts.port}"
    host = f"[{parts.hostname}]" if ":" in (parts.hostname or "") else parts.hostname
    return f"{parts.scheme}://{host}{port}"  # as browsers send it


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def read_settings(shards: str | None = None) -> Settings:
    """The settings of this process; ``shards`` in place of its own. Raises `SettingsError`."""
    try:
        return Settings() if shards is None else Settings(shards=shards)
    except ValidationError as error:
        first = error.errors()[0]
        name = "_".join(str(part) for part in first["loc"]).upper()
        reason = str(first["msg"]).removeprefix("Value error, ")
        raise SettingsError(f"{name} {reason}".strip()) from None
