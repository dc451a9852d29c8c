import Accounts
import BramleySQLite

/// The rows of one transaction on a connection.
package struct SQLiteRows: AccountRows {
  let connection: Connection

  init(_ connection: Connection) { self.connection = connection }

  /// Runs statements with the domain's error.
  @discardableResult
  func run<Answer>(_ body: (Connection) throws(SQLiteError) -> Answer) throws(StoreError) -> Answer {
    do throws(SQLiteError) {
      return try body(connection)
    } catch {
      throw StoreError(error)
    }
  }
}

extension Row: StoredColumns {}
