import BramleyCrypto

/// Which settings differ between two readings, and which of them a running service may take over.
extension Configuration {
  /// The settings that were given differently than before, in alphabetical order.
  ///
  /// A file that a setting names counts with its contents, so that a key replaced in its place is seen.
  public func changedSettings(from old: Configuration) -> [String] {
    Set(given.keys).union(old.given.keys).filter { given[$0] != old.given[$0] }.sorted()
  }

  /// The settings among the changed ones that wait for a restart.
  ///
  /// Apple's keys, limits and the theme are taken over by a running service (contract, section 3). Going
  /// from no key to one is not a change of keys: what is exchanged and revoked was decided at the start.
  public func settingsForRestart(from old: Configuration) -> [String] {
    changedSettings(from: old).filter { setting in
      switch setting {
      case "apple.keyId", "apple.privateKey", "apple.privateKeyFile":
        (apple.key == nil) != (old.apple.key == nil)
      case "apple.nextKeyId", "apple.nextPrivateKey", "apple.nextPrivateKeyFile":
        apple.key == nil
      case "apple.configFile":
        apple.teamID != old.apple.teamID || apple.servicesID != old.apple.servicesID
          || apple.redirectURIs != old.apple.redirectURIs || (apple.key == nil) != (old.apple.key == nil)
      case "apple.secretLifetime": false
      default: !setting.hasPrefix("pages.") && !setting.hasPrefix("rateLimits.")
      }
    }
  }

  /// Whether a name in the environment gives a setting.
  public static func isSetting(environmentName name: String) -> Bool {
    KnownSettings.kinds.contains { setting, kind in
      let known = KnownSettings.environmentName(setting)
      if case .secret = kind, name == known + "FILE" { return true }
      return name == known
    }
  }

  /// The hash of every setting's text, and of the file behind it where it names one.
  static func hashes(of document: SettingsDocument, _ readFile: (String) -> [UInt8]?) -> [String:
    SHA256Digest]
  {
    var hashes: [String: SHA256Digest] = [:]
    for (setting, entry) in document.entries {
      var bytes = Array(entry.texts.joined(separator: "\0").utf8)
      let isFile =
        KnownSettings.setting(fromFileKey: setting) != nil || setting == "apple.configFile"
        || setting == "pages.appleLogo"
      if isFile, let path = entry.texts.first, let contents = readFile(path) {
        bytes += [0] + contents
      }
      hashes[setting] = SHA256.digest(bytes)
    }
    return hashes
  }
}

extension Configuration {
  /// This configuration, as the answer to another one: only the settings that wait for a restart still
  /// count as changed when the next one is read.
  public func acknowledging(_ other: Configuration, except waiting: [String]) -> Configuration {
    var copy = self
    let old = given
    copy.given = other.given
    for setting in waiting { copy.given[setting] = old[setting] }
    return copy
  }
}
