"""A service that is killed, the people who use it meanwhile, and what they may rely on afterwards."""

import base64
import hashlib
import json
import random
import re
import secrets
import signal
import socket
import subprocess
import threading
import time

import requests

from conftest import APPLE_CLIENT, BINARY

TROUBLE = (requests.RequestException, ConnectionError, OSError)
EXPECTED_REFUSAL = {"deleted": "USER_NOT_FOUND", "signed out": "TOKEN_EXPIRED"}


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Process:
    """One process of ours with its ready line."""

    def __init__(self, arguments, log):
        self.process = subprocess.Popen([BINARY, *map(str, arguments)], stdout=subprocess.PIPE,
                                        stderr=open(log, "ab"), text=True)

    def ready(self):
        line = self.process.stdout.readline()
        assert line.startswith("ready "), f"not ready: {line!r}"
        return line

    def end(self, how=signal.SIGKILL):
        self.process.send_signal(how)
        status = self.process.wait(timeout=30)
        self.process.stdout.close()
        return status


class Stage:
    """An Apple emulator that stays up, and the `serve` that is killed; both in one folder."""

    def __init__(self, folder):
        self.folder = folder
        self.log = folder / "stderr.log"
        self.emulator = Process(["emulator", "--port", "0"], self.log)
        self.apple = re.search(r"apple=(\S+)", self.emulator.ready()).group(1)
        self.url = f"http://127.0.0.1:{free_port()}"
        key = requests.get(f"{self.apple}/emulator/v1/keys/DEMOKEY001.p8", timeout=20).text
        (folder / "key.p8").write_text(key)
        self.database = folder / "serve.db"
        (folder / "bramley.json5").write_text(json.dumps({
            "project": "my-app", "publicOrigin": "http://localhost:8080",
            "listen": {"public": self.url.removeprefix("http://"), "admin": "127.0.0.1:0"},
            "database": f"sqlite:{self.database}", "keys": {"sealing": "k1:" + "5a" * 32},
            "apple": {"teamId": "DEMOTEAM01", "bundleIds": [APPLE_CLIENT], "keyId": "DEMOKEY001",
                      "privateKeyFile": str(folder / "key.p8"), "baseUrl": self.apple, "allowEmulator": True},
            "accounts": {"anonymous": True},
            "rateLimits": {"enabled": False},
        }))
        self.service = None

    def start(self):
        self.service = Process(["serve", "-c", self.folder / "bramley.json5"], self.log)

    def stop(self):
        for process in (self.service, self.emulator):
            if process and process.process.poll() is None:
                process.end(signal.SIGTERM)


class Client:
    """One connection of one thread."""

    def __init__(self, stage):
        self.stage = stage
        self.http = requests.Session()

    def post(self, path, body, **options):
        return self.http.post(f"{self.stage.url}{path}", json=body, timeout=10, **options)

    def call(self, method, body, version="v1"):
        return self.post(f"/identitytoolkit.googleapis.com/{version}/{method}?key=any", body)

    def refresh(self, token):
        return self.post("/securetoken.googleapis.com/v1/token?key=any",
                         {"grantType": "refresh_token", "refreshToken": token})

    def authorization(self):
        """A sign-in at Apple by a new person: the subject and the request that brings it to the service."""
        apple = f"{self.stage.apple}/emulator/v1"
        email = f"person-{secrets.token_hex(8)}@example.com"
        self.http.post(f"{apple}/users", json={"email": email}, timeout=20).raise_for_status()
        nonce = secrets.token_urlsafe(24)
        answer = self.http.post(f"{apple}/native/authorizations", timeout=20, json={
            "client_id": APPLE_CLIENT, "user": email, "scopes": ["email"],
            "nonce": hashlib.sha256(nonce.encode()).hexdigest()})
        answer.raise_for_status()
        token, code = answer.json()["identity_token"], answer.json()["authorization_code"]
        return answer.json()["user"], code, {
            "requestUri": "http://localhost", "returnSecureToken": True,
            "postBody": f"providerId=apple.com&id_token={token}&nonce={nonce}&access_token={code}"}


def generation(refresh_token):
    """What a refresh token names: kind, length of the key's id, the id, session and generation in 8 bytes each."""
    raw = base64.urlsafe_b64decode(refresh_token + "=" * (-len(refresh_token) % 4))
    start = 2 + raw[1]
    return tuple(int.from_bytes(raw[at:at + 8], "big") for at in (start, start + 8))


