"""A club evening through real discord.py: sign-up, rounds, standings, the end, on Discord."""

import csv
from collections.abc import Callable
from datetime import timedelta
from io import StringIO

from bot.chat.base.custom_id import Control
from bot.features.tournaments import standing_texts
from bot.features.tournaments.rounds import Rounds, queries_of
from bot.features.tournaments.service import ORGANISERS, Tournaments
from bot.playground.driver import SEND, Answer
from tests.bot.chat.play.test_access import press
from tests.bot.says import says
from tests.bot.table import ADA, BO, CY, GAMES, Json, Table, labels
from tests.features.settings.test_config import channel_id
from tests.toy import TOYS

CLUB = "Friday club"
MORE = ("Dee", "Eli", "Fay")
SIX = (ADA, BO, CY, *MORE)
JOIN, LEAVE = says("button-tournament-join"), says("button-tournament-leave")
START, MANAGE = says("button-tournament-start"), says("button-tournament-manage")
STANDINGS, WHY = says("button-tournament-standings"), says("button-tournament-why")
SHARE = says("button-share")
BACK, ENTER = says("button-tournament-back"), says("button-tournament-enter")


async def create(table: Table, who: str = ADA, **options: object) -> Answer:
    given = {"name": CLUB, "system": "swiss", "game": "keil", "size": 3, "rounds": 2, **options}
    return await table.command(who, "tournament create", **given)


async def card(table: Table) -> Json:
    """The card, once it is there."""
    return await table.message(lambda m: MANAGE in labels(m))


async def everybody(table: Table) -> None:
    """Six people are on the server."""
    guild = (await table.driver.overview())["guilds"][0]["id"]
    for name in MORE:
        await table.driver.create_person(name, [guild])


async def sign_up(table: Table, *people: str) -> Json:
    there = await card(table)
    for who in people:
        answer = await table.driver.click(who, there, JOIN)
        assert answer.ephemeral
        assert answer.text.startswith("You are in")
    return there


async def running(table: Table) -> list[tuple[int, tuple[str, ...]]]:
    """The games that are played, with the names of their players by seat."""
    guild = int((await table.driver.overview())["guilds"][0]["id"])
    matches = await table.service.matches.headers(server=guild)
    found = [(one.id, tuple([await table.name(user) for user in one.players])) for one in matches]
    return sorted(found)


async def round_message(table: Table, number: int) -> Json:
    return await table.message(lambda m: WHY in labels(m) and f"round {number}" in m["content"])


async def closed(table: Table, who: str, there: Json, how: str) -> Answer:
    """An organiser cancels or ends a tournament, by its card; ``how``: ``cancel`` or ``end``."""
    panel = await table.driver.click(who, there, MANAGE)
    assert panel.message is not None
    asked = await table.driver.click(who, panel.message, says(f"button-tournament-{how}"))
    assert asked.message is not None
    return await table.driver.click(who, asked.message, says(f"button-tournament-yes-{how}"))


async def resign_all(table: Table) -> list[str]:
    """In every game the player who goes second resigns. Returns the winners."""
    winners: list[str] = []
    for match, (first, second) in await running(table):
        user = (await table.service.matches.live(match)).players[1]
        await table.service.matches.resign(match, user, event_id=10_000 + match)
        winners.append(first)
        del second
    return winners


async def next_round(table: Table, number: int) -> Json:
    await table.time_passes(timedelta(seconds=1))
    return await round_message(table, number)


async def mentioned(message: Json) -> set[str]:
    return {one["global_name"] for one in message["mentions"]}


