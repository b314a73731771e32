### Blocking people, and taking no challenges for now.

command-block = Block somebody quietly, or see whom you have blocked
command-option-blocked = Whom to block (leave empty: see your list)
menu-block = Block

block-done = You have blocked { $player }: neither of you can challenge the other, and I do not tell them. In a tournament you are paired only if nothing else is possible; on a ladder that you are both on, each can still challenge the other for a place. Games that you already play go on.
block-lifted = You no longer block { $player }.
block-never = You do not block { $player }.
block-list = You have blocked { $players }. No new game begins between you and them, and I do not tell them.
block-list-part = You have blocked { $number } people; numbers { $first } to { $last } are { $players }. No new game begins between you and them, and I do not tell them.
block-none = You have blocked nobody. { COMMAND("block") } with a member, or *{ menu-block }* in a member’s menu, under Apps, lets no new game begin between you two. I do not tell them.
block-closed = You take no challenges now: whoever wants to begin a game with you reads that this is not possible at the moment. You can still challenge others.
button-unblock = Unblock
button-blocked = My list
button-take-none = Take no challenges
button-take-again = Take challenges again
placeholder-unblock = Unblock …

# To those who are blocked, to everybody whose game is with somebody that takes no challenges: it must be true of both.
blocking-not-now = You cannot begin a game with <@{ $user }> at the moment. Challenge somebody else, or leave the seat to anyone.
blocking-blocked = You have blocked <@{ $user }>. { COMMAND("block") } shows your list, where you can change that.
blocking-yourself = You cannot block yourself. Choose another person.
blocking-too-many = You have blocked { $most } people, which is as many as you can. Take somebody off your list first.
blocking-computer = I am no person: you cannot block me or other bots. I challenge nobody.
