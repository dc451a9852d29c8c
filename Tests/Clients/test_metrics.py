"""What `/metrics` tells on both stores, and that the operator's page speaks of just that (issue 8, point 7)."""

import re

import pytest
import requests

import postgresql
from conftest import ROOT, running
from test_postgresql import Serve, until


def family(series):
    """The name as the page has it: without labels and a histogram's endings."""
    return re.sub(r"_(bucket|sum|count)$", "", series.split("{")[0])


def documented():
    page = (ROOT / "docs/operations.md").read_text()
    rows = [line for line in page.splitlines() if line.startswith("| `bramley_")]
    listed = {name for row in rows for name in re.findall(r"`(bramley_\w+)", row.split(" | ")[0])}
    rules = page[page.index("groups:"):page.index("| alarm |")]
    return listed, {family(name) for name in re.findall(r"bramley_\w+", rules)}


@pytest.fixture(scope="module")
def server():
    instance = postgresql.Server()
    yield instance
    instance.close()


def metrics(text):
    return {line.rsplit(" ", 1)[0]: float(line.rsplit(" ", 1)[1]) for line in text.splitlines() if line[0] != "#"}


def test_every_series_is_on_the_operators_page_and_every_alarm_has_its_series(server, tmp_path, bramley):
    """SQLite and PostgreSQL together show what the page lists, no more and no less."""
    one = Serve(tmp_path, "listed", server.url(server.make_database()), bramley.apple)
    try:
        one.refresh("nothing")
        until(lambda: "bramley_jobs_waiting" in one.metrics())
        shown = {family(name) for name in one.metrics()}
    finally:
        one.stop()
    with running() as file:
        file.sign_in()
        shown |= {family(name) for name in metrics(requests.get(f"{file.service}/metrics", timeout=20).text)}
    listed, alarmed = documented()
    assert shown == listed
    assert alarmed <= listed


def test_connections_retries_and_jobs_are_counted_through_an_outage(tmp_path, bramley):
    """Attempts that failed show; the jobs' series is missing rather than old while the store is away."""
    own = postgresql.Server()
    one = Serve(tmp_path, "outage", own.url(own.make_database()), bramley.apple)
    try:
        body = bramley.sign_in_body(*bramley.apple_authorization(bramley.apple_user()), with_code=False)
        opened = one.sign_in(body).json()
        before = one.metrics()
        assert 1 <= before["bramley_store_connections"] <= before["bramley_store_connections_max"] == 12
        assert before["bramley_store_round_trips_total"] > before["bramley_store_connections_opened_total"] >= 1
        assert before["bramley_store_connections_failed_total"] == before["bramley_store_waiting"] == 0
        assert set(before) >= {f'bramley_store_retries_total{{cause="{cause}"}}'
                               for cause in ("serialization", "deadlock", "unique", "connection")}
        until(lambda: one.metrics().get("bramley_jobs_waiting") == 0)
        own.stop("immediate")
        assert one.refresh(opened["refreshToken"]).status_code == 503
        until(lambda: "bramley_jobs_waiting" not in one.metrics())
        away = one.metrics()
        assert away["bramley_store_connections_failed_total"] >= 1
        own.start()
        until(lambda: one.refresh(opened["refreshToken"]).status_code == 200)
        until(lambda: "bramley_jobs_waiting" in one.metrics())
        after = one.metrics()
        assert after["bramley_store_connections_opened_total"] > before["bramley_store_connections_opened_total"]
        assert after["bramley_store_commits_in_doubt_total{outcome=\"unknown\"}"] == 0
    finally:
        one.stop()
        own.close()


def test_jobs_are_counted_by_what_they_came_to(fresh_bramley):
    """The exchange of a sign-in's code is done, and counted so; the mail of `dev` as well."""
    fresh_bramley.sign_in()
    name = 'bramley_jobs_ended_total{kind="exchange",end="done"}'
    until(lambda: metrics(requests.get(f"{fresh_bramley.service}/metrics", timeout=20).text)[name] == 1)
    fresh_bramley.call("accounts:signUp", {"email": "ann@example.com", "password": "correct horse"})
    asked = fresh_bramley.call("accounts:sendOobCode", {"requestType": "PASSWORD_RESET", "email": "ann@example.com"})
    assert asked.status_code == 200, asked.text
    mail = 'bramley_jobs_ended_total{kind="mail",end="done"}'
    until(lambda: metrics(requests.get(f"{fresh_bramley.service}/metrics", timeout=20).text)[mail] == 1)
