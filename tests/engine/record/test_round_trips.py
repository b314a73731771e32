"""A record that is written and read again is the same record, whatever was played."""

import json
from pathlib import Path
from random import Random

import jsonschema_rs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine.record
from engine.game import Game, OptionValue
from engine.games import all_games
from engine.record import FORMS, Record, read
from tests.engine.record.games import random_record
from tests.engine.test_every_game import GAMES, STARTS, Start, every_start
from tests.toy import GAME as TRIO

SCHEMA = Path(engine.record.__file__).with_name("schema.json").read_bytes()
VALIDATOR = jsonschema_rs.validator_for(json.loads(SCHEMA))


def assert_all_forms_agree(record: Record) -> None:
    """SGF and JSON say the same and can be read."""
    written = {form: FORMS[form](record) for form in FORMS}
    for form in ("sgf", "json"):
        again = read(written[form], GAMES)
        assert again == record, form
        assert FORMS[form](again) == written[form]
    VALIDATOR.validate(json.loads(written["json"]))


@every_start
def test_records_of_every_game_and_every_option(
    game: Game, options: dict[str, OptionValue], seats: int
) -> None:
    random = Random(f"{game.key} {options} {seats}")
    for _ in range(8):
        assert_all_forms_agree(random_record(game, options, seats, random))


@pytest.mark.slow
@settings(deadline=None, max_examples=300)
@given(random=st.randoms(use_true_random=False), start=st.sampled_from([*STARTS.values()]))
def test_records_of_very_many_games(random: Random, start: Start) -> None:
    game, options, seats = start
    assert_all_forms_agree(random_record(game, options, seats, random))


@pytest.mark.parametrize("side", [5, 7, 8])
def test_records_of_larger_boards(side: int) -> None:
    keil, kee = all_games()["keil"], all_games()["kee"]
    wide = kee.settle({"width": 19, "height": 2 * side, "komi": 6.5})
    assert_all_forms_agree(random_record(keil, keil.settle({"size": side}), 2, Random(side)))
    assert_all_forms_agree(random_record(kee, wide, 2, Random(side)))


@pytest.mark.slow
@settings(deadline=None)
@given(names=st.lists(st.text(max_size=120), min_size=3, max_size=3), title=st.text())
def test_any_names_come_back_on_one_line(names: list[str], title: str) -> None:
    record = Record(TRIO, {"side": 3}, tuple(names), (), title)
    assert all("\n" not in name and len(name) <= 100 for name in (*record.players, record.title))
    assert_all_forms_agree(record)
    kee = all_games()["kee"]
    assert_all_forms_agree(Record(kee, kee.settle({}), tuple(names[:2]), (), title))
