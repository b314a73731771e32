"""A challenge by command that is refused is given back as a form, with everything kept."""

from dataclasses import replace

import pytest

from bot.chat.answers import responses
from bot.chat.base.custom_id import Control
from bot.chat.common.refused_challenge import Given, again
from bot.chat.controls.components import buttons_of
from bot.playground.driver import Answer
from bot.service.terms import Terms
from bot.storage.rows import ESTIMATES
from engine.game import OptionError, OptionProblem
from engine.games import all_games
from tests.bot.says import says
from tests.bot.table import ADA, BO, CY, GAMES, PRESS, Json, Process, Table, labels
from tests.bot.table import BUTTON as COMPONENT

TRY_AGAIN = says("button-try-again")


def shown(modal: Answer) -> Json:
    """What stands in the fields of a form."""
    assert modal.modal is not None, modal
    fields = [label["component"] for label in modal.modal["components"]]
    return {
        field["custom_id"]: next(
            (o["value"] for o in field.get("options", ()) if o.get("default")),
            field.get("value", ""),
        )
        for field in fields
    }


async def test_a_form_that_comes_too_late_can_be_asked_for_again(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    refused = await table.command(ADA, "challenge keil", opponent=BO, size=4, time="soon")
    with monkeypatch.context() as slow:
        slow.setattr(table.driver, "patient", False)
        slow.setattr(responses, "ACKNOWLEDGE_AFTER", 0.0)
        late = await table.driver.click(ADA, refused.message or {}, TRY_AGAIN)
        told = await table.driver.receipt(late)
    assert "nothing was done. Press again" in told["content"]
    form = await table.driver.click(ADA, refused.message or {}, TRY_AGAIN)
    assert shown(form)["time"] == "soon"


async def test_a_wrong_option_opens_the_form_with_the_others(process: Process) -> None:
    async with process() as table:
        given = {"size": 4, "komi": 6.5, "button": False, "time": "soon"}
        refused = await table.command(ADA, "challenge keil", opponent=BO, **given)
        assert refused.text.startswith("I cannot read that time")
        assert labels(refused.message or {}) == [TRY_AGAIN]
        assert not await table.public()
    async with process() as table:
        form = await table.driver.click(ADA, refused.message or {}, TRY_AGAIN)
        assert shown(form) == {
            "size": "4", "komi": "6.5", "button": "no", "handicap": "even", "time": "soon",
        }  # fmt: skip
        wrong = await table.driver.submit_modal(ADA, form, {"time": "later"})
        form = await table.driver.click(ADA, wrong.message or {}, TRY_AGAIN)
        assert (shown(form)["time"], shown(form)["komi"]) == ("later", "6.5")
        sent = await table.driver.submit_modal(ADA, form, {"time": "2d"})
        assert "on its way" in sent.text
        card = await table.message(lambda m: "challenges" in m["content"])
        assert await table.mention(BO) in card["content"]
        await table.driver.click(BO, card, "Accept")
        await table.board(0)
        live = await table.service.matches.live(1)
        assert (live.match.options["size"], live.match.options["komi"]) == (4, 6.5)


async def test_without_an_opponent_the_seat_stays_open(table: Table) -> None:
    refused = await table.command(ADA, "challenge keil", size=3, komi=30.0)
    assert refused.text.startswith("Komi must be")
    form = await table.driver.click(ADA, refused.message or {}, TRY_AGAIN)
    await table.driver.submit_modal(ADA, form, {"komi": "3"})
    card = await table.message(lambda m: "challenges" in m["content"])
    await table.driver.click(CY, card, "Accept")
    await table.board(0)
    assert set(await table.players()) == {ADA, CY}


async def test_all_opponents_and_open_seats_are_kept(table: Table) -> None:
    refused = await table.command(
        ADA, "challenge kee", opponent=BO, opponent_2=CY, players=4, width=5, time="never"
    )
    form = await table.driver.click(ADA, refused.message or {}, TRY_AGAIN)
    assert shown(form)["width"] == "5"
    await table.driver.submit_modal(ADA, form, {"time": "1d"})
    card = await table.message(lambda m: "challenges" in m["content"])
    for who in (BO, CY):
        assert await table.mention(who) in card["content"]
    asked = await table.service.challenges.stored(1)
    assert asked is not None
    assert len(asked.invitations) == 3


async def test_the_place_is_kept(process: Process) -> None:
    async with process() as table:
        await table.driver.permit(GAMES, allow=["create_public_threads"])
        refused = await table.command(
            ADA, "challenge keil", opponent=BO, place="thread", time="soon"
        )
        (again,) = (b for row in (refused.message or {})["components"] for b in row["components"])
        assert again["custom_id"].startswith("k1:amend:0:0:keil.2t.")
    async with process() as table:
        form = await table.driver.click(ADA, refused.message or {}, TRY_AGAIN)
        wrong = await table.driver.submit_modal(ADA, form, {"time": "later"})
        form = await table.driver.click(ADA, wrong.message or {}, TRY_AGAIN)
        await table.driver.submit_modal(ADA, form, {"time": "2d"})
        await table.message(lambda m: "challenges" in m["content"])
        asked = await table.service.challenges.stored(1)
        assert asked is not None
        assert asked.place == "thread"


@pytest.mark.parametrize("pictures", ["change", "turn"])
@pytest.mark.parametrize("estimates", [True, False])
async def test_the_choice_of_pictures_is_kept(
    table: Table, pictures: str, *, estimates: bool
) -> None:
    given = {"pictures": pictures, "estimates": estimates}
    refused = await table.command(ADA, "challenge keil", opponent=BO, time="soon", **given)
    form = await table.driver.click(ADA, refused.message or {}, TRY_AGAIN)
    await table.driver.submit_modal(ADA, form, {"time": "2d"})
    asked = await table.service.challenges.stored(1)
    assert asked is not None
    allowed = {ESTIMATES} if estimates else set[str]()
    assert (asked.place, asked.pictures, asked.allowed) == ("boards", pictures, allowed)


@pytest.mark.parametrize(
    ("text", "allowed"),
    [
        ("keil.2+", {"estimates"}),
        ("keil.2t+a+eT", {"estimates", "analysis"}),
        ("keil.2+z", set[str]()),
    ],
)
def test_what_was_to_be_allowed_is_written_with_initials(text: str, allowed: set[str]) -> None:
    """A plus alone is from a version in which there were only estimates."""
    names = ["estimates", "analysis"]
    given = Given.read(text, names)
    assert given is not None
    assert given.choices.allowed == allowed
    assert Given.read(given.write(), names) == given


@pytest.mark.parametrize(("people", "shown"), [(6, ""), (6, "t+aC"), (6, "t+a+eC"), (7, "")])
def test_everybody_is_kept_in_full_or_there_is_no_button(people: int, shown: str) -> None:
    """A number that is cut off names somebody else."""
    kee, everybody = all_games()["kee"], range(10**18, 10**18 + people)
    given = Given.read(f"kee.8{shown}", ["estimates", "analysis"])
    assert given is not None
    given = replace(given, people=tuple(everybody))
    answer = again(OptionError("komi", OptionProblem.NULL), given, Terms.usual(kee), {})
    buttons = buttons_of(answer.view)
    assert bool(buttons) is (people == 6 and not shown)
    for button in buttons:
        assert button.custom_id is not None
        opens = Control.read(button.custom_id)
        assert opens is not None
        text, _ = opens.fields()
        kept, _ = replace(opens, name="amended", text=text).with_fields({"size": "5"}).fields()
        assert Given.read(kept, ["estimates", "analysis"]) == given


async def test_forged_controls_are_refused(table: Table) -> None:
    card = await table.challenge(ADA, BO)
    for text in ("chess.2", "keil", "keil.9", "keil.x", "keil.1", "keil.2.1.2.3", "keil.2.é"):
        data = {"custom_id": f"k1:amend:0:0:{text}", "component_type": COMPONENT}
        told = await table.driver.forge(ADA, table.channel, PRESS, data, card)
        assert told.text == says("refusal-no-such-control"), text
