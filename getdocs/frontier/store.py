"""The Frontier: every URL of a crawl and what became of it, in SQLite, so that a kill at any instant loses nothing.

Each method is one transaction. Clocks are arguments: `now`, `until` and `next_at` are seconds since the epoch. It asks
for nothing over the network and decides nothing about Scope; how long a host rests is the pacer's to say.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Protocol, Self

from getdocs.frontier import assets, claims, codec, ledger, selection, texts
from getdocs.frontier.database import Database
from getdocs.frontier.schema import State
from getdocs.model import (
    AssetRow,
    Claim,
    Counts,
    Discovered,
    Failed,
    FailReason,
    Family,
    FamilyCount,
    Lease,
    Listing,
    ListingRead,
    ListingRow,
    NavNode,
    Outcome,
    PageFacts,
    PageFile,
    PageText,
    Redirected,
    Row,
    Saved,
    Skipped,
    Trail,
)

_BATCH = 500
_TREES_KEPT = 32
_KNOWN = frozenset({State.SAVED, State.DUPLICATE, State.REDIRECTED, State.NOT_A_PAGE})


@dataclass(frozen=True, slots=True)
class Wait:
    """Nothing to hand out yet: ask again in `seconds`, or after any report. None: only a report can change it."""

    seconds: float | None


@dataclass(frozen=True, slots=True)
class Empty:
    """Nothing to hand out and nothing under way: the crawl is over, or its limit is reached."""


class Pace(Protocol):
    """What the Frontier asks of the pacer, so that no Lease is handed out for a host that has to rest."""

    def due_in(self, host: str) -> float:
        """Seconds until a document may be asked of the host; 0 = now."""

    def spacing(self, host: str) -> float:
        """Seconds that lie between two documents of the host at the least."""


def state_path(output_dir: Path) -> Path:
    """Where the state of a crawl into that folder is kept."""
    return output_dir / ".getdocs" / "state.sqlite3"


class Frontier:
    """What to visit next, and what became of everything else. Belongs to the thread that opened it."""

    def __init__(self, database: Database) -> None:
        self._database = database
        with self._database.transaction() as db:
            selection.recover(db)

    @classmethod
    def open(cls, path: Path | None) -> "Frontier":
        """Opens or makes the state at `path`; None keeps it in memory. URLs that an earlier run had leased wait again.

        Raises StateError where another crawl has it, where the file is damaged, of a newer getdocs or not ours (it is
        then left as it is), and on any error of the disk. So does every other method, for damage and the disk.
        """
        database = Database.open(path)
        try:
            return cls(database)
        except BaseException:
            database.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the state and lets another crawl have it."""
        self._database.close()

    def add(self, found: Iterable[Discovered]) -> int:
        """Enters the URLs whose `urls.key` is new, in the order given; returns how many were.

        A URL that still waits moves up where it is found again nearer to a Seed.
        """
        with self._database.transaction() as db:
            return ledger.enter(db, found)

    def lease(self, now: float, *, limit: int = 0, pace: Pace | None = None) -> Lease | Wait | Empty:
        """Hands out the first waiting URL, over all hosts that are due. `limit`: Pages to save, earlier runs included.

        Seeds come first, then what is fewest links away, then what was entered first, and last what only a listing names;
        though what was put off in this run comes after what else waits of its host. No more is handed out than can still
        be saved within `limit` (0 = none). `pace` is asked about the chosen host, which then rests for `spacing`.
        """
        with self._database.transaction() as db:
            selection.wake(db, now)
            tally = ledger.tally(db)
            over = Wait(None) if selection.any_leased(db) else Empty()
            if limit and tally[State.SAVED] + tally[State.LEASED] >= limit:
                return over
            while (head := selection.first_due(db)) is not None:
                rest = pace.due_in(head.host) if pace else 0.0
                if rest > 0:
                    selection.cool(db, head.host_id, now + rest)
                    continue
                next_at = now + (pace.spacing(head.host) if pace else 0.0)
                lease = ledger.hand_out(db, head.url_id, next_at)
                selection.refresh_head(db, head.host_id)
                if next_at > now:
                    selection.cool(db, head.host_id, next_at)
                return lease
            ready_at = selection.next_wake(db)
            return over if ready_at is None else Wait(max(0.0, ready_at - now))

    def settle(
        self,
        lease: Lease,
        outcome: Outcome,
        *,
        facts: PageFacts | None = None,
        found: Sequence[Discovered] = (),
        trouble: bool = False,
    ) -> bool:
        """The Outcome of the leased URL, its facts and what it led to, all or nothing. Saved and facts go together.

        False, and nothing changes, where the lease is no longer the current one. A Skipped for which nothing was sent
        gives the host's turn to the next URL; `trouble` counts towards the host's streak of it (see `trouble`); anything
        else ends the host's streaks.
        """
        if isinstance(outcome, Saved) is not (facts is not None):
            raise ValueError(f"facts go with Saved, and only with it: {lease.url}")
        with self._database.transaction() as db:
            row = ledger.current(db, lease)
            if row is None:
                return False
            ledger.conclude(db, lease, outcome)
            if facts is not None:
                ledger.keep_facts(db, lease, facts)
            if isinstance(outcome, Skipped) and all(hop.status is None for hop in outcome.trail):
                selection.give_turn_back(db, row.host_id, row.next_at)
            elif trouble:
                selection.note_failure(db, row.host_id)
            else:
                selection.end_streak(db, row.host_id)
            ledger.enter(db, found)
            return True

    def redirect(
        self, lease: Lease, to: str, *, statuses: tuple[int, ...], trail: Trail, take: bool = True
    ) -> Lease | Failed | None:
        """The leased URL is Redirected to exactly `to`, and `to` is leased to the caller where it was new or waiting.

        With `take` False, `to` waits for its own turn instead, with the hops of the trail that were asked. None where `to` is settled,
        under way elsewhere or left waiting, and where the lease is no longer the current one. Failed, and written down,
        where redirects that are settled lead from `to` back to the leased URL. A `to` that is another spelling of a known
        URL gets a row of its own: whether they are one Page, their content says. `to` being the leased URL itself changes
        nothing: the lease comes back.
        """
        with self._database.transaction() as db:
            row = ledger.current(db, lease)
            if row is None:
                return None
            if to == lease.url:
                return lease
            selection.end_streak(db, row.host_id)
            if ledger.leads_back(db, to, lease.url):
                loop = Failed(FailReason.REDIRECT_LOOP, statuses[-1], f"back from {to}", (*lease.trail, *trail))
                ledger.conclude(db, lease, loop)
                return loop
            ledger.conclude(db, lease, Redirected(to, statuses, trail))
            if take:
                return ledger.take_target(db, lease, to)
            asked = tuple(hop for hop in trail if hop.status is not None)
            ledger.leave_target(db, lease, to, (*lease.trail, *asked))
            return None

    def is_known(self, url: str) -> bool:
        """Whether exactly this URL has come to something that a redirect to it need not find out again."""
        with self._database.transaction() as db:
            return ledger.state_of(db, url) in _KNOWN

    def is_saved(self, url: str) -> bool:
        """Whether exactly this URL has come to a Page."""
        with self._database.transaction() as db:
            return ledger.state_of(db, url) is State.SAVED

    def spelling_of(self, url: str) -> str | None:
        """The first URL known of the page that `url` names (`urls.key`); None where there is none."""
        with self._database.transaction() as db:
            return ledger.spelling_of(db, url)

    def settle_listing(self, lease: Lease, read: ListingRead, *, trouble: bool = False) -> bool:
        """What came of a leased listing. False, and nothing changes, where the lease is no longer the current one."""
        with self._database.transaction() as db:
            row = ledger.current(db, lease)
            if row is None:
                return False
            claims.conclude_listing(db, lease, read)
            if read.status is None and not trouble:
                selection.give_turn_back(db, row.host_id, row.next_at)
            elif trouble:
                selection.note_failure(db, row.host_id)
            else:
                selection.end_streak(db, row.host_id)
            return True

    def trouble(self, host: str) -> int:
        """How many URLs of that host have come to nothing in a row because the host is in trouble (see `settle`)."""
        with self._database.transaction() as db:
            return selection.failures(db, selection.host_id(db, host))

    def end_trouble(self, host: str) -> None:
        """The host turned out to be there."""
        with self._database.transaction() as db:
            selection.end_streak(db, selection.host_id(db, host))

    def retry_failed(self) -> int:
        """What Failed, what was Skipped for want of a robots.txt, and what listings did not come, waits again; how many that were.

        Assets that were not kept are forgotten, and asked for again as well.
        """
        with self._database.transaction() as db:
            try:
                listings = claims.missed_listings(db)
            except ValueError as error:
                raise self._database.damaged(str(error)) from error
            assets.forget_skipped(db)
            return selection.put_back(
                db,
                "listing IS NULL AND (state = 'failed' OR state = 'skipped' AND reason = 'robots_unreachable')"
                f" OR id IN ({', '.join(map(str, listings))})",
            )

    def reconsider(self, *, traps: bool = True) -> int:
        """What Scope or depth kept out waits to be judged anew, with `traps` what a trap did; how many that were.

        Of the traps, those that were never asked for are forgotten instead: the Pages and listings that name them enter them
        again, under the caps that hold now. No family is left out yet, and listings are read again: they may name what was not wanted before.
        """
        reasons = "('scope', 'depth', 'trap')" if traps else "('scope', 'depth')"
        with self._database.transaction() as db:
            claims.take_in(db)
            if traps:
                ledger.forget_unasked_traps(db)
            selection.put_back(db, "listing IS NOT NULL AND state = 'not_a_page'")
            return selection.put_back(db, f"state = 'skipped' AND reason IN {reasons}")

    def reask_redirects(self) -> int:
        """What a temporary redirect (302, 303, 307) led elsewhere waits to be asked again; how many that were."""
        with self._database.transaction() as db:
            temporary = ledger.temporarily_redirected(db)
            for start in range(0, len(temporary), _BATCH):
                selection.put_back(db, f"id IN ({', '.join(map(str, temporary[start : start + _BATCH]))})")
            return len(temporary)

    def claim(self, named: Iterable[Claim]) -> None:
        """Keeps what a listing names: what the coverage of the crawl is measured against."""
        with self._database.transaction() as db:
            claims.claim(db, named)

    def claims(self) -> Iterator[Claim]:
        """Every claim, in the order of entry, read in batches."""
        after = 0
        while True:
            with self._database.transaction() as db:
                batch = claims.claims_after(db, after, _BATCH)
            if not batch:
                return
            yield from (each for _, each in batch)
            after = batch[-1][0]

    def listings(self) -> tuple[ListingRow, ...]:
        """Every listing that was to be read, in the order of entry."""
        with self._database.transaction() as db:
            rows = claims.listings(db)
        try:
            return tuple(
                ListingRow(url, Listing(listing), found_on, codec.decode_read(read) if read else None)
                for url, listing, found_on, read in rows
            )
        except ValueError as error:
            raise self._database.damaged(str(error)) from error

    def leave_out(self, family: Family, urls: Iterable[str]) -> None:
        """Counts these URLs, each once, to a family that is not crawled."""
        with self._database.transaction() as db:
            claims.leave_out(db, family, urls)

    def family_counts(self) -> tuple[FamilyCount, ...]:
        """The families that were left out, by prefix."""
        with self._database.transaction() as db:
            return claims.family_counts(db)

    def revise(self, url: str, saved: Saved, facts: PageFacts) -> bool:
        """What a Saved Page has become, read again. False, and nothing changes, where `url` is not Saved."""
        with self._database.transaction() as db:
            return ledger.revise(db, url, saved, facts)

    def unsettle(self, found: Sequence[str], *, keeping: Mapping[str, str]) -> tuple[str, ...]:
        """What was read at these URLs turned out to be wrong: they wait again, and what was a duplicate of them.

        Returns the paths of the Pages that they were, whose files are the caller's to remove. URLs that came to nothing that
        was read, and those under way, are left alone. `keeping`: what to keep with it, as by `set_meta`.
        """
        with self._database.transaction() as db:
            paths = ledger.unsettle(db, found)
            db.executemany("INSERT OR REPLACE INTO meta (name, value) VALUES (?, ?)", sorted(keeping.items()))
            return tuple(paths)

    def retry_empty(self) -> int:
        """What Failed because nothing was to be read on it waits again; how many that were."""
        with self._database.transaction() as db:
            return selection.put_back(db, "state = 'failed' AND outcome LIKE '[\"empty\",%'")

    def defer(self, lease: Lease, until: float, reason: str, *, host: str | None = None) -> int:
        """Puts the URL back until then, and quiets `host` (its own where None) until then.

        Returns the `streak` of that host, this deferral included; 0 where the lease is no longer the current one. How
        often the URL itself has been put off, its next Lease says.
        """
        with self._database.transaction() as db:
            row = ledger.current(db, lease)
            if row is None:
                return 0
            ledger.put_off(db, lease, until, reason)
            selection.refresh_head(db, row.host_id)
            quieted = row.host_id if host is None else selection.host_id(db, host)
            return selection.quiet(db, quieted, until, asked_at=row.next_at)

    def streak(self, host: str) -> int:
        """How many pauses that host has asked for in a row in this run (`defer`), with none of its URLs settled in between.

        Requests that were under way together count once. A Skipped for which nothing was sent is no answer of the host.
        """
        with self._database.transaction() as db:
            return selection.streak(db, selection.host_id(db, host))

    def held(self, now: float) -> Mapping[str, float]:
        """The hosts that are not due yet, and the seconds left: what a new pacer has to know of an earlier run."""
        with self._database.transaction() as db:
            rows = db.execute("SELECT name, next_at FROM hosts WHERE next_at > ? ORDER BY id", (now,)).fetchall()
        return {host: next_at - now for host, next_at in rows}

    def park(self, host: str, reason: str) -> None:
        """Nothing more of that host in this run: its URLs stay Pending for that reason. The next run asks it again."""
        with self._database.transaction() as db:
            selection.park(db, selection.host_id(db, host), reason)

    def clear(self) -> None:
        """Forgets everything, as if the crawl had never begun."""
        with self._database.transaction() as db:
            ledger.clear(db)

    def find_twin(self, url: str, content_hash: str) -> str | None:
        """The URL of a Saved Page with that content which is, but for query and ending, the same (`urls.twin_key`)."""
        with self._database.transaction() as db:
            return ledger.find_twin(db, url, content_hash)

    def counts(self) -> Counts:
        """How many URLs there are, by Outcome. Costs the same however many there are."""
        with self._database.transaction() as db:
            tally = ledger.tally(db)
        return Counts(
            discovered=sum(tally.values()),
            saved=tally[State.SAVED],
            redirected=tally[State.REDIRECTED],
            duplicate=tally[State.DUPLICATE],
            skipped=tally[State.SKIPPED],
            not_a_page=tally[State.NOT_A_PAGE],
            failed=tally[State.FAILED],
            pending=tally[State.WAITING] + tally[State.SLEEPING] + tally[State.LEASED],
        )

    def rows(self) -> Iterator[Row]:
        """Every URL in the order of entry, read in batches: memory does not grow with their number."""
        tree = lru_cache(_TREES_KEPT)(self._tree)
        after = 0
        while True:
            with self._database.transaction() as db:
                records = ledger.records(db, after, _BATCH)
            if not records:
                return
            for record in records:
                try:
                    row = _read(record, tree)
                except ValueError as error:
                    raise self._database.damaged(f"{record.url}: {error}") from error
                yield row
            after = records[-1].id

    def files(self) -> Iterator[PageFile]:
        """The file of every saved Page, in the order of entry, read in batches."""
        after = 0
        while True:
            with self._database.transaction() as db, self._whole():
                batch = texts.files(db, after, _BATCH)
            yield from batch
            if len(batch) < _BATCH:
                return
            after = batch[-1].id

    def kept_text(self, file: PageFile) -> PageText:
        """What linking of that file starts from."""
        with self._database.transaction() as db, self._whole():
            return texts.text(db, file.id)

    def keep_texts(self, kept: Iterable[tuple[PageFile, str]]) -> None:
        """Keeps of each file its body as it was read, unless that is kept already, and `written`: before it is written over."""
        with self._database.transaction() as db:
            texts.keep(db, kept)

    def assets(self) -> tuple[AssetRow, ...]:
        """Every asset that was asked for, by URL."""
        with self._database.transaction() as db, self._whole():
            return assets.rows(db)

    def keep_asset(self, row: AssetRow) -> None:
        """What came of an asset: before its file is put in place."""
        with self._database.transaction() as db:
            assets.keep(db, (row,))

    @contextmanager
    def _whole(self) -> Iterator[None]:
        try:
            yield
        except ValueError as error:
            raise self._database.damaged(str(error)) from error

    def meta(self, name: str) -> str | None:
        """What `set_meta` last kept under that name."""
        with self._database.transaction() as db:
            row = db.execute("SELECT value FROM meta WHERE name = ?", (name,)).fetchone()
        return row[0] if row else None

    def set_meta(self, name: str, value: str) -> None:
        """Keeps a short text about the crawl."""
        with self._database.transaction() as db:
            db.execute("INSERT OR REPLACE INTO meta (name, value) VALUES (?, ?)", (name, value))

    def pins(self) -> Mapping[str, str]:
        """The pins kept, by host and explicit port."""
        with self._database.transaction() as db:
            return dict(db.execute("SELECT host, value FROM pins ORDER BY host").fetchall())

    def set_pins(self, pins: Mapping[str, str]) -> None:
        """Keeps these pins; those of other hosts stay."""
        with self._database.transaction() as db:
            db.executemany("INSERT OR REPLACE INTO pins (host, value) VALUES (?, ?)", sorted(pins.items()))

    def _tree(self, nav_id: int) -> tuple[NavNode, ...]:
        with self._database.transaction() as db:
            return codec.decode_nav(ledger.tree(db, nav_id))


def _read(record: ledger.Record, tree: Callable[[int], tuple[NavNode, ...]]) -> Row:
    facts = None
    if record.facts is not None and record.nav_id is not None:
        facts = codec.decode_facts(record.facts, tree(record.nav_id))
    return Row(
        url=record.url,
        depth=record.depth,
        found_on=record.found_on,
        seed=bool(record.seed),
        attempts=record.attempts,
        outcome=codec.decode_outcome(State(record.state), record.outcome or ""),
        pending_reason=record.pending_reason,
        facts=facts,
    )
