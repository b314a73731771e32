### What is stored about people, and what they can do about it.

command-privacy = What I store about you; export or delete it

privacy-stored =
    { "**What I store about you, until you delete it**" }
    - { "**You:**" } your Discord ID and your last known name.
    - { "**Games:**" } your challenges and games, each move and its time; your ratings, tournaments and places on ladders; planned answers and sealed bids until they are played.
    - { "**Choices:**" } how boards look to you, how I call you, your time zone, nights and vacation, whom you have blocked, and whether you take challenges.
    - { "**Learning and watching:**" } the exercises and puzzles you answered, the games you follow, and those you imported or analysed.
    - { "**Moderation:**" } what you reported, and what you decided as a moderator.
    Games are for everybody who sees their channel, tournaments and ladders for everybody on their server, ratings for everybody until you press *Hide me* under { COMMAND("leaderboard") }; the rest is for you alone, apart from reports (moderators of that server) and vacation (who plays with you). I sell nothing, and send nothing to anybody but Discord. My operator can read the database.
    { "*" }{ button-privacy-export }{ "*" } gives you one file with all of it. { "*" }{ button-privacy-delete }{ "*" } asks you first.
privacy-contact = Questions: { $contact }
privacy-page-privacy = [Privacy policy](<{ $link }>)
privacy-page-terms = [Terms of service](<{ $link }>)
button-privacy-export = Export
button-privacy-delete = Delete…
button-privacy-yes = Delete everything
button-privacy-no = Keep everything

privacy-exported = Everything that I store about you, with all your games. Only you can see this.
privacy-exported-just-now = You have just exported your data. You can do it again in a minute.
privacy-too-large = Your file is too large for Discord. Ask my operator for it; { COMMAND("privacy") } says who that is.

privacy-question =
    { "**Delete everything about you?** This cannot be undone." }
    I forget your Discord ID, your name, your choices, your places on ladders and everything else that I store about you. You leave your tournaments. Games that are over stay for those who played with you, without your name: you are “{ deleted-player }” there, and nobody, not even you, can link them to you again. If somebody has blocked you, that still holds should you come back: a code that only I can make of your ID takes its place. Messages that I have posted in channels stay in Discord as they are.
privacy-question-games = { $number ->
    [one] You resign the game that you play now against somebody else. It does not just vanish, since your opponent may be about to win. If you would rather finish it, do that first.
   *[other] You resign the { $number } games that you play now against others. They do not just vanish, since your opponents may be about to win. If you would rather finish them, do that first.
}
privacy-question-alone = { $number ->
    [one] The game that you play now against me ends.
   *[other] The { $number } games that you play now against me end.
}
privacy-question-challenges = { $number ->
    [one] An open challenge is withdrawn or declined.
   *[other] { $number } open challenges are withdrawn or declined.
}
privacy-deleted = Done: I have forgotten you. If you play again, I begin with nothing, except that blocks still hold.
privacy-kept = I have deleted nothing.

# To an operator or a program that names the bot itself.
privacy-computer = That is the bot itself, which cannot be forgotten.
