"""/record, /replay and /import: games that are over, and games from files."""

import json
import re
from datetime import timedelta
from typing import Any

import pytest
import sqlalchemy as sa

from bot.features.replays import texts as replays_texts
from bot.features.replays.service import MOST_IMPORTS, Imports
from bot.messages.record_text import FORMS
from bot.playground.driver import CALLBACK, Answer, CannotDo, File
from bot.service.refusals import RefusedError
from bot.storage.schema import match
from bot.storage.transaction import Transaction
from engine.games import all_games
from engine.record import LARGEST, read
from engine.time_control import DEFAULT_CONTROL
from tests.bot.says import played, says
from tests.bot.table import ADA, BO, CY, GAMES, Json, Process, Table, labels
from tests.engine.record import test_malformed as malformed
from tests.engine.record.games import NAMES

WAYS = [
    "« First",
    "‹ Back",
    "Forward ›",
    "Last »",
    says("button-jump"),
    "Show to the channel",
    "Animation…",
]
GO = b"(;GM[1]FF[4]SZ[9]RU[kee-1]PB[Lee *Sedol*]PW[<@1>];B[ee];W[ec];B[];W[];B[])"


async def finished(table: Table) -> tuple[str, str]:
    """A game of three plies that White has given up; Black, White."""
    _, black, white = await table.begin_small()
    await table.moves((black, "c3"), (white, "d4"), (black, "d3"))
    await table.command(black, "undo")
    await table.board(4)
    await table.moves((black, "b2"))
    asked = await table.command(white, "resign")
    await press(table, white, asked, "Yes, resign")
    await table.board(6)
    return black, white


async def file_of(table: Table, answer: Answer) -> tuple[str, bytes]:
    """The one file of a private answer, with its name."""
    assert answer.ephemeral or answer.kind == "update"
    assert answer.message is not None
    message = await table.driver.message(answer.message)
    (upload,) = message["attachments"]
    return upload["filename"], await table.driver.file(upload)


async def bring(table: Table, who: str, name: str, data: bytes, **options: str) -> Answer:
    given = {"file": File(name, data), **options}
    return await table.driver.slash(who, table.channel, "import", given)


COMMAND, ATTACHMENT = 2, 11
"""Numbers of Discord: a command, and an option that takes a file."""
PASSED = played("Black", "pass")
LINES = (says("replay-move", ply="", last="", done="")[:5], says("replay-beginning", last=3)[:9])
"""How the lines begin that say where a replay is."""


def shown(answer: Answer) -> str:
    """The line that says which ply a replay shows."""
    return next(line for line in answer.text.split("\n") if line.startswith(LINES))


def on_move(ply: int, last: int, done: str) -> str:
    """The line over a move of a replay."""
    return says("replay-move", ply=str(ply), last=str(last), done=done)


async def press(table: Table, who: str, answer: Answer, label: str) -> Answer:
    assert answer.message is not None
    return await table.driver.click(who, answer.message, label)


# --- records ---


async def test_a_finished_game_is_recorded_in_three_forms(table: Table) -> None:
    black, white = await finished(table)
    for form in ("sgf", "json", "txt"):
        answer = await table.command(CY, "record", **{"as": form})
        name, data = await file_of(table, answer)
        assert name == f"keil-1.{form}"
        names = f"{black} and {white}"
        assert answer.text == says("record-file", title="Keil #1", players=names, form=form)
        if form != "txt":
            record = read(data, all_games())
            assert record.players == (black, white)
            texts = [turn.text for turn in record.turns]
            assert texts == ["c3", "d4", "d3", "undo", "b2", "resign"]
            assert record.began is not None
            assert record.control == DEFAULT_CONTROL
    assert re.search(r"^ +3\. Black +b2 ", data.decode(), re.MULTILINE)


async def test_the_last_board_has_buttons_for_the_record_and_the_replay(table: Table) -> None:
    _, black, white = await table.begin_small()
    board = await table.moves((black, "c3"), (white, "pass"), (black, "pass"))
    name, data = await file_of(table, await table.driver.click(CY, board, "Record"))
    assert (name, read(data, all_games()).match().end is not None) == ("keil-1.sgf", True)
    viewer = await table.driver.click(CY, board, "Replay")
    assert shown(viewer) == says("replay-beginning", last=3)


