import BramleyCrypto
#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What stands ready without any set-up: a team, an app, a web service, a key, three people.
///
/// Identifiers and subjects are the same at every start, so that a service which kept its accounts still
/// knows the people when the emulator forgot them.
struct DemoRegistry: Sendable {
  static let teamID = "DEMOTEAM01"
  static let bundleID = "com.example.app"
  static let servicesID = "com.example.web"
  static let keyID = "DEMOKEY001"

  /// The `.p8`; made once for each data directory.
  let key: P256PrivateKey
  /// Return URLs of the web service.
  var redirectURIs: [String] = []
  /// Where notifications go.
  var notificationURL: String?

  /// When the first of the people was made; the others follow by the second, which is their order in lists.
  private static let birth = Date(timeIntervalSince1970: 1_577_880_000)

  /// Puts everything in that is not there yet.
  func seed(_ state: inout EmulatorState, now: Date) throws {
    if state.teams[Self.teamID] == nil {
      state.teams[Self.teamID] = Team(teamID: Self.teamID, senders: ["example.com"])
    }
    // One that was revoked stays revoked, over a restart, too.
    if state.developerKeys[Self.keyID] == nil {
      state.developerKeys[Self.keyID] = DeveloperKey(
        keyID: Self.keyID, teamID: Self.teamID, primaryAppID: nil,
        publicX: Base64URL.encode(key.publicKey.x), publicY: Base64URL.encode(key.publicKey.y),
        privatePEM: try key.pem().revealText(), createdAt: now, revokedAt: nil)
    }
    seedClients(&state, now: now)
    for person in Self.people where state.accounts[person.id] == nil { state.put(person) }
  }

  private func seedClients(_ state: inout EmulatorState, now: Date) {
    var app =
      state.clients[Self.bundleID]
      ?? Client(
        clientID: Self.bundleID, teamID: Self.teamID, primaryAppID: nil, redirectURIs: [],
        notificationURL: nil, profile: .relaxed, createdAt: now)
    app.notificationURL = notificationURL ?? app.notificationURL
    state.clients[Self.bundleID] = app
    var web =
      state.clients[Self.servicesID]
      ?? Client(
        clientID: Self.servicesID, teamID: Self.teamID, primaryAppID: Self.bundleID, redirectURIs: [],
        notificationURL: nil, profile: .relaxed, createdAt: now)
    if !redirectURIs.isEmpty { web.redirectURIs = redirectURIs }
    state.clients[Self.servicesID] = web
  }

  private static let people = [
    person(0, "demo-maria", "maria@example.com", "Maria", "Lindqvist"),
    person(1, "demo-amir", "amir@example.com", "امیر", "رضایی", hidesEmail: true),
    person(2, "demo-school", "school@example.edu", "Sam", "Rivera", isManaged: true),
  ]

  private static func person(
    _ place: Int, _ id: String, _ email: String, _ given: String, _ family: String, hidesEmail: Bool = false,
    isManaged: Bool = false
  ) -> AppleAccount {
    AppleAccount(
      id: id, email: email, givenName: given, familyName: family, hideEmail: hidesEmail,
      isManaged: isManaged, twoFactor: nil, realUserStatus: 2,
      createdAt: birth.addingTimeInterval(Double(place)), deletedAt: nil)
  }
}
