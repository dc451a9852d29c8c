"""A machine of its own whose `appleid.apple.com` is the emulator, as in the compose example of docs/apple-emulator.md.

`python -m apple_relying_parties.by_name network BINARY FOLDER` runs inside a fresh network namespace: it starts the
emulator with the example's command line and then the back end, which knows nothing of an emulator: its program
is the published library, its only setting the file of authorities to trust.
"""

import fcntl
import json
import os
import pathlib
import shutil
import socket
import struct
import subprocess
import sys

CLIENT = "com.example.shop"
RETURN_URL = "https://shop.example/callback"
APPLE = "https://appleid.apple.com"


def raise_loopback():
    """What `ip link set lo up` does."""
    with socket.socket() as any_socket:
        fcntl.ioctl(any_socket, 0x8914, struct.pack("16sh14x", b"lo", 1))  # SIOCSIFFLAGS, IFF_UP


def network(binary, folder):
    raise_loopback()
    data = pathlib.Path(folder) / "data"
    emulator = subprocess.Popen(
        [binary, "emulator", "--tls", "--host", "0.0.0.0", "--port", "443", "--data", data],
        stdout=subprocess.PIPE, text=True)
    try:
        authority = emulator.stdout.readline().removeprefix("authority ").strip()
        if not emulator.stdout.readline().startswith("ready apple=https://"):
            sys.exit("The emulator did not get ready.")
        # Nothing of the machine's own settings: it may name authorities, too.
        plain = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
        trust = {**plain, "SSL_CERT_FILE": authority, "REQUESTS_CA_BUNDLE": authority,
                 "NODE_EXTRA_CA_CERTS": authority}
        for name, command in others().items():
            answer = subprocess.run(command, env=trust, capture_output=True, text=True, timeout=60)
            print(json.dumps({name: answer.stdout.strip() or answer.stderr}))
        stranger = subprocess.run([sys.executable, "-m", __spec__.name, "distrust"], env=plain, timeout=60)
        back_end = subprocess.run([sys.executable, "-m", __spec__.name, "backend"], env=trust, timeout=120)
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
    print(json.dumps({"backend": [claims["iss"], claims["email"]]}))


if __name__ == "__main__":
    {"network": network, "distrust": distrust, "backend": backend}[sys.argv[1]](*sys.argv[2:])
