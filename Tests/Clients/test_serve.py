"""`bramley serve` and wrong starts: what dev opens, serve keeps shut (R1–R10), and every refusal says what to do."""

import json
import os
import re
import signal
import subprocess

import pytest
import requests

from conftest import BINARY, error_of, running

SEALING = "k1:" + "5a" * 32


def configuration(folder, **changes):
    settings = {
        "project": "my-app",
        "publicOrigin": "http://localhost:8080",
        "listen": {"public": "127.0.0.1:0", "admin": "127.0.0.1:0"},
        "database": f"sqlite:{folder}/serve.db",
        "keys": {"sealing": SEALING},
        "apple.teamId": "ABCDE12345",
        "apple.bundleIds": ["com.example.app"],
        **changes,
    }
    path = folder / "bramley.json5"
    path.write_text(json.dumps({key: value for key, value in settings.items() if value is not None}))
    return path


def run(*arguments):
    return subprocess.run([BINARY, *map(str, arguments)], capture_output=True, text=True, timeout=30)


class Serve:
    def __init__(self, path):
        self.process = subprocess.Popen([BINARY, "serve", "-c", path], stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        found = re.search(r"ready service=(\S+) admin=(\S+)", line)
        assert found, line + self.process.stderr.read()
        # The public listener's real port: it was asked for any, and the ready line names the public origin.
        self.admin = found.group(2)

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.stdout.close()
        self.process.stderr.close()
        return self.process.wait(timeout=20)


@pytest.fixture
def serve(tmp_path, free_port):
    path = configuration(tmp_path, listen={"public": f"127.0.0.1:{free_port}", "admin": "127.0.0.1:0"},
                         **{"admin.ownerBearer": True})
    service = Serve(path)
    service.url = f"http://127.0.0.1:{free_port}"
    yield service
    service.stop()


@pytest.fixture
def free_port():
    import socket
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@pytest.mark.parametrize("arguments,status,text", [
    (["nonsense"], 64, "There is no command nonsense"),
    (["dev", "--nonsense"], 64, "There is no option --nonsense"),
    (["dev", "--port"], 64, "--port needs a value"),
    (["dev", "--port", "99999"], 64, "is not a port"),
    (["dev", "--port", "1", "--port", "2"], 64, "stands twice"),
    (["dev", "extra"], 64, "one argument too many"),
    (["dev", "--host", "0.0.0.0", "--unsigned-tokens"], 64, "this machine alone"),
    (["dev", "-c", "/nowhere.json5"], 78, "was not found"),
    (["dev", "--database", "mysql://x"], 78, "neither a file nor a server"),
    (["dev", "--data", "/proc/nowhere"], 1, "cannot be made"),
    (["serve"], 78, "project"),
    (["emulator", "--profile", "loose"], 64, "neither strict nor relaxed"),
])
def test_wrong_starts_say_what_to_do(arguments, status, text):
    answer = run(*arguments)
    assert answer.returncode == status, answer.stderr
    assert text in answer.stderr


@pytest.mark.parametrize("changes,setting", [
    ({"publicOrigin": None}, "publicOrigin"),
    ({"publicOrigin": "http://auth.example.com"}, "publicOrigin"),
    ({"keys": {}}, "keys.sealing"),
    ({"apple.teamId": None}, "apple.teamId"),
    ({"listen": {"public": "0.0.0.0:0"}}, "listen.public"),
    ({"apple.baseUrl": "http://127.0.0.1:9100"}, "apple.baseUrl"),
    ({"apple.keyId": "ABC1234567", "apple.privateKeyFile": "/nowhere/AuthKey.p8"}, "apple.privateKeyFile"),
    ({"apple.servicesID": "com.example.web"}, "apple.servicesID"),
])
def test_serve_names_the_setting_on_which_it_cannot_run(tmp_path, changes, setting):
    answer = run("serve", "-c", configuration(tmp_path, **changes))
    assert answer.returncode == 78, answer.stderr
    assert answer.stderr.startswith(f"bramley serve: {setting}: ")
    assert "5a5a" not in answer.stderr


def test_port_in_use_says_so(bramley):
    port = bramley.service.rsplit(":", 1)[1]
    answer = run("emulator", "--port", port)
    assert answer.returncode == 1 and port in answer.stderr


def test_a_store_of_dev_is_refused_by_serve_and_the_reverse(tmp_path):
    """R7."""
    with running("--database", f"sqlite:{tmp_path}/serve.db"):
        pass
    answer = run("serve", "-c", configuration(tmp_path))
    assert answer.returncode == 78 and "made by dev" in answer.stderr
    (tmp_path / "other").mkdir()
    Serve(configuration(tmp_path / "other")).stop()
    answer = run("dev", "--port", "0", "--apple-port", "0", "--data", tmp_path / "data",
                 "--database", f"sqlite:{tmp_path}/other/serve.db")
    assert answer.returncode == 78 and "made by serve" in answer.stderr


def test_public_listener_has_no_back_door(serve):
    """R2, R3: no control API, no project paths, no owner."""
    owner = {"Authorization": "Bearer owner"}
    base = f"{serve.url}/identitytoolkit.googleapis.com/v1"
    assert requests.delete(f"{serve.url}/emulator/v1/projects/my-app/accounts", timeout=20).status_code == 404
    assert requests.get(f"{serve.url}/emulator/v1/projects/my-app/oobCodes", timeout=20).status_code == 404
    assert requests.post(f"{base}/projects/my-app/accounts:lookup", json={"localId": ["x"]}, headers=owner,
                         timeout=20).status_code == 404
    for bearer in ("owner", "OWNER", "ya29.x"):
        answer = requests.post(f"{base}/accounts:lookup", json={"localId": ["x"]}, timeout=20,
                               headers={"Authorization": f"Bearer {bearer}"})
        assert answer.status_code == 401, answer.text


def test_owner_is_taken_on_the_admin_listener_when_switched_on_but_not_from_a_page(serve):
    """R3."""
    url = f"{serve.admin}/identitytoolkit.googleapis.com/v1/projects/my-app/accounts:lookup"
    owner = {"Authorization": "Bearer owner"}
    assert requests.post(url, json={"localId": ["x"]}, headers=owner, timeout=20).status_code == 200
    assert requests.post(url, json={"localId": ["x"]}, timeout=20,
                         headers={**owner, "Origin": "http://localhost:3000"}).status_code == 401
    assert requests.post(url, json={"localId": ["x"]}, timeout=20,
                         headers={"Authorization": "Bearer ya29.x"}).status_code == 401
    foreign = requests.post(url.replace("my-app", "other"), json={"localId": ["x"]}, headers=owner, timeout=20)
    assert error_of(foreign) == "CONFIGURATION_NOT_FOUND : Unknown project."


def test_serve_refuses_what_only_dev_takes(serve):
    """R5, R29, R46, A40: anonymous sign-up, unsigned custom tokens, made-up identity tokens."""
    import jwt
    base = f"{serve.url}/identitytoolkit.googleapis.com/v1/"
    post = lambda method, body: requests.post(f"{base}{method}?key=x", json=body, timeout=20)
    assert error_of(post("accounts:signUp", {})) == "ADMIN_ONLY_OPERATION"
    unsigned = jwt.encode({"uid": "x", "aud": "https://identitytoolkit.googleapis.com/google.identity."
                           "identitytoolkit.v1.IdentityToolkit"}, None, algorithm="none")
    assert post("accounts:signInWithCustomToken", {"token": unsigned}).status_code == 400
    made_up = jwt.encode({"sub": "1", "email": "a@example.com", "email_verified": True}, None, algorithm="none")
    answer = post("accounts:signInWithIdp", {
        "requestUri": "http://localhost", "postBody": f"providerId=google.com&id_token={made_up}"})
    assert error_of(answer) == "OPERATION_NOT_ALLOWED : The identity provider configuration is not found."
    assert post("accounts:lookup", {"idToken": unsigned}).status_code == 400


def test_serve_issues_under_its_own_origin(serve):
    """R11: issuer and discovery follow publicOrigin, never a header (A23)."""
    discovery = requests.get(f"{serve.url}/my-app/.well-known/openid-configuration",
                             headers={"X-Forwarded-Host": "evil.example"}, timeout=20).json()
    assert discovery["issuer"] == "http://localhost:8080/my-app"
    assert discovery["jwks_uri"].startswith("http://localhost:8080/")
