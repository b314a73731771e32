"""*Change…* on a challenge's card: a counter-offer, with the roles swapped."""

import asyncio
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.playground import interactions
from bot.playground.driver import Answer, Driver
from bot.playground.server import Playground
from engine.game import Option
from engine.games import all_games
from engine.time_control import DEFAULT_CONTROL
from tests.bot.says import USUAL_TIME, line, says
from tests.bot.table import ADA, BO, CY, Json, Process, Table, hurry, labels, seated

KEYS = ["size", "komi", "button", "handicap", "time"]


async def opened(table: Table, who: str, card: Json) -> Answer:
    """The modal that *Change…* opens."""
    modal = await table.driver.click(who, card, "Change…")
    assert modal.kind == "modal", modal.text
    return modal


def shown(modal: Answer) -> dict[str, str]:
    """What each field of a modal holds before anybody touches it."""
    assert modal.modal is not None
    found: dict[str, str] = {}
    for label in modal.modal["components"]:
        field = label["component"]
        chosen = [o["value"] for o in field.get("options", []) if o["default"]]
        found[field["custom_id"]] = field.get("value") or next(iter(chosen), "")
    return found


async def forged(
    playground: Playground, table: Table, who: str, custom_id: str, fields: Json
) -> Json:
    """A modal as no client would send it; what the person sees."""
    world = playground.world
    people = [row for row in world.state.users.rows.values() if row["global_name"] == who]
    channels = [c for c in world.state.channels.rows.values() if f"#{c['name']}" == table.channel]
    components: list[Json] = []
    for number, (key, value) in enumerate(fields.items()):
        field: Json = {"id": 2 * number + 2, "type": 4, "custom_id": key, "value": value}
        if isinstance(value, list):
            field = {"id": 2 * number + 2, "type": 3, "custom_id": key, "values": value}
        components.append({"id": 2 * number + 1, "type": 18, "component": field})
    data: Json = {"custom_id": custom_id, "components": components}
    before = await table.command(who, "games")
    seen = await playground.interactions.ask(
        interactions.MODAL,
        people[0],
        channels[0],
        data,
        parent=world.state.interactions.rows[before.interaction],
    )
    asked = world.state.interactions.rows[seen["interaction_id"]]

    async def answered() -> bool:
        shown: Json | None = playground.interactions.seen(asked)["message"]
        return shown is not None and bool(shown["content"])

    if seen["kind"].startswith("deferred"):  # on a slow machine the answer itself follows
        await table.until(answered)
        seen = playground.interactions.seen(asked)
    return seen


async def next_card(table: Table, before: Json) -> Json:
    """The newest card after that one."""
    return await table.message(
        lambda m: int(m["id"]) > int(before["id"]) and "challenges" in m["content"]
    )


async def changed(table: Table, who: str, card: Json, **fields: Any) -> Json:
    """``who`` makes a counter-offer; the new card."""
    modal = await opened(table, who, card)
    answer = await table.driver.submit_modal(who, modal, fields)
    assert answer.ephemeral
    assert answer.text == says("challenge-counter-offer-sent")
    return await next_card(table, card)


async def cards(table: Table) -> int:
    return sum("challenges" in m["content"] for m in await table.public())


# --- what it is ---


async def test_the_modal_holds_the_terms_of_the_card(table: Table) -> None:
    card = await table.challenge(
        ADA, BO, size=4, linking="2019", komi=6.5, button=False, time="90s"
    )
    modal = await opened(table, BO, card)
    assert modal.modal is not None
    assert modal.modal["title"] == "Other terms for Keil"
    assert shown(modal) == dict(zip(KEYS, ["4", "6.5", "no", "even", "90s"], strict=True))
    told = {label["label"]: label for label in modal.modal["components"]}
    assert list(told) == ["Size", "Komi", "Button", "Handicap", "Time"]
    assert told["Size"]["description"].startswith("3 to 8. Points on each side")
    assert told["Komi"]["description"].startswith("-169 to 169. Points for White")
    assert not any(label["description"].endswith("…") for label in told.values())
    komi = told["Komi"]["component"]
    assert (komi["type"], komi["required"], komi["placeholder"]) == (
        4,
        False,
        says("placeholder-left-empty", option="komi"),
    )
    button = told["Button"]["component"]
    assert (button["type"], button["required"]) == (3, True)
    assert [(o["label"], o["value"]) for o in button["options"]] == [("Yes", "yes"), ("No", "no")]
    handicaps = told["Handicap"]["component"]["options"]
    assert [o["label"] for o in handicaps[:2]] == [
        says("choice-handicap", who="even", stones=0),
        says("choice-handicap", who="you", stones=0),
    ]
    assert told["Time"]["description"] == says("hint-time")


