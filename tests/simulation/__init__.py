"""A million games on the clock over ten years, compared with counting every minute.

People sleep, have weekends, go away and come back, and the program is down now and then, in real
time zones with their changes of the clocks. In every game nobody's deadline falls into a rest, and
all sums of the clocks are what counting gives: `minutes` says at which minutes somebody's clock
runs, `sums` counts them, and `games` plays. What counts knows nothing of `engine`.
"""
