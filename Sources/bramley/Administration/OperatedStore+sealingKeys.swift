import BramleyCrypto
import _Configuration

extension OperatedStore {
  /// The file of the sealing keys: the configuration's, or beside the database of `dev`.
  static func sealingKeyPath(_ options: CommandLineOptions) throws -> String {
    if options["--database"] != nil {
      guard case .sqlite(let path) = try database(options) else { throw noKeyFile }
      return SealingKeyFile.path(beside: path)
    }
    guard let path = try configuration(options).sealingKeyPath else { throw noKeyFile }
    return path
  }

  /// The sealing keys: the configuration's, or those beside the database of `dev`.
  static func masterKeys(_ options: CommandLineOptions) throws -> MasterKeyRing {
    if options["--database"] != nil { return try SealingKeyFile.keys(at: sealingKeyPath(options)) }
    guard let keys = try configuration(options).masterKeys() else { throw noKeyFile }
    return keys
  }

  private static var noKeyFile: ConfigurationError {
    ConfigurationError(
      setting: "keys.sealingFile", problem: "The sealing keys are in no file.",
      remedy: "Set keys.sealingFile, or put a new key in front of keys.sealing yourself.")
  }
}
