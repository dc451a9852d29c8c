"""The sealing key rotates on PostgreSQL while processes go on: sealed anew, killed and begun again (issue 8)."""

import json
import subprocess
import threading

import requests

import postgresql
from conftest import BINARY
from test_postgresql import Serve, until

COPIES = 4000


def run(*words):
    return subprocess.run([BINARY, *map(str, words)], capture_output=True, text=True, timeout=120)


def test_what_an_earlier_key_sealed_is_sealed_anew_while_the_service_runs(tmp_path, bramley):
    """Every grant once, killed in the middle and begun again; nobody who refreshes meanwhile notices."""
    server = postgresql.Server()
    sealing = tmp_path / "sealing.key"
    sealing.write_text("k1:" + "5a" * 32)
    key = requests.get(f"{bramley.apple}/emulator/v1/keys/DEMOKEY001.p8", timeout=20).text
    changes = {"keys": {"sealingFile": str(sealing)}, "apple.keyId": "DEMOKEY001", "apple.privateKey": key}
    database = server.make_database()
    path = tmp_path / "service.json5"

    def start():
        return Serve(tmp_path, "service", server.url(database), bramley.apple, **changes)

    def sealed_under(name):
        # A sealed value begins with its version, the length of its key's id, and the id.
        return int(server.sql("SELECT count(*) FROM grants WHERE substr(sealed_token,3,2)="
                              f"decode('{name.encode().hex()}','hex')", database))

    serve = start()
    try:
        answer = serve.sign_in(bramley.sign_in_body(*bramley.apple_authorization(bramley.apple_user())))
        assert answer.status_code == 200, answer.text
        until(lambda: server.sql("SELECT count(*) FROM grants WHERE sealed_token IS NOT NULL", database) == "1")
        server.sql("INSERT INTO grants(account,state,subject,client_id,code_hash,authorized_at,sealed_token,checked_at) "
                   "SELECT account,state,subject,client_id,code_hash,authorized_at,sealed_token,checked_at "
                   f"FROM grants, generate_series(1,{COPIES})", database)
        assert run("keys", "rotate", "--sealing", "-c", path).returncode == 0
        early = run("keys", "rotate", "--reseal", "-c", path)
        assert early.returncode == 1 and "SEALING_KEY_NOT_IN_USE" in early.stderr
        serve.stop()
        serve = start()

        stop, answers = threading.Event(), []

        def go_on(token=answer.json()["refreshToken"]):
            while not stop.is_set():
                refreshed = serve.refresh(token)
                answers.append("good" if refreshed.status_code == 200 else refreshed.text)
                token = refreshed.json().get("refresh_token", token)
                # Below the limit of refreshes for each account.
                stop.wait(0.1)

        person = threading.Thread(target=go_on)
        person.start()
        try:
            first = subprocess.Popen([BINARY, "keys", "rotate", "--reseal", "-c", path], stdout=subprocess.DEVNULL,
                                     stderr=subprocess.DEVNULL)
            until(lambda: sealed_under("k2") > 20)
            first.kill()
            first.wait()
            half = sealed_under("k2")
            done = run("keys", "rotate", "--reseal", "-c", path, "--json")
        finally:
            stop.set()
            person.join()
        assert done.returncode == 0, done.stderr
        counts = json.loads(done.stdout)
        assert half < COPIES + 1, "it was killed too late to tell"
        assert counts["broken"] == 0 and counts["resealed"] >= COPIES + 1 - half - 1
        assert sealed_under("k1") == 0 and sealed_under("k2") == COPIES + 1
        assert json.loads(run("keys", "rotate", "--reseal", "-c", path, "--json").stdout)["resealed"] == 0
        assert answers and set(answers) == {"good"}
    finally:
        serve.stop()
        server.close()
