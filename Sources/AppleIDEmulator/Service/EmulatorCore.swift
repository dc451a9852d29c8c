import BramleyCrypto
import BramleyHTTP
import Synchronization
#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What every endpoint needs: the state, the keys, the clock and the log.
final class EmulatorCore: Sendable {
  let issuer: String
  let defaultProfile: ReturnURLProfile
  /// `https` when the server in front speaks TLS.
  let scheme: String
  let controlNames: ControlNames
  let random: any RandomSource
  let now: @Sendable () -> Date
  let keeper: StateKeeper
  let keys: ServiceKeySet
  let log = RequestLog()
  let mint: TokenMint
  let notifier: Notifier
  private let verifiedSecrets = VerifiedSecrets()
  /// What is seeded again when the state starts afresh.
  let demo: Mutex<DemoRegistry?>

  init(
    configuration: AppleIDEmulator.Configuration, keeper: StateKeeper, keys: ServiceKeySet,
    demo: DemoRegistry?
  ) {
    issuer = configuration.issuer
    defaultProfile = configuration.defaultProfile
    scheme = configuration.scheme
    controlNames = ControlNames(issuer: configuration.issuer, others: configuration.controlHosts)
    random = configuration.random
    now = configuration.now
    self.keeper = keeper
    self.keys = keys
    self.demo = Mutex(demo)
    mint = TokenMint(issuer: configuration.issuer, keys: keys, random: configuration.random)
    notifier = Notifier(configuration, keeper: keeper, keys: keys)
  }

  /// Apple's clock, the skew applied.
  func appleTime(_ settings: Settings) -> Date { now().addingTimeInterval(Double(settings.clockSkew)) }

  /// The settings in force.
  var settings: Settings { keeper.read { $0.settings } }

  /// The address under which the caller reached us.
  func baseURL(of request: HTTPRequest) -> String {
    guard let host = request.headers["host"], let parts = Origin.split(host) else { return issuer }
    return scheme + "://" + parts.host + parts.port
  }

  /// Checks the client and its secret at a back-channel endpoint.
  ///
  /// - Parameter admitsPreviousTeam: Whether the team that gave the app away may still speak (migration).
  func authenticate(_ form: OAuthForm, admitsPreviousTeam: Bool = false) throws(Refusal) -> Caller {
    let clientID = try form.required("client_id")
    let secret = try form.required("client_secret")
    let (settings, client, previous) = keeper.read { state in
      let client = state.clients[clientID]
      let now = appleTime(state.settings)
      return (state.settings, client, client.flatMap { state.previousTeam(group: $0.group, now: now) })
    }
    guard let client else {
      throw .oauth(
        .invalidClient,
        reason: "client_id is not registered; see GET /emulator/v1/clients. The comparison is exact.")
    }
    let check = ClientSecretCheck(
      issuer: issuer, now: appleTime(settings), iatTolerance: settings.iatTolerance,
      verified: verifiedSecrets)
    let team = try check.check(
      secret,
      for: .init(
        client: client,
        teams: [client.teamID] + (admitsPreviousTeam ? [previous?.fromTeam].compactMap { $0 } : []),
        key: { id in self.keeper.read { $0.developerKeys[id] } }))
    return Caller(client: client, team: team, settings: settings, now: appleTime(settings))
  }
}

/// A client that has proven itself.
struct Caller: Sendable {
  let client: Client
  /// The team that signed the secret.
  let team: String
  let settings: Settings
  /// Apple's clock.
  let now: Date
}
