"""Starts the emulator alone, as a team with a back end of its own does, and plays the person in front of it."""

import html.parser
import pathlib
import re
import subprocess
import urllib.parse

import pytest
import requests

from conftest import BINARY

READY = re.compile(r"ready apple=(\S+)")
CLIENT = "com.example.shop"


class Form(html.parser.HTMLParser):
    """The first form of a page: where it leads and what it holds."""

    def __init__(self, text):
        super().__init__()
        self.action = None
        self.fields = {}
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if tag == "form" and self.action is None:
            self.action = attributes["action"]
        if tag == "input" and attributes.get("type") == "hidden":
            self.fields[attributes["name"]] = attributes.get("value", "")


class Apple:
    """A running `bramley emulator` with one web client of our own."""

    def __init__(self, address):
        self.address = address
        self.private_key = requests.get(f"{address}/emulator/v1/keys/DEMOKEY001.p8", timeout=20).text

    def control(self, method, path, body=None):
        answer = requests.request(method, f"{self.address}/emulator/v1{path}", json=body, timeout=20)
        assert answer.ok, answer.text
        return answer.json() if answer.content else None

    def register(self, redirect_uri):
        self.control("POST", "/clients", {
            "client_id": CLIENT, "team_id": "DEMOTEAM01", "primary_app_id": "com.example.app",
            "redirect_uris": [redirect_uri], "profile": "relaxed"})

    def consent(self, authorize_url, user="maria@example.com", **fields):
        """What the browser would post to the Return URL after the person pressed Continue."""
        page = requests.get(authorize_url, headers={"Accept": "text/html"}, timeout=20)
        assert page.status_code == 200, page.text
        form = Form(page.text)
        posted = requests.post(
            urllib.parse.urljoin(self.address, form.action),
            data={**form.fields, "user": user, "action": "continue", **fields}, timeout=20)
        assert posted.status_code == 200, posted.text
        answer = Form(posted.text)
        return answer.action, answer.fields

    def reason(self):
        return self.control("GET", "/requests")["requests"][0].get("reason")


@pytest.fixture(scope="session")
def running_apple():
    process = subprocess.Popen(
        [BINARY, "emulator", "--port", "0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    found = READY.search(process.stdout.readline())
    assert found, "bramley emulator did not get ready"
    yield Apple(found.group(1))
    process.terminate()
    process.wait(timeout=20)
    process.stdout.close()


@pytest.fixture
def apple(running_apple):
    running_apple.control("DELETE", "/state")
    return running_apple


@pytest.fixture
def redirect_uri(apple):
    address = "http://shop.test/callback"
    apple.register(address)
    return address
