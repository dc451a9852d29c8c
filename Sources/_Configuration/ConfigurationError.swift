/// A setting on which the service cannot run, told so that the operator can mend it.
public struct ConfigurationError: Error, Hashable, CustomStringConvertible {
  /// The setting's path (`apple.teamId`), an option (`--port`), or the file.
  public let setting: String
  /// What is wrong with it. Never a secret's value.
  public let problem: String
  /// What would be right.
  public let remedy: String

  /// Names a setting, what is wrong, and what would be right.
  public init(setting: String, problem: String, remedy: String) {
    self.setting = setting
    self.problem = problem
    self.remedy = remedy
  }

  /// One line: setting, problem, remedy.
  public var description: String { "\(setting): \(problem) \(remedy)" }
}
