/// A mail address with the name that mail programs show, as `Name <address>` (RFC 5322 §3.4).
package struct MailAddress: Sendable, Hashable {
  /// The name; nil: the address alone.
  package let name: String?
  /// The address, in ASCII.
  package let address: String

  /// An address of these parts; control characters in the name become spaces, so that it stays in its line.
  package init(name: String? = nil, address: String) {
    self.name = name.map(HeaderText.oneLine).flatMap { $0.isEmpty ? nil : $0 }
    self.address = address
  }

  /// What stands behind the @.
  package var domain: String {
    address.lastIndex(of: "@").map { String(address[address.index(after: $0)...]) } ?? ""
  }

  /// The header field's value.
  func field(afterColumn column: Int) -> String {
    guard let name else { return address }
    return HeaderText.phrase(name, afterColumn: column) + " <" + address + ">"
  }
}
