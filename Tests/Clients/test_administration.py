"""Administration from the command line, beside a running service and without one (contract §2; R3, R32, FR-58, FR-59)."""

import base64
import csv
import hashlib
import hmac
import json
import sqlite3
import stat
import subprocess
import threading
import time

import pytest
import requests

from admin_sdk import admin_app
from conftest import BINARY, error_of, running
from test_serve import Serve, configuration, free_port  # noqa: F401 (a fixture)

PATH = "/identitytoolkit.googleapis.com/v1/projects/my-app"


def run(*arguments, input=None, timeout=120):
    return subprocess.run([BINARY, *map(str, arguments)], capture_output=True, text=True, timeout=timeout, input=input)


def answer(*arguments, **options):
    done = run(*arguments, **options)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.fixture
def sealing(tmp_path):
    path = tmp_path / "sealing.key"
    path.write_text("k1:" + "5a" * 32)
    path.chmod(0o600)
    return path


@pytest.fixture
def serve(tmp_path, free_port, sealing):  # noqa: F811
    path = configuration(tmp_path, listen={"public": f"127.0.0.1:{free_port}", "admin": "127.0.0.1:0"},
                         keys={"sealingFile": str(sealing)})
    service = Serve(path)
    service.path, service.url = path, f"http://127.0.0.1:{free_port}"
    yield service
    service.stop()


def password_person(service, email, password="correct horse battery"):
    made = requests.post(f"{service.url}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=k",
                         json={"email": email, "password": password, "returnSecureToken": True}, timeout=20)
    assert made.status_code == 200, made.text
    return made.json()


def sign_in(url, email, password):
    return requests.post(f"{url}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=k",
                         json={"email": email, "password": password, "returnSecureToken": True}, timeout=20)


def refresh(url, token):
    return requests.post(f"{url}/securetoken.googleapis.com/v1/token?key=k",
                         data={"grant_type": "refresh_token", "refresh_token": token}, timeout=20)


@pytest.mark.parametrize("arguments,status,text", [
    (["accounts"], 64, "Say what"),
    (["accounts", "nonsense"], 64, "There is no `accounts nonsense`"),
    (["accounts", "list"], 64, "Name the service with -c"),
    (["accounts", "list", "-c", "x", "--database", "sqlite:x"], 64, "not both"),
    (["accounts", "list", "--database", "sqlite:/nowhere/x.db"], 78, "is not there"),
    (["accounts", "list", "--database", "mysql://x"], 78, "--database"),
    (["accounts", "list", "-c", "/nowhere.json5"], 78, "was not found"),
    (["accounts", "import", "x.txt", "--database", "sqlite:x"], 64, "--format"),
    (["accounts", "import", "x.json", "--hash-algo", "ROT13", "--database", "sqlite:x"], 64, "UNKNOWN_HASH_ALGORITHM"),
    (["accounts", "import", "x.json", "--hash-algo", "PBKDF2_SHA256", "--rounds", "2147483648", "--database", "x"], 64,
     "INVALID_HASH_PARAMETERS"),
    (["admin", "token", "create", "--database", "sqlite:x"], 64, "--name is missing"),
    (["admin", "token", "create", "--name", "x", "--database", "sqlite:x"], 64, "--scope is missing"),
    (["admin", "token", "create", "--name", "x", "--scope", "everything", "--database", "sqlite:x"], 64, "is none of"),
    (["admin", "token", "create", "--name", "x", "--scope", "all", "--expires", "soon"], 64, "no length of time"),
    (["keys", "rotate", "--sealing", "--reseal"], 64, "comes first"),
    (["keys", "rotate", "--after", "never"], 64, "--after"),
    (["db", "backup"], 64, "An argument is missing"),
])
def test_refusals_say_what_is_wrong(arguments, status, text):
    done = run(*arguments)
    assert done.returncode == status and text in done.stderr, (done.returncode, done.stderr)