async def test_a_running_game_is_recorded_so_far(table: Table) -> None:
    _, black, _ = await table.begin_small()
    await table.moves((black, "c3"))
    _, data = await file_of(table, await table.command(BO, "record"))
    assert read(data, all_games()).match().end is None


async def test_where_several_games_are_played_one_is_chosen(table: Table) -> None:
    await table.begin_small()
    await table.begin_small()
    asked = await table.command(ADA, "record", **{"as": "json"})
    assert asked.text == says("private-which-match", action="record")
    assert asked.message is not None
    label = labels(await table.driver.message(asked.message))[1]
    chosen = await press(table, ADA, asked, label)
    assert (await file_of(table, chosen))[0] in ("keil-1.json", "keil-2.json")


async def test_where_nothing_was_played_there_is_nothing_to_record(table: Table) -> None:
    for command in ("record", "replay"):
        answer = await table.command(ADA, command)
        assert answer.text == "No game has been played here yet. Start one with /challenge."


async def test_games_that_are_over_are_suggested_after_those_that_run(table: Table) -> None:
    await finished(table)
    await table.begin_small()
    offered = await table.driver.autocomplete(
        CY, table.channel, "record", {"game": ""}, focused="game"
    )
    assert [choice["value"] for choice in offered] == ["2", "1"]
    who = (await table.players(1))[0]
    assert offered[1]["name"].endswith(
        says("match-over", how="others", ending="resignation", winners=who)
    )
    assert "over" not in offered[0]["name"]
    for reader, how in ((who, "you"), ((await table.players(1))[1], "others")):
        offered = await table.driver.autocomplete(
            reader, table.channel, "replay", {"game": "1"}, focused="game"
        )
        assert offered[0]["name"].endswith(
            says("match-over", how=how, ending="resignation", winners=who)
        )
    assert (await table.command(CY, "replay", game="#1")).text.startswith("**Keil #1**")


async def test_records_are_for_those_who_may_see_the_channel(table: Table) -> None:
    """From the moment on at which they may see it no more: also by the buttons they still have."""
    told = says("refusal-no-such-match")
    _, white = await finished(table)
    table.channel = "#general"
    viewers = [await table.command(CY, "replay", game="1") for _ in range(4)]
    form = await press(table, CY, viewers[0], "Animation…")
    await table.driver.permit(GAMES, who=CY, deny=["view_channel"])
    await table.driver.permit(GAMES, who=white, deny=["view_channel"])
    for command in ("record", "replay", "board"):
        assert (await table.command(CY, command, game="1")).text == told
    for viewer, label in zip(
        viewers[1:], ("Forward ›", "Show to the channel", says("button-jump")), strict=True
    ):
        assert (await press(table, CY, viewer, label)).text == told
    film = await table.driver.submit_modal(CY, form, {"from": "0", "to": "1"})
    assert film.text == told
    assert (await table.command(white, "replay", game="1")).text.startswith("**Keil #1**")


async def test_a_game_from_before_there_was_an_option_is_recorded(table: Table) -> None:
    """What was stored then has fewer options; what they were is known from the game."""
    await finished(table)

    def forget(tx: Transaction) -> None:
        known = tx.connection.execute(sa.select(match.c.options)).scalar_one()
        fewer = {key: known[key] for key in known if key not in ("linking", "button")}
        tx.connection.execute(sa.update(match).values(options=fewer))

    await table.store.write(forget)
    table.service.matches.cache.clear()
    _, data = await file_of(table, await table.command(CY, "record", **{"as": "json"}))
    assert read(data, all_games()).options["linking"] == "current"


