### Sealed bids.

sealed-no-number = Say your number, too, such as *{ $word } 6*: nobody else sees it until both bids are in.
sealed-in-public = Everybody can read a reply: bid another number with *{ button-declaration }* or { COMMAND("play") }, which nobody sees.
sealed-opened = The bids have been opened, so they stay as they are.