@pytest.mark.parametrize("command", [
    ["accounts"], ["accounts", "import"], ["accounts", "export"], ["accounts", "list"], ["accounts", "show"],
    ["accounts", "delete"], ["accounts", "disable"], ["accounts", "enable"], ["accounts", "revoke-sessions"],
    ["admin"], ["admin", "token"], ["admin", "token", "create"], ["admin", "token", "list"],
    ["admin", "token", "revoke"], ["keys"], ["keys", "list"], ["keys", "rotate"], ["db"], ["db", "migrate"],
    ["db", "backup"],
])
def test_every_command_explains_itself(command):
    done = run(*command, "--help")
    assert done.returncode == 0 and "bramley" in done.stdout and done.stderr == ""


def test_an_admin_token_works_at_once_and_ends_at_once(serve):
    """R3, A36: scopes, name in the log, nothing of it in the database, revocation without a restart."""
    made = run("admin", "token", "create", "-c", serve.path, "--name", "ci", "--scope", "accounts.read", "--expires", "1h")
    assert made.returncode == 0, made.stderr
    token = made.stdout.strip()
    assert token.startswith("bramley_admin_")
    again = run("admin", "token", "create", "-c", serve.path, "--name", "ci", "--scope", "all")
    assert again.returncode == 1 and "ADMIN_TOKEN_EXISTS" in again.stderr
    headers = {"Authorization": f"Bearer {token}"}
    assert requests.get(f"{serve.admin}{PATH}/accounts:batchGet", headers=headers, timeout=20).status_code == 200
    refused = requests.post(f"{serve.admin}{PATH}/accounts", headers=headers, json={}, timeout=20)
    assert refused.status_code == 403
    assert requests.get(f"{serve.url}{PATH}/accounts:batchGet", headers=headers, timeout=20).status_code == 404
    listed = answer("admin", "token", "list", "-c", serve.path, "--json")["tokens"]
    assert [entry["name"] for entry in listed] == ["ci"] and token not in json.dumps(listed)
    assert run("admin", "token", "revoke", "nobody", "-c", serve.path).returncode == 1
    assert run("admin", "token", "revoke", listed[0]["id"], "-c", serve.path).returncode == 0
    assert requests.get(f"{serve.admin}{PATH}/accounts:batchGet", headers=headers, timeout=20).status_code == 401


def test_accounts_are_administered_beside_the_service(serve):
    ann = password_person(serve, "ann@example.com")
    shown = answer("accounts", "show", "ann@example.com", "-c", serve.path, "--json")
    assert shown["account"]["localId"] == ann["localId"] and len(shown["sessions"]) == 1
    assert "argon2" not in json.dumps(shown)
    listed = run("accounts", "list", "-c", serve.path)
    assert ann["localId"] in listed.stdout and "ann@example.com" in listed.stdout
    assert run("accounts", "disable", ann["localId"], "-c", serve.path).returncode == 0
    assert error_of(sign_in(serve.url, "ann@example.com", "correct horse battery")) == "USER_DISABLED"
    assert run("accounts", "enable", ann["localId"], "-c", serve.path).returncode == 0
    assert sign_in(serve.url, "ann@example.com", "correct horse battery").status_code == 200
    ended = run("accounts", "revoke-sessions", "ann@example.com", "-c", serve.path)
    assert ended.returncode == 0 and "ended 2 sessions" in ended.stdout
    assert error_of(refresh(serve.url, ann["refreshToken"])) == "TOKEN_EXPIRED"
    assert run("accounts", "delete", "ann@example.com", "-c", serve.path).returncode == 0
    gone = run("accounts", "show", ann["localId"], "-c", serve.path)
    assert gone.returncode == 1 and "USER_NOT_FOUND" in gone.stderr


def scrypt_hash(password, salt):
    return hashlib.scrypt(password, salt=salt, n=1024, r=8, p=1, dklen=32)


def rounds(name, data, count):
    for _ in range(count):
        data = hashlib.new(name, data).digest()
    return data


PASSWORD, SALT, KEY = b"correct horse battery", b"some salt", b"signer key of an old back end"
FIREBASE_KEY = base64.b64decode(
    "jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==")
FIREBASE_HASH = base64.b64decode(
    "lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==")