async def test_a_game_by_rules_that_are_gone_is_left_alone(table: Table) -> None:
    """Nothing is guessed: it is neither listed nor replayed by other rules."""
    await finished(table)

    def change(tx: Transaction) -> None:
        tx.connection.exec_driver_sql("UPDATE match SET ruleset = 'keil-0'")

    await table.store.write(change)
    table.service.matches.cache.clear()
    answer = await table.command(CY, "record", game="1")
    assert answer.text == says("refusal-unknown-rules")
    assert (await table.command(CY, "record")).text.startswith(says("private-no-games-yet"))


# --- replays ---


async def test_a_replay_of_a_game_that_had_hardly_begun_says_whose_time_ran_out(
    table: Table,
) -> None:
    _, black, white = await table.begin_small(time="1h")
    await table.moves((black, "c3"))
    await table.time_passes(timedelta(hours=2))
    await table.board(2)
    viewer = await table.command(CY, "replay")
    viewer = await press(table, CY, viewer, "Last »")
    people = f"Black {black} and White {white}"
    assert viewer.text.split("\n")[2:] == [
        says("replay-timeout", who="White"),
        says("result-no-loser", how="closed", id="none", people=people),
    ]


async def test_a_replay_goes_through_a_game(table: Table) -> None:
    black, white = await finished(table)
    viewer = await table.command(CY, "replay")
    assert viewer.ephemeral
    assert viewer.message is not None
    ways = labels(await table.driver.message(viewer.message))
    assert [way for way in ways if way != says("button-analyse")] == WAYS
    head = viewer.text.split("\n")[0]
    assert head == f"**Keil #1** · Black {black}, White {white}"
    seen = [shown(viewer)]
    for label in ("Forward ›", "Forward ›", "Last »", "‹ Back", "« First"):
        viewer = await press(table, CY, viewer, label)
        seen.append(shown(viewer))
    assert seen == [
        says("replay-beginning", last=3),
        on_move(1, 3, played("Black", "c3")),
        on_move(2, 3, played("White", "d4")),
        on_move(3, 3, played("Black", "b2")),
        on_move(2, 3, played("White", "d4")),
        says("replay-beginning", last=3),
    ]
    viewer = await press(table, CY, viewer, "Last »")
    people = {"winners": f"Black {black}", "losers": f"White {white}"}
    assert viewer.text.split("\n")[2:] == [
        says("replay-resigned", who="White"),
        says("result-won", how="resignation", id="none", margin="", **people),
    ]


async def test_the_ways_that_lead_nowhere_cannot_be_pressed(table: Table) -> None:
    await finished(table)
    viewer = await table.command(CY, "replay")
    with pytest.raises(CannotDo):
        await press(table, CY, viewer, "‹ Back")
    viewer = await press(table, CY, viewer, "Last »")
    with pytest.raises(CannotDo):
        await press(table, CY, viewer, "Forward ›")


@pytest.mark.parametrize(
    ("typed", "seen"),
    [
        ("2", on_move(2, 3, played("White", "d4"))),
        (" ply 0 ", says("replay-beginning", last=3)),
        ("4", says("replay-no-such-move", last="3")),
        ("-1", says("replay-no-such-move", last="3")),
        ("two", says("replay-no-such-move", last="3")),
        ("²", says("replay-no-such-move", last="3")),
    ],
)
async def test_one_may_go_to_any_ply(table: Table, typed: str, seen: str) -> None:
    await finished(table)
    viewer = await table.command(CY, "replay")
    form = await press(table, CY, viewer, says("button-jump"))
    answer = await table.driver.submit_modal(CY, form, {"text": typed})
    assert seen in answer.text.split("\n")
    assert len(answer.text.split("\n")) >= 2, "the board stays"


async def test_the_picture_of_a_replay_is_of_its_ply_and_says_so(table: Table) -> None:
    await finished(table)
    viewer = await press(table, CY, await table.command(CY, "replay"), "Forward ›")
    assert viewer.message is not None
    (upload,) = (await table.driver.message(viewer.message))["attachments"]
    assert upload["filename"].startswith("keil-1-after-1-x")
    assert "Black: c3. White: no stones." in upload["description"]


