"""Chromium without JavaScript: mail links, second factors, ways to sign in, in English and from right to left."""

import base64
import hashlib
import hmac
import re
import struct
import time

import pytest
import requests
from selenium import webdriver
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.common.by import By
from selenium.webdriver.support import expected_conditions as expect
from selenium.webdriver.support.ui import WebDriverWait

EMAIL, PASSWORD = "maria@example.com", "correct horse"


def chromium(language="en-US", with_scripts=False, size="900,1000"):
    options = webdriver.ChromeOptions()
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                     f"--window-size={size}"):
        options.add_argument(argument)
    preferences = {"intl.accept_languages": language}
    if not with_scripts:
        preferences["profile.managed_default_content_settings.javascript"] = 2
    options.add_experimental_option("prefs", preferences)
    options.binary_location = "/usr/bin/chromium"
    return webdriver.Chrome(service=webdriver.ChromeService("/usr/bin/chromedriver"), options=options)


@pytest.fixture
def browser():
    driver = chromium()
    yield driver
    driver.quit()


@pytest.fixture
def persian():
    driver = chromium("fa-IR", size="420,900")
    yield driver
    driver.quit()


def wait(browser, condition):
    return WebDriverWait(browser, 20).until(condition)


def site(bramley):
    return bramley.service.replace("127.0.0.1", "localhost")


def text(browser):
    return browser.find_element(By.TAG_NAME, "main").text


def press(browser, action):
    """Presses the button of the form that leads somewhere, and waits for the next page."""
    follow(browser, By.CSS_SELECTOR, f"form[action='{action}'] button")


def follow(browser, by, what):
    """Clicks on what leads to another page, and waits for that page."""
    page = browser.find_element(By.TAG_NAME, "html")
    browser.find_element(by, what).click()
    wait(browser, lambda _: is_gone(page))
    wait(browser, expect.presence_of_element_located((By.TAG_NAME, "main")))


def is_gone(element):
    try:
        element.is_enabled()
        return False
    except WebDriverException:
        # Stale; while a page goes, the driver also says so in words of its own.
        return True


def send(browser, action, **values):
    form = browser.find_element(By.CSS_SELECTOR, f"form[action='{action}']")
    for name, value in values.items():
        form.find_element(By.NAME, name).send_keys(value)
    press(browser, action)


def codes(bramley):
    return requests.get(f"{bramley.service}/emulator/v1/projects/demo-bramley/oobCodes", timeout=20).json()["oobCodes"]


def texts(bramley):
    return requests.get(f"{bramley.service}/emulator/v1/projects/demo-bramley/verificationCodes",
                        timeout=20).json()["verificationCodes"]


def link(bramley):
    return codes(bramley)[-1]["oobLink"].replace("127.0.0.1", "localhost")


def sign_up(bramley):
    answer = bramley.call("accounts:signUp", {"email": EMAIL, "password": PASSWORD, "displayName": "Maria Keller"})
    assert answer.status_code == 200, answer.text
    return answer.json()


def sign_in(bramley, browser, password=PASSWORD):
    browser.get(site(bramley) + "/signin")
    send(browser, "/signin/password", email=EMAIL, password=password)


def record(bramley):
    return bramley.owner("accounts:query", {"returnUserInfo": True}).json()["userInfo"][0]