BCRYPT = b"$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW"


def imports():
    from firebase_admin.auth import UserImportHash as H
    cases = [(f"hmac-{name}-{order}", getattr(H, f"hmac_{name}")(KEY), hmac.new(KEY, text, name).digest(), SALT, PASSWORD)
             for name in ("md5", "sha1", "sha256", "sha512")
             for order, text in (("salt-first", SALT + PASSWORD), ("password-first", PASSWORD + SALT))]
    cases += [(name, getattr(H, name)(3), rounds(name, SALT + PASSWORD, 3), SALT, PASSWORD)
              for name in ("md5", "sha1", "sha256", "sha512")]
    return cases + [
        ("pbkdf-sha1", H.pbkdf_sha1(1000), hashlib.pbkdf2_hmac("sha1", PASSWORD, SALT, 1000, 20), SALT, PASSWORD),
        ("pbkdf2-sha256", H.pbkdf2_sha256(1000), hashlib.pbkdf2_hmac("sha256", PASSWORD, SALT, 1000, 32), SALT, PASSWORD),
        ("standard-scrypt", H.standard_scrypt(1024, 1, 8, 32), scrypt_hash(PASSWORD, SALT), SALT, PASSWORD),
        ("bcrypt", H.bcrypt(), BCRYPT, None, b"U*U"),
        ("firebase-scrypt", H.scrypt(FIREBASE_KEY, 8, 14, b"\x07"), FIREBASE_HASH,
         base64.b64decode("42xEC+ixf3L2lw=="), b"user1password"),
    ]


def test_every_hash_that_the_admin_sdk_imports_signs_in(bramley):
    """Wire 4.14: import_users of firebase-admin, then the right and the wrong password over the wire."""
    from firebase_admin import auth
    with admin_app(bramley) as app:
        for name, algorithm, digest, salt, password in imports():
            email = f"{name}@hash.example.com"
            result = auth.import_users(
                [auth.ImportUserRecord(f"hash-{name}", email=email, password_hash=digest, password_salt=salt)],
                hash_alg=algorithm, app=app)
            assert result.failure_count == 0, (name, [error.reason for error in result.errors])
            wrong = sign_in(bramley.service, email, "wrong horse battery")
            assert error_of(wrong) == "INVALID_PASSWORD", name
            for _ in range(2):  # the second time against the hash that took the imported one's place
                right = sign_in(bramley.service, email, password.decode())
                assert right.status_code == 200, (name, right.text)
                assert right.json()["localId"] == f"hash-{name}"
    with sqlite3.connect(f"file:{bramley.folder}/data/bramley.db?mode=ro", uri=True) as database:
        hashes = [row[0] for row in database.execute("SELECT password_hash FROM accounts WHERE uid LIKE 'hash-%'")]
    assert len(hashes) == len(imports()) and all(text.startswith("$argon2id$") for text in hashes)


@pytest.mark.parametrize("parameters,constant", [
    ({"hashAlgorithm": "PBKDF2_SHA256", "rounds": 2 ** 31}, "INVALID_HASH_PARAMETERS"),
    ({"hashAlgorithm": "STANDARD_SCRYPT", "cpuMemCost": 2 ** 30, "blockSize": 8, "parallelization": 1},
     "INVALID_HASH_PARAMETERS"),
    ({"hashAlgorithm": "SCRYPT", "rounds": 8, "memoryCost": 30, "signerKey": "AAAA"}, "INVALID_HASH_PARAMETERS"),
    ({"hashAlgorithm": "ROT13"}, "UNKNOWN_HASH_ALGORITHM"),
])
def test_an_import_that_could_stop_the_service_is_refused(bramley, parameters, constant):
    user = {"localId": "hostile", "email": "hostile@example.com",
            "passwordHash": base64.b64encode(b"x" * 32).decode(), "salt": "AAAA"}
    refused = bramley.owner("accounts:batchCreate", {"users": [user], **parameters})
    assert refused.status_code == 400 and error_of(refused).startswith(constant)