async def test_a_picture_that_is_shown_already_is_not_sent_again(table: Table) -> None:
    await finished(table)
    viewer = await table.command(CY, "replay")
    assert viewer.message is not None
    (before,) = (await table.driver.message(viewer.message))["attachments"]
    form = await press(table, CY, viewer, says("button-jump"))
    since = (await table.driver.requests())[-1]["n"] + 1
    viewer = await table.driver.submit_modal(CY, form, {"text": "99"})
    assert viewer.text.startswith(says("replay-no-such-move", last="3"))
    assert viewer.message is not None
    (after,) = (await table.driver.message(viewer.message))["attachments"]
    assert (after["id"], after["description"]) == (before["id"], before["description"])
    viewer = await press(table, CY, viewer, "Forward ›")
    assert viewer.message is not None
    (after,) = (await table.driver.message(viewer.message))["attachments"]
    assert after["id"] != before["id"]
    sent = [request["files"] for request in await table.driver.requests(CALLBACK, since=since)]
    assert sent == [[], [after["filename"]]]


async def test_a_picture_that_has_just_gone_is_sent_again(table: Table) -> None:
    """Another press has changed the message while this one was on its way."""
    await finished(table)
    viewer = await table.command(CY, "replay")
    form = await press(table, CY, viewer, says("button-jump"))
    gone: Json = {"message": "Invalid Form Body", "code": 50035}
    await table.driver.fail_next(CALLBACK, 400, body=gone)
    since = (await table.driver.requests())[-1]["n"] + 1
    answer = await table.driver.submit_modal(CY, form, {"text": "99"})
    assert answer.text.startswith(says("replay-no-such-move", last="3"))
    sent = [request["files"] for request in await table.driver.requests(CALLBACK, since=since)]
    assert [len(files) for files in sent] == [0, 1]


async def test_a_viewer_of_last_month_works_in_a_new_process(process: Process) -> None:
    async with process() as table:
        await finished(table)
        viewer = await press(table, CY, await table.command(CY, "replay"), "Forward ›")
    async with process() as table:
        viewer = await press(table, CY, viewer, "Forward ›")
        assert shown(viewer) == on_move(2, 3, played("White", "d4"))


# --- files ---


async def test_a_file_becomes_a_game_to_look_at(process: Process) -> None:
    async with process() as table:
        viewer = await bring(table, ADA, "lee.sgf", GO)
        assert viewer.ephemeral
        assert viewer.text.split("\n")[:3] == [
            replays_texts.kept(),
            "**Kee Rules Go** · Black Lee Sedol, White 1",
            on_move(5, 5, PASSED),
        ]
        assert (
            says("result-draw", how="score", id="none", people="Black Lee Sedol and White 1")
            in viewer.text
        )
        viewer = await press(table, ADA, viewer, "« First")
    async with process() as table:
        viewer = await press(table, ADA, viewer, "Forward ›")
        assert shown(viewer) == on_move(1, 5, played("Black", "e5"))


async def test_a_client_offers_only_the_files_that_can_be_records(table: Table) -> None:
    sent = {command["name"]: command for command in await table.driver.commands()}["import"]
    assert sent["options"][0]["file_types"] == [".sgf", ".json", ".txt"]
    with pytest.raises(CannotDo, match=r"game\.pgn is none of"):
        await bring(table, ADA, "game.pgn", GO)
    assert (await bring(table, ADA, "GAME.SGF", GO)).ephemeral


async def test_a_record_of_ours_comes_back_as_a_game(table: Table) -> None:
    await finished(table)
    for form in ("sgf", "json"):
        name, data = await file_of(table, await table.command(CY, "record", **{"as": form}))
        viewer = await bring(table, CY, name, data)
        assert "**Keil #1** · " in viewer.text
        assert on_move(3, 3, played("Black", "b2")) in viewer.text


