"""Chromium signs in with Apple and deletes the account: the service is `localhost`, Apple is `127.0.0.1`."""

import pytest
import requests
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.support import expected_conditions as expect
from selenium.webdriver.support.ui import WebDriverWait


@pytest.fixture
def browser():
    options = webdriver.ChromeOptions()
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                     "--window-size=900,1000", "--lang=en-US"):
        options.add_argument(argument)
    options.binary_location = "/usr/bin/chromium"
    driver = webdriver.Chrome(service=webdriver.ChromeService("/usr/bin/chromedriver"), options=options)
    yield driver
    driver.quit()


def wait(browser, condition):
    return WebDriverWait(browser, 20).until(condition)


def site(bramley):
    return bramley.service.replace("127.0.0.1", "localhost")


def press_apple(bramley, browser, path="/"):
    browser.get(site(bramley) + path)
    buttons = browser.find_elements(By.CSS_SELECTOR, "main button, main a[role=button]")
    assert "Apple" in buttons[0].text, "the Apple button stands first"
    buttons[0].click()
    wait(browser, expect.url_contains("/auth/authorize"))
    assert browser.current_url.startswith(bramley.apple)


def choose(browser, address, action="continue", hide=False):
    for choice in browser.find_elements(By.CSS_SELECTOR, "input[name=user]"):
        if choice.get_attribute("value") == address:
            browser.execute_script("arguments[0].click()", choice)
    hide_box = browser.find_elements(By.NAME, "hideEmail")
    if hide_box and hide_box[0].is_selected() != hide:
        browser.execute_script("arguments[0].click()", hide_box[0])
    browser.find_element(By.CSS_SELECTOR, f"button[name=action][value={action}]").click()


def sign_in(bramley, browser, address="maria@example.com", hide=False):
    press_apple(bramley, browser)
    choose(browser, address, hide=hide)
    wait(browser, expect.url_contains("/account"))


def text(browser):
    return browser.find_element(By.TAG_NAME, "main").text


def test_cancel_returns_kindly(fresh_bramley, browser):
    """FR-21."""
    press_apple(fresh_bramley, browser)
    choose(browser, "maria@example.com", action="cancel")
    wait(browser, lambda page: page.current_url.startswith(site(fresh_bramley)))
    assert "cancel" in browser.find_element(By.TAG_NAME, "body").text.lower()
    assert browser.find_elements(By.CSS_SELECTOR, "main button, main a[role=button]")


def test_a_person_signs_in_sees_the_account_and_signs_out(fresh_bramley, browser):
    sign_in(fresh_bramley, browser)
    assert browser.current_url.startswith(site(fresh_bramley))
    assert "maria@example.com" in text(browser)
    assert "Maria" in text(browser) and "Apple" in text(browser)
    browser.find_element(By.XPATH, "//main//button[contains(., 'Sign out')]").click()
    wait(browser, lambda page: "/account" not in page.current_url)
    browser.get(site(fresh_bramley) + "/account")
    assert "maria@example.com" not in browser.page_source


def test_hidden_address_is_marked(fresh_bramley, browser):
    """The relay mark (issue "main job", point 1)."""
    sign_in(fresh_bramley, browser, hide=True)
    assert "maria@example.com" not in text(browser)
    assert "privaterelay" in text(browser) or "private.icloud.com" in text(browser)
    assert "private" in text(browser).lower()


def test_deletion_by_hand(fresh_bramley, browser):
    sign_in(fresh_bramley, browser)
    before = {user["localId"] for user in fresh_bramley.owner(
        "accounts:query", {"returnUserInfo": True}).json()["userInfo"]}
    assert len(before) == 1
    browser.find_element(By.XPATH, "//main//*[self::button or self::a][contains(., 'Delete account')]").click()
    wait(browser, lambda page: page.find_elements(By.XPATH, "//main//button[contains(., 'Delete')]"))
    browser.find_element(By.XPATH, "//main//button[contains(., 'Delete')]").click()
    wait(browser, lambda page: "maria@example.com" not in page.page_source and "/account" not in page.current_url)
    after = fresh_bramley.owner("accounts:query", {"returnUserInfo": True}).json().get("userInfo", [])
    assert after == []
    # The grant is revoked by a job; after it Apple treats the person as new and gives the name again.
    grants = lambda _: requests.get(f"{fresh_bramley.apple}/emulator/v1/grants", timeout=20).json()["grants"]
    wait(browser, lambda page: not any(grant["active"] for grant in grants(page)))
    sign_in(fresh_bramley, browser)
    assert "Maria" in text(browser)


def test_callback_of_another_browser_is_refused(fresh_bramley, browser):
    """A25, A35, R39: the answer of Apple belongs to the browser that began the flow."""
    press_apple(fresh_bramley, browser)
    url = browser.current_url
    browser.delete_all_cookies()
    browser.get(site(fresh_bramley) + "/")
    browser.delete_all_cookies()
    browser.get(url)
    choose(browser, "maria@example.com")
    wait(browser, lambda page: page.current_url.startswith(site(fresh_bramley)))
    assert "maria@example.com" not in browser.page_source
    browser.get(site(fresh_bramley) + "/account")
    assert "maria@example.com" not in browser.page_source
    assert not fresh_bramley.owner("accounts:query", {"returnUserInfo": True}).json().get("userInfo")


def test_replayed_callback_is_refused(fresh_bramley, browser):
    """A27: a state is good once; going back and sending it again ends in a page with a way to restart."""
    press_apple(fresh_bramley, browser)
    consent = browser.current_url
    choose(browser, "maria@example.com")
    wait(browser, expect.url_contains("/account"))
    browser.find_element(By.XPATH, "//main//button[contains(., 'Sign out')]").click()
    wait(browser, lambda page: "/account" not in page.current_url)
    browser.get(consent)
    wait(browser, expect.presence_of_element_located((By.NAME, "user")))
    choose(browser, "maria@example.com")
    wait(browser, lambda page: page.current_url.startswith(site(fresh_bramley)))
    browser.get(site(fresh_bramley) + "/account")
    assert "maria@example.com" not in browser.page_source
