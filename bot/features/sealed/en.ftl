### Sealed bids.

sealed-no-number = Say your number, too, such as *{ $word } 6*: nobody else sees it until both bids are in.
sealed-opened = The bids have been opened, so they stay as they are.