async def test_a_club_evening(table: Table) -> None:
    await everybody(table)
    created = await create(table, place="living")
    assert created.text == says("tournament-created", places="").strip()
    there = await sign_up(table, *SIX)
    shown = await table.becomes(there, lambda m: "6 players" in m["content"])
    assert labels(shown) == [JOIN, LEAVE, STANDINGS, START, MANAGE]
    assert shown["mentions"] == []
    left = await table.driver.click(CY, there, LEAVE)
    assert left.text == says("tournament-left", name=CLUB)
    await table.becomes(there, lambda m: "5 players" in m["content"])
    refused = await table.driver.click(BO, there, START)
    assert refused.text == says("tournament-not-organiser", role="none")
    assert (await table.driver.click(ADA, there, START)).text == says("tournament-started")
    first = await round_message(table, 1)
    games = await running(table)
    assert len(games) == 2
    playing = {name for _, people in games for name in people}
    assert playing | {CY} < {*SIX}
    # Each player is called once: who goes first by the board, the others by the round.
    boards = [m for m in await table.public() if m["attachments"]]
    called = [name for m in (first, *boards) for name in await mentioned(m)]
    assert sorted(called) == sorted({*SIX} - {CY})
    assert labels(first) == [STANDINGS, WHY]

    for number in (1, 2):
        shown = await round_message(table, number)
        why = await table.driver.click(ADA, shown, WHY)
        assert why.text.endswith(".")
        await resign_all(table)
        await table.becomes(shown, lambda m: m["content"].count("**1–0**") == 2)
        if number == 1:
            await next_round(table, 2)
    await table.time_passes(timedelta(seconds=1))
    end = await table.message(lambda m: "won **" in m["content"] or "share" in m["content"])
    assert len(end["attachments"]) == 1
    assert "Standings of Friday club" in end["attachments"][0]["description"]
    answer = await table.driver.click(BO, end, STANDINGS)
    assert answer.ephemeral
    assert "final standings after 2 rounds" in answer.text
    assert says("tournament-file-legend") in answer.text
    assert answer.message is not None
    picture, table_file = answer.message["attachments"]
    assert picture["filename"].endswith(".png")
    assert table_file["filename"] == "crosstable-1.csv"
    assert labels(answer.message) == [SHARE]
    shown = await table.driver.click(BO, answer.message, SHARE)
    assert not shown.ephemeral
    assert shown.text == answer.text
    assert shown.message is not None
    assert labels(shown.message) == [] and shown.message["mentions"] == []
    assert len(shown.message["attachments"]) == 2
    soon = await table.driver.click(BO, answer.message, SHARE)
    assert soon.ephemeral, "nobody shows things in quick succession"
    await table.becomes(there, lambda m: labels(m) == [STANDINGS, MANAGE])
    there = [m["content"] for m in await table.public()]
    assert there.count(end["content"]) == 1


async def test_in_threads_each_game_has_its_own(table: Table) -> None:
    refused = await create(table, place="thread")
    assert "Create Public Threads" in refused.text, "it plays on a living board then, and says so"
    await table.driver.permit(GAMES, allow=["create_public_threads"])
    await create(table, place="thread", system="roundrobin", name="In threads")
    await table.message(lambda m: "In threads" in m["content"])
    there = await sign_up(table, ADA, BO, CY)
    await table.driver.click(ADA, there, START)
    first = await round_message(table, 1)
    ((match, _),) = await running(table)
    live = await table.service.matches.live(match)
    assert live.in_thread
    assert f"<#{live.channel_id}>" in first["content"]
    await table.all_posted()
    board = await table.driver.wait_for_message(
        str(live.channel_id), lambda m: bool(m["attachments"])
    )
    assert await mentioned(board) == {await table.name(live.players[0])}
    await table.message(lambda m: "\nIn threads, round 1 · " in m["content"])


