extension OneTimeRow {
  /// Reads the columns in the order that every query of one-time rows names them.
  package init(_ purpose: OneTimePurpose, _ key: OneTimeKey, _ row: borrowing some StoredColumns & ~Copyable)
  {
    self.init(purpose: purpose, key: key, payload: row.optionalBytes(0))
    account = row.optionalInteger(1)
    request = row.optionalBytes(2)
    at = row.timestamp(3)
  }
}
