### Rematches on the page.

rematch-offered-by = { $player } offers you a rematch.
rematch-changed-by = { $player } offers you a rematch on other terms. They are on its card in the channel, where you can accept it.
rematch-waits = You have offered a rematch. As soon as it is accepted, this page shows it.
button-to-rematch = To game #{ $match }
