### Nights and days away.

command-time = Your time zone and your nights, for games whose clocks stop while you sleep
command-option-time-zone = A city in your time zone; leave it out to choose by what your clock says
command-option-time-night = When you sleep, such as 23:00-7:00
command-away = Go on vacation: in games of days your clock stops; or see how much you have left
command-option-away-until = How long, such as 5d or 2w, or the last day, such as 2026-12-24

absence-night = { $begins } to { $ends }
absence-zone-choice = { $time } – { $cities }
absence-your-time = It is **{ $time }** where you are ({ $city }). You sleep from { $night }.
absence-your-time-means = In games whose clocks stop at night or on weekends (Saturday and Sunday), yours follows these times. Nobody else sees your zone.
absence-next-turn = A change counts from your next turn.
absence-guessed = Your clock stops { $still ->
    [nights] from { $night }
    [weekends] on weekends (Saturday and Sunday)
   *[both] from { $night } and on weekends (Saturday and Sunday)
}, { $city } time. That is a guess: { COMMAND("time") } changes it.
absence-here = You are not on vacation. While you are, your clock stops in games of days, and your boards say so.
absence-away = You are on vacation until { $until }. { $games ->
    [0] You have no game of days that waits.
    [one] Your clock stops in one game, and its board says so.
   *[other] Your clock stops in { $games } games, and their boards say so.
}
# To those who wait, after "Ada is on vacation until …".
absence-wait = { $others }: you may have to wait that long for a move in { $games }.
# In its place once they are back.
absence-back = { $who } was on vacation and is back.
# To somebody for whom a day was taken, after "Ada is on vacation until …".
absence-taken = Your time had run out, so I took a day of your vacation. Move in { $games } before it ends, or I take another.
absence-left = { $left ->
    [less] You have less than a day of vacation left
   *[other] You have { $left } of vacation left
}, and you earn another day every 12 days.
absence-automatic = { $automatic ->
    [yes] Before you lose a game on time, I take a day of your vacation.
   *[no] If you run out of time, you lose, whatever vacation you have left.
}
absence-too-short = Name a time at least an hour from now, such as 3d or 2026-12-24.
absence-too-long = { $days ->
    [0] You have less than a day of vacation left, so choose a shorter time, such as 6h.
    [one] You have one day of vacation left, so choose a shorter time.
   *[other] You have { $days } days of vacation left, so choose a shorter time.
}
absence-unreadable = I cannot read “{ $typed }”. Name a time, such as 5d or 2w, or the last day of your vacation, such as 2026-12-24.
absence-not-away = You are not on vacation. { COMMAND("away") } shows what you have left.
absence-no-time = In game #{ $match } you have less than an hour left. Make your move there first, then come back.
absence-no-zone = I do not know the time zone “{ $typed }”. Type the name of a large city in it and choose from the list.
absence-which-zone = “{ $typed }” can be { $zones }. Type one of these.
absence-many-zones = Many cities begin with “{ $typed }”. Type more of the name.
absence-no-night = I cannot read “{ $typed }”. Write your night like 23:00-7:00; it can last up to 12 hours.

placeholder-absence-zone = What time is it where you are?
placeholder-absence-night = When do you sleep?
button-away = { $days ->
    [one] A day
   *[other] { $days } days
}
button-back = I’m back
button-automatic = { $automatic ->
    [yes] Don’t take a day for me
   *[no] Take a day before I lose
}
