"""Moving a store between SQLite and PostgreSQL with `bramley db copy`: nobody is signed out, nothing is lost (issue 8)."""

import contextlib
import json
import random
import sqlite3
import subprocess
import time

import pytest

import postgresql
from conftest import BINARY, Bramley, error_of, running


@pytest.fixture(scope="module")
def server():
    instance = postgresql.Server()
    yield instance
    instance.close()


def command(*options):
    return [BINARY, "db", "copy", *[str(option) for option in options]]


def copy(*options):
    return subprocess.run(command(*options), capture_output=True, text=True, timeout=120)


def tables(server, database):
    return server.sql("SELECT count(*) FROM pg_tables WHERE schemaname='public'", database)


def test_a_running_service_keeps_the_copy_out(server):
    """What it wrote meanwhile would be missing."""
    with running() as bramley:
        bramley.sign_in()
        database = server.make_database()
        done = copy("--database", f"sqlite:{bramley.folder}/data", "--to", server.url(database))
        assert done.returncode == 1
        assert "SOURCE_IN_USE" in done.stderr
        assert tables(server, database) == "0"


def test_other_sealing_keys_are_refused_before_anything_is_written(server):
    """A service could not open what was copied."""
    with running() as bramley:
        bramley.sign_in()
        bramley.stop()
        (bramley.folder / "data" / "sealing.key").write_text("dev1:" + "5b" * 32)
        database = server.make_database()
        done = copy("--database", f"sqlite:{bramley.folder}/data", "--to", server.url(database))
        assert done.returncode == 1
        assert "SEALING_KEY_WRONG" in done.stderr
        assert tables(server, database) == "0"


def test_a_store_without_a_named_key_or_a_wrong_option_is_refused(server):
    """78 and 64, and the sentence says what to do."""
    database = server.make_database()
    done = copy("--database", server.url(database), "--to", "sqlite:/nowhere/a.db")
    assert done.returncode == 78
    assert "-c FILE" in done.stderr
    assert copy("--database", server.url(database)).returncode == 64
    assert copy("--to", server.url(database), "--database", "sqlite:/nowhere/a.db").returncode == 78
    assert copy("--to", "mysql://x", "--database", server.url(database)).returncode == 78


def test_a_store_moves_to_a_server_and_back_and_nobody_is_signed_out(server):
    """Generations follow as after a restore (R32); the address's password is told to nobody."""
    with running() as bramley:
        data = bramley.folder / "data"
        quiet, busy = bramley.sign_in(), bramley.sign_in()
        bramley.stop()
        database = server.make_database()
        url = server.url(database).replace("bramley@", "bramley:hunter2@")
        done = copy("--database", f"sqlite:{data}", "--to", url)
        assert done.returncode == 0, done.stdout + done.stderr
        assert "accounts\t2\tsame" in done.stdout
        assert "hunter2" not in done.stdout + done.stderr
        again = copy("--database", f"sqlite:{data}", "--to", url)
        assert again.returncode == 0, again.stderr
        assert "0 rows written" in again.stdout

        # Somebody starts the old one once more.
        bramley.start()
        late = bramley.refresh(bramley.refresh(busy["refreshToken"]).json()["refresh_token"]).json()
        bramley.stop()
        differs = copy("--database", f"sqlite:{data}", "--to", url, "--verify-only", "--json")
        assert differs.returncode == 1
        found = json.loads(differs.stdout)
        assert found["isSame"] is False and found["written"] == 0
        assert "sessions" in [line["table"] for line in found["tables"] if not line["isSame"]]

        moved = Bramley(bramley.folder, "--database", url).start()
        try:
            followed = moved.refresh(late["refresh_token"])
            assert followed.status_code == 200, followed.text
            assert moved.refresh(quiet["refreshToken"]).status_code == 200
            newest = moved.sign_in()
            assert newest["isNewUser"] is True
        finally:
            moved.stop()

        done = copy("--database", url, "--to", f"sqlite:{data}/back.db")
        assert done.returncode == 0, done.stdout + done.stderr
        assert copy("--database", url, "--to", f"sqlite:{data}/back.db", "--verify-only").returncode == 0
        back = Bramley(bramley.folder, "--database", f"sqlite:{data}/back.db").start()
        try:
            assert back.refresh(newest["refreshToken"]).status_code == 200
            found = back.owner("accounts:lookup", {"localId": [quiet["localId"], busy["localId"], newest["localId"]]})
            assert len(found.json()["users"]) == 3
        finally:
            back.stop()


