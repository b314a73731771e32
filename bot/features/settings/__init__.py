"""Settings of a server, as its owners decide them."""
