"""django-allauth's Apple provider as published, in a Django project with its own callback pages."""

import urllib.parse

import pytest

import django
from django.conf import settings

from .conftest import CLIENT

if not settings.configured:
    settings.configure(
        SECRET_KEY="only for tests", ALLOWED_HOSTS=["shop.test"], ROOT_URLCONF=__name__, USE_TZ=True,
        DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}},
        INSTALLED_APPS=[
            "django.contrib.auth", "django.contrib.contenttypes", "django.contrib.sessions",
            "django.contrib.messages", "allauth", "allauth.account", "allauth.socialaccount",
            "allauth.socialaccount.providers.apple"],
        MIDDLEWARE=[
            "django.contrib.sessions.middleware.SessionMiddleware",
            "django.contrib.auth.middleware.AuthenticationMiddleware",
            "django.contrib.messages.middleware.MessageMiddleware",
            "allauth.account.middleware.AccountMiddleware"],
        TEMPLATES=[{
            "BACKEND": "django.template.backends.django.DjangoTemplates", "APP_DIRS": True,
            "OPTIONS": {"context_processors": ["django.template.context_processors.request"]}}],
        AUTHENTICATION_BACKENDS=["allauth.account.auth_backends.AuthenticationBackend"],
        SOCIALACCOUNT_LOGIN_ON_GET=True, SOCIALACCOUNT_STORE_TOKENS=True, LOGIN_REDIRECT_URL="/welcome/",
        ACCOUNT_EMAIL_VERIFICATION="none", SOCIALACCOUNT_PROVIDERS={})
    django.setup()

from django.core.management import call_command  # noqa: E402
from django.test import Client  # noqa: E402
from django.urls import include, path  # noqa: E402

urlpatterns = [path("accounts/", include("allauth.urls"))]
CALLBACK = "http://shop.test/accounts/apple/login/callback/"


@pytest.fixture(scope="module", autouse=True)
def database():
    call_command("migrate", verbosity=0)


@pytest.fixture
def shop(apple, monkeypatch):
    from allauth.socialaccount.models import SocialAccount
    from allauth.socialaccount.providers.apple.views import AppleOAuth2Adapter
    from django.contrib.auth import get_user_model

    SocialAccount.objects.all().delete()
    get_user_model().objects.all().delete()
    for name, where in [("access_token_url", "/auth/token"), ("authorize_url", "/auth/authorize"),
                        ("public_key_url", "/auth/keys")]:
        monkeypatch.setattr(AppleOAuth2Adapter, name, apple.address + where)
    from allauth.socialaccount import app_settings
    monkeypatch.setitem(app_settings.PROVIDERS, "apple", {
        "SCOPE": ["name", "email"],
        "APPS": [{"client_id": CLIENT, "secret": "DEMOKEY001", "key": "DEMOTEAM01",
                  "settings": {"certificate_key": apple.private_key}}]})
    apple.register(CALLBACK)
    return Client(HTTP_HOST="shop.test")


def sign_in(shop, apple, **fields):
    start = shop.get("/accounts/apple/login/")
    assert start.status_code == 302, start.content
    address, posted = apple.consent(start["Location"], **fields)
    assert address == CALLBACK
    parked = shop.post("/accounts/apple/login/callback/", posted)
    assert parked.status_code == 302
    target = urllib.parse.urlsplit(parked["Location"])
    return shop.get(f"{target.path}?{target.query}")


def test_signs_in_with_name_address_and_refresh_token(shop, apple):
    from allauth.socialaccount.models import SocialAccount, SocialToken

    answer = sign_in(shop, apple)
    assert (answer.status_code, answer["Location"]) == (302, "/welcome/"), answer.content
    account = SocialAccount.objects.get()
    assert account.extra_data["email"] == "maria@example.com"
    assert account.user.first_name == "Maria"
    assert SocialToken.objects.get().token_secret.startswith("r")
    again = sign_in(Client(HTTP_HOST="shop.test"), apple)
    assert again["Location"] == "/welcome/"
    assert SocialAccount.objects.count() == 1


def test_cancelling_shows_the_librarys_own_page(shop, apple):
    answer = sign_in(shop, apple, action="cancel")
    assert answer.status_code in (200, 302, 401)
    assert b"Traceback" not in answer.content


def test_a_forged_signature_signs_nobody_in(shop, apple):
    from allauth.socialaccount.models import SocialAccount

    apple.control("POST", "/faults", {"endpoint": "token", "kind": "wrong_key", "times": 1})
    answer = sign_in(shop, apple)
    assert answer.get("Location") != "/welcome/"
    assert SocialAccount.objects.count() == 0
