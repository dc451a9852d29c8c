"""Chromium in the console: without JavaScript, by token and by one-time address, and what stays shut."""

import os
import subprocess

import pytest
import requests
from selenium.webdriver.common.by import By

from conftest import BINARY
from test_pages import check_basics, chromium, follow, press, send, text
from test_serve import Serve, configuration, free_port  # noqa: F401  (a fixture)


@pytest.fixture
def browser():
    driver = chromium(size="1200,1000")
    yield driver
    driver.quit()


def test_dev_lets_the_owner_in_and_every_step_is_asked_about(fresh_bramley, browser):
    fresh_bramley.sign_in(fresh_bramley.apple_user("maria.keller@example.com", given_name="Maria", family_name="Keller"))
    site = fresh_bramley.service
    browser.get(site + "/admin/accounts")
    assert "Admin token" in text(browser)
    check_basics(browser)
    follow(browser, By.XPATH, "//button[contains(., 'Enter as owner')]")
    check_basics(browser)
    browser.find_element(By.NAME, "q").send_keys("maria.keller@example.com")
    follow(browser, By.XPATH, "//button[contains(., 'Search')]")
    follow(browser, By.CSS_SELECTOR, "table a")
    assert "Maria Keller" in text(browser) and "com.example.app" in text(browser)
    check_basics(browser)
    follow(browser, By.LINK_TEXT, "Lock")
    check_basics(browser)
    press(browser, "/admin/account")
    assert "The account is locked" in text(browser) and "by owner" in text(browser)
    follow(browser, By.LINK_TEXT, "Delete")
    assert fresh_bramley.owner("accounts:query", {"returnUserInfo": True}).json()["userInfo"], "asked, not done"
    press(browser, "/admin/account")
    assert "The account is deleted" in text(browser)
    assert not fresh_bramley.owner("accounts:query", {"returnUserInfo": True}).json().get("userInfo")
    browser.get(site + "/admin/jobs")
    check_basics(browser)
    press(browser, "/admin/leave")
    assert "Admin token" in text(browser)


def test_serve_shows_the_console_on_the_admin_listener_alone(tmp_path, free_port, browser):  # noqa: F811
    path = configuration(tmp_path, listen={"public": f"127.0.0.1:{free_port}", "admin": "127.0.0.1:0"})
    service = Serve(path)
    try:
        public = f"http://127.0.0.1:{free_port}"
        for address in ("/admin", "/admin/enter", "/admin/accounts"):
            assert requests.get(public + address, timeout=20).status_code == 404
        browser.get(service.admin + "/admin")
        assert "Enter as owner" not in text(browser)
        check_basics(browser)
        token = subprocess.run(
            [BINARY, "admin", "token", "create", "-c", path, "--name", "desk", "--scope", "accounts.read"],
            capture_output=True, text=True, timeout=30, check=True).stdout.strip()
        send(browser, "/admin/enter", admin="bramley_admin_nonsense")
        assert "not good" in text(browser)
        send(browser, "/admin/enter", admin=token)
        assert "Overview" in text(browser) and "desk" in text(browser)
        cookie = next(cookie for cookie in browser.get_cookies() if "console" in cookie["name"])
        assert cookie["httpOnly"] and cookie["sameSite"] == "Strict" and cookie["path"] == "/admin"
        press(browser, "/admin/leave")
        made = subprocess.run([BINARY, "admin", "link", "-c", path, "--origin", service.admin],
                              capture_output=True, text=True, timeout=30, check=True)
        address = made.stdout.strip()
        assert address.startswith(service.admin + "/admin/enter?link=") and "once" in made.stderr
        assert requests.get(address, timeout=20).status_code == 200, "a preview uses nothing up"
        browser.get(address)
        press(browser, "/admin/enter")
        assert "Overview" in text(browser) and "console link" in text(browser)
        press(browser, "/admin/leave")
        browser.get(address)
        press(browser, "/admin/enter")
        assert "not good" in text(browser)
    finally:
        service.stop()


@pytest.mark.parametrize("arguments,text_", [
    (["--scope", "everything"], "--scope everything is none of"),
    (["--origin", "nonsense"], "is no origin"),
    ([], "Name the service with -c FILE"),
])
def test_admin_link_says_what_is_missing(arguments, text_):
    environment = {name: value for name, value in os.environ.items() if not name.startswith("BRAMLEY_")}
    answer = subprocess.run([BINARY, "admin", "link", *arguments], capture_output=True, text=True, timeout=30,
                            env=environment)
    assert answer.returncode == 64 and text_ in answer.stderr
