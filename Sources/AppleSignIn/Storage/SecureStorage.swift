public import Foundation

/// Names an item of a storage.
public struct StorageKey: RawRepresentable, Hashable, Sendable {
  /// The name: letters, digits, `-` and `.`.
  public let rawValue: String
  /// A key with a name.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// A key with a name.
  public init(_ rawValue: String) { self.rawValue = rawValue }
}

/// Where secrets rest between launches.
///
/// "Absent" and "cannot be read now" lead to different behaviour: a device that was restarted and not yet
/// unlocked must not sign anyone out.
public protocol SecureStorage: Sendable {
  /// Stores an item, replacing the one of that name.
  ///
  /// - Throws: ``StorageError``; the old item is then still there.
  func store(_ item: Data, for key: StorageKey) async throws

  /// Reads an item; nil means that there is none.
  ///
  /// - Throws: ``StorageError/Code/locked`` if the items cannot be read in the present state.
  func retrieve(_ key: StorageKey) async throws -> Data?

  /// Removes an item; without one it does nothing.
  func remove(_ key: StorageKey) async throws

  /// Reads an item and stores what `body` makes of it (nil removes), without another change between.
  func change(_ key: StorageKey, _ body: @Sendable (Data?) throws -> Data?) async throws
}

/// Why a storage did not do as asked.
public struct StorageError: Error, Equatable, Sendable {
  /// A stable name of the reason.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String
    /// A reason by its name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The items cannot be read before the device is unlocked; try again then.
    public static let locked = Code(rawValue: "storage.locked")
    /// The app lacks the entitlement that the keychain wants; sign it, or choose another storage.
    public static let notEntitled = Code(rawValue: "storage.notEntitled")
    /// The item was changed by someone else or made with another key.
    public static let damaged = Code(rawValue: "storage.damaged")
    /// The file or its folder cannot be used; see ``StorageError/detail``.
    public static let unavailable = Code(rawValue: "storage.unavailable")
  }

  /// The reason.
  public let code: Code
  /// What a developer should know, without secrets.
  public let detail: String

  /// An error with a reason.
  public init(_ code: Code, _ detail: String = "") {
    self.code = code
    self.detail = detail
  }

  /// Compares the reasons.
  public static func == (one: StorageError, other: StorageError) -> Bool { one.code == other.code }
}
