public import Foundation

/// A session of the account, on this device or another.
public struct AccountSession: Decodable, Sendable, Equatable, Identifiable {
  /// The identifier.
  public let sid: String
  /// When it began, in milliseconds since 1970.
  public let createdAt: String
  /// When it was last used, in milliseconds since 1970.
  public let lastUsedAt: String?
  /// What the device called itself.
  public let userAgent: String?
  /// Where it was last used from.
  public let address: String?
  /// Whether it is this one.
  public let current: Bool?

  /// The identifier.
  public var id: String { sid }
}

/// A consent that the service keeps.
public struct RecordedConsent: Decodable, Sendable, Equatable {
  /// What it is for.
  public let kind: String
  /// The version of the text.
  public let version: String
}

extension User {
  /// The account's sessions on every device.
  public func sessions() async throws(AuthError) -> [AccountSession] {
    try await mine()
    let answer: WireAnswers.Sessions = try await engine.authorized(.listSessions, bearer: true) {
      WireBodies.Identified(idToken: $0)
    }
    return answer.sessions
  }

  /// Ends one session.
  public func endSession(_ sid: String) async throws(AuthError) { try await end { $0.sid = sid } }

  /// Ends every session but this one.
  public func endOtherSessions() async throws(AuthError) { try await end { $0.others = true } }

  /// Ends every session; this device is signed out too.
  public func endAllSessions() async throws(AuthError) {
    try await end { $0.all = true }
    try await engine.signOut()
  }

  /// Tells the service what the person agreed to.
  public func recordConsent(_ statement: ConsentStatement) async throws(AuthError) {
    try await mine()
    let _: WireAnswers.Nothing = try await engine.authorized(.recordConsent, bearer: true) {
      WireBodies.RecordConsent(idToken: $0, statement: statement)
    }
  }

  /// What the person agreed to.
  public func consents() async throws(AuthError) -> [RecordedConsent] {
    try await mine()
    let answer: WireAnswers.Consents = try await engine.authorized(.listConsents, bearer: true) {
      WireBodies.Identified(idToken: $0)
    }
    return answer.consents
  }

  /// Everything that the service holds about the account, as JSON.
  public func exportAccount() async throws(AuthError) -> Data {
    try await mine()
    let session = try await engine.fresh()
    return try await engine.client.bytes(
      .export, WireBodies.Identified(idToken: session.idToken), bearer: session.idToken)
  }

  private func end(_ body: @Sendable (inout WireBodies.EndSessions) -> Void) async throws(AuthError) {
    try await mine()
    let _: WireAnswers.Nothing = try await engine.authorized(.endSessions, bearer: true) { token in
      var request = WireBodies.EndSessions(idToken: token)
      body(&request)
      return request
    }
  }
}
