# getdocs with a Chromium, for machines without a screen. Build: docker build -t getdocs .
#
#   docker run --rm --init --security-opt seccomp=unconfined -v "$PWD/out:/out" getdocs crawl https://docs.example.com/ -o /out
#
# docs/cookbook.md says what the options of `docker run` are for.

FROM python:3.12-slim-bookworm AS build
WORKDIR /src
COPY requirements.lock pyproject.toml README.md LICENSE ./
COPY getdocs getdocs
# The versions of the lock, and of its packages only those that getdocs needs to run.
RUN sed -e '/^ *--hash=/d' -e 's/ *\\$//' requirements.lock > constraints.txt \
 && python -m venv /opt/getdocs \
 && /opt/getdocs/bin/pip install --no-cache-dir --constraint constraints.txt '.[mcp,view]'

FROM python:3.12-slim-bookworm
# libatomic1: Playwright's driver; git: --source clone; a font: without one, text has no width.
RUN apt-get update \
 && apt-get install --yes --no-install-recommends ca-certificates chromium-headless-shell fonts-liberation git libatomic1 \
 && rm -rf /var/lib/apt/lists/*
RUN useradd --create-home --uid 1000 getdocs && install --directory --owner getdocs --group getdocs /out
COPY --from=build /opt/getdocs /opt/getdocs
ENV PATH=/opt/getdocs/bin:$PATH GETDOCS_CHROMIUM=/usr/bin/chromium-headless-shell PYTHONUNBUFFERED=1
USER getdocs
WORKDIR /out
ENTRYPOINT ["getdocs"]
CMD ["--help"]
