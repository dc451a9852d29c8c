"""The command-line tools against tokens and keys of a running emulator; none needs a running service."""

import hashlib
import subprocess

import jwt
import pytest
import requests

from conftest import APPLE_CLIENT, BINARY


def run(*arguments, text=None):
    return subprocess.run([BINARY, *map(str, arguments)], capture_output=True, text=True, timeout=30, input=text)


@pytest.fixture(scope="module")
def token(bramley):
    authorization, nonce = bramley.apple_authorization(bramley.apple_user())
    return authorization["identity_token"], nonce


@pytest.mark.parametrize("options,rule", [
    (["--client-id", "com.example.other"], "audience"),
    (["--client-id", APPLE_CLIENT, "--nonce", "another"], "nonce"),
])
def test_verify_names_the_first_rule_that_fails(bramley, token, options, rule):
    """FR-29: for a person at the terminal, as precise as it gets; the token itself is not repeated."""
    if "--nonce" not in options:
        options = [*options, "--nonce", token[1]]
    answer = run("token", "verify", token[0], "--keys", f"{bramley.apple}/auth/keys", *options)
    assert answer.returncode == 1 and f"refused: {rule}" in answer.stdout
    assert token[0] not in answer.stdout + answer.stderr


def test_verify_refuses_a_changed_signature(bramley, token):
    broken = token[0][:-8] + ("AAAAAAAA" if not token[0].endswith("AAAAAAAA") else "BBBBBBBB")
    answer = run("token", "verify", "-", "--client-id", APPLE_CLIENT, "--nonce", token[1],
                 "--keys", f"{bramley.apple}/auth/keys", text=broken)
    assert answer.returncode == 1 and "refused: signature" in answer.stdout


@pytest.mark.parametrize("text", ["", "nonsense", "a.b.c", "." * 1_000_000], ids=["empty", "word", "parts", "dots"])
def test_what_is_no_token_is_refused(text):
    """A16."""
    assert run("token", "inspect", "-", text=text).returncode in (1, 64)


def test_verify_accepts_a_good_token(bramley, token):
    answer = run("token", "verify", token[0], "--client-id", APPLE_CLIENT, "--nonce", token[1],
                 "--keys", f"{bramley.apple}/auth/keys")
    assert answer.returncode == 0 and "valid" in answer.stdout


def test_client_secret_is_what_the_token_endpoint_wants(bramley, tmp_path):
    key = tmp_path / "AuthKey_DEMOKEY001.p8"
    key.write_text(requests.get(f"{bramley.apple}/emulator/v1/keys/DEMOKEY001.p8", timeout=20).text)
    answer = run("client-secret", "--team", "DEMOTEAM01", "--key-id", "DEMOKEY001", "--client-id", APPLE_CLIENT,
                 "--key", key)
    assert answer.returncode == 0, answer.stderr
    secret = answer.stdout.strip()
    claims = jwt.decode(secret, options={"verify_signature": False})
    assert claims["sub"] == APPLE_CLIENT and claims["iss"] == "DEMOTEAM01"
    authorization, _ = bramley.apple_authorization(bramley.apple_user(), raw_nonce="n" * 32)
    exchanged = requests.post(f"{bramley.apple}/auth/token", timeout=20, data={
        "client_id": APPLE_CLIENT, "client_secret": secret, "grant_type": "authorization_code",
        "code": authorization["authorization_code"]})
    assert exchanged.status_code == 200, exchanged.text
    assert jwt.decode(exchanged.json()["id_token"], options={"verify_signature": False})["nonce"] == (
        hashlib.sha256(b"n" * 32).hexdigest())


def test_client_secret_refuses_what_apple_would(tmp_path):
    """FR-09, FR-13."""
    (tmp_path / "key.p8").write_text("not a key")
    base = ["--team", "DEMOTEAM01", "--key-id", "DEMOKEY001", "--client-id", APPLE_CLIENT]
    answer = run("client-secret", *base, "--key", tmp_path / "key.p8")
    assert answer.returncode in (1, 78) and "not a key" not in answer.stdout
    answer = run("client-secret", *base, "--key", tmp_path / "key.p8", "--lifetime", "200d")
    assert answer.returncode != 0


def test_doctor_without_network_or_service(tmp_path):
    answer = run("doctor", "--offline")
    assert answer.returncode == 0 and "0 failed" in answer.stdout
    broken = tmp_path / "bramley.json5"
    broken.write_text('{ project: "x", apple: { teamID: "ABCDE12345" } }')
    answer = run("doctor", "--offline", "-c", broken)
    assert answer.returncode == 78 and "apple.teamId" in answer.stdout
