import _Configuration

/// Which configuration the doctor looks at.
struct DoctorConfiguration {
  let mode: Configuration.Mode
  private let file: [UInt8]?
  private let environment: [String: String]
  private let readFile: (String) -> [UInt8]?

  /// Finds it: the named file, else `bramley.json5` or `BRAMLEY_…` in the environment, else that of `dev`.
  init(
    path: String?, environment: [String: String], readFile: @escaping (String) -> [UInt8]?
  ) throws(ConfigurationError) {
    self.environment = environment
    self.readFile = readFile
    file = readFile(path ?? "bramley.json5")
    if let path, file == nil {
      throw ConfigurationError(
        setting: "-c \(path)", problem: "The file was not found, or cannot be read.",
        remedy: "Check the path and its permissions.")
    }
    let isConfigured =
      file != nil || environment.keys.contains(where: Configuration.isSetting(environmentName:))
    mode = isConfigured ? .serve : .dev
  }

  func load() throws(ConfigurationError) -> Configuration {
    try Configuration.load(mode: mode, json5: file, environment: environment, readFile: readFile)
  }
}
