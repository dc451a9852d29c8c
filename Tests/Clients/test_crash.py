"""kill -9: what was acknowledged is there after the next start; under load see test_kill_drill.py."""

from conftest import error_of


def test_everyone_is_still_signed_in_after_kill(fresh_bramley):
    """Issue "main job", point 4: sessions, rotation and deletion survive."""
    people = [fresh_bramley.sign_in() for _ in range(20)]
    rotated = fresh_bramley.refresh(people[0]["refreshToken"]).json()
    assert fresh_bramley.call("accounts:delete", {"idToken": people[1]["idToken"]}).status_code == 200
    user = fresh_bramley.apple_user()
    authorization, nonce = fresh_bramley.apple_authorization(user)
    used = fresh_bramley.sign_in_body(authorization, nonce)
    assert fresh_bramley.call("accounts:signInWithIdp", used).status_code == 200

    fresh_bramley.kill()
    fresh_bramley.start()

    for person in people[2:]:
        lookup = fresh_bramley.call("accounts:lookup", {"idToken": person["idToken"]})
        assert lookup.json()["users"][0]["localId"] == person["localId"]
        assert fresh_bramley.refresh(person["refreshToken"]).status_code == 200
    assert fresh_bramley.refresh(rotated["refresh_token"]).status_code == 200
    assert error_of(fresh_bramley.refresh(people[1]["refreshToken"])) == "USER_NOT_FOUND"
    # The credential stays used: a crash must not open the door to a replay (R13).
    answer = fresh_bramley.call("accounts:signInWithIdp", used)
    assert answer.status_code == 400


def test_stop_is_clean(fresh_bramley):
    fresh_bramley.sign_in()
    assert fresh_bramley.stop() == 0
