"""Signing keys change while two processes serve on one database (issue 8, point 3)."""

import subprocess

import jwt
import requests

import postgresql
from conftest import BINARY
from test_failover import Round, check_by_clients, cohort
from test_postgresql import Serve, until

ORIGIN = "http://localhost:8080"


def kid(token):
    return jwt.get_unverified_header(token)["kid"]


def verified(token, keys):
    """By a library of others, against the key set that a process publishes."""
    key = next(key for key in keys if key["kid"] == kid(token))
    return jwt.decode(token, jwt.PyJWK(key).key, algorithms=[key["alg"]], audience="my-app")


def test_a_rotation_reaches_every_process_before_the_first_token_of_the_new_key(tmp_path, bramley):
    """`keys rotate` under load: no request fails, and tokens of both keys and processes are good at both."""
    server = postgresql.Server()
    database = server.make_database()
    both = [Serve(tmp_path, name, server.url(database), bramley.apple, publicOrigin=ORIGIN)
            for name in ("first", "second")]
    try:
        people = cohort(bramley)
        load = Round(both, people)
        try:
            probe = bramley.sign_in_body(*bramley.apple_authorization(bramley.apple_user()), with_code=False)
            opened = both[0].sign_in(probe).json()
            first = opened["idToken"]
            assert {key["kid"] for key in both[0].keys()} == {key["kid"] for key in both[1].keys()} == {kid(first)}
            rotated = subprocess.run(
                [BINARY, "keys", "rotate", "--after", "4s", "-c", tmp_path / "first.json5"], capture_output=True,
                text=True, timeout=60)
            assert rotated.returncode == 0, rotated.stderr
            made = rotated.stdout.split()[0]
            refresh = [opened["refreshToken"]]

            def token_of(process):
                answer = process.refresh(refresh[0])
                assert answer.status_code == 200, answer.text
                refresh[0] = answer.json()["refresh_token"]
                token = answer.json()["id_token"]
                # Whoever reads the key set knows the key of a token at the moment that it is issued, at either.
                for one in both:
                    assert verified(token, one.keys())["sub"] == opened["localId"]
                return token

            tokens = [until(lambda one=one: next(iter([t for t in [token_of(one)] if kid(t) == made]), None))
                      for one in both]
            for token in [first, *tokens]:
                for one in both:
                    assert one.look_up(token).status_code == 200
        finally:
            load.finish()
        assert not load.findings, "\n".join(load.findings[:20])
        assert not load.outages, load.outages[:5]
        seen = {kid(token) for person in people for _, token in person.tokens}
        assert seen == {kid(first), made} or seen == {made}
        for one in both:
            published = {key["kid"] for key in one.keys()}
            assert published == {kid(first), made}
            discovery = requests.get(f"{one.service}/.well-known/openid-configuration", timeout=20).json()
            assert discovery["id_token_signing_alg_values_supported"] == ["ES256"]
        check_by_clients(both, people)
    finally:
        for one in both:
            one.stop()
        server.close()
