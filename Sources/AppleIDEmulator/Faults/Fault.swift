/// One way in which the emulated service misbehaves.
struct Fault: Codable, Sendable {
  /// Where.
  enum Endpoint: String, Codable, Sendable, CaseIterable {
    case discovery, keys, authorize, token, revoke, usermigrationinfo, notifications
  }

  /// How.
  enum Kind: String, Codable, Sendable, CaseIterable {
    /// An HTTP status, 503 unless said otherwise.
    case status
    /// No answer.
    case timeout
    /// The right answer, late.
    case slow
    /// The right answer, a byte at a time.
    case slowBody = "slow_body"
    /// The connection is closed without an answer.
    case reset
    /// A page where JSON is expected.
    case html
    /// A token whose signature is wrong.
    case badSignature = "bad_signature"
    /// A token signed with a key that is not in the set.
    case wrongKey = "wrong_key"
    /// JSON that breaks off.
    case malformed
  }

  let endpoint: Endpoint
  let kind: Kind
  /// The status of ``Kind/status``, ``Kind/html`` and ``Kind/malformed``.
  var status: Int?
  /// How often; nil until it is removed.
  var times: Int?
  /// Milliseconds of delay for ``Kind/slow``.
  var delay: Int?

  enum CodingKeys: String, CodingKey {
    case endpoint, kind, status, times
    case delay = "delay_ms"
  }

  /// What the fault means for signatures.
  var flaw: ServiceKeySet.Flaw {
    switch kind {
    case .badSignature: .badSignature
    case .wrongKey: .wrongKey
    default: .none
    }
  }
}

/// The faults that wait, the first of an endpoint first.
struct FaultSet: Sendable {
  private(set) var faults: [Fault] = []

  /// Faults that are kept at most.
  static let bound = 100

  /// Adds one; false when there are too many.
  mutating func add(_ fault: Fault) -> Bool {
    guard faults.count < Self.bound else { return false }
    faults.append(fault)
    return true
  }

  /// Takes the first fault of an endpoint and counts it down.
  mutating func take(_ endpoint: Fault.Endpoint) -> Fault? {
    guard let index = faults.firstIndex(where: { $0.endpoint == endpoint }) else { return nil }
    let fault = faults[index]
    if let times = fault.times {
      if times <= 1 { faults.remove(at: index) } else { faults[index].times = times - 1 }
    }
    return fault
  }

  /// Whether any fault waits; spares the look-up on the hot path.
  var isEmpty: Bool { faults.isEmpty }
}
