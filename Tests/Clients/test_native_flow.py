"""The native flow over the wire, as the Apple SDK of Firebase speaks it, against the real binary."""

import base64
import hashlib
import json
import secrets

import jwt
import pytest
import requests

from conftest import APPLE_CLIENT, error_of


def accounts_of(bramley):
    return len(bramley.owner("accounts:query", {"returnUserInfo": True}).json().get("userInfo", []))


def sign_in_error(bramley, body):
    """The refusal of a sign-in; accounts are as before (R42)."""
    before = accounts_of(bramley)
    answer = bramley.call("accounts:signInWithIdp", body)
    assert accounts_of(bramley) == before
    assert answer.status_code == 400, answer.text
    return error_of(answer)


def test_used_credential_is_refused_the_second_time(bramley):
    """R13: a credential is good once."""
    authorization, nonce = bramley.apple_authorization(bramley.apple_user())
    body = bramley.sign_in_body(authorization, nonce)
    assert bramley.call("accounts:signInWithIdp", body).status_code == 200
    assert sign_in_error(bramley, body) == (
        "MISSING_OR_INVALID_NONCE : Duplicate credential received. Please try again with a new credential.")


def test_respelled_signature_does_not_make_a_used_credential_new(bramley):
    """R12, R13: the last character of a signature has spare bits; another spelling is not another token."""
    authorization, nonce = bramley.apple_authorization(bramley.apple_user())
    assert bramley.call("accounts:signInWithIdp", bramley.sign_in_body(authorization, nonce)).status_code == 200
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    token = authorization["identity_token"]
    respelled = token[:-1] + alphabet[alphabet.index(token[-1]) ^ 1]
    assert sign_in_error(
        bramley, bramley.sign_in_body({**authorization, "identity_token": respelled}, nonce)
    ) == "INVALID_IDP_RESPONSE : The Apple identity token is not valid."


def test_forged_token_is_refused(bramley):
    """A05, FR-04: signed by another key under Apple's key id."""
    from cryptography.hazmat.primitives.asymmetric import rsa

    authorization, nonce = bramley.apple_authorization(bramley.apple_user())
    token = authorization["identity_token"]
    forged = jwt.encode(
        jwt.decode(token, options={"verify_signature": False}),
        rsa.generate_private_key(public_exponent=65537, key_size=2048), algorithm="RS256",
        headers={"kid": jwt.get_unverified_header(token)["kid"], "typ": None})
    assert sign_in_error(
        bramley, bramley.sign_in_body({**authorization, "identity_token": forged}, nonce)
    ) == "INVALID_IDP_RESPONSE : The Apple identity token is not valid."


def test_changed_payload_is_refused(bramley):
    """FR-04: one claim changed under the old signature."""
    authorization, nonce = bramley.apple_authorization(bramley.apple_user())
    header, payload, signature = authorization["identity_token"].split(".")
    claims = json.loads(base64.urlsafe_b64decode(payload + "=="))
    claims["sub"] = "000000." + "0" * 32 + ".0000"
    changed = base64.urlsafe_b64encode(json.dumps(claims).encode()).decode().rstrip("=")
    body = bramley.sign_in_body({**authorization, "identity_token": f"{header}.{changed}.{signature}"}, nonce)
    assert sign_in_error(bramley, body) == "INVALID_IDP_RESPONSE : The Apple identity token is not valid."


@pytest.mark.parametrize("algorithm", ["none", "HS256", "RS512"])
def test_other_algorithms_are_refused(bramley, algorithm):
    """A06, A08, FR-05: the algorithm is ours to choose, not the token's."""
    authorization, nonce = bramley.apple_authorization(bramley.apple_user())
    token = authorization["identity_token"]
    header = jwt.get_unverified_header(token)
    claims = jwt.decode(token, options={"verify_signature": False})
    if algorithm == "RS512":
        encoded = base64.urlsafe_b64encode(json.dumps({**header, "alg": "RS512"}).encode()).decode().rstrip("=")
        forged = ".".join([encoded, *token.split(".")[1:]])
    else:
        key = None if algorithm == "none" else "the text of a public key, which everybody may know"
        forged = jwt.encode(claims, key, algorithm=algorithm, headers={"kid": header["kid"]})
    assert sign_in_error(
        bramley, bramley.sign_in_body({**authorization, "identity_token": forged}, nonce)
    ) == "INVALID_IDP_RESPONSE : The Apple identity token is not valid."


