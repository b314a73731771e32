"""PRIVACY.md says of every table what the schema says; README names both pages."""

import re
from pathlib import Path

from bot.settings import Settings
from bot.storage.personal import Erasure, erasure_of, erasure_of_seat, is_of_server
from bot.storage.schema import all_tables

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "PRIVACY.md").read_text("utf-8")
WORDS = {"row goes": Erasure.ROW, "pseudonym": Erasure.PSEUDONYM, "emptied": Erasure.CLEAR}
ROW = re.compile(r"^\| `(\w+)` \|.*\| ([a-z ]+) \|$", re.MULTILINE)


def test_the_page_has_every_table_and_what_becomes_of_it() -> None:
    marks = {
        (table.name, erasure)
        for table in all_tables().tables.values()
        for column in table.c
        if (erasure := erasure_of(column.info) or erasure_of_seat(column.info)) is not None
    }
    assert {(name, WORDS[word]) for name, word in ROW.findall(PAGE)} == marks


def test_the_page_has_what_goes_with_a_server() -> None:
    names = {
        table.name
        for table in all_tables().tables.values()
        if any(is_of_server(column.info) for column in table.c)
    }
    (said,) = re.findall(r"about that server alone goes: (.*), and challenges", PAGE, re.DOTALL)
    assert set(re.findall(r"`(\w+)`", said)) == names


def test_the_page_says_how_long_a_server_is_kept() -> None:
    days = Settings.model_fields["forget_servers_after_days"].default
    assert f"After {days} days" in PAGE


def test_the_readme_leads_to_both_pages() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    assert "(PRIVACY.md)" in readme
    assert "(TERMS.md)" in readme
