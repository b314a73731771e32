"""Settings: read once, and one readable line for the operator where they are wrong."""

import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from bot.cli.run import in_discord
from bot.settings import Settings, SettingsError, read_settings
from bot.shards import Shards
from tests.contract import ROOT

TOKEN = "MTI0.token"


def settings(monkeypatch: pytest.MonkeyPatch, folder: Path, **environment: str) -> Settings:
    monkeypatch.chdir(folder)
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    return read_settings()


def test_a_token_is_all_that_is_needed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    read = settings(monkeypatch, tmp_path, DISCORD_TOKEN=TOKEN)
    assert read.token() == TOKEN
    assert read.database_url == "sqlite+aiosqlite:///data/keil.db"
    assert read.discord_api_url == "https://discord.com"


def test_the_token_is_never_shown(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert TOKEN not in repr(settings(monkeypatch, tmp_path, DISCORD_TOKEN=TOKEN))


def test_settings_come_from_a_file_too(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / ".env").write_text(f"DISCORD_TOKEN={TOKEN}\nLOG_LEVEL=DEBUG\nOTHER=1\n")
    read = settings(monkeypatch, tmp_path)
    assert (read.token(), read.log_level) == (TOKEN, "DEBUG")


def test_the_token_may_lie_in_a_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text(f"{TOKEN}\n")
    read = settings(monkeypatch, tmp_path, DISCORD_TOKEN_FILE=str(tmp_path / "secret"))
    assert read.token() == TOKEN


@pytest.mark.parametrize(
    "url",
    [
        "https://discord.com",
        "https://canary.discord.com/",
        "http://127.0.0.1:8123",
        "http://[::1]:80",
        "http://localhost:9",
    ],
)
def test_discord_and_this_machine_are_accepted(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, url: str
) -> None:
    read = settings(monkeypatch, tmp_path, DISCORD_TOKEN=TOKEN, DISCORD_API_URL=url)
    assert read.discord_api_url == url.rstrip("/")


@pytest.mark.parametrize(
    "url",
    [
        "https://example.org",
        "https://discord.com.example.org",
        "https://notdiscord.com",
        "https://discord.com@example.org",
        "https://discord.com:80@example.org",
        "http://discord.com",
        "http://192.168.0.1",
        "http://127.0.0.1.example.org",
        "ftp://127.0.0.1",
        "http://127.0.0.1:99999",
        "http://[::1",
        "//discord.com",
        "discord.com",
        "",
    ],
)
def test_the_token_is_sent_nowhere_else(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, url: str
) -> None:
    with pytest.raises(SettingsError, match=r"^DISCORD_API_URL "):
        settings(monkeypatch, tmp_path, DISCORD_TOKEN=TOKEN, DISCORD_API_URL=url)
    with pytest.raises(SettingsError, match=r"^DISCORD_GATEWAY_URL "):
        settings(
            monkeypatch,
            tmp_path,
            DISCORD_TOKEN=TOKEN,
            DISCORD_GATEWAY_URL=url.replace("http", "ws"),
        )


@pytest.mark.parametrize(
    "url",
    [
        "mysql://x",
        "sqlite://",
        "sqlite:///",
        "sqlite:///:memory:",
        "data/keil.db",
        "",
    ],
)
def test_any_other_database_is_refused_in_words(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, url: str
) -> None:
    with pytest.raises(SettingsError, match=r"^DATABASE_URL .*such as sqlite:///data/keil.db"):
        settings(monkeypatch, tmp_path, DATABASE_URL=url)


@pytest.mark.parametrize("scheme", ["postgresql", "postgres", "postgresql+psycopg"])
def test_a_database_of_postgresql_is_taken(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, scheme: str
) -> None:
    read = settings(monkeypatch, tmp_path, DATABASE_URL=f"{scheme}://keil:s3cret@db.example/keil")
    assert read.database_url == "postgresql+psycopg://keil:s3cret@db.example/keil"
    assert "s3cret" not in repr(read)
    with pytest.raises(SettingsError, match=r"^DATABASE_URL must name a database") as error:
        settings(monkeypatch, tmp_path, DATABASE_URL=f"{scheme}://keil:s3cret@db.example")
    assert "s3cret" not in str(error.value)


@pytest.mark.parametrize(
    ("written", "url"),
    [
        ("https://Keil.example/", "https://keil.example"),
        ("https://keil.example:443", "https://keil.example"),
        ("https://keil.example:8443", "https://keil.example:8443"),
        ("http://127.0.0.1:8780", "http://127.0.0.1:8780"),
        ("http://[::1]:80", "http://[::1]"),
    ],
)
def test_the_address_of_the_page_is_as_browsers_send_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, written: str, url: str
) -> None:
    assert settings(monkeypatch, tmp_path, WEB_URL=written).web_url == url


