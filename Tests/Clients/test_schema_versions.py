"""Versions of the service beside each other on one database: expand, then contract (issue 8, point 3).

What a newer version does to the schema at its start is done here by hand, since there is no newer binary: it applies a
step and records the oldest schema whose versions can live with it.
"""

import subprocess

import pytest

import postgresql
from conftest import BINARY
from test_postgresql import Serve, configuration

ORIGIN = "http://localhost:8080"


@pytest.fixture
def server():
    instance = postgresql.Server()
    yield instance
    instance.close()


def newest(server, database):
    return int(server.sql("SELECT max(number) FROM migrations", database))


def life(bramley, one, other):
    """Signs a new person in at one process and refreshes and looks up at the other."""
    body = bramley.sign_in_body(*bramley.apple_authorization(bramley.apple_user()), with_code=False)
    opened = one.sign_in(body)
    assert opened.status_code == 200, opened.text
    refreshed = other.refresh(opened.json()["refreshToken"])
    assert refreshed.status_code == 200, refreshed.text
    assert other.look_up(refreshed.json()["id_token"]).status_code == 200


def test_an_earlier_version_runs_and_restarts_on_a_schema_that_was_only_added_to(server, tmp_path, bramley):
    """Two processes serve while the schema grows under them, and restart on it; the command line too."""
    database = server.make_database()
    both = [Serve(tmp_path, name, server.url(database), bramley.apple, publicOrigin=ORIGIN)
            for name in ("first", "second")]
    try:
        life(bramley, *both)
        known = newest(server, database)
        server.sql(f"""BEGIN;
            ALTER TABLE accounts ADD COLUMN nickname text; ALTER TABLE sessions ADD COLUMN place text DEFAULT 'x';
            CREATE TABLE badges(id bigint PRIMARY KEY);
            INSERT INTO migrations(number,applied_at,compatible_from) VALUES({known + 1},now(),{known});
            COMMIT""", database)
        # Statements that were prepared before go on.
        life(bramley, *both)
        assert both[0].stop() == 0
        both[0] = Serve(tmp_path, "again", server.url(database), bramley.apple, publicOrigin=ORIGIN)
        life(bramley, *both)
        life(bramley, *reversed(both))
        migrated = subprocess.run([BINARY, "db", "migrate", "--database", server.url(database)], capture_output=True,
                                  text=True, timeout=60)
        assert migrated.returncode == 0, migrated.stderr
        assert migrated.stdout.strip() == f"schema {known + 1}"
        assert newest(server, database) == known + 1
    finally:
        for one in both:
            if one.process.poll() is None:
                one.stop()


def test_an_earlier_version_is_refused_once_something_was_taken_away(server, tmp_path, bramley):
    """The start ends with status 78 and a sentence that names both schemas; nothing is changed."""
    database = server.make_database()
    Serve(tmp_path, "maker", server.url(database), bramley.apple).stop()
    known = newest(server, database)
    server.sql(f"""INSERT INTO migrations(number,applied_at,compatible_from)
                   VALUES({known + 1},now(),{known}),({known + 2},now(),{known + 1})""", database)
    refused = Serve(tmp_path, "refused", server.url(database), bramley.apple, wait=False)
    assert refused.process.wait(timeout=30) == 78
    refused.process.stdout.close()
    said = refused.log_path.read_text()
    assert (f"The database has schema {known + 2}, which versions of Bramley from schema {known + 1} on can use; this "
            f"one knows schema {known}") in said
    assert "waiting for it" not in said
    path = configuration(tmp_path, "doctor", server.url(database), bramley.apple, postgresql.free_port())
    doctor = subprocess.run([BINARY, "doctor", "-c", path, "--offline"], capture_output=True, text=True, timeout=60)
    assert doctor.returncode == 1 and f"from schema {known + 1} on" in doctor.stdout
    assert newest(server, database) == known + 2


def test_two_that_start_at_once_on_a_record_of_the_first_version_come_up(server, tmp_path, bramley):
    """The first version did not record who is compatible with a step: its database is taken as it is."""
    database = server.make_database()
    Serve(tmp_path, "maker", server.url(database), bramley.apple).stop()
    known = newest(server, database)
    server.sql("ALTER TABLE migrations DROP COLUMN compatible_from", database)
    both = [Serve(tmp_path, name, server.url(database), bramley.apple, wait=False, publicOrigin=ORIGIN)
            for name in ("first", "second")]
    try:
        for one in both:
            one.ready()
        life(bramley, *both)
        assert newest(server, database) == known
    finally:
        for one in both:
            one.stop()
