"""Mail and text messages: by a real SMTP server, a real command and a real webhook; in dev the mailbox and the relay."""

import asyncio
import contextlib
import datetime
import email
import email.policy
import hashlib
import hmac
import http.server
import ipaddress
import json
import os
import re
import socket
import ssl
import subprocess
import threading
import time
import urllib.parse

import pytest
import requests
from aiosmtpd.smtp import SMTP, AuthResult, LoginPassword

from conftest import BINARY, error_of, running
from test_browser import browser  # noqa: F401, a fixture

PASSWORD = "correct horse battery"


class Inbox:
    """Takes mail, or answers what the test says."""

    def __init__(self):
        self.messages, self.sessions, self.refusals = [], [], []

    async def handle_RCPT(self, server, session, envelope, address, options):
        if self.refusals:
            return self.refusals.pop(0)
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 Ok"

    async def handle_DATA(self, server, session, envelope):
        self.messages.append(email.message_from_bytes(envelope.content, policy=email.policy.default))
        self.sessions.append({"ehlo": session.host_name, "login": session.auth_data, "tls": session.ssl is not None,
                              "from": envelope.mail_from, "to": envelope.rcpt_tos})
        return "250 2.0.0 Queued"

    def wait(self, count=1):
        return eventually(lambda: self.messages[count - 1] if len(self.messages) >= count else None)


def eventually(look, seconds=20):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        found = look()
        if found:
            return found
        time.sleep(0.02)
    raise AssertionError("it did not come in time")


@contextlib.contextmanager
def listening(inbox, address, **options):
    """Runs an SMTP server over an inbox on a free port, which it gives."""
    loop, started = asyncio.new_event_loop(), threading.Event()

    def serve():
        asyncio.set_event_loop(loop)
        server = loop.run_until_complete(
            loop.create_server(lambda: SMTP(inbox, hostname="mail.example", loop=loop, **options), address, 0))
        inbox.port = server.sockets[0].getsockname()[1]
        started.set()
        loop.run_forever()
        server.close()

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    assert started.wait(20)
    yield inbox.port
    loop.call_soon_threadsafe(loop.stop)
    thread.join(20)


@pytest.fixture
def inbox():
    inbox = Inbox()
    with listening(inbox, "127.0.0.1"):
        yield inbox


@pytest.fixture
def mailing(inbox, tmp_path):
    """`dev` that hands its mail to a server as well."""
    environment = {"BRAMLEY_MAIL_SMTP": f"smtp://127.0.0.1:{inbox.port}",
                   "BRAMLEY_MAIL_FROM": "Orchard ü <noreply@example.com>", "BRAMLEY_PAGES_NAME": "Orchard"}
    with running(environment=environment) as bramley:
        bramley.inbox = inbox
        yield bramley


def sign_up(bramley, address="ann@example.com"):
    answer = bramley.call("accounts:signUp", {"email": address, "password": PASSWORD, "returnSecureToken": True})
    assert answer.status_code == 200, answer.text
    return answer.json()


def send(bramley, kind, locale=None, **members):
    headers = {"X-Firebase-Locale": locale} if locale else None
    return bramley.call("accounts:sendOobCode", {"requestType": kind, **members}, headers=headers)


def text_of(message):
    return message.get_body(("plain",)).get_content().replace("\r\n", "\n")


def link_of(message):
    return re.search(r"^https?://\S+$", text_of(message), re.MULTILINE).group(0)


def code_of(message):
    return urllib.parse.parse_qs(urllib.parse.urlsplit(link_of(message)).query)["oobCode"][0]


