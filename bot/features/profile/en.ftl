### What a person has played, won and learned.

command-profile = See what you or somebody else has played, won and learned
command-option-profile-member = Whose profile; default: yours
command-option-profile-game = Which game; default: the one played most
menu-profile = Profile
profile-yours = **Your profile** · { $game }
profile-theirs = **{ $name }’s profile** · { $game }
profile-results = { $won } won, { $drawn } drawn, { $lost } lost
profile-people = Against people: { $results }
profile-computer = Against me: { $results }
profile-short = { $who } { $won }–{ $drawn }–{ $lost }
profile-row = Won in a row: { $now } · best: { $best }
profile-others = Most games against: { $others }
profile-between = Between the two of you, on your side: { $results }
profile-no-games = No game has been won, drawn or lost yet.
profile-exercises = Exercises solved: { $solved } of { $all }
profile-puzzles = Puzzles of all games, solved at the first try: { $solved } of { $answered } · longest streak: { $best }
profile-firsts = First times, over all games: { $firsts }
profile-first = { $first } (#{ $match })
profile-next = Still to come: { $first }
profile-figures = *(won–drawn–lost)*
profile-private = { $name } keeps their profile private.
profile-whose = Whose profile
profile-you = You
profile-bot = That is a bot: bots have no profile.
profile-no-game = I know no such game.
profile-seen = Everybody can see this page.
profile-unseen = Only you see this page.
profile-alt = Rating of { $name } in { $game } from { $since } to { $until }: { $first } at first, { $last } now, with a band of plus or minus { $spread }.
button-profile-share = Let everybody see it
button-profile-hide = Keep it private
button-profile-show = Show it here
placeholder-profile-game = Another game

## Firsts.

first-capture = captured a stone
first-link = linked groups with one stone
first-cut = cut stones apart
first-cut-capture = captured by cutting
first-double = captured two groups at once
first-snapback = gave up a stone to capture more
first-cascade = captured in a cascade
first-unhurt = won without losing a stone
first-person = won against people
first-strong = beat me at level 5 or higher
to-come-capture = capture a stone
to-come-link = link two groups with one stone
to-come-cut = cut stones apart with one stone
to-come-cut-capture = capture stones by cutting them off
to-come-double = capture two groups with one stone
to-come-snapback = give up a stone, then capture more than that
to-come-cascade = capture stones whose capture gives you more
to-come-unhurt = win on the board without losing a stone
to-come-person = win against people
to-come-strong = beat me at level 5 or higher
