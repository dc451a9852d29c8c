package import Accounts

extension InMemoryAccountStore: ResealableStore {
  package func sealedValues(of kind: SealedValue.Kind, after: Int64, limit: Int) async throws(StoreError)
    -> [SealedValue]
  {
    try read { (rows) throws(StoreError) in
      let values =
        switch kind {
        case .grant: rows.grants.values.compactMap { SealedValue($0.grant) }
        case .job: rows.jobs.values.map { SealedValue($0) }
        }
      return Array(values.filter { $0.number > after }.sorted { $0.number < $1.number }.prefix(limit))
    }
  }

  package func replace(_ value: SealedValue, with sealed: [UInt8]) async throws(StoreError) -> Bool {
    try write { (rows) throws(StoreError) in
      switch value.kind {
      case .grant:
        guard rows.grants[value.number]?.grant.sealedToken == value.sealed else { return false }
        rows.grants[value.number]?.grant.sealedToken = sealed
      case .job:
        guard rows.jobs[value.number]?.draft.sealed == value.sealed else { return false }
        rows.jobs[value.number]?.draft.sealed = sealed
      }
      return true
    }
  }
}

extension SealedValue {
  fileprivate init?(_ grant: Grant) {
    guard let sealed = grant.sealedToken else { return nil }
    self.init(
      kind: .grant, number: grant.id.number, subject: grant.subject, clientID: grant.clientID, sealed: sealed)
  }

  fileprivate init(_ job: Job) {
    self.init(
      kind: .job, number: job.id.number, subject: job.draft.subject, clientID: job.draft.clientID,
      sealed: job.draft.sealed)
  }
}
