"""What holds for every feature; each has its own tests in a folder of its name, if any."""
