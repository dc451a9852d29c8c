/// What a check of the set-up found.
public struct Diagnosis: Sendable, Equatable {
  /// How a check ended.
  public enum Verdict: String, Sendable {
    /// Well.
    case good
    /// Not wrong, but worth a look.
    case remark
    /// Wrong.
    case wrong
  }

  /// What was checked, a stable name.
  public let check: String
  /// How it ended.
  public let verdict: Verdict
  /// What was found and what to do, without secrets.
  public let advice: String
}
