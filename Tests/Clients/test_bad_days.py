"""Bad days of PostgreSQL as a client sees them: 503 with `Retry-After`, nothing half done, good again after it (issue 8).

Down at start and in flight: test_postgresql.py. Full disk: test_full_disk.py. A commit in doubt: LostCommitTests.
"""

import subprocess
import time

import pytest

import postgresql
from test_full_disk import body, expect_unavailable
from test_postgresql import BINARY, Serve, configuration, until


@pytest.fixture(scope="module")
def server():
    instance = postgresql.Server()
    yield instance
    instance.close()


def test_a_primary_that_takes_no_writes(server, tmp_path, bramley):
    """Demoted, or put to rest by its operator: nothing is written, and the same request is good afterwards."""
    database = server.make_database()
    serve = Serve(tmp_path, "read-only", server.url(database), bramley.apple)
    try:
        person = serve.sign_in(body(bramley)).json()
        request = body(bramley)
        server.sql(f"ALTER DATABASE {database} SET default_transaction_read_only=on")
        server.sql(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname='{database}'")
        expect_unavailable(serve.sign_in(request))
        expect_unavailable(serve.refresh(person["refreshToken"]))
        assert serve.keys()
        server.sql(f"ALTER DATABASE {database} RESET default_transaction_read_only")
        until(lambda: serve.refresh(person["refreshToken"]).status_code == 200)
        assert serve.sign_in(request).status_code == 200
        assert server.sql("SELECT count(*) FROM accounts", database) == "2"
    finally:
        serve.stop()


def test_answers_that_come_too_late(server, tmp_path, bramley):
    """Somebody's session holds a lock: the wait ends, long before the lock does, and the credential is not spent."""
    database = server.make_database()
    serve = Serve(tmp_path, "slow", server.url(database), bramley.apple)
    try:
        assert serve.sign_in(body(bramley)).status_code == 200
        request = body(bramley)
        holder = subprocess.Popen(
            [server.tools / "psql", "-X", "-q", "-c", "BEGIN; LOCK TABLE sessions; SELECT pg_sleep(60)",
             server.url(database)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd="/tmp")
        try:
            until(lambda: server.sql("SELECT count(*) FROM pg_locks WHERE relation='sessions'::regclass AND granted "
                                     "AND mode='AccessExclusiveLock'", database) == "1")
            begun = time.monotonic()
            expect_unavailable(serve.sign_in(request))
            assert time.monotonic() - begun < 30
        finally:
            holder.kill()
            holder.wait()
            server.sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE '%pg_sleep(60)%' "
                       "AND pid<>pg_backend_pid()")
        until(lambda: serve.sign_in(request).status_code == 200)
        assert server.sql("SELECT count(*) FROM accounts", database) == "2"
    finally:
        serve.stop()


def test_a_missing_table(server, tmp_path, bramley):
    """In flight 503, and the log names it; at the next start it is refused before anybody is served (FR-56)."""
    database = server.make_database()
    serve = Serve(tmp_path, "missing", server.url(database), bramley.apple)
    try:
        assert serve.sign_in(body(bramley)).status_code == 200
        server.sql("DROP TABLE sessions", database)
        expect_unavailable(serve.sign_in(body(bramley)))
        until(lambda: "sessions" in serve.log_path.read_text())
    finally:
        serve.stop()
    done = subprocess.run(
        [BINARY, "serve", "-c",
         configuration(tmp_path, "again", server.url(database), bramley.apple, postgresql.free_port())],
        capture_output=True, text=True, timeout=60)
    assert done.returncode == 78, done.stderr
    assert "The table sessions" in done.stderr
    assert server.sql("SELECT count(*) FROM accounts", database) == "1", "nothing was made anew"
