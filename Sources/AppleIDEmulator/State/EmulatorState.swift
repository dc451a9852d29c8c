#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Everything that the emulator knows; a value whose operations are synchronous and do no I/O.
struct EmulatorState: Sendable {
  /// The settings as one row under ``settingsKey``; absent means the defaults.
  var savedSettings: Shelf<Settings>
  var teams: Shelf<Team>
  var clients: Shelf<Client>
  var developerKeys: Shelf<DeveloperKey>
  var accounts: Shelf<AppleAccount>
  var grants: Shelf<Grant>
  var relays: Shelf<RelayAddress>
  var codes: Shelf<AuthorizationCode>
  var refreshTokens: Shelf<RefreshToken>
  var accessTokens: Shelf<AccessToken>
  var transfers: Shelf<Transfer>
  var notifications: Shelf<NotificationRecord>
  /// The signing keys; starting afresh leaves them, since making new ones takes long.
  var serviceKeys: Shelf<KeptKey>
  var faults = FaultSet()

  /// Counts how often the state was started afresh since the process began.
  private(set) var era = 0

  /// Whether the store is to be emptied before the next rows are written.
  var isCleared = false

  /// What was handed out, oldest first, so that sweeping needs no search.
  var codeOrder = ExpiryQueue()
  var accessOrder = ExpiryQueue()
  var refreshOrder = ExpiryQueue()

  /// How many notifications there were.
  var notificationCount = 0

  /// Accounts by address in lower case; deleted ones are not in it.
  var accountsByEmail: [String: String] = [:]
  /// Accounts by every subject that was made so far.
  var accountsBySubject: [String: String] = [:]

  /// The key of the settings' only row.
  static let settingsKey = "settings"

  /// The settings in force.
  var settings: Settings {
    get { savedSettings[Self.settingsKey] ?? Settings() }
    set { savedSettings[Self.settingsKey] = newValue }
  }

  /// An empty state.
  init(isTracked: Bool) {
    savedSettings = Shelf(isTracked: isTracked)
    teams = Shelf(isTracked: isTracked)
    clients = Shelf(isTracked: isTracked)
    developerKeys = Shelf(isTracked: isTracked)
    accounts = Shelf(isTracked: isTracked)
    grants = Shelf(isTracked: isTracked)
    relays = Shelf(isTracked: isTracked)
    codes = Shelf(isTracked: isTracked)
    refreshTokens = Shelf(isTracked: isTracked)
    accessTokens = Shelf(isTracked: isTracked)
    transfers = Shelf(isTracked: isTracked)
    notifications = Shelf(isTracked: isTracked)
    serviceKeys = Shelf(isTracked: isTracked)
  }

  /// Back to nothing but the signing keys.
  ///
  /// - Returns: What was there: freeing many rows takes longer than anyone should wait under the lock.
  mutating func removeAll() -> EmulatorState {
    let past = self
    self = EmulatorState(isTracked: past.serviceKeys.isTracked)
    serviceKeys = past.serviceKeys
    era = past.era + 1
    isCleared = true
    return past
  }
}
