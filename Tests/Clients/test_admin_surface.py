"""firebase-admin across its whole user-management surface, as Firebase documents it (issue 5).

What test_firebase_admin.py and test_admin_links.py do not ask: bounds, sentinels, paging, action-code settings.
"""

import datetime
import time
import urllib.parse

import pytest
from firebase_admin import auth, exceptions

from admin_sdk import admin_app
from conftest import error_of


@pytest.fixture
def app(fresh_bramley):
    with admin_app(fresh_bramley) as app:
        yield app


def test_taken_names_are_typed_errors_and_change_nothing(app):
    auth.create_user(uid="one", email="one@example.com", phone_number="+12025550101", app=app)
    for taken, error in (({"uid": "one"}, auth.UidAlreadyExistsError),
                         ({"email": "ONE@example.com"}, auth.EmailAlreadyExistsError),
                         ({"phone_number": "+12025550101"}, auth.PhoneNumberAlreadyExistsError)):
        with pytest.raises(error):
            auth.create_user(**taken, app=app)
    auth.create_user(uid="two", email="two@example.com", app=app)
    with pytest.raises(auth.EmailAlreadyExistsError):
        auth.update_user("two", email="one@example.com", app=app)
    with pytest.raises(auth.PhoneNumberAlreadyExistsError):
        auth.update_user("two", phone_number="+12025550101", app=app)
    with pytest.raises(exceptions.InvalidArgumentError):
        auth.update_user("two", password="x" * 5000, app=app)
    assert [user.uid for user in auth.list_users(app=app).iterate_all()] == ["one", "two"]
    assert auth.get_user("two", app=app).email == "two@example.com"


def test_missing_people_are_typed_errors(app):
    for ask in (lambda: auth.get_user("nobody", app=app), lambda: auth.get_user_by_email("no@example.com", app=app),
                lambda: auth.get_user_by_phone_number("+12025550199", app=app),
                lambda: auth.update_user("nobody", display_name="x", app=app),
                lambda: auth.set_custom_user_claims("nobody", {"a": 1}, app=app),
                lambda: auth.revoke_refresh_tokens("nobody", app=app), lambda: auth.delete_user("nobody", app=app)):
        with pytest.raises(auth.UserNotFoundError):
            ask()


def test_update_user_sets_and_deletes_every_attribute(app, fresh_bramley):
    auth.create_user(uid="ann", email="ann@example.com", password="correct horse", app=app)
    user = auth.update_user(
        "ann", display_name="Ann", photo_url="https://example.com/a.png", phone_number="+12025550110",
        email_verified=True, custom_claims={"role": "admin"}, disabled=True, app=app)
    assert (user.display_name, user.photo_url, user.phone_number) == ("Ann", "https://example.com/a.png", "+12025550110")
    assert user.disabled and user.email_verified and user.custom_claims == {"role": "admin"}
    assert {info.provider_id for info in user.provider_data} == {"password", "phone"}
    user = auth.update_user(
        "ann", display_name=auth.DELETE_ATTRIBUTE, photo_url=auth.DELETE_ATTRIBUTE, phone_number=auth.DELETE_ATTRIBUTE,
        custom_claims=auth.DELETE_ATTRIBUTE, disabled=False, app=app)
    assert (user.display_name, user.photo_url, user.phone_number) == (None, None, None)
    assert not user.disabled and not user.custom_claims
    assert [info.provider_id for info in user.provider_data] == ["password"]
    signed_in = fresh_bramley.call(
        "accounts:signInWithPassword", {"email": "ann@example.com", "password": "correct horse"}).json()
    claims = auth.verify_id_token(signed_in["idToken"], app=app)
    assert claims["uid"] == "ann" and "role" not in claims
    user = auth.update_user("ann", providers_to_delete=["password"], app=app)
    assert user.email is None and user.provider_data == []


