/// Keeps the last good key set of Apple across restarts.
///
/// A store's settings table or a file will do. The bytes are public keys: nothing in them is secret, but
/// whoever can change them can sign in as anyone, so they belong where the accounts are.
public protocol AppleKeySetStorage: Sendable {
  /// Gives the bytes that were saved last; nil when there are none.
  func load() async throws -> [UInt8]?

  /// Keeps the bytes in place of earlier ones.
  func save(_ bytes: [UInt8]) async throws
}
