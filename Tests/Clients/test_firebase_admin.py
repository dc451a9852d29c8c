"""firebase-admin, unchanged, pointed at Bramley by FIREBASE_AUTH_EMULATOR_HOST."""

import pytest
from firebase_admin import auth, exceptions

from admin_sdk import admin_app
from conftest import error_of


@pytest.fixture(scope="module")
def app(bramley):
    with admin_app(bramley) as app:
        yield app


def test_unknown_user_is_a_typed_error(app):
    with pytest.raises(auth.UserNotFoundError):
        auth.get_user("nobody", app=app)
    with pytest.raises(auth.UserNotFoundError):
        auth.get_user_by_email("nobody@example.com", app=app)
    with pytest.raises(auth.UserNotFoundError):
        auth.delete_user("nobody", app=app)


def test_taken_address_and_taken_uid_are_typed_errors(app):
    auth.create_user(uid="taken", email="taken@example.com", app=app)
    with pytest.raises(auth.EmailAlreadyExistsError):
        auth.create_user(email="Taken@example.com", app=app)
    with pytest.raises(auth.UidAlreadyExistsError):
        auth.create_user(uid="taken", app=app)


def test_wrong_owner_is_refused(bramley):
    """Wire sheet §1.2: another bearer is 401, none is 403 or 400."""
    import requests
    url = f"{bramley.service}/identitytoolkit.googleapis.com/v1/projects/demo-bramley/accounts:lookup"
    answer = requests.post(url, json={"localId": ["x"]}, headers={"Authorization": "Bearer other"}, timeout=20)
    assert answer.status_code == 401 and answer.json()["error"]["status"] == "UNAUTHENTICATED"
    answer = requests.post(url, json={"localId": ["x"]}, timeout=20)
    assert answer.status_code == 403 and error_of(answer) == "The request is missing a valid API key."


def test_create_read_update_delete(app):
    user = auth.create_user(
        email="Carol@Example.com", email_verified=True, password="correct horse", display_name="Carol",
        phone_number="+12025550123", photo_url="https://example.com/c.png", app=app)
    assert user.email == "carol@example.com" and user.email_verified
    assert auth.get_user(user.uid, app=app).display_name == "Carol"
    assert auth.get_user_by_email("CAROL@example.com", app=app).uid == user.uid
    assert auth.get_user_by_phone_number("+12025550123", app=app).uid == user.uid
    assert {info.provider_id for info in user.provider_data} == {"password", "phone"}

    updated = auth.update_user(user.uid, display_name="Carol C.", disabled=True, phone_number=auth.DELETE_ATTRIBUTE, app=app)
    assert updated.display_name == "Carol C." and updated.disabled and updated.phone_number is None
    updated = auth.update_user(user.uid, disabled=False, display_name=auth.DELETE_ATTRIBUTE, app=app)
    assert updated.display_name is None and not updated.disabled

    auth.set_custom_user_claims(user.uid, {"role": "gardener"}, app=app)
    assert auth.get_user(user.uid, app=app).custom_claims == {"role": "gardener"}
    with pytest.raises((ValueError, exceptions.FirebaseError)):
        auth.set_custom_user_claims(user.uid, {"firebase": 1}, app=app)

    auth.delete_user(user.uid, app=app)
    with pytest.raises(auth.UserNotFoundError):
        auth.get_user(user.uid, app=app)


def test_get_users_by_every_identifier(app):
    one = auth.create_user(email="many-1@example.com", app=app)
    two = auth.create_user(phone_number="+12025550124", app=app)
    found = auth.get_users(
        [auth.UidIdentifier(one.uid), auth.PhoneIdentifier("+12025550124"), auth.EmailIdentifier("none@example.com")],
        app=app)
    assert {user.uid for user in found.users} == {one.uid, two.uid}
    assert len(found.not_found) == 1


def test_listing_gives_every_user_once(fresh_bramley):
    """FR-60: stable paging over 2 500 users."""
    with admin_app(fresh_bramley) as app:
        made = set()
        for start in range(0, 2500, 500):
            users = [auth.ImportUserRecord(uid=f"listed-{n:05}", email=f"listed-{n}@example.com")
                     for n in range(start, start + 500)]
            result = auth.import_users(users, app=app)
            assert result.failure_count == 0, [error.reason for error in result.errors]
            made |= {user.uid for user in users}
        seen = [user.uid for user in auth.list_users(max_results=700, app=app).iterate_all()]
        assert len(seen) == len(set(seen)) == 2500 and set(seen) == made
        deleted = auth.delete_users(sorted(made)[:1000], app=app)
        assert deleted.success_count == 1000 and deleted.failure_count == 0
        assert sum(1 for _ in auth.list_users(app=app).iterate_all()) == 1500


def test_custom_token_signs_in_and_its_id_token_verifies(app, bramley):
    """R5, wire 89: the unsigned custom token of emulator mode; verify_id_token with the revocation check."""
    token = auth.create_custom_token("custom-user", {"premium": True}, app=app).decode()
    answer = bramley.call("accounts:signInWithCustomToken", {"token": token, "returnSecureToken": True})
    assert answer.status_code == 200, answer.text
    body = answer.json()
    assert body["isNewUser"] is True and "localId" not in body
    claims = auth.verify_id_token(body["idToken"], app=app, check_revoked=True)
    assert claims["uid"] == "custom-user" and claims["premium"] is True
    assert claims["firebase"]["sign_in_provider"] == "custom"


def test_apple_sign_in_verifies_and_revocation_is_seen(app, bramley):
    signed_in = bramley.sign_in()
    claims = auth.verify_id_token(signed_in["idToken"], app=app, check_revoked=True)
    assert claims["uid"] == signed_in["localId"]
    user = auth.get_user(claims["uid"], app=app)
    assert [info.provider_id for info in user.provider_data] == ["apple.com"]
    auth.update_user(claims["uid"], disabled=True, app=app)
    with pytest.raises(auth.UserDisabledError):
        auth.verify_id_token(signed_in["idToken"], app=app, check_revoked=True)
    assert error_of(bramley.refresh(signed_in["refreshToken"])) == "USER_DISABLED"