def test_custom_claims_have_the_documented_bound(app, fresh_bramley):
    auth.create_user(uid="ann", email="ann@example.com", password="correct horse", app=app)
    # {"x":"…"} in exactly 1000 characters; the SDK itself refuses more, and reserved names.
    fits = {"x": "y" * (1000 - len('{"x": ""}'))}
    auth.set_custom_user_claims("ann", fits, app=app)
    assert auth.get_user("ann", app=app).custom_claims == fits
    answer = fresh_bramley.owner("accounts:update", {"localId": "ann", "customAttributes": '{"x":"%s"}' % ("y" * 993)})
    assert error_of(answer) == "CLAIMS_TOO_LARGE"
    for name in ("acr", "amr", "at_hash", "aud", "auth_time", "azp", "c_hash", "cnf", "exp", "firebase", "iat", "iss",
                 "jti", "nbf", "nonce", "sub"):
        answer = fresh_bramley.owner("accounts:update", {"localId": "ann", "customAttributes": '{"%s":1}' % name})
        assert error_of(answer) == f"FORBIDDEN_CLAIM : {name}"
    for text in ("[]", "1", '"a"', "{", "null"):
        answer = fresh_bramley.owner("accounts:update", {"localId": "ann", "customAttributes": text})
        assert error_of(answer) == "INVALID_CLAIMS", text
    assert auth.get_user("ann", app=app).custom_claims == fits


def test_get_users_takes_a_hundred_names_of_every_kind(app):
    auth.import_users([
        auth.ImportUserRecord(
            f"user-{number:02}", email=f"user{number}@example.com", phone_number=f"+120255502{number:02}",
            provider_data=[auth.UserProvider(f"g{number}", provider_id="google.com", email=f"user{number}@example.com")])
        for number in range(50)], app=app)
    names = [auth.UidIdentifier(f"user-{number:02}") for number in range(25)]
    names += [auth.EmailIdentifier(f"user{number}@example.com") for number in range(20, 45)]
    names += [auth.PhoneIdentifier(f"+120255502{number:02}") for number in range(40, 50)]
    names += [auth.ProviderIdentifier("google.com", f"g{number}") for number in range(45, 50)]
    names += [auth.UidIdentifier(f"nobody-{number}") for number in range(100 - len(names))]
    assert len(names) == 100
    found = auth.get_users(names, app=app)
    assert sorted(user.uid for user in found.users) == [f"user-{number:02}" for number in range(50)]
    assert len(found.not_found) == 35
    with pytest.raises(ValueError):
        auth.get_users(names + [auth.UidIdentifier("one-too-many")], app=app)
    assert auth.get_users([auth.UidIdentifier("nobody")], app=app).users == []


def test_list_users_pages_without_gap_or_twin_while_others_come_and_go(app):
    """FR-60."""
    auth.import_users([auth.ImportUserRecord(f"user-{number:04}") for number in range(1000)], app=app)
    seen, page = [], auth.list_users(max_results=100, app=app)
    for number in range(100):
        seen += [user.uid for user in page.users]
        auth.create_user(uid=f"new-{number}", app=app)
        if page.users:
            auth.delete_user(page.users[-1].uid, app=app)
        if not page.has_next_page:
            break
        page = page.get_next_page()
    assert len(seen) == len(set(seen))
    assert set(seen) >= {f"user-{number:04}" for number in range(1000)}
    for size in (0, 1001):
        with pytest.raises(ValueError):
            auth.list_users(max_results=size, app=app)


def test_import_users_names_each_refused_one_by_its_place(app):
    auth.create_user(uid="old", email="old@example.com", app=app)
    result = auth.import_users([
        auth.ImportUserRecord("ok", email="ok@example.com", custom_claims={"a": 1}, display_name="Zoë \n, \"x\""),
        auth.ImportUserRecord("twin", email="old@example.com"),
        auth.ImportUserRecord("also-ok", disabled=True),
    ], app=app)
    assert (result.success_count, result.failure_count) == (2, 1)
    assert result.errors[0].index == 1 and "email exists" in result.errors[0].reason
    user = auth.get_user("ok", app=app)
    assert user.custom_claims == {"a": 1} and user.display_name == "Zoë \n, \"x\""
    assert auth.get_user("also-ok", app=app).disabled
    # Wire 195: the SDK does not ask for overwriting, and nothing is.
    again = auth.import_users([auth.ImportUserRecord("ok", email="new@example.com")], app=app)
    assert [error.reason for error in again.errors] == ["localId belongs to an existing account - can not overwrite."]
    assert auth.get_user("ok", app=app).email == "ok@example.com"


