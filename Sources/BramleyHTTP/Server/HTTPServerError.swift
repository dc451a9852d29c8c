/// Why a server did not start.
///
/// Equality looks at the code alone.
public struct HTTPServerError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What went wrong, as a word that stays the same.
  public struct Code: Sendable, Hashable, RawRepresentable {
    /// The word.
    public let rawValue: String
    /// Wraps a word.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Another program listens there.
    public static let addressInUse = Code(rawValue: "address-in-use")
    /// The system does not let this user listen there.
    public static let permissionDenied = Code(rawValue: "permission-denied")
    /// No interface of this machine has the address.
    public static let addressNotAvailable = Code(rawValue: "address-not-available")
    /// The address cannot be understood, or there is none.
    public static let invalidAddress = Code(rawValue: "invalid-address")
    /// The certificate or its key cannot be used.
    public static let invalidCertificate = Code(rawValue: "invalid-certificate")
    /// The system ran out of something, or refused for a reason of its own.
    public static let systemFailure = Code(rawValue: "system-failure")
    /// ``HTTPServer/start()`` was called twice.
    public static let alreadyStarted = Code(rawValue: "already-started")
  }

  /// The kind of failure.
  public let code: Code
  /// A sentence that says what is wrong and what to do.
  public let description: String

  init(_ code: Code, _ description: String = "") {
    self.code = code
    self.description = description
  }

  /// Compares the codes.
  public static func == (left: HTTPServerError, right: HTTPServerError) -> Bool { left.code == right.code }
  /// Hashes the code.
  public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}
