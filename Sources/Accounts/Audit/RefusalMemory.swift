import Synchronization

/// Remembers what was noted lately, in a fixed number of slots: a flood takes no memory.
///
/// Where two subjects share a slot, the later one takes it over, and the earlier may be noted once more.
final class RefusalMemory: Sendable {
  private struct Slot {
    var subject: Int = 0
    var until = Timestamp(milliseconds: .min)
  }

  private let slots: Mutex<[Slot]>
  private let count: Int

  init(count: Int = 4096) {
    self.count = max(1, count)
    slots = Mutex(Array(repeating: Slot(), count: self.count))
  }

  /// Whether a subject is not remembered; it is from now on, for a while.
  func admit(_ subject: String, at now: Timestamp, for window: Duration) -> Bool {
    var hasher = Hasher()
    hasher.combine(subject)
    let hash = hasher.finalize()
    return slots.withLock { slots in
      let index = Int(UInt(bitPattern: hash) % UInt(count))
      if slots[index].subject == hash, now < slots[index].until { return false }
      slots[index] = Slot(subject: hash, until: now + window)
      return true
    }
  }
}
