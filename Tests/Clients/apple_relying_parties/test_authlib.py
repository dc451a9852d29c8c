"""Authlib as published: discovery, code flow with form_post and PKCE, nonce, refresh, revocation."""

import time

import jwt
import pytest
import requests
from authlib.common.security import generate_token
from authlib.integrations.base_client.errors import OAuthError
from authlib.integrations.requests_client import OAuth2Session
from authlib.jose import JsonWebKey, JsonWebToken

from .conftest import CLIENT

AUDIENCE = "https://appleid.apple.com"


def client_secret(apple, **changes):
    now = int(time.time())
    claims = {"iss": "DEMOTEAM01", "iat": now, "exp": now + 300, "aud": AUDIENCE, "sub": CLIENT, **changes}
    return jwt.encode(claims, apple.private_key, algorithm="ES256", headers={"kid": "DEMOKEY001"})


@pytest.fixture
def discovery(apple):
    return requests.get(f"{apple.address}/.well-known/openid-configuration", timeout=20).json()


def session(apple, redirect_uri, **changes):
    return OAuth2Session(
        CLIENT, client_secret(apple, **changes), redirect_uri=redirect_uri, scope="name email",
        token_endpoint_auth_method="client_secret_post", code_challenge_method="S256",
        revocation_endpoint_auth_method="client_secret_post")


def code(apple, client, discovery, verifier, nonce="n-0S6_WzA2Mj"):
    url, state = client.create_authorization_url(
        discovery["authorization_endpoint"], response_mode="form_post", nonce=nonce, code_verifier=verifier)
    _, fields = apple.consent(url)
    assert fields["state"] == state
    return fields


def claims_of(token, discovery, **expected):
    keys = JsonWebKey.import_key_set(requests.get(discovery["jwks_uri"], timeout=20).json())
    claims = JsonWebToken(["RS256"]).decode(
        token, keys, claims_options={
            "iss": {"essential": True, "value": discovery["issuer"]},
            "aud": {"essential": True, "value": CLIENT},
            **{name: {"essential": True, "value": value} for name, value in expected.items()}})
    claims.validate()
    return claims


def test_code_flow_with_pkce_and_nonce(apple, redirect_uri, discovery):
    client, verifier = session(apple, redirect_uri), generate_token(48)
    fields = code(apple, client, discovery, verifier)
    token = client.fetch_token(discovery["token_endpoint"], code=fields["code"], code_verifier=verifier)
    claims = claims_of(token["id_token"], discovery, nonce="n-0S6_WzA2Mj")
    assert claims["email"] == "maria@example.com"
    assert token["token_type"] == "Bearer"


def test_wrong_verifier_is_refused_and_the_code_stays_good(apple, redirect_uri, discovery):
    client, verifier = session(apple, redirect_uri), generate_token(48)
    fields = code(apple, client, discovery, verifier)
    with pytest.raises(OAuthError, match="invalid_grant"):
        client.fetch_token(discovery["token_endpoint"], code=fields["code"], code_verifier=generate_token(48))
    assert client.fetch_token(discovery["token_endpoint"], code=fields["code"], code_verifier=verifier)
    with pytest.raises(OAuthError, match="already been used"):
        client.fetch_token(discovery["token_endpoint"], code=fields["code"], code_verifier=verifier)


def test_refresh_and_revocation(apple, redirect_uri, discovery):
    client, verifier = session(apple, redirect_uri), generate_token(48)
    fields = code(apple, client, discovery, verifier)
    first = dict(client.fetch_token(discovery["token_endpoint"], code=fields["code"], code_verifier=verifier))
    again = client.refresh_token(discovery["token_endpoint"], refresh_token=first["refresh_token"])
    assert claims_of(again["id_token"], discovery)["sub"] == claims_of(first["id_token"], discovery)["sub"]
    answer = client.revoke_token(
        discovery["revocation_endpoint"], token=first["refresh_token"], token_type_hint="refresh_token")
    assert (answer.status_code, answer.content) == (200, b"")
    with pytest.raises(OAuthError, match="invalid_grant"):
        client.refresh_token(discovery["token_endpoint"], refresh_token=first["refresh_token"])
    assert code(apple, client, discovery, verifier).get("user"), "the next sign-in is a first one again"


@pytest.mark.parametrize("changes, reason", [
    ({"sub": "com.example.web"}, "sub is not client_id"),
    ({"iss": "TEAM000002"}, "iss is not"),
    ({"exp": 1}, "expired"),
    ({"aud": "https://example.com"}, "aud is not"),
])
def test_invalid_client_is_explained_in_the_request_log(apple, redirect_uri, discovery, changes, reason):
    client = session(apple, redirect_uri, **changes)
    fields = code(apple, client, discovery, generate_token(48))
    with pytest.raises(OAuthError, match="invalid_client"):
        client.fetch_token(discovery["token_endpoint"], code=fields["code"], code_verifier="x" * 43)
    assert reason in apple.reason()