async def test_its_games_say_to_which_round_they_belong(table: Table) -> None:
    """On their boards, which their players see side by side, in lists, and at their end."""
    await create(table, name="Friday *club*")
    there = await sign_up(table, ADA, BO)
    await table.driver.click(ADA, there, START)
    ((match, (first, second)),) = await running(table)
    said = r"Friday \*club\*, round 1"
    board = await table.message(lambda m: bool(m["attachments"]))
    assert f"{said}." in board["content"].splitlines()
    assert f" · {said} · " in (await table.command(first, "board")).text
    assert f" · {said} · " in (await table.command(second, "games")).text
    table.service.matches.cache.clear()  # as after a restart
    live = await table.service.matches.live(match)
    await table.service.matches.play(match, live.players[0], "a1", event_id=1)
    await table.message(lambda m: f" · {said} · " in m["content"])
    await resign_all(table)
    over = await table.message(lambda m: says("button-rematch") in labels(m))
    assert f"{said}." in over["content"].splitlines()
    for who in (first, second):
        await table.driver.click(who, over, says("button-rematch"))
    again = await table.service.matches.stored(match + 1)
    assert again is not None
    assert again.part_of is None, "a rematch is a game of its own"


async def test_whoever_never_comes_is_told_so_and_can_come_back(table: Table) -> None:
    """For the third round, even if the second one has begun meanwhile."""
    await everybody(table)
    await create(table, place="living", time="1h", rounds=3)
    there = await sign_up(table, *SIX)
    await table.driver.click(ADA, there, START)
    await round_message(table, 1)
    (_, (first, _)), *others = await running(table)
    for match, _ in others:
        user = (await table.service.matches.live(match)).players[0]
        await table.service.matches.resign(match, user, event_id=10_000 + match)
    await table.time_passes(timedelta(hours=2))
    note = await table.message(lambda m: BACK in labels(m))
    assert await mentioned(note) == {first}
    await round_message(table, 2)
    assert (await table.driver.click(first, note, BACK)).text == says("tournament-back-answer")


async def test_whoever_misses_the_last_round_is_offered_no_way_back(table: Table) -> None:
    await create(table, place="living", time="1h", rounds=1)
    there = await sign_up(table, ADA, BO)
    await table.driver.click(ADA, there, START)
    await round_message(table, 1)
    await table.time_passes(timedelta(hours=2))
    note = await table.message(lambda m: "made no move" in m["content"])
    assert BACK not in labels(note)
    assert BACK not in note["content"]


async def test_leaving_while_it_runs_is_asked_first(table: Table) -> None:
    await create(table, place="living")
    there = await sign_up(table, ADA, BO, CY)
    await table.driver.click(ADA, there, START)
    await round_message(table, 1)
    ((match, (first, second)),) = await running(table)
    asked = await table.driver.click(first, there, LEAVE)
    assert asked.text == says("tournament-leave-question", name=CLUB)
    assert asked.message is not None
    done = await table.driver.click(first, asked.message, says("button-tournament-yes-leave"))
    assert done.text == says("tournament-left", name=CLUB)
    gone = await table.mention(first)
    note = says("tournament-has-left", player=gone, name=CLUB, round=1)
    assert (await table.message(lambda m: m["content"] == note))["mentions"] == []
    end = (await table.service.matches.live(match)).match.end
    assert end is not None
    assert (
        await table.name((await table.service.matches.live(match)).players[end.winners[0]])
        == second
    )


