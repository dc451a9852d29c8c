"""Chromium runs Sign in with Apple JS: popup, cancel, redirect and the rendered button."""

import http.server
import threading
import urllib.parse

import pytest
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

from .conftest import CLIENT

PAGE = """<!doctype html><meta charset="utf-8"><title>Shop</title>
<meta name="appleid-signin-client-id" content="{client}">
<meta name="appleid-signin-scope" content="name email">
<meta name="appleid-signin-redirect-uri" content="{origin}/callback">
<meta name="appleid-signin-state" content="state-1">
<meta name="appleid-signin-nonce" content="nonce-1">
<meta name="appleid-signin-use-popup" content="{popup}">
<div id="appleid-signin" data-type="sign-in" data-width="240" data-height="44"></div>
<pre id="result"></pre>
<script>
  function show(kind, detail) {{ result.textContent = JSON.stringify([kind, detail]); }}
  document.addEventListener("AppleIDSignInOnSuccess", event => show("success", event.detail.data));
  document.addEventListener("AppleIDSignInOnFailure", event => show("failure", event.detail.error));
</script>
<script src="{apple}/appleauth/static/jsapi/appleid/1/de_DE/appleid.auth.js"></script>
"""


class Shop(http.server.BaseHTTPRequestHandler):
    def log_message(self, *arguments):
        pass

    def answer(self, text):
        body = text.encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        self.answer(PAGE.format(
            client=CLIENT, origin=self.server.origin, apple=self.server.apple,
            popup="true" if "popup" in self.path else "false"))

    def do_POST(self):
        self.server.posted = urllib.parse.parse_qs(
            self.rfile.read(int(self.headers["Content-Length"])).decode())
        self.server.posted_origin = self.headers.get("Origin")
        self.answer("<title>Welcome</title>")


@pytest.fixture
def shop(apple):
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Shop)
    server.origin, server.apple, server.posted = f"http://localhost:{server.server_port}", apple.address, None
    apple.register(server.origin + "/callback")
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


@pytest.fixture
def browser():
    options = webdriver.ChromeOptions()
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                     "--lang=en-US"):
        options.add_argument(argument)
    options.binary_location = "/usr/bin/chromium"
    driver = webdriver.Chrome(service=webdriver.ChromeService("/usr/bin/chromedriver"), options=options)
    yield driver
    driver.quit()


def wait(browser, condition):
    return WebDriverWait(browser, 20).until(condition)


def button(browser):
    return wait(browser, lambda page: page.find_element(By.CSS_SELECTOR, "#appleid-signin [role=button]"))


def press_in_popup(browser, action, user="maria@example.com"):
    opener = browser.current_window_handle
    wait(browser, lambda page: len(page.window_handles) == 2)
    browser.switch_to.window(next(name for name in browser.window_handles if name != opener))
    choice = wait(browser, lambda page: page.find_element(By.CSS_SELECTOR, f"input[value='{user}']"))
    browser.execute_script("arguments[0].click()", choice)
    browser.find_element(By.CSS_SELECTOR, f"button[name=action][value={action}]").click()
    browser.switch_to.window(opener)


def result(browser):
    wait(browser, lambda page: page.find_element(By.ID, "result").text)
    return browser.execute_script("return JSON.parse(result.textContent)")


def test_popup_gives_code_token_and_the_name_once(apple, shop, browser):
    browser.get(shop.origin + "/popup")
    assert button(browser).get_attribute("aria-label") == "Mit Apple anmelden"
    image = browser.find_element(By.CSS_SELECTOR, "#appleid-signin img")
    wait(browser, lambda page: page.execute_script("return arguments[0].naturalWidth", image) == 240)
    button(browser).send_keys(Keys.ENTER)
    press_in_popup(browser, "continue")
    kind, data = result(browser)
    assert kind == "success"
    assert data["authorization"]["state"] == "state-1"
    assert data["authorization"]["code"].startswith("c")
    assert data["authorization"]["id_token"].count(".") == 2
    assert data["user"] == {"email": "maria@example.com", "name": {"firstName": "Maria", "lastName": "Lindqvist"}}
    wait(browser, lambda page: len(page.window_handles) == 1)
    assert shop.posted is None, "nothing is posted to the Return URL in popup mode"


def test_cancelling_the_popup(apple, shop, browser):
    browser.get(shop.origin + "/popup")
    button(browser).click()
    press_in_popup(browser, "cancel")
    assert result(browser) == ["failure", "user_cancelled_authorize"]


def test_closing_the_popup(apple, shop, browser):
    browser.get(shop.origin + "/popup")
    opener = browser.current_window_handle
    button(browser).send_keys(Keys.SPACE)
    wait(browser, lambda page: len(page.window_handles) == 2)
    browser.switch_to.window(next(name for name in browser.window_handles if name != opener))
    browser.close()
    browser.switch_to.window(opener)
    assert result(browser) == ["failure", "popup_closed_by_user"]


def test_the_promise_of_signIn_and_its_errors(apple, shop, browser):
    browser.get(shop.origin + "/popup")
    button(browser)
    error = browser.execute_script("try { AppleID.auth.init({clientId: 1}) } catch (e) { return String(e) }")
    assert "clientId" in error
    browser.execute_script(
        "AppleID.auth.signIn({state: 'other'}).then(data => { result.textContent = data.authorization.state })")
    press_in_popup(browser, "continue", user="amir@example.com")
    wait(browser, lambda page: "other" in page.find_element(By.ID, "result").text)


def test_a_second_signIn_replaces_the_first(apple, shop, browser):
    browser.get(shop.origin + "/popup")
    button(browser)
    code = browser.execute_async_script(
        "var done = arguments[0]; AppleID.auth.signIn().catch(e => done(e.error)); AppleID.auth.signIn();")
    assert code == "user_trigger_new_signin_flow"


def test_redirect_posts_the_form_to_the_return_url(apple, shop, browser):
    browser.get(shop.origin + "/")
    button(browser).click()
    wait(browser, lambda page: "/auth/authorize" in page.current_url)
    assert "response_mode=form_post" in browser.current_url
    browser.find_element(By.CSS_SELECTOR, "button[name=action][value=continue]").click()
    wait(browser, lambda page: page.title == "Welcome")
    assert shop.posted["state"] == ["state-1"]
    assert set(shop.posted) == {"state", "code", "id_token", "user"}
    assert shop.posted_origin == apple.address
