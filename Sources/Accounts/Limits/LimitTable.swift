import Synchronization

/// The subjects of one limit, in a fixed number of slots: a flood of addresses takes no memory.
///
/// A subject has eight slots that it may stand in. Where all are taken, the one with the fewest attempts
/// makes room, and its count is taken over (the Space-Saving method of Metwally, Agrawal and El Abbadi): a
/// flood can raise the count of strangers by its own size divided by the number of slots, but lowers none,
/// so nobody gets rid of a count by making noise.
final class LimitTable: Sendable {
  /// One lock with its slots, which are made when they are first needed.
  private final class Stripe: Sendable {
    let slots = Mutex<[LimitSlot]>([])
  }

  let kind: LimitKind
  let limit: Limit
  private let stripes: [Stripe]
  private let setsPerStripe: Int
  private static let ways = 8

  /// An empty table.
  ///
  /// - Parameter capacity: How many subjects it holds, at least.
  init(_ kind: LimitKind, _ limit: Limit, capacity: Int = 16_384, stripes: Int = 16) {
    self.kind = kind
    self.limit = limit
    self.stripes = (0..<max(1, stripes)).map { _ in Stripe() }
    setsPerStripe = max(1, (capacity + Self.ways * self.stripes.count - 1) / (Self.ways * self.stripes.count))
  }

  /// A subject as the slots know it: hashed under the seed of this process, so that nobody outside can
  /// choose whom he shares slots with.
  static func key(of subject: String) -> UInt64 {
    var hasher = Hasher()
    hasher.combine(subject)
    return UInt64(bitPattern: Int64(hasher.finalize()))
  }

  /// The end of the window that an instant lies in, in milliseconds since 1970.
  func end(at now: Timestamp) -> Int64 {
    let window = limit.seconds * 1000
    let (quotient, _) = max(0, now.milliseconds).quotientAndRemainder(dividingBy: window)
    let end = (quotient + 1).multipliedReportingOverflow(by: window)
    return end.overflow ? .max : end.partialValue
  }

  /// Makes an attempt of a subject.
  func spend(_ key: UInt64, end: Int64) -> LimitSlot.Step {
    with(key, end) { $0.spend(limit, kind.counting) }
  }

  /// Takes what the store granted; whether the attempt may go on.
  func settle(_ key: UInt64, end: Int64, granted: Int, owed: Int, want: Int) -> Bool {
    with(key, end) { $0.settle(granted, owed: owed, want: want) }
  }

  /// The store could not be asked; whether the attempt may go on.
  func goOn(_ key: UInt64, end: Int64, owed: Int) -> Bool {
    with(key, end) { $0.goOn(limit, owed: owed, isOpen: kind.opensWithoutStore) }
  }

  /// Notes again what was to be told to the store and was not.
  func owe(_ key: UInt64, end: Int64, _ owed: Int) {
    with(key, end) { $0.owe(owed) }
  }

  /// Takes an attempt back.
  func giveBack(_ key: UInt64, end: Int64) {
    with(key, end) { $0.giveBack(kind.counting) }
  }

  private func with<Answer>(_ key: UInt64, _ end: Int64, _ body: (inout LimitSlot) -> Answer) -> Answer {
    let stripe = stripes[Int(key % UInt64(stripes.count))]
    let set = Int(key / UInt64(stripes.count) % UInt64(setsPerStripe)) * Self.ways
    return stripe.slots.withLock { slots in
      if slots.isEmpty { slots = Array(repeating: LimitSlot(), count: setsPerStripe * Self.ways) }
      let index = Self.place(of: key, end, in: &slots, set: set)
      return body(&slots[index])
    }
  }

  /// The slot of a subject in the current window; one is made when there is none.
  private static func place(of key: UInt64, _ end: Int64, in slots: inout [LimitSlot], set: Int) -> Int {
    var least = set
    for index in set..<set + ways {
      if slots[index].subject == key, slots[index].end != 0 {
        // A clock that went back a little meets the window that another thread has begun.
        if slots[index].end < end { slots[index] = LimitSlot(subject: key, end: end) }
        return index
      }
      if weight(slots[index], end) < weight(slots[least], end) { least = index }
    }
    let inherited = slots[least].end >= end ? slots[least].spent : 0
    slots[least] = LimitSlot(subject: key, end: end, inheriting: inherited)
    return least
  }

  /// What a slot is worth keeping: nothing where its window is over.
  private static func weight(_ slot: LimitSlot, _ end: Int64) -> Int { slot.end < end ? -1 : slot.spent }
}