async def test_an_organiser_corrects_with_a_reason_that_everybody_reads(table: Table) -> None:
    await create(table, place="living", rounds=3)
    there = await sign_up(table, ADA, BO)
    await table.driver.click(ADA, there, START)
    await round_message(table, 1)
    late = {"member": CY, "points": 0.5, "reason": "missed *the* train"}
    refused = await table.command(BO, "tournament late", **late)
    assert refused.text == says("tournament-not-organiser", role="none")
    done = await table.command(ADA, "tournament late", **late)
    assert done.text == says("tournament-invited")
    note = await table.message(lambda m: "train" in m["content"])
    assert r"missed \*the\* train" in note["content"]
    assert labels(note) == [ENTER, STANDINGS]
    assert await mentioned(note) == {CY}, "an invitation calls whoever is invited"
    not_mine = await table.driver.click(BO, note, ENTER)
    assert not_mine.text == says("tournament-not-invited")
    assert (await table.driver.click(CY, note, ENTER)).text.startswith("You are in")
    accepted = await table.becomes(note, lambda m: "has accepted" in m["content"])
    assert labels(accepted) == [STANDINGS]
    await table.becomes(there, lambda m: "3 players" in m["content"])
    offered = await table.driver.autocomplete(
        ADA, GAMES, "tournament result", {"pairing": ""}, focused="pairing"
    )
    chosen = {"pairing": offered[0]["value"], "result": "draw", "reason": "agreed"}
    assert (await table.command(ADA, "tournament result", **chosen)).text == says(
        "tournament-corrected"
    )
    await table.message(lambda m: "½–½" in m["content"] and "agreed" in m["content"])
    removed = await table.command(ADA, "tournament remove", member=BO, reason="asked to")
    assert removed.text == says("tournament-corrected")


async def invited(table: Table, *others: str) -> Json:
    """The invitation of Cy to a tournament of Ada, Bo and ``others``, in round 1."""
    there = await sign_up(table, ADA, BO, *others)
    await table.driver.click(ADA, there, START)
    await round_message(table, 1)
    await table.command(ADA, "tournament late", member=CY, points=0.5, reason="late train")
    return await table.message(lambda m: ENTER in labels(m))


async def test_an_invitation_loses_its_button_when_round_2_begins(table: Table) -> None:
    await create(table, place="living", rounds=3)
    await everybody(table)
    there = await invited(table, *MORE)
    await resign_all(table)
    await next_round(table, 2)
    over = await table.becomes(there, lambda m: "has not accepted in time" in m["content"])
    assert labels(over) == [STANDINGS]


async def test_an_invitation_loses_its_button_when_the_tournament_ends_in_round_1(
    table: Table,
) -> None:
    await create(table, place="living")
    there = await invited(table)
    await closed(table, ADA, await card(table), "end")
    over = await table.becomes(there, lambda m: "has not accepted in time" in m["content"])
    assert labels(over) == [STANDINGS]


async def test_the_terms_can_change_while_people_sign_up_who_are_told_once(table: Table) -> None:
    await create(table, place="living", time="1h", komi="2")
    there = await sign_up(table, ADA, BO)
    refused = await table.command(CY, "tournament change", time="2h")
    assert refused.text == says("tournament-not-organiser", role="none")
    same = await table.command(ADA, "tournament change", time="1h", rounds=2)
    assert same.text == says("tournament-nothing-new")
    few = await table.command(ADA, "tournament change", players=2, hours=3)
    assert few.text == says("tournament-changed-answer", places="").strip()
    until = await table.message(lambda m: "Sign-up ends" in m["content"] and "→" in m["content"])
    await table.all_posted()
    assert await mentioned(until) == {ADA, BO}
    changes = {"time": "2h", "rounds": 3, "name": "Saturday *club*", "agreed": "unrated"}
    await table.command(ADA, "tournament change", **changes)
    said = await table.message(lambda m: "Saturday" in m["content"] and "~~" in m["content"])
    assert r"~~🏆 **Friday club**~~ → 🏆 **Saturday \*club\***" in said["content"]
    assert "~~Swiss, 2 rounds · Keil~~ → Swiss, 3 rounds · Keil" in said["content"]
    assert "komi 2" in said["content"].lower(), "what was not changed stays"
    assert f"- {says('challenge-allows-unrated')}" in said["content"], "new, so nothing before it"
    card_now = await table.becomes(there, lambda m: "Saturday" in m["content"])
    assert "3 rounds" in card_now["content"]
    left = await table.driver.click(BO, said, LEAVE)
    assert left.text == says("tournament-left", name=r"Saturday \*club\*")
    await table.becomes(there, lambda m: "One player" in m["content"])


