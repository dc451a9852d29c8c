"""What must hold in the rows of a store whatever moment its process died at; each query finds what breaks it."""

import shutil
import sqlite3

INVARIANTS = {
    "an identity without its account":
        "SELECT subject FROM identities WHERE account NOT IN (SELECT id FROM accounts)",
    "an account whose newest session is not its own":
        """SELECT a.id FROM accounts a LEFT JOIN sessions s ON s.id=a.newest_session
           WHERE a.newest_session IS NOT NULL AND s.account IS NOT a.id""",
    "an account whose newest audit row is not its own":
        """SELECT a.id FROM accounts a LEFT JOIN events e ON e.id=a.newest_event
           WHERE a.newest_event IS NOT NULL AND e.account IS NOT a.id""",
    "an account whose newest grant is not its own":
        """SELECT a.id FROM accounts a LEFT JOIN grants g ON g.id=a.newest_grant
           WHERE a.newest_grant IS NOT NULL AND g.account IS NOT a.id""",
    "an account that nothing tells of having been made":
        "SELECT id FROM accounts WHERE id NOT IN (SELECT account FROM events WHERE kind=1)",
    "an account that is a tombstone as well":
        "SELECT account FROM tombstones WHERE account IN (SELECT id FROM accounts)",
    "an account that is gone without a tombstone":
        """SELECT account FROM events WHERE account NOT IN (SELECT id FROM accounts)
           AND account NOT IN (SELECT account FROM tombstones)""",
    "a session that outlived its account":
        """SELECT id FROM sessions WHERE account NOT IN (SELECT id FROM accounts)
           AND (ended_at IS NULL OR end_reason IS NOT 4 OR address IS NOT NULL)""",
    "a grant that outlived its account": "SELECT id FROM grants WHERE account NOT IN (SELECT id FROM accounts)",
    "a grant that waits without a job":
        "SELECT id FROM grants WHERE state=1 AND (job IS NULL OR job NOT IN (SELECT id FROM jobs))",
    "a kept grant without its token, or a token of one that is over":
        "SELECT id FROM grants WHERE (state=2) IS NOT (sealed_token IS NOT NULL)",
    "a refresh that was accepted above the stored generation":
        "SELECT id FROM events WHERE kind=8",
    "a session that ended for a reuse that never was":
        "SELECT id FROM sessions WHERE end_reason=3",
}


def broken(database, folder):
    """The invariants that do not hold, with the rows; looked up in a copy, so that recovery stays the service's."""
    folder.mkdir(exist_ok=True)
    for suffix in ("", "-wal"):
        source = database.with_name(database.name + suffix)
        target = folder / source.name
        target.unlink(missing_ok=True)
        if source.exists():
            shutil.copy(source, target)
    (folder / (database.name + "-shm")).unlink(missing_ok=True)
    connection = sqlite3.connect(folder / database.name)
    try:
        if not connection.execute("SELECT 1 FROM sqlite_master WHERE name='leases'").fetchone():
            return {}  # killed before the first start had made its tables
        found = {name: connection.execute(query).fetchall() for name, query in INVARIANTS.items()}
        found["a damaged file"] = [row for row in connection.execute("PRAGMA quick_check") if row != ("ok",)]
        return {name: rows for name, rows in found.items() if rows}
    finally:
        connection.close()
