import Accounts

extension ConformanceCase {
  static let resealing = [
    ConformanceCase("a sealed value is replaced once, if it still is what was read; others stay (issue 8)") {
      store in
      let store = try requireValue(store as? any ResealableStore)
      let (account, claimed) = try await exchange(in: store)
      let job = try requireValue(try await store.sealedValues(of: .job, after: 0, limit: 10).first)
      try requireEqual(job.number, claimed.id.number)
      try requireEqual(job.sealed, claimed.draft.sealed)
      try requireEqual(try await store.replace(job, with: [7]), true)
      try requireEqual(try await store.replace(job, with: [8]), false)
      try requireEqual(try await store.waitingJobs(limit: 10).map(\.draft.sealed), [[7]])
      try requireEqual(try await store.sealedValues(of: .job, after: job.number, limit: 10), [])
      try requireEqual(try await store.sealedValues(of: .grant, after: 0, limit: 10), [])
      try await store.finish(claimed, .grantKept(sealedToken: [5]), at: Samples.start)
      let grant = try requireValue(try await store.sealedValues(of: .grant, after: 0, limit: 10).first)
      try requireEqual([grant.subject, grant.clientID], ["ann", "com.example.app"])
      try requireEqual(try await store.replace(grant, with: [6]), true)
      try requireEqual(try await store.replace(grant, with: [9]), false)
      try requireEqual(try await store.grants(of: account).first?.sealedToken, [6])
      // What is gone is not brought back.
      try requireEqual(try await store.replace(job, with: [1]), false)
    },
    ConformanceCase("sealed values come in pages, each one once") { store in
      let store = try requireValue(store as? any ResealableStore)
      for _ in 0..<5 { _ = try await store.enqueue(job(), at: Samples.start) }
      var seen: [Int64] = []
      while true {
        let page = try await store.sealedValues(of: .job, after: seen.last ?? 0, limit: 2)
        if page.isEmpty { break }
        seen += page.map(\.number)
      }
      try requireEqual(seen.count, 5)
      try requireEqual(seen, seen.sorted())
    },
  ]
}
