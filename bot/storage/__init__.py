"""Everything about the database: how it is opened, its tables, and every query."""