async def test_another_game_comes_with_its_usual_terms(table: Table) -> None:
    await create(table, place="living", time="1h")
    there = await sign_up(table, ADA)
    assert (await table.command(ADA, "tournament change", game="chess")).text == says(
        "tournament-no-such-game"
    )
    await table.command(ADA, "tournament change", game="Ki")
    shown = await table.becomes(there, lambda m: "· Ki" in m["content"])
    assert "1 hour" in shown["content"], "the clock stays"


async def test_what_cannot_be_is_one_sentence(table: Table) -> None:
    refused = await create(table, BO)
    assert refused.text == says("tournament-not-organiser", role="none")
    assert (await create(table, game="chess")).text == says("tournament-no-such-game")
    assert (await create(table, agreed="nonsense")).text == says("tournament-no-agreed")
    nothing = await table.command(BO, "tournament standings")
    assert nothing.text == says("tournament-none-here")
    await create(table)
    there = await card(table)
    assert (await table.driver.click(ADA, there, START)).text == says("tournament-too-few")
    assert (await table.driver.click(CY, there, LEAVE)).text == says("tournament-not-in")


async def test_a_cancelled_tournament_says_so_once(table: Table) -> None:
    await create(table)
    there = await sign_up(table, ADA)
    done = await closed(table, ADA, there, "cancel")
    assert done.text == says("tournament-cancelled-answer", name=CLUB, state="signup")
    await table.without_buttons(there)
    await table.message(lambda m: "does not take place" in m["content"] and m["id"] != there["id"])


async def test_the_end_names_the_organiser_who_has_cancelled_it(table: Table) -> None:
    """Not whoever has made the tournament."""
    guild = (await table.driver.overview())["guilds"][0]["id"]
    role = await table.driver.create_role(guild, "Club", [BO])
    chosen = int(role["id"])
    await table.service.servers.change(int(guild), lambda old: ORGANISERS.chosen(old, chosen))
    await create(table)
    there = await sign_up(table, CY)
    await closed(table, BO, there, "cancel")
    end = await table.message(lambda m: "has cancelled it" in m["content"])
    assert f"{await table.mention(BO)} has cancelled it" in end["content"]


async def test_a_role_can_organise_too(table: Table) -> None:
    guild = (await table.driver.overview())["guilds"][0]["id"]
    role = await table.driver.create_role(guild, "Club", [BO])
    chosen = int(role["id"])
    await table.service.servers.change(int(guild), lambda old: ORGANISERS.chosen(old, chosen))
    assert (await create(table, CY)).text == says("tournament-not-organiser", role=str(chosen))
    assert (await create(table, BO)).text.startswith("Your tournament is on its way")
    panel = await table.command(ADA, "config settings")
    assert says("config-organisers", role=str(chosen)) in panel.text


async def test_every_pairing_of_a_round_can_be_asked_about(table: Table) -> None:
    await everybody(table)
    await create(table, place="living")
    there = await sign_up(table, *SIX)
    await table.driver.click(ADA, there, START)
    first = await round_message(table, 1)
    answer = await table.driver.click(ADA, first, WHY)
    assert "seed" in answer.text
    assert answer.message is not None
    (row,) = answer.message["components"]
    (select,) = row["components"]
    assert len(select["options"]) == 3
    for option in select["options"]:
        other = await table.driver.select(
            ADA, answer.message, select["custom_id"], [option["value"]]
        )
        assert other.text.count("<@") >= 2