def firebase_export(path, count):
    users = [{"localId": f"user{number:05}", "email": f"user{number}@example.com", "emailVerified": True,
              "passwordHash": base64.b64encode(FIREBASE_HASH).decode(), "salt": "42xEC+ixf3L2lw==",
              "displayName": "Line\nbreak, \"marks\"", "createdAt": "1508893925000", "lastSignedInAt": "1508893925000",
              "providerUserInfo": [{"providerId": "google.com", "rawId": f"g{number}"}]} for number in range(count)]
    path.write_text(json.dumps({"users": users}, indent=2))


HASH = ["--hash-algo", "SCRYPT", "--salt-separator", "Bw==", "--rounds", "8", "--mem-cost", "14"]


def test_firebase_export_comes_in_goes_out_and_signs_in(serve, tmp_path):
    """FR-58, FR-59: 1 196 accounts with counts, beside the running service; our export makes the same again."""
    key = tmp_path / "signer.key"
    key.write_text(base64.b64encode(FIREBASE_KEY).decode())
    export = tmp_path / "firebase.json"
    firebase_export(export, 1196)
    command = ["accounts", "import", export, "-c", serve.path, *HASH, "--hash-key-file", key, "--json"]
    trial = answer(*command, "--dry-run")
    assert trial["counts"] == {"read": 1196, "imported": 1196, "present": 0, "leftOut": 0}
    assert answer(*command)["counts"] == {"read": 1196, "imported": 1196, "present": 0, "leftOut": 0}
    assert answer(*command)["counts"] == {"read": 1196, "imported": 0, "present": 1196, "leftOut": 0}
    assert sign_in(serve.url, "user7@example.com", "user1password").status_code == 200
    assert error_of(sign_in(serve.url, "user8@example.com", "user2password")) == "INVALID_LOGIN_CREDENTIALS"
    for name in ("all.json", "all.csv"):
        ours = tmp_path / name
        done = run("accounts", "export", ours, "-c", serve.path)
        assert done.returncode == 0 and "1196 accounts exported" in done.stderr, done.stderr
        assert stat.S_IMODE(ours.stat().st_mode) == 0o600
        assert run("accounts", "export", ours, "-c", serve.path).returncode == 1
        other = tmp_path / f"{name}.d"
        other.mkdir()
        other_path = configuration(other, keys={"sealing": "k1:" + "5a" * 32})
        assert answer("accounts", "import", ours, "-c", other_path, "--json")["counts"]["imported"] == 1196
        again = other / "again.json"
        assert run("accounts", "export", again, "-c", other_path).returncode == 0
        if name == "all.json":
            assert again.read_bytes() == ours.read_bytes()
        else:
            assert again.read_bytes() == (tmp_path / "all.json").read_bytes()
    with open(tmp_path / "all.csv", newline="") as file:
        rows = list(csv.reader(file))
    assert len(rows) == 1196 and {len(row) for row in rows} == {29}
    assert rows[0][5] == "Line\nbreak, \"marks\"" and rows[0][7] == "g0"


def test_rows_left_out_are_named_and_the_status_says_so(serve, tmp_path):
    rows = tmp_path / "rows.json"
    rows.write_text('{"users": [\n{"localId": "a", "email": "a@example.com"},\n{"localId": "b", "email": "a@example.com"},'
                    '\n{"email": "c@example.com"}\n]}')
    done = run("accounts", "import", rows, "-c", serve.path)
    assert done.returncode == 1 and done.stdout == "3 rows read: 1 imported, 0 there already, 2 left out\n"
    assert "line 3: EMAIL_EXISTS" in done.stderr and "line 4: MISSING_LOCAL_ID" in done.stderr
    assert "a@example.com" not in done.stderr
    broken = run("accounts", "import", "-", "--format", "json", "-c", serve.path, input='{"users": [{"localId": "z"},')
    assert broken.returncode == 1 and "line 1: The file ends inside" in broken.stderr
    assert run("accounts", "show", "z", "-c", serve.path).returncode == 0


