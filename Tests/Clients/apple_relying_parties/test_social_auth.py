"""social-auth-core's AppleIdAuth as published; only the addresses of the service are exchanged."""

import json

import pytest
from social_core.backends.apple import AppleIdAuth
from social_core.exceptions import AuthCanceled, AuthException
from social_core.storage import BaseStorage
from social_core.strategy import BaseStrategy

from .conftest import CLIENT


class Strategy(BaseStrategy):
    """Settings, session and request of one browser."""

    def __init__(self, settings):
        super().__init__(storage=BaseStorage())
        self.settings, self.session, self.data = settings, {}, {}

    def get_setting(self, name):
        return self.settings[name]

    def request_data(self, merge=True):
        return self.data

    def request_host(self):
        return "shop.test"

    def build_absolute_uri(self, path=None):
        return path

    def session_get(self, name, default=None):
        return self.session.get(name, default)

    def session_set(self, name, value):
        self.session[name] = value

    def session_pop(self, name):
        return self.session.pop(name, None)

    def redirect(self, url):
        return url

    def authenticate(self, backend, *args, **kwargs):
        return {"claims": kwargs["response"], "details": backend.get_user_details(kwargs["response"])}


@pytest.fixture
def backend(apple, redirect_uri, monkeypatch):
    for name, path in [("JWK_URL", "/auth/keys"), ("AUTHORIZATION_URL", "/auth/authorize"),
                       ("ACCESS_TOKEN_URL", "/auth/token")]:
        monkeypatch.setattr(AppleIdAuth, name, apple.address + path)
    strategy = Strategy({
        "SOCIAL_AUTH_APPLE_ID_CLIENT": CLIENT, "SOCIAL_AUTH_APPLE_ID_TEAM": "DEMOTEAM01",
        "SOCIAL_AUTH_APPLE_ID_KEY": "DEMOKEY001", "SOCIAL_AUTH_APPLE_ID_SECRET": apple.private_key,
        "SOCIAL_AUTH_APPLE_ID_SCOPE": ["name", "email"]})
    return AppleIdAuth(strategy, redirect_uri=redirect_uri)


def come_back(backend, apple, **fields):
    url = backend.start()
    assert "response_mode=form_post" in url
    address, posted = apple.consent(url, **fields)
    backend.strategy.data = backend.data = posted
    return address, posted


def test_signs_in_and_reads_the_name_once(apple, backend, redirect_uri):
    address, posted = come_back(backend, apple)
    assert address == redirect_uri
    assert json.loads(posted["user"])["name"] == {"firstName": "Maria", "lastName": "Lindqvist"}
    result = backend.complete()
    assert result["claims"]["email"] == "maria@example.com"
    assert result["details"]["first_name"] == "Maria"
    _, again = come_back(backend, apple)
    assert "user" not in again
    assert backend.complete()["claims"]["sub"] == result["claims"]["sub"]


def test_a_hidden_address_is_a_relay_address(apple, backend):
    come_back(backend, apple, user="amir@example.com", hideEmail="on")
    claims = backend.complete()["claims"]
    assert claims["email"].endswith("@privaterelay.appleid.com")
    assert claims["is_private_email"] in (True, "true")


def test_cancelling_and_reloading_end_in_errors_of_the_library(apple, backend):
    come_back(backend, apple, action="cancel")
    with pytest.raises(AuthException):
        backend.complete()
    _, posted = come_back(backend, apple)
    backend.complete()
    backend.strategy.session[backend.name + "_state"] = posted["state"]
    with pytest.raises(AuthCanceled) as refused:
        backend.complete()
    assert "The code has already been used." in refused.value.response.text
