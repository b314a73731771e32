"""A computer takes the seat of somebody who has left."""
