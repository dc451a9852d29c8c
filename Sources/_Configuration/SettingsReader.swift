import BramleyCrypto

/// Gives the document's entries their types; the first one that cannot be right is the error.
struct SettingsReader {
  let document: SettingsDocument
  /// Reads a file's bytes; nil when it cannot be read.
  let readFile: (String) -> [UInt8]?

  func text(_ key: String) throws(ConfigurationError) -> String? {
    guard let entry = document.entries[key] else { return nil }
    guard !entry.isList, let value = entry.texts.first else {
      throw ConfigurationError(
        setting: entry.origin, problem: "It is a list.", remedy: "Give one value in quotes.")
    }
    return value
  }

  func required(_ key: String, example: String) throws(ConfigurationError) -> String {
    guard let value = try text(key), !value.isEmpty else {
      throw ConfigurationError(
        setting: key, problem: "It is not set.",
        remedy: "Set it, for example to \(example), here or as \(KnownSettings.environmentName(key)).")
    }
    return value
  }

  func list(_ key: String) throws(ConfigurationError) -> [String]? {
    guard let entry = document.entries[key] else { return nil }
    // One name given as text would otherwise be searched for parts of names (A03).
    guard entry.isList else {
      throw ConfigurationError(
        setting: entry.origin, problem: "It is one text where a list belongs.",
        remedy: "Write it in brackets: [\"…\"].")
    }
    return entry.texts
  }

  func boolean(_ key: String) throws(ConfigurationError) -> Bool? {
    guard let value = try text(key) else { return nil }
    switch value {
    case "true": return true
    case "false": return false
    default: throw invalid(key, "It is neither true nor false.", "Write true or false without quotes.")
    }
  }

  func duration(_ key: String) throws(ConfigurationError) -> Duration? {
    guard let value = try text(key) else { return nil }
    guard let duration = DurationText.parse(value), duration > .zero else {
      throw invalid(key, "It is not a length of time.", "Write a number with s, m, h or d: \"5m\", \"90d\".")
    }
    return duration
  }

  func choice<Choice: RawRepresentable & CaseIterable>(_ key: String, _: Choice.Type)
    throws(ConfigurationError) -> Choice? where Choice.RawValue == String
  {
    guard let value = try text(key) else { return nil }
    guard let choice = Choice(rawValue: value) else {
      let names = Choice.allCases.map(\.rawValue).joined(separator: ", ")
      throw invalid(key, "There is no such choice.", "Choose one of: \(names).")
    }
    return choice
  }

  /// A secret by value or by file; both at once is a mistake, since one of them would be ignored.
  func secret(_ key: String) throws(ConfigurationError) -> Secret? {
    let value = try text(key)
    guard let path = try text(key + "File") else {
      guard let value else { return nil }
      guard !value.isEmpty else {
        throw invalid(key, "It is empty.", "Give the secret, or \(key)File with a path.")
      }
      return Secret(utf8: value)
    }
    guard value == nil else {
      throw invalid(key, "It is given as value and as file.", "Keep one of \(key) and \(key)File.")
    }
    guard let bytes = readFile(path) else {
      throw invalid(
        key + "File", "The file was not found, or cannot be read.",
        "Check the path and its permissions: \(path)")
    }
    return Secret(bytes: bytes)
  }

  func invalid(_ key: String, _ problem: String, _ remedy: String) -> ConfigurationError {
    ConfigurationError(
      setting: document.entries[key]?.origin ?? key, problem: problem, remedy: remedy)
  }
}
