/// What an administrator's token allows; each admin route names the one that it needs (A36).
package struct AdminScope: RawRepresentable, Hashable, Sendable, CaseIterable, Comparable {
  /// The name, as `bramley admin token create --scope` takes it.
  package let rawValue: String
  /// A scope of that name.
  package init(rawValue: String) { self.rawValue = rawValue }

  /// To read accounts.
  package static let accountsRead = Self(rawValue: "accounts.read")
  /// To make and change accounts.
  package static let accountsWrite = Self(rawValue: "accounts.write")
  /// To delete accounts.
  package static let accountsDelete = Self(rawValue: "accounts.delete")
  /// To import accounts with their password hashes.
  package static let accountsImport = Self(rawValue: "accounts.import")
  /// To turn a person's ID token into a session cookie.
  package static let sessionCookies = Self(rawValue: "sessions.cookies")
  /// To act as a person: codes and links that sign in. Every use is audited.
  package static let impersonate = Self(rawValue: "accounts.impersonate")
  /// To read the project's configuration.
  package static let configurationRead = Self(rawValue: "configuration.read")
  /// To change the project's configuration.
  package static let configurationWrite = Self(rawValue: "configuration.write")

  /// Every scope there is.
  package static let allCases: [AdminScope] = [
    .accountsRead, .accountsWrite, .accountsDelete, .accountsImport, .sessionCookies, .impersonate,
    .configurationRead, .configurationWrite,
  ]

  package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
