### Where and when people are called.

command-notify = Where I call you when a game waits for you, when I remind you, and your quiet hours

notify-where = { $where ->
    [mention] When a game waits for you, I mention you in its channel.
    [direct] When games wait for you, I send you one direct message about all of them, after a minute without a press of yours.
   *[none] I do not call you: boards name you without a ping, and I remind you of nothing.
}
notify-when = { $when ->
    [none] I do not remind you before your time runs out.
   *[other] I remind you when { $when } of your time is left, if you have an hour or more for a move.
}
notify-when-part = { $when ->
    [half] half
    [fifth] a fifth
   *[two-hours] the last two hours
}
notify-quiet = From { $hours }, { $city } time, I do not ping you; afterwards I tell you what waits. Your clocks run on. { COMMAND("time") } changes your zone.
notify-refused = Discord did not let me send you a direct message, so I mention you. Allow direct messages from members of this server in its privacy settings, then choose them here again.
notify-unreachable = I could not reach Discord, so nothing has changed. Choose again in a minute.

notify-hours = { $begins } to { $ends }
notify-where-choice = { $where ->
    [mention] Mention me in the channel
    [direct] Send me a direct message
   *[none] Do not call me
}
notify-when-choice = { $when ->
    [half] When half of my time is left
    [fifth] When a fifth is left
   *[two-hours] Two hours before the end
}
notify-quiet-none = No quiet hours
notify-quiet-night = At night, as in /time: { $hours }
placeholder-notify-where = Where do I call you?
placeholder-notify-when = No reminders
placeholder-notify-quiet = When do I leave you in peace?
button-notify = Notifications…

# The messages that call somebody.
notify-works = This is where I tell you which games wait for you.
notify-waiting = { $number ->
    [one] A game waits for you:
   *[other] { $number } games wait for you:
}
notify-over = { $number ->
    [one] A game has ended:
   *[other] { $number } games have ended:
}
notify-not-direct = I could not send you a direct message, so I mention you from now on.
