"""``/ladder``: six people, a week of challenges, through Discord."""

from datetime import timedelta

import pytest

from bot.chat.base.custom_id import Control
from bot.features.ladder import rules, texts
from bot.features.ladder.service import ON_A_PAGE, Ladders
from bot.features.ladder.store import Where
from bot.messages import phrases
from bot.playground.driver import Answer
from tests.bot.chat.play.test_access import press
from tests.bot.says import says
from tests.bot.table import ADA, BO, CY, PRIVATE, SELECT, Json, Table, challenge_of, labels
from tests.features.admin.test_admin_command import GENERAL, audit_in, note

DI, ED, FAY = "Di", "Ed", "Fay"
SHARE = says("button-share")
EVERYBODY = [ADA, BO, CY, DI, ED, FAY]
DAY = timedelta(days=1)
JOIN, RULES = says("button-ladder-join"), says("button-ladder-rules")
CHALLENGE, LEAVE = says("button-ladder-challenge"), says("button-ladder-leave")


async def server(table: Table) -> int:
    return int((await table.driver.overview())["guilds"][0]["id"])


async def newcomers(table: Table) -> None:
    """Three more people come to the server."""
    here = str(await server(table))
    for name in (DI, ED, FAY):
        await table.driver.create_person(name, [here])


@pytest.fixture
async def club(table: Table) -> Table:
    """Six people on the ladder of Keil, Ada at the top."""
    await newcomers(table)
    for who in EVERYBODY:
        shown = await table.command(who, "ladder")
        await table.driver.click(who, message(shown), JOIN)
    return table


def message(answer: Answer) -> Json:
    assert answer.message is not None, answer
    return answer.message


def selects(answer: Answer) -> list[Json]:
    rows = message(answer)["components"]
    return [part for row in rows for part in row["components"] if part["type"] == SELECT]


async def order(table: Table) -> list[str]:
    """The names on the ladder, from the top, as the picture tells them."""
    shown = await table.command(ADA, "ladder")
    (picture,) = message(shown)["attachments"]
    told = picture["description"].removeprefix("The ladder of Keil: ").removesuffix(".")
    lines = [line.split(". ", 1) for line in told.split("; ")]
    assert [int(place) for place, _ in lines] == [*range(1, len(lines) + 1)]
    return [name.split(",")[0] for _, name in lines]


async def choose(table: Table, who: str) -> Answer:
    """*Challenge…* under the ladder."""
    shown = await table.command(who, "ladder")
    return await table.driver.click(who, message(shown), CHALLENGE)


async def challenge(table: Table, who: str, whom: str) -> Json:
    """``who`` challenges for a place; the card."""
    asked = await choose(table, who)
    (select,) = selects(asked)
    number = (await table.mention(whom))[2:-1]
    there = {m["id"] for m in await table.driver.messages(table.channel)}
    sent = await table.driver.select(who, message(asked), select["custom_id"], [number])
    assert sent.text.startswith(says("challenge-sent")), sent.text
    card = await table.message(lambda m: m["id"] not in there and challenge_of(m) is not None)
    await table.all_posted()
    return card


async def accept(table: Table, who: str, card: Json) -> int:
    """``who`` accepts; the match."""
    key = challenge_of(card)
    answer = await table.driver.click(who, card, "Accept")
    assert "Accepted" in answer.text, answer.text
    asked = await table.service.challenges.stored(key or 0)
    assert asked is not None
    assert asked.match is not None
    await table.board(0, asked.match)
    return asked.match


async def resign(table: Table, who: str, match: int) -> Json:
    asked = await table.command(who, "resign", game=str(match))
    await table.driver.click(who, message(asked), "Yes, resign")
    return await table.board(1, match)


async def closed_with(table: Table, card: Json, line: str) -> None:
    """Return when a card has no buttons any more and says this."""
    await table.becomes(card, lambda m: not labels(m) and line in m["content"].splitlines())