def test_an_import_that_is_killed_goes_on_where_it_was(serve, tmp_path):
    export = tmp_path / "firebase.json"
    firebase_export(export, 5000)
    text = export.read_text().replace(base64.b64encode(FIREBASE_HASH).decode(), "").replace("42xEC+ixf3L2lw==", "")
    export.write_text(text)
    first = subprocess.Popen([BINARY, "accounts", "import", "-", "--format", "json", "-c", serve.path],
                             stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    first.stdin.write(text[:len(text) // 2])
    first.stdin.flush()
    assert eventually(lambda: run("accounts", "list", "-c", serve.path).stdout.count("\n") == 100)
    first.kill()
    first.communicate()
    counts = answer("accounts", "import", export, "-c", serve.path, "--json")["counts"]
    assert counts["leftOut"] == 0 and counts["imported"] + counts["present"] == counts["read"] == 5000
    assert 1000 <= counts["present"] < 5000 and counts["present"] % 1000 == 0, "whole transactions"


def test_a_command_waits_for_another_writer_but_not_for_ever(serve):
    ann = password_person(serve, "ann@example.com")
    database = serve.path.parent / "serve.db"

    def hold(seconds, taken):
        with sqlite3.connect(database, isolation_level=None) as other:
            other.execute("BEGIN IMMEDIATE")
            taken.set()
            time.sleep(seconds)
            other.execute("ROLLBACK")

    for seconds, status in ((1.5, 0), (12, 1)):
        taken = threading.Event()
        worker = threading.Thread(target=hold, args=(seconds, taken))
        worker.start()
        taken.wait()
        done = run("accounts", "disable", ann["localId"], "-c", serve.path)
        assert done.returncode == status, done.stderr
        worker.join()
    assert "STORE_BUSY" in done.stderr


def test_backup_beside_the_service_under_load_and_restore(serve, tmp_path):
    """Issue 8: online backup; R32: refresh tokens that are ahead of the restored generation are taken once."""
    ann = password_person(serve, "ann@example.com")
    stop = threading.Event()

    def load():
        while not stop.is_set():
            sign_in(serve.url, "ann@example.com", "correct horse battery")

    worker = threading.Thread(target=load)
    worker.start()
    try:
        backup = tmp_path / "backup.db"
        done = run("db", "backup", backup, "-c", serve.path)
        assert done.returncode == 0 and "copied and checked" in done.stdout, done.stderr
    finally:
        stop.set()
        worker.join()
    assert stat.S_IMODE(backup.stat().st_mode) == 0o600
    assert run("db", "backup", backup, "-c", serve.path).returncode == 1
    assert {path.name for path in tmp_path.glob("backup.db*")} == {"backup.db"}
    newer = refresh(serve.url, ann["refreshToken"]).json()["refresh_token"]
    newest = refresh(serve.url, newer).json()["refresh_token"]
    serve.stop()
    settings = json.loads(serve.path.read_text())
    settings["database"] = f"sqlite:{backup}"
    serve.path.write_text(json.dumps(settings))
    restored = Serve(serve.path)
    try:
        followed = refresh(serve.url, newest)
        assert followed.status_code == 200, followed.text
        assert refresh(serve.url, followed.json()["refresh_token"]).status_code == 200
        # What the restored generation says it has left behind is old now, and ends the session (R31).
        assert error_of(refresh(serve.url, ann["refreshToken"])) == "TOKEN_EXPIRED"
    finally:
        serve.process = restored.process


def key_ids(url):
    return {key["kid"] for key in requests.get(f"{url}/.well-known/jwks.json", timeout=20).json()["keys"]}


def kid(token):
    head = token.split(".")[0]
    return json.loads(base64.urlsafe_b64decode(head + "=" * (-len(head) % 4)))["kid"]


def eventually(test, seconds=15):
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if test():
            return True
        time.sleep(0.2)
    return False


def test_signing_keys_rotate_under_a_running_service(serve):
    ann = password_person(serve, "ann@example.com")
    old = kid(ann["idToken"])
    later = answer("keys", "rotate", "-c", serve.path, "--json")
    assert eventually(lambda: key_ids(serve.url) == {old, later["id"]})
    refreshed = refresh(serve.url, ann["refreshToken"]).json()
    assert kid(refreshed["id_token"]) == old, "it is published before it signs"
    now = answer("keys", "rotate", "-c", serve.path, "--after", "0s", "--json")
    assert eventually(lambda: kid(sign_in(serve.url, "ann@example.com", "correct horse battery").json()["idToken"]) == now["id"])
    assert key_ids(serve.url) == {old, later["id"], now["id"]}
    looked_up = requests.post(f"{serve.url}/identitytoolkit.googleapis.com/v1/accounts:lookup?key=k",
                              json={"idToken": ann["idToken"]}, timeout=20)
    assert looked_up.status_code == 200, "tokens of the old key stay good"
    states = {entry["id"]: entry["signs"] for entry in answer("keys", "list", "-c", serve.path, "--json")["signing"]}
    assert states == {old: False, later["id"]: False, now["id"]: True}
    assert run("keys", "rotate", "--forget", "--after", "0s", "-c", serve.path).returncode == 0
    assert eventually(lambda: len(key_ids(serve.url)) == 1)
    assert error_of(requests.post(f"{serve.url}/identitytoolkit.googleapis.com/v1/accounts:lookup?key=k",
                                  json={"idToken": ann["idToken"]}, timeout=20)) == "INVALID_ID_TOKEN"


def test_the_sealing_key_rotates_without_signing_anyone_out(serve, sealing):
    """R32: refresh tokens of the earlier key stay good; what it sealed is sealed anew, and again finds nothing."""
    ann = password_person(serve, "ann@example.com")
    signing = key_ids(serve.url)
    rotated = run("keys", "rotate", "--sealing", "-c", serve.path)
    assert rotated.returncode == 0 and "5a5a" not in rotated.stdout + rotated.stderr, rotated.stderr
    lines = sealing.read_text().split()
    assert [line.split(":")[0] for line in lines] == ["k2", "k1"] and stat.S_IMODE(sealing.stat().st_mode) == 0o600
    early = run("keys", "rotate", "--reseal", "-c", serve.path)
    assert early.returncode == 1 and "SEALING_KEY_NOT_IN_USE" in early.stderr
    serve.stop()
    restarted = Serve(serve.path)
    serve.process = restarted.process
    assert key_ids(serve.url) == signing
    token = refresh(serve.url, ann["refreshToken"])
    assert token.status_code == 200, token.text
    counts = answer("keys", "rotate", "--reseal", "-c", serve.path, "--json")
    assert counts["resealed"] >= 1 and counts["broken"] == 0
    assert answer("keys", "rotate", "--reseal", "-c", serve.path, "--json")["resealed"] == 0
    sealing_keys = answer("keys", "list", "-c", serve.path, "--json")["sealing"]
    assert sealing_keys == [{"id": "k2", "isCurrent": True, "isInUse": True},
                            {"id": "k1", "isCurrent": False, "isInUse": False}]
    # Without the earlier key everything sealed still opens; what it signed is refused.
    newest = refresh(serve.url, token.json()["refresh_token"]).json()["refresh_token"]
    serve.stop()
    sealing.write_text(lines[0])
    serve.process = Serve(serve.path).process
    assert key_ids(serve.url) == signing
    assert refresh(serve.url, newest).status_code == 200
    assert error_of(refresh(serve.url, ann["refreshToken"])) == "INVALID_REFRESH_TOKEN"


def test_commands_work_on_the_database_of_dev():
    with running() as dev:
        signed_in = dev.sign_in()
        url = f"sqlite:{dev.folder}/data/bramley.db"
        assert answer("accounts", "show", signed_in["localId"], "--database", url, "--json")["grants"]
        assert run("db", "migrate", "--database", url).stdout.startswith("schema")
        assert run("keys", "rotate", "--sealing", "--database", url).returncode == 0
        exported = run("accounts", "export", "-", "--format", "json", "--database", url)
        assert json.loads(exported.stdout)["users"][0]["bramley"]["identities"][0]["team"] == "DEMOTEAM01"