async def test_the_text_form_of_a_record_is_recognised_and_cannot_be_imported(table: Table) -> None:
    await finished(table)
    name, data = await file_of(table, await table.command(CY, "record", **{"as": "txt"}))
    assert name.endswith(".txt")
    answer = await bring(table, CY, name, data)
    assert answer.text == says("record-is-text-form")
    other = await bring(table, CY, "notes.txt", b"Black played c3, rules of thumb\n")
    assert other.text == says(
        "cannot-show-file", name="“notes.txt”", reason=says("record-file-neither")
    )


async def test_go_by_other_rules_is_shown_where_rules_are_chosen(table: Table) -> None:
    japanese = GO.replace(b"kee-1", b"Japanese")
    refused = await bring(table, ADA, "go.sgf", japanese)
    why = says("record-other-rules", rules="Japanese")
    assert refused.text == f"I cannot show “go.sgf”. {why}"
    viewer = await bring(table, ADA, "go.sgf", japanese, rules="kee")
    assert on_move(5, 5, PASSED) in viewer.text


async def test_an_illegal_move_is_told_with_its_ply_in_words(table: Table) -> None:
    answer = await bring(table, ADA, "a.sgf", GO.replace(b"B[ee]", b"B[zz]"))
    assert answer.text == says(
        "cannot-show-file",
        name="“a.sgf”",
        reason=says("record-turn", ply="1", move="zz", why=says("record-turn-unreadable")),
    )


@pytest.mark.parametrize("form", ["sgf", "json"])
async def test_a_game_with_an_illegal_move_is_shown_up_to_it(process: Process, form: str) -> None:
    data = GO.replace(b";B[];W[];B[])", b";B[ee];W[];B[])")
    if form == "json":
        document = json.loads(FORMS["json"](read(GO, all_games())))
        document["turns"][2]["text"] = "e5"
        data = json.dumps(document).encode()
    async with process() as table:
        viewer = await bring(table, ADA, f"a.{form}", data)
        reason = says("record-turn", ply="3", move="e5", why=says("illegal-occupied"))
        note = says("shown-up-to", name=f"“a.{form}”", reason=reason)
        assert viewer.text.splitlines()[0] == note
        assert on_move(2, 2, played("White", "e7")) in viewer.text
        viewer = await press(table, ADA, viewer, "‹ Back")
        assert on_move(1, 2, played("Black", "e5")) in viewer.text
    async with process() as table:
        viewer = await press(table, ADA, viewer, "Forward ›")
        assert on_move(2, 2, played("White", "e7")) in viewer.text


BEGIN_WELL = ("illegal-ko.sgf",)
"""Those that are shown up to an illegal move."""
FILES = {path.name: path.read_bytes() for path in malformed.FILES}


async def test_files_that_are_no_records_are_refused_in_a_sentence(table: Table) -> None:
    for file, data in FILES.items():
        if file in BEGIN_WELL:
            continue
        # a client offers no others, but nothing makes it
        name = file if file.endswith((".sgf", ".json")) else f"{file}.sgf"
        answer = await bring(table, ADA, name, data)
        assert answer.text.startswith(f"I cannot show “{name}”. "), name
        assert answer.message is not None
        assert not (await table.driver.message(answer.message))["attachments"]


async def test_a_file_that_is_too_large_is_not_even_read(table: Table) -> None:
    answer = await bring(table, ADA, "large.sgf", b"(;" + b" " * LARGEST)
    assert answer.text == says("refusal-file-too-large", name="“large.sgf”", most=2)


async def test_names_in_files_call_nobody_and_format_nothing(table: Table) -> None:
    players = [*NAMES[:1], "@everyone **x** <@&5> [a](http://b)"]
    document: dict[str, Any] = {
        "format": "keil-record", "version": 1, "title": "`#<@!1>`" * 30, "game": "ki",
        "ruleset": "ki-1", "options": {}, "players": players, "turns": [],
    }  # fmt: skip
    viewer = await bring(table, ADA, "@everyone.json", json.dumps(document).encode())
    head = viewer.text.split("\n")[1]
    assert head.count("**") == 2
    assert not set("`<>@[]") & set(head)
    assert len(viewer.text) < 2000


