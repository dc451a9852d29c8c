"""Accounts in PostgreSQL: the real binary on a private server, behind a pooler, through outages, two at once."""

import concurrent.futures
import html
import itertools
import json
import re
import subprocess
import time
import urllib.parse

import pytest
import requests

import postgresql
from conftest import BINARY, APPLE_CLIENT, error_of, running

SEALING = "k1:" + "5a" * 32


@pytest.fixture(scope="module")
def server():
    instance = postgresql.Server()
    yield instance
    instance.close()


def life_of_an_account(bramley):
    """Signs in, signs in again, refreshes, looks up, deletes; what is gone stays gone."""
    user = bramley.apple_user(given_name="Maria", family_name="Keller")
    first = bramley.sign_in(user)
    assert first["isNewUser"] is True
    again = bramley.sign_in(user)
    assert again["localId"] == first["localId"]
    assert not again.get("isNewUser")
    refreshed = bramley.refresh(again["refreshToken"])
    assert refreshed.status_code == 200, refreshed.text
    looked_up = bramley.call("accounts:lookup", {"idToken": refreshed.json()["id_token"]})
    assert looked_up.json()["users"][0]["displayName"] == "Maria Keller"
    deleted = bramley.call("accounts:delete", {"idToken": refreshed.json()["id_token"]})
    assert deleted.status_code == 200, deleted.text
    refused = bramley.refresh(refreshed.json()["refresh_token"])
    assert refused.status_code == 400
    assert error_of(refused) == "USER_NOT_FOUND"
    return first["localId"]


def test_an_account_lives_in_postgresql(server):
    """Sign-in, refresh, look-up and deletion; nothing of it in a file."""
    database = server.make_database()
    with running("--database", server.url(database)) as bramley:
        life_of_an_account(bramley)
        kept = bramley.sign_in()["localId"]
        assert not (bramley.folder / "data" / "bramley.db").exists()
        bramley.stop()
        bramley.start()
        assert bramley.owner("accounts:lookup", {"localId": [kept]}).json()["users"][0]["localId"] == kept
    assert server.sql("SELECT count(*) FROM accounts", database) == "1"


def test_a_pooler_in_transaction_mode_may_stand_between(server):
    """pgbouncer with database.preparedStatements off: no session state, no prepared statement (issue 8)."""
    database = server.make_database()
    pooler = postgresql.Pooler(server)
    try:
        with running("--database", server.url(database, pooler.port),
                     environment={"BRAMLEY_DATABASE_PREPAREDSTATEMENTS": "off"}) as bramley:
            life_of_an_account(bramley)
            with concurrent.futures.ThreadPoolExecutor(12) as threads:
                people = list(threads.map(lambda _: bramley.sign_in()["localId"], range(60)))
            assert len(set(people)) == 60
    finally:
        pooler.close()
    assert server.sql("SELECT count(*) FROM accounts", database) == "60"


def test_the_address_of_the_database_is_told_to_nobody(server, tmp_path):
    """The connection string holds a password: not in the log, not on the console."""
    url = server.url(server.make_database()).replace("bramley@", "bramley:hunter2@")
    with running("--database", url, "--log-level", "debug") as bramley:
        bramley.sign_in()
        bramley.stop()
        assert "hunter2" not in bramley.log()
    refused = subprocess.run(
        [BINARY, "dev", "--port", "0", "--apple-port", "0", "--data", tmp_path, "--database",
         "postgres://bramley:hunter2@127.0.0.1:port/x"], capture_output=True, text=True, timeout=30)
    assert refused.returncode == 78
    assert "hunter2" not in refused.stderr + refused.stdout
    assert "database" in refused.stderr


def until(condition, seconds=30):
    deadline = time.monotonic() + seconds
    while True:
        answer = condition()
        if answer:
            return answer
        assert time.monotonic() < deadline, "it did not come to pass in time"
        time.sleep(0.05)


def test_an_outage_is_503_with_retry_after_and_passes():
    """Down in flight: 503 and Retry-After, nothing lost, good again when the server is (issue 8, bad days)."""
    own = postgresql.Server()
    try:
        with running("--database", own.url(own.make_database())) as bramley:
            signed_in = bramley.sign_in()
            own.stop("immediate")
            refused = bramley.refresh(signed_in["refreshToken"])
            assert refused.status_code == 503, refused.text
            assert int(refused.headers["Retry-After"]) >= 1
            assert requests.get(f"{bramley.service}/readyz", timeout=20).status_code == 503
            assert requests.get(f"{bramley.service}/healthz", timeout=20).status_code == 200
            own.start()
            until(lambda: requests.get(f"{bramley.service}/readyz", timeout=20).status_code == 200)
            assert bramley.refresh(signed_in["refreshToken"]).status_code == 200
    finally:
        own.close()


