import BramleyCrypto
import _Configuration

/// The sealing key that `dev` makes for itself beside its database, mode 0600.
enum SealingKeyFile {
  /// Where the keys of a folder are.
  static func path(in folder: String) -> String { folder + "/sealing.key" }

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
    guard let bytes = PrivateFile.read(path), let keys = SealingKeyText.parseAll(Secret(bytes: bytes)),
      let current = keys.first
    else {
      throw ConfigurationError(
        setting: path, problem: "The sealing key cannot be read.",
        remedy:
          "Restore it from a copy, or start with an empty --data folder: what it sealed is lost without it.")
    }
    return try MasterKeyRing(current: current, previous: Array(keys.dropFirst()))
  }
}
