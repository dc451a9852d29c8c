import BramleyCrypto
import _Configuration

/// A file of sealing keys: the configuration's, or the one of mode 0600 that `dev` makes beside its database.
enum SealingKeyFile {
  /// Where the keys of a folder are.
  static func path(in folder: String) -> String { folder + "/sealing.key" }

  /// Where `dev` keeps the keys of a database file.
  static func path(beside database: String) -> String { path(in: PrivateFile.folder(of: database)) }

  /// The keys of a folder, the current one first; the first one is made on the first start.
  static func keys(in folder: String, random: any RandomSource) throws -> MasterKeyRing {
    let path = path(in: folder)
    if PrivateFile.read(path) == nil {
      let key = Secret(bytes: random.bytes(32))
      let text = SealingKeyText.text(id: "dev1", key: key)
      do {
        try PrivateFile.create(path, text.reveal())
      } catch  where PrivateFile.read(path) != nil {
        // Another process made it first; its key is the one.
      }
    }
    return try keys(at: path)
  }

  /// The keys of a file.
  static func keys(at path: String) throws -> MasterKeyRing {
    guard let keys = try MasterKeyRing(kept(at: path) ?? []) else {
      throw ConfigurationError(
        setting: path, problem: "The sealing key cannot be read.",
        remedy:
          "Restore it from a copy, or start with an empty --data folder: what it sealed is lost without it.")
    }
    return keys
  }

  /// Puts a new key in front of a file's; answers its id. Services take it at their next start.
  static func addKey(to path: String, random: any RandomSource) throws -> String {
    guard let kept = kept(at: path), let bytes = PrivateFile.read(path) else {
      throw ConfigurationError(
        setting: "keys.sealingFile", problem: "\(path) holds no sealing keys.", remedy: "Check the path.")
    }
    guard kept.count < SealingKeyText.mostKeys else {
      throw ConfigurationError(
        setting: "keys.sealingFile", problem: "\(path) holds \(kept.count) keys.",
        remedy: "Run keys rotate --reseal, then take the last ones out.")
    }
    let used = Set(kept.map(\.id))
    let id = (1...64).lazy.map { "k\($0)" }.first { !used.contains($0) } ?? "k" + Hex.encode(random.bytes(4))
    let new = SealingKeyText.text(id: id, key: Secret(bytes: random.bytes(32))).reveal()
    try PrivateFile.replace(path, new + Array("\n".utf8) + bytes)
    return id
  }

  private static func kept(at path: String) -> [(id: String, key: Secret)]? {
    PrivateFile.read(path).flatMap { SealingKeyText.parseAll(Secret(bytes: $0)) }
  }
}