async def test_a_counter_offer_keeps_what_was_said_about_pictures(table: Table) -> None:
    card = await table.challenge(ADA, BO, pictures="turn")
    new = await changed(table, BO, card, size="3")
    assert says("pictures-turn") in new["content"].split("\n")


async def test_a_counter_offer_swaps_the_roles_and_calls_who_is_asked_now(table: Table) -> None:
    card = await table.challenge(ADA, BO, size=4, komi=6.5, time="1h")
    new = await changed(table, BO, card, size="3", komi="", button="no", time="1 day")
    ada, bo = await table.mention(ADA), await table.mention(BO)
    asks, settings, komi, expires = new["content"].split("\n")
    assert asks == f"{bo} challenges {ada} to a game of **Keil**."
    assert komi == says(
        "challenge-komi-open",
        way="cut",
        rematch="no",
        challenger=bo,
        invited=ada,
        usual="1½",
    )
    assert settings == line(
        "size 3",
        says("setting-button.off"),
        says("setting-komi_by.cut"),
        says("time-per-move", duration="1 day"),
    )
    assert expires.startswith("The challenge expires <t:")
    assert [f"<@{person['id']}>" for person in new["mentions"]] == [ada]
    assert labels(new) == ["Accept", "Decline", "Change…", "Withdraw"]
    old = await table.without_buttons(card)
    assert old["content"].endswith(f"**Changed** by {bo}: the new card follows.")
    accepted = await table.driver.click(ADA, new, "Accept")
    assert accepted.text == says("challenge-accepted")
    board = await table.board(0)
    assert "size 3" in board["content"]
    assert await table.players() == [BO, ADA]  # the challenger names komi
    await table.without_buttons(new)
    assert len(await table.service.matches.headers()) == 1


async def test_offers_go_back_and_forth(table: Table) -> None:
    card = await table.challenge(ADA, BO, size=8)
    for turn, (who, size) in enumerate([(BO, 3), (ADA, 5), (BO, 4)], start=2):
        card = await changed(table, who, card, size=str(size))
        assert f"size {size} · " in card["content"]
        assert await cards(table) == turn
    await table.driver.click(ADA, card, "Decline")
    card = await table.without_buttons(card)
    assert card["content"].endswith(f"**Declined** by {await table.mention(ADA)}.")


async def test_in_an_open_seek_anybody_else_may_change(table: Table) -> None:
    card = await table.challenge(ADA, size=3)
    new = await changed(table, CY, card, button="no")
    ada, cy = await table.mention(ADA), await table.mention(CY)
    assert new["content"].startswith(f"{cy} challenges {ada} to a game")
    bo = await table.driver.click(BO, new, "Accept")
    assert bo.text == says("refusal-not-asked-but", players=ada)
    await table.driver.click(ADA, new, "Accept")
    await table.board(0)
    assert set(await table.players()) == {ADA, CY}


async def test_a_stranger_ends_no_open_seek_by_another_offer(table: Table) -> None:
    card = await table.challenge(ADA, size=3)
    await changed(table, CY, card, time="1m")
    assert labels(await table.driver.message(card))
    assert (await table.driver.click(BO, card, "Accept")).text.startswith("Accepted")
    await table.board(0)
    assert set(await table.players()) == {ADA, BO}


async def test_the_others_stay_invited_and_have_to_accept_anew(trio: Table) -> None:
    card = await trio.challenge(ADA, BO, game="trio", opponent_2=CY)
    await trio.driver.click(CY, card, "Accept")
    new = await changed(trio, BO, card, side="4")
    ada, bo, cy = [await trio.mention(name) for name in (ADA, BO, CY)]
    assert new["content"].startswith(f"{bo} challenges {ada} and {cy} to a game of **Trio**.")
    assert f"Ready: {bo}." in new["content"]
    assert {f"<@{person['id']}>" for person in new["mentions"]} == {ada, cy}
    await trio.driver.click(ADA, new, "Accept")
    assert not await trio.service.matches.headers()
    await trio.driver.click(CY, new, "Accept")
    assert (await trio.board(0))["attachments"][0]["description"].startswith("Trio, 16 points")


