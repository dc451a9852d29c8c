import Foundation

/// Keeps name and address of first authorizations until the service is known to have them.
///
/// They are stored before anything is sent. A crash, a failed network or a refusal loses nothing: the next
/// sign-in carries them again.
public struct FirstAuthorizationVault: Sendable {
  private let storage: any SecureStorage
  private static let key = StorageKey("first-authorizations")
  /// More people than this have hardly signed in on one device without the service confirming one.
  private static let capacity = 16

  /// A vault in a storage.
  public init(storage: any SecureStorage) { self.storage = storage }

  /// Keeps an authorization; one of the same person that had more is completed, not replaced.
  ///
  /// - Returns: Whether it is safe. A locked storage is no reason to fail a sign-in, which still carries it.
  @discardableResult public func keep(_ new: FirstAuthorization) async -> Bool {
    do {
      try await storage.change(Self.key) { bytes in
        var all = Self.decode(bytes)
        let old = all.first { $0.user == new.user }
        all.removeAll { $0.user == new.user }
        all.append(
          FirstAuthorization(
            user: new.user, name: new.name ?? old?.name, email: new.email ?? old?.email, at: new.date))
        return try JSONEncoder().encode(Array(all.suffix(Self.capacity)))
      }
      return true
    } catch { return false }
  }

  /// What is kept of a person; nil also while the storage cannot be read.
  public func authorization(of user: AppleUserID) async -> FirstAuthorization? {
    guard let bytes = try? await storage.retrieve(Self.key) else { return nil }
    return Self.decode(bytes).first { $0.user == user }
  }

  /// Erases what is kept of a person, once a look-up shows a name at the service.
  ///
  /// - Throws: ``StorageError`` if the storage cannot be written; it is then erased the next time.
  public func erase(_ user: AppleUserID) async throws {
    try await storage.change(Self.key) { bytes in
      let rest = Self.decode(bytes).filter { $0.user != user }
      return rest.isEmpty ? nil : try JSONEncoder().encode(rest)
    }
  }

  /// An item that cannot be read any more counts as empty: it must not block the next one.
  private static func decode(_ bytes: Data?) -> [FirstAuthorization] {
    bytes.flatMap { try? JSONDecoder().decode([FirstAuthorization].self, from: $0) } ?? []
  }
}
