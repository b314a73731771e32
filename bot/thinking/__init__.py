"""How computers think: in processes of their own, which have nothing to lose."""
