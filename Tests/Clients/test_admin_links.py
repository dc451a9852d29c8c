"""firebase-admin beyond users: links, session cookies, revocation, imports with telephones (issue 5)."""

import time

import pytest
import requests
from firebase_admin import auth

from admin_sdk import admin_app
from conftest import error_of


@pytest.fixture(scope="module")
def app(bramley):
    with admin_app(bramley) as app:
        yield app


def test_links_for_unknown_people_are_typed_errors(app):
    with pytest.raises(auth.EmailNotFoundError):
        auth.generate_password_reset_link("nobody@example.com", app=app)
    with pytest.raises(auth.UserNotFoundError):
        auth.generate_email_verification_link("nobody@example.com", app=app)


def test_verification_link_proves_the_address(app):
    user = auth.create_user(email="verify@example.com", app=app)
    link = auth.generate_email_verification_link("verify@example.com", app=app)
    assert requests.get(link, timeout=20).status_code == 200
    assert auth.get_user(user.uid, app=app).email_verified
    assert requests.get(link, timeout=20).status_code == 400


def test_reset_link_sets_a_password(app, bramley):
    auth.create_user(email="reset@example.com", password="correct horse", app=app)
    link = auth.generate_password_reset_link("reset@example.com", app=app)
    assert requests.get(link + "&newPassword=battery%20staple", timeout=20).status_code == 200
    old = {"email": "reset@example.com", "password": "correct horse"}
    assert error_of(bramley.call("accounts:signInWithPassword", old)) == "INVALID_PASSWORD"
    assert bramley.call("accounts:signInWithPassword", {**old, "password": "battery staple"}).status_code == 200


def test_sign_in_link_signs_in(app, bramley):
    settings = auth.ActionCodeSettings("https://app.example.com/finish", handle_code_in_app=True)
    link = auth.generate_sign_in_with_email_link("link@example.com", settings, app=app)
    code = requests.utils.urlparse(link).query.split("oobCode=")[1].split("&")[0]
    answer = bramley.call("accounts:signInWithEmailLink", {"email": "link@example.com", "oobCode": code})
    assert answer.status_code == 200 and answer.json()["isNewUser"] is True


def test_session_cookie_verifies_and_is_no_id_token(app, bramley):
    token = bramley.sign_in()["idToken"]
    cookie = auth.create_session_cookie(token, expires_in=3600, app=app)
    claims = auth.verify_session_cookie(cookie, check_revoked=True, app=app)
    assert claims["iss"] == "https://session.firebase.google.com/demo-bramley"
    with pytest.raises(auth.InvalidIdTokenError):
        auth.verify_id_token(cookie, app=app)


def test_revoking_refresh_tokens_ends_sessions(app, bramley):
    signed_in = bramley.sign_in()
    auth.revoke_refresh_tokens(signed_in["localId"], app=app)
    # validSince has whole seconds, and a sign-in of the same second stays good: name the next one.
    auth.update_user(signed_in["localId"], valid_since=int(time.time()) + 1, app=app)
    with pytest.raises(auth.RevokedIdTokenError):
        auth.verify_id_token(signed_in["idToken"], app=app, check_revoked=True)
    assert error_of(bramley.refresh(signed_in["refreshToken"])) == "TOKEN_EXPIRED"


def test_import_names_each_failure(app):
    auth.create_user(uid="import-taken", phone_number="+12025550199", app=app)
    result = auth.import_users([
        auth.ImportUserRecord(uid="import-good", email="import@example.com", custom_claims={"a": 1}),
        auth.ImportUserRecord(uid="import-taken"),
        auth.ImportUserRecord(uid="import-phone", phone_number="+12025550199"),
    ], app=app)
    assert result.success_count == 1 and [error.index for error in result.errors] == [1, 2]
    assert auth.get_user("import-good", app=app).custom_claims == {"a": 1}
