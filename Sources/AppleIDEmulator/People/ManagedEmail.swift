import BramleyCrypto

/// How the address of a Managed Apple Account stands in tokens; Apple documents that it may be missing.
enum ManagedEmail: String, Codable, Sendable {
  /// An empty text.
  case empty
  /// No claim.
  case absent
  /// The address itself.
  case present

  func text(_ address: String) -> String? {
    switch self {
    case .empty: ""
    case .absent: nil
    case .present: address
    }
  }
}

/// The number in the organization id of a managed account: one for each domain.
enum SchoolNumber {
  static func text(of account: AppleAccount) -> String {
    let domain = account.email.split(separator: "@").last.map { $0.lowercased() } ?? ""
    return Hex.encode(Array(SHA256.digest(Array(domain.utf8)).bytes.prefix(6)))
  }
}
