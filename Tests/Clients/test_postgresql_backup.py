"""Backups of PostgreSQL as docs/operations.md has them, and what a restore means for who is signed in (R32)."""

import subprocess

import pytest

import postgresql
from conftest import error_of
from test_postgresql import Serve

ORIGIN = "http://localhost:8080"


@pytest.fixture(scope="module")
def server():
    instance = postgresql.Server()
    yield instance
    instance.close()


def dumped(server, database, folder):
    """pg_dump into a file and pg_restore into an empty database."""
    file = folder / "bramley.dump"
    postgresql.run(str(server.tools / "pg_dump"), "-Fc", "-f", str(file), server.url(database))

    def restore():
        fresh = server.make_database()
        postgresql.run(str(server.tools / "pg_restore"), "--exit-on-error", "--single-transaction", "-d",
                       server.url(fresh), str(file))
        return server.url(fresh), lambda: None

    return restore


def copied(server, database, _):
    """pg_basebackup of the whole server, checked, and a server started from it."""
    copy = object.__new__(postgresql.Server)
    copy.tools, copy.fsync = server.tools, server.fsync
    copy.folder, copy.port = server.folder + "/copy", postgresql.free_port()
    data = copy.folder + "/data"
    postgresql.run(*postgresql.unprivileged("mkdir", copy.folder))
    postgresql.run(*postgresql.unprivileged(
        server.tools / "pg_basebackup", "-D", data, "-d", server.url("postgres"), "-c", "fast", "-X", "stream"))
    postgresql.run(*postgresql.unprivileged(server.tools / "pg_verifybackup", data))

    def restore():
        copy.start()
        return copy.url(database), copy.close

    return restore


@pytest.mark.parametrize("back_up", [dumped, copied])
def test_a_restored_backup_knows_the_sessions_of_its_time_and_follows_later_tokens(
        server, tmp_path, bramley, back_up):
    """R32: later generations prove themselves by their MAC, once; who came after the backup is unknown."""
    database = server.make_database()

    def signed_in(process):
        body = bramley.sign_in_body(*bramley.apple_authorization(bramley.apple_user()), with_code=False)
        answer = process.sign_in(body)
        assert answer.status_code == 200, answer.text
        return answer.json()

    first = Serve(tmp_path, "first", server.url(database), bramley.apple, publicOrigin=ORIGIN)
    try:
        quiet, busy = signed_in(first), signed_in(first)
        restore = back_up(server, database, tmp_path)
        late = signed_in(first)
        latest = first.refresh(first.refresh(busy["refreshToken"]).json()["refresh_token"]).json()
    finally:
        first.stop()
    url, close = restore()
    try:
        second = Serve(tmp_path, "second", url, bramley.apple, publicOrigin=ORIGIN)
        try:
            unknown = second.refresh(late["refreshToken"])
            assert unknown.status_code == 400
            assert error_of(unknown) == "INVALID_REFRESH_TOKEN"
            assert second.refresh(quiet["refreshToken"]).status_code == 200
            followed = second.refresh(latest["refresh_token"])
            assert followed.status_code == 200, followed.text
            assert followed.json()["user_id"] == busy["localId"]
            assert second.refresh(followed.json()["refresh_token"]).status_code == 200
            # What the backup held as current is long past now: it ends the session (R31).
            assert error_of(second.refresh(busy["refreshToken"])) == "TOKEN_EXPIRED"
            assert error_of(second.refresh(followed.json()["refresh_token"])) == "TOKEN_EXPIRED"
        finally:
            second.stop()
    finally:
        close()
