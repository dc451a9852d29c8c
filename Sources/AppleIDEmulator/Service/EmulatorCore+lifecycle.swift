import BramleyCrypto
import Synchronization
#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension EmulatorCore {
  /// Makes the keys that the set lacks; the first one that is there signs in the meantime.
  func completeKeySet() async {
    while keys.served.count < settings.keySetSize, !Task.isCancelled {
      // Without processor time or memory for another key the set stays small and goes on working.
      guard let key = try? ServiceKey.generate(random: random, now: Date(timeIntervalSince1970: 0)),
        let kept = try? KeptKey(key), !Task.isCancelled
      else { return }
      keys.addStandby(key)
      try? await keeper.change { $0.serviceKeys[key.keyID] = kept }
    }
  }

  /// Makes a new signing key and gives the ids that left the set.
  func rotateKeys(removeOld: Bool) async throws -> (signing: String, removed: [String]) {
    let key = try ServiceKey.generate(random: random, now: now())
    let kept = try KeptKey(key)
    let gone = keys.rotate(to: key, removeOld: removeOld, limit: 5)
    try await keeper.change { state in
      state.serviceKeys[key.keyID] = kept
      for id in gone { state.serviceKeys[id] = nil }
    }
    return (key.keyID, gone)
  }

  /// Changes the demo registry and puts it into the state.
  func seedDemo(_ change: @Sendable (inout DemoRegistry) -> Void) async throws {
    let registry = demo.withLock { demo -> DemoRegistry? in
      guard var changed = demo else { return nil }
      change(&changed)
      demo = changed
      return changed
    }
    guard let registry else { return }
    try await keeper.change { state in try registry.seed(&state, now: self.now()) }
  }

  /// Back to the start: only the signing keys and the demo registry stay.
  func startAfresh() async throws {
    let registry = demo.withLock { $0 }
    notifier.cancelAll()
    log.removeAll()
    // After a long run there is much to free, in memory and in the file; nobody waits for either. Only the attic
    // holds what was there, or whoever let go last would free it: this request.
    let attic = Attic()
    try await keeper.change { state in
      attic.past.withLock { $0 = state.removeAll() }
      try registry?.seed(&state, now: self.now())
    }
    Task.detached(priority: .background) { attic.past.withLock { $0 = nil } }
    Task.detached(priority: .background) { await self.keeper.sweep(now: self.now()) }
  }
}

/// Holds what was there before a return to the start until a background task lets go of it.
private final class Attic: Sendable {
  let past = Mutex<EmulatorState?>(nil)
}
