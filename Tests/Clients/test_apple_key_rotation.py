"""Apple's signing keys are rotated under people who sign in: nobody is turned away. 4 rounds of each kind; 20 with
BRAMLEY_DRILLS=1. The rotation of the team's own keys is in test_reload.py (FR-10)."""

import contextlib
import os
import threading
import time

import jwt
import pytest
import requests

ROUNDS = 20 if os.environ.get("BRAMLEY_DRILLS") == "1" else 4
PEOPLE = 3


class Crowd:
    """People who sign in again and again, each under a lock that a rotation may take between two sign-ins."""

    def __init__(self, bramley):
        self.bramley = bramley
        self.between = [threading.Lock() for _ in range(PEOPLE)]
        self.done = [0] * PEOPLE
        self.failures, self.keys = [], set()
        self.stop = threading.Event()
        self.threads = [threading.Thread(target=self.person, args=(number,)) for number in range(PEOPLE)]

    def person(self, number):
        user = self.bramley.apple_user()
        while not self.stop.is_set():
            try:
                with self.between[number]:
                    authorization, nonce = self.bramley.apple_authorization(user)
                    answer = self.bramley.call(
                        "accounts:signInWithIdp", self.bramley.sign_in_body(authorization, nonce))
                assert answer.status_code == 200, answer.text
                self.keys.add(jwt.get_unverified_header(authorization["identity_token"])["kid"])
                self.done[number] += 1
            except Exception as failure:  # noqa: BLE001 - whatever a person ran into
                self.failures.append(repr(failure)[:400])

    def everybody_again(self):
        """Waits until each has signed in twice more: at least one sign-in of each began after the call."""
        before = list(self.done)
        deadline = time.monotonic() + 60
        while not self.failures and any(now < then + 2 for now, then in zip(self.done, before)):
            assert time.monotonic() < deadline, "sign-ins have stopped"
            time.sleep(0.01)

    def __enter__(self):
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *_):
        self.stop.set()
        for thread in self.threads:
            thread.join()


@pytest.mark.parametrize("overlaps", [True, False])
def test_apples_keys_rotate_without_a_failed_sign_in(fresh_bramley, overlaps):
    """With overlap the old key stays in the set and rotations fall anywhere. Without, it is gone at once: a token
    that it signed a moment before would rightly be refused, so the rotation falls between sign-ins."""
    def served():
        return {key["kid"] for key in requests.get(f"{fresh_bramley.apple}/auth/keys", timeout=20).json()["keys"]}

    with Crowd(fresh_bramley) as crowd:
        crowd.everybody_again()
        for _ in range(ROUNDS):
            with contextlib.ExitStack() as held:
                if not overlaps:
                    for lock in crowd.between:
                        held.enter_context(lock)
                answer = requests.post(
                    f"{fresh_bramley.apple}/emulator/v1/keys:rotate", json={"remove_old": not overlaps}, timeout=60)
                assert answer.status_code == 200, answer.text
            if not overlaps:
                gone = set(answer.json()["removed"])
                assert gone and not gone & served(), "the key that signed until now is gone"
            crowd.everybody_again()
            assert not crowd.failures, (crowd.failures[:3], fresh_bramley.log()[-1500:])
    assert not crowd.failures, crowd.failures[:3]
    assert len(crowd.keys) >= ROUNDS, "each round's key has signed"
    assert "A code was not exchanged" not in fresh_bramley.log(), fresh_bramley.log()[-2000:]