def taken(challenger: str, place: int) -> str:
    return says("ladder-outcome-taken", challenger=challenger, place=str(place))


# --- joining, looking, leaving ---


async def test_an_empty_ladder_invites_and_whoever_joins_sees_their_place(table: Table) -> None:
    empty = await table.command(BO, "ladder")
    assert empty.ephemeral
    head = says("ladder-head", game="Keil")
    assert empty.text == "\n".join([head, says("ladder-empty"), says("ladder-outside")])
    assert labels(message(empty)) == [JOIN, RULES]
    assert message(empty)["attachments"] == []
    joined = await table.driver.click(BO, message(empty), JOIN)
    bo = await table.mention(BO)
    own = says("ladder-line", own="yes", place="1", player=bo)
    assert joined.text == "\n".join([head, own, says("ladder-you", place="1", number="1")])
    assert labels(message(joined)) == [CHALLENGE, LEAVE, RULES, SHARE]
    (picture,) = message(joined)["attachments"]
    line = says("ladder-alt-line", place="1", player=BO, state="free")
    assert picture["description"] == says("ladder-alt", game="Keil", lines=line)


async def test_each_game_has_its_ladder(table: Table) -> None:
    shown = await table.command(BO, "ladder", game="Ki")
    await table.driver.click(BO, message(shown), JOIN)
    assert says("ladder-empty") in (await table.command(BO, "ladder", game="keil")).text
    assert (
        says("ladder-you", place="1", number="1")
        in (await table.command(BO, "ladder", game="ki")).text
    )
    refused = await table.command(BO, "ladder", game="chess")
    assert refused.text == says("ladder-no-game")


async def test_leaving_is_asked_first(club: Table) -> None:
    shown = await club.command(BO, "ladder")
    asked = await club.driver.click(BO, message(shown), LEAVE)
    assert asked.text == says("ladder-leave-question", game="Keil")
    assert await order(club) == EVERYBODY
    left = await club.driver.click(BO, message(asked), says("button-ladder-leave-yes"))
    assert left.text == says("ladder-left", game="Keil")
    assert await order(club) == [ADA, CY, DI, ED, FAY]


async def test_every_rule_is_one_sentence_in_its_help(table: Table) -> None:
    shown = await table.command(BO, "ladder")
    told = await table.driver.click(BO, message(shown), RULES)
    assert told.text == texts.how_it_works()
    assert f"{rules.REACH} places" in told.text
    for time in (rules.STANDS, rules.AGAIN_AFTER):
        assert phrases.roughly(time) in told.text
    back = await table.driver.click(BO, message(told), says("button-ladder-back"))
    assert back.text == shown.text


async def test_long_ladders_have_pages_and_show_oneself(table: Table) -> None:
    where = Where(await server(table), "keil")
    ladders = Ladders(table.service)
    for user in range(1, 21):
        await ladders.join(where, user, f"Member {user}")
    shown = await table.command(CY, "ladder")
    joined = await table.driver.click(CY, message(shown), JOIN)
    assert says("ladder-pages", first="21", last="21", number="21") in joined.text
    first = await table.command(CY, "ladder")
    lines = first.text.splitlines()
    cy = await table.mention(CY)
    assert lines[1 + ON_A_PAGE] == "…"
    assert lines[2 + ON_A_PAGE + rules.REACH] == says(
        "ladder-line", own="yes", place="21", player=cy
    )
    forward = await table.driver.click(CY, message(first), says("button-replay-forward"))
    assert says("ladder-pages", first="11", last="20", number="21") in forward.text
    (picture,) = message(forward)["attachments"]
    assert "21. Cy" in picture["description"]


async def test_the_ladder_can_be_shown_to_the_channel(club: Table) -> None:
    mine = message(await club.command(BO, "ladder"))
    shown = await club.driver.click(BO, mine, SHARE)
    assert not shown.ephemeral
    assert "(you)" not in shown.text and says("ladder-outside") not in shown.text
    assert await club.mention(FAY) in shown.text
    (picture,) = message(shown)["attachments"]
    assert "1. Ada" in picture["description"]
    own = await club.driver.click(CY, message(shown), says("button-ladder-show"))
    assert own.ephemeral and "(you)" in own.text


