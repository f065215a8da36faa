"""How long an example takes says more about the machine than about the code: no property test has a deadline."""

from hypothesis import settings

settings.register_profile("getdocs", deadline=None)
settings.load_profile("getdocs")