def test_each_kind_arrives_and_its_code_works(mailing):
    ann = sign_up(mailing)
    assert send(mailing, "VERIFY_EMAIL", idToken=ann["idToken"]).json()["email"] == "ann@example.com"
    message = mailing.inbox.wait(1)
    applied = mailing.call("accounts:update", {"oobCode": code_of(message)}).json()
    assert applied["emailVerified"] is True

    assert send(mailing, "PASSWORD_RESET", email="Ann@Example.com").json()["email"] == "ann@example.com"
    code = code_of(mailing.inbox.wait(2))
    assert mailing.call("accounts:resetPassword", {"oobCode": code, "newPassword": PASSWORD + "2"}).status_code == 200
    # Whoever else reads the person's mail may have done it: the person is told, without any link.
    told = mailing.inbox.wait(3)
    assert told["To"] == "ann@example.com" and "password" in told["Subject"] and "://" not in text_of(told)
    ann = mailing.call("accounts:signInWithPassword", {"email": "ann@example.com", "password": PASSWORD + "2"}).json()

    send(mailing, "EMAIL_SIGNIN", email="ann@example.com", continueUrl="http://localhost:3000/done",
         canHandleCodeInApp=True)
    link = link_of(mailing.inbox.wait(4))
    assert urllib.parse.parse_qs(urllib.parse.urlsplit(link).query)["continueUrl"] == ["http://localhost:3000/done"]
    opened = requests.get(link, allow_redirects=False, timeout=20)
    assert opened.status_code in (200, 303)
    ann = mailing.call("accounts:signInWithEmailLink",
                       {"email": "ann@example.com", "oobCode": code_of(mailing.inbox.messages[3])}).json()
    assert ann["isNewUser"] is False

    send(mailing, "VERIFY_AND_CHANGE_EMAIL", idToken=ann["idToken"], newEmail="new@example.com")
    message = mailing.inbox.wait(5)
    assert message["To"] == "new@example.com"
    assert mailing.call("accounts:update", {"oobCode": code_of(message)}).json()["newEmail"] == "new@example.com"
    # The old address is told, and can take the account back.
    notice = mailing.inbox.wait(6)
    assert notice["To"] == "ann@example.com" and "new@example.com" in text_of(notice)
    assert mailing.call("accounts:update", {"oobCode": code_of(notice)}).json()["email"] == "ann@example.com"


def test_the_message_is_as_the_standards_want_it(mailing):
    send(mailing, "EMAIL_SIGNIN", locale="fa-IR", email="ann@example.com")
    message = mailing.inbox.wait()
    session = mailing.inbox.sessions[0]
    assert session["from"] == "noreply@example.com" and session["to"] == ["ann@example.com"]
    assert session["ehlo"] == "example.com"
    assert message["From"] == "Orchard ü <noreply@example.com>"
    assert message["Auto-Submitted"] == "auto-generated" and message["Content-Language"] == "fa"
    assert re.fullmatch(r"<[0-9a-f]{32}@example\.com>", message["Message-ID"])
    assert abs((datetime.datetime.now(datetime.timezone.utc) - message["Date"].datetime).total_seconds()) < 120
    assert "Orchard" in message["Subject"] and re.search("[\u0600-\u06ff]", message["Subject"])
    html = message.get_body(("html",)).get_content()
    assert '<html lang="fa" dir="rtl">' in html and "<script" not in html
    assert not message.defects


@pytest.mark.parametrize("locale,words", [(None, "Sign in to"), ("zh-CN", "登录"), ("tlh", "Sign in to"), ("de", "anmelden")])
def test_the_language_follows_the_request(mailing, locale, words):
    send(mailing, "EMAIL_SIGNIN", locale=locale, email="ann@example.com")
    assert words in mailing.inbox.wait()["Subject"]


def test_a_server_that_is_busy_is_asked_again_with_the_same_message(mailing):
    mailing.inbox.refusals = ["450 4.2.0 Greylisted", "421 4.3.2 Going down"]
    answer = send(mailing, "EMAIL_SIGNIN", email="ann@example.com")
    assert answer.status_code == 200
    mailing.inbox.wait(1)
    time.sleep(1.5)
    assert len(mailing.inbox.messages) == 1
    assert "recipient 450 4.2.0" in mailing.log()
    assert "ann@example.com" not in mailing.log()


def test_a_bounce_is_kept_on_the_account(mailing):
    ann = sign_up(mailing)
    mailing.inbox.refusals = ["550 5.1.1 <ann@example.com> unknown"]
    send(mailing, "VERIFY_EMAIL", idToken=ann["idToken"])

    def bounce():
        return requests.post(f"{mailing.service}/v1/account:export", json={"idToken": ann["idToken"]},
                             timeout=20).json().get("mailBounce")

    assert eventually(bounce)["reason"] == "verifyEmail recipient 550 5.1.1"
    assert not mailing.inbox.messages