async def test_the_crosstable_is_a_file_that_no_program_takes_for_formulas(table: Table) -> None:
    await create(table, place="living", system="roundrobin")
    there = await sign_up(table, ADA, BO)
    await table.driver.click(ADA, there, START)
    await round_message(table, 1)
    guild = int((await table.driver.overview())["guilds"][0]["id"])
    (stored,) = await table.store.read(lambda tx: queries_of(tx).of_server(guild, 5))
    tournaments = Tournaments(table.service, Rounds(table.service))
    view = await tournaments.view(stored.id)
    names = {player.id: "=1+1" for player in view.whole.players}
    rows = [*csv.reader(StringIO(standing_texts.table_file(view, names)))]
    assert rows[0] == ["#", "Player", "Seed", "Round 1", "Points", "Direct", "S-B", "Wins"]
    assert [row[1] for row in rows[1:]] == ["'=1+1", "'=1+1"]
    assert {row[3] for row in rows[1:]} == {"2.w", "1.b"}


async def test_a_game_without_komi_says_so(table: Table) -> None:
    refused = await create(table, game="ki", komi="3")
    assert refused.text == says("tournament-no-komi", game="Ki")


async def test_a_game_for_three_is_refused(trio: Table) -> None:
    refused = await trio.command(
        ADA, "tournament create", name=CLUB, system="swiss", game=next(iter(TOYS))
    )
    game = next(iter(TOYS.values()))
    assert refused.text == says("tournament-not-for-two", game=game.name)


async def test_nobody_reaches_a_tournament_in_a_channel_that_they_may_not_see(
    table: Table,
) -> None:
    await create(table, place="living")
    await sign_up(table, ADA, BO)
    await table.driver.permit(GAMES, who=CY, deny=["view_channel"])
    there = "#general"
    shown = await table.driver.slash(CY, there, "tournament standings", {"tournament": "1"})
    assert shown.text == says("tournament-unknown")
    offered = await table.driver.autocomplete(
        CY, there, "tournament standings", {"tournament": ""}, focused="tournament"
    )
    assert offered == []
    number = await channel_id(table, there)
    for name in (
        "tjoin",
        "tleave",
        "tleft",
        "tback",
        "tstand",
        "twhy",
        "twhyof",
        "tmanage",
        "tenter",
    ):
        answer = await press(table, CY, str(number), Control(name, 1, 1, "1"))
        assert answer.text == says("tournament-unknown"), name


async def test_a_forged_control_starts_and_cancels_nothing(table: Table) -> None:
    await create(table, place="living")
    there = await sign_up(table, ADA, BO)
    for name in ("tstart", "tmanage", "tcancel", "tcancelled"):
        answer = await press(table, CY, there["channel_id"], Control(name, 1))
        assert answer.text == says("tournament-not-organiser", role="none"), name


async def test_a_message_whose_sending_is_in_doubt_is_there_once(soon: Table) -> None:
    """The card, a round, a correction, a player who did not come, and the end."""
    table = soon

    async def lost(matching: Callable[[Json], bool]) -> None:
        await table.all_posted()
        await table.message(matching)
        found = [m for m in await table.public() if matching(m)]
        assert len(found) == 1

    await table.driver.drop_next(SEND, applied=True)
    await create(table, place="living", time="1h")
    await lost(lambda m: MANAGE in labels(m))
    there = await sign_up(table, ADA, BO)
    await table.driver.drop_next(SEND, applied=True)
    added = {"member": CY, "points": 0.0, "reason": "late train"}
    await table.driver.click(ADA, there, START)
    await lost(lambda m: WHY in labels(m))
    await table.driver.drop_next(SEND, applied=True)
    await table.command(ADA, "tournament late", **added)
    await lost(lambda m: "late train" in m["content"])
    await table.time_passes(timedelta(hours=2))
    await lost(lambda m: "made no move" in m["content"])
    await lost(lambda m: "has won **" in m["content"])


async def test_a_game_can_be_typed_and_its_games_can_be_unrated(table: Table) -> None:
    typed = await create(table, game="Ki", size=5, name="Typed", agreed="unrated")
    assert typed.text == says("tournament-created", places="").strip()
    named = await table.message(lambda m: "Typed" in m["content"])
    assert says("challenge-allows-unrated") in named["content"]
    assert says("tournament-first-move") in named["content"]