def fill(path, rows):
    """Sessions and audit of nobody: it is their number that counts."""
    # Closed at once: an open connection would keep the copy out.
    with contextlib.closing(sqlite3.connect(path)) as connection, connection:
        connection.executemany(
            "INSERT INTO sessions(id,account,generation,created_at,auth_time,last_used_at,rotated_at,provider,user_agent)"
            " VALUES(?,1,1,1800000000000,1800000000000,1800000000000,1800000000000,'apple.com',?)",
            ((number * 1000, f"device {number}") for number in range(1, rows)))
        connection.executemany(
            "INSERT INTO events(account,at,kind,detail) VALUES(1,1800000000000,1,?)",
            ((f"detail {number}",) for number in range(rows)))


def undisturbed(source, target):
    """How long a copy takes that nobody kills, in seconds."""
    start = time.monotonic()
    done = copy("--database", source, "--to", target)
    assert done.returncode == 0, done.stdout + done.stderr
    return time.monotonic() - start


def copy_under_fire(source, target, chance, duration, on_kill):
    """Runs a copy that is killed at random moments, eight times at most; answers how many were killed."""
    kills = 0
    while True:
        process = subprocess.Popen(command("--database", source, "--to", target), stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True)
        try:
            # Each goes on where the one before was killed, and all compare both sides in the end.
            output, errors = process.communicate(
                timeout=chance.uniform(0.05, 0.4) * duration if kills < 8 else 120)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            kills += 1
            on_kill()
            continue
        assert process.returncode == 0, output + errors
        assert "both hold the same" in output
        return kills


def test_killed_at_any_moment_it_goes_on_and_ends_the_same(server):
    """kill -9 again and again, there and back; no service starts on half of it."""
    chance = random.Random(8)
    refused = 0
    with running() as bramley:
        data = bramley.folder / "data"
        person = bramley.sign_in()
        bramley.stop()
        fill(data / "bramley.db", 20_000)
        database = server.make_database()

        def serves_no_half():
            nonlocal refused
            marked = tables(server, database) != "0" and server.sql(
                "SELECT count(*) FROM settings WHERE name='copy/progress'", database) == "1"
            if marked and refused < 2:
                done = subprocess.run(
                    [BINARY, "dev", "--port", "0", "--apple-port", "0", "--data", data, "--database",
                     server.url(database)], capture_output=True, text=True, timeout=60)
                assert done.returncode == 78
                assert "unfinished copy" in done.stderr
                refused += 1

        there = undisturbed(f"sqlite:{data}", server.url(server.make_database()))
        assert copy_under_fire(f"sqlite:{data}", server.url(database), chance, there, serves_no_half) > 2
        assert refused > 0
        assert server.sql("SELECT count(*) FROM sessions", database) == "20000"
        return_trip = undisturbed(server.url(database), f"sqlite:{data}/scratch.db")
        assert copy_under_fire(server.url(database), f"sqlite:{data}/back.db", chance, return_trip, lambda: None) > 2
        assert copy("--database", f"sqlite:{data}", "--to", f"sqlite:{data}/back.db", "--verify-only").returncode == 0
        back = Bramley(bramley.folder, "--database", f"sqlite:{data}/back.db").start()
        try:
            assert back.refresh(person["refreshToken"]).status_code == 200
            assert error_of(back.refresh("garbage")) == "INVALID_REFRESH_TOKEN"
        finally:
            back.stop()