async def test_open_seats_stay_open(trio: Table) -> None:
    card = await trio.challenge(ADA, BO, game="trio")
    new = await changed(trio, BO, card, side="4")
    ada, bo = await trio.mention(ADA), await trio.mention(BO)
    assert new["content"].startswith(
        f"{bo} challenges {ada} and anyone else to a game of **Trio**."
    )
    newer = await changed(trio, CY, new, side="3")
    cy = await trio.mention(CY)
    assert newer["content"].startswith(
        f"{cy} challenges {bo} and anyone else to a game of **Trio**."
    )
    assert labels(await trio.driver.message(new))  # Bo's challenge stands beside it


# --- who may, and when ---


async def test_only_who_may_accept_may_change(table: Table) -> None:
    card = await table.challenge(ADA, BO)
    own = await table.driver.click(ADA, card, "Change…")
    assert own.ephemeral
    assert own.text == says("refusal-own-terms")
    other = await table.driver.click(CY, card, "Change…")
    assert other.text == says("refusal-not-asked-but", players=await table.mention(BO))
    seek = await table.challenge(ADA)
    assert (await table.driver.click(ADA, seek, "Change…")).text == own.text
    assert await cards(table) == 2


async def test_nothing_changed_is_no_counter_offer(table: Table) -> None:
    card = await table.challenge(ADA, BO, size=3, komi=6)
    modal = await opened(table, BO, card)
    told = await table.driver.submit_modal(
        BO, modal, {"komi": "6,0", "time": "72h + 1 day up to 1w"}
    )
    assert told.ephemeral
    assert told.text == says("refusal-same-terms")
    assert labels(await table.driver.message(card))
    assert await cards(table) == 1


@pytest.mark.parametrize(
    ("who", "button", "state"),
    [
        (BO, "Accept", "accepted"),
        (BO, "Decline", "declined"),
        (ADA, "Withdraw", "withdrawn"),
        (BO, "Change…", "changed"),
        (BO, "", "expired"),
    ],
)
async def test_a_challenge_that_is_over_meanwhile_cannot_be_changed(
    table: Table, who: str, button: str, state: str
) -> None:
    card = await table.challenge(ADA, BO, size=3)
    modal = await opened(table, BO, card)
    if not button:
        await table.time_passes(timedelta(hours=25))
    elif button == "Change…":
        await changed(table, who, card, size="4")
    else:
        await table.driver.click(who, card, button)
    await table.without_buttons(card)
    there = await cards(table)
    late = await table.driver.submit_modal(BO, modal, {"size": "5"})
    assert late.ephemeral
    assert late.text == says("refusal-challenge-over", state=state)
    assert await cards(table) == there


async def test_of_two_who_change_at_once_one_does(trio: Table) -> None:
    card = await trio.challenge(ADA, BO, game="trio", opponent_2=CY)
    modals = [(who, await opened(trio, who, card)) for who in (BO, CY)]
    answers = await asyncio.gather(
        *(trio.driver.submit_modal(who, modal, {"side": "4"}) for who, modal in modals)
    )
    assert sorted(answer.text for answer in answers) == [
        says("refusal-challenge-over", state="changed"),
        says("challenge-counter-offer-sent"),
    ]
    await next_card(trio, card)
    assert await cards(trio) == 2


async def test_a_modal_that_comes_twice_makes_one_counter_offer(table: Table) -> None:
    card = await table.challenge(ADA, BO, size=3)
    modal = await opened(table, BO, card)
    sent = await table.driver.submit_modal(BO, modal, {"size": "4"}, twice=True)
    assert sent.text == says("challenge-counter-offer-sent")
    new = await next_card(table, card)
    await table.driver.click(ADA, new, "Accept")
    await table.board(0)
    assert await cards(table) == 2


async def test_a_modal_opened_before_a_restart_still_works(process: Process) -> None:
    async with process() as table:
        card = await table.challenge(ADA, BO, size=3)
        modal = await opened(table, BO, card)
    async with process() as table:
        sent = await table.driver.submit_modal(BO, modal, {"size": "4"})
        assert sent.text == says("challenge-counter-offer-sent")
        new = await next_card(table, card)
    async with process() as table:
        await table.driver.click(ADA, new, "Accept")
        await table.board(0)
        await table.without_buttons(card)