def test_what_waits_survives_a_kill(inbox, tmp_path):
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        nobody = probe.getsockname()[1]
    environment = {"BRAMLEY_MAIL_SMTP": f"smtp://127.0.0.1:{nobody}", "BRAMLEY_MAIL_FROM": "noreply@example.com"}
    with running(environment=environment) as bramley:
        assert send(bramley, "EMAIL_SIGNIN", email="ann@example.com").status_code == 200
        bramley.kill()
        bramley.environment["BRAMLEY_MAIL_SMTP"] = f"smtp://127.0.0.1:{inbox.port}"
        bramley.start()
        # The lease of the attempt that was under way may have to run out first.
        eventually(lambda: inbox.messages, seconds=75)
        code = code_of(inbox.messages[0])
        assert bramley.call("accounts:signInWithEmailLink",
                            {"email": "ann@example.com", "oobCode": code}).status_code == 200


def certificate(folder, address):
    """An authority's file and a server's context for an address."""
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "mail")])
    now = datetime.datetime.now(datetime.timezone.utc)
    signed = (x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
              .serial_number(x509.random_serial_number()).not_valid_before(now - datetime.timedelta(days=1))
              .not_valid_after(now + datetime.timedelta(days=1))
              .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address(address))]), False)
              .add_extension(x509.BasicConstraints(True, None), True).sign(key, hashes.SHA256()))
    (folder / "mail.pem").write_bytes(signed.public_bytes(serialization.Encoding.PEM))
    (folder / "mail.key").write_bytes(key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(folder / "mail.pem", folder / "mail.key")
    return folder / "mail.pem", context


def own_address():
    """An address of this machine that is not loopback, where TLS is required."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            address = probe.getsockname()[0]
        except OSError:
            pytest.skip("this machine has no address but loopback")
    if ipaddress.ip_address(address).is_loopback:
        pytest.skip("this machine has no address but loopback")
    return address


@pytest.fixture
def guarded(tmp_path):
    """A mail server that wants STARTTLS and a login."""
    address = own_address()
    authority, context = certificate(tmp_path, address)
    inbox = Inbox()
    inbox.logins = []

    def login(server, session, envelope, mechanism, data):
        inbox.logins.append(session.ssl is not None)
        right = isinstance(data, LoginPassword) and (data.login, data.password) == (b"us:er", b"p@ss")
        return AuthResult(success=right, handled=False, auth_data="us:er" if right else None)

    inbox.authority = authority
    with listening(inbox, address, tls_context=context, require_starttls=True, authenticator=login,
                   auth_required=True) as port:
        inbox.place = f"{address}:{port}"
        yield inbox


def test_login_and_mail_go_over_starttls(guarded):
    environment = {"BRAMLEY_MAIL_SMTP": f"smtp://us%3Aer:p%40ss@{guarded.place}",
                   "BRAMLEY_MAIL_FROM": "noreply@example.com", "BRAMLEY_MAIL_AUTHORITYFILE": str(guarded.authority)}
    with running(environment=environment) as bramley:
        send(bramley, "EMAIL_SIGNIN", email="ann@example.com")
        guarded.wait()
        assert guarded.sessions[0]["tls"] and guarded.logins == [True]
        assert "p@ss" not in bramley.log() and "p%40ss" not in bramley.log()


def test_a_certificate_that_nobody_vouches_for_gets_no_mail(guarded):
    environment = {"BRAMLEY_MAIL_SMTP": f"smtp://us%3Aer:p%40ss@{guarded.place}",
                   "BRAMLEY_MAIL_FROM": "noreply@example.com"}
    with running(environment=environment) as bramley:
        send(bramley, "EMAIL_SIGNIN", email="ann@example.com")
        eventually(lambda: "was not sent and is tried again: tls" in bramley.log())
        assert not guarded.messages and not guarded.logins


@pytest.mark.parametrize("login,verdict,words", [
    ("us%3Aer:p%40ss", "ok", "takes the login"), ("us%3Aer:wrong", "failed", "login 535"),
])
def test_doctor_tries_the_mail_server(guarded, tmp_path, login, verdict, words):
    settings = {"project": "my-app", "publicOrigin": "http://localhost:8080", "database": f"sqlite:{tmp_path}/x.db",
                "keys": {"sealing": "k1:" + "5a" * 32}, "apple.teamId": "ABCDE12345",
                "apple.bundleIds": ["com.example.app"], "apple.allowEmulator": True,
                "apple.baseUrl": "http://127.0.0.1:1",
                "mail.smtp": f"smtp://{login}@{guarded.place}", "mail.from": "noreply@example.com",
                "mail.authorityFile": str(guarded.authority)}
    path = tmp_path / "bramley.json5"
    path.write_text(json.dumps(settings))
    answer = subprocess.run([BINARY, "doctor", "-c", path, "--json"], capture_output=True, text=True, timeout=60)
    found = [item for item in json.loads(answer.stdout)["findings"] if item["check"] == "mail"]
    assert [item["verdict"] for item in found] == [verdict], answer.stdout
    assert words in found[0]["text"]
    assert not guarded.messages


def test_serve_without_mail_refuses_what_needs_it(tmp_path):
    from test_serve import Serve, configuration
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    serve = Serve(configuration(tmp_path, listen={"public": f"127.0.0.1:{port}", "admin": "127.0.0.1:0"}))
    try:
        url = f"http://127.0.0.1:{port}/identitytoolkit.googleapis.com/v1/accounts:sendOobCode?key=any"
        answer = requests.post(url, json={"requestType": "EMAIL_SIGNIN", "email": "a@example.com"}, timeout=20)
        assert error_of(answer) == "OPERATION_NOT_ALLOWED : No mail is configured: nothing can be sent."
        assert requests.get(f"http://127.0.0.1:{port}/emulator/mail", timeout=20).status_code == 404
    finally:
        serve.stop()


# The mailbox of dev, and the relay.


def relay_account(bramley):
    user = bramley.apple_user(hide_email=True)
    person = bramley.sign_in(user=user, hide_email=True)
    assert person["email"].endswith(("@privaterelay.appleid.com", "@private.icloud.com"))
    return user, person


def mailbox(bramley, address):
    return requests.get(f"{bramley.apple}/emulator/v1/mailboxes/{urllib.parse.quote(address)}", timeout=20).json()


def test_relay_mail_goes_through_the_emulators_relay(bramley):
    user, person = relay_account(bramley)
    assert send(bramley, "EMAIL_SIGNIN", email=person["email"]).status_code == 200
    box = eventually(lambda: (found := mailbox(bramley, person["email"]))["messages"] and found)
    assert box["messages"][0]["from"] == "noreply@example.com"
    link = re.search(r"https?://\S+", box["messages"][0]["text"]).group(0)
    code = urllib.parse.parse_qs(urllib.parse.urlsplit(link).query)["oobCode"][0]
    answer = bramley.call("accounts:signInWithEmailLink", {"email": person["email"], "oobCode": code})
    assert answer.json()["localId"] == person["localId"]


def test_relay_mail_stops_when_the_person_switches_it_off(bramley):
    user, person = relay_account(bramley)
    events = f"{bramley.apple}/emulator/v1/users/{urllib.parse.quote(user)}/events"

    def switch(kind):
        answer = requests.post(events, json={"type": kind, "client_id": "com.example.app"}, timeout=20)
        assert answer.status_code < 300, answer.text

    switch("email-disabled")
    # A refused answer counts as false by itself.
    refused = eventually(lambda: [answer for answer in [send(bramley, "EMAIL_SIGNIN", email=person["email"])]
                                  if answer.status_code == 400])
    assert error_of(refused[0]).startswith("OPERATION_NOT_ALLOWED : RELAY_DISABLED")
    switch("email-enabled")
    eventually(lambda: send(bramley, "EMAIL_SIGNIN", email=person["email"]).status_code == 200)


def test_a_sender_that_is_not_registered_bounces():
    with running(environment={"BRAMLEY_MAIL_FROM": "noreply@unregistered.example"}) as bramley:
        _, person = relay_account(bramley)
        assert send(bramley, "EMAIL_SIGNIN", email=person["email"]).status_code == 200

        def bounce():
            return requests.post(f"{bramley.service}/v1/account:export", json={"idToken": person["idToken"]},
                                 timeout=20).json().get("mailBounce")

        assert eventually(bounce)["reason"] == "emailSignIn relay 550 5.7.1"
        assert mailbox(bramley, person["email"])["messages"] == []


def test_the_mailbox_page_shows_mail_and_text_messages(bramley):
    send(bramley, "EMAIL_SIGNIN", locale="fa", email="page@example.com")
    bramley.call("accounts:sendVerificationCode", {"phoneNumber": "+12025550199"})
    listed = requests.get(f"{bramley.service}/emulator/mail", timeout=20)
    assert listed.status_code == 200 and "page@example.com" in listed.text and "+12025550199" in listed.text
    paths = re.findall(r'href="(/emulator/mail/\d+)"', listed.text)
    text, mail = (requests.get(bramley.service + path, timeout=20) for path in paths[:2])
    assert re.search(r"\d{6} is your code", text.text)
    assert "<iframe" in mail.text and 'sandbox="allow-popups' in mail.text and "<script" not in mail.text
    frame = requests.get(bramley.service + re.search(r'src="([^"]+)"', mail.text).group(1), timeout=20)
    assert 'dir="rtl"' in frame.text and "frame-ancestors 'self'" in frame.headers["content-security-policy"]
    assert "x-frame-options" not in frame.headers
    codes = requests.get(f"{bramley.service}/emulator/v1/projects/demo-bramley/oobCodes", timeout=20).json()["oobCodes"]
    assert codes[-1]["oobLink"] in mail.text.replace("&amp;", "&")


def test_a_link_in_the_mails_frame_opens_beside_it(bramley, browser):
    send(bramley, "EMAIL_SIGNIN", locale="fa", email="frame@example.com", continueUrl="http://localhost:1/done")
    browser.get(f"{bramley.service}/emulator/mail")
    browser.find_element("partial link text", "Bramley").click()
    frame = browser.find_element("tag name", "iframe")
    browser.switch_to.frame(frame)
    assert browser.find_element("tag name", "html").get_attribute("dir") == "rtl"
    browser.find_element("tag name", "a").click()
    eventually(lambda: len(browser.window_handles) == 2)
    first, second = browser.window_handles
    browser.switch_to.window(second)
    eventually(lambda: "oobCode=" in browser.current_url)
    browser.close()
    browser.switch_to.window(first)


# Text messages.


def test_a_text_message_by_a_command(tmp_path):
    program = tmp_path / "send-text"
    program.write_text(f"#!/bin/sh\ncat > {tmp_path}/message; env > {tmp_path}/environment\n")
    program.chmod(0o700)
    with running(environment={"BRAMLEY_SMS_COMMAND": f"{program},--queue"}) as bramley:
        session = bramley.call("accounts:sendVerificationCode", {"phoneNumber": "+12025550123"}).json()["sessionInfo"]
        message = json.loads(eventually(lambda: (tmp_path / "message").exists() and (tmp_path / "message").read_text()))
        assert message["to"] == "+12025550123" and re.fullmatch(r"[0-9a-f]{32}", message["id"])
        code = re.search(r"\d{6}", message["text"]).group(0)
        answer = bramley.call("accounts:signInWithPhoneNumber", {"sessionInfo": session, "code": code})
        assert answer.json()["phoneNumber"] == "+12025550123"
        assert "BRAMLEY" not in eventually(lambda: (tmp_path / "environment").read_text())
        assert code not in bramley.log()


def test_a_text_message_by_a_webhook_signed_and_tried_again():
    secret, seen = "5a" * 32, []

    class Hook(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers["content-length"]))
            seen.append((self.headers, body))
            self.send_response(503 if len(seen) == 1 else 204)
            self.send_header("content-length", "0")
            self.end_headers()

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Hook)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        environment = {"BRAMLEY_SMS_WEBHOOK": f"http://127.0.0.1:{server.server_address[1]}/send",
                       "BRAMLEY_SMS_WEBHOOKSECRET": secret}
        with running(environment=environment) as bramley:
            bramley.call("accounts:sendVerificationCode", {"phoneNumber": "+12025550123"})
            eventually(lambda: len(seen) >= 2)
        for headers, body in seen:
            signature = dict(part.split("=", 1) for part in headers["x-bramley-signature"].split(","))
            expected = hmac.new(secret.encode(), f"{signature['t']}.".encode() + body, hashlib.sha256).hexdigest()
            assert signature["v1"] == expected
        assert seen[0][1] == seen[1][1] and json.loads(seen[0][1])["to"] == "+12025550123"
        assert seen[0][0]["idempotency-key"] == seen[1][0]["idempotency-key"]
    finally:
        server.shutdown()
        server.server_close()
