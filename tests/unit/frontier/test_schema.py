import sqlite3

import pytest

from getdocs.frontier.schema import APPLICATION_ID, MIGRATIONS, migrate, schema_version


@pytest.fixture
def connection():
    connection = sqlite3.connect(":memory:", isolation_level=None)
    yield connection
    connection.close()


def test_an_empty_file_becomes_a_current_one(connection):
    migrate(connection)
    assert schema_version(connection) == len(MIGRATIONS)
    assert connection.execute("PRAGMA application_id").fetchone() == (APPLICATION_ID,)


def test_an_older_file_takes_only_the_steps_it_lacks_and_keeps_its_rows(connection):
    first, second = ("CREATE TABLE a (x)", "INSERT INTO a VALUES (1)"), ("ALTER TABLE a ADD COLUMN y DEFAULT 2",)
    migrate(connection, (first,))
    migrate(connection, (first, second))
    assert connection.execute("SELECT x, y FROM a").fetchall() == [(1, 2)]


def test_a_step_that_fails_half_way_leaves_the_file_at_the_version_before(connection):
    first = ("CREATE TABLE a (x)",)
    migrate(connection, (first,))
    with pytest.raises(sqlite3.OperationalError):
        migrate(connection, (first, ("CREATE TABLE b (x)", "no statement")))
    assert schema_version(connection) == 1
    assert connection.execute("SELECT name FROM sqlite_schema").fetchall() == [("a",)]


QUERIES = (
    "SELECT tier, id FROM urls WHERE host_id = 1 AND state = 'waiting' ORDER BY deferrals, tier, turn LIMIT 1",
    "SELECT id, name, head_id FROM hosts WHERE phase = 'due' AND head_id IS NOT NULL ORDER BY head_tier, head_turn LIMIT 1",
    "SELECT next_at FROM hosts WHERE phase = 'cooling' AND head_id IS NOT NULL ORDER BY next_at LIMIT 1",
    "SELECT ready_at FROM urls WHERE state = 'sleeping' ORDER BY ready_at LIMIT 1",
    "SELECT id FROM urls WHERE state = 'leased'",
    "SELECT id FROM urls WHERE state = 'waiting' AND deferrals > 0",
)


@pytest.mark.parametrize("query", QUERIES)
def test_selection_walks_an_index_and_sorts_nothing(connection, query):
    migrate(connection)
    plan = " ".join(row[3] for row in connection.execute(f"EXPLAIN QUERY PLAN {query}"))
    assert "INDEX" in plan
    assert "TEMP B-TREE" not in plan
