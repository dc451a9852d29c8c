package import Accounts

/// One behaviour that every store must have; run on an empty store.
package struct ConformanceCase: Sendable, CustomStringConvertible {
  /// What the store does, with the id of the rule that wants it.
  package let name: String
  /// Runs it; throws ``ConformanceFailure`` when the store does something else.
  package let run: @Sendable (any DumpableStore) async throws -> Void

  package var description: String { name }

  init(_ name: String, _ run: @escaping @Sendable (any DumpableStore) async throws -> Void) {
    self.name = name
    self.run = run
  }

  /// All of them.
  package static let all: [ConformanceCase] =
    signIn + linking + accounts + deletion + sessions + oneTime + leases + retention + jobs + messages
    + settings + resealing + races
}

/// A store that can show its rows.
package protocol DumpableStore: AccountStore {
  /// Every row as text, sorted.
  func dump() async throws(StoreError) -> [String]
}

/// What a store did instead.
package struct ConformanceFailure: Error, CustomStringConvertible {
  package let description: String
}

/// Fails the case unless a condition holds.
func require(
  _ condition: Bool, _ message: @autoclosure () -> String, line: UInt = #line, file: String = #fileID
)
  throws
{
  guard !condition else { return }
  throw ConformanceFailure(description: "\(file):\(line): \(message())")
}

/// Fails the case unless two values are equal.
func requireEqual<Value: Equatable>(
  _ found: Value, _ expected: Value, line: UInt = #line, file: String = #fileID
) throws {
  guard found != expected else { return }
  throw ConformanceFailure(description: "\(file):\(line): found \(found), expected \(expected)")
}

/// Fails the case unless there is a value.
func requireValue<Value>(_ value: Value?, line: UInt = #line, file: String = #fileID) throws -> Value {
  guard let value else { throw ConformanceFailure(description: "\(file):\(line): found nil") }
  return value
}