async def test_of_very_many_files_of_a_person_the_newest_are_kept(table: Table) -> None:
    first = await bring(table, ADA, "a.sgf", GO)
    server = table.client.guilds[0].id
    (ada,) = [int(key) for key, name in (await named(table)).items() if name == ADA]
    record = await imports(table).get(1, ada, server)
    for number in range(MOST_IMPORTS - 1):
        await imports(table).keep(ada, server, record, event_id=1000 + number)
    assert shown(await press(table, ADA, first, "« First")) == says("replay-beginning", last=5)
    of_another = await bring(table, BO, "b.sgf", GO)
    last = await bring(table, ADA, "c.sgf", GO)
    gone = await press(table, ADA, first, "Last »")
    assert gone.text == says("refusal-no-such-file")
    for who, viewer in ((BO, of_another), (ADA, last)):
        assert shown(await press(table, who, viewer, "« First")) == says("replay-beginning", last=5)


def imports(table: Table) -> Imports:
    """The games from files, without Discord."""
    return Imports(table.store, table.clock)


async def named(table: Table) -> dict[str, str]:
    """What people are called, by their numbers."""
    people = (await table.driver.overview())["people"]
    return {person["id"]: person["global_name"] for person in people}


async def test_the_same_file_twice_by_one_interaction_is_kept_once(table: Table) -> None:
    record = FORMS["json"](read(GO, all_games())).decode()
    keys = [await imports(table).keep(1, 2, record, event_id=7) for _ in range(2)]
    assert keys == [1, 1]


@pytest.mark.parametrize(("user", "server"), [(1, 3), (4, 2)])
async def test_a_file_is_for_its_person_and_server(table: Table, user: int, server: int) -> None:
    key = await imports(table).keep(1, 2, "{}", event_id=7)
    with pytest.raises(RefusedError):
        await imports(table).get(key, user, server)


async def test_a_forged_control_shows_no_file_of_another_person(table: Table) -> None:
    mine = await bring(table, ADA, "a.sgf", GO)
    assert mine.message is not None
    said = await table.driver.say(BO, table.channel, "hello")
    for name in ("replay", "share", "film", "filmed", "sharedfilm", "jump", "jumped"):
        data: Json = {"custom_id": f"k1:{name}:1:1:file 0-1", "component_type": 2}
        answer = await table.driver.forge(BO, table.channel, 3, data, said)
        assert answer.text == says("refusal-no-such-file"), name


async def test_a_game_that_begins_from_stones_is_replayed_from_them(table: Table) -> None:
    """As handicap games do."""
    data = b"(;GM[1]SZ[5]RU[kee-1]KM[0]AB[bb][bc];W[cb];B[cc])"
    answer = await bring(table, ADA, "stones.sgf", data)
    alt = (answer.message or {})["attachments"][0]["description"]
    assert "Black: b4 b3 c3. White: c4." in alt
    answer = await press(table, ADA, answer, says("button-replay-first"))
    alt = (answer.message or {})["attachments"][0]["description"]
    assert "Black: b4 b3." in alt and "White to play" in alt


async def test_a_diagram_as_text_is_a_position_to_look_at(table: Table) -> None:
    data = b"kee width=4 height=3\n B . . W\n . B W .\n . . . .\nW to move\n"
    answer = await bring(table, ADA, "position.txt", data)
    alt = (answer.message or {})["attachments"][0]["description"]
    assert "Black: a3 b2. White: d3 c2." in alt and "White to play" in alt
    short = await bring(table, ADA, "position.txt", data.replace(b" . . . .\n", b""))
    reason = says("record-diagram", points="8", board="12")
    assert short.text == says("cannot-show-file", name="“position.txt”", reason=reason)


async def test_a_file_that_discord_does_not_describe_is_asked_for_again(table: Table) -> None:
    command = next(one for one in await table.driver.commands() if one["name"] == "import")
    file = {"name": "file", "type": ATTACHMENT, "value": "123456789"}
    data = {"id": command["id"], "name": "import", "type": 1, "options": [file]}
    told = await table.driver.forge(CY, table.channel, COMMAND, data)
    assert told.text == says("refusal-file-lost")