def configuration(folder, name, url, apple, port, **changes):
    path = folder / f"{name}.json5"
    path.write_text(json.dumps({
        "project": "my-app", "publicOrigin": f"http://localhost:{port}",
        "listen": {"public": f"127.0.0.1:{port}", "admin": "127.0.0.1:0"}, "database": url,
        "keys": {"sealing": SEALING}, "apple.teamId": "DEMOTEAM01", "apple.bundleIds": [APPLE_CLIENT],
        "apple.baseUrl": apple, "apple.allowEmulator": True, **changes,
    }))
    return path


class Serve:
    """One `bramley serve`; `wait=False` for a start that cannot get ready yet."""

    def __init__(self, folder, name, url, apple, wait=True, **changes):
        self.port = postgresql.free_port()
        self.service = f"http://127.0.0.1:{self.port}"
        self.log_path = folder / f"{name}.log"
        self._log = open(self.log_path, "wb")
        self.process = subprocess.Popen(
            [BINARY, "serve", "-c", configuration(folder, name, url, apple, self.port, **changes)], stdout=subprocess.PIPE,
            stderr=self._log, text=True)
        if wait:
            self.ready()

    def ready(self):
        line = self.process.stdout.readline()
        assert line.startswith("ready service="), line + self.log_path.read_text()
        self.admin = re.search(r"admin=(\S+)", line).group(1)

    def sign_in(self, body):
        return requests.post(f"{self.service}/identitytoolkit.googleapis.com/v1/accounts:signInWithIdp?key=any",
                             json=body, timeout=20)

    def refresh(self, token):
        return requests.post(f"{self.service}/securetoken.googleapis.com/v1/token?key=any",
                             data={"grant_type": "refresh_token", "refresh_token": token}, timeout=20)

    def keys(self):
        return requests.get(f"{self.service}/.well-known/jwks.json", timeout=20).json()["keys"]

    def look_up(self, id_token):
        return requests.post(f"{self.service}/identitytoolkit.googleapis.com/v1/accounts:lookup?key=any",
                             json={"idToken": id_token}, timeout=20)

    def metrics(self):
        """Every series of the admin listener's metrics by its name with labels."""
        lines = requests.get(f"{self.admin}/metrics", timeout=20).text.splitlines()
        return {name: float(value) for name, value in (line.rsplit(" ", 1) for line in lines if line[0] != "#")}

    def stop(self):
        self.process.terminate()
        self.process.stdout.close()
        status = self.process.wait(timeout=20)
        self._log.close()
        return status


def test_serve_waits_for_its_database(server, tmp_path, bramley):
    """Down at start: it waits and says so, /readyz is 503, /healthz 200; it gets ready by itself."""
    own = postgresql.Server()
    own.stop()
    waiting = Serve(tmp_path, "waiting", own.url("postgres"), bramley.apple, wait=False)
    try:
        until(lambda: "waiting for it" in waiting.log_path.read_text())
        refused = requests.get(f"{waiting.service}/readyz", timeout=20)
        assert refused.status_code == 503
        assert refused.headers["Retry-After"]
        assert requests.get(f"{waiting.service}/healthz", timeout=20).status_code == 200
        own.start()
        waiting.ready()
        assert requests.get(f"{waiting.service}/readyz", timeout=20).status_code == 200
    finally:
        waiting.stop()
        own.close()


def test_two_processes_are_one_service(server, tmp_path, bramley):
    """Started at once on an empty database (FR-57): keys, credentials and sessions are shared; one may restart."""
    url = server.url(server.make_database())
    both = [Serve(tmp_path, name, url, bramley.apple, wait=False) for name in ("first", "second")]
    try:
        for one in both:
            one.ready()
        first, second = both
        assert first.keys() == second.keys()
        authorization, nonce = bramley.apple_authorization(bramley.apple_user())
        body = bramley.sign_in_body(authorization, nonce, with_code=False)
        # One credential at both processes at once: it is good once.
        with concurrent.futures.ThreadPoolExecutor(8) as threads:
            answers = list(threads.map(lambda number: both[number % 2].sign_in(body), range(8)))
        assert sorted(answer.status_code for answer in answers) == [200] + [400] * 7
        token = next(answer for answer in answers if answer.status_code == 200).json()["refreshToken"]
        # A session that one opened, the other refreshes; a restart loses nothing.
        refreshed = second.refresh(token)
        assert refreshed.status_code == 200, refreshed.text
        assert first.stop() == 0
        again = second.refresh(refreshed.json()["refresh_token"])
        assert again.status_code == 200, again.text
        both[0] = Serve(tmp_path, "third", url, bramley.apple)
        assert both[0].refresh(again.json()["refresh_token"]).status_code == 200
        # R31 across processes: a token that should be gone ends the session everywhere.
        assert both[0].refresh(token).status_code == 400
        assert second.refresh(again.json()["refresh_token"]).status_code == 400
    finally:
        for one in both:
            if one.process.poll() is None:
                one.stop()


