#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A notification and what its receiver answered, for console and control API.
struct NotificationRecord: Codable, Sendable {
  /// How a delivery ended.
  enum State: String, Codable, Sendable {
    case pending, delivered, failed
    /// The group has no address registered.
    case noAddress = "no_address"
  }

  /// The `jti`.
  let id: String
  let type: String
  let subject: String
  let audience: String
  let address: String?
  let at: Date
  var state: State
  var attempts: [Attempt] = []

  /// One attempt.
  struct Attempt: Codable, Sendable {
    let at: Date
    /// The receiver's status; nil when none came.
    let status: Int?
    /// Why none came.
    let failure: String?
  }
}