def test_expired_token_is_refused(fresh_bramley):
    """An identity token from yesterday."""
    requests.patch(f"{fresh_bramley.apple}/emulator/v1/settings", json={"clock_skew": -200_000}, timeout=20)
    authorization, nonce = fresh_bramley.apple_authorization(fresh_bramley.apple_user())
    assert sign_in_error(fresh_bramley, fresh_bramley.sign_in_body(authorization, nonce)) == (
        "INVALID_IDP_RESPONSE : The Apple identity token is not valid.")


def test_foreign_audience_is_refused(bramley):
    """A04, FR-29: minted for another app."""
    requests.post(
        f"{bramley.apple}/emulator/v1/clients",
        json={"client_id": "com.example.other", "team_id": "DEMOTEAM01", "redirect_uris": []}, timeout=20)
    authorization, nonce = bramley.apple_authorization(bramley.apple_user(), client_id="com.example.other")
    assert sign_in_error(bramley, bramley.sign_in_body(authorization, nonce)) == (
        "INVALID_IDP_RESPONSE : The audience in ID Token [com.example.other] "
        "does not match the expected audience.")


def test_nonce_missing_in_request_is_refused(bramley):
    """R14, FR-08."""
    authorization, _ = bramley.apple_authorization(bramley.apple_user())
    assert sign_in_error(bramley, bramley.sign_in_body(authorization, None)) == (
        "MISSING_OR_INVALID_NONCE : Nonce is missing in the request.")


def test_nonce_missing_in_token_is_refused(bramley):
    """R14, FR-07."""
    authorization, _ = bramley.apple_authorization(bramley.apple_user(), nonce=None)
    assert sign_in_error(bramley, bramley.sign_in_body(authorization, "raw-nonce")).startswith(
        "MISSING_OR_INVALID_NONCE : The identity token carries no nonce.")


@pytest.mark.parametrize("attack", ["other", "claim", "base64"])
def test_wrong_nonce_is_refused(bramley, attack):
    """R14, FR-06: another nonce; the claim itself sent as raw; the base64 of the digest."""
    user = bramley.apple_user()
    raw = secrets.token_urlsafe(24)
    digest = hashlib.sha256(raw.encode()).digest()
    if attack == "base64":
        authorization, _ = bramley.apple_authorization(user, nonce=base64.b64encode(digest).decode())
    else:
        authorization, _ = bramley.apple_authorization(user, raw_nonce=raw)
    sent = {"other": "another", "claim": digest.hex(), "base64": raw}[attack]
    message = sign_in_error(bramley, bramley.sign_in_body(authorization, sent))
    assert message.startswith(
        "MISSING_OR_INVALID_NONCE : The nonce in ID Token does not match the SHA256 hash of the raw nonce.")
    assert ("hex" in message) == (attack == "base64")
    assert raw not in message and digest.hex() not in message


def test_first_sign_in_keeps_the_name_and_answers_as_the_wire_says(bramley):
    """Identity Toolkit §4.3, FR-30: name, address and tokens of a first sign-in."""
    email = bramley.apple_user(given_name="Ada", family_name="Example")
    authorization, nonce = bramley.apple_authorization(email)
    assert authorization["full_name"] == {"given_name": "Ada", "family_name": "Example"}
    answer = bramley.call("accounts:signInWithIdp", bramley.sign_in_body(authorization, nonce)).json()
    assert answer["kind"] == "identitytoolkit#VerifyAssertionResponse"
    assert answer["providerId"] == "apple.com"
    assert answer["federatedId"] == authorization["user"]
    assert answer["isNewUser"] is True
    assert answer["expiresIn"] == "3600"
    assert answer["email"] == email and answer["emailVerified"] is True
    assert answer["oauthIdToken"] == authorization["identity_token"]
    assert json.loads(answer["rawUserInfo"])["sub"] == authorization["user"]
    assert "needConfirmation" not in answer and "errorMessage" not in answer and "pendingToken" not in answer

    user = bramley.call("accounts:lookup", {"idToken": answer["idToken"]}).json()["users"]
    assert len(user) == 1
    user = user[0]
    assert user["localId"] == answer["localId"]
    assert user["displayName"] == "Ada Example"
    assert isinstance(user["createdAt"], str) and isinstance(user["lastLoginAt"], str)
    assert user["providerUserInfo"][0]["rawId"] == authorization["user"]


