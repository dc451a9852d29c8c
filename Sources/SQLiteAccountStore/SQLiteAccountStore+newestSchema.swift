import BramleySQLite

extension SQLiteAccountStore {
  /// The number of the newest schema that this version knows.
  package static var newestSchema: Int { Schema.migrator.migrations.count }
}