def authenticator(key, now):
    secret = base64.b32decode(key + "=" * (-len(key) % 8))
    mac = hmac.new(secret, struct.pack(">Q", int(now) // 30), hashlib.sha1).digest()
    offset = mac[19] & 15
    return f"{(struct.unpack('>I', mac[offset:offset + 4])[0] & 0x7fffffff) % 1_000_000:06d}"


def check_basics(browser):
    """What a screen reader and a keyboard need: language, one heading, a name for every field and button."""
    page = browser.find_element(By.TAG_NAME, "html")
    assert page.get_attribute("lang") and browser.title
    assert len(browser.find_elements(By.TAG_NAME, "h1")) == 1
    for field in browser.find_elements(By.CSS_SELECTOR, "main input:not([type=hidden])"):
        if field.is_displayed():
            assert field.accessible_name, field.get_attribute("outerHTML")
    for control in browser.find_elements(By.CSS_SELECTOR, "main button, main a"):
        assert control.accessible_name, control.get_attribute("outerHTML")
    width = browser.get_window_size()["width"]
    main = browser.find_element(By.TAG_NAME, "main").rect
    assert main["x"] >= 0 and main["x"] + main["width"] <= width, "nothing stands beside the window"


def test_a_mail_link_waits_for_its_button(fresh_bramley, browser):
    """R30: opening it, as mail scanners do, uses nothing up."""
    account = sign_up(fresh_bramley)
    fresh_bramley.call("accounts:sendOobCode", {"requestType": "VERIFY_EMAIL", "idToken": account["idToken"]})
    address = link(fresh_bramley)
    for _ in range(2):
        browser.get(address)
        assert EMAIL in text(browser) and not record(fresh_bramley)["emailVerified"]
    check_basics(browser)
    press(browser, "/__/auth/action")
    assert "is confirmed" in text(browser) and record(fresh_bramley)["emailVerified"]
    browser.get(address)
    assert "no longer good" in text(browser)
    check_basics(browser)


def test_a_forgotten_password_from_the_sign_in_page_to_the_account(fresh_bramley, browser):
    sign_up(fresh_bramley)
    browser.get(site(fresh_bramley) + "/signin")
    follow(browser, By.CSS_SELECTOR, "a[href='/forgot']")
    check_basics(browser)
    send(browser, "/forgot", email=EMAIL)
    assert "on its way" in text(browser)
    browser.get(link(fresh_bramley))
    check_basics(browser)
    send(browser, "/__/auth/action", password="battery staple", repeated="battery stable")
    assert "not the same" in text(browser)
    assert browser.switch_to.active_element.get_attribute("name") == "password", "the cursor stands where it is wrong"
    send(browser, "/__/auth/action", password="battery staple", repeated="battery staple")
    assert "Your password is changed" in text(browser)
    sign_in(fresh_bramley, browser, "battery staple")
    assert "Maria Keller" in text(browser)


def test_a_mail_link_leads_to_no_stranger(fresh_bramley, browser):
    """R38."""
    account = sign_up(fresh_bramley)
    request = {"requestType": "VERIFY_EMAIL", "idToken": account["idToken"]}
    refused = fresh_bramley.call("accounts:sendOobCode", {**request, "continueUrl": "https://evil.example/"})
    assert refused.json()["error"]["message"].startswith("UNAUTHORIZED_DOMAIN : ")
    fresh_bramley.call("accounts:sendOobCode", request)
    # Whoever changes the link in the mail gains nothing either.
    browser.get(link(fresh_bramley) + "&continueUrl=https://evil.example/")
    press(browser, "/__/auth/action")
    assert "is confirmed" in text(browser) and "evil.example" not in browser.page_source


def test_the_second_factor_by_authenticator(fresh_bramley, browser):
    sign_up(fresh_bramley)
    sign_in(fresh_bramley, browser)
    press(browser, "/account/verify")
    browser.get(link(fresh_bramley))
    press(browser, "/__/auth/action")
    browser.get(site(fresh_bramley) + "/account/ways")
    check_basics(browser)
    press(browser, "/account/factors/app")
    check_basics(browser)
    key = browser.find_element(By.CSS_SELECTOR, ".key code").text.replace(" ", "")
    send(browser, "/account/factors/app/confirm", code=authenticator(key, time.time()))
    assert "The second step is set up" in text(browser)
    assert codes(fresh_bramley)[-1]["requestType"] == "REVERT_SECOND_FACTOR_ADDITION"
    browser.get(site(fresh_bramley) + "/account")
    press(browser, "/account/sign-out")
    sign_in(fresh_bramley, browser)
    assert "Second step" in text(browser)
    check_basics(browser)
    assert browser.switch_to.active_element.get_attribute("autocomplete") == "one-time-code"
    send(browser, "/signin/second", code="000000")
    assert "not right" in text(browser)
    # The password of the enrolment is used up; the next one is good ahead of its time.
    send(browser, "/signin/second", code=authenticator(key, time.time() + 30))
    assert "Maria Keller" in text(browser)


def test_the_second_factor_by_telephone_from_right_to_left(fresh_bramley, persian):
    """FR-62."""
    sign_up(fresh_bramley)
    sign_in(fresh_bramley, persian)
    press(persian, "/account/verify")
    persian.get(link(fresh_bramley))
    assert persian.find_element(By.TAG_NAME, "html").get_attribute("dir") == "rtl"
    press(persian, "/__/auth/action")
    persian.get(site(fresh_bramley) + "/account/factors/phone")
    check_basics(persian)
    send(persian, "/account/factors/phone", number="+44 7700 900-123")
    check_basics(persian)
    send(persian, "/account/factors/phone/confirm", code=texts(fresh_bramley)[-1]["code"])
    assert "+447700900123" in text(persian)
    check_basics(persian)
    persian.get(site(fresh_bramley) + "/account")
    press(persian, "/account/sign-out")
    sign_in(fresh_bramley, persian)
    assert "0123" in text(persian) and "+447700900123" not in persian.page_source
    press(persian, "/signin/second/use")
    send(persian, "/signin/second", code=texts(fresh_bramley)[-1]["code"])
    assert "Maria Keller" in text(persian)
    check_basics(persian)


def test_the_account_page_changes_ways_in_and_ends_sessions(fresh_bramley, browser):
    other = sign_up(fresh_bramley)
    sign_in(fresh_bramley, browser)
    check_basics(browser)
    press(browser, "/account/end-session")
    assert "That session is ended" in text(browser)
    assert fresh_bramley.refresh(other["refreshToken"]).json()["error"]["message"] == "TOKEN_EXPIRED"
    browser.get(site(fresh_bramley) + "/account/unlink?provider=password")
    assert "only way to sign in" in text(browser)
    browser.get(site(fresh_bramley) + "/account/password")
    check_basics(browser)
    send(browser, "/account/password", password="battery staple", repeated="battery staple")
    assert "Your password is saved" in text(browser)
    for path in ("/account/confirm", "/account/delete"):
        browser.get(site(fresh_bramley) + path)
        check_basics(browser)


def test_another_provider_is_made_up_in_a_popup(fresh_bramley):
    """R46, wire 7.5: with scripts, as suites of the JavaScript SDK drive it."""
    driver = chromium(with_scripts=True)
    try:
        driver.get(site(fresh_bramley) + "/emulator/auth/handler?apiKey=any&appName=%5BDEFAULT%5D"
                   "&authType=signInViaRedirect&v=11&providerId=google.com&redirectUrl="
                   + site(fresh_bramley) + "/healthz")
        assert "Auth Emulator" in driver.title
        assert not driver.find_element(By.ID, "email-input").is_displayed()
        driver.execute_script("toggleForm();")
        driver.find_element(By.ID, "email-input").send_keys("zoe@example.com")
        driver.find_element(By.ID, "display-name-input").send_keys("Zoë </script>")
        check_basics(driver)
        driver.find_element(By.ID, "sign-in").click()
        wait(driver, expect.url_contains("/healthz"))
        event = driver.execute_script("return JSON.parse(sessionStorage['firebase:redirectEvent:any:[DEFAULT]'])")
        assert re.match(r".*\?providerId=google\.com&id_token=%7B", event["urlResponse"])
        answer = fresh_bramley.call("accounts:signInWithIdp", {
            "requestUri": event["urlResponse"], "sessionId": event["sessionId"], "returnSecureToken": True})
        assert answer.json()["displayName"] == "Zoë </script>", answer.text
    finally:
        driver.quit()
