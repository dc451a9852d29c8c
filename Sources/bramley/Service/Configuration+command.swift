import _Configuration

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Configuration {
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
