"""A Frontier driven at random beside a model of it that is a dict: they must never disagree.

In memory: that nothing of a file is lost when a process ends is shown in test_store and test_database.
"""

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from getdocs import urls
from getdocs.frontier.database import Database
from getdocs.frontier.store import Empty, Frontier, Wait
from getdocs.model import Discovered, Failed, FailReason, Lease, PageFacts, Redirected, Saved

SPELLINGS = ("https://{}/{}", "https://{}/{}/", "http://{}/{}/index.html")
URLS = [form.format(host, page) for host in "xyz" for page in "abcd" for form in SPELLINGS]
FACTS = PageFacts(content_hash="c", saved_at="")
urls_to_find = st.sampled_from(URLS)


class Known:
    """What the model knows of one URL."""

    def __init__(self, entry, turn, depth, tier, seed):
        self.entry, self.turn, self.depth, self.tier, self.seed = entry, turn, depth, tier, seed
        self.leads_to = None
        self.state, self.ready_at, self.deferrals = "waiting", 0.0, 0

    @property
    def place(self):
        return (self.tier, self.turn)

    @property
    def place_within_host(self):
        return (self.deferrals, *self.place)


class Host:
    """What the model knows of one host."""

    def __init__(self):
        self.next_at, self.quiet_until, self.streak = 0.0, 0.0, 0


