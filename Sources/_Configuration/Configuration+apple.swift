import BramleyCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Configuration {
  /// Apple's section. `dev` has the emulator's demo team where nothing is set.
  static func apple(_ isDev: Bool, _ reader: SettingsReader) throws(ConfigurationError) -> Apple {
    let file = try AppleConfigFile.read(reader)
    let teamID = try reader.text("apple.teamId") ?? file?.teamID ?? (isDev ? "DEMOTEAM01" : nil)
    let servicesID =
      try reader.text("apple.servicesId") ?? file?.clientID ?? (isDev ? "com.example.web" : nil)
    let apple = Apple(
      teamID: try checkedTeamID(teamID, reader),
      bundleIDs: try reader.list("apple.bundleIds") ?? (isDev ? ["com.example.app"] : []),
      servicesID: servicesID,
      key: try key(file, reader),
      nextKey: try nextKey(reader),
      previousTeamID: try previousTeamID(current: teamID, reader),
      secretLifetime: try secretLifetime(reader),
      baseURL: try baseURL(isDev, reader),
      issuers: try reader.list("apple.issuers") ?? [appleOrigin],
      requiresNonce: try reader.boolean("apple.requireNonce") ?? true,
      onAccountDeleted: try reader.choice("apple.onAccountDeleted", Apple.OnAccountDeleted.self) ?? .unlink,
      redirectURIs: try reader.list("apple.redirectUris") ?? file.map { [$0.redirectURI] } ?? [])
    guard !apple.bundleIDs.isEmpty || apple.servicesID != nil else {
      throw ConfigurationError(
        setting: "apple.bundleIds", problem: "Neither a bundle id nor apple.servicesId is set.",
        remedy: "List the bundle ids of your apps: [\"com.example.app\"]; without one every token is refused."
      )
    }
    if let next = apple.nextKey, apple.key == nil || apple.key?.id == next.id {
      throw reader.invalid(
        "apple.nextKeyId", "It names the only key, or the one in use.",
        "apple.keyId is the key in use, this the one that takes over; with one key leave this out.")
    }
    if let servicesID, apple.bundleIDs.contains(servicesID) {
      throw reader.invalid(
        "apple.servicesId", "It equals a bundle id.",
        "Register a Services ID of its own at Apple, for example \(servicesID).web.")
    }
    return apple
  }

  private static func checkedTeamID(_ teamID: String?, _ reader: SettingsReader) throws(ConfigurationError)
    -> String
  {
    guard let teamID else {
      throw ConfigurationError(
        setting: "apple.teamId", problem: "It is not set.",
        remedy: "Copy the ten characters under Membership at developer.apple.com/account.")
    }
    guard isTenCharacters(teamID) else {
      throw reader.invalid(
        "apple.teamId", "It is not ten capital letters and digits.",
        "Copy it from Membership at developer.apple.com/account; it is not the team's name.")
    }
    return teamID
  }

  private static func key(_ file: AppleConfigFile?, _ reader: SettingsReader) throws(ConfigurationError)
    -> (id: String, privateKey: Secret)?
  {
    let keyID = try reader.text("apple.keyId") ?? file?.keyID
    guard let privateKey = try reader.secret("apple.privateKey") ?? file?.privateKey else {
      guard keyID == nil else {
        throw ConfigurationError(
          setting: "apple.privateKey", problem: "apple.keyId is set without it.",
          remedy: "Set apple.privateKeyFile to the path of AuthKey_….p8.")
      }
      return nil
    }
    guard let keyID else {
      throw ConfigurationError(
        setting: "apple.keyId", problem: "apple.privateKey is set without it.",
        remedy: "It is the ten characters in the name of the key's file, AuthKey_<keyId>.p8.")
    }
    try checkKeyID(keyID, "apple.keyId", reader)
    try checkPrivateKey(privateKey, "apple.privateKey", reader)
    return (keyID, privateKey)
  }

  /// The key that takes over: Apple allows two, so that neither side has to switch at one moment.
  private static func nextKey(_ reader: SettingsReader) throws(ConfigurationError)
    -> (id: String, privateKey: Secret)?
  {
    let keyID = try reader.text("apple.nextKeyId")
    let privateKey = try reader.secret("apple.nextPrivateKey")
    switch (keyID, privateKey) {
    case (nil, nil): return nil
    case (_, nil):
      throw ConfigurationError(
        setting: "apple.nextPrivateKey", problem: "apple.nextKeyId is set without it.",
        remedy: "Set apple.nextPrivateKeyFile to the path of the new AuthKey_….p8.")
    case (nil, _):
      throw ConfigurationError(
        setting: "apple.nextKeyId", problem: "apple.nextPrivateKey is set without it.",
        remedy: "It is the ten characters in the name of the new key's file, AuthKey_<keyId>.p8.")
    case (let keyID?, let privateKey?):
      try checkKeyID(keyID, "apple.nextKeyId", reader)
      try checkPrivateKey(privateKey, "apple.nextPrivateKey", reader)
      return (keyID, privateKey)
    }
  }

  private static func previousTeamID(current: String?, _ reader: SettingsReader) throws(ConfigurationError)
    -> String?
  {
    guard let previous = try reader.text("apple.previousTeamId") else { return nil }
    guard isTenCharacters(previous), previous != current else {
      throw reader.invalid(
        "apple.previousTeamId", "It is not another team's ten capital letters and digits.",
        "Give the team that the app was transferred from; apple.teamId is the one that has it now.")
    }
    return previous
  }

  private static func checkKeyID(_ keyID: String, _ setting: String, _ reader: SettingsReader)
    throws(ConfigurationError)
  {
    guard isTenCharacters(keyID) else {
      throw reader.invalid(
        setting, "It is not ten capital letters and digits.",
        "It is the ten characters in the name of the key's file, AuthKey_<keyId>.p8.")
    }
  }

  /// A key that cannot sign would surface at the first sign-in; it stops the start instead (FR-13, FR-14).
  private static func checkPrivateKey(_ key: Secret, _ setting: String, _ reader: SettingsReader)
    throws(ConfigurationError)
  {
    do {
      _ = try P256PrivateKey(pem: key)
    } catch {
      let text = key.revealText() ?? ""
      guard !text.contains("\n"), text.hasSuffix(".p8") || text.hasPrefix("/") else {
        throw reader.invalid(
          setting, "\(error.message)",
          "Give the whole text of AuthKey_….p8 as Apple's page handed it out, or \(setting)File.")
      }
      throw reader.invalid(
        setting, "It is a path, not a key.", "Set \(setting)File to the path.")
    }
  }

  private static func secretLifetime(_ reader: SettingsReader) throws(ConfigurationError) -> Duration {
    let lifetime = try reader.duration("apple.secretLifetime") ?? .seconds(300)
    guard lifetime <= .seconds(15_777_000) else {
      throw reader.invalid(
        "apple.secretLifetime", "It is longer than Apple allows, 15777000 s (about six months).",
        "Leave it out: five minutes are enough, since a secret is made whenever one is needed.")
    }
    return lifetime
  }

  private static func baseURL(_ isDev: Bool, _ reader: SettingsReader) throws(ConfigurationError) -> Origin {
    let text = try reader.text("apple.baseUrl") ?? appleOrigin
    guard let origin = Origin(text) else {
      throw reader.invalid(
        "apple.baseUrl", "It is not scheme://host[:port].", "Leave it out, or name an emulator's address.")
    }
    let isReal = origin.description == appleOrigin
    if !isDev, !isReal, try reader.boolean("apple.allowEmulator") != true {
      throw reader.invalid(
        "apple.baseUrl", "It is not Apple's address, and whoever stands there could sign in as anyone.",
        "Leave it out; to test against an emulator set apple.allowEmulator: true.")
    }
    guard origin.scheme == "https" || origin.isLoopback else {
      throw reader.invalid("apple.baseUrl", "It is http on another machine.", "Use https.")
    }
    return origin
  }

  private static func isTenCharacters(_ text: String) -> Bool {
    text.utf8.count == 10 && text.utf8.allSatisfy { (65...90).contains($0) || (48...57).contains($0) }
  }
}

