// Tests of BramleySQLite.
