"""Rate limits of a running `serve`: per client behind a listed proxy, and kept over a restart (R43, A23, A38)."""

import pytest
import requests

from test_serve import Serve, configuration, error_of, free_port  # noqa: F401

TOO_MANY = "TOO_MANY_ATTEMPTS_TRY_LATER : Too many attempts. Please try again later."


class Guesser:
    """Somebody who guesses the password of an address."""

    def __init__(self, url, forwarded):
        self.url, self.headers = url, {"X-Forwarded-For": forwarded}

    def guess(self, email="ann@example.com"):
        return requests.post(
            f"{self.url}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=any", timeout=20,
            json={"email": email, "password": "wrong horse"}, headers=self.headers)

    def passed(self, times):
        """How many of so many guesses were looked at."""
        return sum(error_of(self.guess()) == "INVALID_LOGIN_CREDENTIALS" for _ in range(times))


@pytest.fixture
def start(tmp_path, free_port):  # noqa: F811
    started = []

    def start(**changes):
        path = configuration(tmp_path, listen={"public": f"127.0.0.1:{free_port}", "admin": "127.0.0.1:0"},
                             **changes)
        service = Serve(path)
        service.url = f"http://127.0.0.1:{free_port}"
        started.append(service)
        return service

    yield start
    for service in started:
        if service.process.poll() is None:
            service.stop()


# A day: no window ends while a test counts.
LIMITS = {"rateLimits": {"password": "10/1d", "passwordAccount": "30/1d"}, "proxies": ["127.0.0.1"]}


def test_a_guesser_is_stopped_and_others_are_not(start):
    service = start(**LIMITS)
    eve = Guesser(service.url, "203.0.113.9")
    assert eve.passed(15) == 10
    answer = eve.guess()
    assert answer.status_code == 400 and error_of(answer) == TOO_MANY
    assert 1 <= int(answer.headers["Retry-After"]) <= 86_400
    # What she writes into the field herself changes nothing: the proxy appends what it saw.
    assert error_of(Guesser(service.url, "198.51.100.7, 203.0.113.9").guess()) == TOO_MANY
    assert error_of(Guesser(service.url, "198.51.100.7").guess()) == "INVALID_LOGIN_CREDENTIALS"
    ann = Guesser(service.url, "2001:db8:1:2::1")
    assert ann.passed(10) == 10
    assert error_of(Guesser(service.url, "2001:db8:1:2:3:4:5:6").guess()) == TOO_MANY


def test_a_restart_gives_nobody_a_new_budget(start):
    service = start(**LIMITS)
    assert Guesser(service.url, "203.0.113.9").passed(15) == 10
    service.stop()
    service = start(**LIMITS)
    # Three attempts pass before a process asks the store, and no more.
    assert Guesser(service.url, "203.0.113.9").passed(15) <= 3


def test_without_a_listed_proxy_the_field_means_nothing(start):
    service = start(**{**LIMITS, "proxies": None})
    total = sum(Guesser(service.url, f"203.0.113.{number}").passed(4) for number in range(10))
    assert total == 30, "only the account's own limit holds"


def test_a_page_says_it_in_words(start):
    service = start(**{**LIMITS, "rateLimits": {"page": "5/1d"}})
    headers = {"X-Forwarded-For": "203.0.113.9", "Accept": "text/html", "Host": "localhost:8080"}
    statuses = [requests.get(f"{service.url}/signin", headers=headers, timeout=20).status_code for _ in range(6)]
    assert statuses == [200] * 5 + [429]
    page = requests.get(f"{service.url}/signin", headers={**headers, "Accept-Language": "de"}, timeout=20)
    assert page.headers["Retry-After"] and '<html lang="de"' in page.text
