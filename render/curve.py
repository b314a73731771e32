"""The course of a game as a curve: the lead after each move, or with many players the points."""

from collections.abc import Mapping, Sequence

from PIL import Image, ImageDraw

from render.chart import FILLED, LEFT, Chart, ticks
from render.paper import SCALE
from render.sprites import SpriteFactory
from render.theme import Theme

Score = Sequence[float]


def draw_curve(
    scores: Sequence[Score | None], marks: Mapping[int, int], theme: Theme, width: int
) -> bytes:
    """The curve as a PNG with a transparent ground.

    ``scores``: the expected points of each colour after each number of moves; None where there are
    no colours yet. With two colours, the curve is the lead of the first one. ``marks``: the colours
    of the moves to point out, by their numbers.
    """
    return _Curve(scores, marks, theme, width).draw()


def curve_points(
    scores: Sequence[Score | None], theme: Theme, width: int
) -> list[tuple[int, float, float]]:
    """The moves with known scores, each with its pixel on the (first) curve in that picture."""
    chart = _Curve(scores, {}, theme, width)
    line = sorted(chart.lines[0].items())
    pixels = [(ply, chart.at(ply, value)) for ply, value in line]
    return [(ply, x / SCALE, y / SCALE) for ply, (x, y) in pixels]


class _Curve(Chart):
    def __init__(
        self, scores: Sequence[Score | None], marks: Mapping[int, int], theme: Theme, width: int
    ) -> None:
        self.marks = marks
        known = {ply: score for ply, score in enumerate(scores) if score is not None}
        self.colours = max((len(score) for score in known.values()), default=2)
        self.many = self.colours > 2
        self.lines: list[dict[int, float]] = (
            [{ply: score[c] for ply, score in known.items()} for c in range(self.colours)]
            if self.many
            else [{ply: score[0] - score[1] for ply, score in known.items()}]
        )
        values = [value for line in self.lines for value in line.values()]
        low, high = min(0.0, *values, 0.0), max(0.0, *values, 0.0)
        room = max(2.0, 0.08 * (high - low))
        super().__init__(
            low - (0 if self.many else room), high + room, max(1, len(scores) - 1), theme, width
        )

    def draw(self) -> bytes:
        """The picture."""
        self.grid({ply: str(ply) for ply in ticks(0, self.last)})
        if not self.many:
            self._areas()
        for colour, line in enumerate(self.lines):
            self._line(line, colour)
        for ply, colour in self.marks.items():
            self._mark(ply, colour)
        self._stones()
        return self.png()

    def _areas(self) -> None:
        """Black's lead is filled above the middle, White's below it."""
        line = sorted(self.lines[0].items())
        if not line:
            return
        middle = self.at(0, 0)[1]
        shape = [(self.at(line[0][0], 0)), *(self.at(*point) for point in line)]
        shape.append(self.at(line[-1][0], 0))
        mask = Image.new("L", self.picture.size)
        ImageDraw.Draw(mask).polygon(shape, 255)
        for colour, strength, box in (
            (0, FILLED[0], (0, 0, self.width, round(middle))),
            (1, FILLED[1], (0, round(middle), self.width, self.height)),
        ):
            half = mask.crop(box).point([round(level * strength) for level in range(256)])
            self.picture.paste(self.theme.stones[colour].body, box, half)
        (x, y), (end, _) = self.at(0, 0), self.at(self.last, 0)
        self.pen.line((x, y, end, y), self.mixed(0.6), max(2, self.width // 500))

    def _line(self, line: Mapping[int, float], colour: int) -> None:
        points = [self.at(*point) for point in sorted(line.items())]
        if not points:
            return
        width = 0.0042 * self.width
        stone = self.theme.stones[colour]
        inks = [(stone.rim, 1.8 * width), (stone.body, width)] if self.many else []
        for ink, wide in inks or [(self.theme.panel_ink, width)]:
            self.pen.line(points, ink, round(wide), joint="curve")

    def _mark(self, ply: int, colour: int) -> None:
        """A red dot on the curve, with the number of the move on the side to which the curve goes.

        That is down, except where the second of two colours has lost points.
        """
        line = self.lines[colour if self.many else 0]
        if ply not in line:
            return
        x, y = self.at(ply, line[ply])
        radius = 0.0095 * self.width
        for ink, wider in ((self.theme.mark_outline, 0.3 * radius), (self.theme.mark, 0.0)):
            reach = radius + wider
            self.pen.ellipse((x - reach, y - reach, x + reach, y + reach), ink)
        above, room = not self.many and colour == 1, round(0.3 * radius)
        place = (x, y + (-1.8 if above else 1.8) * radius)
        self.text(place, str(ply), "md" if above else "ma", self.theme.panel_ink, room)

    def _stones(self) -> None:
        """Whose lead is above and below; with many players at the end of each line."""
        unit = round(0.032 * self.width)
        sprites = SpriteFactory(self.theme, unit, 0)
        for colour in range(self.colours):
            stone = self.theme.stone(colour, many=self.many)
            sprite = sprites.stone(stone, self.theme.plain_radius)
            if self.many:
                line = self.lines[colour]
                x, y = self.at(max(line), line[max(line)])
            else:
                x = LEFT * self.width * 0.33
                y = self.at(0, self.high if colour == 0 else self.low)[1]
            sprite.onto(self.picture, (round(x), round(y)))
