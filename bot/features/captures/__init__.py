"""Why a move captured what it did."""
