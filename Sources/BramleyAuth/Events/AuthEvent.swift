public import Foundation

/// Something that happened to the session, here or at the service.
public enum AuthEvent: Sendable, Equatable {
  /// Why a session ended.
  public enum EndReason: String, Sendable {
    /// The person signed out on this device.
    case signedOut
    /// Another account was signed in to.
    case replaced
    /// The service ended the session.
    case endedByService
    /// An administrator disabled the account.
    case disabled
    /// The account was deleted.
    case deleted
    /// The app was installed anew, and the credential is no longer good.
    case reinstalled
    /// The stored session could not be read any more.
    case damaged
  }

  /// Someone is signed in.
  case signedIn(uid: String)
  /// Nobody is signed in any more.
  case signedOut(EndReason)
  /// There is a new ID token.
  case tokenChanged
  /// Name, address or ways in changed.
  case accountChanged
  /// The service reported something.
  case server(ServerEvent)
}

/// Something that the service reports about the account.
public struct ServerEvent: Codable, Sendable, Equatable {
  /// What it is; new kinds may come.
  public struct Kind: RawRepresentable, Codable, Hashable, Sendable {
    /// The name on the wire.
    public let rawValue: String
    /// A kind by its name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The person withdrew the authorization at Apple.
    public static let appleRevoked = Kind(rawValue: "appleRevoked")
    /// Mail to the relay address is no longer forwarded.
    public static let relayDisabled = Kind(rawValue: "relayDisabled")
    /// Mail to the relay address is forwarded again.
    public static let relayEnabled = Kind(rawValue: "relayEnabled")
    /// A session ended.
    public static let sessionEnded = Kind(rawValue: "sessionEnded")
    /// The account was deleted.
    public static let accountDeleted = Kind(rawValue: "accountDeleted")
  }

  /// Grows with time.
  public let id: Int
  /// What it is.
  public let type: Kind
  /// When it happened, in milliseconds since 1970.
  public let at: String
  /// The session it is about.
  public let sid: String?

  /// When it happened.
  public var date: Date? { Double(at).map { Date(timeIntervalSince1970: $0 / 1000) } }
}
