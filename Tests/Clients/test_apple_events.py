"""Apple's notifications as they reach a running service, and the times that clients see of it."""

import datetime
import time

import pytest
import requests

from conftest import APPLE_CLIENT, error_of, running


def send(bramley, user, kind):
    answer = requests.post(
        f"{bramley.apple}/emulator/v1/users/{user}/events", json={"type": kind, "client_id": APPLE_CLIENT}, timeout=20)
    assert answer.ok, answer.text


def events(bramley, token, after=0, until=None):
    """The account's events, waited for until one of a kind is there."""
    deadline = time.monotonic() + 30
    while True:
        answer = requests.get(f"{bramley.service}/v1/events", params={"after": after}, timeout=40,
                              headers={"Authorization": f"Bearer {token}"})
        assert answer.status_code == 200, answer.text
        found = answer.json()["events"]
        if until is None or until in [event["type"] for event in found] or time.monotonic() > deadline:
            return found
        after = answer.json()["next"]


def test_a_notification_is_answered_quickly_and_shows_among_the_accounts_events(bramley):
    """FR-43, FR-44: posted by Apple's emulator, answered 200 within a second, told to the person's app."""
    user = bramley.apple_user(hide_email=True)
    token = bramley.sign_in(user, hide_email=True)["idToken"]
    send(bramley, user, "email-disabled")
    assert "relayDisabled" in [event["type"] for event in events(bramley, token, until="relayDisabled")]
    send(bramley, user, "email-enabled")
    assert "relayEnabled" in [event["type"] for event in events(bramley, token, until="relayEnabled")]
    deliveries = requests.get(f"{bramley.apple}/emulator/v1/notifications", timeout=20).json()["notifications"]
    assert deliveries and all(entry.get("status", 200) in (200, None) for entry in deliveries), deliveries


def test_what_apple_did_not_sign_is_refused_and_a_stranger_is_no_error(bramley):
    """FR-43, A31: a made-up payload is 400; an event about a person nobody knows here is taken note of."""
    started = time.monotonic()
    for body in ({"payload": "e30.e30.e30"}, {"payload": 1}, {}, [], "x"):
        answer = requests.post(f"{bramley.service}/apple/notifications", json=body, timeout=20)
        assert answer.status_code == 400, answer.text
    assert time.monotonic() - started < 5
    stranger = bramley.apple_user()
    bramley.apple_authorization(stranger)
    send(bramley, stranger, "account-delete")


@pytest.mark.parametrize("zone", ["Pacific/Auckland", "America/St_Johns"])
def test_times_are_the_same_instant_everywhere_whatever_the_zone(zone):
    """FR-49: look-up, list, events and token in a process that runs far from UTC."""
    with running(environment={"TZ": zone}) as bramley:
        before = time.time()
        person = bramley.apple_user(hide_email=True)
        signed_in = bramley.sign_in(person, hide_email=True)
        send(bramley, person, "email-disabled")
        user = bramley.call("accounts:lookup", {"idToken": signed_in["idToken"]}).json()["users"][0]
        listed = requests.get(
            f"{bramley.service}/identitytoolkit.googleapis.com/v1/projects/demo-bramley/accounts:batchGet",
            headers={"Authorization": "Bearer owner"}, timeout=20).json()["users"][0]
        for name in ("createdAt", "lastLoginAt"):
            assert user[name] == listed[name] and isinstance(user[name], str)
            assert before - 1 <= int(user[name]) / 1000 <= time.time() + 1
        refreshed = datetime.datetime.fromisoformat(user["lastRefreshAt"].replace("Z", "+00:00"))
        assert abs(refreshed.timestamp() - time.time()) < 30, user["lastRefreshAt"]
        assert user["lastRefreshAt"].endswith("Z")
        for event in events(bramley, signed_in["idToken"], until="relayDisabled"):
            assert before - 1 <= int(event["at"]) / 1000 <= time.time() + 1, event
        import jwt
        claims = jwt.decode(signed_in["idToken"], options={"verify_signature": False})
        assert abs(claims["iat"] - time.time()) < 30 and claims["auth_time"] <= claims["iat"]


def test_consent_revoked_ends_the_session(bramley):
    """FR-45, R35: the refresh token is good no more, and the identity is still the person's."""
    user = bramley.apple_user()
    signed_in = bramley.sign_in(user)
    send(bramley, user, "consent-revoked")
    deadline = time.monotonic() + 20
    while (answer := bramley.refresh(signed_in["refreshToken"])).status_code == 200:
        signed_in["refreshToken"] = answer.json()["refresh_token"]
        assert time.monotonic() < deadline, "the session goes on"
        time.sleep(0.05)
    assert error_of(answer) == "TOKEN_EXPIRED"
    assert bramley.sign_in(user)["localId"] == signed_in["localId"]