@pytest.mark.parametrize(
    "url",
    [
        "keil.example",
        "http://keil.example",
        "https://",
        "https://keil.example/path",
        "https://a@keil.example",
        "https://keil.example:port",
        "ftp://127.0.0.1",
    ],
)
def test_the_page_has_a_site_of_its_own(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, url: str
) -> None:
    with pytest.raises(SettingsError, match=r"^WEB_URL "):
        settings(monkeypatch, tmp_path, WEB_URL=url)


def test_the_end_of_a_line_is_no_part_of_a_database(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A secret that comes from a file has one."""
    url = "postgresql://keil@db.example/keil?sslmode=verify-full"
    read = settings(monkeypatch, tmp_path, DATABASE_URL=f"{url}\n")
    assert read.database_url == url.replace("postgresql", "postgresql+psycopg")


@pytest.mark.parametrize("address", ["127.0.0.1:9090", "0.0.0.0:1", "[::1]:65535", ""])
def test_an_address_to_answer_at_is_taken(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, address: str
) -> None:
    assert settings(monkeypatch, tmp_path, HEALTH_ADDRESS=address).health_address == address


@pytest.mark.parametrize(
    "address",
    [
        *("9090", ":9090", "127.0.0.1", "127.0.0.1:", "127.0.0.1:0", "127.0.0.1:65536"),
        *("::1:9090", "localhost:9090", "[127.0.0.1]:9090", "127.0.0.1:x", "http://127.0.0.1:9090"),
    ],
)
def test_any_other_address_to_answer_at_is_refused_in_words(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, address: str
) -> None:
    with pytest.raises(SettingsError, match=r"^HEALTH_ADDRESS .*such as 127\.0\.0\.1:9090$"):
        settings(monkeypatch, tmp_path, HEALTH_ADDRESS=address)


def test_the_password_of_the_database_is_known_as_a_secret(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    read = settings(monkeypatch, tmp_path, DATABASE_URL="postgresql://keil:s%40cret@db/keil")
    assert read.passwords() == ("", "s%40cret", "s@cret")
    assert settings(monkeypatch, tmp_path).passwords() == ("", "", "")
    url = "postgresql://db/keil?user=keil&password=s%40cret"
    assert "s@cret" in settings(monkeypatch, tmp_path, DATABASE_URL=url).passwords()


def test_shards_are_for_a_database_that_processes_can_share(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    shared = {"DATABASE_URL": "postgresql://keil@db.example/keil"}
    read = settings(monkeypatch, tmp_path, SHARDS="0-3/16", **shared)
    assert read.own_shards() == Shards((0, 1, 2, 3), 16)
    assert settings(monkeypatch, tmp_path, SHARDS="", **shared).own_shards() is None
    with pytest.raises(SettingsError, match=r"^SHARDS must name shards from 0 to 15"):
        settings(monkeypatch, tmp_path, SHARDS="0-16/16", **shared)
    monkeypatch.delenv("DATABASE_URL")
    with pytest.raises(SettingsError, match=r"^SHARDS needs PostgreSQL, .*: set DATABASE_URL$"):
        settings(monkeypatch, tmp_path, SHARDS="0/2")


def test_every_setting_is_listed_for_operators() -> None:
    listed = (ROOT / "deploy" / "env.example").read_text()
    for name in Settings.model_fields:
        assert f"{name.upper()}=" in listed


@pytest.mark.parametrize(
    ("environment", "line"),
    [
        ({}, "keil: DISCORD_TOKEN is not set"),
        ({"DISCORD_TOKEN": "   "}, "keil: DISCORD_TOKEN is not set"),
        ({"DISCORD_TOKEN": "an invalid token"}, "keil: DISCORD_TOKEN is no token"),
        ({"DISCORD_TOKEN": "x", "LOG_LEVEL": "LOUD"}, "keil: LOG_LEVEL "),
        ({"DISCORD_TOKEN": "x", "LOG_FORMAT": "xml"}, "keil: LOG_FORMAT "),
        ({"DISCORD_TOKEN": "x", "HEALTH_ADDRESS": "9090"}, "keil: HEALTH_ADDRESS "),
        ({"DISCORD_TOKEN": "x", "DATABASE_URL": "postgresql://x"}, "keil: DATABASE_URL "),
        ({"DISCORD_TOKEN": "x", "SHARDS": "0/2"}, "keil: SHARDS needs PostgreSQL"),
        ({"DISCORD_TOKEN": "x", "SHARDS": "2/2"}, "keil: SHARDS must name shards from 0 to 1"),
        ({"DISCORD_TOKEN": "x", "DISCORD_TOKEN_FILE": "y"}, "keil: set DISCORD_TOKEN or"),
        ({"DISCORD_TOKEN_FILE": "nowhere"}, "keil: DISCORD_TOKEN_FILE cannot be read"),
        (
            {"DISCORD_TOKEN": "x", "DATABASE_URL": "sqlite:////proc/no/keil.db"},
            "keil: cannot start",
        ),
    ],
)
def test_a_wrong_setting_stops_the_program_with_one_line(
    tmp_path: Path, environment: dict[str, str], line: str
) -> None:
    clean = {k: v for k, v in os.environ.items() if not k.startswith(("DISCORD_", "DATABASE"))}
    done = subprocess.run(
        [sys.executable, "-m", "bot", "run"],
        cwd=tmp_path,
        env=clean | {"PYTHONPATH": str(ROOT)} | environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 78, done.stderr
    assert done.stderr.startswith(line)
    assert done.stderr.count("\n") == 1


def test_the_program_says_what_it_can_do() -> None:
    keil = Path(sys.executable).with_name("keil")
    done = subprocess.run([keil, "--help"], capture_output=True, text=True, timeout=60, check=True)
    assert "run" in done.stdout
    assert "referee" in done.stdout


def test_the_referee_needs_no_settings(tmp_path: Path) -> None:
    keil = Path(sys.executable).with_name("keil")
    done = subprocess.run(
        [keil, "referee"],
        cwd=tmp_path,
        input='{"game": "keil", "moves": ["a1", "a1"], "id": 7}\n',
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert done.stdout == (
        '{"error": "illegal", "ply": 2, "move": "a1", "reason": "occupied", "id": 7}\n'
    )


@pytest.mark.slow
@pytest.mark.storage
def test_discord_out_of_reach_is_no_wrong_setting(tmp_path: Path) -> None:
    """A supervisor is to start the program again."""
    clean = {k: v for k, v in os.environ.items() if not k.startswith(("DISCORD_", "DATABASE"))}
    nobody = {"DISCORD_TOKEN": "x", "DISCORD_API_URL": "http://127.0.0.1:9"}
    done = subprocess.run(
        [sys.executable, "-m", "bot", "run"],
        cwd=tmp_path,
        env=clean | {"PYTHONPATH": str(ROOT), "LOG_LEVEL": "ERROR"} | nobody,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 1, done.stderr
    assert done.stderr.startswith("keil: Discord cannot be reached: ")
    assert done.stderr.count("\n") == 1


@pytest.mark.slow
def test_a_database_that_is_locked_is_no_wrong_setting(tmp_path: Path) -> None:
    clean = {k: v for k, v in os.environ.items() if not k.startswith(("DISCORD_", "DATABASE"))}
    with sqlite3.connect(tmp_path / "keil.db", isolation_level=None) as other:
        other.execute("BEGIN EXCLUSIVE")
        done = subprocess.run(
            [sys.executable, "-m", "bot", "run"],
            cwd=tmp_path,
            env=clean
            | {"PYTHONPATH": str(ROOT), "DISCORD_TOKEN": "x", "DATABASE_URL": "sqlite:///keil.db"},
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
    other.close()
    assert done.returncode == 1, done.stderr
    assert done.stderr == "keil: the database cannot be used: database is locked\n"


def test_the_window_of_discord_needs_the_page(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "client-secret").write_text("s3cret\n")
    given = {"DISCORD_CLIENT_SECRET_FILE": str(tmp_path / "client-secret")}
    read = settings(monkeypatch, tmp_path, **given, WEB_URL="https://keil.example")
    assert read.client_secret() == "s3cret"
    assert "s3cret" in read.passwords()
    assert "s3cret" not in repr(read)
    with pytest.raises(ValueError, match="set WEB_URL"):
        settings(monkeypatch, tmp_path, **given)


def test_the_window_of_discord_needs_its_package(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    wanted = {"WEB_URL": "https://keil.example", "DISCORD_CLIENT_SECRET": "s3cret"}
    without = settings(monkeypatch, tmp_path)
    assert not in_discord(without, tmp_path / "none.js")
    given = settings(monkeypatch, tmp_path, **wanted)
    with pytest.raises(SettingsError, match="run make web first"):
        in_discord(given, tmp_path / "none.js")
    (tmp_path / "none.js").touch()
    assert in_discord(given, tmp_path / "none.js")
