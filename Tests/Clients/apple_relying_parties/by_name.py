"""Machines of their own, as deploy/apple-emulator.compose.yaml has them: `appleid.apple.com` is the emulator.

`python -m apple_relying_parties.by_name network COMPOSE BINARY FOLDER` runs inside a fresh network namespace: it
starts the file's `apple`, waits for its health, and then runs programs as the file's `backend`, which know nothing
of an emulator: the published library, and others that trust what the file's variables name.
"""

import fcntl
import json
import os
import shutil
import socket
import struct
import subprocess
import sys

from .compose import Compose

CLIENT = "com.example.shop"
RETURN_URL = "https://shop.example/callback"
APPLE = "https://appleid.apple.com"


def raise_loopback():
    """What `ip link set lo up` does."""
    with socket.socket() as any_socket:
        fcntl.ioctl(any_socket, 0x8914, struct.pack("16sh14x", b"lo", 1))  # SIOCSIFFLAGS, IFF_UP


def network(path, binary, folder):
    raise_loopback()
    compose = Compose(path, binary, folder)
    assert compose.services["backend"]["depends_on"] == {"apple": {"condition": "service_healthy"}}
    # Nothing of the machine's own settings: it may name authorities, too.
    plain = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}

    def as_back_end(command, without=()):
        environment = {**plain, "PYTHONPATH": os.getcwd(), "PYTHONDONTWRITEBYTECODE": "1"}
        entered = compose.entered("backend", command, environment)
        return [word for word in entered if word.split("=")[0] not in without]

    emulator = compose.start("apple", plain)
    try:
        for name, command in others().items():
            answer = subprocess.run(as_back_end(command), capture_output=True, text=True, timeout=60)
            print(json.dumps({name: answer.stdout.strip() or answer.stderr}))
        variables = compose.services["backend"]["environment"]
        module = [sys.executable, "-m", __spec__.name]
        stranger = subprocess.run(as_back_end([*module, "distrust"], without=variables), timeout=60)
        back_end = subprocess.run(as_back_end([*module, "backend"]), timeout=120)
        sys.exit(stranger.returncode or back_end.returncode)
    finally:
        emulator.terminate()
        emulator.wait(timeout=20)


def others():
    """Other programs that trust the file by the variables that the documentation names."""
    url = f"{APPLE}/.well-known/openid-configuration"
    found = {"python": [sys.executable, "-c", "import json, urllib.request as u; "
                        f"print(json.load(u.urlopen('{url}', timeout=20))['issuer'])"]}
    if shutil.which("curl"):
        found["curl"] = ["curl", "-sS", "-o", "/dev/null", "-w", "%{http_code}", url]
    if shutil.which("node"):
        found["node"] = ["node", "-e", f"fetch('{url}').then(r => r.json()).then(d => console.log(d.issuer))"]
    return found


def distrust():
    """Without the authority's file nobody takes the emulator for Apple."""
    import requests

    try:
        requests.get(f"{APPLE}/auth/keys", timeout=20)
    except requests.exceptions.SSLError:
        return
    sys.exit("A program that was not told to do so trusted the emulator.")


def backend():
    """social-auth-core as published, not one address changed."""
    from social_core.backends.apple import AppleIdAuth

    from .conftest import Apple
    from .test_social_auth import Strategy, come_back

    apple = Apple(APPLE)
    apple.control("POST", "/clients", {
        "client_id": CLIENT, "team_id": "DEMOTEAM01", "primary_app_id": "com.example.app",
        "redirect_uris": [RETURN_URL], "profile": "strict"})
    shop = AppleIdAuth(Strategy({
        "SOCIAL_AUTH_APPLE_ID_CLIENT": CLIENT, "SOCIAL_AUTH_APPLE_ID_TEAM": "DEMOTEAM01",
        "SOCIAL_AUTH_APPLE_ID_KEY": "DEMOKEY001", "SOCIAL_AUTH_APPLE_ID_SECRET": apple.private_key,
        "SOCIAL_AUTH_APPLE_ID_SCOPE": ["name", "email"]}), redirect_uri=RETURN_URL)
    address, _ = come_back(shop, apple)
    assert address == RETURN_URL, address
    claims = shop.complete()["claims"]
    try:
        open("/apple/written-by-the-back-end", "w").close()
        sys.exit("The back end may write beside the authority's key.")
    except OSError:
        pass
    print(json.dumps({"backend": [claims["iss"], claims["email"]]}))


if __name__ == "__main__":
    {"network": network, "distrust": distrust, "backend": backend}[sys.argv[1]](*sys.argv[2:])