async def test_a_moderator_takes_somebody_off(club: Table) -> None:
    await audit_in(club, GENERAL)
    why = {"reason": "has *left* us"}
    refused = await club.command(CY, "ladder", remove=BO, **why)
    assert message(refused)["flags"] & PRIVATE
    assert await order(club) == EVERYBODY
    bo = await club.mention(BO)
    silent = await club.command(ADA, "ladder", remove=BO)
    assert silent.text == says("ladder-no-reason")
    done = await club.command(ADA, "ladder", remove=BO, **why)
    line = await note(club, GENERAL, "has taken")
    ada = await club.mention(ADA)
    reason = r"has \*left\* us"
    assert line["content"] == says(
        "ladder-was-removed", moderator=ada, player=bo, game="Keil", reason=reason
    )
    assert line["mentions"] == []
    shown = await press(club, CY, line["channel_id"], Control("ladder", 0, 1, "keil"))
    assert bo not in shown.text
    assert done.text == says("ladder-removed", player=bo, game="Keil")
    assert await order(club) == [ADA, CY, DI, ED, FAY]
    again = await club.command(ADA, "ladder", remove=BO, **why)
    assert again.text == says("ladder-not-on-it", player=bo)


# --- challenges ---


async def test_the_select_offers_those_within_reach_and_says_why_others_are_not(
    club: Table,
) -> None:
    await challenge(club, DI, BO)
    asked = await choose(club, ED)
    (select,) = selects(asked)
    assert [option["label"] for option in select["options"]] == ["3. Cy", "4. Di"]
    bo, di = await club.mention(BO), await club.mention(DI)
    reason = says("ladder-challenged", player=bo, other=di)
    assert asked.text.splitlines() == [
        says("ladder-choose"),
        says("ladder-not-now", place="2", reason=reason),
    ]
    again = await choose(club, DI)
    assert selects(again) == []
    assert again.text.startswith(says("ladder-nobody"))
    top = await press(club, ADA, await channel(club), Control("ladderask", 0, 0, "keil"))
    assert top.text == says("ladder-top")


async def channel(table: Table) -> str:
    return str((await table.public())[0]["channel_id"])


async def test_the_card_says_what_it_is_for_and_its_terms_stand(club: Table) -> None:
    card = await challenge(club, DI, BO)
    bo, di = await club.mention(BO), await club.mention(DI)
    says_it = says("ladder-card-open", challenger=di, challenged=bo, place="2")
    assert says_it in card["content"].splitlines()
    assert labels(card)[:3] == ["Accept", "Decline", "Withdraw"]
    change = Control("change", challenge_of(card) or 0)
    forged = await press(club, BO, card["channel_id"], change)
    assert forged.text == says("refusal-fixed-terms")
    asked = await club.service.challenges.stored(challenge_of(card) or 0)
    assert asked is not None
    assert asked.expires - asked.opened == rules.STANDS
    quick = await club.service.usual_terms.quick(
        club.service.matches.games["keil"], asked.server, 2
    )
    assert (asked.options, asked.control) == (quick.options, quick.control)
    mine = (await club.command(DI, "ladder")).text.splitlines()[-1]
    when = phrases.moment(asked.expires)
    link = phrases.address(asked.server, asked.channel_id, int(card["id"]))
    assert mine == says("ladder-you-ask", other=bo, place="2", when=when, link=link or "")
    theirs = (await club.command(BO, "ladder")).text.splitlines()[-1]
    assert theirs == says("ladder-asks-you", other=di, when=when, link=link or "")


