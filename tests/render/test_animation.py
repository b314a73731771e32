"""A game as an animation: what it shows, for how long, and what that costs."""

import gc
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import pairwise

import pytest
from PIL import Image, ImageChops

from bot.messages import lessons
from engine.board import hexhex, rectangle
from engine.games import kee, keil, ki
from engine.position import Declare, Position
from render import tiles
from render.animation import BEGINNING, END, FASTEST, LONGEST, SMALLEST, Animation, animate
from render.options import DEFAULT_OPTIONS, Coordinates, Overlay, RenderOptions
from render.theme import THEMES, WOOD
from tests.render.film import alike, board_picture, pictures, played, stored
from tests.render.looking import Seen, distance, some_of
from tests.render.still import Still, parts_of, related

SMALL = RenderOptions(240)


def keil_line(size: int, plies: int, seed: int) -> list[Position]:
    options = keil.GAME.settle({"size": size, "komi": 0.0, "button": False})
    return played(keil.GAME.start(options, 2), plies, seed)


def ki_line(plies: int, seed: int) -> list[Position]:
    return played(ki.GAME.start(ki.GAME.settle({}), 2), plies, seed)


def kee_line(size: int, seats: int, plies: int, seed: int) -> list[Position]:
    options = kee.GAME.settle({"width": size, "height": size}, seats)
    return played(kee.GAME.start(options, seats), plies, seed)


LINES = {
    "keil": keil_line(4, 60, 1),
    "ki": ki_line(50, 5),
    "kee": kee_line(6, 2, 80, 4),
    "kee-six": kee_line(5, 6, 60, 2),
}


