import BramleyCrypto
import _Configuration

/// The sealing key that `dev` makes for itself beside its database, mode 0600.
enum SealingKeyFile {
  /// The key of a folder; made on the first start.
  static func key(in folder: String, random: any RandomSource) throws -> (id: String, key: Secret) {
    let path = folder + "/sealing.key"
    if PrivateFile.read(path) == nil {
      let key = Secret(bytes: random.bytes(32))
      let text = SealingKeyText.text(id: "dev1", key: key)
      do {
        try PrivateFile.create(path, text.reveal())
      } catch  where PrivateFile.read(path) != nil {
        // Another process made it first; its key is the one.
      }
    }
    guard let bytes = PrivateFile.read(path), let key = SealingKeyText.parse(Secret(bytes: bytes)) else {
      throw ConfigurationError(
        setting: path, problem: "The sealing key cannot be read.",
        remedy:
          "Restore it from a copy, or start with an empty --data folder: what it sealed is lost without it.")
    }
    return key
  }
}
