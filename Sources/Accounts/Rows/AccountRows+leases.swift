/// Leases of limits (R43).
extension AccountRows {
  package mutating func lease(_ leases: [Lease], at now: Timestamp) throws(StoreError) -> [Int] {
    var granted = [Int](repeating: 0, count: leases.count)
    // In the order of the keys: two processes that lock rows for the same wishes never wait for each other.
    let order = leases.indices.sorted { (leases[$0].key, $0) < (leases[$1].key, $1) }
    for index in order { granted[index] = try grant(leases[index], at: now) }
    return granted
  }

  private mutating func grant(_ lease: Lease, at now: Timestamp) throws(StoreError) -> Int {
    // The row of a window that is over may be swept already, and would begin anew.
    guard lease.key.expiry > now, lease.want > 0 else { return 0 }
    let taken = try leased(lease.key) ?? 0
    // Not below nothing: the ceiling may have been lowered since.
    let granted = min(lease.want, max(0, lease.ceiling - taken))
    if granted > 0 { try setLeased(lease.key, taken + granted) }
    return granted
  }
}