class Person:
    """Somebody with an account: what the service has acknowledged to her, and what it has not answered yet."""

    def __init__(self, subject, code, body):
        self.subject, self.code, self.body = subject, code, body
        self.state = "new"
        self.pending = None
        self.local_id = self.id_token = self.refresh_token = None
        self.is_linked = False
        self.is_revoked = False

    def take(self, tokens):
        self.id_token = tokens.get("idToken") or tokens.get("id_token")
        self.refresh_token = tokens.get("refreshToken") or tokens.get("refresh_token")

    # What she does. `pending` stands while a request is not answered: its outcome is then either.

    def sign_in(self, client):
        self.pending = "sign in"
        answer = client.call("accounts:signInWithIdp", self.body)
        assert answer.status_code == 200, answer.text
        self.local_id, self.state, self.is_linked = answer.json()["localId"], "in", True
        self.take(answer.json())
        self.pending = None

    def link(self, client):
        """An anonymous account becomes hers."""
        self.pending = "sign up"
        answer = client.call("accounts:signUp", {"returnSecureToken": True})
        assert answer.status_code == 200, answer.text
        self.local_id, self.state = answer.json()["localId"], "in"
        self.take(answer.json())
        self.pending = "link"
        answer = client.call("accounts:signInWithIdp", {**self.body, "idToken": self.id_token})
        assert answer.status_code == 200 and answer.json()["localId"] == self.local_id, answer.text
        self.is_linked = True
        self.take(answer.json())
        self.pending = None

    def rotate(self, client):
        self.pending = "rotate"
        answer = client.refresh(self.refresh_token)
        assert answer.status_code == 200, answer.text
        self.take(answer.json())
        self.pending = None

    def revoke(self, client):
        """Revokes Apple's grant; 503 while the code's exchange is under way is no acknowledgement."""
        self.pending = "revoke"
        answer = client.call("accounts:revokeToken", {
            "idToken": self.id_token, "providerId": "apple.com", "tokenType": "CODE", "token": self.code}, "v2")
        assert answer.status_code in (200, 503), answer.text
        self.is_revoked = answer.status_code == 200
        self.pending = None

    def sign_out(self, client):
        self.pending = "signed out"
        answer = client.post("/v1/sessions:signOut", {"refreshToken": self.refresh_token})
        assert answer.status_code == 200, answer.text
        self.state, self.pending = "signed out", None

    def delete(self, client):
        self.pending = "deleted"
        answer = client.call("accounts:delete", {"idToken": self.id_token})
        assert answer.status_code == 200, answer.text
        self.state, self.pending = "deleted", None

    def live(self, client, dice):
        """A life of a few requests, to be cut off anywhere."""
        if dice.random() < 0.25:
            self.link(client)
        else:
            self.sign_in(client)
        for _ in range(dice.randrange(4)):
            self.rotate(client)
        end = dice.random()
        if end < 0.15:
            self.revoke(client)
        elif end < 0.35:
            self.sign_out(client)
        elif end < 0.6:
            self.delete(client)

    # What she finds after the service came back.

    def check(self, client):
        if self.pending in EXPECTED_REFUSAL:
            refused = self.refusal(client.refresh(self.refresh_token))
            assert refused in (None, EXPECTED_REFUSAL[self.pending]), refused
            self.state = self.pending if refused else "in"
        if self.state in EXPECTED_REFUSAL:
            self.expect_end(client)
        elif self.state == "in":
            self.expect_session(client)
        if self.is_linked or self.pending in ("sign in", "link"):
            self.expect_no_replay(client)
        self.pending = None

    def refusal(self, answer):
        if answer.status_code == 200:
            self.take(answer.json())
            return None
        return answer.json()["error"]["message"]

    def expect_end(self, client):
        assert self.refusal(client.refresh(self.refresh_token)) == EXPECTED_REFUSAL[self.state]
        if self.state == "deleted":
            lookup = client.call("accounts:lookup", {"idToken": self.id_token})
            assert lookup.json()["error"]["message"] == "USER_NOT_FOUND", lookup.text

    def expect_session(self, client):
        acknowledged = generation(self.refresh_token)
        answer = client.refresh(self.refresh_token)
        assert answer.status_code == 200, (self.pending, answer.text)
        self.take(answer.json())
        session, number = generation(self.refresh_token)
        # A rotation that was answered is not done again: one step, or the step that got no answer.
        assert session == acknowledged[0] and number == acknowledged[1] + 1, (acknowledged, number)
        user = client.call("accounts:lookup", {"idToken": self.id_token}).json()["users"][0]
        assert user["localId"] == self.local_id
        providers = [entry["providerId"] for entry in user.get("providerUserInfo", [])]
        if self.is_linked:
            assert providers == ["apple.com"], user
        elif self.pending == "link":
            self.is_linked = providers == ["apple.com"]

    def expect_no_replay(self, client):
        """A credential that was answered is spent; one that got no answer is spent once at most."""
        if not self.is_linked:
            answer = client.call("accounts:signInWithIdp", self.body)
            if answer.status_code == 200:
                self.local_id, self.state, self.is_linked = answer.json()["localId"], "in", True
                self.take(answer.json())
        answer = client.call("accounts:signInWithIdp", self.body)
        assert answer.status_code == 400 and "Duplicate credential" in answer.text, answer.text


class Crowd:
    """Threads that each let one person after the other live until the service is gone."""

    def __init__(self, stage, seed, size=6):
        self.stage, self.failures, self.people = stage, [], []
        self.lock, self.is_over = threading.Lock(), threading.Event()
        self.threads = [threading.Thread(target=self.work, args=(random.Random(f"{seed} {number}"),))
                        for number in range(size)]

    def work(self, dice):
        client = Client(self.stage)
        while not self.is_over.is_set():
            person = None
            try:
                person = Person(*client.authorization())
                with self.lock:
                    self.people.append(person)
                person.live(client, dice)
            except TROUBLE:
                return
            except Exception as failure:  # noqa: BLE001 - the drill reports whatever a person ran into
                self.failures.append((person and person.pending, repr(failure)))
                return

    def run_until_killed(self, delay):
        for thread in self.threads:
            thread.start()
        time.sleep(delay)
        self.stage.service.end()
        self.is_over.set()
        for thread in self.threads:
            thread.join(timeout=30)
        assert not self.failures, self.failures
        return self.people