async def test_what_we_may_do_in_the_channel_is_looked_at_before_and_after(table: Table) -> None:
    card = await table.challenge(ADA, BO, size=3)
    modal = await opened(table, BO, card)
    await table.driver.permit(table.channel, deny=["attach_files"])
    for answer in (
        await table.driver.click(BO, card, "Change…"),
        await table.driver.submit_modal(BO, modal, {"size": "4"}),
    ):
        assert answer.text.startswith(
            says("refusal-missing-permissions", permissions="**Attach Files**")
        )
    await table.driver.permit(table.channel, allow=["attach_files"])
    assert await cards(table) == 1


# --- what is written into it ---


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"size": "x"}, "Size must be a whole number from 3 to 8."),
        ({"size": "3.5"}, "Size must be a whole number from 3 to 8."),
        ({"size": "9"}, "Size must be a whole number from 3 to 8."),
        ({"size": "-1"}, "Size must be a whole number from 3 to 8."),
        ({"komi": "abc"}, "Komi must be a whole number or a half from −169 to 169, or left empty."),
        ({"komi": "170"}, "Komi must be a whole number or a half from −37 to 37 on this"),
        ({"komi": "2.3"}, "Komi must be a whole number or a half from −37 to 37 on this"),
        ({"size": "3", "komi": "20"}, "Komi must be a whole number or a half from −19 to 19 on"),
        ({"time": "soon"}, says("option-time")),
        ({"time": "59s"}, says("option-time-bounds", low="1 minute", high="30 days")),
    ],
)
async def test_what_cannot_be_is_refused_and_opened_again_as_it_was_typed(
    table: Table, fields: Json, told: str
) -> None:
    card = await table.challenge(ADA, BO, size=4)
    typed = {"button": "no", **fields}
    modal = await opened(table, BO, card)
    refused = await table.driver.submit_modal(BO, modal, typed)
    assert refused.ephemeral
    assert refused.text.startswith(told)
    assert refused.message is not None
    assert labels(refused.message) == ["Try again…"]
    assert await cards(table) == 1
    again = await table.driver.click(BO, refused.message, "Try again…")
    assert shown(again) == {**shown(modal), **typed}
    mended = {"size": "3", "komi": "2.5", "time": "2d"}
    sent = await table.driver.submit_modal(BO, again, mended)
    assert sent.kind == "update"
    assert sent.text == says("challenge-counter-offer-sent")
    assert sent.message is not None
    assert not labels(sent.message)
    new = await next_card(table, card)
    per_move = says("time-per-move", duration="2 days")
    settings = line("size 3", "komi 2½", says("setting-button.off"), per_move)
    assert new["content"].split("\n")[1] == settings


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"size": ""}, "Size must be a whole number from 3 to 8."),
        ({"size": "5" * 4000}, "Size must be a whole number from 3 to 8."),
        (
            {"komi": "9" * 4000},
            "Komi must be a whole number or a half from −169 to 169, or left empty.",
        ),
        ({"linking": ["new"]}, "Linking must be current or 2019."),
        ({"linking": []}, "Linking must be current or 2019."),
        ({"button": ["maybe"]}, "Button must be yes or no."),
        ({"time": ""}, "I cannot read that time"),
        ({"time": "d" * 4000}, "I cannot read that time"),
        ({"size": "🙂|\n<@1>" * 500}, "Size must be a whole number from 3 to 8."),
    ],
)
async def test_what_no_client_sends_is_refused_in_a_sentence(
    playground: Playground, table: Table, fields: Json, told: str
) -> None:
    card = await table.challenge(ADA, BO, size=4)
    refused = await forged(playground, table, BO, "k1:changed:1", fields)
    assert refused["ephemeral"]
    assert refused["message"]["content"].startswith(told)
    again = await table.driver.click(BO, refused["message"], "Try again…")
    assert again.kind == "modal"
    assert await cards(table) == 1
    assert labels(await table.driver.message(card))


