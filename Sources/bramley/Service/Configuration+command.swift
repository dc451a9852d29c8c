import BramleyCrypto
import _Configuration

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Configuration {
  /// The sealing keys; nil in `dev` where none is configured.
  func masterKeys() throws(CryptoError) -> MasterKeyRing? { try MasterKeyRing(sealingKeys) }

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
  /// A ring of keys as a configuration or a file holds them, the current one first; nil for none.
  init?(_ keys: [(id: String, key: Secret)]) throws(CryptoError) {
    var ring: [MasterKey] = []
    for (id, key) in keys { ring.append(try MasterKey(id: id, secret: key)) }
    guard let current = ring.first else { return nil }
    try self.init(current: current, previous: Array(ring.dropFirst()))
  }
}
