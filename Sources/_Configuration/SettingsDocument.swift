#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The settings as given, before they mean anything: file first, then the environment over it.
struct SettingsDocument {
  /// One value as it was written, with the place that a refusal names.
  struct Entry {
    var texts: [String]
    var isList: Bool
    /// `apple.teamId` or `BRAMLEY_APPLE_TEAMID`, whichever gave the value.
    var origin: String
  }

  private(set) var entries: [String: Entry] = [:]

  /// Reads a JSON5 file (nil: none) and the environment.
  init(json5: [UInt8]?, environment: [String: String]) throws(ConfigurationError) {
    if let json5 {
      let decoder = JSONDecoder()
      decoder.allowsJSON5 = true
      let tree: SettingsTree
      do {
        tree = try decoder.decode(SettingsTree.self, from: Data(json5))
      } catch {
        throw ConfigurationError(
          setting: "configuration file", problem: "It is not JSON5.",
          remedy: JSON5Fault.first(in: json5).map { "Look at \($0)." }
            ?? "Check its brackets, commas and quotes, and that it is text in UTF-8.")
      }
      guard case .object(let members) = tree else {
        throw ConfigurationError(
          setting: "configuration file", problem: "It holds no object.",
          remedy: "Begin with { and name the settings inside.")
      }
      try add(members, under: "")
    }
    for setting in KnownSettings.kinds.keys {
      let name = KnownSettings.environmentName(setting)
      if let value = environment[name] { try addEnvironment(value, setting, name) }
      if case .secret? = KnownSettings.kinds[setting], let path = environment[name + "FILE"] {
        entries[setting + "File"] = Entry(texts: [path], isList: false, origin: name + "FILE")
      }
    }
  }

  private mutating func addEnvironment(_ value: String, _ setting: String, _ name: String)
    throws(ConfigurationError)
  {
    if case .list? = KnownSettings.kinds[setting] {
      let parts = value.split(separator: ",").map { String($0).trimmed }
      entries[setting] = Entry(texts: parts.filter { !$0.isEmpty }, isList: true, origin: name)
    } else {
      entries[setting] = Entry(texts: [value], isList: false, origin: name)
    }
  }

  private mutating func add(_ members: [String: SettingsTree], under prefix: String)
    throws(ConfigurationError)
  {
    for (name, tree) in members {
      let key = prefix.isEmpty ? name : "\(prefix).\(name)"
      switch tree {
      case .object(let inner): try add(inner, under: key)
      case .scalar(let text): try set(key, Entry(texts: [text], isList: false, origin: key))
      case .list(let texts): try set(key, Entry(texts: texts, isList: true, origin: key))
      case .null: continue
      case .unfit:
        throw ConfigurationError(
          setting: key, problem: "It is of a kind that no setting has.",
          remedy: "Write a text in quotes, true or false, a whole number, or a list of texts in brackets.")
      }
    }
  }

  private mutating func set(_ key: String, _ entry: Entry) throws(ConfigurationError) {
    guard KnownSettings.kinds[key] != nil || KnownSettings.setting(fromFileKey: key) != nil else {
      throw ConfigurationError(
        setting: key, problem: "There is no such setting.",
        remedy: "The nearest one is \(KnownSettings.nearest(to: key)).")
    }
    // Members of an object have no order: which of the two counts would differ from start to start.
    guard entries[key] == nil else {
      throw ConfigurationError(
        setting: key, problem: "It is given twice, nested and with dots.", remedy: "Keep one of the two.")
    }
    entries[key] = entry
  }
}

/// JSON5 reduced to what settings need: every scalar as its text.
private enum SettingsTree: Decodable {
  case object([String: SettingsTree])
  case list([String])
  case scalar(String)
  case null
  /// What no setting is: a fraction, a list of anything but texts.
  case unfit

  init(from decoder: any Decoder) throws {
    if let members = try? decoder.singleValueContainer().decode([String: SettingsTree].self) {
      self = .object(members)
      return
    }
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let text = try? container.decode(String.self) {
      self = .scalar(text)
    } else if let flag = try? container.decode(Bool.self) {
      self = .scalar(flag ? "true" : "false")
    } else if let number = try? container.decode(Int64.self) {
      self = .scalar(String(number))
    } else if let texts = try? container.decode([String].self) {
      self = .list(texts)
    } else {
      self = .unfit
    }
  }
}

extension String {
  /// The text without white space at either end.
  var trimmed: String {
    var rest = self[...]
    while rest.first?.isWhitespace == true { rest.removeFirst() }
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return String(rest)
  }
}
