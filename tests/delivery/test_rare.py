"""Rules that few random schedules need, each in the run that needs it."""

from collections.abc import Callable

import pytest

from tests.delivery import checks
from tests.delivery.channels import Violation
from tests.delivery.processes import Task
from tests.delivery.rules import MEMORY, without
from tests.delivery.world import World


def test_a_pause_outlives_the_board_that_was_refused() -> None:
    """Otherwise each turn folds the pause away and asks again."""
    _needs("pause", _refused_boards)


def test_an_answer_counts_only_while_the_attempt_is_its_own() -> None:
    """Otherwise the first message counts, which is deleted, and the second keeps its buttons."""
    _needs("own", _answer_read_late)


def test_an_attempt_is_released_only_by_itself() -> None:
    """Otherwise the board is coalesced, and appears after the next one has announced its turn."""
    _needs("token", _request_dropped_late)


def test_a_deleted_card_is_never_wanted_again() -> None:
    """Otherwise it looks in doubt as the match leaves it, and comes again."""
    _needs("deleted", _deleted_card)


def test_what_was_in_doubt_in_a_channel_that_is_gone_is_announced_again() -> None:
    """Otherwise the living board believes that its turns are announced."""
    _needs("unannounced", _board_lost_with_its_thread)


def _needs(rule: str, run: Callable[[], None]) -> None:
    run()
    with without(rule), pytest.raises(Violation):
        run()


def _refused_boards() -> None:
    world = _world()
    world.discord.channels[1].permitted = False
    for _ in range(20):
        world.store.turn(1, end=False, talked=False)
        _work(world)
        world.now += 1


def _answer_read_late() -> None:
    world = _world()
    sending = _begin(world)
    _carry_out(world, sending, "done")
    (message,) = world.discord.messages.values()
    message.deleted = "others"
    _take_over(world, "lost")
    world.frozen[0] = 0
    world.step(sending)
    _finish(world)


def _request_dropped_late() -> None:
    world = _world()
    sending = _begin(world)
    _take_over(world, "late")
    world.frozen[0] = 0
    world.step(sending)  # finds that it has waited for too long
    world.step(sending)
    _finish(world)


def _deleted_card() -> None:
    world = _world("thread")
    card = _begin(world)
    _carry_out(world, card, "lost")
    (message,) = world.discord.messages.values()
    message.deleted = "others"
    world.frozen[0] = 0
    _work(world)  # rests
    world.now += 2
    _carry_out(world, _until_sent(world, "card"), "done")  # Discord still knows its nonce
    world.calm = True  # the process keeps its lease
    world.pass_time(MEMORY)
    world.settle()


def _board_lost_with_its_thread() -> None:
    world = _world("thread")
    world.work()
    board = _until_sent(world, "board")
    _carry_out(world, board, "not")
    thread = world.store.match(1).channel
    world.discord.channels[thread].archived = world.discord.limit = True
    _work(world)
    world.now += 2
    _work(world)  # is refused, so the match leaves the thread
    assert world.store.match(1).place == "living"
    world.discord.channels[thread].gone = True
    world.settle()
    checks.check(world.store, world.discord, [])


def _world(place: str = "boards") -> World:
    """One match that has just begun; in a thread it has a card."""
    for seed in range(1, 1000):
        world = World(seed)
        matches = world.store.matches()
        if (
            len(matches) == 1
            and matches[0].place == place
            and (matches[0].card is None) != (place == "thread")
        ):
            world.budget = 0  # no request fails by chance
            world.calm = False
            world.store.begin_match(1)
            return world
    raise AssertionError("no seed begins like this")


def _begin(world: World) -> Task:
    """Process 0 has begun its first send, and freezes."""
    world.work()
    sending = next(task for task in world.tasks if task.name == "send")
    world.step(sending)
    world.frozen[0] = world.now + 10 * MEMORY
    return sending


def _until_sent(world: World, kind: str) -> Task:
    """The lane that is about to send a message of this kind."""
    for _ in range(100):
        for task in world.tasks:
            if task.request and (task.request.what, task.request.row.kind) == ("send", kind):
                return task
        if not world.tasks:
            world.work()
        world.step(world.tasks[0])
    raise AssertionError(f"no {kind} is sent")


def _take_over(world: World, fate: str) -> None:
    """Process 1 looks for the board in vain and sends it again, without an answer."""
    world.pass_time(MEMORY + 1)
    world.work()
    sending = next(task for task in world.tasks if (task.process, task.name) == (1, "send"))
    world.step(sending)
    world.step(sending)
    world.step(sending)
    _carry_out(world, sending, fate)
    world.step(sending)


def _carry_out(world: World, task: Task, fate: str) -> None:
    assert task.request is not None
    assert task.request.what == "send"
    world.carry_out(task, task.request, fate)


def _finish(world: World) -> None:
    """Another turn; then everything comes to rest."""
    world.store.turn(1, end=False, talked=False)
    world.settle()
    checks.check(world.store, world.discord, [])


def _work(world: World) -> None:
    """Let the lanes of process 0 run until they end."""
    world.work()
    while world.tasks:
        world.step(world.tasks[0])