class AgainstAModel(RuleBasedStateMachine):
    @initialize()
    def start(self):
        self.database = Database.open(None)
        self.frontier = Frontier(self.database)
        self.known: dict[str, Known] = {}
        self.leases: list[Lease] = []
        self.dead: list[Lease] = []
        self.hosts = {host: Host() for host in "xyz"}
        self.now = 0.0
        self.turn = 0

    def teardown(self):
        self.frontier.close()

    def enter(self, url, depth, seed=False):
        tier = 0 if seed else depth + 1
        self.turn += 1
        same = [known for other, known in self.known.items() if urls.key(other) == urls.key(url)]
        if not same:
            self.known[url] = Known(len(self.known), self.turn, depth, tier, seed)
            return 1
        first = min(same, key=lambda known: known.entry)
        if first.state == "waiting" and (depth < first.depth or seed > first.seed):
            first.depth, first.seed = min(depth, first.depth), max(seed, first.seed)
            if tier < first.tier:
                first.tier, first.turn = tier, self.turn
        return 0

    def leads_back(self, url, to):
        while url in self.known and url != to:
            url = self.known[url].leads_to
        return url == to

    def is_due(self, url):
        return max(self.known[url].ready_at, self.host(url).next_at) <= self.now

    def host(self, url):
        return self.hosts[urls.parse(url).netloc]

    def first(self, due):
        """Of each host that is due, what was put off least often goes first; over the hosts, what comes first."""
        heads = {}
        for url in sorted(due, key=lambda url: self.known[url].place_within_host):
            heads.setdefault(urls.parse(url).netloc, url)
        return min(heads.values(), key=lambda url: self.known[url].place)

    def take(self, index):
        lease = self.leases.pop(index % len(self.leases))
        self.dead.append(lease)
        return lease

    @rule(found=st.lists(st.tuples(urls_to_find, st.integers(0, 3)), max_size=6))
    def add(self, found):
        expected = sum(self.enter(url, depth) for url, depth in found)
        assert self.frontier.add(Discovered(url, depth) for url, depth in found) == expected

    @rule(url=urls_to_find)
    def add_seed(self, url):
        expected = self.enter(url, 0, seed=True)
        assert self.frontier.add([Discovered(url, 0, seed=True)]) == expected

    @rule(seconds=st.integers(0, 5))
    def time_passes(self, seconds):
        self.now += seconds

    @rule(limit=st.sampled_from([0, 0, 0, 3]))
    def lease(self, limit):
        got = self.frontier.lease(self.now, limit=limit)
        waiting = [url for url, known in self.known.items() if known.state == "waiting"]
        saved = sum(known.state == "saved" for known in self.known.values())
        due = [url for url in waiting if self.is_due(url)]
        if (limit and saved + len(self.leases) >= limit) or not waiting:
            assert got == (Wait(None) if self.leases else Empty())
        elif not due:
            assert isinstance(got, Wait)
            assert got.seconds > 0
        else:
            known = self.known[got.url]
            assert got.url == self.first(due)
            assert (got.depth, got.deferrals) == (known.depth, known.deferrals)
            known.state, known.asked_at = "leased", self.now
            self.leases.append(got)

    @precondition(lambda self: self.leases)
    @rule(index=st.integers(0), saved=st.booleans(), found=st.lists(urls_to_find, max_size=3))
    def settle(self, index, saved, found):
        lease = self.take(index)
        outcome = Saved("p.md", "", 200) if saved else Failed(FailReason.TIMEOUT)
        links = [Discovered(url, lease.depth + 1, lease.url) for url in found]
        assert self.frontier.settle(lease, outcome, facts=FACTS if saved else None, found=links)
        self.known[lease.url].state = "saved" if saved else "failed"
        self.host(lease.url).streak = 0
        for link in links:
            self.enter(link.url, link.depth)

    @precondition(lambda self: self.leases)
    @rule(index=st.integers(0), to=urls_to_find)
    def redirect(self, index, to):
        lease = self.take(index)
        taken = self.frontier.redirect(lease, to, statuses=(302,), trail=())
        if to == lease.url:
            assert taken == lease
            self.leases.append(self.dead.pop())
            return
        self.host(lease.url).streak = 0
        if self.leads_back(to, lease.url):
            assert taken.reason is FailReason.REDIRECT_LOOP
            self.known[lease.url].state = "failed"
            return
        self.known[lease.url].state, self.known[lease.url].leads_to = "redirected", to
        if to not in self.known:
            self.turn += 1
            self.known[to] = Known(len(self.known), self.turn, lease.depth, lease.tier, lease.seed)
        if self.known[to].state == "waiting":
            assert taken.url == to
            self.known[to].depth = min(self.known[to].depth, lease.depth)
            self.known[to].tier = min(self.known[to].tier, lease.tier)
            self.known[to].state, self.known[to].asked_at = "leased", 0.0
            self.leases.append(taken)
        else:
            assert taken is None

    @precondition(lambda self: self.leases)
    @rule(index=st.integers(0), seconds=st.integers(0, 8), other=st.sampled_from([None, "x", "y"]))
    def defer(self, index, seconds, other):
        lease = self.take(index)
        until = self.now + seconds
        known = self.known[lease.url]
        known.state, known.ready_at = "waiting", until
        known.deferrals += 1
        host = self.hosts[other] if other else self.host(lease.url)
        host.streak += known.asked_at >= host.quiet_until
        host.quiet_until = max(host.quiet_until, until)
        host.next_at = max(host.next_at, until)
        assert self.frontier.defer(lease, until, "429", host=other) == host.streak

    @precondition(lambda self: self.dead)
    @rule(index=st.integers(0))
    def a_late_report_changes_nothing(self, index):
        lease = self.dead[index % len(self.dead)]
        assert not self.frontier.settle(lease, Failed(FailReason.TLS), found=[Discovered("https://new/", 0)])

    @rule()
    def a_new_run_takes_over(self):
        self.frontier = Frontier(self.database)
        for lease in self.leases:
            self.known[lease.url].state, self.known[lease.url].ready_at = "waiting", 0.0
        for known in self.known.values():
            known.deferrals = 0
        for host in self.hosts.values():
            host.streak = 0
        self.dead += self.leases
        self.leases = []

    @invariant()
    def every_url_is_in_exactly_the_state_of_the_model(self):
        kinds = {"saved": Saved, "failed": Failed, "redirected": Redirected}
        rows = list(self.frontier.rows())
        assert [row.url for row in rows] == list(self.known)
        for row in rows:
            assert type(row.outcome) is kinds.get(self.known[row.url].state, type(None))

    @invariant()
    def the_counts_add_up(self):
        counts = self.frontier.counts()
        states = [known.state for known in self.known.values()]
        assert counts.balanced
        assert counts.discovered == len(states)
        assert (counts.saved, counts.failed, counts.redirected) == tuple(
            states.count(state) for state in ("saved", "failed", "redirected")
        )


TestAgainstAModel = AgainstAModel.TestCase
TestAgainstAModel.settings = settings(max_examples=60, stateful_step_count=40, deadline=None, database=None)
