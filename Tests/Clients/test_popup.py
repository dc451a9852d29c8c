"""Chromium and a page that speaks the JavaScript SDK's protocol: popup, redirect, and a page that gets nothing."""

import functools
import http.server
import json
import threading
import urllib.parse

import pytest
import requests
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.support import expected_conditions as expect
from selenium.webdriver.support.ui import WebDriverWait

# What the SDK does around its hidden frame, in short (wire §7.3, §7.4).
PAGE = """<!doctype html><meta charset="utf-8"><title>app</title><body>
<script src="{service}/__/auth/gapi.js"></script>
<script>
const service = {service_json}, query = 'apiKey=any&appName=%5BDEFAULT%5D&v=11.0.0';
window.events = []; window.storage = null; window.failure = null;
gapi.iframes.getContext().open({{
  where: document.body, url: service + '/emulator/auth/iframe?' + query, dontclear: true,
  messageHandlersFilter: gapi.iframes.CROSS_ORIGIN_IFRAMES_FILTER,
  attributes: {{style: {{position: 'absolute', top: '-100px', width: '1px', height: '1px'}}, tabindex: '-1'}}
}}, async (frame) => {{
  window.loaded = true;
  await frame.restyle({{setHideOnLeave: false}});
  frame.register('authEvent', (message) => {{
    window.events.push(message.authEvent);
    return {{status: 'ACK'}};
  }}, gapi.iframes.CROSS_ORIGIN_IFRAMES_FILTER);
  await frame.ping(() => {{}});
  frame.send('webStorageSupport', {{type: 'webStorageSupport'}}, (answers) => {{
    window.storage = answers[0].webStorageSupport;
    throw new Error('the SDK does so on purpose');
  }}, gapi.iframes.CROSS_ORIGIN_IFRAMES_FILTER);
  return frame;
}});
function handler(authType, redirectUrl) {{
  return service + '/emulator/auth/handler?' + query + '&providerId=apple.com&scopes=email%2Cname&eventId=1234567890'
    + '&authType=' + authType + '&redirectUrl=' + encodeURIComponent(redirectUrl || location.href);
}}
async function finish(event) {{
  const answer = await fetch(
    service + '/identitytoolkit.googleapis.com/v1/accounts:signInWithIdp?key=any', {{
      method: 'POST', headers: {{'content-type': 'application/json'}},
      body: JSON.stringify({{
        requestUri: event.urlResponse, sessionId: event.sessionId, returnSecureToken: true,
        returnIdpCredential: true
      }})
    }});
  return answer.json();
}}
</script>
"""


class Handler(http.server.BaseHTTPRequestHandler):
    def __init__(self, service, *arguments):
        self.service = service
        super().__init__(*arguments)

    def do_GET(self):
        body = PAGE.format(service=self.service, service_json=json.dumps(self.service)).encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


@pytest.fixture
def app(fresh_bramley):
    """An application's page on 127.0.0.1, while the service is `localhost`: another site."""
    service = fresh_bramley.service.replace("127.0.0.1", "localhost")
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, service))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server.server_address[1]
    server.shutdown()
    server.server_close()


@pytest.fixture
def browser():
    options = webdriver.ChromeOptions()
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                     "--window-size=900,1000", "--lang=en-US", "--host-resolver-rules=MAP evil.test 127.0.0.1",
                     # The SDK's redirect mode works where app and handler share storage; see the sheet, §7.4.
                     "--disable-features=ThirdPartyStoragePartitioning"):
        options.add_argument(argument)
    options.binary_location = "/usr/bin/chromium"
    driver = webdriver.Chrome(service=webdriver.ChromeService("/usr/bin/chromedriver"), options=options)
    driver.set_script_timeout(20)
    yield driver
    driver.quit()


def wait(browser, condition):
    return WebDriverWait(browser, 20).until(condition)


def agree(browser, action="continue"):
    wait(browser, expect.url_contains("/auth/authorize"))
    for choice in browser.find_elements(By.CSS_SELECTOR, "input[name=user][value='maria@example.com']"):
        browser.execute_script("arguments[0].click()", choice)
    browser.find_element(By.CSS_SELECTOR, f"button[name=action][value={action}]").click()


def open_popup(browser, script):
    page = browser.current_window_handle
    browser.execute_script(script)
    wait(browser, lambda driver: len(driver.window_handles) == 2)
    browser.switch_to.window(next(w for w in browser.window_handles if w != page))
    return page


def events(browser):
    return browser.execute_script("return window.events")


