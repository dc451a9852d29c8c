/// Why the domain refused or could not do what was asked.
///
/// Equality looks at the code only. No description holds a token, code, key, name or address.
package struct AccountsError: Error, Sendable, Hashable, CustomStringConvertible {
  /// A stable name of the reason: the Identity Toolkit's own constant where there is one.
  package struct Code: RawRepresentable, Hashable, Sendable {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }
  }

  /// The reason.
  package let code: Code
  /// The sentence behind the constant on the wire (`CODE : text`); nil when the constant stands alone.
  package let text: String?
  /// When it is worth trying again.
  package let retryAfter: Duration?
  /// More for the log: the failing rule, what was expected and received. Never a secret.
  package let reason: String?
  /// What the client needs to go on with, when the second factor is asked for.
  package let secondFactor: PendingSecondFactor?

  /// An error of that code.
  package init(_ code: Code, _ text: String? = nil, retryAfter: Duration? = nil, reason: String? = nil) {
    self.code = code
    self.text = text
    self.retryAfter = retryAfter
    self.reason = reason
    secondFactor = nil
  }

  /// The first factor is proven, the second one is not.
  init(secondFactor: PendingSecondFactor) {
    code = .secondFactorRequired
    text = "The account asks for a second factor."
    retryAfter = nil
    reason = nil
    self.secondFactor = secondFactor
  }

  package var description: String {
    let head = text.map { "\(code.rawValue) : \($0)" } ?? code.rawValue
    return reason.map { "\(head) (\($0))" } ?? head
  }

  package static func == (left: AccountsError, right: AccountsError) -> Bool { left.code == right.code }
  package func hash(into hasher: inout Hasher) { hasher.combine(code) }
}
