import BramleyCrypto
import _Configuration

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Configuration {
  /// The sealing keys, the current one first; nil in `dev` where none is configured.
  func masterKeys() throws -> MasterKeyRing? {
    guard let sealingKey else { return nil }
    return try MasterKeyRing(current: sealingKey, previous: previousSealingKeys)
  }

  /// The configuration of a command: its `-c FILE` and the environment.
  static func load(_ mode: Mode, _ options: CommandLineOptions) throws -> Configuration {
    var file: [UInt8]?
    if let path = options["-c"] {
      guard let bytes = PrivateFile.read(path) else {
        throw ConfigurationError(
          setting: "-c \(path)", problem: "The file was not found, or cannot be read.",
          remedy: "Check the path and its permissions.")
      }
      file = bytes
    }
    return try load(
      mode: mode, json5: file, environment: ProcessInfo.processInfo.environment, readFile: PrivateFile.read)
  }
}

extension MasterKeyRing {
  /// A ring of keys as a configuration or a file holds them.
  init(current: (id: String, key: Secret), previous: [(id: String, key: Secret)]) throws(CryptoError) {
    var others: [MasterKey] = []
    for key in previous { others.append(try MasterKey(id: key.id, secret: key.key)) }
    try self.init(current: MasterKey(id: current.id, secret: current.key), previous: others)
  }
}
