/// A change of the address that a link in the old mailbox can still undo.
struct AddressStep: Codable, Sendable, Hashable {
  /// The address before the change.
  var from: String
  /// When its code was made, in milliseconds since 1970.
  var atMilliseconds: Int64
}

/// Which changes of the address can still be undone (A33).
///
/// Who held the address first is believed: a link that is used ends those that went to later mailboxes, or a
/// thief who changed the address twice would take the account back by the link of his own.
extension Account {
  /// Under which name an account keeps its steps.
  private static let trailMember = "addressTrail"
  /// More changes within the hour of a code than anybody needs; those after them cannot be undone.
  private static let longestTrail = 16

  private var addressTrail: [AddressStep] {
    get {
      extras[Self.trailMember].flatMap { SealedJSON.decode([AddressStep].self, from: Array($0.utf8)) } ?? []
    }
    set {
      let bytes = newValue.isEmpty ? nil : try? SealedJSON.encode(newValue)
      extras[Self.trailMember] = bytes.map { String(decoding: $0, as: UTF8.self) }
    }
  }

  /// Notes a change whose undoing was mailed to the old address.
  mutating func noteAddressStep(from address: String, at time: Timestamp, lifetime: Duration) {
    let oldest = (time - lifetime).milliseconds
    let steps = addressTrail.filter { $0.atMilliseconds >= oldest }
    guard steps.count < Self.longestTrail else { return }
    addressTrail = steps + [AddressStep(from: address, atMilliseconds: time.milliseconds)]
  }

  /// Takes the step that a code undoes and every later one off; false when it cannot be undone any more.
  mutating func undoAddressStep(from address: String, at time: Timestamp) -> Bool {
    let steps = addressTrail
    let step = AddressStep(from: address, atMilliseconds: time.milliseconds)
    guard let index = steps.firstIndex(of: step) else { return false }
    addressTrail = Array(steps[..<index])
    return true
  }

  /// After somebody proved to own the address that the account has now: what came after the first time that
  /// it was given up came from somebody else.
  mutating func keepAddressSteps(upTo address: String) {
    let steps = addressTrail
    guard let index = steps.firstIndex(where: { $0.from == address }) else { return }
    addressTrail = Array(steps[...index])
  }

  /// Ends all of them: the account has another owner now, or an administrator gave it an address.
  mutating func forgetAddressSteps() { extras[Self.trailMember] = nil }
}
