package import Accounts
package import BramleySQLite

extension SQLiteAccountStore {
  /// The number of the newest schema that this version knows.
  package static var newestSchema: Int { Schema.migrator.migrations.count }

  /// Brings a file to the schema of this version, and makes it where there is none.
  ///
  /// - Returns: The numbers of the steps that were applied now.
  /// - Throws: ``StoreError`` that names what is wrong with the file.
  package static func migrate(path: String) throws(StoreError) -> [Int] {
    do throws(SQLiteError) {
      return try Schema.migrator.migrate(Connection(path: path, role: .writer))
    } catch {
      throw StoreError(error)
    }
  }

  /// Brings a database to the schema of this version on a connection that is open already.
  @discardableResult
  package static func migrate(_ connection: Connection) throws(SQLiteError) -> [Int] {
    try Schema.migrator.migrate(connection)
  }
}