def test_later_sign_in_finds_the_account_and_leaves_the_name(bramley):
    """FR-28, R24: the second authorization has no name; the account keeps its own."""
    email = bramley.apple_user(given_name="Ada", family_name="Example")
    first = bramley.sign_in(email)
    second = bramley.sign_in(email)
    assert second["localId"] == first["localId"] and "isNewUser" not in second
    user = bramley.call("accounts:lookup", {"idToken": second["idToken"]}).json()["users"][0]
    assert user["displayName"] == "Ada Example"


def test_refresh_rotates_and_the_session_works(bramley):
    """R31, §4.17: snake_case answer, a new refresh token, and an ID token that lookup takes."""
    signed_in = bramley.sign_in()
    answer = bramley.refresh(signed_in["refreshToken"])
    assert answer.status_code == 200
    body = answer.json()
    assert body["access_token"] == body["id_token"]
    assert body["expires_in"] == "3600" and body["token_type"] == "Bearer"
    assert body["user_id"] == signed_in["localId"]
    assert body["refresh_token"] != signed_in["refreshToken"]
    assert bramley.call("accounts:lookup", {"idToken": body["id_token"]}).status_code == 200


@pytest.mark.parametrize("token", ["garbage", "A" * 90, ""])
def test_made_up_refresh_tokens_are_refused(bramley, token):
    """R33."""
    answer = bramley.refresh(token)
    assert answer.status_code == 400
    assert error_of(answer) in ("INVALID_REFRESH_TOKEN", "MISSING_REFRESH_TOKEN")


def test_deletion_ends_everything_and_frees_the_identity(bramley):
    """§4.8: after deletion the tokens are dead and the person can start anew."""
    email = bramley.apple_user()
    signed_in = bramley.sign_in(email)
    answer = bramley.call("accounts:delete", {"idToken": signed_in["idToken"]})
    assert answer.json() == {"kind": "identitytoolkit#DeleteAccountResponse"}
    assert error_of(bramley.call("accounts:lookup", {"idToken": signed_in["idToken"]})) == "USER_NOT_FOUND"
    assert error_of(bramley.refresh(signed_in["refreshToken"])) == "USER_NOT_FOUND"
    again = bramley.sign_in(email)
    assert again["localId"] != signed_in["localId"] and again["isNewUser"] is True


def test_discovery_is_enough_to_verify_our_tokens(bramley):
    """PyJWT with nothing but the discovery address."""
    signed_in = bramley.sign_in()
    discovery = requests.get(f"{bramley.service}/demo-bramley/.well-known/openid-configuration", timeout=20).json()
    key = jwt.PyJWKClient(discovery["jwks_uri"]).get_signing_key_from_jwt(signed_in["idToken"])
    claims = jwt.decode(
        signed_in["idToken"], key.key, algorithms=discovery["id_token_signing_alg_values_supported"],
        audience="demo-bramley", issuer=discovery["issuer"])
    assert claims["sub"] == signed_in["localId"] and claims["user_id"] == claims["sub"]
    assert claims["firebase"]["sign_in_provider"] == "apple.com" and claims["sid"]


def test_both_loopback_addresses_answer(bramley):
    """FR-64."""
    port = bramley.service.rsplit(":", 1)[1]
    assert requests.get(f"http://127.0.0.1:{port}/healthz", timeout=20).status_code == 200
    try:
        import socket
        socket.create_connection(("::1", 9), timeout=1).close()
    except ConnectionRefusedError:
        pass
    except OSError:
        pytest.skip("this machine has no ::1")
    assert requests.get(f"http://[::1]:{port}/healthz", timeout=20).status_code == 200


def test_client_of_the_emulator_is_the_demo_app(bramley):
    clients = requests.get(f"{bramley.apple}/emulator/v1/clients", timeout=20).json()["clients"]
    assert APPLE_CLIENT in [client["client_id"] for client in clients]
