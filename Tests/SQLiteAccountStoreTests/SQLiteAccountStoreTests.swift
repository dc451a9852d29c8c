// Tests of SQLiteAccountStore.
