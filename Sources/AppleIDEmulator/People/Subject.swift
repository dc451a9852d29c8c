import BramleyCrypto

/// Makes the pairwise subjects of people: one per person and team.
///
/// A subject is derived and so needs no row: the same person comes back to a team under the same subject,
/// also after revocation.
enum Subject {
  /// The `sub` that a team sees, in the form of Apple's: six digits, 32 hex digits, four digits.
  static func text(account: String, team: String, createdAt minuteOfDay: Int) -> String {
    shaped("subject", account, team, minuteOfDay: minuteOfDay)
  }

  /// The `transfer_sub` of a person between two teams; the same for every app moved between them.
  static func transferText(account: String, from: String, to: String, minuteOfDay: Int) -> String {
    shaped("transfer", account, from + "\u{0}" + to, minuteOfDay: minuteOfDay)
  }

  private static func shaped(_ purpose: String, _ account: String, _ scope: String, minuteOfDay: Int)
    -> String
  {
    let bytes = SHA256.digest(Array((purpose + "\u{0}" + account + "\u{0}" + scope).utf8)).bytes
    let number = (UInt32(bytes[29]) << 16 | UInt32(bytes[30]) << 8 | UInt32(bytes[31])) % 1_000_000
    return padded(Int(number), 6) + "." + Hex.encode(Array(bytes.prefix(16))) + "."
      + padded(minuteOfDay / 60 * 100 + minuteOfDay % 60, 4)
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
