"""Stores of many accounts with a past: each has a session, a grant that Apple's daily check asks about, and audit."""

import contextlib
import shutil
import sqlite3
import subprocess
import sys
import time

from . import RELEASE, ROOT, note
from .load import filled_store
from .service import seconds_by_process

sys.path.append(str(ROOT / "Tests/Clients"))
from postgresql import Server  # noqa: E402

# Sessions of before: in use yesterday, numbered by that time (51 bits of microseconds since 2020, 11 of chance).
PAST = """
INSERT INTO sessions(id,account,generation,created_at,auth_time,last_used_at,rotated_at,provider,client_id)
  SELECT {first}+id*2048,id,1,{yesterday},{yesterday},{yesterday},{yesterday},'apple.com','com.example.app'
  FROM accounts;
INSERT INTO grants(account,state,subject,client_id,code_hash,authorized_at,sealed_token,checked_at)
  SELECT id,2,uid,'com.example.app',{empty},{yesterday},{empty},{yesterday}+id FROM accounts;
UPDATE accounts SET newest_session={first}+accounts.id*2048,newest_grant=(SELECT g.id FROM grants g WHERE g.account=accounts.id)
"""
TABLES = ("scopes", "accounts", "identities", "sessions", "events", "grants")


def past(empty):
    """The statements of a past of yesterday."""
    yesterday = int(time.time() * 1000) - 86_400_000
    first = (yesterday * 1000 - 1_577_836_800_000_000) << 11
    return PAST.format(first=first, yesterday=yesterday, empty=empty)


def lived_in(folder, count, people):
    """A SQLite store of so many accounts with their past."""
    data = filled_store(folder, count, people)
    note(f"Giving {count:,} accounts a past")
    with contextlib.closing(sqlite3.connect(data / "bramley.db")) as database:
        # The look-up of each account's grant; the service has no use for it.
        database.executescript(
            "PRAGMA synchronous=OFF; BEGIN;"
            + past("x'00'").replace("UPDATE", "CREATE INDEX made ON grants(account); UPDATE") + ";"
            "DROP INDEX made; COMMIT; PRAGMA wal_checkpoint(TRUNCATE)")
    return data


class SQLiteStore:
    """The store in a file beside the service."""

    name = "SQLite"

    def __init__(self, folder, count, people):
        self.data = lived_in(folder / f"sqlite-{count}", count, people)
        self.options = ()

    def empty_options(self):
        """Those of an empty store beside it."""
        return ()

    def server_seconds(self):
        """There is no server."""
        return 0.0

    def mebibytes(self):
        """The file's size."""
        return (self.data / "bramley.db").stat().st_size / 2**20

    def close(self):
        """Makes room: ten million accounts take gigabytes."""
        shutil.rmtree(self.data)


class PostgreSQLStore:
    """The same rows on a server of its own, durable."""

    name = "PostgreSQL"

    def __init__(self, folder, count, people):
        self.data = folder / f"postgresql-{count}"
        self.data.mkdir()
        self.server = Server(fsync="on")
        self.database = self.server.make_database()
        self.options = ("--database", self.server.url(self.database))
        subprocess.run([RELEASE / "bramley", "db", "migrate", *self.options], check=True, stdout=subprocess.DEVNULL)
        self._copy(filled_store(folder / f"source-{count}", count, people) / "bramley.db")
        shutil.rmtree(folder / f"source-{count}")
        note(f"Giving {count:,} accounts a past")
        self._run(past("''::bytea").replace(
            "(SELECT g.id FROM grants g WHERE g.account=accounts.id)", "g.id FROM grants g WHERE g.account=accounts.id"))
        self._run("VACUUM ANALYZE")
        self._run("CHECKPOINT")

    def _run(self, text):
        """Unlike the server's own helper it may take as long as it takes."""
        done = subprocess.run(["psql", "-X", "-q", "-v", "ON_ERROR_STOP=1", "-c", text, self.options[1]],
                              capture_output=True, text=True)
        if done.returncode:
            sys.exit(done.stderr)

    def _copy(self, path):
        """Row by row from the SQLite file: the columns have the same names."""
        with contextlib.closing(sqlite3.connect(path)) as source:
            for table in TABLES:
                names = [row[1] for row in source.execute(f"SELECT * FROM pragma_table_info('{table}')")]
                with subprocess.Popen(
                        ["psql", "-X", "-q", "-v", "ON_ERROR_STOP=1", "-c", f"COPY {table}({','.join(names)}) FROM STDIN",
                         self.options[1]], stdin=subprocess.PIPE, text=True) as target:
                    for row in source.execute(f"SELECT * FROM {table}"):
                        target.stdin.write("\t".join("\\N" if value is None else str(value) for value in row) + "\n")
                if target.returncode:
                    sys.exit(f"{table} was not copied")
        for table, column in (("accounts", "id"), ("events", "id"), ("scopes", "number")):
            self._run(f"SELECT setval(pg_get_serial_sequence('{table}','{column}'),max({column})) FROM {table}")

    def empty_options(self):
        """Those of an empty store beside it."""
        return "--database", self.server.url(self.server.make_database())

    def server_seconds(self):
        """Processor time of the server's processes that live now."""
        parent = int(open(f"{self.server.folder}/data/postmaster.pid").read().split()[0])
        with open(f"/proc/{parent}/task/{parent}/children") as children:
            return sum(seconds_by_process([parent, *children.read().split()]).values())

    def mebibytes(self):
        """What tables and indexes take."""
        return int(self.server.sql(f"SELECT pg_database_size('{self.database}')")) / 2**20

    def close(self):
        """Ends the server and makes room."""
        self.server.close()
        shutil.rmtree(self.data)
