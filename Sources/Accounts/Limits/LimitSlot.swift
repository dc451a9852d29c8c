/// What a process knows of one subject of a limit in one window. Pure.
struct LimitSlot: Sendable, Hashable {
  /// What an attempt comes to.
  enum Step: Sendable, Hashable {
    /// It may go on.
    case granted
    /// The limit is reached.
    case refused
    /// The store has to be asked for so many attempts; ``settle(_:owed:want:)`` says what came of it.
    case lease(want: Int, owed: Int)
  }

  /// The subject, hashed under a seed of this process.
  var subject: UInt64 = 0
  /// The end of the window in milliseconds since 1970; 0 where the slot is free.
  var end: Int64 = 0
  /// The attempts of this window as far as they are known here, at least.
  private(set) var spent = 0
  /// Attempts that are leased and not spent.
  private(set) var pool = 0
  /// Attempts that went out before the store was asked, and are not told to it yet.
  private(set) var owed = 0
  /// Whether the store has no more to give.
  private(set) var isDrained = false

  /// A free slot.
  init() {}

  /// The slot of a subject that takes the place of another one, whose count it takes over: making room
  /// never makes anybody's count smaller.
  init(subject: UInt64, end: Int64, inheriting spent: Int = 0) {
    self.subject = subject
    self.end = end
    self.spent = spent
  }

  /// Makes an attempt.
  mutating func spend(_ limit: Limit, _ counting: LimitKind.Counting) -> Step {
    if pool > 0 {
      pool -= 1
      spent += 1
      return .granted
    }
    switch counting {
    case .here:
      guard spent < limit.ceiling else { return .refused }
      spent += 1
      return .granted
    case .shared(let before):
      if isDrained { return .refused }
      if spent < min(before, limit.ceiling) {
        spent += 1
        owed += 1
        return .granted
      }
      defer { owed = 0 }
      // A tenth at a time: what a process takes and does not need, the others lack.
      return .lease(want: owed + max(1, limit.ceiling / 10), owed: owed)
    }
  }

  /// Takes what the store granted; whether the attempt that asked may go on.
  mutating func settle(_ granted: Int, owed: Int, want: Int) -> Bool {
    pool += max(0, granted - owed)
    if granted < want { isDrained = true }
    guard pool > 0 else { return false }
    pool -= 1
    spent += 1
    return true
  }

  /// The store could not be asked; whether the attempt may go on all the same.
  mutating func goOn(_ limit: Limit, owed: Int, isOpen: Bool) -> Bool {
    self.owed += owed
    guard isOpen, spent < limit.ceiling else { return false }
    spent += 1
    self.owed += 1
    return true
  }

  /// Notes again what was to be told to the store and was not.
  mutating func owe(_ attempts: Int) { owed += attempts }

  /// Takes an attempt back that shall not count.
  mutating func giveBack(_ counting: LimitKind.Counting) {
    guard spent > 0 else { return }
    spent -= 1
    if case .here = counting { return }
    if owed > 0 { owed -= 1 } else { pool += 1 }
  }
}