/// A `config.json` beside the `.p8`, in the shape that several sign-in libraries read.
private struct AppleConfigFile {
  let clientID: String
  let teamID: String
  let keyID: String
  let redirectURI: String
  /// The text of `AuthKey_<key_id>.p8` in the same folder.
  let privateKey: Secret

  private struct Members: Decodable {
    let client_id: String
    let team_id: String
    let key_id: String
    let redirect_uri: String
  }

  static func read(_ reader: SettingsReader) throws(ConfigurationError) -> AppleConfigFile? {
    guard let path = try reader.text("apple.configFile") else { return nil }
    guard let bytes = reader.readFile(path) else {
      throw reader.invalid("apple.configFile", "The file was not found.", "Check the path: \(path)")
    }
    guard let members = try? JSONDecoder().decode(Members.self, from: Data(bytes)) else {
      throw reader.invalid(
        "apple.configFile", "It lacks one of client_id, team_id, key_id and redirect_uri.",
        "Give all four as text.")
    }
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    let keyPath = folder + "AuthKey_\(members.key_id).p8"
    guard let key = reader.readFile(keyPath) else {
      throw reader.invalid(
        "apple.configFile", "The key of key_id was not found beside it.", "Put the file there: \(keyPath)")
    }
    return AppleConfigFile(
      clientID: members.client_id, teamID: members.team_id, keyID: members.key_id,
      redirectURI: members.redirect_uri, privateKey: Secret(bytes: key))
  }
}
