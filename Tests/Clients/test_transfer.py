"""An app with a whole user base moves to another team at the emulator, while people sign in (FR-54, FR-55)."""

import json
import subprocess

import pytest
import requests

from conftest import APPLE_CLIENT, BINARY
from test_reload import Rolled

TEAM = "RECEIVER01"


@pytest.fixture
def moving(tmp_path):
    instance = Rolled(tmp_path).start()
    yield instance
    instance.stop()


def transfer(moving, *arguments, status=0, text=None):
    answer = subprocess.run(
        [BINARY, "apple", "transfer", *map(str, arguments), "-c", moving.folder / "bramley.json5", "--json"],
        capture_output=True, text=True, timeout=120, input=text)
    assert answer.returncode == status, answer.stdout + answer.stderr
    return json.loads(answer.stdout) if answer.stdout else answer.stderr


def identity(moving, authorization, nonce):
    """The person's id in an answer to a sign-in."""
    answer = moving.call("accounts:signInWithIdp", moving.sign_in_body(authorization, nonce, with_code=False))
    assert answer.status_code == 200, answer.text
    return answer.json()["localId"], answer.json().get("isNewUser", False)


def restart_as_receiver(moving):
    key = moving.control("POST", "/keys", team_id=TEAM)
    (moving.folder / "receiver.p8").write_text(key["private_key"])
    moving.settings["apple"].update(
        teamId=TEAM, previousTeamId="DEMOTEAM01", keyId=key["key_id"],
        privateKeyFile=str(moving.folder / "receiver.p8"))
    moving.write()
    moving.process.terminate()
    moving.process.wait(timeout=20)
    moving.process.stdout.close()
    moving.process, _ = moving.run("serve", "-c", moving.folder / "bramley.json5")


def test_a_user_base_moves_and_three_bad_subjects_in_a_hundred_do_not_stop_it(moving):
    """FR-54, FR-55: prepared by the old team, moved by the new one; both teams' tokens reach one account."""
    people = [moving.apple_user(hide_email=index % 2 == 0) for index in range(100)]
    accounts, old = {}, {}
    for person in people:
        authorization, nonce = moving.apple_authorization(person, hide_email=people.index(person) % 2 == 0)
        accounts[person], _ = identity(moving, authorization, nonce)
    # Three have left the app: Apple refuses them, and nobody else.
    bad = people[7], people[50], people[99]
    for person in bad:
        moving.control("POST", f"/users/{person}/events", type="consent-revoked", client_id=APPLE_CLIENT)
    # Tokens of the old team that are still on their way when the app has moved.
    for person in people[:4]:
        old[person] = [moving.apple_authorization(person) for _ in range(2)]
    moving.control("POST", "/teams", team_id=TEAM)

    report = transfer(moving, "prepare", "--to", TEAM, status=1)
    assert report["done"] == 97 and report["refusedCount"] == 3, report
    assert set(report["refused"]) == {accounts[person] for person in bad}
    again = transfer(moving, "prepare", "--to", TEAM, status=1)
    assert again["done"] == 0 and again["refusedCount"] == 3, "a rerun does only the rest"
    handed_over = transfer(moving, "list", "--to", TEAM)["handover"]
    assert len(handed_over) == 97 and all(entry["transfer_sub"] for entry in handed_over)

    moving.control("POST", "/transfers", client_id=APPLE_CLIENT, to_team=TEAM)
    restart_as_receiver(moving)
    assert transfer(moving, "status")["counts"] == {"in DEMOTEAM01": 100, f"prepared for {TEAM}": 97}
    # Inside the window, before anybody was moved: either team's token is the same account.
    for person in people[:4]:
        assert identity(moving, *old[person][0]) == (accounts[person], False)
    for person in people[:2]:
        assert identity(moving, *moving.apple_authorization(person)) == (accounts[person], False)
    assert transfer(moving, "status")["counts"][f"in {TEAM}"] == 2, "a new token moves its owner at once"

    report = transfer(moving, "finish")
    assert report["done"] == 95 and not report["taken"], report
    assert transfer(moving, "finish")["done"] == 0
    assert transfer(moving, "status")["counts"] == {"in DEMOTEAM01": 3, f"in {TEAM}": 97}
    # After the move: the same again, with the old token too.
    for person in people[:4]:
        assert identity(moving, *moving.apple_authorization(person)) == (accounts[person], False)
        assert identity(moving, *old[person][1]) == (accounts[person], False)
    for person in people[60:70]:
        assert identity(moving, *moving.apple_authorization(person)) == (accounts[person], False)
    # Somebody new is somebody new.
    stranger = moving.apple_user()
    assert identity(moving, *moving.apple_authorization(stranger))[1] is True


def test_addresses_of_the_relay_follow_the_team(moving):
    """The relay address changes with the team: the account has the new one."""
    person = moving.apple_user(hide_email=True)
    first = moving.sign_in(person, hide_email=True)
    moving.control("POST", "/teams", team_id=TEAM)
    assert transfer(moving, "prepare", "--to", TEAM)["done"] == 1
    moving.control("POST", "/transfers", client_id=APPLE_CLIENT, to_team=TEAM)
    restart_as_receiver(moving)
    assert transfer(moving, "finish")["done"] == 1
    second = moving.sign_in(person, hide_email=True)
    assert second["localId"] == first["localId"] and second["email"] != first["email"]


def test_what_a_sending_team_hands_over_is_taken_by_another_service(moving, tmp_path):
    """Both directions: identifiers out of one service, into another one that knows the accounts."""
    transferred = transfer(moving, "take", "-", text="unknown-account\tt-1\n", status=1)
    assert transferred["refused"] == ["unknown-account"]
    account = moving.sign_in()["localId"]
    assert transfer(moving, "take", "-", text=f"{account},000001.x.0001\n")["done"] == 1
    assert transfer(moving, "status")["counts"]["prepared for DEMOTEAM01"] == 1


@pytest.mark.parametrize("arguments,status,says", [
    (["prepare"], 64, "--to is missing"),
    (["prepare", "--to", TEAM, "--team", "OTHERTEAM1"], 64, "belong together"),
    (["take"], 64, "needs a FILE"),
    (["finish", "x"], 64, "takes no file"),
    (["nonsense"], 64, "prepare, list, take, finish or status"),
])
def test_wrong_usage_is_told(moving, arguments, status, says):
    assert says in transfer(moving, *arguments, status=status)


def test_a_key_that_apple_does_not_take_ends_the_run_and_marks_nobody(moving):
    moving.sign_in()
    moving.control("POST", "/teams", team_id=TEAM)
    moving.control("DELETE", "/keys/DEMOKEY001")
    report = transfer(moving, "prepare", "--to", TEAM, status=1)
    assert report["done"] == 0 and report["refusedCount"] == 0 and "invalid_client" in report["interruption"]
