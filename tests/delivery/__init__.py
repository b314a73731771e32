"""How channels come to show what the database says: a model that random schedules try to break."""
