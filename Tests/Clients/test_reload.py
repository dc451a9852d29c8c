"""SIGHUP in a running `serve`: Apple's keys are rolled while people sign in, and none of them notices (FR-10)."""

import json
import os
import signal
import subprocess
import threading
import time

import pytest
import requests

from conftest import APPLE_CLIENT, BINARY, Bramley

SEALING = "k1:" + "5a" * 32
DRILLS = os.environ.get("BRAMLEY_DRILLS") == "1"


class Rolled(Bramley):
    """A `bramley emulator` and a `bramley serve` beside it, with a configuration that a test may rewrite."""

    def start(self):
        self.folder.mkdir(parents=True, exist_ok=True)
        self._log = open(self.log_path, "ab")
        self.emulator, line = self.run("emulator", "--port", "0")
        self.apple = line.split("apple=")[1]
        (self.folder / "first.p8").write_text(
            requests.get(f"{self.apple}/emulator/v1/keys/DEMOKEY001.p8", timeout=20).text)
        self.settings = {
            "project": "my-app", "publicOrigin": "http://localhost:8080", "database": f"sqlite:{self.folder}/serve.db",
            "listen": {"public": f"127.0.0.1:{free_port()}", "admin": "127.0.0.1:0"}, "keys": {"sealing": SEALING},
            "apple": {"teamId": "DEMOTEAM01", "bundleIds": [APPLE_CLIENT], "keyId": "DEMOKEY001",
                      "privateKeyFile": str(self.folder / "first.p8"), "baseUrl": self.apple, "allowEmulator": True},
        }
        self.write()
        self.process, _ = self.run("serve", "-c", self.folder / "bramley.json5")
        self.service = "http://" + self.settings["listen"]["public"]
        return self

    def run(self, *arguments):
        process = subprocess.Popen([BINARY, *arguments], stdout=subprocess.PIPE, stderr=self._log, text=True)
        line = process.stdout.readline().strip()
        assert line.startswith("ready "), line + self.log()
        return process, line

    def write(self):
        (self.folder / "bramley.json5").write_text(json.dumps(self.settings))

    def hang_up(self, says):
        """SIGHUP, and the line that the log must have anew because of it."""
        before = len(self.log())
        self.process.send_signal(signal.SIGHUP)
        deadline = time.monotonic() + 20
        while says not in self.log()[before:]:
            assert time.monotonic() < deadline, self.log()[before:]
            assert self.process.poll() is None, self.log()
            time.sleep(0.02)
        return self.log()[before:]

    def stop(self):
        self.emulator.send_signal(signal.SIGTERM)
        self.emulator.wait(timeout=20)
        self.emulator.stdout.close()
        return super().stop()

    def control(self, method, path, **body):
        answer = requests.request(method, f"{self.apple}/emulator/v1{path}", json=body or None, timeout=20)
        assert answer.ok, answer.text
        return answer.json() if answer.content else None


def free_port():
    import socket
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@pytest.fixture
def rolled(tmp_path):
    instance = Rolled(tmp_path).start()
    yield instance
    instance.stop()


def test_a_configuration_that_cannot_work_changes_nothing(rolled):
    rolled.settings["apple"]["teamId"] = "nonsense"
    rolled.write()
    log = rolled.hang_up("was not taken over")
    assert "apple.teamId" in log
    (rolled.folder / "bramley.json5").write_text("{ broken")
    rolled.hang_up("was not taken over")
    (rolled.folder / "bramley.json5").unlink()
    rolled.hang_up("was not taken over")
    rolled.sign_in()


def test_a_start_warns_of_addresses_that_apple_will_not_return_to(rolled):
    """FR-61."""
    assert "Apple takes no localhost" not in rolled.log(), "without a Services ID nobody returns there"
    rolled.settings["apple"].update(redirectUris=["http://example.com/cb"])
    rolled.write()
    rolled.process.terminate()
    rolled.process.wait(timeout=20)
    rolled.process.stdout.close()
    rolled.process, _ = rolled.run("serve", "-c", rolled.folder / "bramley.json5")
    assert "http://example.com/cb breaks a rule of Apple's: not_https" in rolled.log()


def test_what_needs_a_restart_is_named_each_time_and_the_theme_is_taken_over(rolled):
    rolled.settings.update(project="another", pages={"name": "Orchard"})
    rolled.write()
    for _ in range(2):
        log = rolled.hang_up("project has changed and waits for a restart")
        assert "pages.name" in log or "nothing to take over" in log
    page = requests.get(f"{rolled.service}/signin", headers={"Accept": "text/html"}, timeout=20)
    assert "Orchard" in page.text
    token = rolled.sign_in()["idToken"]
    import jwt
    assert jwt.decode(token, options={"verify_signature": False})["aud"] == "my-app"


def test_keys_are_rolled_without_a_failed_sign_in_or_exchange(rolled):
    """FR-10; both keys are good for a while, whichever side switches first."""
    failures, done, stop = [], [0], threading.Event()
    rounds = 20 if DRILLS else 4

    def people():
        while not stop.is_set():
            try:
                rolled.sign_in()
                done[0] += 1
            except AssertionError as error:
                failures.append(str(error)[:400])

    workers = [threading.Thread(target=people) for _ in range(3)]
    for worker in workers:
        worker.start()
    apple = rolled.settings["apple"]
    for number in range(rounds):
        key = rolled.control("POST", "/keys", team_id="DEMOTEAM01")
        path = rolled.folder / f"key{number}.p8"
        path.write_text(key["private_key"])
        old = apple["keyId"]
        apple.update(nextKeyId=key["key_id"], nextPrivateKeyFile=str(path))
        rolled.write()
        assert "apple.nextKeyId" in rolled.hang_up("configuration read anew")
        rolled.control("DELETE", f"/keys/{old}")
        before = done[0]
        while done[0] < before + 3 and not failures:
            time.sleep(0.02)
        apple.update(keyId=apple.pop("nextKeyId"), privateKeyFile=apple.pop("nextPrivateKeyFile"))
        rolled.write()
        log = rolled.hang_up("configuration read anew")
        assert "waits for a restart" not in log, log
    stop.set()
    for worker in workers:
        worker.join()
    assert not failures, failures[:3]
    assert done[0] >= 3 * rounds
    assert "A code was not exchanged" not in rolled.log(), rolled.log()[-2000:]
    # The last secrets are the last key's: nothing of the first is left.
    newest = next(entry for entry in rolled.control("GET", "/requests")["requests"] if entry["path"] == "/auth/token")
    assert newest["status"] == 200, newest


def test_without_a_configuration_to_read_a_hangup_stops(tmp_path):
    """`dev` goes with its terminal, as before; `nohup` keeps it."""
    for prefix, stops in (([], True), (["nohup"], False)):
        process = subprocess.Popen(
            [*prefix, BINARY, "emulator", "--port", "0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        assert process.stdout.readline().startswith("ready ")
        process.send_signal(signal.SIGHUP)
        if stops:
            # 129 where the signal comes before anybody waits for one.
            assert process.wait(timeout=20) in (0, 129)
        else:
            with pytest.raises(subprocess.TimeoutExpired):
                process.wait(timeout=1)
            process.send_signal(signal.SIGTERM)
            assert process.wait(timeout=20) == 0
        process.stdout.close()