@pytest.mark.parametrize(
    ("who", "custom_id", "told"),
    [
        (BO, "k1:changed:99", says("refusal-no-such-challenge")),
        (BO, "k1:changed:99999999999999999999", says("refusal-no-such-challenge")),
        (CY, "k1:changed:1", "This challenge is for "),
        (ADA, "k1:changed:1", says("refusal-own-terms")),
        (BO, "k1:changed:1:7:text", says("refusal-same-terms")),
        (
            BO,
            "k1:change:1",
            says("cannot-open-form"),
        ),
    ],
)
async def test_a_forged_modal_is_refused_in_a_sentence(
    playground: Playground, table: Table, who: str, custom_id: str, told: str
) -> None:
    await table.challenge(ADA, BO, size=4)
    size = "4" if told.startswith(says("refusal-same-terms")) else "5"
    refused = await forged(playground, table, who, custom_id, {"size": size, "other": "x"})
    assert refused["message"]["content"].startswith(told)
    assert await cards(table) == 1


async def test_a_challenge_is_changed_where_its_card_is(
    playground: Playground, table: Table
) -> None:
    await table.challenge(ADA, size=4)
    table.channel = "#general"
    refused = await forged(playground, table, BO, "k1:changed:1", {"size": "5"})
    assert refused["message"]["content"] == says("refusal-no-such-challenge")


async def test_options_beyond_four_keep_their_values_and_a_choice_can_be_cleared(
    playground: Playground, driver: Driver, tmp_path: Path
) -> None:
    await hurry(driver)
    keil = all_games()["keil"]
    more = (
        Option("speed", "How fast", None, str, choices=("slow", "fast")),
        Option("chat", "Whether to talk", True, bool),
    )
    game = replace(keil, options=(*more, *keil.options))
    async with seated(playground, driver, {"keil": game}, tmp_path / "keil.db") as table:
        card = await table.challenge(ADA, BO, size=3, komi=6, button=False, speed="fast")
        modal = await opened(table, BO, card)
        assert shown(modal) == {
            "speed": "fast",
            "chat": "yes",
            "size": "3",
            "komi": "6",
            "time": DEFAULT_CONTROL.write(),
        }
        new = await changed(table, BO, card, speed=[], chat="no", size="4")
        assert new["content"].split("\n")[1] == line(
            "speed open",
            "no chat",
            "size 4",
            "komi 6",
            says("setting-button.off"),
            USUAL_TIME,
        )


# --- of a rematch ---


async def test_a_rematch_is_changed_and_its_sides_stay_swapped(table: Table) -> None:
    _, black, white = await table.begin_small()
    asked = await table.command(white, "resign")
    assert asked.message is not None
    await table.driver.click(white, asked.message, "Yes, resign")
    last = await table.board(1)
    await table.driver.click(black, last, "Rematch")
    card = await table.message(lambda m: "A rematch of game #1," in m["content"])
    new = await changed(table, white, card, size="4")
    assert says("challenge-rematch", match="1", sides="swapped") in new["content"]
    async with table.nothing_happens():
        again = await table.driver.click(white, last, "Rematch")
        assert again.text.startswith(says("rematch-offered"))
        unseen = await table.driver.click(black, last, "Rematch")
        assert unseen.text.startswith(says("rematch-changed"))
    await table.driver.click(black, new, "Accept")
    board = await table.board(0, 2)
    assert "size 4" in board["content"]
    assert await table.players(2) == [white, black]


@pytest.mark.parametrize(
    ("changes", "komi"),
    [({"size": "3"}, "2"), ({"size": "3", "komi": "7"}, "7"), ({"komi": "3"}, "3")],
    ids=["the fair one follows the board", "another one stays", "on the same board"],
)
async def test_komi_after_a_change_of_the_board(
    table: Table, changes: dict[str, str], komi: str
) -> None:
    card = await table.challenge(ADA, BO, komi=4)
    modal = await opened(table, BO, card)
    assert shown(modal)["komi"] == "4"
    await table.driver.submit_modal(BO, modal, {**shown(modal), **changes})
    offer = await next_card(table, card)
    assert f"komi {komi}" in offer["content"]


async def test_komi_that_a_tiny_board_does_not_allow_does_not_follow_the_board(
    table: Table,
) -> None:
    await table.command(ADA, "kee", opponent=BO)
    card = await table.message(lambda m: "challenges" in m["content"])
    modal = await opened(table, BO, card)
    changes = {"width": "2", "height": "4"}
    await table.driver.submit_modal(BO, modal, {**shown(modal), **changes})
    offer = await next_card(table, card)
    assert "komi 7" in offer["content"]
