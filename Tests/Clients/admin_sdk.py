"""The Admin SDK for Python, unchanged, pointed at a Bramley."""

import contextlib
import os
import secrets

import firebase_admin

VARIABLE = "FIREBASE_AUTH_EMULATOR_HOST"


@contextlib.contextmanager
def admin_app(bramley):
    """An app in emulator mode; the variable is read at every call, so it stands as long as the app does."""
    before = os.environ.get(VARIABLE)
    os.environ[VARIABLE] = bramley.service.removeprefix("http://")
    app = firebase_admin.initialize_app(options={"projectId": "demo-bramley"}, name=secrets.token_hex(8))
    try:
        yield app
    finally:
        firebase_admin.delete_app(app)
        if before is None:
            del os.environ[VARIABLE]
        else:
            os.environ[VARIABLE] = before
