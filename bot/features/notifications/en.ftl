### Where and when people are called.

command-notify = Where I call you when a game waits for you, when I remind you, and your quiet hours

notify-where = { $where ->
    [mention] When a game waits for you, I mention you in its channel.
    [direct] When a game waits for you, I send you a direct message; if several wait, it is one message. I wait a minute first, in case you are here anyway.
   *[none] I do not call you: boards name you without a ping, and I remind you of nothing.
}
notify-when = { $when ->
    [none] I do not remind you before your time runs out.
   *[other] I remind you { $when }, if you have an hour or more for a move.
}
notify-when-part = { $when ->
    [half] when half of your time is left
    [fifth] when a fifth of your time is left
   *[two-hours] two hours before your time runs out
}
notify-quiet = Quiet hours are from { $hours }, { $city } time: I do not ping you then, and tell you afterwards what waits. Quiet hours do not stop your clocks; *no nights* in a challenge does. { COMMAND("time") } changes your zone.
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
    [fifth] When a fifth of my time is left
   *[two-hours] Two hours before my time runs out
}
notify-quiet-none = No quiet hours
notify-quiet-night = At night, as in /time: { $hours }
placeholder-notify-where = How should I reach you?
placeholder-notify-when = When do I remind you?
placeholder-notify-quiet = When are your quiet hours?
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
notify-not-direct = I cannot send you direct messages, so I mention you here. { COMMAND("notify") } changes that.