async def test_a_choice_that_is_out_of_date_is_refused(club: Table) -> None:
    asked = await choose(club, DI)
    (select,) = selects(asked)
    bo, ed = await club.mention(BO), await club.mention(ED)
    await challenge(club, ED, BO)
    late = await club.driver.select(DI, message(asked), select["custom_id"], [bo[2:-1]])
    assert late.text == says("ladder-challenged", player=bo, other=ed)


async def test_somebody_who_has_left_the_server_leaves_the_ladder(club: Table) -> None:
    bo = await club.mention(BO)
    asked = await choose(club, DI)
    (select,) = selects(asked)
    await club.driver.remove_person(str(await server(club)), BO)
    gone = await club.driver.select(DI, message(asked), select["custom_id"], [bo[2:-1]])
    assert gone.text == says("ladder-gone", player=bo)
    assert await order(club) == [ADA, CY, DI, ED, FAY]


@pytest.mark.parametrize("text", ["", "keil", "keil.", "keil.x", "chess.1", "keil." + "9" * 30])
async def test_a_forged_choice_changes_nothing(club: Table, text: str) -> None:
    await challenge(club, DI, BO)
    forged = await press(club, FAY, await channel(club), Control("laddersend", 0, 0, text))
    assert forged.text.startswith(
        (
            says("ladder-no-game"),
            says("refusal-no-such-control"),
            says("ladder-not-there", player=""),
            "<@",
        )
    )
    assert await order(club) == EVERYBODY


# --- a week ---


async def test_a_week_on_the_ladder(club: Table) -> None:
    """Monday: Di challenges Bo, who plays and loses. Ed challenges Cy, who declines. Fay challenges
    Di, who keeps silent until Thursday. Bo challenges Ada, and loses."""
    mention = {who: await club.mention(who) for who in EVERYBODY}
    card = await challenge(club, DI, BO)
    match = await accept(club, BO, card)
    state = (await club.command(CY, "ladder")).text
    assert says("ladder-plays", other=mention[DI], match=str(match)) in state
    assert f" · {says('ladder-game')} · " in (await club.command(BO, "games")).text
    board = await resign(club, BO, match)
    assert f"{says('ladder-game')}." in board["content"].splitlines()
    assert taken(mention[DI], 2) in board["content"].splitlines()
    assert await order(club) == [ADA, DI, BO, CY, ED, FAY]

    await club.time_passes(DAY)
    card = await challenge(club, ED, CY)
    asked = await club.driver.click(CY, card, "Decline")
    assert asked.ephemeral
    assert asked.text.startswith("If you decline, ")
    assert labels(card) == labels(await club.message(lambda m: m["id"] == card["id"]))
    await club.driver.click(CY, message(asked), "Decline")
    await closed_with(club, card, taken(mention[ED], 4))
    assert await order(club) == [ADA, DI, BO, ED, CY, FAY]

    card = await challenge(club, FAY, BO)
    own = await challenge(club, BO, ADA)
    await club.time_passes(2 * DAY)
    assert await order(club) == [ADA, DI, BO, ED, CY, FAY], "there is a day left"
    game = await accept(club, ADA, own)
    await club.time_passes(DAY)
    await closed_with(club, card, taken(mention[FAY], 3))
    expired = says("challenge-state-expired", time="3 days", expires="", match="", closer="")
    await closed_with(club, card, expired)
    assert await order(club) == [ADA, DI, FAY, BO, ED, CY]

    board = await resign(club, BO, game)
    held = says("ladder-outcome-held", challenged=mention[ADA], place="1")
    assert held in board["content"].splitlines()
    assert await order(club) == [ADA, DI, FAY, BO, ED, CY]
    again = await choose(club, BO)
    lost = await Ladders(club.service).told(await club.service.matches.live(game))
    assert lost is not None
    assert lost.at is not None
    reason = says(
        "ladder-again", player=mention[ADA], when=phrases.moment(lost.at + rules.AGAIN_AFTER)
    )
    assert says("ladder-not-now", place="1", reason=reason) in again.text
    await club.time_passes(rules.AGAIN_AFTER)
    await challenge(club, BO, ADA)
