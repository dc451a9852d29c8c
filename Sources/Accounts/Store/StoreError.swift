/// Why a store could not do an operation; nothing of the operation was done, except as ``Code/inDoubt`` says.
package struct StoreError: Error, Sendable, Hashable, CustomStringConvertible {
  /// A stable name of the reason.
  package struct Code: RawRepresentable, Hashable, Sendable {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }

    /// More requests wait than the bound allows; trying again in a moment helps.
    package static let overloaded = Self(rawValue: "overloaded")
    /// Another process holds the store, or it cannot be reached now.
    package static let busy = Self(rawValue: "busy")
    /// The disk is full.
    package static let full = Self(rawValue: "full")
    /// The store may not be written.
    package static let readOnly = Self(rawValue: "read_only")
    /// The store's content is damaged.
    package static let corrupt = Self(rawValue: "corrupt")
    /// The schema is not the one that this version works with.
    package static let schema = Self(rawValue: "schema")
    /// The commit was sent and its outcome is unknown.
    package static let inDoubt = Self(rawValue: "in_doubt")
    /// Anything else.
    package static let unexpected = Self(rawValue: "unexpected")
  }

  /// The reason.
  package let code: Code
  /// A sentence for the operator; holds no values of rows.
  package let message: String

  /// An error of that code.
  package init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  package var description: String { "\(code.rawValue): \(message)" }
  package static func == (left: StoreError, right: StoreError) -> Bool { left.code == right.code }
  package func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

extension AccountsError {
  /// What a client hears of trouble in the store: that trying again helps.
  package init(_ error: StoreError) {
    self.init(
      .unavailable, "The service cannot answer now. Please try again.", retryAfter: .seconds(1),
      reason: "store \(error.code.rawValue)")
  }
}
