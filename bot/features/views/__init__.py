"""How a person wants to see boards."""
