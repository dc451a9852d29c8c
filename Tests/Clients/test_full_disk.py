"""A full disk, for which a limit on the size of files stands in: 503, nothing half written, good again after it."""

import contextlib
import os
import resource
import sqlite3
import subprocess

import pytest

import postgresql
from conftest import BINARY
from test_postgresql import Serve, configuration


def limit(process, size):
    resource.prlimit(process, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


def body(bramley):
    return bramley.sign_in_body(*bramley.apple_authorization(bramley.apple_user()), with_code=False)


def expect_unavailable(answer):
    assert answer.status_code == 503, answer.text
    assert int(answer.headers["Retry-After"]) >= 1
    assert answer.json()["error"]["status"] == "UNAVAILABLE"


def sign_in_until_full(serve, bramley, most):
    """The answers that were good, and the body of the one that was not."""
    good = []
    for _ in range(most):
        request = body(bramley)
        answer = serve.sign_in(request)
        if answer.status_code != 200:
            expect_unavailable(answer)
            return good, request
        good.append(answer.json())
    raise AssertionError(f"{most} people signed in on a full disk")


def expect_recovery(serve, bramley, good, refused):
    """What was acknowledged is there; what was refused left nothing, so its credential is good still."""
    answer = serve.sign_in(refused)
    assert answer.status_code == 200, answer.text
    for person in good:
        assert serve.refresh(person["refreshToken"]).status_code == 200
    return good + [answer.json()]


def test_sqlite_on_a_full_disk(tmp_path, bramley):
    """Reads go on, writes are 503, and one transaction is all or nothing (issue 8)."""
    path = tmp_path / "accounts.db"
    serve = Serve(tmp_path, "full", f"sqlite:{path}", bramley.apple)
    try:
        before = [serve.sign_in(body(bramley)).json() for _ in range(3)]
        limit(serve.process.pid, os.path.getsize(f"{path}-wal") + 20_000)
        good, refused = sign_in_until_full(serve, bramley, 20)
        for _ in range(5):
            expect_unavailable(serve.sign_in(body(bramley)))
        assert serve.keys()
        assert "full" in serve.log_path.read_text()
        limit(serve.process.pid, resource.RLIM_INFINITY)
        people = expect_recovery(serve, bramley, before + good, refused)
    finally:
        serve.stop()
    with contextlib.closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        for table in ("accounts", "identities", "sessions"):
            assert connection.execute(f"SELECT count(*) FROM {table}").fetchone() == (len(people),), table


@pytest.mark.parametrize("size", [0, 4096, 20_000])
def test_a_start_that_needs_room_on_a_full_disk_says_so(tmp_path, bramley, size):
    """Status 78 and a sentence that tells what to do; when there is room, it starts."""
    database = tmp_path / "new" / "accounts.db"
    path = configuration(tmp_path, "new", f"sqlite:{database}", bramley.apple, postgresql.free_port())
    done = subprocess.run(["prlimit", f"--fsize={size}:", BINARY, "serve", "-c", path], capture_output=True,
                          text=True, timeout=60)
    assert done.returncode == 78, done.stderr
    assert "Make room" in done.stderr
    serve = Serve(tmp_path, "new", f"sqlite:{database}", bramley.apple)
    try:
        assert serve.sign_in(body(bramley)).status_code == 200
    finally:
        serve.stop()


def test_a_start_that_finds_room_for_little_serves_what_it_can(tmp_path, bramley):
    """A store that is there is read from; what does not fit is 503 until there is room."""
    path = tmp_path / "accounts.db"
    first = Serve(tmp_path, "first", f"sqlite:{path}", bramley.apple)
    try:
        person = first.sign_in(body(bramley)).json()
    finally:
        first.stop()
    # The child inherits it: room for the log's index, which has 32 KiB. Python ignores the signal itself.
    resource.setrlimit(resource.RLIMIT_FSIZE, (40_000, resource.RLIM_INFINITY))
    try:
        second = Serve(tmp_path, "second", f"sqlite:{path}", bramley.apple)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    try:
        assert second.keys()
        good, refused = sign_in_until_full(second, bramley, 20)
        limit(second.process.pid, resource.RLIM_INFINITY)
        expect_recovery(second, bramley, [person] + good, refused)
    finally:
        second.stop()


def test_postgresql_on_a_full_disk(tmp_path, bramley):
    """The server's tables cannot grow: each request is refused whole, and all is good when they can again."""
    server = postgresql.Server()
    try:
        database = server.make_database()
        serve = Serve(tmp_path, "full", server.url(database), bramley.apple)
        try:
            before = [serve.sign_in(body(bramley)).json() for _ in range(3)]
            # Larger than a segment of the log, which is 16 MB and has to be made whole.
            # Of small rows, so that no page keeps room for another.
            server.sql("INSERT INTO events(account,at,kind) SELECT 0,0,1 FROM generate_series(1,330000)", database)
            size = int(server.sql("SELECT pg_relation_size('events')", database))
            assert size > 17 << 20

            def limit_server(bound):
                parent = int(open(f"{server.folder}/data/postmaster.pid").readline())
                children = open(f"/proc/{parent}/task/{parent}/children").read().split()
                for process in [parent, *children]:
                    # As its own user, who may. One that has ended meanwhile needs no limit.
                    subprocess.run(postgresql.unprivileged("prlimit", f"--pid={process}", f"--fsize={bound}:"),
                                   cwd="/tmp", capture_output=True, check=False)

            limit_server(size)
            good, refused = sign_in_until_full(serve, bramley, 150)
            expect_unavailable(serve.sign_in(body(bramley)))
            assert serve.keys()
            limit_server("unlimited")
            people = expect_recovery(serve, bramley, before + good, refused)
        finally:
            serve.stop()
        for table in ("accounts", "identities", "sessions"):
            assert server.sql(f"SELECT count(*) FROM {table}", database) == str(len(people)), table
    finally:
        server.close()
