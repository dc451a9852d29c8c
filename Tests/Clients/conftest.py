"""Starts the real binary for the tests of real clients: one Bramley for most, one each for those that kill it."""

import contextlib
import hashlib
import json
import os
import pathlib
import re
import secrets
import signal
import subprocess
import tempfile

import pytest
import requests

ROOT = pathlib.Path(__file__).resolve().parents[2]
BINARY = pathlib.Path(os.environ.get("BRAMLEY_BINARY", ROOT / ".build/release/bramley"))
READY = re.compile(r"ready service=(\S+) apple=(\S+)")
APPLE_CLIENT = "com.example.app"


class Bramley:
    """A running `bramley dev` on free ports with a folder of its own."""

    def __init__(self, folder, *options, environment=None):
        self.folder = pathlib.Path(folder)
        self.options = options
        self.environment = environment or {}
        self.log_path = self.folder / "stderr.log"
        self.process = None

    def start(self):
        self.folder.mkdir(parents=True, exist_ok=True)
        self._log = open(self.log_path, "ab")
        self.process = subprocess.Popen(
            [BINARY, "dev", "--port", "0", "--apple-port", "0", "--data", self.folder / "data", *self.options],
            stdout=subprocess.PIPE, stderr=self._log, text=True, env={**os.environ, **self.environment},
        )
        line = self.process.stdout.readline()
        found = READY.search(line)
        if not found:
            self.stop()
            raise AssertionError(f"bramley dev did not get ready: {line!r} {self.log()}")
        self.service, self.apple = found.groups()
        return self

    def log(self):
        return self.log_path.read_text(errors="replace") if self.log_path.exists() else ""

    def kill(self):
        """kill -9."""
        self.process.send_signal(signal.SIGKILL)
        self._reap()

    def stop(self):
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        return self._reap()

    def _reap(self):
        status = self.process.wait(timeout=20)
        self.process.stdout.close()
        self._log.close()
        return status

    # The wire, as a client speaks it.

    def url(self, method, version="v1"):
        return f"{self.service}/identitytoolkit.googleapis.com/{version}/{method}?key=any"

    def call(self, method, body, version="v1", headers=None):
        return requests.post(self.url(method, version), json=body, headers=headers, timeout=20)

    def owner(self, method, body=None):
        return requests.post(
            f"{self.service}/identitytoolkit.googleapis.com/v1/projects/demo-bramley/{method}",
            json=body or {}, headers={"Authorization": "Bearer owner"}, timeout=20)

    def refresh(self, token):
        return requests.post(
            f"{self.service}/securetoken.googleapis.com/v1/token?key=any",
            data={"grant_type": "refresh_token", "refresh_token": token}, timeout=20)

    # What a device and a person would do.

    def apple_user(self, email=None, **members):
        email = email or f"person-{secrets.token_hex(6)}@example.com"
        answer = requests.post(f"{self.apple}/emulator/v1/users", json={"email": email, **members}, timeout=20)
        assert answer.status_code in (200, 201), answer.text
        return email

    def apple_authorization(self, user, raw_nonce=None, **members):
        """What AuthenticationServices would hand to the app, and the raw nonce that belongs to it."""
        raw_nonce = raw_nonce or secrets.token_urlsafe(24)
        body = {"client_id": APPLE_CLIENT, "user": user, "scopes": ["name", "email"],
                "nonce": hashlib.sha256(raw_nonce.encode()).hexdigest(), **members}
        answer = requests.post(f"{self.apple}/emulator/v1/native/authorizations", json=body, timeout=20)
        assert answer.status_code == 200, answer.text
        return answer.json(), raw_nonce

    def sign_in_body(self, authorization, raw_nonce, with_code=True):
        """The request of Apple's Firebase SDK: postBody without percent-encoding."""
        post_body = f"providerId=apple.com&id_token={authorization['identity_token']}"
        if raw_nonce:
            post_body += f"&nonce={raw_nonce}"
        if with_code:
            post_body += f"&access_token={authorization['authorization_code']}"
        if authorization.get("full_name"):
            name = authorization["full_name"]
            user = {"name": {"firstName": name["given_name"], "lastName": name["family_name"]}}
            post_body += "&user=" + json.dumps(user, ensure_ascii=False, sort_keys=True)
        return {"requestUri": "http://localhost", "postBody": post_body, "returnSecureToken": True,
                "returnIdpCredential": True, "autoCreate": True}

    def sign_in(self, user=None, **members):
        user = user or self.apple_user(given_name="Maria", family_name="Keller")
        authorization, nonce = self.apple_authorization(user, **members)
        answer = self.call("accounts:signInWithIdp", self.sign_in_body(authorization, nonce))
        assert answer.status_code == 200, answer.text
        return answer.json()


@contextlib.contextmanager
def running(*options, environment=None):
    with tempfile.TemporaryDirectory(prefix="bramley-test-") as folder:
        bramley = Bramley(folder, *options, environment=environment).start()
        try:
            yield bramley
        finally:
            if bramley.process.poll() is None:
                bramley.stop()


@pytest.fixture(scope="session")
def bramley():
    with running() as instance:
        yield instance


@pytest.fixture
def fresh_bramley():
    """For tests that kill it, fill it or count its rows."""
    with running() as instance:
        yield instance


def error_of(answer):
    """The constant of the Identity Toolkit envelope, after checking the envelope itself."""
    body = answer.json()["error"]
    assert body["code"] == answer.status_code
    assert body["errors"][0]["message"] == body["message"]
    assert all(isinstance(value, str) for value in body["errors"][0].values())
    return body["message"]