def test_delete_users_reports_and_ignores_the_unknown(app):
    auth.import_users([auth.ImportUserRecord(f"user-{number}") for number in range(10)], app=app)
    result = auth.delete_users([f"user-{number}" for number in range(10)] + ["nobody"], app=app)
    assert (result.success_count, result.failure_count) == (11, 0)
    assert list(auth.list_users(app=app).iterate_all()) == []


def test_links_carry_the_settings_of_the_app(app):
    auth.create_user(uid="ann", email="ann@example.com", app=app)
    settings = auth.ActionCodeSettings(
        url="https://app.example.com/finish?cart=1", handle_code_in_app=True, ios_bundle_id="com.example.app",
        android_package_name="com.example.app", android_install_app=True, android_minimum_version="12")
    for make, mode in ((auth.generate_password_reset_link, "resetPassword"),
                       (auth.generate_email_verification_link, "verifyEmail"),
                       (auth.generate_sign_in_with_email_link, "signIn")):
        query = urllib.parse.parse_qs(urllib.parse.urlsplit(make("ann@example.com", settings, app=app)).query)
        assert query["mode"] == [mode] and query["continueUrl"] == ["https://app.example.com/finish?cart=1"]
        assert len(query["oobCode"][0]) >= 40 and query["lang"] and query["apiKey"]
    for url in ("javascript://app.example.com/", "https://app.example.com@evil.example/", "https://a\\b.example/"):
        with pytest.raises((exceptions.InvalidArgumentError, ValueError)) as refused:
            auth.generate_password_reset_link("ann@example.com", auth.ActionCodeSettings(url=url), app=app)
        if not isinstance(refused.value, ValueError):
            assert "INVALID_CONTINUE_URI" in str(refused.value)


def test_cookies_and_tokens_end_with_what_they_stand_for(app, fresh_bramley):
    auth.create_user(uid="ann", email="ann@example.com", password="correct horse", app=app)
    token = fresh_bramley.call(
        "accounts:signInWithPassword", {"email": "ann@example.com", "password": "correct horse"}).json()["idToken"]
    for seconds in (299, 14 * 86400 + 1):
        with pytest.raises(ValueError):
            auth.create_session_cookie(token, expires_in=datetime.timedelta(seconds=seconds), app=app)
    cookie = auth.create_session_cookie(token, expires_in=datetime.timedelta(days=14), app=app)
    assert auth.verify_session_cookie(cookie, check_revoked=True, app=app)["uid"] == "ann"
    with pytest.raises(auth.InvalidIdTokenError):
        auth.create_session_cookie(cookie, expires_in=datetime.timedelta(hours=1), app=app)
    time.sleep(1.1)
    auth.revoke_refresh_tokens("ann", app=app)
    assert auth.verify_session_cookie(cookie, app=app)["uid"] == "ann"
    with pytest.raises(auth.RevokedSessionCookieError):
        auth.verify_session_cookie(cookie, check_revoked=True, app=app)
    with pytest.raises(auth.RevokedIdTokenError):
        auth.verify_id_token(token, check_revoked=True, app=app)
    auth.update_user("ann", disabled=True, app=app)
    with pytest.raises(auth.UserDisabledError):
        auth.verify_session_cookie(cookie, check_revoked=True, app=app)


def test_custom_tokens_sign_in_with_their_claims(app, fresh_bramley):
    token = auth.create_custom_token("ann", {"plan": "pro"}, app=app).decode()
    answer = fresh_bramley.call("accounts:signInWithCustomToken", {"token": token, "returnSecureToken": True}).json()
    claims = auth.verify_id_token(answer["idToken"], app=app)
    assert claims["uid"] == "ann" and claims["plan"] == "pro" and claims["firebase"]["sign_in_provider"] == "custom"
    refreshed = fresh_bramley.refresh(answer["refreshToken"]).json()
    assert auth.verify_id_token(refreshed["id_token"], app=app)["plan"] == "pro"
