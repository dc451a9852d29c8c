"""FR-66, FR-67: each step of a sign-in made to fail at debug level, and nothing secret in any log."""

import re

import pytest
import requests

from conftest import running

THREE_PARTS = re.compile(r"[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}")


def faults(bramley, endpoint, kind, **members):
    answer = requests.post(f"{bramley.apple}/emulator/v1/faults",
                           json={"endpoint": endpoint, "kind": kind, "times": 1, **members}, timeout=20)
    assert answer.status_code in (200, 201), answer.text


@pytest.mark.parametrize("step", [
    None, "used twice", "wrong nonce", "keys 503", "token html", "token reset", "token invalid_client",
    "bad signature", "revoke"])
def test_no_secret_in_any_log(step):
    with running("--log-level", "debug") as bramley:
        email = bramley.apple_user("secret.person@example.com", given_name="Hidden", family_name="Person")
        if step == "keys 503":
            faults(bramley, "keys", "status", status=503)
        if step == "bad signature":
            faults(bramley, "token", "bad_signature")
        authorization, nonce = bramley.apple_authorization(email)
        if step and step.startswith("token"):
            kind = step.split()[1]
            if kind == "invalid_client":
                faults(bramley, "token", "status", status=400)
            else:
                faults(bramley, "token", kind)
        body = bramley.sign_in_body(authorization, "wrong" if step == "wrong nonce" else nonce)
        answer = bramley.call("accounts:signInWithIdp", body)
        tokens = answer.json() if answer.status_code == 200 else {}
        if step == "used twice":
            bramley.call("accounts:signInWithIdp", body)
        if tokens:
            bramley.call("accounts:lookup", {"idToken": tokens["idToken"]})
            bramley.refresh(tokens["refreshToken"])
            bramley.refresh(tokens["refreshToken"][:-4] + "AAAA")
            if step == "revoke":
                bramley.call("accounts:revokeToken", {
                    "providerId": "apple.com", "tokenType": "3", "token": authorization["authorization_code"],
                    "idToken": tokens["idToken"]}, version="v2")
                bramley.call("accounts:delete", {"idToken": tokens["idToken"]})
        key = requests.get(f"{bramley.apple}/emulator/v1/keys/DEMOKEY001.p8", timeout=20).text
        bramley.stop()
        log = bramley.log()

    assert log, "at debug level there is a log"
    secrets = [authorization["identity_token"], authorization["authorization_code"], nonce, email,
               "secret.person", "Hidden", *(line for line in key.splitlines() if "KEY" not in line)]
    secrets += [tokens[name] for name in ("idToken", "refreshToken") if name in tokens]
    for secret in secrets:
        assert secret not in log, "a secret stands in the log"
    assert not THREE_PARTS.search(log), THREE_PARTS.search(log)
