"""One instant is the same in every answer, wherever the host believes to be (FR-49)."""

import datetime

import pytest
import requests

from conftest import running


@pytest.mark.parametrize("zone", ["Asia/Tehran", "America/St_Johns"])
def test_times_agree_everywhere(zone):
    before = datetime.datetime.now(datetime.UTC).timestamp() * 1000 - 1
    with running(environment={"TZ": zone}) as bramley:
        person = bramley.sign_in()
        assert bramley.refresh(person["refreshToken"]).status_code == 200
        bearer = {"Authorization": f"Bearer {person['idToken']}"}
        looked_up = bramley.call("accounts:lookup", {"idToken": person["idToken"]}).json()["users"][0]
        listed = requests.get(
            f"{bramley.service}/identitytoolkit.googleapis.com/v1/projects/demo-bramley/accounts:batchGet",
            headers={"Authorization": "Bearer owner"}, timeout=20).json()["users"][0]
        found = bramley.owner("accounts:query", {"returnUserInfo": True}).json()["userInfo"][0]
        export = requests.post(f"{bramley.service}/v1/account:export", json={}, headers=bearer, timeout=20).json()
        after = datetime.datetime.now(datetime.UTC).timestamp() * 1000 + 1
    for record in (listed, found, export["account"]):
        for member in ("createdAt", "lastLoginAt", "lastRefreshAt"):
            assert record[member] == looked_up[member], member
    # Milliseconds as text, and the one time that the wire spells out in UTC.
    for member in ("createdAt", "lastLoginAt"):
        assert before <= int(looked_up[member]) <= after
    refreshed = looked_up["lastRefreshAt"]
    assert refreshed.endswith("Z")
    assert before <= datetime.datetime.fromisoformat(refreshed).timestamp() * 1000 <= after
    assert export["events"][0]["at"] == looked_up["createdAt"]
    assert export["sessions"][0]["createdAt"] == looked_up["lastLoginAt"]
