"""Which URLs belong to another language or version of the documentation than the Seeds do. `known` is the way in."""