def hidden(page):
    """The hidden fields of a page's first form, and where it goes."""
    form = page[page.index("<form"):page.index("</form>")]
    fields = dict(re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)"', form))
    return {name: html.unescape(value) for name, value in fields.items()}, re.search(r'action="([^"]*)"', form)


def test_a_flow_begun_on_one_process_ends_on_another(server, tmp_path, bramley):
    """Pending flows, parked answers, cookies and sessions: each request of one sign-in goes to the next process."""
    url = server.url(server.make_database())
    port = postgresql.free_port()
    origin = f"http://localhost:{port}"
    answer = requests.post(f"{bramley.apple}/emulator/v1/clients", timeout=20, json={
        "client_id": "com.example.balanced", "team_id": "DEMOTEAM01", "primary_app_id": "com.example.app",
        "profile": "relaxed", "redirect_uris": [f"{origin}/__/auth/handler"]})
    assert answer.status_code in (200, 201), answer.text
    both = [
        Serve(tmp_path, name, url, bramley.apple, publicOrigin=origin, **{"apple.servicesId": "com.example.balanced"})
        for name in ("first", "second")]
    turn = itertools.cycle(both)
    browser = requests.Session()

    def ask(method, path, **arguments):
        """A balancer: the name stays, the process changes."""
        return browser.request(
            method, next(turn).service + path, allow_redirects=False, timeout=20,
            headers={"Host": f"localhost:{port}", "Origin": arguments.pop("origin", origin),
                     "Accept": "text/html"}, **arguments)

    try:
        fields, _ = hidden(ask("GET", "/signin").text)
        to_apple = ask("POST", "/signin/apple", data=fields)
        assert to_apple.headers["Location"].startswith(bramley.apple), to_apple.text
        person = requests.Session()
        fields, action = hidden(person.get(to_apple.headers["Location"], timeout=20).text)
        consent = person.post(
            urllib.parse.urljoin(to_apple.headers["Location"], html.unescape(action.group(1))) if action
            else to_apple.headers["Location"],
            data={**fields, "user": "maria@example.com", "firstName": "Maria", "lastName": "Lindqvist",
                  "action": "continue"}, timeout=20)
        fields, _ = hidden(consent.text)
        assert "state" in fields, consent.text
        parked = ask("POST", "/__/auth/handler", data=fields, origin=bramley.apple)
        assert parked.status_code == 303, parked.text
        landed = ask("GET", parked.headers["Location"])
        assert landed.headers["Location"].endswith("/account"), landed.text
        for _ in both:
            account = ask("GET", "/account")
            assert account.status_code == 200 and "Maria" in account.text
        # What one process has taken is gone for the other: the parked answer, and the flow behind it. Whoever is
        # signed in would be led to the account kindly.
        for cookie in [one for one in browser.cookies if "session" in one.name]:
            browser.cookies.clear(cookie.domain, cookie.path, cookie.name)
        for replayed in (parked, ask("POST", "/__/auth/handler", data=fields, origin=bramley.apple)):
            refused = ask("GET", replayed.headers["Location"])
            assert not refused.headers.get("Location", "").endswith("/account"), refused.headers
    finally:
        for one in both:
            one.stop()


def test_doctor_knows_the_database(server, tmp_path, bramley):
    """Schema and mark are looked at without changing anything (R7, FR-56)."""
    database = server.make_database()
    path = configuration(tmp_path, "doctor", server.url(database), bramley.apple, postgresql.free_port())

    def verdict():
        done = subprocess.run([BINARY, "doctor", "-c", path, "--offline", "--json"], capture_output=True, text=True,
                              timeout=60)
        findings = json.loads(done.stdout)
        findings = findings if isinstance(findings, list) else findings.get("findings", findings.get("checks"))
        return next(json.dumps(one) for one in findings if "database" in json.dumps(one))

    assert "first start makes the schema" in verdict()
    assert server.sql("SELECT count(*) FROM pg_tables WHERE schemaname='public'", database) == "0"
    Serve(tmp_path, "maker", server.url(database), bramley.apple).stop()
    assert "the server answers, schema" in verdict()
    server.sql("DROP TABLE grants", database)
    assert "grants" in verdict()
