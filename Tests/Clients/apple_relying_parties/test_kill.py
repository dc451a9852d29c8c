"""kill -9 of `bramley emulator --data` in the middle of exchanges: what was answered is there after the next start."""

import concurrent.futures
import contextlib
import re
import signal
import sqlite3
import subprocess
import threading
import time

import jwt
import requests

from conftest import BINARY

APP = "com.example.app"


class Kept:
    """The emulator with a folder, killed and started as a test likes."""

    def __init__(self, folder):
        self.folder = folder
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            [BINARY, "emulator", "--port", "0", "--data", self.folder], stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True)
        found = re.search(r"ready apple=(\S+)", self.process.stdout.readline())
        assert found, "bramley emulator did not get ready"
        self.address = found.group(1)
        self.key = requests.get(f"{self.address}/emulator/v1/keys/DEMOKEY001.p8", timeout=20).text

    def end(self, how):
        self.process.send_signal(how)
        self.process.wait(timeout=20)
        self.process.stdout.close()

    def code(self):
        answer = requests.post(f"{self.address}/emulator/v1/native/authorizations", json={
            "client_id": APP, "user": "maria@example.com", "scopes": ["email"]}, timeout=20)
        assert answer.status_code == 200, answer.text
        return answer.json()["authorization_code"]

    def token(self, **fields):
        now = int(time.time())
        secret = jwt.encode({"iss": "DEMOTEAM01", "iat": now - 60, "exp": now + 300, "sub": APP,
                             "aud": "https://appleid.apple.com"}, self.key, "ES256", {"kid": "DEMOKEY001"})
        return requests.post(f"{self.address}/auth/token", data={
            "client_id": APP, "client_secret": secret, **fields}, timeout=20)


def test_every_answered_exchange_is_there_and_no_code_works_twice(tmp_path):
    """Apple's promises over a crash: single use of codes, refresh tokens without end, the same keys."""
    apple = Kept(tmp_path)
    try:
        for kill_after in (1, 15, 40):
            codes = [apple.code() for _ in range(60)]
            answered, enough = [], threading.Event()

            def exchange(code):
                try:
                    answer = apple.token(grant_type="authorization_code", code=code)
                except requests.RequestException:
                    return
                if answer.status_code == 200:
                    answered.append((code, answer.json()))
                    if len(answered) >= kill_after:
                        enough.set()

            with concurrent.futures.ThreadPoolExecutor(8) as pool:
                for code in codes:
                    pool.submit(exchange, code)
                assert enough.wait(60)
                apple.process.send_signal(signal.SIGKILL)
            apple.end(signal.SIGKILL)
            apple.start()
            keys = jwt.PyJWKClient(f"{apple.address}/auth/keys")
            for code, tokens in answered:
                again = apple.token(grant_type="authorization_code", code=code)
                assert (again.status_code, again.json().get("error_description")) == (
                    400, "The code has already been used.")
                assert apple.token(grant_type="refresh_token", refresh_token=tokens["refresh_token"]).status_code == 200
                key = keys.get_signing_key_from_jwt(tokens["id_token"])
                assert jwt.decode(tokens["id_token"], key, ["RS256"], audience=APP)["sub"]
            # An exchange without an answer was saved or was not; never is a code forgotten, or good for two.
            for code in set(codes) - {code for code, _ in answered}:
                first = apple.token(grant_type="authorization_code", code=code)
                assert first.status_code == 200 or (
                    first.json()["error_description"] == "The code has already been used.")
                assert apple.token(grant_type="authorization_code", code=code).status_code == 400
    finally:
        apple.end(signal.SIGTERM)


def test_a_return_to_the_start_that_was_answered_survives_kill_9(tmp_path):
    """Also while the rows of before are still being removed, and while a notification waits to be sent again."""
    apple = Kept(tmp_path)
    try:
        refresh = [apple.token(grant_type="authorization_code", code=apple.code()).json()["refresh_token"]
                   for _ in range(3)]
        apple.end(signal.SIGTERM)
        fill(tmp_path / "apple-emulator.sqlite", 30_000)
        apple.start()
        assert apple.token(grant_type="refresh_token", refresh_token=refresh[0]).status_code == 200
        control = f"{apple.address}/emulator/v1"
        requests.patch(f"{control}/settings", json={"notification_schedule": [3600]}, timeout=20)
        requests.post(f"{control}/clients", timeout=20, json={
            "client_id": "com.example.told", "team_id": "DEMOTEAM01", "notification_url": "http://127.0.0.1:9/told"})
        requests.post(f"{control}/users/amir@example.com/events", timeout=20, json={
            "type": "consent-revoked", "client_id": "com.example.told"})
        assert requests.get(f"{control}/notifications", timeout=20).json()["notifications"][0]["next_attempt_at"]
        assert requests.delete(f"{control}/state", timeout=20).status_code == 204
        apple.end(signal.SIGKILL)
        apple.start()
        control = f"{apple.address}/emulator/v1"
        for token in refresh:
            answer = apple.token(grant_type="refresh_token", refresh_token=token)
            assert (answer.status_code, answer.json()["error"]) == (400, "invalid_grant")
        assert requests.get(f"{control}/grants", timeout=20).json()["grants"] == []
        assert requests.get(f"{control}/notifications", timeout=20).json()["notifications"] == []
        assert requests.get(f"{control}/settings", timeout=20).json()["notification_schedule"][0] == 0
        # What the kill left behind is removed by the next start, in the background.
        deadline = time.monotonic() + 120
        while rows_in(tmp_path / "apple-emulator.sqlite") > 100:
            assert time.monotonic() < deadline, "the rows of before are never removed"
            time.sleep(0.1)
    finally:
        apple.end(signal.SIGTERM)


def fill(path, count):
    """As many tokens as after a long run: copies of one row under other keys."""
    with contextlib.closing(sqlite3.connect(path)) as file, file:
        kind, key, body, expires = file.execute(
            "SELECT kind, key, body, expires FROM rows WHERE kind = 'refresh'").fetchone()
        file.executemany(
            "INSERT INTO rows SELECT number, ?, ?, ?, ? FROM epoch",
            ((kind, f"{key}{number}", body, expires) for number in range(count)))


def rows_in(path):
    with contextlib.closing(sqlite3.connect(path)) as file:
        return file.execute("SELECT count(*) FROM rows").fetchone()[0]


def test_two_emulators_never_share_a_folder(tmp_path):
    """Each would write over what the other had answered."""
    apple = Kept(tmp_path)
    try:
        second = subprocess.run(
            [BINARY, "emulator", "--port", "0", "--data", tmp_path], capture_output=True, text=True, timeout=20)
        assert second.returncode == 1, second.stdout
        assert "Another emulator" in second.stderr and "--data" in second.stderr
    finally:
        apple.end(signal.SIGTERM)
