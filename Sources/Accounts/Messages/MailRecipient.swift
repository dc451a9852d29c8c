/// Whether mail can be sent to an address.
package enum MailRecipient {
  /// Refuses addresses that plain SMTP cannot carry.
  ///
  /// Throws `INVALID_EMAIL` with what to do: letters beyond ASCII need SMTPUTF8 on every station of the way,
  /// which nobody can promise (RFC 6531); a domain has a spelling in ASCII.
  package static func check(_ address: String) throws(AccountsError) {
    let parts = address.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else { throw AccountsError(.invalidEmail) }
    let isPlain = { (part: Substring) in part.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f } }
    guard isPlain(parts[0]) else {
      throw AccountsError(
        .invalidEmail, "Mail can only be sent to an address with ASCII characters before the @.")
    }
    guard isPlain(parts[1]) else {
      throw AccountsError(
        .invalidEmail, "Mail can only be sent to a domain in ASCII: write it as xn--….")
    }
    guard parts[0].utf8.allSatisfy(isAtomText), parts[0].first != ".", parts[0].last != ".",
      !parts[0].contains("..")
    else {
      throw AccountsError(
        .invalidEmail, "Mail cannot be sent to an address with these characters before the @.")
    }
  }

  /// RFC 5322 §3.2.3, and the dot between atoms.
  private static func isAtomText(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "!#$%&'*+-/=?^_`{|}~.".utf8.contains(byte)
    }
  }
}