def stills(count: int, width: int = 9) -> list[Still]:
    """A row of stones that grows, begins anew and so on."""
    board = rectangle(width, 2)
    return [
        Still(
            board,
            {p: ply // len(board) % 2 for p in range(ply % len(board))},
            last=(ply % len(board) or len(board)) - 1,
            ply=ply,
        )
        for ply in range(count)
    ]


def check_shows(animation: Animation, frames: Sequence[Position], options: RenderOptions) -> None:
    """Each position is seen as on its board picture, in their order, with flashes in between."""
    seen = [picture for picture, _ in pictures(animation.data)]
    expected = [board_picture(position, replace(options, territory=False)) for position in frames]
    if options.territory:
        expected.append(board_picture(frames[-1], options))
    at = 0
    for number, picture in enumerate(expected):
        if number and alike(picture, expected[number - 1]):
            continue  # held
        captured = 0 < number < len(frames) and frames[number].captured
        if captured:
            assert not alike(seen[at], picture) and not alike(seen[at], expected[number - 1])
            at += 1
        assert alike(seen[at], picture), f"ply {number}"
        at += 1
    assert at == len(seen)


@pytest.mark.parametrize("line", LINES)
def test_each_frame_is_the_board_picture_of_its_ply(line: str):
    frames = LINES[line]
    animation = animate(frames, SMALL)
    check_shows(animation, frames, SMALL)
    assert animation.plies == tuple(range(len(frames)))
    assert (animation.width, animation.every) == (240, 1)


def test_the_lines_have_captures():
    for line, least in (("keil", 3), ("ki", 1), ("kee", 3), ("kee-six", 2)):
        assert sum(bool(position.captured) for position in LINES[line]) >= least, line


@some_of(12, fast=3)
def test_any_part_of_any_game_in_any_view_is_shown(seed: int):
    line = (
        keil_line(3 + seed % 3, 40, seed),
        ki_line(40, seed),
        kee_line(4 + seed % 3, 2 + seed % 4, 50, seed),
    )[seed % 3]
    part = line[seed : seed + 15 + seed]
    options = RenderOptions(
        150 + 20 * seed,
        list(THEMES.values())[seed % len(THEMES)],
        territory=seed % 4 == 0,
        turn=seed,
        mirror=seed % 2 == 0,
        coordinates=list(Coordinates)[seed % 3],
    )
    animation = animate(part, options)
    check_shows(animation, part, options)
    assert animation.plies == tuple(position.ply for position in part)


@pytest.mark.parametrize("theme", THEMES)
def test_every_theme_keeps_its_colours(theme: str):
    options = RenderOptions(200, THEMES[theme])
    for line in ("keil", "kee-six"):
        check_shows(animate(LINES[line][:40], options), LINES[line][:40], options)


@pytest.mark.parametrize("shape", ((2, 25), (25, 2), (1, 2), (25, 25)))
def test_boards_of_every_shape_are_shown(shape: tuple[int, int]):
    board = rectangle(*shape)
    frames = [Still(board, dict.fromkeys(range(n), 1), last=n - 1, ply=n) for n in range(1, 3)]
    frames.append(Still(board, {0: 0}, removed={1: 1}, last=0, ply=3))
    check_shows(animate(frames, SMALL), frames, SMALL)


@pytest.mark.parametrize("overlay", (Overlay.GROUPS, Overlay.LIBERTIES, Overlay.TERRITORY))
def test_an_overlay_that_was_asked_for_is_on_every_frame(overlay: Overlay):
    options = RenderOptions(200, overlay=overlay)
    check_shows(animate(LINES["kee"][30:50], options), LINES["kee"][30:50], options)


# --- captures ---


def captured(related_stones: bool) -> tuple[Still, Still]:
    """Two linked white stones and a single one, and the position in which they were taken."""
    board = hexhex(4) if related_stones else rectangle(7, 5)
    white = {16: 1, 17: 1, 20: 1}
    before = {0: 0} | white
    one, other = (related(board, s) if related_stones else None for s in (before, {0: 0, 30: 0}))
    return (
        Still(board, before, one, last=0),
        Still(board, {0: 0, 30: 0}, other, removed=white, last=30, ply=1),
    )


class Frame(Seen):
    """A frame of an animation, looked at like a board picture."""

    def __init__(
        self, position: Position, options: RenderOptions, animation: Animation, number: int
    ) -> None:
        super().__init__(position, options)
        self.image = pictures(animation.data)[number][0]


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("linked", (True, False), ids=("links", "no links"))
def test_captured_stones_flash_within_red_beside_the_stone_that_took_them(linked: bool, theme: str):
    before, after = captured(linked)
    options = RenderOptions(600, THEMES[theme])
    animation = animate((before, after), options)
    first, flash, last = (Frame(after, options, animation, number) for number in range(3))
    look, radius = options.theme, options.theme.radius if linked else options.theme.plain_radius
    reach = radius + (look.halo if linked else look.narrow_halo[0]) / 2
    for point in after.captured:
        for right, down in ((0, -1), (0, 1)):
            assert flash.near(point, right * reach, down * reach) == look.mark
            assert first.near(point, right * reach, down * reach) != look.mark
            assert last.near(point, right * reach, down * reach) != look.mark
        inside = flash.near(point, 0, 0.8 * radius)
        assert inside == first.near(point, 0, 0.8 * radius) == look.stones[1].body
        assert inside != last.near(point, 0, 0.8 * radius)
    assert flash.near(30, 0, 0.86 * radius) == look.stones[0].body
    edge = (16, 17)
    assert (flash.on_edge(edge, 0.5) == look.stones[1].body) == linked


def test_a_flash_changes_nothing_but_the_captured_stones():
    before, after = captured(True)
    animation = animate((before, after), RenderOptions(600))
    _, flash, last = (picture for picture, _ in pictures(animation.data))
    apart = ImageChops.difference(flash, last)
    seen = Seen(after, RenderOptions(600))
    for point in after.captured:
        x, y = seen.layout.pixel(after.board.centres[point])
        reach = round(0.55 * seen.layout.unit)
        apart.paste((0, 0, 0, 0), (x - reach, y - reach, x + reach, y + reach))
    assert apart.getbbox(alpha_only=False) is None


def test_a_stone_that_takes_itself_off_is_seen_too():
    lesson = lessons.of(kee.GAME)[0]
    line: list[Position] = [kee.GAME.start(kee.GAME.settle(lesson.options), 2)]
    for text in lesson.moves.split(", "):
        line.append(line[-1].play(line[-1].read(text)))
    before, position = line[-2:]
    placed = position.board.index["b1"]
    assert placed in position.captured and placed not in before.stones
    options = RenderOptions(500)
    animation = animate((before, position), options)
    flash = Frame(position, options, animation, 1)
    reach = WOOD.plain_radius + WOOD.narrow_halo[0] / 2
    assert distance(flash.near(placed, 0.28, 0.1), WOOD.stones[1].body) < 16
    assert flash.near(placed, sum(WOOD.ring) / 2 * WOOD.plain_radius) == WOOD.mark
    assert flash.near(next(p for p in position.captured if p != placed), 0, reach) == WOOD.mark


def test_a_stone_on_a_point_that_the_same_move_emptied_does_not_flash():
    board = rectangle(3, 3)
    before = Still(board, {4: 1, 0: 0}, last=0)
    after = Still(board, {4: 0, 0: 0}, removed={4: 1}, last=4, ply=1)
    seen = pictures(animate((before, after), SMALL).data)
    assert len(seen) == 2


# --- time ---


@pytest.mark.parametrize("count", (2, 10, 60, 150, 600))
def test_a_position_takes_a_second_and_all_of_them_about_a_minute(count: int):
    frames = stills(count)
    shown = stored(animate(frames, RenderOptions(100)).data).blocks
    assert len(shown) == count
    usual = {block.milliseconds for block in shown[1:-1]}
    assert usual <= {min(1000, LONGEST // count // 10 * 10)}
    assert shown[0].milliseconds == BEGINNING
    assert shown[-1].milliseconds == END + min(1000, LONGEST // count // 10 * 10)
    assert sum(block.milliseconds for block in shown) <= BEGINNING + LONGEST + END


def test_the_length_of_a_round_is_told():
    for line in LINES.values():
        animation = animate(line, SMALL)
        assert animation.milliseconds == sum(b.milliseconds for b in stored(animation.data).blocks)


@pytest.mark.parametrize(("count", "flash"), ((2, 300), (150, 200), (500, 100), (1000, 100)))
def test_a_flash_is_short_but_can_be_seen(count: int, flash: int):
    before, after = captured(False)
    frames = [*[before] * (count - 1), after]
    _, shown, _ = stored(animate(frames, RenderOptions(100)).data).blocks
    assert shown.milliseconds == flash


def test_a_move_that_changes_nothing_on_the_board_holds_the_picture():
    placed = next(position for position in LINES["keil"][20:] if position.last is not None)
    passed = placed.play(Declare("pass"))
    line = [placed, passed, passed.play(Declare("pass"))]
    seen = pictures(animate(line, SMALL).data)
    assert [lasting for _, lasting in seen] == [1000, 2000 + END]  # the ring goes, nothing else


def test_it_begins_again_for_ever():
    assert stored(animate(LINES["ki"], SMALL).data).loop == 0


def test_one_position_is_a_picture():
    animation = animate(LINES["ki"][7:8], SMALL)
    check_shows(animation, LINES["ki"][7:8], SMALL)
    assert animation.plies == (7,) and len(stored(animation.data).blocks) == 1


def test_no_position_is_no_animation():
    with pytest.raises(ValueError, match="at least one"):
        animate(())


def test_a_game_that_is_over_ends_with_its_territory():
    board = rectangle(5, 5)
    line = [
        Still(board, {12: 0}, last=12, ply=1),
        Still(board, {12: 0, 13: 1}, last=13, parts=parts_of(board, {0: 0, 24: 1, 3: None}), ply=2),
    ]
    options = replace(SMALL, territory=True)
    animation = animate(line, options)
    check_shows(animation, line, options)
    assert [lasting for _, lasting in pictures(animation.data)] == [1000, 1000, END]
    assert animation.plies == (1, 2)


# --- how it is stored ---


@pytest.mark.parametrize("line", LINES)
def test_all_frames_share_one_table_of_colours_and_stay_under_the_next(line: str):
    file = stored(animate(LINES[line], SMALL).data)
    assert file.colours == 256
    assert not any(block.own_colours for block in file.blocks)
    assert {block.disposal for block in file.blocks} == {1}
    clear = len(WOOD.palette) - len(WOOD.alphas)
    assert {block.transparent for block in file.blocks} == {clear}


def test_only_the_box_around_what_changed_is_stored():
    animation = animate(LINES["keil"], RenderOptions(500))
    file, seen = stored(animation.data), [picture for picture, _ in pictures(animation.data)]
    assert file.blocks[0].box == (0, 0, *file.size)
    for block, (one, other) in zip(file.blocks[1:], pairwise(seen), strict=True):
        assert block.box == ImageChops.difference(one, other).getbbox(alpha_only=False)
    assert file.area < 0.25 * len(file.blocks)


def test_a_frame_takes_a_small_part_of_the_first_ones_bytes():
    """Within its box a frame is see-through where nothing changed."""
    blocks = stored(animate(keil_line(7, 100, 7), DEFAULT_OPTIONS).data).blocks
    mean = sum(block.bytes for block in blocks[1:]) / len(blocks[1:])
    assert 15 * mean < blocks[0].bytes


@pytest.mark.slow
def test_the_same_positions_give_the_same_bytes_in_any_number_of_threads():
    tiles._others.clear()

    def data(line: str) -> bytes:
        return animate(LINES[line], SMALL).data

    with ThreadPoolExecutor(4) as threads:
        found = list(threads.map(data, [*LINES] * 2))
    tiles._others.clear()
    assert found == [data(line) for line in LINES] * 2


@pytest.mark.slow
def test_pictures_are_not_kept():
    """However long the game is, only a few pictures as large as the board are in memory."""
    frames, options, most = keil_line(4, 40, 3), RenderOptions(233), 0
    counted = 0.0

    def count(done: float) -> None:
        nonlocal counted, most
        if done < counted + 0.05:  # everything in memory is looked at, which takes a while
            return
        counted = done
        kept = [each for each in gc.get_objects() if isinstance(each, Image.Image)]
        most = max(most, sum(each.width == 233 for each in kept))

    animate(frames, options, progress=count)
    assert 0 < most <= 8


# --- limits ---


@pytest.mark.slow
def test_what_would_be_too_large_is_drawn_smaller():
    frames = keil_line(5, 60, 2)
    large = animate(frames, DEFAULT_OPTIONS)
    smaller = animate(frames, DEFAULT_OPTIONS, limit=len(large.data) // 2)
    assert len(smaller.data) <= len(large.data) // 2
    assert SMALLEST <= smaller.width < large.width
    assert (smaller.plies, smaller.every) == (large.plies, 1)
    check_shows(smaller, frames, RenderOptions(smaller.width))


def test_then_fewer_positions_are_shown_from_the_first_to_the_last():
    frames = keil_line(5, 60, 2)
    limit = len(animate(frames, RenderOptions(SMALLEST)).data) // 2
    thin = animate(frames, DEFAULT_OPTIONS, limit=limit)
    assert len(thin.data) <= limit
    assert thin.width == SMALLEST and thin.every > 1
    assert thin.plies == (*range(0, 60, thin.every), 60)
    shown = [board_picture(frames[ply], RenderOptions(SMALLEST)) for ply in thin.plies]
    seen = [picture for picture, _ in pictures(thin.data)]
    assert all(alike(*both) for both in zip(seen, shown, strict=True))


@pytest.mark.slow
@pytest.mark.parametrize("part", (1, 0.9, 0.7, 0.4, 0.2, 0.1, 0.05))
@pytest.mark.parametrize("line", LINES)
def test_no_limit_is_ever_exceeded(line: str, part: float):
    frames, options = LINES[line], RenderOptions(600)
    limit = round(part * len(animate(frames, options).data))
    try:
        found = animate(frames, options, limit=limit)
    except ValueError:
        two = animate((frames[0], frames[-1]), RenderOptions(SMALLEST))
        assert len(two.data) > limit
    else:
        assert len(found.data) <= limit
        assert (found.plies[0], found.plies[-1]) == (frames[0].ply, frames[-1].ply)


def test_a_small_view_is_not_made_larger():
    frames = LINES["keil"]
    found = animate(frames, SMALL, limit=len(animate(frames, SMALL).data) - 1)
    assert found.width == 240 and found.every == 2


def test_a_limit_below_two_pictures_is_refused():
    with pytest.raises(ValueError, match="1000 bytes"):
        animate(LINES["keil"], DEFAULT_OPTIONS, limit=1000)


@pytest.mark.slow
def test_that_it_becomes_too_large_is_known_before_it_is_drawn():
    """A few frames are tried first, so that not everything is drawn twice."""
    frames, told = keil_line(6, 120, 5), list[float]()
    large = animate(frames, DEFAULT_OPTIONS)
    for part in (0.8, 0.6, 0.5):
        told.clear()
        limit = round(part * len(large.data))
        found = animate(frames, DEFAULT_OPTIONS, limit=limit, progress=told.append)
        assert found.width < 1000 and found.every == 1
        assert len(found.data) > 0.7 * limit  # no smaller than it has to be
        assert len(told) == len(stored(found.data).blocks) + 1


def test_of_thousands_of_positions_some_are_shown_within_about_a_minute():
    frames = stills(3200, 2)
    found = animate(frames, RenderOptions(100))
    assert found.every == 3
    assert found.plies == (*range(0, 3199, 3), 3199)
    assert found.milliseconds <= BEGINNING + LONGEST + END
    assert {b.milliseconds for b in stored(found.data).blocks[1:-1]} == {LONGEST // 1068 // 10 * 10}
    assert LONGEST // 1068 >= FASTEST


def test_a_capture_between_two_shown_positions_does_not_flash():
    """What stood there before the move is not on the picture before."""
    before, after = captured(False)
    frames = [before if number % 4 else after for number in range(3200)]
    found = animate(frames, RenderOptions(100))
    assert found.every == 3 and len(stored(found.data).blocks) <= len(found.plies)


# --- progress ---


def test_progress_rises_from_nothing_to_all():
    for limit in (10_000_000, len(animate(LINES["keil"], RenderOptions(600)).data) * 3 // 4):
        told: list[float] = []
        animate(LINES["keil"], RenderOptions(600), limit=limit, progress=told.append)
        assert told == sorted(told)
        assert told[0] == 0 and told[-1] == 1
        assert len(set(told)) > 30


class StoppedError(Exception):
    """What somebody raises who does not want the animation any more."""


def test_what_progress_raises_ends_the_work():
    told: list[float] = []

    def until_a_third(part: float) -> None:
        told.append(part)
        if part > 1 / 3:
            raise StoppedError

    with pytest.raises(StoppedError):
        animate(LINES["keil"], SMALL, progress=until_a_third)
    assert max(told) < 0.4
