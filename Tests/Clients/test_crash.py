"""kill -9: what was acknowledged is there after the next start."""

import threading

import requests

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


def test_nothing_acknowledged_is_lost_when_killed_under_load(fresh_bramley):
    """A kill in the middle of work: every sign-in and rotation that was answered is there, and no code works twice."""
    for round_number in range(3):
        prepared = []
        for _ in range(40):
            authorization, nonce = fresh_bramley.apple_authorization(fresh_bramley.apple_user())
            prepared.append(fresh_bramley.sign_in_body(authorization, nonce))
        acknowledged, lock, enough = [], threading.Lock(), threading.Event()

        def work(bodies):
            for body in bodies:
                try:
                    answer = fresh_bramley.call("accounts:signInWithIdp", body)
                    tokens = answer.json()
                    rotated = fresh_bramley.refresh(tokens["refreshToken"]).json()
                except (requests.RequestException, ValueError, KeyError):
                    return
                with lock:
                    acknowledged.append((body, tokens, rotated))
                    if len(acknowledged) >= 8 + round_number * 5:
                        enough.set()

        threads = [threading.Thread(target=work, args=(prepared[start::4],)) for start in range(4)]
        for thread in threads:
            thread.start()
        assert enough.wait(timeout=30)
        fresh_bramley.kill()
        for thread in threads:
            thread.join(timeout=30)
        fresh_bramley.start()

        for body, tokens, rotated in acknowledged:
            lookup = fresh_bramley.call("accounts:lookup", {"idToken": rotated["id_token"]})
            assert lookup.json()["users"][0]["localId"] == tokens["localId"]
            assert fresh_bramley.refresh(rotated["refresh_token"]).status_code == 200
            assert fresh_bramley.call("accounts:signInWithIdp", body).status_code == 400