def test_popup_signs_in(browser, app):
    """R38, R40, FR-24: the page's own frame hears of it, and Apple's token never passes through the page."""
    browser.get(f"http://127.0.0.1:{app}/")
    wait(browser, lambda driver: driver.execute_script("return window.storage") is True)
    assert [event["error"]["code"] for event in events(browser)] == ["auth/no-auth-event"]
    page = open_popup(browser, "window.open(handler('signInViaPopup'), 'popup', 'width=500,height=600')")
    agree(browser)
    browser.switch_to.window(page)
    wait(browser, lambda driver: len(events(driver)) == 2)
    event = events(browser)[1]
    assert event["type"] == "signInViaPopup" and event["eventId"] == "1234567890" and event["error"] is None
    assert "id_token" not in json.dumps(event) and "eyJ" not in json.dumps(event)
    answer = browser.execute_async_script("finish(arguments[0]).then(arguments[1])", event)
    assert "Maria" in answer["displayName"] and answer["idToken"] and answer["providerId"] == "apple.com"
    again = browser.execute_async_script("finish(arguments[0]).then(arguments[1])", event)
    assert again["error"]["message"].startswith("INVALID_IDP_RESPONSE")


def test_popup_cancelled(browser, app):
    """FR-21."""
    browser.get(f"http://127.0.0.1:{app}/")
    wait(browser, lambda driver: driver.execute_script("return window.storage") is True)
    page = open_popup(browser, "window.open(handler('signInViaPopup'), 'popup')")
    agree(browser, "cancel")
    browser.switch_to.window(page)
    wait(browser, lambda driver: len(events(driver)) == 2)
    assert events(browser)[1]["error"]["code"] == "auth/user-cancelled"


def test_slow_popup_is_not_taken_for_a_closed_one(browser, app, fresh_bramley):
    """FR-25: while Apple's page takes its time the page hears nothing, and afterwards of the sign-in once."""
    fault = {"endpoint": "authorize", "kind": "slow", "times": 1}
    requests.post(f"{fresh_bramley.apple}/emulator/v1/faults", json=fault, timeout=20).raise_for_status()
    browser.get(f"http://127.0.0.1:{app}/")
    wait(browser, lambda driver: driver.execute_script("return window.storage") is True)
    page = browser.current_window_handle
    browser.execute_script("window.open(handler('signInViaPopup'), 'popup')")
    assert [event["error"]["code"] for event in events(browser)] == ["auth/no-auth-event"]
    wait(browser, lambda driver: len(driver.window_handles) == 2)
    browser.switch_to.window(next(w for w in browser.window_handles if w != page))
    agree(browser)
    browser.switch_to.window(page)
    wait(browser, lambda driver: len(events(driver)) == 2)
    assert events(browser)[1]["error"] is None


def test_redirect_signs_in(browser, app):
    """The event waits in the service's own storage for the frame of the page that is returned to."""
    address = f"http://localhost:{app}/#/deep"
    browser.get(address)
    wait(browser, lambda driver: driver.execute_script("return window.storage") is True)
    browser.execute_script("location.assign(handler('signInViaRedirect'))")
    agree(browser)
    wait(browser, lambda driver: driver.current_url == address)
    wait(browser, lambda driver: events(driver))
    event = events(browser)[0]
    assert event["type"] == "signInViaRedirect"
    answer = browser.execute_async_script("finish(arguments[0]).then(arguments[1])", event)
    assert "Maria" in answer["displayName"]
    browser.refresh()
    wait(browser, lambda driver: events(driver))
    assert events(browser)[0]["error"]["code"] == "auth/no-auth-event", "an event is delivered once"


def test_a_hostile_page_gets_nothing(browser, app, fresh_bramley):
    """R38: neither by its own address nor by that of an authorized page."""
    browser.get(f"http://evil.test:{app}/")
    service = fresh_bramley.service.replace("127.0.0.1", "localhost")
    wait(browser, lambda driver: driver.execute_script("return window.loaded"))
    assert events(browser) == [] and browser.execute_script("return window.storage") is None
    page = open_popup(browser, "window.open(handler('signInViaPopup'), 'popup')")
    assert "web.authorizedDomains" in browser.page_source
    assert not urllib.parse.urlsplit(browser.current_url).path.startswith("/auth/authorize")
    browser.close()
    browser.switch_to.window(page)
    open_popup(browser, f"window.open(handler('signInViaPopup', 'http://localhost:{app}/'), 'other')")
    agree(browser)
    wait(browser, lambda driver: driver.current_url.startswith(service + "/signin/return"))
    wait(browser, lambda driver: driver.execute_script("return document.readyState") == "complete")
    browser.switch_to.window(page)
    assert events(browser) == [] and browser.execute_script("return window.storage") is None
    assert not fresh_bramley.owner("accounts:query", {"returnUserInfo": True}).json().get("userInfo")
