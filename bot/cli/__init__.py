"""The commands of the program ``keil``: arguments in, exit status out."""
